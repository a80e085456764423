/* api_blocks.c - the calls against abuse: block an account, report a message. */
#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#include "service/accounts/users.h"
#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/core/date.h"
#include "service/core/quota.h"
#include "service/core/request.h"
#include "service/core/response.h"
#include "service/games/play/game_sync.h"
#include "json/json_text.h"

static bool add_block(const store_account *blocked, int64_t at_ms, void *context)
{
    json_array_append_new(context,
                          json_pack("{s:s,s:o}", "name", blocked->name, "since", date_json(at_ms)));
    return true;
}

static void api_list_blocks(http_request *request, void *context)
{
    struct service *service = context;
    struct login login;

    if (!accounts_require(service->accounts, request, 0, &login))
        return;
    json_t *list = json_array();
    paua_status status = store_blocks(service->env.store, login.account, add_block, list);
    if (status == PAUA_OK) {
        respond_json(request, 200, json_pack("{s:o}", "blocks", list));
        return;
    }
    json_decref(list);
    respond_read_error(request, status);
}

static void api_block_user(http_request *request, void *context)
{
    struct service *service = context;
    struct login login;
    struct user user;

    if (!accounts_require(service->accounts, request, 0, &login) ||
        !user_find_reader(service->env.store, request, &user))
        return;
    if (strcmp(login.account, user.id) == 0) {
        respond_error(request, 404, "not_found", "block somebody else: this is you");
        return;
    }
    if (!quota_admit_event(request))
        return;
    store_batch *batch = store_batch_new();
    batch_add_block(batch, login.account, user.id, env_now_ms());
    respond_committed(&service->env, request, batch, &(struct committed_response){.status = 204});
}

static void api_unblock_user(http_request *request, void *context)
{
    struct service *service = context;
    struct login login;
    struct user user;

    if (!accounts_require(service->accounts, request, 0, &login) ||
        !user_find(service->env.store, request, &user))
        return;
    store_batch *batch = store_batch_new();
    batch_remove_block(batch, login.account, user.id);
    respond_committed(&service->env, request, batch, &(struct committed_response){.status = 204});
}

/* A report with its texts, while it is made. */
struct report_draft {
    store_report row;
    char accused[ACCOUNT_ID_SIZE + 1];
    char name[SEAT_NAME_SIZE];
    char game[ID_SIZE + 1];
    char quote[4 * MESSAGE_TEXT_MAX + 1];
};

static void on_message(const store_message *message, void *context)
{
    struct report_draft *draft = context;

    if (message->sent)
        return;
    snprintf(draft->accused, sizeof draft->accused, "%s", message->peer);
    snprintf(draft->quote, sizeof draft->quote, "%s", message->text);
}

static void on_accused(const store_account *account, void *context)
{
    struct report_draft *draft = context;

    snprintf(draft->name, sizeof draft->name, "%s", account->name);
}

/* Fills a report of a message that the account has received. */
static bool quote_message(struct service *service, struct report_draft *draft,
                          struct api_error *error)
{
    store *db = service->env.store;
    const store_report *row = &draft->row;
    paua_status status = store_message_find(db, row->reporter, row->message, on_message, draft);

    if (status == PAUA_OK && draft->accused[0])
        status = store_account_by_id(db, draft->accused, on_accused, draft);
    if (status != PAUA_OK && status != PAUA_ERROR_NOT_FOUND)
        return api_error_from_status(error, status);
    return (status == PAUA_OK && draft->accused[0]) ||
           api_error_set(error, 404, "not_found", "you have not got a message of this number");
}

/* Fills a report of a line of a game's chat. */
static bool quote_chat(struct service *service, struct report_draft *draft, struct api_error *error)
{
    const int64_t number = draft->row.event;
    struct game *game;
    paua_status status = cache_get(service->games.cache, draft->game, &game);

    if (status != PAUA_OK)
        return api_error_from_load(error, status, draft->game);
    game_sync_for_request(&service->games, game);
    pthread_mutex_lock(&game->mutex);
    const struct event *event =
        number >= 1 && number <= game->event_count ? &game->events[number - 1] : NULL;
    bool found = event && event->type == EVENT_CHAT && event->text;
    if (found) {
        const struct seated_player *player = &game->players[event->side];

        snprintf(draft->accused, sizeof draft->accused, "%s", player->account);
        snprintf(draft->name, sizeof draft->name, "%s", player->name);
        snprintf(draft->quote, sizeof draft->quote, "%s", event->text);
    }
    pthread_mutex_unlock(&game->mutex);
    cache_release(service->games.cache, game);
    return found || api_error_set(error, 404, "not_found",
                                  "event: this is not the number of something that was said");
}

