/* api_error.h - why a request is refused: an HTTP status, a code for programs, a message for
 * people. */
#ifndef SERVICE_API_ERROR_H
#define SERVICE_API_ERROR_H

#include <stdarg.h>
#include <stdbool.h>

#include <paua/status.h>

struct api_error {
    int status;
    const char *code; /* static: one of those in docs/http-api.md */
    char message[160];
};

/* Fills the error in; what may come from the client is made printable. Returns false, so that a
 * function which reads a request can end with it. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
bool api_error_set(struct api_error *error, int status, const char *code, const char *format, ...);
void api_error_set_list(struct api_error *error, int status, const char *code, const char *format,
                        va_list values);

/* The same for a text that a parser refused: status 400, "WHAT: column N: message". */
bool api_error_set_parse(struct api_error *error, const char *code, const char *what,
                         const char *text, const paua_error *why);

/* Replaces characters other than printable ASCII by '?': a terminal may show the text. */
void make_printable(char *text);

#endif /* SERVICE_API_ERROR_H */
