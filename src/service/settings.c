/* settings.c - the settings of accounts, stored as JSON. */
#include "service/settings.h"

#include <string.h>

#include "base/array.h"
#include "service/api.h"
#include "service/instance.h"
#include "service/request_body.h"
#include "service/response.h"
#include "store/batch.h"
#include "json/json_text.h"

#define LISTED_MAX 4096 /* open games, challenges included, among which those played are counted */

static void on_account(const store_account *account, void *context)
{
    struct settings *out = context;
    json_t *json = NULL;

    json_parse_text(account->settings, strlen(account->settings), 0, &json, NULL);
    json_int_t games_max = json_integer_value(json_object_get(json, "games_max"));
    if (games_max > 0 && games_max <= SETTINGS_GAMES_MAX)
        out->games_max = (int)games_max;
    json_decref(json);
}

paua_status settings_read(struct service *service, const char *account, struct settings *out)
{
    *out = (struct settings){.games_max = 0};
    return store_account_by_id(service->config.store, account, on_account, out);
}

json_t *settings_json(const struct settings *settings)
{
    return json_pack("{s:i}", "games_max", settings->games_max);
}

/* Ids of games that the store lists. */
struct game_list {
    char (*ids)[GAME_ID_SIZE + 1];
    int count, capacity;
    bool failed; /* memory is out */
};

static bool list_game(const char *id, void *context)
{
    struct game_list *list = context;

    list->failed = !ARRAY_RESERVE(list->ids, list->capacity, list->count + 1);
    if (list->failed)
        return false;
    snprintf(list->ids[list->count++], GAME_ID_SIZE + 1, "%s", id);
    return true;
}

/* Whether the account has taken a seat of the game, which is not over. */
static bool plays_game(struct service *service, const char *id, const char *account)
{
    struct game *game;
    bool plays = false;

    if (cache_get(service->cache, id, &game) != PAUA_OK)
        return false;
    pthread_mutex_lock(&game->mutex);
    for (int side = 0; side < game->setup.start.players; side++) {
        const struct seated_player *player = &game->players[side];

        plays |=
            player->seated && strcmp(player->account, account) == 0 && game_side_plays(game, side);
    }
    pthread_mutex_unlock(&game->mutex);
    cache_release(service->cache, game);
    return plays;
}

paua_status account_has_room(struct service *service, const char *account, const char *except,
                             bool *out)
{
    struct settings settings;
    struct game_list list = {.count = 0};
    int played = 0;

    *out = true;
    paua_status status = settings_read(service, account, &settings);
    if (status != PAUA_OK || settings.games_max == 0)
        return status;
    status =
        store_account_games(service->config.store, account, true, 0, LISTED_MAX, list_game, &list);
    for (int i = 0; i < list.count && played < settings.games_max; i++)
        played += strcmp(list.ids[i], except) != 0 && plays_game(service, list.ids[i], account);
    free(list.ids);
    *out = played < settings.games_max;
    return list.failed ? PAUA_NO_MEMORY : status;
}

/* A change of settings, until it is stored. */
struct settings_request {
    http_request *request;
    struct service *service;
    struct settings settings;
};

/* On the store's thread. */
static void on_stored(paua_status status, void *context)
{
    struct settings_request *self = context;

    if (status == PAUA_OK) {
        respond_stored(self->request, 200,
                       json_write_text(settings_json(&self->settings), JSON_COMPACT));
    } else {
        service_log_store_failure(self->service);
        respond_error(self->request, 503, "storage", "the store could not write this");
    }
    free(self);
}

/* Queues new settings for the store. */
static void store_settings(struct service *service, http_request *request, const char *account,
                           const struct settings *settings)
{
    struct settings_request *self = malloc(sizeof *self);
    char *text = json_write_text(settings_json(settings), JSON_COMPACT);
    store_batch *batch = text && self ? store_batch_new() : NULL;

    if (batch) {
        *self = (struct settings_request){request, service, *settings};
        batch_save_settings(batch, account, text);
        http_defer(request);
        if (store_commit(service->config.store, batch, on_stored, self) == PAUA_OK) {
            free(text);
            return;
        }
    }
    free(text);
    free(self);
    respond_no_memory(request);
}

void api_settings(http_request *request, void *context)
{
    struct service *service = context;
    struct settings settings;
    struct login login;

    if (!accounts_require(service->accounts, request, SCOPE_READ, &login))
        return;
    if (settings_read(service, login.account, &settings) == PAUA_OK)
        respond_json(request, 200, settings_json(&settings));
    else
        respond_error(request, 503, "storage", "the store cannot be read");
}

void api_change_settings(http_request *request, void *context)
{
    static const char *const members[] = {"games_max", NULL};
    struct service *service = context;
    struct settings settings;
    struct api_error error;
    struct login login;

    if (!accounts_require(service->accounts, request, 0, &login))
        return;
    if (settings_read(service, login.account, &settings) != PAUA_OK) {
        respond_error(request, 503, "storage", "the store cannot be read");
        return;
    }
    json_t *body = request_body_object(request, members, &error);
    bool valid = body && json_read_int(body, "games_max", 0, SETTINGS_GAMES_MAX,
                                       &settings.games_max, &error);
    json_decref(body);
    if (valid)
        store_settings(service, request, login.account, &settings);
    else
        respond_api_error(request, &error);
}
