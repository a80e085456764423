/* env.c - reads the clocks of a server, writes its log, and keeps the last lines of it in a ring
 * buffer. */
#define _GNU_SOURCE
#include "service/core/env.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/unicode.h"
#include "service/core/date.h"
#include "store/core/batch.h"
#include "store/tables/mail.h"

#define FAILURE_LOG_MS 10000
#define HOUR_MS        3600000
#define MINUTE_MS      60000

#define RECENT_LOG_LINES 500

/* 1 November 2026, UTC: no server of this version has run before. */
#define DATE_EARLIEST_MS ((int64_t)1793491200 * 1000)

enum { LINE_BYTES = 400 }; /* longer lines are truncated */

/* A line of the log. */
struct recent_line {
    int64_t at_ms; /* since 1970 */
    const char *level, *event;
    char text[LINE_BYTES];
};

/* The last lines of the log: a ring buffer. */
struct recent_log {
    pthread_mutex_t mutex; /* guards what follows */
    uint64_t added;
    struct recent_line lines[RECENT_LOG_LINES];
};

static struct recent_log *recent_log_new(void)
{
    struct recent_log *self = calloc(1, sizeof *self);

    if (self)
        pthread_mutex_init(&self->mutex, NULL);
    return self;
}

static void recent_log_free(struct recent_log *self)
{
    if (!self)
        return;
    pthread_mutex_destroy(&self->mutex);
    free(self);
}

/* Replaces the oldest line. `level` and `event` are static texts. */
static void recent_log_add(struct recent_log *self, int64_t at_ms, const char *level,
                           const char *event, const char *line)
{
    pthread_mutex_lock(&self->mutex);
    struct recent_line *oldest = &self->lines[self->added++ % RECENT_LOG_LINES];
    oldest->at_ms = at_ms;
    oldest->level = level;
    oldest->event = event;
    snprintf(oldest->text, sizeof oldest->text, "%.*s", LINE_BYTES - 1, line);
    pthread_mutex_unlock(&self->mutex);
}

bool env_init(struct env *env, store *db, const service_limits *limits, service_logger log,
              void *log_context)
{
    *env = (struct env){.store = db, .limits = *limits, .log = log, .log_context = log_context};
    pthread_mutex_init(&env->date_mutex, NULL);
    date_watch_begin(&env->date, env_now_ms(), &(struct date_record){0});
    env->recent_log = recent_log_new();
    return env->recent_log != NULL;
}

void env_destroy(struct env *env)
{
    recent_log_free(env->recent_log);
    pthread_mutex_destroy(&env->date_mutex);
}

int64_t env_now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Rounded. */
static long long hours_of(int64_t ms)
{
    return (ms + (ms < 0 ? -HOUR_MS / 2 : HOUR_MS / 2)) / HOUR_MS;
}

struct env_dates env_dates(struct env *env)
{
    pthread_mutex_lock(&env->date_mutex);
    int64_t jump_ms = date_watch_jump(&env->date, env_now_ms());
    const struct env_dates dates = {.earlier_ms = date_watch_due(&env->date),
                                    .later_ms = date_watch_latest(&env->date),
                                    .doubted = !date_watch_trusts(&env->date)};
    pthread_mutex_unlock(&env->date_mutex);
    if (jump_ms != 0)
        env_log(env, SERVICE_WARNING, "date", "the date was set by %+lld hours: %s",
                hours_of(jump_ms),
                dates.doubted ? "for an hour nothing is due by it alone" : "it is as before");
    return dates;
}

int64_t env_due_ms(struct env *env)
{
    return env_dates(env).earlier_ms;
}

int64_t env_end_ms(struct env *env, int64_t now_ms, int64_t lasts_ms)
{
    const struct env_dates dates = env_dates(env);

    return (dates.doubted ? dates.later_ms : now_ms) + lasts_ms;
}

/* Reads what write_record() wrote, or a server of before: the date alone. */
static bool on_date(const char *name, const char *value, void *context)
{
    struct date_record *record = context;
    char *end;

    (void)name;
    record->last_ms = strtoll(value, &end, 10);
    record->doubted_ms = strtoll(end, &end, 10);
    record->rested_ms = strtoll(end, &end, 10);
    return false;
}

paua_status env_read_date(struct env *env)
{
    struct date_record before = {0};
    paua_status status = store_secrets(env->store, STORE_DATE_NAME, on_date, &before);

    if (status != PAUA_OK)
        return status;
    const int64_t now_ms = env_now_ms();
    if (now_ms < DATE_EARLIEST_MS && before.last_ms < DATE_EARLIEST_MS)
        before.last_ms = DATE_EARLIEST_MS; /* nothing is known that is better */
    pthread_mutex_lock(&env->date_mutex);
    int64_t jump_ms = date_watch_begin(&env->date, now_ms, &before);
    env->saved_date_ms = before.last_ms;
    env->saved_doubt = before.doubted_ms != 0;
    pthread_mutex_unlock(&env->date_mutex);
    if (jump_ms != 0)
        env_log(env, SERVICE_WARNING, "date",
                "the date is %+lld hours from when a server ran last: for an hour nothing is due "
                "by it alone",
                hours_of(jump_ms));
    return PAUA_OK;
}

static void write_record(const struct date_record *record, char *out, size_t size)
{
    snprintf(out, size, "%lld %lld %lld", (long long)record->last_ms, (long long)record->doubted_ms,
             (long long)record->rested_ms);
}

/* What was not saved is saved an hour later. */
static void on_date_saved(paua_status status, void *context)
{
    (void)status;
    (void)context;
}

void env_save_date(struct env *env)
{
    const int64_t now_ms = env_now_ms();
    char text[80];

    pthread_mutex_lock(&env->date_mutex);
    const bool doubt = !date_watch_trusts(&env->date);
    const struct date_record record = date_watch_record(&env->date);
    const int64_t age_ms = now_ms - env->saved_date_ms, most_ms = doubt ? MINUTE_MS : HOUR_MS;
    const bool due = doubt != env->saved_doubt || age_ms >= most_ms || age_ms <= -most_ms;
    if (due) {
        env->saved_date_ms = now_ms;
        env->saved_doubt = doubt;
    }
    pthread_mutex_unlock(&env->date_mutex);
    store_batch *batch = due ? store_batch_new() : NULL;
    if (!batch)
        return;
    write_record(&record, text, sizeof text);
    batch_set_date(batch, text);
    store_commit(env->store, batch, on_date_saved, NULL);
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
    unicode_make_line(line);
    recent_log_add(env->recent_log, env_now_ms(), levels[level], event, line);
    env->log(level, event, line, env->log_context);
}

json_t *env_recent_log_json(struct env *env)
{
    struct recent_log *self = env->recent_log;
    json_t *list = json_array();

    pthread_mutex_lock(&self->mutex);
    uint64_t i = self->added > RECENT_LOG_LINES ? self->added - RECENT_LOG_LINES : 0;
    for (; list && i < self->added; i++) {
        const struct recent_line *line = &self->lines[i % RECENT_LOG_LINES];

        json_array_append_new(list, json_pack("{s:o, s:s, s:s, s:s}", "at", date_json(line->at_ms),
                                              "level", line->level, "event", line->event, "message",
                                              line->text));
    }
    pthread_mutex_unlock(&self->mutex);
    return list;
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
