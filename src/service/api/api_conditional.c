/* api_conditional.c - reads, sets and removes the conditional moves of a seat. They are checked
 * against the current game, and stored with the number of its newest event. An event that comes
 * during the commit prunes them afterwards; one that ends the game makes the commit a conflict.
 * "The lock" here is that of the game. */
#include <stdlib.h>
#include <string.h>

#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/core/quota.h"
#include "service/core/request.h"
#include "service/core/response.h"
#include "service/games/model/conditional.h"
#include "service/games/play/action_repeat.h"
#include "service/games/play/conditional_play.h"
#include "service/games/play/game_sync.h"
#include "store/tables/correspondence.h"
#include "json/json_text.h"

/* A change of conditional moves, until it is committed. */
struct conditional_request {
    struct service *service;
    http_request *request;
    struct game *game; /* held */
    int side;
    struct conditional *replacement; /* owned; NULL: the moves are removed */
};

/* The response: the number of the next move, and the rest of the tree. NULL: out of memory. Under
 * the lock. */
static char *conditional_text(const struct game *game, int side)
{
    const struct conditional *current = game->conditionals[side];
    json_t *json = json_pack("{s:i,s:o}", "ply", game_ply(game), "tree",
                             current ? json_deep_copy(current->tree) : json_array());

    return json_write_text(json, JSON_COMPACT);
}

/* Finds the seat that the sender of the request plays, and may play with this login. Takes the
 * lock. False: the request has its response. */
static bool request_own_seat(struct service *service, http_request *request, struct game *game,
                             int *side)
{
    struct identity identity;
    paua_status status = request_identify(&service->games, request, &identity);

    if (status != PAUA_OK) {
        respond_read_error(request, status);
        return false;
    }
    if (!login_may_play(&identity.login)) {
        respond_error(request, 403, "no_scope", "this token does not allow to play");
        return false;
    }
    pthread_mutex_lock(&game->mutex);
    *side = game_seat_of(game, &identity);
    pthread_mutex_unlock(&game->mutex);
    if (*side == NOBODY)
        respond_error(request, 403, "not_your_seat", "you have no seat in this game");
    return *side != NOBODY;
}

/* Finds the game of the request and the seat of its sender, and holds the game. NULL: the request
 * has its response. */
static struct game *request_own_game(struct service *service, http_request *request, int *side)
{
    struct game *game = request_game(service, request);

    if (!game || request_own_seat(service, request, game, side))
        return game;
    cache_release(service->games.cache, game);
    return NULL;
}

static void api_read_conditional(http_request *request, void *context)
{
    struct service *service = context;
    int side;
    struct game *game = request_own_game(service, request, &side);

    if (!game)
        return;
    game_sync_behind(&service->games, game);
    pthread_mutex_lock(&game->mutex);
    char *text = conditional_text(game, side);
    pthread_mutex_unlock(&game->mutex);
    cache_release(service->games.cache, game);
    respond_text(request, 200, text);
}

/* Frees the request and what it owns; without the lock. */
static void conditional_request_free(struct conditional_request *self)
{
    cache_release(self->service->games.cache, self->game);
    conditional_free(self->replacement);
    free(self);
}

/* The store has committed the change, or could not. On the store's thread. */
static void on_committed(paua_status status, void *context)
{
    struct conditional_request *self = context;
    struct service *service = self->service;
    struct game *game = self->game;

    if (status != PAUA_OK) {
        if (status == PAUA_ERROR_CONFLICT)
            respond_error(self->request, 409, "game_over", GAME_OVER);
        else
            respond_unchanged(&service->env, self->request);
        conditional_request_free(self);
        return;
    }

    pthread_mutex_lock(&game->mutex);
    const bool known = conditional_replace(&service->games, game, self->side, self->replacement);
    self->replacement = NULL;
    char *text = known ? conditional_text(game, self->side) : NULL;
    struct action *answer = conditional_action(&service->games, game);
    pthread_mutex_unlock(&game->mutex);

    respond_committed_text(self->request, 200, text);
    /* A move during the commit may be one that the new tree answers. */
    if (answer)
        action_submit(answer);
    conditional_request_free(self);
}

/* The change as a batch: the moves of the side are replaced, or with NULL removed. NULL: out of
 * memory. */
static store_batch *conditional_batch(const struct game *game, int side,
                                      const struct conditional *replacement)
{
    char *text = replacement ? json_dumps(replacement->tree, JSON_COMPACT) : NULL;
    if (replacement && !text)
        return NULL;

    store_batch *batch = store_batch_new();
    if (replacement)
        batch_set_conditional(batch, &(store_conditional){.game = game->id,
                                                          .side = side,
                                                          .id = replacement->id,
                                                          .event = replacement->event,
                                                          .text = text});
    else
        batch_remove_conditional(batch, game->id, side, NULL);
    free(text);
    return batch;
}

/* Commits the change; on_committed() responds. Takes over the hold on the game and `replacement`
 * (NULL: remove the moves), also on failure. */
static void commit_conditional(struct service *service, http_request *request, struct game *game,
                               int side, struct conditional *replacement)
{
    struct conditional_request *self = malloc(sizeof *self);
    store_batch *batch = self ? conditional_batch(game, side, replacement) : NULL;

    if (batch) {
        *self = (struct conditional_request){.service = service,
                                             .request = request,
                                             .game = game,
                                             .side = side,
                                             .replacement = replacement};
        http_defer(request);
        if (store_commit(service->env.store, batch, on_committed, self) == PAUA_OK)
            return;
    }
    free(self);
    conditional_free(replacement);
    cache_release(service->games.cache, game);
    respond_no_memory(request);
}

