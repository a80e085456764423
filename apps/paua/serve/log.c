/* log.c - the log of `paua serve`. Each line is one write() of at most PIPE_BUF bytes, so that
 * lines never mix; poll() says before whether the pipe has room for it. JSON is formatted without
 * jansson: a failed allocation of the log would count as one of a response (json_text.h). */
#define _GNU_SOURCE
#include "serve/log.h"

#include <limits.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/common.h"

#define LINE_MAX_BYTES    2048 /* with its newline; fits PIPE_BUF */
#define MESSAGE_MAX_BYTES 640

_Static_assert(LINE_MAX_BYTES <= PIPE_BUF, "a line is written as a whole");

static const char *const level_names[] = {"error", "warning", "info"};

/* A line under construction. What does not fit is cut off. */
struct log_text {
    char bytes[LINE_MAX_BYTES];
    size_t size;
};

/* Adds formatted text. */
__attribute__((format(printf, 2, 3))) static void log_text_add(struct log_text *text,
                                                               const char *format, ...)
{
    size_t room = sizeof text->bytes - text->size;
    va_list values;

    va_start(values, format);
    int size = vsnprintf(text->bytes + text->size, room, format, values);
    va_end(values);
    if (size > 0)
        text->size += (size_t)size < room ? (size_t)size : room - 1;
}

/* The length of the UTF-8 character at the beginning of a text (RFC 3629); 0: malformed. */
static size_t utf8_length(const unsigned char *c)
{
    size_t length = c[0] < 0x80 ? 1 : c[0] < 0xc2 ? 0 : c[0] < 0xe0 ? 2 : c[0] < 0xf0 ? 3 : 4;

    if (c[0] > 0xf4 || (c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xed && c[1] > 0x9f) ||
        (c[0] == 0xf0 && c[1] < 0x90) || (c[0] == 0xf4 && c[1] > 0x8f))
        return 0;
    for (size_t i = 1; i < length; i++) {
        if ((c[i] & 0xc0) != 0x80)
            return 0;
    }
    return length;
}

/* Adds a JSON string. What is not UTF-8 becomes U+FFFD, a long text is cut off. */
static void log_text_add_json(struct log_text *text, const char *string)
{
    const unsigned char *c = (const unsigned char *)string;
    size_t end = text->size + MESSAGE_MAX_BYTES;

    log_text_add(text, "\"");
    while (*c && text->size < end) {
        size_t length = utf8_length(c);

        if (length == 0)
            log_text_add(text, "\\ufffd");
        else if (*c == '"' || *c == '\\')
            log_text_add(text, "\\%c", *c);
        else if (*c < ' ' || *c == 0x7f)
            log_text_add(text, "\\u%04x", *c);
        else
            log_text_add(text, "%.*s", (int)length, (const char *)c);
        c += length > 0 ? length : 1;
    }
    log_text_add(text, "\"");
}

/* Begins a line; in JSON with the time (RFC 3339, UTC), the level and the event. */
static void log_line_begin(const struct serve_log *log, struct log_text *text,
                           enum service_level level, const char *event)
{
    char seconds[sizeof "2026-11-25T12:00:00"];

    text->size = 0;
    if (!log->json) {
        log_text_add(text, "paua serve: ");
        return;
    }
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    struct tm date;
    gmtime_r(&now.tv_sec, &date);
    strftime(seconds, sizeof seconds, "%Y-%m-%dT%H:%M:%S", &date);
    log_text_add(text, "{\"time\":\"%s.%03ldZ\",\"level\":\"%s\",\"event\":\"%s\"", seconds,
                 now.tv_nsec / 1000000, level_names[level], event);
}

/* Adds the message of a line; in text its control characters become spaces, so that it stays one
 * line. */
