/* api_messages.c - the messages between accounts: write, read, mark as read, remove. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#include "service/accounts/users.h"
#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/core/date.h"
#include "service/core/idempotency_key.h"
#include "service/core/quota.h"
#include "service/core/request.h"
#include "service/core/response.h"
#include "json/json_text.h"

enum { PAGE_MAX = 100 };

/* Reads ?before= and ?most=. False: the request has its response. */
static bool read_page(http_request *request, int64_t *before, int *most)
{
    struct api_error error;

    *before = 0;
    *most = PAGE_MAX;
    if (query_read_number(request, "before", before, &error) &&
        query_read_int(request, "most", 1, PAGE_MAX, most, &error))
        return true;
    respond_api_error(request, &error);
    return false;
}

/* "before" of the response. */
static json_t *next_json(int64_t next)
{
    return next ? json_integer((json_int_t)next) : json_null();
}

static bool add_conversation(const store_message *last, const store_account *peer, int unseen,
                             void *context)
{
    json_t *list = context;
    json_t *json = json_pack("{s:s,s:i,s:o}", "name", peer->name, "unread", unseen, "last",
                             message_json(last));

    if (peer->closed_ms)
        json_object_set_new(json, "closed", json_true());
    json_array_append_new(list, json);
    return true;
}

static void api_list_conversations(http_request *request, void *context)
{
    struct service *service = context;
    store *db = service->env.store;
    struct login login;
    int64_t before;
    int most, unseen;

    if (!accounts_require(service->accounts, request, 0, &login) ||
        !read_page(request, &before, &most))
        return;
    json_t *list = json_array();
    int64_t next;
    paua_status status =
        store_conversations(db, login.account, before, most, &next, add_conversation, list);
    if (status == PAUA_OK)
        status = store_unseen(db, login.account, &unseen);
    if (status == PAUA_OK) {
        respond_json(request, 200,
                     json_pack("{s:i,s:o,s:o}", "unread", unseen, "conversations", list, "before",
                               next_json(next)));
        return;
    }
    json_decref(list);
    respond_read_error(request, status);
}

static bool add_message(const store_message *message, void *context)
{
    json_array_append_new(context, message_json(message));
    return true;
}

static void api_list_messages(http_request *request, void *context)
{
    struct service *service = context;
    store *db = service->env.store;
    struct login login;
    struct user user;
    int64_t before;
    bool blocked;
    int most;

    if (!accounts_require(service->accounts, request, 0, &login) ||
        !read_page(request, &before, &most) || !user_find(service->env.store, request, &user))
        return;
    json_t *list = json_array();
    int64_t next;
    paua_status status =
        store_messages(db, login.account, user.id, before, most, &next, add_message, list);
    if (status == PAUA_OK)
        status = store_is_blocked(db, login.account, user.id, &blocked);
    if (status == PAUA_OK) {
        json_t *json = json_pack("{s:s,s:b,s:o,s:o}", "name", user.name, "blocked", (int)blocked,
                                 "messages", list, "before", next_json(next));
        if (user.closed_ms)
            json_object_set_new(json, "closed", json_true());
        respond_json(request, 200, json);
        return;
    }
    json_decref(list);
    respond_read_error(request, status);
}

/* Reads "text" of a message, and the key of the request. The caller owns the body. NULL: the
 * request has its response. */
static const char *read_text(http_request *request, json_t **body, int64_t *key)
{
    static const char *const members[] = {"text", NULL};
    struct api_error error;

    *body = request_body_object(request, members, &error);
    const char *text = json_string_value(json_object_get(*body, "text"));
    const bool plain = text && text_is_plain(text, MESSAGE_TEXT_MAX, TEXT_MANY_LINES);
    if (plain && request_idempotency_key(request, key, &error))
        return text;
    if (*body && !plain)
        api_error_set(&error, 400, "bad_request",
                      "text: expected 1 to %d characters, no control characters but line feeds",
                      MESSAGE_TEXT_MAX);
    respond_api_error(request, &error);
    return NULL;
}

/* Whether the account may write to this user. *hides: the user has blocked it and will not see the
 * message. */
