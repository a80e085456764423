/* act.c - what changes a game. The acts on one game stand in a queue; one at a time is checked against
 * the game as it then stands, stored, made part of the game, answered and announced. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/internal.h"

static void act_free(struct act *a)
{
    cache_release(a->service->cache, a->game);
    free(a);
}

static void answer_game(struct act *a)
{
    const char *view = game_view(a->game, a->who);

    reply_text(a->request, 200, view ? strdup(view) : NULL);
}

static void answer_move(struct act *a, int i)
{
    char move[PAUA_MOVE_TEXT_MAX];

    paua_move_format(a->game->setup.board, paua_game_move(a->game->play, i), move, sizeof move);
    reply_json(a->request, 200,
               json_pack("{s:i,s:s,s:i}", "ply", a->game->setup.start.ply + i, "move", move,
                         "event", game_move_event(a->game, i)));
}

/* Whether the act asks for what has been done already: the same seat, the same ply, the same move. */
static bool move_repeated(const struct act *a, int *index)
{
    const struct game *g = a->game;
    paua_position position = g->setup.start;
    paua_undo undo;
    paua_move move;
    int i = a->ply - g->setup.start.ply;

    if (i < 0 || i >= paua_game_moves(g->play))
        return false;
    for (int k = 0; k < i; k++)
        paua_position_make(g->setup.board, &position, paua_game_move(g->play, k), &undo);
    *index = i;
    return position.to_move == a->who &&
           paua_move_parse(g->setup.board, &position, a->text, &move, NULL) == PAUA_OK &&
           move == paua_game_move(g->play, i);
}

static bool read_move(struct act *a)
{
    const struct game *g = a->game;
    char why[256];
    paua_error error;
    paua_status status =
        paua_move_parse(g->setup.board, paua_game_position(g->play), a->text, &a->move, &error);

    if (status == PAUA_OK)
        return true;
    if (status == PAUA_ILLEGAL_MOVE)
        reply_error(a->request, 422, "illegal_move", "move '%s': %s", a->text, error.message);
    else {
        paua_error_text(&error, a->text, why, sizeof why);
        reply_error(a->request, 400, "bad_move", "move '%s': %s", a->text, why);
    }
    return false;
}

/* Each of the following returns true when the act's event is to be stored; otherwise it has answered. */
static bool move_ready(struct act *a)
{
    const struct game *g = a->game;
    int ply = game_ply(g), index;

    a->type = EVENT_MOVE;
    if (move_repeated(a, &index)) {
        answer_move(a, index);
        return false;
    }
    if (paua_game_outcome(g->play).result != PAUA_ONGOING)
        reply_error(a->request, 409, "game_over", "the game is over");
    else if (a->ply != ply)
        reply_error(a->request, 409, "wrong_ply", "ply %d: the next move is number %d", a->ply,
                    ply);
    else if (paua_game_position(g->play)->to_move != a->who)
        reply_error(a->request, 409, "not_your_turn", "the other side is to move");
    else
        return read_move(a);
    return false;
}

static bool end_ready(struct act *a)
{
    const struct game *g = a->game;

    if (paua_game_outcome(g->play).result != PAUA_ONGOING) {
        reply_error(a->request, 409, "game_over", "the game is over");
        return false;
    }
    a->type = a->kind == ACT_RESIGN ? EVENT_RESIGN : g->offer == NOBODY ? EVENT_OFFER : EVENT_AGREE;
    if (a->type == EVENT_AGREE && g->offer == a->who) {
        answer_game(a);
        return false;
    }
    return true;
}

/* The game may have ended while the computer thought. */
static bool computer_ready(struct act *a)
{
    const struct game *g = a->game;

    a->type = EVENT_MOVE;
    return game_computer_due(g) && game_ply(g) == a->ply &&
           paua_move_legal(g->setup.board, paua_game_position(g->play), a->move);
}

