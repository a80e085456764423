/* date.c - dates as text: ISO 8601 in UTC. */
#define _GNU_SOURCE /* strptime(), timegm() */
#include "service/core/date.h"

#include <string.h>
#include <time.h>

#define DATE_FORMAT  "%Y-%m-%dT%H:%M:%SZ"
#define TM_YEAR_BASE 1900 /* tm_year counts from here */

const char *date_format(int64_t ms, char text[DATE_TEXT_SIZE])
{
    const time_t seconds = (time_t)(ms / 1000);
    struct tm parts;

    gmtime_r(&seconds, &parts);
    strftime(text, DATE_TEXT_SIZE, DATE_FORMAT, &parts);
    return text;
}

json_t *date_json(int64_t ms)
{
    char text[DATE_TEXT_SIZE];

    return ms ? json_string(date_format(ms, text)) : json_null();
}

bool date_parse(const char *text, int64_t *out)
{
    struct tm parts = {0};
    char written[DATE_TEXT_SIZE];

    /* strptime() also takes other forms of a number and days such as 31 February, which timegm()
     * turns into another day: only the text that date_format() writes is a date. */
    if (strlen(text) >= sizeof written || !strptime(text, DATE_FORMAT, &parts) ||
        parts.tm_year < 1970 - TM_YEAR_BASE)
        return false;
    const int64_t at_ms = (int64_t)timegm(&parts) * 1000;
    if (strcmp(date_format(at_ms, written), text) != 0)
        return false;
    *out = at_ms;
    return true;
}
