/* units.h - times and sizes as people write them: 100, 100ms, 1.5s, 3m; 500M, 64MB. */
#ifndef BASE_UNITS_H
#define BASE_UNITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads a time that is all of text[0..length): digits and ms, s, m, h or d, or nothing, which means
 * `bare_ms` milliseconds each. Seconds and above may have a fraction, rounded to milliseconds.
 * False (*ms unchanged) when it is anything else or does not fit. */
bool units_read_time(const char *text, size_t length, int64_t bare_ms, int64_t *ms);

/* Reads a size that is all of text[0..length): digits and K, M, G or T (powers of 1024), each
 * alone or with B behind it, or nothing, which means `bare_bytes` bytes each. False (*bytes
 * unchanged) when it is anything else or does not fit. */
bool units_read_size(const char *text, size_t length, uint64_t bare_bytes, uint64_t *bytes);

#endif
