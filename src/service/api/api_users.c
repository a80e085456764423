/* api_users.c - reads accounts: the own one, its games and its export, and the page of a user. */
#include <stdlib.h>
#include <string.h>

#include "service/accounts/account_json.h"
#include "service/accounts/settings.h"
#include "service/accounts/users.h"
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
#include "store/tables/pair_games.h"
#include "json/json_text.h"

enum { EXPORT_GAMES_MAX = 100000 };

bool game_ids_add(const char *id, void *context)
{
    struct game_ids *ids = context;

    if (strlen(id) == ID_SIZE)
        memcpy(ids->list[ids->count++], id, ID_SIZE + 1);
    return ids->count < ids->most;
}

json_t *game_rows_json(struct service *service, const struct identity *identity,
                       const struct game_ids *ids, int64_t *created_ms)
{
    json_t *rows = json_array();

    for (int i = 0; i < ids->count; i++) {
        struct game *game;

        if (cache_get(service->games.cache, ids->list[i], &game) != PAUA_OK)
            continue; /* removed meanwhile, or damaged */
        pthread_mutex_lock(&game->mutex);
        *created_ms = game->created_ms;
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
    if (status != PAUA_OK) {
        respond_read_error(request, status);
        return;
    }
    json_t *rows = game_rows_json(service, &identity, &ids, &before_ms);
    respond_json(request, 200, json_pack("{s:o}", "games", rows));
}

/* Adds an id to an array. */
static bool list_game(const char *id, void *context)
{
    json_array_append_new(context, json_string(id));
    return true;
}

/* Reads the ids of the games of an account into an array: first those that are not over. */
static paua_status read_game_ids(store *db, const char *account, json_t *games)
{
    paua_status status =
        store_account_games(db, account, true, 0, EXPORT_GAMES_MAX, list_game, games);

    if (status != PAUA_OK)
        return status;
    return store_account_games(db, account, false, 0, EXPORT_GAMES_MAX, list_game, games);
}

/* Rated games of an account, as they are listed. */
struct rated_games {
    const char *account;
    json_t *list;
};

/* Adds what bounds the ratings of two players; of the other one nothing that he alone knows. */
static void list_rated_game(const store_pair_game *row, const char *opponent, void *context)
{
    const struct rated_games *games = context;
    const bool swap = strcmp(row->players[0].account, games->account) != 0;

    json_array_append_new(games->list,
                          json_pack("{s:s,s:s,s:o,s:s,s:b,s:b,s:b,s:I,s:I}", "game", row->game,
                                    "opponent", opponent, "at", date_json(row->at_ms), "category",
                                    row->category, "counts", (int)row->counts, "short",
                                    (int)row->is_short, "same_address", (int)row->same_address,
                                    "paused", (json_int_t)row->paused_ms, "lag",
                                    (json_int_t)row->players[swap].lag_ms));
}

/* Reads all stored data of an account, except secrets. PAUA_OK with new JSON, or why the store
 * cannot be read, with NULL. */
static paua_status export_account(struct service *service, const struct login *login, json_t **out)
{
    store *db = service->env.store;
    struct settings settings;
    store_vacation vacation;
    struct rated_games rated = {.account = login->account};
    json_t *json = NULL, *games = NULL, *ratings = NULL;

    /* First: to parse JSON forgets that something could not be written before (json_text.h). */
    paua_status status = settings_read(db, login->account, &settings);
    if (status == PAUA_OK)
        status = account_json(db, login, ADDRESS_UNMASKED, &json);
    if (status == PAUA_OK)
        status = read_game_ids(db, login->account, games = json_array());
    if (status == PAUA_OK)
        status = user_rating_history_json(db, login->account, &ratings);
    if (status == PAUA_OK) {
        rated.list = json_array();
        status = store_account_pair_games(db, login->account, list_rated_game, &rated);
    }
    if (status == PAUA_OK)
        status = messages_export(service->messages, login->account, json);
    json_object_set_new(json, "games", games);
    json_object_set_new(json, "ratings", ratings);
    json_object_set_new(json, "rated_games", rated.list);
    *out = status == PAUA_OK ? json : NULL;
    if (status != PAUA_OK) {
        json_decref(json);
        return status;
    }

    const struct env_dates dates = env_dates(&service->env);
    vacations_read(service->games.vacations, login->account, &dates, &vacation);
    json_object_set_new(json, "settings", settings_json(&settings));
    json_object_set_new(json, "vacation",
                        vacation_json(&vacation, &dates, service->config.vacation_days));
    return PAUA_OK;
}

static void write_account_export(http_request *request, void *context)
{
    struct service *service = context;
    struct login login;
    json_t *json;

    if (!accounts_require(service->accounts, request, 0, &login))
        return;
    paua_status status = export_account(service, &login, &json);
    http_add_header(request, "Content-Disposition", "attachment; filename=\"paua-account.json\"");
    respond_read(request, status, json);
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
        respond_read_error(request, status);
        return;
    }

    json_t *rows = game_rows_json(service, &identity, &ids, &before_ms);
    bool more = ids.count == ids.most;
    respond_json(request, 200,
                 json_pack("{s:o,s:o}", "games", rows, "before",
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
    {"GET", "/api/1/account/export", api_export_account, LIST_COST},
    {"GET", "/api/1/session", api_read_session, 1},
    {"GET", "/api/1/users/*/games", api_list_user_games, LIST_COST},
    {"GET", "/api/1/users/*", api_read_user, 1},
};

const struct route_table users_routes = ROUTE_TABLE(routes);
