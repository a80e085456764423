/* api_mail_games.c - how much mail an account wants of single games. */
#define _GNU_SOURCE
#include <string.h>

#include "service/accounts/settings.h"
#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/core/quota.h"
#include "service/core/request.h"
#include "service/core/response.h"
#include "store/tables/mail_items.h"

#define CHOICES_MAX 200 /* games of an account */

static bool list_choice(const char *game, int choice, void *context)
{
    if (choice >= 0 && choice < MAIL_WHENS)
        json_array_append_new(context,
                              json_pack("{s:s,s:s}", "game", game, "mail", mail_whens[choice]));
    return true;
}

static void api_list_mail_games(http_request *request, void *context)
{
    struct service *service = context;
    struct login login;

    if (!accounts_require(service->accounts, request, SCOPE_READ, &login))
        return;
    json_t *list = json_array();
    paua_status status = store_mail_choices(service->env.store, login.account, list_choice, list);
    if (status == PAUA_OK) {
        respond_json(request, 200, json_pack("{s:o}", "games", list));
        return;
    }
    json_decref(list);
    respond_read_error(request, status);
}

/* Reads {"mail": "off"}. -1: the error is set. */
static int read_choice(http_request *request, struct api_error *error)
{
    static const char *const members[] = {"mail", NULL};
    json_t *body = request_body_object(request, members, error);
    const int when = body ? mail_when_find(json_string_value(json_object_get(body, "mail"))) : -1;

    if (body && when < 0)
        api_error_set(error, 400, "bad_request", "mail: expected off, digest or now");
    json_decref(body);
    return when;
}

static void api_set_mail_game(http_request *request, void *context)
{
    struct service *service = context;
    struct api_error error;
    struct login login;

    if (!accounts_require(service->accounts, request, SCOPE_PLAY, &login))
        return;
    const int when = read_choice(request, &error);
    if (when < 0) {
        respond_api_error(request, &error);
        return;
    }
    struct game *game = request_game(service, request);
    if (!game)
        return;
    store_batch *batch = store_batch_new();
    batch_set_mail_choice(batch, login.account, game->id, when, CHOICES_MAX);
    cache_release(service->games.cache, game);
    respond_committed(&service->env, request, batch,
                      &(struct committed_response){.status = 204,
                                                   .conflict_code = "too_many_games",
                                                   .conflict = "there is a choice for 200 other "
                                                               "games: remove one of them"});
}

static void api_unset_mail_game(http_request *request, void *context)
{
    struct service *service = context;
    struct login login;

    if (!accounts_require(service->accounts, request, SCOPE_PLAY, &login))
        return;
    struct game *game = request_game(service, request);
    if (!game)
        return;
    store_batch *batch = store_batch_new();
    batch_remove_mail_choice(batch, login.account, game->id);
    cache_release(service->games.cache, game);
    respond_committed(&service->env, request, batch, &(struct committed_response){.status = 204});
}

static const http_route routes[] = {
    {"GET", "/api/1/account/mail", api_list_mail_games, LIST_COST},
    {"PUT", "/api/1/account/mail/*", api_set_mail_game, 1},
    {"DELETE", "/api/1/account/mail/*", api_unset_mail_game, 1},
};

const struct route_table mail_games_routes = ROUTE_TABLE(routes);