static void log_line_add_message(const struct serve_log *log, struct log_text *text,
                                 const char *message)
{
    if (log->json) {
        log_text_add(text, ",\"message\":");
        log_text_add_json(text, message);
        log_text_add(text, "}");
        return;
    }
    size_t from = text->size;
    log_text_add(text, "%.*s", MESSAGE_MAX_BYTES, message);
    for (; from < text->size; from++) {
        unsigned char c = (unsigned char)text->bytes[from];

        if (c < ' ' || c == 0x7f)
            text->bytes[from] = ' ';
    }
}

/* Writes a line unless that would block. Under the lock. */
static bool log_line_write(struct log_text *text)
{
    struct pollfd standard_error = {.fd = STDERR_FILENO, .events = POLLOUT};

    if (text->size == sizeof text->bytes - 1) /* full: the newline replaces the last byte */
        text->size--;
    text->bytes[text->size++] = '\n';
    return poll(&standard_error, 1, 0) == 1 && (standard_error.revents & POLLOUT) &&
           write(STDERR_FILENO, text->bytes, text->size) == (ssize_t)text->size;
}

/* Ends a line and writes it, after a line with the number of lost ones, if any. */
static void log_line_end(struct serve_log *log, struct log_text *text)
{
    pthread_mutex_lock(&log->mutex);
    if (log->lost > 0) {
        struct log_text note;
        char message[80];

        snprintf(message, sizeof message, "%llu lines were lost: nobody read them",
                 (unsigned long long)log->lost);
        log_line_begin(log, &note, SERVICE_WARNING, "log");
        log_line_add_message(log, &note, message);
        if (log_line_write(&note))
            log->lost = 0;
    }
    if (!log_line_write(text))
        log->lost++;
    pthread_mutex_unlock(&log->mutex);
}

void serve_log_line(enum service_level level, const char *event, const char *message,
                    void *serve_log)
{
    struct serve_log *log = serve_log;
    struct log_text text;

    if (level > log->level)
        return;
    log_line_begin(log, &text, level, event);
    log_line_add_message(log, &text, message);
    log_line_end(log, &text);
}

void serve_log_request(const http_served *served, void *serve_log)
{
    struct serve_log *log = serve_log;
    struct log_text text;
    unsigned long long bytes = served->bytes;
    long long us = served->us;

    if (log->level < SERVICE_INFO)
        return;
    log_line_begin(log, &text, SERVICE_INFO, "request");
    /* None of the texts needs escaping (access.h). */
    log_text_add(&text,
                 log->json ? ",\"address\":\"%s\",\"method\":\"%s\",\"path\":\"%s\",\"status\":%d,"
                             "\"ms\":%lld.%03lld,\"bytes\":%llu}"
                           : "%s %s %s %d, %lld.%03lld ms, %llu bytes",
                 served->address, served->method, served->path, served->status, us / 1000,
                 us % 1000, bytes);
    log_line_end(log, &text);
}

int serve_log_fail(struct serve_log *log, int code, const char *event, const char *format, ...)
{
    char message[MESSAGE_MAX_BYTES];
    va_list values;

    va_start(values, format);
    vsnprintf(message, sizeof message, format, values);
    va_end(values);
    if (!log->json)
        return complain_with(code, "%s", message);
    serve_log_line(SERVICE_ERROR, event, message, log);
    return code;
}

int serve_log_init(struct serve_log *log, const char *format, const char *level)
{
    pthread_mutex_init(&log->mutex, NULL);
    log->json = format && strcmp(format, "json") == 0;
    if (format && !log->json && strcmp(format, "text") != 0)
        return complain_with(EXIT_USAGE, "--log-format '%.40s': expected text or json", format);
    log->level = log->json ? SERVICE_INFO : SERVICE_WARNING;
    if (!level)
        return 0;
    for (int i = 0; i <= SERVICE_INFO; i++) {
        if (strcmp(level, level_names[i]) == 0) {
            log->level = (enum service_level)i;
            return 0;
        }
    }
    return complain_with(EXIT_USAGE, "--log-level '%.40s': expected error, warning or info", level);
}