static bool admit_message(struct service *service, http_request *request, const char *account,
                          const struct user *to, bool *hides)
{
    store *db = service->env.store;
    bool blocks;

    if (strcmp(account, to->id) == 0) {
        respond_error(request, 404, "not_found", "write to somebody else: this is you");
        return false;
    }
    paua_status status = store_block_between(db, account, to->id, &blocks, hides);
    if (status != PAUA_OK) {
        respond_read_error(request, status);
        return false;
    }
    if (blocks) {
        respond_error(request, 409, "blocked", "you have blocked %s", to->name);
        return false;
    }
    return messages_admit(service->messages, request, account, to->id) &&
           quota_admit_event(request);
}

/* A message on its way to the store. */
struct outgoing {
    struct service *service;
    char from[ACCOUNT_ID_SIZE + 1], to[ACCOUNT_ID_SIZE + 1];
    int64_t key;        /* as in store_message */
    const char *notice; /* behind the text: for the event stream of the recipient; "": none */
    char text[];
};

static void on_sent(paua_status status, void *data, void *context)
{
    const struct outgoing *self = data;

    (void)context;
    if (status == PAUA_OK && *self->notice)
        notices_message(self->service->notices, self->to, self->notice);
    if (status == PAUA_OK)
        mail_events_wake(self->service->mail_events);
}

/* `hides`: the recipient does not get it. NULL: out of memory. */
static struct outgoing *outgoing_new(struct service *service, const struct login *from,
                                     const store_message *message, bool hides)
{
    store_message received = *message;
    received.sent = received.seen = false;
    char *notice = hides ? strdup("") : notices_message_json(from->name, &received);
    const size_t size = strlen(message->text) + 1, notice_size = notice ? strlen(notice) + 1 : 0;
    struct outgoing *self = notice ? malloc(sizeof *self + size + notice_size) : NULL;

    if (self) {
        self->service = service;
        snprintf(self->from, sizeof self->from, "%s", message->owner);
        snprintf(self->to, sizeof self->to, "%s", message->peer);
        self->key = message->key;
        memcpy(self->text, message->text, size);
        self->notice = memcpy(self->text + size, notice, notice_size);
    }
    free(notice);
    return self;
}

/* The stored message that a request repeats. */
struct repeat {
    const char *text; /* of the request */
    bool same;        /* both have the same text */
    char *json;       /* the response to the first request; NULL: out of memory */
};

static void on_stored_message(const store_message *message, void *context)
{
    struct repeat *self = context;

    self->same = strcmp(message->text, self->text) == 0;
    self->json = self->same ? json_write_text(message_json(message), JSON_COMPACT) : NULL;
}

/* Responds to the repeat of a message that has been stored, or where the store cannot be read.
 * False: there is no such message. */
static bool respond_repeat(struct service *service, http_request *request, const char *from,
                           const char *to, int64_t key, const char *text)
{
    struct repeat repeat = {.text = text};
    struct api_error error;

    if (key == 0)
        return false;
    paua_status status =
        store_message_find_key(service->env.store, from, to, key, on_stored_message, &repeat);
    if (status == PAUA_ERROR_NOT_FOUND)
        return false;
    if (status != PAUA_OK) {
        respond_read_error(request, status);
    } else if (repeat.same) {
        respond_committed_text(request, 201, repeat.json);
    } else {
        idempotency_key_refuse(&error);
        respond_api_error(request, &error);
    }
    return true;
}

/* On the store's thread: the same message came a second time before it was stored, or others to
 * strangers came at the same moment. */
static bool on_conflict(http_request *request, void *data, void *context)
{
    const struct outgoing *self = data;

    (void)context;
    return respond_repeat(self->service, request, self->from, self->to, self->key, self->text) ||
           !messages_admit(self->service->messages, request, self->from, self->to);
}

/* Adds a message to the boxes of both accounts, or only to that of the sender. */
static void add_to_boxes(struct service *service, store_batch *batch, store_message message,
                         bool hides)
{
    const char *from = message.owner;

    if (message.key)
        batch_expect_new_message(batch, from, message.peer, message.key);
    messages_count(service->messages, batch, &message);
    batch_add_message(batch, &message);
    batch_trim_messages(batch, from, MESSAGES_KEPT);
    if (hides)
        return;
    message.owner = message.peer;
    message.peer = from;
    message.sent = message.seen = false;
    message.key = 0;
    batch_add_message(batch, &message);
    batch_trim_messages(batch, message.owner, MESSAGES_KEPT);
    mail_events_add_message(service->mail_events, message.owner, message.number, batch);
}

