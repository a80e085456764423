/* api_users.c - reads accounts: the own one, its games and its export, and the page of a user. */
#include <stdlib.h>
#include <string.h>

#include "service/accounts/account_json.h"
#include "service/accounts/users.h"
#include "service/api/account_export.h"
#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/core/date.h"
#include "service/core/request.h"
#include "service/core/response.h"
#include "service/games/model/computer_account.h"
#include "service/games/model/game_json.h"
#include "service/games/model/game_seats.h"
#include "service/games/play/cache.h"
#include "service/games/play/identity.h"

bool game_ids_add(const char *id, void *context)
{
    struct game_ids *ids = context;

    if (strlen(id) == ID_SIZE)
        memcpy(ids->list[ids->count++], id, ID_SIZE + 1);
    return ids->count < ids->most;
}

json_t *game_rows_json(struct service *service, const struct identity *identity,
                       const struct game_ids *ids)
{
    json_t *rows = json_array();

    for (int i = 0; i < ids->count; i++) {
        struct game *game;

        if (cache_get(service->games.cache, ids->list[i], &game) != PAUA_OK)
            continue; /* removed meanwhile, or damaged */
        pthread_mutex_lock(&game->mutex);
        int side = game_seat_of(game, identity);
        if (side != NOBODY || setup_is_public(&game->setup) ||
            game_seat_reserved_for(game, identity->login.account) != NOBODY)
            json_array_append_new(rows, game_row_json(game, game_presence(game), side));
        pthread_mutex_unlock(&game->mutex);
        cache_release(service->games.cache, game);
    }
    return rows;
}

/* Responds with what was read, or with why the store cannot be read. Takes over the JSON. */
static void respond_read(http_request *request, paua_status status, json_t *json)
{
    if (status == PAUA_OK) {
        respond_json(request, 200, json);
        return;
    }
    json_decref(json);
    respond_read_error(request, status);
}

/* The name of the account, for pages, which cannot read the cookie. */
static void api_read_session(http_request *request, void *context)
{
    struct service *service = context;
    struct login login;

    paua_status status = accounts_identify(service->accounts, request, &login);
    respond_read(
        request, status,
        json_pack("{s:o}", "name", login.account[0] ? json_string(login.name) : json_null()));
}

static void api_read_account(http_request *request, void *context)
{
    struct service *service = context;
    struct login login;

    if (!accounts_require(service->accounts, request, SCOPE_READ, &login))
        return;
    session_renew_cookie(request, &login);
    json_t *json;
    paua_status status = account_json(service->env.store, &login, ADDRESS_MASKED, &json);
    respond_read(request, status, json);
}

/* A page of the games of an account, as a request asks for it. */
struct games_page {
    int open, most;
    int64_t before; /* the number of the last game of the page before, 0: none */
};

/* Reads "open", whose default is set, "most" and "before". False: the request has its response. */
static bool read_page(http_request *request, struct games_page *page)
{
    struct api_error error;

    page->most = GAME_ROWS_MAX;
    if (query_read_int(request, "open", 0, 1, &page->open, &error) &&
        query_read_int(request, "most", 1, GAME_ROWS_MAX, &page->most, &error) &&
        query_read_number(request, "before", &page->before, &error))
        return true;
    respond_api_error(request, &error);
    return false;
}

/* Responds with a page of the games of an account, those that the identity may see. */
static void respond_page(struct service *service, http_request *request, const char *account,
                         const struct identity *identity, struct games_page *page)
{
    struct game_ids ids = {.most = page->most};
    paua_status status = store_account_games(service->env.store, account, page->open == 1,
                                             &page->before, ids.most, game_ids_add, &ids);

    if (status != PAUA_OK) {
        respond_read_error(request, status);
        return;
    }
    json_t *rows = game_rows_json(service, identity, &ids);
    respond_json(request, 200,
                 json_pack("{s:o,s:o}", "games", rows, "before",
                           page->before ? json_integer(page->before) : json_null()));
}

/* ?open=1: unfinished games and challenges; ?open=0: all others. */
static void api_list_account_games(http_request *request, void *context)
{
    struct service *service = context;
    struct games_page page = {.open = 1};
    struct identity identity = {.has_key = false};

    if (accounts_require(service->accounts, request, SCOPE_READ, &identity.login) &&
        read_page(request, &page))
        respond_page(service, request, identity.login.account, &identity, &page);
}

static void write_account_export(http_request *request, void *context)
{
    struct service *service = context;
    struct login login;
    json_t *json;

    if (!accounts_require(service->accounts, request, 0, &login))
        return;
    paua_status status = account_export_json(service, &login, &json);
    http_add_header(request, "Content-Disposition", "attachment; filename=\"paua-account.json\"");
    respond_read(request, status, json);
}

/* A page of the history of a user, without games that are not public. */
static void api_list_user_games(http_request *request, void *context)
{
    struct service *service = context;
    struct games_page page = {.open = 0};
    struct identity identity;
    struct user user;

    if (!read_page(request, &page) || !user_find_open(service->env.store, request, &user))
        return;

    paua_status status = request_identify(&service->games, request, &identity);
    /* A token without scopes gets the list of strangers. */
    if (identity.login.kind == STORE_TOKEN && !(identity.login.scopes & (SCOPE_READ | SCOPE_PLAY)))
        identity.login.account[0] = '\0';

    if (status == PAUA_OK)
        respond_page(service, request, user.id, &identity, &page);
    else
        respond_read_error(request, status);
}

/* The public page of a user. */
static void api_read_user(http_request *request, void *context)
{
    struct service *service = context;
    struct seat computer;
    struct user user;

    if (!user_find(service->env.store, request, &user))
        return;
    json_t *json =
        computer_account_find(user.name, &computer) ? seat_public_json(&computer) : json_object();
    json_object_set_new(json, "name", json_string(user.name));
    json_object_set_new(json, "created", date_json(user.created_ms));
    json_object_del(json, "kind");
    if (user.bot)
        json_object_set_new(json, "bot", json_true());
    if (user.closed_ms) {
        json_object_set_new(json, "closed", json_true());
        respond_ratings(request, PAUA_OK, json);
        return;
    }
    json_t *ratings;
    paua_status status = user_ratings_json(service->env.store, user.id, &ratings);
    json_object_set_new(json, "ratings", ratings);
    respond_ratings(request, status, json);
}

static void api_export_account(http_request *request, void *context)
{
    struct service *service = context;

    work_pool_handle(service->work, request, write_account_export, context);
}

static const http_route routes[] = {
    {"GET", "/api/1/account", api_read_account, 1},
    {"GET", "/api/1/account/games", api_list_account_games, LIST_COST},
    {"GET", "/api/1/account/export", api_export_account, EXPORT_COST},
    {"GET", "/api/1/session", api_read_session, 1},
    {"GET", "/api/1/users/*/games", api_list_user_games, LIST_COST},
    {"GET", "/api/1/users/*", api_read_user, 1},
};

const struct route_table users_routes = ROUTE_TABLE(routes);
