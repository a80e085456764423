/* quota.h - limits what clients store: games and bytes of a client in a day, and bytes in all. */
#ifndef SERVICE_QUOTA_H
#define SERVICE_QUOTA_H

#include <stdbool.h>
#include <stdint.h>

#include "http/http.h"

/* The quotas of http_config.day_quotas. */
enum quota { QUOTA_GAMES, QUOTA_BYTES };

struct env;

/* Whether the client may create a game. Charges the game and the bytes that it stores to the quotas
 * of the client. False: responded 429 or 507. */
bool quota_admit_game(struct env *env, http_request *request);

/* Whether the client may store an event. Charges its bytes to the quota of the client. False:
 * responded 429. */
bool quota_admit_event(http_request *request);

/* The bytes of the store in use, at most 50 ms old. */
int64_t quota_store_bytes(struct env *env);

#endif /* SERVICE_QUOTA_H */
