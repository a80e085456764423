/* response.c - writes responses and errors as JSON, opens event streams, and responds after the
 * commit of a batch. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "service/core/env.h"
#include "service/core/response.h"

#include "service/core/plain_page.h"
#include "json/json_text.h"

#define JSON_TYPE           "application/json"
#define RETRY_AFTER_SECONDS "5" /* with 503 */

/* Responds with the JSON, or without it 500 with the body `no_memory`. */
static void respond_or_fail(http_request *request, int status, char *json, const char *no_memory)
{
    http_add_header(request, "Cache-Control", "no-store");
    if (json)
        http_respond(request, status, JSON_TYPE, json, strlen(json));
    else
        http_respond_static(request, 500, JSON_TYPE, no_memory, strlen(no_memory));
}

void respond_text(http_request *request, int status, char *json)
{
    respond_or_fail(request, status, json,
                    "{\"error\":{\"code\":\"internal\",\"message\":\"out of memory\"}}");
}

void respond_committed_text(http_request *request, int status, char *json)
{
    respond_or_fail(
        request, status, json,
        "{\"error\":{\"code\":\"stored\",\"message\":\"this was stored, but the response ran "
        "out of memory: read the game\"}}");
}

/* A text that is looked for in the lines of a header. */
struct header_search {
    const char *text;
    char *(*find)(const char *line, const char *text);
    bool found;
};

static bool on_line(const char *line, void *context)
{
    struct header_search *search = context;

    search->found = search->find(line, search->text) != NULL;
    return !search->found;
}

bool request_has_version(const http_request *request, const char *etag)
{
    struct header_search search = {.text = etag, .find = strstr};

    http_header_lines(request, "If-None-Match", on_line, &search);
    return search.found;
}

bool request_accepts_type(const http_request *request, const char *type)
{
    struct header_search search = {.text = type, .find = strcasestr};

    http_header_lines(request, "Accept", on_line, &search);
    return search.found;
}

void respond_tagged(http_request *request, char *json)
{
    unsigned char hash[crypto_generichash_BYTES_MIN];
    char hex[2 * sizeof hash + 1], etag[sizeof hex + 2];

    if (!json) {
        respond_text(request, 200, NULL);
        return;
    }

    crypto_generichash(hash, sizeof hash, (const unsigned char *)json, strlen(json), NULL, 0);
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    snprintf(etag, sizeof etag, "\"%s\"", hex);

    http_add_header(request, "ETag", etag);
    http_add_header(request, "Cache-Control", "no-cache");
    if (!request_has_version(request, etag)) {
        http_respond(request, 200, JSON_TYPE, json, strlen(json));
        return;
    }
    free(json);
    http_respond_static(request, 304, NULL, "", 0);
}

void respond_json(http_request *request, int status, json_t *json)
{
    respond_text(request, status, json_write_text(json, JSON_COMPACT));
}

void respond_api_error(http_request *request, const struct api_error *error)
{
    if (error->status == 503)
        http_add_header(request, "Retry-After", RETRY_AFTER_SECONDS);
    respond_json(
        request, error->status,
        json_pack("{s:{s:s,s:s}}", "error", "code", error->code, "message", error->message));
}

void respond_error(http_request *request, int status, const char *code, const char *format, ...)
{
    struct api_error error;
    va_list values;
    va_start(values, format);
    api_error_vset(&error, status, code, format, values);
    va_end(values);
    respond_api_error(request, &error);
}

void wait_text(int seconds, char out[WAIT_TEXT_SIZE])
{
    const int minutes = seconds > 60 ? 1 + (seconds - 1) / 60 : 1;
    const bool is_long = minutes >= 60;
    const int count = is_long ? (minutes + 59) / 60 : minutes;

    snprintf(out, WAIT_TEXT_SIZE, "%d %s%s", count, is_long ? "hour" : "minute",
             count == 1 ? "" : "s");
}

void respond_too_many(http_request *request, const char *what, int wait_seconds)
{
    char wait[WAIT_TEXT_SIZE];

    wait_text(wait_seconds, wait);
    http_add_retry_after(request, wait_seconds);
    respond_error(request, 429, "too_many", "%s; try again in %s", what, wait);
}

