/* api_lobby.c - the lists of games: with free seats, to watch, and by ids. Reading a list has no
 * side effects. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/core/request.h"
#include "service/core/response.h"
#include "service/games/model/game_json.h"
#include "service/games/play/cache.h"
#include "service/games/play/identity.h"

#define IDS_MAX 100 /* games in one list by ids */

/* A growing list of accounts. */
struct account_list {
    struct lobby_hidden hidden;
    int capacity;
};

/* False: out of memory. */
static bool on_pair(const char *other, void *context)
{
    struct account_list *list = context;
    struct lobby_hidden *hidden = &list->hidden;

    if (strlen(other) != ACCOUNT_ID_SIZE)
        return true;
    if (!ARRAY_RESERVE(hidden->accounts, list->capacity, hidden->count + 1))
        return false;
    memcpy(hidden->accounts[hidden->count++], other, ACCOUNT_ID_SIZE + 1);
    return true;
}

/* Responds with a list of the lobby, or 304 to a client that has this version. */
static void respond_lobby(struct service *service, http_request *request, store_listing which,
                          const struct lobby_hidden *hidden)
{
    char etag[24];
    uint64_t version;

    lobby_purge(service->lobby, env_now_ms());
    char *text = lobby_list(service->lobby, which, hidden, &version);
    snprintf(etag, sizeof etag, "\"%llx\"", (unsigned long long)version);
    http_add_header(request, "ETag", etag);
    http_add_header(request, "Cache-Control", "no-cache");
    if (!request_has_version(request, etag)) {
        respond_text(request, 200, text);
        return;
    }
    free(text);
    http_respond_static(request, 304, NULL, "", 0);
}

/* Lists free seats, but for those that blocks hide from the sender. */
static void api_list_seeks(http_request *request, void *context)
{
    struct service *service = context;
    struct identity identity;
    paua_status status = request_identify(&service->games, request, &identity);
    struct account_list list = {.hidden.account = identity.login.account};

    if (status == PAUA_OK && identity.login.account[0])
        status =
            store_blocked_either_way(service->env.store, identity.login.account, on_pair, &list);
    if (status == PAUA_OK)
        respond_lobby(service, request, STORE_SEEK, &list.hidden);
    else
        respond_read_error(request, status);
    free(list.hidden.accounts);
}

/* Adds the row of a game. */
static paua_status add_row(struct service *service, http_request *request, const char *id,
                           json_t *rows)
{
    struct game *game;
    paua_status status = cache_get(service->games.cache, id, &game);

    if (status != PAUA_OK)
        return status;
    int side = request_seat(&service->games, request, game);
    pthread_mutex_lock(&game->mutex);
    json_array_append_new(rows, game_row_json(game, game_presence(game), side));
    pthread_mutex_unlock(&game->mutex);
    cache_release(service->games.cache, game);
    return PAUA_OK;
}

/* Whether a game that exists could not be read: without it the list would be wrong. */
static bool has_failed(paua_status status)
{
    return status == PAUA_ERROR_IO || status == PAUA_ERROR_NO_MEMORY;
}

/* The games with these ids, in their order; unknown and damaged ones are left out. */
static void respond_ids(struct service *service, http_request *request, const char *ids)
{
    char id[ID_SIZE + 1] = "";
    json_t *rows = json_array();
    paua_status status = PAUA_OK;
    size_t length = strlen(ids);

    if (length == 0 || length >= (size_t)IDS_MAX * (ID_SIZE + 1)) {
        json_decref(rows);
        respond_error(request, 400, "bad_request", "ids: expected 1 to %d ids of games", IDS_MAX);
        return;
    }
    while (!has_failed(status) && query_next_id(&ids, id))
        status = add_row(service, request, id, rows);
    if (!has_failed(status)) {
        respond_json(request, 200, json_pack("{s:o}", "games", rows));
        return;
    }
    json_decref(rows);
    respond_load_error(request, status, id);
}

static void api_list_games(http_request *request, void *context)
{
    const char *live = http_query(request, "live"), *ids = http_query(request, "ids");

    if (live && !ids && strcmp(live, "1") == 0)
        respond_lobby(context, request, STORE_LIVE, &(struct lobby_hidden){.account = ""});
    else if (ids && !live)
        respond_ids(context, request, ids);
    else
        respond_error(
            request, 400, "bad_request",
            "games: expected either ?live=1 or ?ids= with ids, as in ids=LGzsnjdP,Q7xYmaWP");
}

static const http_route routes[] = {
    {"GET", "/api/1/games", api_list_games, LIST_COST},
    {"GET", "/api/1/seeks", api_list_seeks, 1},
};

const struct route_table lobby_routes = ROUTE_TABLE(routes);
