/* env.c - reads the clocks and writes the log of a server. */
#define _GNU_SOURCE
#include "service/core/env.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

#include "base/clock.h"
#include "service/core/recent_log.h"

#define FAILURE_LOG_MS 10000

bool env_init(struct env *env, store *db, const service_limits *limits, service_logger log,
              void *log_context)
{
    *env = (struct env){.store = db, .limits = *limits, .log = log, .log_context = log_context};
    env->recent_log = recent_log_new();
    return env->recent_log != NULL;
}

void env_destroy(struct env *env)
{
    recent_log_free(env->recent_log);
}

int64_t env_now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t env_running_ms(const struct env *env)
{
    return store_running_ms(env->store);
}

void env_count_limited(struct env *env, enum service_limit limit)
{
    atomic_fetch_add(&env->counters.limited[limit], 1);
}

void env_log(struct env *env, enum service_level level, const char *event, const char *format, ...)
{
    static const char *const levels[] = {"error", "warning", "info"};
    char line[STORE_MESSAGE_MAX + 64];
    va_list values;

    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    recent_log_add(env->recent_log, env_now_ms(), levels[level], event, line);
    env->log(level, event, line, env->log_context);
}

bool env_log_is_due(struct env *env)
{
    int64_t now = clock_now_ms(), before = atomic_load(&env->failure_logged_ms);

    return (before == 0 || now - before >= FAILURE_LOG_MS) &&
           atomic_compare_exchange_strong(&env->failure_logged_ms, &before, now);
}

void env_log_store_failure(struct env *env)
{
    char why[STORE_MESSAGE_MAX];

    store_failure(env->store, why);
    if (*why && env_log_is_due(env))
        env_log(env, SERVICE_ERROR, "store", "store: cannot write: %s", why);
}