void respond_no_memory(http_request *request)
{
    struct api_error error;

    api_error_no_memory(&error);
    respond_api_error(request, &error);
}

void respond_read_error(http_request *request, paua_status status)
{
    struct api_error error;

    api_error_from_status(&error, status);
    respond_api_error(request, &error);
}

void respond_no_path(http_request *request)
{
    respond_error(request, 404, "not_found", "no such path: %.80s", http_path(request));
}

bool request_charge(http_request *request, int cost)
{
    if (http_charge(request, cost))
        return true;
    respond_error(request, 429, "too_many", "too many requests from this address");
    return false;
}

void respond_load_error(http_request *request, paua_status status, const char *id)
{
    struct api_error error;

    api_error_from_load(&error, status, id);
    respond_api_error(request, &error);
}

bool request_wants_sse(const http_request *request)
{
    return request_accepts_type(request, "text/event-stream");
}

void respond_events(http_request *request, bool sse, const http_stream_source *calls, void *context,
                    http_stream **out)
{
    http_stream_source source = *calls;

    source.type = sse ? "text/event-stream" : "application/x-ndjson";
    source.heartbeat = sse ? ":\n\n" : "\n";
    if (!sse)
        source.farewell = NULL;
    http_add_header(request, "Cache-Control", "no-store");
    http_add_header(request, "X-Accel-Buffering", "no"); /* nginx: no buffering */
    http_respond_stream(request, &source, context, out);
}

bool request_read_last_event(const http_request *request, int64_t *number)
{
    const char *text = http_header(request, "Last-Event-ID");

    if (!text)
        text = http_query(request, "after");
    if (!text)
        return true;
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 18 || text[digits] != '\0')
        return false;
    *number = strtoll(text, NULL, 10);
    return true;
}

struct committed_request {
    struct env *env;
    http_request *request;
    struct committed_response response;
};

static void response_clear(struct committed_response *response)
{
    free(response->json);
    free(response->data);
}

void respond_unwritable(struct env *env, http_request *request)
{
    env_log_store_failure(env);
    respond_error(request, 503, "storage", "the store could not write this");
}

void respond_unchanged(struct env *env, http_request *request)
{
    env_log_store_failure(env);
    if (request)
        respond_error(request, 503, "storage",
                      "the store could not write this; nothing has changed");
}

/* On the store's thread. */
static void on_committed(paua_status status, void *context)
{
    struct committed_request *self = context;
    struct committed_response *response = &self->response;

    if (response->on_committed)
        response->on_committed(status, response->data, response->context);

    if (status == PAUA_ERROR_CONFLICT && response->respond_conflict &&
        response->respond_conflict(self->request, response->data, response->context)) {
        /* It has its response. */
    } else if (status == PAUA_ERROR_CONFLICT && response->conflict_code) {
        respond_error(self->request, 409, response->conflict_code, "%s", response->conflict);
    } else if (status != PAUA_OK) {
        respond_unwritable(self->env, self->request);
    } else if (response->json) {
        respond_committed_text(self->request, response->status, response->json);
        response->json = NULL;
    } else if (response->page) {
        http_respond_static(self->request, response->status, PLAIN_PAGE_TYPE, response->page,
                            strlen(response->page));
    } else {
        http_respond_static(self->request, response->status, NULL, "", 0);
    }

    response_clear(response);
    free(self);
}

void respond_committed(struct env *env, http_request *request, store_batch *batch,
                       const struct committed_response *response)
{
    struct committed_request *self = malloc(sizeof *self);
    struct committed_response unsent = *response;

    if (!self) {
        store_batch_free(batch);
        response_clear(&unsent);
        respond_no_memory(request);
        return;
    }

    *self = (struct committed_request){env, request, *response};
    if (!http_is_deferred(request))
        http_defer(request);
    if (store_commit(env->store, batch, on_committed, self) == PAUA_OK)
        return;
    response_clear(&unsent);
    free(self);
    respond_no_memory(request);
}
