/* openings.h - GET /openings: a thread that counts the moves of finished games, and looks positions
 * up among them and in the archive. */
#ifndef SERVICE_OPENINGS_H
#define SERVICE_OPENINGS_H

#include "http/http.h"

struct boards;
struct env;
struct openings;

/* Starts the thread, which waits for the first request. NULL: out of memory. */
struct openings *openings_new(struct env *env, struct boards *boards, const char *place);

/* Queues the request, which gets its response on the thread; 429 where too many of its client
 * wait, 503 where too many wait in all. */
void openings_respond(struct openings *openings, http_request *request);

/* Refuses the queued requests with 503 and ends the thread. No request may follow. */
void openings_halt(struct openings *openings);

void openings_free(struct openings *openings); /* NULL is allowed */

#endif /* SERVICE_OPENINGS_H */
