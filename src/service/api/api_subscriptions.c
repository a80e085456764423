/* api_subscriptions.c - the games that an account follows. */
#define _GNU_SOURCE
#include <string.h>

#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/core/date.h"
#include "service/core/quota.h"
#include "service/core/response.h"
#include "store/tables/subscriptions.h"

static bool list_subscription(const char *game, int64_t since_ms, void *context)
{
    json_array_append_new(context,
                          json_pack("{s:s,s:o}", "game", game, "since", date_json(since_ms)));
    return true;
}

static void api_list_subscriptions(http_request *request, void *context)
{
    struct service *service = context;
    struct login login;

    if (!accounts_require(service->accounts, request, SCOPE_READ, &login))
        return;
    json_t *list = json_array();
    paua_status status =
        store_subscriptions(service->env.store, login.account, list_subscription, list);
    if (status == PAUA_OK) {
        respond_json(request, 200, json_pack("{s:o}", "subscriptions", list));
        return;
    }
    json_decref(list);
    respond_read_error(request, status);
}

static void on_changed(paua_status status, void *data, void *context)
{
    if (status == PAUA_OK && data)
        notices_reload(context, data);
}

/* Commits a change of the subscriptions of an account. */
static void commit_change(struct service *service, http_request *request, store_batch *batch,
                          const struct login *login)
{
    respond_committed(&service->env, request, batch,
                      &(struct committed_response){.status = 204,
                                                   .on_committed = on_changed,
                                                   .data = strdup(login->account),
                                                   .context = service->notices});
}

static void api_subscribe(http_request *request, void *context)
{
    struct service *service = context;
    struct login login;

    if (!accounts_require(service->accounts, request, SCOPE_PLAY, &login))
        return;
    struct game *game = request_game(service, request);
    if (!game)
        return;
    if (quota_admit_event(request)) {
        store_batch *batch = store_batch_new();

        batch_add_subscription(batch, login.account, game->id, env_now_ms());
        batch_trim_subscriptions(batch, login.account, SUBSCRIPTIONS_MAX);
        commit_change(service, request, batch, &login);
    }
    cache_release(service->games.cache, game);
}

/* Also for a game that was removed. */
static void api_unsubscribe(http_request *request, void *context)
{
    struct service *service = context;
    const char *game = http_path_parameter(request, 0);
    struct login login;

    if (!accounts_require(service->accounts, request, SCOPE_PLAY, &login))
        return;
    if (!id_valid(game)) {
        respond_error(request, 404, "not_found", "no such game: %.32s", game);
        return;
    }
    store_batch *batch = store_batch_new();
    batch_remove_subscription(batch, login.account, game);
    commit_change(service, request, batch, &login);
}

static const http_route routes[] = {
    {"GET", "/api/1/account/subscriptions", api_list_subscriptions, LIST_COST},
    {"PUT", "/api/1/account/subscriptions/*", api_subscribe, 1},
    {"DELETE", "/api/1/account/subscriptions/*", api_unsubscribe, 1},
};

const struct route_table subscriptions_routes = ROUTE_TABLE(routes);
