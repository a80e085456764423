/* error.h - filling a paua_error. */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <paua/status.h>

/* Fills *error; NULL: nothing is filled. */
__attribute__((format(printf, 4, 5))) void error_write(paua_error *error, paua_status code,
                                                       size_t at, const char *format, ...);

/* The same, and its value is code, so that parsers can end with it: error_fill(error, code, at,
 * format, ...). A macro, because compiler and analyser then see which code comes back. */
#define error_fill(error, code, ...) (error_write((error), (code), __VA_ARGS__), (code))

#endif
