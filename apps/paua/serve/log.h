/* log.h - the log of `paua serve` on stderr: lines of text for people, or JSON objects for
 * programs. Logging never blocks: if the pipe is full, lines are dropped and counted. */
#ifndef PAUA_SERVE_LOG_H
#define PAUA_SERVE_LOG_H

#include <pthread.h>

#include "service/server/service.h"

struct serve_log {
    bool json;
    enum service_level level; /* the least important level that is logged */
    pthread_mutex_t mutex;    /* guards what follows, and the order of lines */
    uint64_t lost;            /* lines dropped since the last one written */
};

/* Sets up the log by --log-format and --log-level; NULL: not given. Returns 0, or an exit code
 * after an error line. */
int serve_log_init(struct serve_log *log, const char *format, const char *level);

/* Writes a line: `event` is one word for programs, `message` for people. */
void serve_log_line(enum service_level level, const char *event, const char *message,
                    void *serve_log);

/* Writes a line for a request, of level info: http_config.served. */
void serve_log_request(const http_served *served, void *serve_log);

/* Reports why the server cannot start: by complain_with(), or by a log line if the log is JSON.
 * Returns `code`. */
__attribute__((format(printf, 4, 5))) int
serve_log_fail(struct serve_log *log, int code, const char *event, const char *format, ...);

#endif
