/* review.h - GET /games/ID/review: judges each move of a finished game. */
#ifndef SERVICE_REVIEW_H
#define SERVICE_REVIEW_H

#include "http/http.h"

struct game;
struct games;
struct reviews;
struct search_pool;

/* NULL: out of memory. */
struct reviews *reviews_new(struct games *games, struct search_pool *pool);
void reviews_free(struct reviews *self); /* after the search pool; NULL is allowed */

/* Responds with the review as a stream, or says why there is none. Takes over the caller's hold on
 * the game. */
void review_respond(struct reviews *self, http_request *request, struct game *game);

#endif /* SERVICE_REVIEW_H */
