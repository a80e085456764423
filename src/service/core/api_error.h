/* api_error.h - why a request is refused: an HTTP status, a code for programs, a message for
 * people. */
#ifndef SERVICE_API_ERROR_H
#define SERVICE_API_ERROR_H

#include <stdarg.h>
#include <stdbool.h>

#include <paua/status.h>

struct api_error {
    int status;       /* of HTTP: 400 to 599 */
    const char *code; /* static: one of those in docs/http-api.md */
    char message[160];
};

/* Fills the error in and returns false, as those below do, so that a function that reads a request
 * can end with it. The message is cut to what fits, and made safe for a terminal by
 * unicode_make_line(), as parts of it may come from the client. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
bool api_error_set(struct api_error *error, int status, const char *code, const char *format, ...);
/* The same with the values as a va_list. */
void api_error_vset(struct api_error *error, int status, const char *code, const char *format,
                    va_list values);

/* A text that a parser refused: status 400, "WHAT: column N: message". `what` is the name of the
 * member, `text` what was parsed, `why` from the parser. */
bool api_error_set_parse(struct api_error *error, const char *code, const char *what,
                         const char *text, const paua_error *why);
/* 500: out of memory. */
bool api_error_no_memory(struct api_error *error);
/* Why a read of the store failed: 500 where memory was out, else 503. */
bool api_error_from_status(struct api_error *error, paua_status status);
/* Why the game `id` could not be loaded: 404, 500 or 503. */
bool api_error_from_load(struct api_error *error, paua_status status, const char *id);

#endif /* SERVICE_API_ERROR_H */
