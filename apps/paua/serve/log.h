/* log.h - the log of `paua serve` on stderr: a line for people, or a JSON object for programs. No
 * line ever waits for its reader: what a full pipe does not take is lost, and counted. */
#ifndef PAUA_SERVE_LOG_H
#define PAUA_SERVE_LOG_H

#include <pthread.h>

#include "service/server/service.h"

struct serve_log {
    bool json;
    enum service_level level; /* the least important that is written */
    pthread_mutex_t mutex;    /* guards what follows, and the order of lines */
    uint64_t lost;            /* lines since the last one that was written */
};

/* Sets the log up by --log-format and --log-level; NULL is an option that was not given. Returns 0,
 * or an exit code after an error line. */
int serve_log_init(struct serve_log *log, const char *format, const char *level);

/* Writes a line: `event` is one word for programs, `message` for people. */
void serve_log_line(enum service_level level, const char *event, const char *message,
                    void *serve_log);

/* Writes a request, of level info: http_config.served. */
void serve_log_request(const http_served *served, void *serve_log);

/* The server cannot start: complain_with(), or a line of the log where that is JSON. Returns
 * code. */
__attribute__((format(printf, 4, 5))) int
serve_log_fail(struct serve_log *log, int code, const char *event, const char *format, ...);

#endif
