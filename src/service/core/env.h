/* env.h - the environment of every part of the service: store, clocks, log, limits, counters. A
 * server has one; its parts borrow it. Thread-safe.
 */
#ifndef SERVICE_ENV_H
#define SERVICE_ENV_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "service/core/date_watch.h"
#include "store/core/store.h"

/* Levels of log lines. Error: an administrator must act. */
enum service_level { SERVICE_ERROR, SERVICE_WARNING, SERVICE_INFO };

/* Called from any thread; the line has no newline. `event` names the subject in one word. */
typedef void (*service_logger)(enum service_level level, const char *event, const char *line,
                               void *context);

/* Limits; 0 is none. Those of a client apply only if the rate of addresses is limited (http.h). */
typedef struct service_limits {
    int client_searches, searches; /* waiting, in games with people */
    int client_alone, alone;       /* unfinished games of computers alone */
    int client_analyses, analyses; /* running and waiting, reviews included */
    int client_seeks;              /* games with free listed seats */
    int client_accounts;           /* new ones in an hour */
    int64_t store_bytes;           /* in use; a fuller store takes no new games */
    int64_t unplayed_ms;           /* a game closed without a move is removed this long after */
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
    LIMIT_CLIENT_ACCOUNTS,
    LIMIT_STORE_BYTES,
    LIMIT_UNPLAYED,
    SERVICE_LIMITS
};

/* Counts for the metrics, since the start. */
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
    pthread_mutex_t date_mutex; /* guards what follows, up to saved_date_ms */
    struct date_watch date;
    bool saved_doubt;                               /* the date in the store is in doubt */
    int64_t saved_date_ms;                          /* in the store; 0: none */
    _Atomic bool stopping;                          /* the server is about to stop */
    _Atomic int64_t failure_logged_ms;              /* clock_now_ms(); 0: never */
    _Atomic int64_t store_measured_ms, store_bytes; /* quota.c: when, and the size of the store */
};

/* Counters begin at 0. False: out of memory. */
bool env_init(struct env *env, store *db, const service_limits *limits, service_logger log,
              void *log_context);
void env_destroy(struct env *env);

/* Milliseconds since 1970. */
int64_t env_now_ms(void);
/* The date twice: while it is in doubt (date_watch.h), the earlier and the later one. The log says
 * when a doubt begins or ends. */
struct env_dates {
    int64_t earlier_ms, later_ms;
    bool doubted;
};
struct env_dates env_dates(struct env *env);
/* The date by which something is due: games close, tournaments begin. The earlier one. */
int64_t env_due_ms(struct env *env);
/* The date at which something ends that begins now and takes this long. In doubt it ends by the
 * later date: a game that is made while the clock says 1970 does not close when it is set. */
int64_t env_end_ms(struct env *env, int64_t now_ms, int64_t lasts_ms);
/* Compares the date with the one in the store, which is of when a server ran before. PAUA_OK, or
 * why the store cannot be read. */
paua_status env_read_date(struct env *env);
/* Writes the date into the store if the one there is an hour old; in doubt, a minute. */
void env_save_date(struct env *env);
/* The running time of all servers of the store (store.h), by which the clocks of games run. */
int64_t env_running_ms(const struct env *env);

/* Counts a refusal. */
void env_count_limited(struct env *env, enum service_limit limit);

#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void env_log(struct env *env, enum service_level level, const char *event, const char *format, ...);

/* The last lines of the log, for POST /admin, oldest first: [{"at", "level", "event", "message"}].
 * NULL: out of memory. */
json_t *env_recent_log_json(struct env *env);

/* Whether to log a failure of the store: true at most once in ten seconds. */
bool env_log_is_due(struct env *env);
/* Logs why the last write of the store failed, at most once in ten seconds. */
void env_log_store_failure(struct env *env);

#endif
