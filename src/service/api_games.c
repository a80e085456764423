/* api_games.c - the calls about games: create one, read it, act in it, follow it. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "service/action.h"
#include "service/api.h"
#include "service/event_stream.h"
#include "service/game_json.h"
#include "service/instance.h"
#include "service/request_body.h"
#include "service/response.h"

/* A game that is being created: from the request until it is stored. */
struct game_creation {
    struct service *service;
    http_request *request;
    struct game *game;
    char keys[PAUA_SIDES][SEAT_KEY_SIZE + 1]; /* "" for the computer */
};

/* The secret key of a seat, or null for the computer's. */
static json_t *key_json(const char *key)
{
    return *key ? json_string(key) : json_null();
}

/* The keys of the seats are secrets, so they are cleared before the memory is freed. */
static void creation_free(struct game_creation *creation)
{
    sodium_memzero(creation->keys, sizeof creation->keys);
    free(creation);
}

/* On the store's thread: the game is not on disk, so it is dropped and the client gets 503. */
static void creation_failed(struct game_creation *creation)
{
    game_free(creation->game);
    service_log_store_failure(creation->service);
    respond_error(creation->request, 503, "storage", "the store could not write the game");
    creation_free(creation);
}

/* On the store's thread: the game is on disk, or could not be written. */
static void on_game_stored(paua_status status, void *context)
{
    struct game_creation *creation = context;
    struct game *game = creation->game;
    struct service *service = creation->service;
    char location[64];

    if (status != PAUA_OK) {
        creation_failed(creation);
        return;
    }
    atomic_fetch_add(&service->games_created, 1);
    cache_add(service->cache, game);
    pthread_mutex_lock(&game->mutex);
    const char *text = game_view(game, NOBODY);
    json_t *view = text ? json_loads(text, 0, NULL) : NULL;
    computer_schedule_move(service->computer, game);
    pthread_mutex_unlock(&game->mutex);
    snprintf(location, sizeof location, "/api/1/games/%s", game->id);
    http_add_header(creation->request, "Location", location);
    respond_json(creation->request, 201,
                 json_pack("{s:o,s:[o,o]}", "game", view, "keys", key_json(creation->keys[0]),
                           key_json(creation->keys[1])));
    creation_free(creation);
    cache_release(service->cache, game);
}

/* Makes the keys of the persons' seats, whose hashes go into the setup, and the game. */
static struct game_creation *creation_new(struct service *service, http_request *request,
                                          struct setup *setup)
{
    struct game_creation *creation = calloc(1, sizeof *creation);
    char id[GAME_ID_SIZE + 1];

    if (!creation)
        return NULL;
    for (int side = 0; side < PAUA_SIDES; side++) {
        if (seat_is_computer(&setup->seats[side]))
            continue;
        seat_key_make(creation->keys[side]);
        seat_key_hash(creation->keys[side], setup->seats[side].key_hash);
    }
    game_id_make(id);
    creation->service = service;
    creation->request = request;
    creation->game = game_new(id, service_now_ms(), setup);
    if (creation->game)
        return creation;
    creation_free(creation);
    return NULL;
}

/* Queues the new game for the store and defers the request until it is there. */
static void create_game(struct service *service, http_request *request, struct setup *setup)
{
    struct game_creation *creation = creation_new(service, request, setup);

    if (!creation) {
        respond_no_memory(request);
        return;
    }
    char *text = setup_store(setup);
    if (!text) {
        game_free(creation->game);
        creation_free(creation);
        respond_no_memory(request);
        return;
    }
    http_defer(request);
    store_game row = {.id = creation->game->id,
                      .created_ms = creation->game->created_ms,
                      .setup = text,
                      .state = {"*", "", game_computer_to_move(creation->game) != NULL}};
    paua_status status = store_create(service->config.store, &row, on_game_stored, creation);
    free(text);
    if (status != PAUA_OK)
        on_game_stored(status, creation);
}

void api_create(http_request *request, void *context)
{
    static const char *const members[] = {"layout", "position", "seats", "rules", NULL};
    struct service *service = context;
    struct api_error error;
    struct setup setup;
    json_t *body = request_body_object(request, members, &error);
    bool valid = body && setup_read_game(service->boards, body, &setup, &error);

    json_decref(body);
    if (valid)
        create_game(service, request, &setup);
    else
        respond_api_error(request, &error);
}

