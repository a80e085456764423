/* api_users.c - the calls that read accounts: one's own, its games, an export, somebody's page. */
#include <stdlib.h>
#include <string.h>

#include "service/account_json.h"
#include "service/api.h"
#include "service/date.h"
#include "service/game_json.h"
#include "service/identity.h"
#include "service/instance.h"
#include "service/query.h"
#include "service/response.h"
#include "json/json_text.h"

enum { GAMES_MAX = 100, EXPORT_GAMES_MAX = 100000 };

/* Responds with JSON, or because the store could not be read. */
static void respond_read(http_request *request, json_t *json)
{
    if (json)
        respond_json(request, 200, json);
    else
        respond_error(request, 503, "storage", "the store cannot be read");
}

void api_account(http_request *request, void *context)
{
    struct service *service = context;
    struct login login;

    if (!accounts_require(service->accounts, request, SCOPE_READ, &login))
        return;
    session_renew_cookie(request);
    respond_read(request, account_json(service->config.store, &login));
}

/* Ids of games that the store lists. */
struct game_ids {
    char (*list)[GAME_ID_SIZE + 1];
    int count, most;
};

static bool add_game(const char *id, void *context)
{
    struct game_ids *ids = context;

    if (strlen(id) == GAME_ID_SIZE)
        memcpy(ids->list[ids->count++], id, GAME_ID_SIZE + 1);
    return ids->count < ids->most;
}

/* The rows of games, for the account that plays them. */
static json_t *rows_json(struct service *service, const struct login *login,
                         const struct game_ids *ids)
{
    const struct identity identity = {.login = *login};
    json_t *rows = json_array();

    for (int i = 0; i < ids->count; i++) {
        struct game *game;

        if (cache_get(service->cache, ids->list[i], &game) != PAUA_OK)
            continue; /* removed meanwhile, or damaged */
        pthread_mutex_lock(&game->mutex);
        json_array_append_new(rows, game_row_json(game, game_seat_of(game, &identity)));
        pthread_mutex_unlock(&game->mutex);
        cache_release(service->cache, game);
    }
    return rows;
}

/* ?open=1: games that are played, and challenges; ?open=0: all others. */
void api_account_games(http_request *request, void *context)
{
    struct service *service = context;
    char list[GAMES_MAX][GAME_ID_SIZE + 1];
    struct game_ids ids = {.list = list, .most = GAMES_MAX};
    struct login login;
    struct api_error error;
    int64_t before_ms = 0;
    int open = 1;

    if (!accounts_require(service->accounts, request, SCOPE_READ, &login))
        return;
    if (!query_read_int(request, "open", 0, 1, &open, &error) ||
        !query_read_int(request, "most", 1, GAMES_MAX, &ids.most, &error) ||
        !query_read_date(request, "before", &before_ms, &error)) {
        respond_api_error(request, &error);
        return;
    }
    paua_status status = store_account_games(service->config.store, login.account, open == 1,
                                             before_ms, ids.most, add_game, &ids);
    respond_read(request, status == PAUA_OK
                              ? json_pack("{s:o}", "games", rows_json(service, &login, &ids))
                              : NULL);
}

/* Adds an id to an array. */
static bool list_game(const char *id, void *context)
{
    json_array_append_new(context, json_string(id));
    return true;
}

/* Everything that is stored of an account, but for what is secret. */
void api_export_account(http_request *request, void *context)
{
    struct service *service = context;
    store *people = service->config.store;
    struct login login;
    json_t *games = json_array(), *ended = json_array();

    if (accounts_require(service->accounts, request, 0, &login)) {
        json_t *json = account_json(people, &login);
        if (json && (store_account_games(people, login.account, true, 0, EXPORT_GAMES_MAX,
                                         list_game, games) != PAUA_OK ||
                     store_account_games(people, login.account, false, 0, EXPORT_GAMES_MAX,
                                         list_game, ended) != PAUA_OK)) {
            json_decref(json);
            json = NULL;
        }
        json_array_extend(games, ended);
        if (json)
            json_object_set(json, "games", games);
        http_add_header(request, "Content-Disposition",
                        "attachment; filename=\"paua-account.json\"");
        respond_read(request, json);
    }
    json_decref(games);
    json_decref(ended);
}

/* What everybody may know of somebody. */
static void write_user(const store_account *account, void *context)
{
    json_t **out = context;

    *out = json_pack("{s:s,s:o}", "name", account->name, "created", date_json(account->created_ms));
    if (account->closed_ms)
        json_object_set_new(*out, "closed", json_true());
}

void api_user(http_request *request, void *context)
{
    struct service *service = context;
    const char *name = http_path_parameter(request, 0);
    char key[ACCOUNT_NAME_SIZE];
    json_t *json = NULL;
    paua_status status = PAUA_NOT_FOUND;

    if (account_name_valid(name)) {
        account_name_key(name, key);
        status = store_account_by_key(service->config.store, key, write_user, &json);
    }
    if (status == PAUA_NOT_FOUND)
        respond_error(request, 404, "not_found", "nobody is called %.20s here", name);
    else
        respond_read(request, status == PAUA_OK ? json : NULL);
}
