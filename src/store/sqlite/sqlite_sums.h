/* sqlite_sums.h - the checksums of games (checksum.h) as functions of SQL, for the migration of a
 * store that has none:
 *
 *   paua_state_sum(id, events, result, reason, pending, listing, closes, deadline)
 *   paua_game_sum(id, created, clock, setup, sums of its events): the whole content
 *   paua_event_sums(id, number, at, clock, spent, type, text): over rows, in any order
 */
#ifndef STORE_SQLITE_SUMS_H
#define STORE_SQLITE_SUMS_H

#include <stdbool.h>

#include <sqlite3.h>

/* False: out of memory. */
bool sqlite_sums_register(sqlite3 *connection);

#endif
