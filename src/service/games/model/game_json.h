/* game_json.h - the game object of the API, and the events of a game's stream (docs/http-api.md).
 * Calls need the lock of the game, which guards its presence, too.
 *
 * `viewer` is the side that the text is for, or NOBODY: the seats of the viewer say "you". `at_ms`
 * is the running time (env_running_ms()) for which the clocks are written. `sse` chooses
 * Server-Sent Events, else lines of NDJSON. A `presence` may be NULL: nobody follows the game.
 */
#ifndef SERVICE_GAME_JSON_H
#define SERVICE_GAME_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

#include "service/games/model/game.h"
#include "service/games/model/presence.h"

/* The part of the game object that only events change. The text is cached in the game and borrowed
 * until its next event. NULL: out of memory. */
const char *game_view(struct game *game, int viewer);

/* The whole game object: with the clocks, the presence, and whether the seat of an `invitation`
 * (its secret; NULL: not asked) is free. free() it. NULL: out of memory. */
char *game_view_now(struct game *game, const struct presence *presence, int viewer,
                    const char *invitation, int64_t at_ms);

/* The row of the game in a list, a new reference. NULL: out of memory. */
json_t *game_row_json(const struct game *game, const struct presence *presence, int viewer);

/* Writes the event "presence": who follows the game, and the clocks. It has no number, as it is not
 * stored and cannot be asked for again. */
void game_write_presence(const struct game *game, const struct presence *presence, bool sse,
                         int64_t at_ms, FILE *to);

/* Writes the event "gameFull", the whole game object. False: out of memory, nothing was written. */
bool game_write_full(struct game *game, const struct presence *presence, int viewer, bool sse,
                     int64_t at_ms, FILE *to);

/* The most events of one call: the lock is held meanwhile. */
#define GAME_EVENTS_AT_ONCE 256
/* Writes the next events after number `after`. Returns the number of the last one written, which is
 * `after` where there is none, or where memory ran out at the first. */
int game_write_events(const struct game *game, int viewer, int after, bool sse, FILE *to);

#endif /* SERVICE_GAME_JSON_H */
