/* game_json.h - a game as clients see it: the game object of the API, and the events of its stream.
 * Calls need the game's lock. */
#ifndef SERVICE_GAME_JSON_H
#define SERVICE_GAME_JSON_H

#include <stdio.h>

#include "service/game.h"

/* The game object for a side or NOBODY, kept until the game changes. NULL: out of memory. */
const char *game_view(struct game *game, int who);

/* Writes the event "gameFull", as Server-Sent Event or as a line of NDJSON. */
void game_write_full(struct game *game, int who, bool sse, FILE *to);

/* Writes the events after number `after`, at most GAME_EVENTS_AT_ONCE. Returns the number of the
 * last one written, `after` if there is none. */
#define GAME_EVENTS_AT_ONCE 256
int game_write_events(const struct game *game, int after, bool sse, FILE *to);

#endif /* SERVICE_GAME_JSON_H */
