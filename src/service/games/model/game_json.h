/* game_json.h - the game object of the API, and the events of a game's stream. Calls need the lock
 * of the game.
 */
#ifndef SERVICE_GAME_JSON_H
#define SERVICE_GAME_JSON_H

#include <stdio.h>

#include <jansson.h>

#include "service/games/model/game.h"
#include "service/games/model/presence.h"

/* The game object for a side or NOBODY, kept until the game changes. NULL: out of memory. */
const char *game_view(struct game *game, int viewer);

/* The game object with the clocks at a running time, the presence, and the state of the seat of an
 * `invitation` (may be NULL); free() it. NULL: out of memory. */
char *game_view_now(struct game *game, const struct presence *presence, int viewer,
                    const char *invitation, int64_t at_ms);

/* The row of the game in a list. NULL: out of memory. */
json_t *game_row_json(const struct game *game, const struct presence *presence, int viewer);

/* Writes the event "presence", which has no number: who follows the game, and the clocks. */
void game_write_presence(const struct game *game, const struct presence *presence, bool sse,
                         int64_t at_ms, FILE *to);

/* Writes the event "gameFull", as Server-Sent Event or as a line of NDJSON. False: out of memory,
 * nothing was written. */
bool game_write_full(struct game *game, const struct presence *presence, int viewer, bool sse,
                     int64_t at_ms, FILE *to);

/* Writes the events after number `after`, at most GAME_EVENTS_AT_ONCE. Returns the number of the
 * last one written; `after`: there is none, or memory is out. */
#define GAME_EVENTS_AT_ONCE 256
int game_write_events(const struct game *game, int after, bool sse, FILE *to);

#endif /* SERVICE_GAME_JSON_H */
