/* quota.c - admits games and events. A client pays for the bytes of its request and, roughly, for
 * the row in the store. */
#include "service/core/quota.h"

#include "base/clock.h"
#include "service/core/env.h"
#include "service/core/response.h"

_Static_assert(QUOTA_BYTES < HTTP_QUOTAS, "http_config holds all quotas");

#define GAME_ROW_BYTES  1024
#define EVENT_ROW_BYTES 64
#define MEASURED_MS     50 /* how long a measured size of the store is used */
#define FULL_SECONDS    3600

int64_t quota_store_bytes(struct env *env)
{
    int64_t now_ms = clock_now_ms(), measured_ms = atomic_load(&env->store_measured_ms);

    if ((measured_ms == 0 || now_ms - measured_ms >= MEASURED_MS) &&
        atomic_compare_exchange_strong(&env->store_measured_ms, &measured_ms, now_ms)) {
        int64_t bytes = store_bytes(env->store);

        if (bytes >= 0)
            atomic_store(&env->store_bytes, bytes);
    }
    return atomic_load(&env->store_bytes);
}

/* Takes the bytes of the request and its row from the client's quota. False: responded 429. */
static bool take_bytes(http_request *request, size_t row)
{
    size_t size;

    http_body(request, &size);
    if (http_take_quota(request, QUOTA_BYTES, (double)(size + row)))
        return true;
    respond_error(request, 429, "too_many", "too much was stored for this address in a day");
    return false;
}

bool quota_admit_game(struct env *env, http_request *request)
{
    int64_t most = env->limits.store_bytes;

    if (most > 0 && quota_store_bytes(env) >= most) {
        env_count_limited(env, LIMIT_STORE_BYTES);
        http_add_retry_after(request, FULL_SECONDS);
        respond_error(request, 507, "store_full", "the store is full: no more games can be kept");
        return false;
    }
    if (!http_take_quota(request, QUOTA_GAMES, 1)) {
        respond_error(request, 429, "too_many", "too many games from this address in a day");
        return false;
    }
    return take_bytes(request, GAME_ROW_BYTES);
}

bool quota_admit_event(http_request *request)
{
    return take_bytes(request, EVENT_ROW_BYTES);
}
