/* checksum.h - checksums of rows: 64 bits that are stored with what they are of. They are
 * SipHash-2-4 (Aumasson and Bernstein) without a secret: they find what a disk does to a file, not
 * who forges one.
 */
#ifndef STORE_CHECKSUM_H
#define STORE_CHECKSUM_H

#include <stdint.h>

#include "store/tables/games.h"

/* What a checksum is of: where its chain begins. */
enum checksum_kind {
    CHECKSUM_GAME = 1,
    CHECKSUM_EVENT,
    CHECKSUM_STATE,
    CHECKSUM_MESSAGE,
    CHECKSUM_REPORT,
    CHECKSUM_TOURNAMENT
};

/* Return the chain with one more value. */
uint64_t checksum_add_text(uint64_t sum, const char *text);
uint64_t checksum_add_number(uint64_t sum, int64_t number);

/* What a game's row promises of the game: two checksums that are stored with it. The content is all
 * that stays as it was written (the setup and each event), the state is the rest of the row.
 *
 * The checksum of the content is the exclusive or of the checksums of its parts, so that a database
 * adds an event without reading the others. The id of the game and the number of the event are in
 * each part: neither can be taken for another. */
struct game_checksums {
    int64_t content, state;
};

/* The parts of the content. */
int64_t checksum_game(const store_game *game);
int64_t checksum_event(const char *id, const store_event *event);

/* The state of a game whose newest event has the number `events`. */
int64_t checksum_state(const char *id, int64_t events, const store_state *state);

#endif /* STORE_CHECKSUM_H */