/* Whether the side may set conditional moves now, `ply` is the next move, and nobody has moved
 * since the event `after`. False: *error says why not. Under the lock. */
static bool may_set_conditional(const struct game *game, int side, int ply, int after,
                                struct api_error *error)
{
    if (game_is_over(game))
        return api_error_set(error, 409, "game_over", GAME_OVER);
    if (!game_is_full(game))
        return api_error_set(error, 409, "not_started", "the game begins when every seat is taken");
    if (!game_side_plays(game, side))
        return api_error_set(error, 409, "out_of_game", "this seat has left the game");
    if (ply != game_ply(game))
        return api_error_set(error, 409, "wrong_ply", "ply %d: the next move is number %d", ply,
                             game_ply(game));
    if (paua_game_position(game->play)->to_move == side)
        return api_error_set(error, 409, "your_turn", "it is your turn: move, then prepare");
    if (game_moved_since(game, after))
        return api_error_set(error, 409, "overtaken", OVERTAKEN);
    return true;
}

/* Whether a tree is that of the side as it is now; [] is none. Under the lock. */
static bool is_current_tree(const struct game *game, int side, const json_t *tree)
{
    const struct conditional *current = game->conditionals[side];

    return current ? json_equal(current->tree, tree) : json_array_size(tree) == 0;
}

/* Whether `made` may take the place of what the side has, which the client knows as `known` (NULL:
 * it does not say), or is there already: the request is a repeat. False: *error says why not. Under
 * the lock. */
static bool may_replace(const struct game *game, int side, const json_t *known, const json_t *made,
                        struct api_error *error)
{
    if (!known || is_current_tree(game, side, known) || is_current_tree(game, side, made))
        return true;
    return api_error_set(error, 409, "changed",
                         "the moves have changed since they were read: read them again");
}

/* Reads the body and checks it against the game. Takes the lock. NULL: *error says why. */
static struct conditional *read_conditional(json_t *body, struct game *game, int side,
                                            struct api_error *error)
{
    json_t *ply = json_object_get(body, "ply"), *tree = json_object_get(body, "tree");
    json_t *queue = json_object_get(body, "queue"), *read = NULL;
    char id[ID_SIZE + 1];

    if (!json_is_integer(ply) || json_integer_value(ply) < 1 ||
        json_integer_value(ply) > PLY_NUMBER_MAX) {
        api_error_set(error, 400, "bad_request", "ply: expected the number of the next move");
        return NULL;
    }
    if ((tree != NULL) == (queue != NULL) || (queue && !json_is_string(queue))) {
        api_error_set(error, 400, "bad_request", "body: expected either tree or queue, a move");
        return NULL;
    }

    const json_t *known = json_object_get(body, "replaces");
    if (known && !json_is_array(known)) {
        api_error_set(error, 400, "bad_request", "replaces: expected an array of moves");
        return NULL;
    }

    int after = EVENT_NUMBER_MAX;
    if (!json_read_int(body, "after", 0, EVENT_NUMBER_MAX, &after, error))
        return NULL;

    pthread_mutex_lock(&game->mutex);
    const int64_t event = game->event_count;
    if (may_set_conditional(game, side, (int)json_integer_value(ply), after, error))
        read = tree ? conditional_read(game, side, tree, error)
                    : conditional_queue(game, side, queue, error);
    if (read && !may_replace(game, side, known, read, error)) {
        json_decref(read);
        read = NULL;
    }
    pthread_mutex_unlock(&game->mutex);
    if (!read)
        return NULL;
    id_make(id);
    struct conditional *replacement = conditional_new(id, side, event, read);
    if (!replacement)
        api_error_no_memory(error);
    return replacement;
}

static void api_set_conditional(http_request *request, void *context)
{
    static const char *const members[] = {"ply", "tree", "queue", "after", "replaces", NULL};
    struct service *service = context;
    struct api_error error;
    int side;
    struct game *game = request_own_game(service, request, &side);

    if (!game)
        return;
    if (!quota_admit_event(request)) {
        cache_release(service->games.cache, game);
        return;
    }
    json_t *body = request_body_object(request, members, &error);
    struct conditional *replacement = body ? read_conditional(body, game, side, &error) : NULL;
    json_decref(body);
    if (replacement) {
        commit_conditional(service, request, game, side, replacement);
        return;
    }
    cache_release(service->games.cache, game);
    respond_api_error(request, &error);
}

static void api_remove_conditional(http_request *request, void *context)
{
    struct service *service = context;
    int side;
    struct game *game = request_own_game(service, request, &side);

    if (game)
        commit_conditional(service, request, game, side, NULL);
}

static const http_route routes[] = {
    {"GET", "/api/1/games/*/conditional", api_read_conditional, 1},
    {"POST", "/api/1/games/*/conditional", api_set_conditional, CONDITIONAL_COST},
    {"DELETE", "/api/1/games/*/conditional", api_remove_conditional, 1},
};

const struct route_table conditional_routes = ROUTE_TABLE(routes);
