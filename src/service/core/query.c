/* query.c - reads the query parameters of requests. */
#include "service/core/query.h"

#include <stdlib.h>
#include <string.h>

#include "service/core/date.h"

bool query_read_int(const http_request *request, const char *name, int min, int max, int *out,
                    struct api_error *error)
{
    const char *text = http_query(request, name);

    if (!text)
        return true;
    size_t length = strlen(text);
    long value = length > 0 && length < 10 && strspn(text, "0123456789") == length
                     ? strtol(text, NULL, 10)
                     : -1;
    if (value < min || value > max)
        return api_error_set(error, 400, "bad_request", "%s: expected a whole number from %d to %d",
                             name, min, max);
    *out = (int)value;
    return true;
}

bool query_read_number(const http_request *request, const char *name, int64_t *out,
                       struct api_error *error)
{
    const char *text = http_query(request, name);

    if (!text)
        return true;
    size_t length = strlen(text);
    if (length == 0 || length > 18 || strspn(text, "0123456789") != length)
        return api_error_set(error, 400, "bad_request", "%s: expected a whole number", name);
    *out = strtoll(text, NULL, 10);
    return true;
}

bool query_read_date(const http_request *request, const char *name, int64_t *out,
                     struct api_error *error)
{
    const char *text = http_query(request, name);

    return !text || date_parse(text, out) ||
           api_error_set(error, 400, "bad_request",
                         "%s: expected a moment such as 2026-11-23T12:48:36Z", name);
}

bool query_next_id(const char **list, char id[ID_SIZE + 1])
{
    while (**list) {
        const char *word = *list;
        size_t size = strcspn(word, ",");

        *list = word + size + (word[size] == ',');
        if (size == ID_SIZE) {
            memcpy(id, word, ID_SIZE);
            id[ID_SIZE] = '\0';
            return true;
        }
    }
    return false;
}
