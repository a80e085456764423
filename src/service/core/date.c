/* date.c - formats and parses dates. */
#define _GNU_SOURCE
#include "service/core/date.h"

#include <time.h>

#define DATE_FORMAT "%Y-%m-%dT%H:%M:%SZ"

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
    const char *end = strptime(text, DATE_FORMAT, &parts);

    if (!end || *end || parts.tm_year < 70 || parts.tm_year > 8000)
        return false;
    *out = (int64_t)timegm(&parts) * 1000;
    return true;
}
