/* api_reminders.c - lists the correspondence games in which it is the turn of an account, and notes
 * of which of these turns it was reminded: a program reminds the player, and then says so. */
#include <string.h>

#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/core/request.h"
#include "service/core/response.h"
#include "service/mail/reminders.h"
#include "store/core/batch.h"

#define REMINDERS_MAX 100        /* in a request */
#define TURN_MAX      1000000000 /* the largest number of a turn */

static void api_list_reminders(http_request *request, void *context)
{
    struct service *service = context;
    struct login login;
    json_t *json = NULL;

    if (!accounts_require(service->accounts, request, SCOPE_READ, &login))
        return;
    paua_status status = reminders_json(&service->games, login.account, &json);
    if (status == PAUA_OK)
        respond_json(request, 200, json);
    else
        respond_read_error(request, status);
}

/* Adds the reminders of "games" to a batch. */
static bool add_reminders(json_t *games, const char *account, store_batch *batch,
                          struct api_error *error)
{
    static const char *const members[] = {"id", "turn", NULL};
    json_t *entry;
    size_t i;

    if (!json_is_array(games) || json_array_size(games) < 1 ||
        json_array_size(games) > REMINDERS_MAX)
        return api_error_set(error, 400, "bad_request", "games: expected 1 to %d games",
                             REMINDERS_MAX);
    json_array_foreach(games, i, entry)
    {
        const char *id = json_string_value(json_object_get(entry, "id"));
        json_t *turn = json_object_get(entry, "turn");

        if (!json_is_object(entry) || !id || !id_valid(id) || !json_is_integer(turn) ||
            json_integer_value(turn) < 1 || json_integer_value(turn) > TURN_MAX)
            return api_error_set(error, 400, "bad_request",
                                 "games: expected {\"id\": ..., \"turn\": N} of the digest");
        if (!json_check_members(entry, "games", members, error))
            return false;
        batch_set_reminder(
            batch,
            &(store_reminder){.account = account, .game = id, .turn = json_integer_value(turn)});
    }
    return true;
}

static void api_add_reminders(http_request *request, void *context)
{
    static const char *const members[] = {"games", NULL};
    struct service *service = context;
    struct api_error error;
    struct login login;

    if (!accounts_require(service->accounts, request, SCOPE_PLAY, &login))
        return;
    json_t *body = request_body_object(request, members, &error);
    store_batch *batch = store_batch_new();
    bool valid =
        body && add_reminders(json_object_get(body, "games"), login.account, batch, &error);
    json_decref(body);
    if (!valid) {
        store_batch_free(batch);
        respond_api_error(request, &error);
        return;
    }
    respond_committed(&service->env, request, batch,
                      &(struct committed_response){.status = 204,
                                                   .conflict_code = "no_game",
                                                   .conflict = "there is no such game"});
}

static const http_route routes[] = {
    {"GET", "/api/1/account/reminders", api_list_reminders, LIST_COST},
    {"POST", "/api/1/account/reminders", api_add_reminders, LIST_COST},
};

const struct route_table reminders_routes = ROUTE_TABLE(routes);