struct game *request_game(struct service *service, http_request *request)
{
    const char *id = http_path_parameter(request, 0);
    struct game *game = NULL;
    paua_status status = cache_get(service->cache, id, &game);

    if (status == PAUA_OK)
        return game;
    respond_load_error(request, status, id);
    return NULL;
}

/* A read without side effects: it may load the game into memory, and starts nothing. */
void api_get(http_request *request, void *context)
{
    struct service *service = context;
    struct game *game = request_game(service, request);

    if (!game)
        return;
    int who = request_seat(request, &game->setup);
    pthread_mutex_lock(&game->mutex);
    const char *view = game_view(game, who);
    char *copy = view ? strdup(view) : NULL;
    pthread_mutex_unlock(&game->mutex);
    cache_release(service->cache, game);
    respond_text(request, 200, copy);
}

/* The ply makes a repeated request harmless: a move that was made already is not made twice. The
 * move is parsed later, in the position it is for. */
static bool read_ply_and_move(json_t *body, struct action *action, struct api_error *error)
{
    json_t *ply = json_object_get(body, "ply"), *move = json_object_get(body, "move");

    if (!json_is_integer(ply) || json_integer_value(ply) < 1 || json_integer_value(ply) > 1000000)
        return api_error_set(error, 400, "bad_request", "ply: expected the number of the move");
    if (!json_is_string(move))
        return api_error_set(error, 400, "bad_request", "move: expected a string");
    if (json_string_length(move) >= sizeof action->text)
        return api_error_set(error, 400, "bad_move", "move: expected a move as in a1b2 or a1a3b1");
    action->ply = (int)json_integer_value(ply);
    snprintf(action->text, sizeof action->text, "%s", json_string_value(move));
    return true;
}

/* Finds the seat and reads the body. */
static bool read_action(http_request *request, struct action *action, struct api_error *error)
{
    static const char *const move_members[] = {"ply", "move", NULL};
    static const char *const no_members[] = {NULL};
    bool is_move = action->kind == ACTION_MOVE;

    action->who = request_seat(request, &action->game->setup);
    if (action->who == NOBODY)
        return api_error_set(error, 403, "not_your_seat", "%s",
                             http_header(request, "Authorization")
                                 ? "this is not the key of a seat of this game"
                                 : "the key of a seat is missing");
    json_t *body = request_body_object(request, is_move ? move_members : no_members, error);
    bool valid = body && (!is_move || read_ply_and_move(body, action, error));
    json_decref(body);
    return valid;
}

/* Everything that a seat does goes through here: step 1 of the life of a move, see action.c. */
static void submit_request(struct service *service, http_request *request, action_kind kind)
{
    struct game *game = request_game(service, request);
    struct api_error error;

    if (!game)
        return;
    struct action *action = calloc(1, sizeof *action);
    if (!action) {
        cache_release(service->cache, game);
        respond_no_memory(request);
        return;
    }
    *action = (struct action){.kind = kind, .service = service, .game = game, .request = request};
    if (read_action(request, action, &error)) {
        http_defer(request);
        action_submit(action);
        return;
    }
    free(action);
    cache_release(service->cache, game);
    respond_api_error(request, &error);
}

void api_move(http_request *request, void *context)
{
    submit_request(context, request, ACTION_MOVE);
}

void api_resign(http_request *request, void *context)
{
    submit_request(context, request, ACTION_RESIGN);
}

void api_draw(http_request *request, void *context)
{
    submit_request(context, request, ACTION_DRAW);
}

void api_events(http_request *request, void *context)
{
    struct service *service = context;
    struct game *game = request_game(service, request);

    if (game)
        event_stream_open(service, game, request, request_seat(request, &game->setup));
}

/* A list that is the same for as long as the server runs. */
static void respond_list(http_request *request, const char *json)
{
    http_add_header(request, "Cache-Control", "no-cache");
    http_respond_static(request, 200, "application/json", json, strlen(json));
}

void api_layouts(http_request *request, void *context)
{
    struct service *service = context;

    respond_list(request, service->layouts);
}

void api_opponents(http_request *request, void *context)
{
    struct service *service = context;

    respond_list(request, service->opponents);
}
