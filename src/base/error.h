/* error.h - filling a paua_error. */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <paua/status.h>

/* Fills *error (NULL: nothing is filled) and returns code, so that parsers can end with it. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
paua_status
error_fill(paua_error *error, paua_status code, size_t at, const char *format, ...);

#endif
