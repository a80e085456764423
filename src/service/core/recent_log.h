/* recent_log.h - the last lines of a server's log, for POST /admin. Thread-safe. */
#ifndef SERVICE_RECENT_LOG_H
#define SERVICE_RECENT_LOG_H

#include <stdint.h>

#include <jansson.h>

#define RECENT_LOG_LINES 500 /* kept */

struct recent_log;

/* NULL: out of memory. */
struct recent_log *recent_log_new(void);
void recent_log_free(struct recent_log *self); /* NULL is allowed */

/* Replaces the oldest line. `level` and `event` are static texts. */
void recent_log_add(struct recent_log *self, int64_t at_ms, const char *level, const char *event,
                    const char *line);

/* The lines, oldest first: [{"at", "level", "event", "message"}]. NULL: out of memory. */
json_t *recent_log_json(struct recent_log *self);

#endif /* SERVICE_RECENT_LOG_H */