static bool act_ready(struct act *a)
{
    switch (a->kind) {
    case ACT_MOVE:
        return move_ready(a);
    case ACT_COMPUTER:
        return computer_ready(a);
    case ACT_RESIGN:
    case ACT_DRAW:
        break;
    }
    return end_ready(a);
}

static void act_done(paua_status status, void *context);

static paua_status act_store(struct act *a)
{
    static const char *const types[] = {"move", "draw", "resign", "agree"};
    struct game *g = a->game;
    char text[PAUA_MOVE_TEXT_MAX] = "";
    paua_outcome outcome = game_outcome_after(g, a->type, (paua_side)a->who, a->move);
    int next = paua_game_position(g->play)->to_move;

    if (a->type == EVENT_MOVE) {
        paua_move_format(g->setup.board, a->move, text, sizeof text);
        next = 1 - next;
    } else {
        snprintf(text, sizeof text, "%s", a->who == PAUA_BLACK ? "b" : "w");
    }
    if (!game_reserve(g))
        return PAUA_NO_MEMORY;
    return store_append(
        a->service->config.store, g->id,
        &(store_event){g->event_count + 1, service_now_ms(), types[a->type], text},
        &(store_state){paua_result_text(outcome.result), paua_reason_name(outcome.reason),
                       outcome.result == PAUA_ONGOING && seat_is_computer(&g->setup.seats[next])},
        act_done, a);
}

/* Answers what could not be stored. */
static void act_fail(struct act *a)
{
    atomic_fetch_add(&a->service->events_failed, 1);
    service_complain(a->service);
    if (a->request)
        reply_error(a->request, 503, "storage", "this could not be stored; nothing has changed");
}

/* Starts what waits, until something is being stored. Under the game's lock; acts that are through
 * are put on *through, because giving up their game needs the lock to be free. */
static void acts_run(struct game *g, struct act **through)
{
    while (!g->busy && g->first) {
        struct act *a = g->first;
        bool ready, stored;

        g->first = a->next;
        if (!g->first)
            g->last = &g->first;
        ready = act_ready(a);
        stored = ready && act_store(a) == PAUA_OK;
        g->busy = stored;
        if (stored)
            return;
        if (ready)
            act_fail(a);
        if (a->kind == ACT_COMPUTER)
            searchers_done(a->service->searchers, g, ready);
        a->next = *through;
        *through = a;
    }
}

static void acts_free(struct act *through)
{
    while (through) {
        struct act *next = through->next;

        act_free(through);
        through = next;
    }
}

void act_submit(struct act *a)
{
    struct game *g = a->game;
    struct act *through = NULL;

    a->next = NULL;
    pthread_mutex_lock(&g->mutex);
    *g->last = a;
    g->last = &a->next;
    acts_run(g, &through);
    pthread_mutex_unlock(&g->mutex);
    acts_free(through);
}

/* Called on the store's thread once the event is on disk, or is not. */
static void act_done(paua_status status, void *context)
{
    struct act *a = context, *through = NULL;
    struct game *g = a->game;
    struct service *service = a->service;
    bool computer = a->kind == ACT_COMPUTER;

    pthread_mutex_lock(&g->mutex);
    g->busy = false;
    if (status == PAUA_OK && game_apply(g, a->type, (paua_side)a->who, a->move)) {
        atomic_fetch_add(&service->events_stored, 1);
        if (a->kind == ACT_MOVE)
            answer_move(a, paua_game_moves(g->play) - 1);
        else if (!computer)
            answer_game(a);
        watch_wake(g);
        if (computer)
            searchers_done(service->searchers, g, false);
        searchers_nudge(service->searchers, g);
    } else {
        act_fail(a);
        if (computer)
            searchers_done(service->searchers, g, true);
    }
    acts_run(g, &through);
    pthread_mutex_unlock(&g->mutex);
    a->next = through;
    acts_free(a);
}
