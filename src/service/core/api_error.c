/* api_error.c - fills in the errors of the API. */
#include "service/core/api_error.h"

#include <stdio.h>

#include "base/unicode.h"

void api_error_vset(struct api_error *error, int status, const char *code, const char *format,
                    va_list values)
{
    error->status = status;
    error->code = code;
    vsnprintf(error->message, sizeof error->message, format, values);
    unicode_make_line(error->message);
}

bool api_error_set(struct api_error *error, int status, const char *code, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    api_error_vset(error, status, code, format, values);
    va_end(values);
    return false;
}

bool api_error_set_parse(struct api_error *error, const char *code, const char *what,
                         const char *text, const paua_error *why)
{
    char reason[256];
    paua_error_text(why, text, reason, sizeof reason);
    return api_error_set(error, 400, code, "%s: %s", what, reason);
}

bool api_error_no_memory(struct api_error *error)
{
    return api_error_set(error, 500, "internal", "out of memory");
}

bool api_error_from_status(struct api_error *error, paua_status status)
{
    if (status == PAUA_ERROR_NO_MEMORY)
        return api_error_no_memory(error);
    return api_error_set(error, 503, "storage", "the store cannot be read");
}

bool api_error_from_load(struct api_error *error, paua_status status, const char *id)
{
    if (status == PAUA_ERROR_NOT_FOUND)
        return api_error_set(error, 404, "not_found", "no such game: %.32s", id);
    if (status == PAUA_ERROR_IO)
        return api_error_set(error, 503, "storage", "the game cannot be read at the moment");
    return api_error_set(error, 500, "internal", "the game cannot be read: %s",
                         paua_status_text(status));
}
