/* recent_log.c - a ring buffer of lines of fixed size. */
#define _GNU_SOURCE
#include "service/core/recent_log.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "service/core/date.h"

enum { LINE_BYTES = 400 }; /* longer lines are truncated */

struct recent_line {
    int64_t at_ms; /* since 1970 */
    const char *level, *event;
    char text[LINE_BYTES];
};

struct recent_log {
    pthread_mutex_t mutex; /* guards what follows */
    uint64_t added;
    struct recent_line lines[RECENT_LOG_LINES];
};

struct recent_log *recent_log_new(void)
{
    struct recent_log *self = calloc(1, sizeof *self);

    if (self)
        pthread_mutex_init(&self->mutex, NULL);
    return self;
}

void recent_log_free(struct recent_log *self)
{
    if (!self)
        return;
    pthread_mutex_destroy(&self->mutex);
    free(self);
}

void recent_log_add(struct recent_log *self, int64_t at_ms, const char *level, const char *event,
                    const char *line)
{
    pthread_mutex_lock(&self->mutex);
    struct recent_line *oldest = &self->lines[self->added++ % RECENT_LOG_LINES];
    oldest->at_ms = at_ms;
    oldest->level = level;
    oldest->event = event;
    snprintf(oldest->text, sizeof oldest->text, "%s", line);
    pthread_mutex_unlock(&self->mutex);
}

json_t *recent_log_json(struct recent_log *self)
{
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
