/* api_account_events.c - GET /account/events: the events of an account as a stream. It begins with
 * the state of the account, or behind the last event that the client has received. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/core/response.h"
#include "service/games/play/identity.h"
#include "store/tables/subscriptions.h"
#include "json/json_text.h"

struct notice_stream {
    struct service *service;
    struct notice_reader reader;
    struct login login;
    char *state; /* owned: the first event, the state of the account; or NULL */
    bool begun;
};

static bool add_subscription(const char *game, int64_t since_ms, void *context)
{
    (void)since_ms;
    json_array_append_new(context, json_string(game));
    return true;
}

/* Makes the first event: games, subscriptions, unread messages. PAUA_OK, or why the store cannot be
 * read. */
static paua_status make_state(struct notice_stream *self)
{
    store *db = self->service->env.store;
    const char *account = self->login.account;
    const struct identity identity = {.login = self->login};
    struct game_ids games = {.most = GAME_ROWS_MAX};
    json_t *following = json_array();
    int unread = 0;
    paua_status status =
        store_account_games(db, account, true, NULL, GAME_ROWS_MAX, game_ids_add, &games);
    if (status == PAUA_OK)
        status = store_subscriptions(db, account, add_subscription, following);
    if (status == PAUA_OK)
        status = store_unseen(db, account, &unread);
    if (status != PAUA_OK) {
        json_decref(following);
        return status;
    }

    json_t *rows = game_rows_json(self->service, &identity, &games);
    json_t *json = json_pack("{s:s,s:o,s:o}", "name", self->login.name, "games", rows,
                             "subscriptions", following);
    if (self->reader.all)
        json_object_set_new(json, "unread", json_integer(unread));
    self->state = json_write_text(json, JSON_COMPACT);
    return self->state ? PAUA_OK : PAUA_ERROR_NO_MEMORY;
}

/* Whether the session or token of the stream has ended. False if the store cannot be read. */
static bool login_has_ended(const struct notice_stream *self)
{
    bool there;

    return accounts_confirm(self->service->accounts, &self->login, &there) == PAUA_OK && !there;
}

static bool on_stream_next(void *context, char **piece, size_t *size)
{
    struct notice_stream *self = context;
    struct notices *notices = self->service->notices;
    const bool sse = self->reader.sse;
    struct memory_file file;
    bool check;

    if (!memory_file_open(&file))
        return false;
    if (!self->begun) {
        self->begun = true;
        self->reader.check = true; /* the login may have ended before */
        notices_link(notices, &self->reader);
        if (sse)
            fputs("retry: 1000\n\n", file.to);
        if (self->state)
            notice_write(sse, "accountFull", self->reader.last, self->state, file.to);
        free(self->state);
        self->state = NULL;
    }

    notices_write(notices, &self->reader, &check, file.to);
    if (check && login_has_ended(self))
        self->reader.ended = true;
    if (self->reader.ended)
        http_stream_wake(self->reader.stream); /* on_stream_over() ends it */

    *piece = memory_file_close(&file, size);
    if (!*piece)
        return false;
    if (*size > 0)
        return true;
    free(*piece);
    *piece = NULL;
    return true;
}

/* The login has ended, or the client was too slow and has missed an event. */
static bool on_stream_over(void *context)
{
    const struct notice_stream *self = context;

    return self->reader.ended;
}

static void on_stream_close(void *context)
{
    struct notice_stream *self = context;

    notices_leave(self->service->notices, &self->reader);
    free(self->state);
    free(self);
}

/* Responds with the stream of a registered reader. */
static void open_stream(http_request *request, struct notice_stream *self)
{
    static const http_stream_source calls = {
        .next = on_stream_next, .over = on_stream_over, .close = on_stream_close};

    respond_events(request, self->reader.sse, &calls, self, &self->reader.stream);
}

static void api_stream_account_events(http_request *request, void *context)
{
    struct service *service = context;
    struct login login;
    int64_t after = 0;

    if (!accounts_require(service->accounts, request, SCOPE_READ, &login))
        return;
    if (!request_read_last_event(request, &after)) {
        respond_error(request, 400, "bad_request",
                      "Last-Event-ID: expected the number of an event");
        return;
    }

    struct notice_stream *self = calloc(1, sizeof *self);
    if (!self) {
        respond_no_memory(request);
        return;
    }

    self->service = service;
    self->login = login;
    self->reader.all = login.kind == STORE_SESSION;
    self->reader.sse = request_wants_sse(request);
    paua_status status = notices_enter(service->notices, login.account, after, &self->reader);
    if (status == PAUA_ERROR_NOT_FOUND) {
        status = make_state(self);
        if (status != PAUA_OK)
            notices_leave(service->notices, &self->reader);
    }
    if (status == PAUA_OK) {
        open_stream(request, self);
        return;
    }

    free(self);
    respond_read_error(request, status);
}

static const http_route routes[] = {
    {HTTP_GET_ONLY, "/api/1/account/events", api_stream_account_events, LIST_COST},
};

const struct route_table account_events_routes = ROUTE_TABLE(routes);
