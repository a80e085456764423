/* api_users.c - reads accounts: the own one, its games and its export, and the page of a user. */
#include <stdlib.h>
#include <string.h>

#include "service/accounts/account_json.h"
#include "service/accounts/settings.h"
#include "service/accounts/users.h"
#include "service/api/api.h"
#include "service/api/game_rows.h"
#include "service/api/instance.h"
#include "service/core/date.h"
#include "service/core/query.h"
#include "service/core/response.h"
#include "service/games/model/computer_account.h"
#include "json/json_text.h"

enum { EXPORT_GAMES_MAX = 100000 };

/* Responds with JSON, or without it 503: the store could not be read. */
static void respond_read(http_request *request, json_t *json)
{
    if (json)
        respond_json(request, 200, json);
    else
        respond_unreadable(request);
}

/* The name of the account, for pages, which cannot read the cookie. */
static void api_read_session(http_request *request, void *context)
{
    struct service *service = context;
    struct login login;

    if (accounts_identify(service->accounts, request, &login) != PAUA_OK)
        respond_read(request, NULL);
    else
        respond_json(
            request, 200,
            json_pack("{s:o}", "name", login.account[0] ? json_string(login.name) : json_null()));
}

static void api_read_account(http_request *request, void *context)
{
    struct service *service = context;
    struct login login;

    if (!accounts_require(service->accounts, request, SCOPE_READ, &login))
        return;
    session_renew_cookie(request);
    respond_read(request, account_json(service->env.store, &login, false));
}

/* ?open=1: unfinished games and challenges; ?open=0: all others. */
static void api_list_account_games(http_request *request, void *context)
{
    struct service *service = context;
    struct game_ids ids = {.most = GAME_ROWS_MAX};
    struct identity identity = {.has_key = false};
    struct api_error error;
    int64_t before_ms = 0;
    int open = 1;

    if (!accounts_require(service->accounts, request, SCOPE_READ, &identity.login))
        return;
    if (!query_read_int(request, "open", 0, 1, &open, &error) ||
        !query_read_int(request, "most", 1, GAME_ROWS_MAX, &ids.most, &error) ||
        !query_read_date(request, "before", &before_ms, &error)) {
        respond_api_error(request, &error);
        return;
    }
    paua_status status = store_account_games(service->env.store, identity.login.account, open == 1,
                                             before_ms, ids.most, game_ids_add, &ids);
    json_t *rows = status == PAUA_OK ? game_rows_json(service, &identity, &ids, &before_ms) : NULL;
    respond_read(request, rows ? json_pack("{s:o}", "games", rows) : NULL);
}

/* Adds an id to an array. */
static bool list_game(const char *id, void *context)
{
    json_array_append_new(context, json_string(id));
    return true;
}

/* The ids of the games of an account. NULL: the store cannot be read. */
static json_t *game_ids_json(store *db, const char *account)
{
    json_t *games = json_array();

    for (int open = 1; open >= 0; open--) {
        if (store_account_games(db, account, open == 1, 0, EXPORT_GAMES_MAX, list_game, games) ==
            PAUA_OK)
            continue;
        json_decref(games);
        return NULL;
    }
    return games;
}

/* All stored data of an account, except secrets. */
static void api_export_account(http_request *request, void *context)
{
    struct service *service = context;
    struct settings settings;
    struct login login;

    if (!accounts_require(service->accounts, request, 0, &login))
        return;
    /* First: to parse JSON forgets that something could not be written before (json_text.h). */
    bool readable = settings_read(service->env.store, login.account, &settings) == PAUA_OK;
    json_t *json = account_json(service->env.store, &login, true);
    json_t *games = game_ids_json(service->env.store, login.account);
    json_t *ratings = user_rating_history_json(service->env.store, login.account);
    bool complete = json && games && ratings && readable &&
                    messages_export(service->messages, login.account, json);
    json_object_set_new(json, "games", games);
    json_object_set_new(json, "ratings", ratings);
    if (complete) {
        store_vacation vacation;

        vacations_read(service->games.vacations, login.account, &vacation);
        json_object_set_new(json, "settings", settings_json(&settings));
        json_object_set_new(json, "vacation",
                            vacation_json(&vacation, service->config.vacation_days));
    }
    if (!complete)
        json_decref(json);
    http_add_header(request, "Content-Disposition", "attachment; filename=\"paua-account.json\"");
    respond_read(request, complete ? json : NULL);
}

/* A page of the history of a user, without games that are not public. */
static void api_list_user_games(http_request *request, void *context)
{
    struct service *service = context;
    struct game_ids ids = {.most = GAME_ROWS_MAX};
    struct identity identity;
    struct api_error error;
    struct user user;
    int64_t before_ms = 0;
    int open = 0;

    if (!query_read_int(request, "open", 0, 1, &open, &error) ||
        !query_read_int(request, "most", 1, GAME_ROWS_MAX, &ids.most, &error) ||
        !query_read_number(request, "before", &before_ms, &error)) {
        respond_api_error(request, &error);
        return;
    }

    if (!user_find_open(service->env.store, request, &user))
        return;

    paua_status status = request_identify(&service->games, request, &identity);
    /* A token without scopes gets the list of strangers. */
    if (identity.login.kind == STORE_TOKEN && !(identity.login.scopes & (SCOPE_READ | SCOPE_PLAY)))
        identity.login.account[0] = '\0';

    if (status == PAUA_OK)
        status = store_account_games(service->env.store, user.id, open == 1, before_ms, ids.most,
                                     game_ids_add, &ids);
    if (status != PAUA_OK) {
        respond_read(request, NULL);
        return;
    }

    json_t *rows = game_rows_json(service, &identity, &ids, &before_ms);
    bool more = ids.count == ids.most;
    respond_read(request, json_pack("{s:o,s:o}", "games", rows, "before",
                                    more ? json_integer(before_ms) : json_null()));
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
    json_t *ratings = user.closed_ms ? NULL : user_ratings_json(service->env.store, user.id);
    if (user.closed_ms)
        json_object_set_new(json, "closed", json_true());
    else
        json_object_set_new(json, "ratings", ratings);
    respond_ratings(request, user.closed_ms || ratings ? PAUA_OK : PAUA_ERROR_IO, json);
}

static const http_route routes[] = {
    {"GET", "/api/1/account", api_read_account, 1},
    {"GET", "/api/1/account/games", api_list_account_games, LIST_COST},
    {"GET", "/api/1/account/export", api_export_account, LIST_COST},
    {"GET", "/api/1/session", api_read_session, 1},
    {"GET", "/api/1/users/*/games", api_list_user_games, LIST_COST},
    {"GET", "/api/1/users/*", api_read_user, 1},
};

const struct route_table users_routes = ROUTE_TABLE(routes);
