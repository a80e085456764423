/* env.h - what every part of the service works with: the store, the clocks, the log, the limits and
 * the counters. There is one of it in a server; parts borrow it. Thread-safe.
 */
#ifndef SERVICE_ENV_H
#define SERVICE_ENV_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "store/core/store.h"

/* The level of a line of the log: somebody has to act, somebody should know, nobody needs to. */
enum service_level { SERVICE_ERROR, SERVICE_WARNING, SERVICE_INFO };

/* Called from any thread; the line has no newline. `event` names the subject in one word. */
typedef void (*service_logger)(enum service_level level, const char *event, const char *line,
                               void *context);

/* Limits; 0 is none. Those of a client apply where addresses are limited at all (http.h). */
typedef struct service_limits {
    int client_searches, searches; /* waiting, of games that persons play */
    int client_alone, alone;       /* unfinished games of computers alone */
    int client_analyses, analyses; /* running and waiting, reviews included */
    int client_seeks;              /* games with free listed seats */
    int64_t store_bytes;           /* in use; beyond it there are no new games */
    int64_t unplayed_ms;           /* after which a game is removed that closed without a move */
} service_limits;

/* The limits whose refusals are counted. */
enum service_limit {
    LIMIT_CLIENT_SEARCHES,
    LIMIT_SEARCHES,
    LIMIT_CLIENT_ALONE,
    LIMIT_ALONE,
    LIMIT_CLIENT_ANALYSES,
    LIMIT_ANALYSES,
    LIMIT_CLIENT_SEEKS,
    LIMIT_STORE_BYTES,
    LIMIT_UNPLAYED,
    SERVICE_LIMITS
};

/* For the metrics, since the start. */
struct env_counters {
    _Atomic uint64_t games_created, events_stored, events_failed, analyses_done;
    _Atomic uint64_t sign_ins, sign_ins_failed;
    _Atomic uint64_t limited[SERVICE_LIMITS]; /* refused; for LIMIT_UNPLAYED: removed */
};

struct recent_log;

struct env {
    store *store; /* borrowed */
    service_limits limits;
    service_logger log;
    void *log_context;
    struct recent_log *recent_log; /* owned */
    struct env_counters counters;
    _Atomic bool stopping;                          /* the server is about to stop */
    _Atomic int64_t failure_logged_ms;              /* clock_now_ms(); 0: never */
    _Atomic int64_t store_measured_ms, store_bytes; /* quota.c: the store's size, and when */
};

/* Makes the log; the rest is zero. False: out of memory. */
bool env_init(struct env *env, store *disk, const service_limits *limits, service_logger log,
              void *log_context);
void env_destroy(struct env *env);

/* Milliseconds since 1970. */
int64_t env_now_ms(void);
/* How long the server has been running in all (store.h): the clocks of games use this time. */
int64_t env_running_ms(const struct env *env);

/* Counts a refusal. */
void env_count_limited(struct env *env, enum service_limit limit);

#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void env_log(struct env *env, enum service_level level, const char *event, const char *format, ...);

/* Whether a failure of the disk is to be logged: true at most once in ten seconds. */
bool env_log_is_due(struct env *env);
/* Logs why the store could not write, if it could not and a line is due. */
void env_log_store_failure(struct env *env);

#endif