/* Reads the message or event that is reported, and the reason. */
static bool read_report(struct service *service, json_t *body, struct report_draft *draft,
                        struct api_error *error)
{
    json_t *message = json_object_get(body, "message"), *event = json_object_get(body, "event");
    const char *game = json_string_value(json_object_get(body, "game")),
               *text = json_string_value(json_object_get(body, "text"));
    store_report *row = &draft->row;

    if (!text || !text_is_plain(text, REPORT_TEXT_MAX, TEXT_MANY_LINES))
        return api_error_set(error, 400, "bad_request",
                             "text: expected 1 to %d characters, no control characters but line "
                             "feeds",
                             REPORT_TEXT_MAX);
    if (message ? (game || event || !json_is_integer(message) || json_integer_value(message) < 1)
                : (!game || !id_valid(game) || !json_is_integer(event)))
        return api_error_set(error, 400, "bad_request",
                             "body: expected either message, a number, or game and event");
    row->text = text;
    row->message = json_integer_value(message);
    row->event = json_integer_value(event);
    snprintf(draft->game, sizeof draft->game, "%s", message ? "" : game);
    return message ? quote_message(service, draft, error) : quote_chat(service, draft, error);
}

/* What a conflict needs to know of a report. */
struct reported {
    struct service *service;
    char reporter[ACCOUNT_ID_SIZE + 1];
};

/* On the store's thread: the limit was reached at the same moment, or on another server, or before
 * a start. */
static bool on_report_conflict(http_request *request, void *data, void *context)
{
    const struct reported *self = data;

    (void)context;
    return !messages_admit_report(self->service->messages, request, self->reporter);
}

/* Commits a complete report. */
static void commit_report(struct service *service, http_request *request,
                          struct report_draft *draft)
{
    store_report *row = &draft->row;
    struct committed_response response = {.status = 201,
                                          .conflict_code = "reported",
                                          .conflict = "you have reported this before",
                                          .respond_conflict = on_report_conflict};
    struct reported *reported = malloc(sizeof *reported);

    row->number = messages_number(service->messages);
    row->at_ms = env_now_ms();
    row->accused = draft->accused;
    row->name = draft->name;
    row->game = draft->game;
    row->quote = draft->quote;

    response.json =
        json_write_text(json_pack("{s:I}", "number", (json_int_t)row->number), JSON_COMPACT);
    if (!response.json || !reported) {
        free(response.json);
        free(reported);
        respond_no_memory(request);
        return;
    }
    reported->service = service;
    snprintf(reported->reporter, sizeof reported->reporter, "%s", row->reporter);
    response.data = reported;
    store_batch *batch = store_batch_new();
    messages_expect_few_reports(batch, row->reporter);
    batch_add_report(batch, row);
    respond_committed(&service->env, request, batch, &response);
}

static void api_create_report(http_request *request, void *context)
{
    static const char *const members[] = {"message", "game", "event", "text", NULL};
    struct service *service = context;
    struct api_error error;
    struct login login;

    if (!accounts_require(service->accounts, request, 0, &login))
        return;
    struct report_draft draft = {.row = {.reporter = login.account}};
    json_t *body = request_body_object(request, members, &error);
    if (!body || !read_report(service, body, &draft, &error))
        respond_api_error(request, &error);
    else if (messages_admit_report(service->messages, request, login.account) &&
             quota_admit_event(request))
        commit_report(service, request, &draft);
    json_decref(body);
}

static const http_route routes[] = {
    {"GET", "/api/1/account/blocks", api_list_blocks, 1},
    {"PUT", "/api/1/account/blocks/*", api_block_user, 1},
    {"DELETE", "/api/1/account/blocks/*", api_unblock_user, 1},
    {"POST", "/api/1/account/reports", api_create_report, CHAT_COST},
};

const struct route_table blocks_routes = ROUTE_TABLE(routes);
