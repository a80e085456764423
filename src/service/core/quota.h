/* quota.h - what clients may leave in the store: games and bytes of one client in a day, and bytes
 * in all. */
#ifndef SERVICE_QUOTA_H
#define SERVICE_QUOTA_H

#include <stdbool.h>
#include <stdint.h>

#include "http/http.h"

/* The quotas of http_config.day_quotas. */
enum quota { QUOTA_GAMES, QUOTA_BYTES };

struct env;

/* Whether the client may make a game. False: it has got 429 or 507. */
bool quota_admit_game(struct env *env, http_request *request);

/* Whether the client may do something in a game. False: it has got 429. */
bool quota_admit_event(http_request *request);

/* The bytes of the store that are in use, as they were a moment ago. */
int64_t quota_store_bytes(struct env *env);

#endif /* SERVICE_QUOTA_H */