/* Commits a message. `hides`: the recipient does not get it. */
static void send_message(struct service *service, http_request *request, const struct login *login,
                         const struct user *to, bool hides, const char *text, int64_t key)
{
    const store_message message = {.owner = login->account,
                                   .peer = to->id,
                                   .number = messages_number(service->messages),
                                   .sent = true,
                                   .key = key,
                                   .seen = true,
                                   .at_ms = env_now_ms(),
                                   .text = text};
    struct outgoing *outgoing = outgoing_new(service, login, &message, hides);
    char *json = outgoing ? json_write_text(message_json(&message), JSON_COMPACT) : NULL;

    if (!json) {
        free(outgoing);
        respond_no_memory(request);
        return;
    }

    store_batch *batch = store_batch_new();
    add_to_boxes(service, batch, message, hides);
    respond_committed(&service->env, request, batch,
                      &(struct committed_response){.status = 201,
                                                   .json = json,
                                                   .respond_conflict = on_conflict,
                                                   .on_committed = on_sent,
                                                   .data = outgoing});
}

static void api_write_message(http_request *request, void *context)
{
    struct service *service = context;
    struct login login;
    struct user user;
    json_t *body = NULL;
    int64_t key;
    bool hides;

    if (!accounts_require(service->accounts, request, 0, &login) ||
        !user_find_reader(service->env.store, request, &user))
        return;
    const char *text = read_text(request, &body, &key);
    if (text && !respond_repeat(service, request, login.account, user.id, key, text) &&
        admit_message(service, request, login.account, &user, &hides))
        send_message(service, request, &login, &user, hides, text, key);
    json_decref(body);
}

/* Reads "number", the last message that was read. */
static bool read_number(json_t *body, int64_t *out, struct api_error *error)
{
    json_t *number = json_object_get(body, "number");

    *out = json_integer_value(number);
    return (json_is_integer(number) && *out > 0) ||
           api_error_set(error, 400, "bad_request", "number: expected that of a message");
}

static void api_mark_messages(http_request *request, void *context)
{
    static const char *const members[] = {"number", NULL};
    struct service *service = context;
    struct api_error error;
    struct login login;
    struct user user;
    int64_t number;

    if (!accounts_require(service->accounts, request, 0, &login) ||
        !user_find(service->env.store, request, &user))
        return;
    json_t *body = request_body_object(request, members, &error);
    bool valid = body && read_number(body, &number, &error);
    json_decref(body);
    if (!valid) {
        respond_api_error(request, &error);
        return;
    }
    store_batch *batch = store_batch_new();
    batch_mark_messages(batch, login.account, user.id, number);
    respond_committed(&service->env, request, batch, &(struct committed_response){.status = 204});
}

/* Removes a message, or (`number` 0) a conversation from the own box. 204 also if it was removed
 * before. */
static void remove_messages(struct service *service, http_request *request, int64_t number)
{
    struct login login;
    struct user user;

    if (!accounts_require(service->accounts, request, 0, &login) ||
        !user_find(service->env.store, request, &user))
        return;
    store_batch *batch = store_batch_new();
    if (number == 0)
        batch_remove_conversation(batch, login.account, user.id);
    else
        batch_remove_message(batch, login.account, user.id, number);
    respond_committed(&service->env, request, batch, &(struct committed_response){.status = 204});
}

static void api_remove_messages(http_request *request, void *context)
{
    remove_messages(context, request, 0);
}

static void api_remove_message(http_request *request, void *context)
{
    const char *text = http_path_parameter(request, 1);
    const size_t digits = strspn(text, "0123456789");
    const int64_t number =
        text[digits] == '\0' && digits > 0 && digits <= 18 ? strtoll(text, NULL, 10) : 0;

    if (number > 0)
        remove_messages(context, request, number);
    else
        respond_error(request, 404, "not_found", "a message has a number, not '%.20s'", text);
}

static const http_route routes[] = {
    {"GET", "/api/1/account/messages", api_list_conversations, LIST_COST},
    {"GET", "/api/1/account/messages/*", api_list_messages, 1},
    {"DELETE", "/api/1/account/messages/*", api_remove_messages, 1},
    {"POST", "/api/1/account/messages/*/read", api_mark_messages, 1},
    {"DELETE", "/api/1/account/messages/*/*", api_remove_message, 1},
    {"POST", "/api/1/users/*/messages", api_write_message, CHAT_COST},
};

const struct route_table messages_routes = ROUTE_TABLE(routes);
