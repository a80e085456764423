/* date.h - dates as text: ISO 8601 in UTC, to the second. */
#ifndef SERVICE_DATE_H
#define SERVICE_DATE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#define DATE_TEXT_SIZE 32 /* bytes of a date with its NUL, and to spare */

/* "2026-11-23T12:48:36Z" from milliseconds since 1970, from 0 to the end of the year 9999, rounded
 * down to the second. Returns `text`. */
const char *date_format(int64_t ms, char text[DATE_TEXT_SIZE]);

/* The date as JSON; null for 0, which means never. NULL: out of memory. */
json_t *date_json(int64_t ms);

/* Parses a date to milliseconds since 1970. False: not as date_format() writes it, or no day of the
 * calendar, such as 31 February; *out stays as it is. */
bool date_parse(const char *text, int64_t *out);

#endif
