/* request.c - reads the query parameters and the JSON bodies of requests; unknown members are
 * refused. */
#include "service/core/request.h"

#include <stdlib.h>
#include <string.h>

#include "json/json_text.h"

/* ---- the query ---- */

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

/* ---- the body ---- */

bool json_check_members(json_t *object, const char *what, const char *const *members,
                        struct api_error *error)
{
    const char *name;
    json_t *value;

    json_object_foreach(object, name, value)
    {
        const char *const *known = members;

        while (*known && strcmp(*known, name) != 0)
            known++;
        if (!*known)
            return api_error_set(error, 400, "bad_request", "%s: unknown member '%.40s'", what,
                                 name);
    }
    return true;
}

bool json_read_int(json_t *object, const char *name, int min, int max, int *out,
                   struct api_error *error)
{
    json_t *value = json_object_get(object, name);

    if (!value)
        return true;
    if (!json_is_integer(value) || json_integer_value(value) < min ||
        json_integer_value(value) > max)
        return api_error_set(error, 400, "bad_request", "%s: expected a whole number from %d to %d",
                             name, min, max);
    *out = (int)json_integer_value(value);
    return true;
}

json_t *request_body_object(const http_request *request, const char *const *members,
                            struct api_error *error)
{
    json_error_t why;
    size_t size;
    const char *text = http_body(request, &size);

    json_t *body;
    paua_status status = json_parse_text(text, size, JSON_REJECT_DUPLICATES, &body, &why);
    if (status == PAUA_ERROR_NO_MEMORY)
        api_error_no_memory(error);
    else if (status != PAUA_OK)
        api_error_set(error, 400, "bad_json", "body: line %d, column %d: %s", why.line, why.column,
                      why.text);
    if (status != PAUA_OK)
        return NULL;
    if (!json_is_object(body))
        api_error_set(error, 400, "bad_request", "body: expected an object");
    else if (json_check_members(body, "body", members, error))
        return body;
    json_decref(body);
    return NULL;
}

json_t *request_body_optional(const http_request *request, const char *const *members,
                              struct api_error *error)
{
    size_t size;

    http_body(request, &size);
    if (size > 0)
        return request_body_object(request, members, error);
    json_t *empty = json_object();
    if (!empty)
        api_error_no_memory(error);
    return empty;
}

bool json_read_bool(json_t *object, const char *name, bool *out, struct api_error *error)
{
    json_t *value = json_object_get(object, name);

    if (!value)
        return true;
    if (!json_is_boolean(value))
        return api_error_set(error, 400, "bad_request", "%s: expected true or false", name);
    *out = json_is_true(value);
    return true;
}

bool json_require_text(json_t *object, const char *name, const char **out, struct api_error *error)
{
    *out = json_string_value(json_object_get(object, name));
    return *out || api_error_set(error, 400, "bad_request", "%s: expected a string", name);
}
