/* api.c - the calls of docs/http-api.md. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/internal.h"

/* A game that is being created. */
struct creation {
    struct service *service;
    http_request *request;
    struct game *game;
    char keys[PAUA_SIDES][KEY_SIZE + 1]; /* "" for the computer */
};

static json_t *key_json(const char *key)
{
    return *key ? json_string(key) : json_null();
}

static void creation_free(struct creation *c)
{
    memset(c->keys, 0, sizeof c->keys);
    free(c);
}

/* Called on the store's thread. */
static void created(paua_status status, void *context)
{
    struct creation *c = context;
    struct game *g = c->game;
    struct service *service = c->service;
    char location[64];

    if (status != PAUA_OK) {
        game_free(g);
        service_complain(service);
        reply_error(c->request, 503, "storage", "the game could not be stored");
        creation_free(c);
        return;
    }
    atomic_fetch_add(&service->games_created, 1);
    cache_add(service->cache, g);
    pthread_mutex_lock(&g->mutex);
    json_t *view = json_loads(game_view(g, NOBODY), 0, NULL);
    searchers_nudge(service->searchers, g);
    pthread_mutex_unlock(&g->mutex);
    snprintf(location, sizeof location, "/api/1/games/%s", g->id);
    http_add_header(c->request, "Location", location);
    reply_json(c->request, 201,
               json_pack("{s:o,s:[o,o]}", "game", view, "keys", key_json(c->keys[0]),
                         key_json(c->keys[1])));
    creation_free(c);
    cache_release(service->cache, g);
}

static struct creation *creation_new(struct service *service, http_request *request,
                                     struct setup *setup)
{
    struct creation *c = calloc(1, sizeof *c);
    char id[ID_SIZE + 1];

    if (!c)
        return NULL;
    for (int side = 0; side < PAUA_SIDES; side++) {
        if (seat_is_computer(&setup->seats[side]))
            continue;
        key_make(c->keys[side]);
        key_hash(c->keys[side], setup->seats[side].key_hash);
    }
    id_make(id);
    c->service = service;
    c->request = request;
    c->game = game_new(id, service_now_ms(), setup);
    if (c->game)
        return c;
    creation_free(c);
    return NULL;
}

static void create_from(struct service *service, http_request *request, struct setup *setup)
{
    struct creation *c = creation_new(service, request, setup);
    char *text = c ? setup_store(setup) : NULL;

    if (!text) {
        if (c) {
            game_free(c->game);
            creation_free(c);
        }
        reply_error(request, 500, "internal", "out of memory");
        return;
    }
    http_defer(request);
    store_game row = {.id = c->game->id,
                      .created_ms = c->game->created_ms,
                      .setup = text,
                      .state = {"*", "", game_computer_due(c->game) != NULL}};
    paua_status status = store_create(service->config.store, &row, created, c);
    free(text);
    if (status != PAUA_OK)
        created(status, c);
}

void api_create(http_request *request, void *context)
{
    static const char *const members[] = {"layout", "position", "seats", "rules", NULL};
    struct service *service = context;
    struct fault fault;
    struct setup setup;
    json_t *body = body_object(request, members, &fault);
    bool good = body && setup_request(service->boards, body, &setup, &fault);

    json_decref(body);
    if (good)
        create_from(service, request, &setup);
    else
        reply_fault(request, &fault);
}

struct game *game_of(struct service *service, http_request *request)
{
    struct game *g = NULL;
    paua_status status = cache_get(service->cache, http_path_parameter(request, 0), &g);

    if (status == PAUA_OK)
        return g;
    reply_status(request, status, http_path_parameter(request, 0));
    return NULL;
}

void api_get(http_request *request, void *context)
{
    struct service *service = context;
    struct game *g = game_of(service, request);
    const char *view;
    char *copy;

    if (!g)
        return;
    int who = key_seat(&g->setup, request);
    pthread_mutex_lock(&g->mutex);
    view = game_view(g, who);
    copy = view ? strdup(view) : NULL;
    pthread_mutex_unlock(&g->mutex);
    cache_release(service->cache, g);
    reply_text(request, 200, copy);
}

static bool read_ply_and_move(json_t *body, struct act *a, struct fault *fault)
{
    json_t *ply = json_object_get(body, "ply"), *move = json_object_get(body, "move");

    if (!json_is_integer(ply) || json_integer_value(ply) < 1 || json_integer_value(ply) > 1000000)
        return fault_set(fault, 400, "bad_request", "ply: expected the number of the move");
    if (!json_is_string(move))
        return fault_set(fault, 400, "bad_request", "move: expected a text");
    if (json_string_length(move) >= sizeof a->text)
        return fault_set(fault, 400, "bad_move", "move: expected a move as in a1b2 or a1a3b1");
    a->ply = (int)json_integer_value(ply);
    snprintf(a->text, sizeof a->text, "%s", json_string_value(move));
    return true;
}

/* Everything that a seat does: find the game and the seat, read the body, put the act in the queue. */
static void api_act(struct service *service, http_request *request, act_kind kind)
{
    static const char *const move_members[] = {"ply", "move", NULL};
    static const char *const no_members[] = {NULL};
    struct game *g = game_of(service, request);
    struct act *a = g ? calloc(1, sizeof *a) : NULL;
    struct fault fault = {500, "internal", "out of memory"};
    json_t *body = NULL;
    bool good = false;

    if (!g)
        return;
    if (a) {
        *a = (struct act){.kind = kind, .service = service, .game = g, .request = request};
        a->who = key_seat(&g->setup, request);
        if (a->who == NOBODY)
            fault_set(&fault, 403, "not_your_seat", "%s",
                      http_header(request, "Authorization") ? "this is not the key of a seat here"
                                                            : "the key of a seat is missing");
        else if ((body =
                      body_object(request, kind == ACT_MOVE ? move_members : no_members, &fault)))
            good = kind != ACT_MOVE || read_ply_and_move(body, a, &fault);
    }
    json_decref(body);
    if (good) {
        http_defer(request);
        act_submit(a);
        return;
    }
    free(a);
    cache_release(service->cache, g);
    reply_fault(request, &fault);
}

void api_move(http_request *request, void *context)
{
    api_act(context, request, ACT_MOVE);
}

void api_resign(http_request *request, void *context)
{
    api_act(context, request, ACT_RESIGN);
}

void api_draw(http_request *request, void *context)
{
    api_act(context, request, ACT_DRAW);
}

void api_events(http_request *request, void *context)
{
    struct service *service = context;
    struct game *g = game_of(service, request);

    if (g)
        watch_start(service, g, request, key_seat(&g->setup, request));
}

static void answer_list(http_request *request, const char *json)
{
    http_add_header(request, "Cache-Control", "no-cache");
    http_respond_static(request, 200, "application/json", json, strlen(json));
}

void api_layouts(http_request *request, void *context)
{
    struct service *service = context;

    answer_list(request, service->layouts);
}

void api_opponents(http_request *request, void *context)
{
    struct service *service = context;

    answer_list(request, service->opponents);
}
