/* checksum.h - what a game's row promises of the game: two checksums of 64 bits that are stored
 * with it. The content is all that stays as it was written (the setup and each event), the state is
 * what the row says of now.
 *
 * The content's is the exclusive or of the checksums of its parts, so that a database adds an event
 * without reading what is there. The id of the game and the number of the event are in each part:
 * neither can be taken for another. They are SipHash-2-4 (Aumasson and Bernstein) without a secret:
 * they find what a disk does to a file, not who forges one.
 */
#ifndef STORE_CHECKSUM_H
#define STORE_CHECKSUM_H

#include "store/core/sql.h"
#include "store/core/store.h"
#include "store/tables/messages.h"
#include "store/tables/tournaments.h"

/* Stored in the row of a game. */
typedef struct store_sums {
    int64_t content, state;
} store_sums;

/* The parts of the content. */
int64_t checksum_game(const store_game *game);
int64_t checksum_event(const char *id, const store_event *event);

/* The state of a game whose newest event has the number `events`. */
int64_t checksum_state(const char *id, int64_t events, const store_state *state);

/* What never changes of a message in a box, and of a report: one checksum each, in its row. */
int64_t checksum_message(const store_message *message);
int64_t checksum_report(const store_complaint *report);
/* All of a tournament, as it is in this revision. */
int64_t checksum_tournament(const store_tournament *tournament);

/* What store_load() does, in a transaction that the caller has begun; `thorough` as for games_load(). Events are numbered without gaps, and the game is what its checksums
 * promise; else PAUA_CORRUPT. */
paua_status checked_load(struct sql *sql, const char *id, bool thorough, const store_reader *reader,
                         void *context, char message[STORE_MESSAGE_MAX]);

#endif /* STORE_CHECKSUM_H */
