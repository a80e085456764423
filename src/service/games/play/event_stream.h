/* event_stream.h - GET /games/ID/events: sends each client of a game's stream the events that it
 * lacks, in order, as fast as it reads them.
 */
#ifndef SERVICE_EVENT_STREAM_H
#define SERVICE_EVENT_STREAM_H

#include "http/http.h"
#include "service/games/play/cache.h"

struct games;

/* Responds with the stream, or with 400 where Last-Event-ID is not a number. Takes over the
 * caller's hold on the game. `side` is the client's side or NOBODY. */
void event_stream_open(struct games *games, struct game *game, http_request *request, int side);

/* After a change of the presence: has it announced, by a listener, unless that is due already.
 * Under the game's lock. */
void game_presence_changed(struct games *games, struct game *game);

/* Wakes the streams of a game that has changed. Under the game's lock. */
void event_streams_wake(struct game *game);

#endif /* SERVICE_EVENT_STREAM_H */
