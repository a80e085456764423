/* game_checksum.h - what a game's row promises of the game: two checksums that are stored with it.
 * The content is all that stays as it was written (the setup and each event), the state is the rest
 * of the row.
 *
 * The checksum of the content is the exclusive or of the checksums of its parts, so that a database
 * adds an event without reading the others. The id of the game and the number of the event are in
 * each part: neither can be taken for another.
 */
#ifndef STORE_GAME_CHECKSUM_H
#define STORE_GAME_CHECKSUM_H

#include "store/tables/games.h"

/* Stored in the row of a game. */
struct game_checksums {
    int64_t content, state;
};

/* The parts of the content. */
int64_t checksum_game(const store_game *game);
int64_t checksum_event(const char *id, const store_event *event);

/* The state of a game whose newest event has the number `events`. */
int64_t checksum_state(const char *id, int64_t events, const store_state *state);

#endif /* STORE_GAME_CHECKSUM_H */
