/* reply.c - answers and errors as JSON, and bodies as objects. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/internal.h"

#define JSON_TYPE "application/json"

void reply_text(http_request *request, int status, char *json)
{
    static const char failed[] =
        "{\"error\":{\"code\":\"internal\",\"message\":\"out of memory\"}}";

    http_add_header(request, "Cache-Control", "no-store");
    if (json)
        http_respond(request, status, JSON_TYPE, json, strlen(json));
    else
        http_respond_static(request, 500, JSON_TYPE, failed, sizeof failed - 1);
}

void reply_json(http_request *request, int status, json_t *json)
{
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;

    json_decref(json);
    reply_text(request, status, text);
}

static void reply_message(http_request *request, int status, const char *code, const char *message)
{
    reply_json(request, status,
               json_pack("{s:{s:s,s:s}}", "error", "code", code, "message", message));
}

/* What a client sent may stand in a message, cut off anywhere: only printable ASCII stays. */
static void message_format(char *message, size_t cap, const char *format, va_list values)
{
    vsnprintf(message, cap, format, values);
    for (char *at = message; *at; at++) {
        if (*at < ' ' || *at > '~')
            *at = '?';
    }
}

void reply_error(http_request *request, int status, const char *code, const char *format, ...)
{
    char message[160];
    va_list values;

    va_start(values, format);
    message_format(message, sizeof message, format, values);
    va_end(values);
    reply_message(request, status, code, message);
}

void reply_fault(http_request *request, const struct fault *fault)
{
    reply_message(request, fault->status, fault->code, fault->message);
}

void reply_status(http_request *request, paua_status status, const char *id)
{
    if (status == PAUA_NOT_FOUND)
        reply_error(request, 404, "not_found", "no game %.32s", id);
    else if (status == PAUA_IO)
        reply_error(request, 503, "storage", "the game cannot be read now");
    else
        reply_error(request, 500, "internal", "the game cannot be read: %s",
                    paua_status_text(status));
}

bool fault_set(struct fault *fault, int status, const char *code, const char *format, ...)
{
    va_list values;

    fault->status = status;
    fault->code = code;
    va_start(values, format);
    message_format(fault->message, sizeof fault->message, format, values);
    va_end(values);
    return false;
}

bool fault_set_text(struct fault *fault, const char *code, const char *what, const char *text,
                    const paua_error *error)
{
    char why[256];

    paua_error_text(error, text, why, sizeof why);
    return fault_set(fault, 400, code, "%s: %s", what, why);
}

bool members_known(json_t *object, const char *what, const char *const *members,
                   struct fault *fault)
{
    const char *name;
    json_t *value;

    json_object_foreach(object, name, value)
    {
        const char *const *known = members;

        while (*known && strcmp(*known, name) != 0)
            known++;
        if (!*known)
            return fault_set(fault, 400, "bad_request", "%s: unknown member '%.40s'", what, name);
    }
    return true;
}

bool member_number(json_t *object, const char *name, int min, int max, int *out,
                   struct fault *fault)
{
    json_t *value = json_object_get(object, name);

    if (!value)
        return true;
    if (!json_is_integer(value) || json_integer_value(value) < min ||
        json_integer_value(value) > max)
        return fault_set(fault, 400, "bad_request", "%s: expected a whole number from %d to %d",
                         name, min, max);
    *out = (int)json_integer_value(value);
    return true;
}

json_t *body_object(const http_request *request, const char *const *members, struct fault *fault)
{
    json_error_t error;
    size_t size;
    const char *text = http_body(request, &size);
    json_t *body;

    if (size == 0 && !members[0])
        return json_object();
    body = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    if (!body) {
        fault_set(fault, 400, "bad_json", "body: line %d, column %d: %s", error.line, error.column,
                  error.text);
        return NULL;
    }
    if (!json_is_object(body))
        fault_set(fault, 400, "bad_request", "body: expected an object");
    else if (members_known(body, "body", members, fault))
        return body;
    json_decref(body);
    return NULL;
}
