/* action.c - does the actions on a game one at a time: check, store, apply, announce.
 *
 * The life of a move. Threads: H, one of the HTTP server's; S, the one thread of the store that
 * writes; W, a worker of the search pool. "Lock" is the lock of the game, `game->mutex`.
 *
 *   1. H  api_move() holds the game (cache_get), finds the seat by its key (request_seat), reads
 *         the body, defers the request (http_defer) and calls action_submit().
 *   2. H  action_submit() takes the lock, appends the action to the queue of the game and calls
 *         actions_start(). Where an event of this game is being stored the action waits in the
 *         queue.
 *   3. H  actions_start() checks the action against the current game (action_check). A move
 *         that is refused, or was made already, gets its response here. Else action_store() hands
 *         the event and the new state of the game to store_append(), which only queues it;
 *         `game->storing` is set. The lock is released: nobody waits for a disk while holding it.
 *   4. S  The store commits all the writes that wait in one transaction (group_commit), and calls
 *         action_stored() for each when the commit is on disk.
 *   5. S  action_stored() takes the lock and makes the event part of the game (game_apply): from
 *         now on every reader sees it. If the write failed, nothing has changed; the client gets
 *         503.
 *   6. S  The client gets its response (respond_move), and the streams of the game are woken
 *         (event_streams_wake). Each then asks for what it has not got, on a thread H
 *         (on_stream_next).
 *   7. S  computer_schedule_move() queues a search if the computer is to move; actions_start()
 *         begins with the next action in the queue (step 3). The lock is released.
 *   8. W  turn_run() copies the game under the lock and searches the copy without any;
 *         turn_finished() submits the move found as an action without a request: step 2, on a
 *         thread W.
 *
 * Steps 2, 3 and 5 to 7 happen under the lock, so that for one game there is always one order of
 * events, the same in the store, in memory and in every stream.
 */
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/action.h"
#include "service/event_stream.h"
#include "service/game_json.h"
#include "service/instance.h"
#include "service/response.h"

/* Releases the game, which may evict and free it, so the game's lock must be free. */
static void action_free(struct action *action)
{
    cache_release(action->service->cache, action->game);
    free(action);
}

/* Responds with the whole game, as JSON for the side that acts. Under the game's lock. */
static void respond_game(struct action *action)
{
    const char *view = game_view(action->game, action->who);

    respond_text(action->request, 200, view ? strdup(view) : NULL);
}

/* Responds with the i-th move of the game, from 0. */
static void respond_move(struct action *action, int i)
{
    const struct game *game = action->game;
    char move[PAUA_MOVE_TEXT_MAX];

    paua_move_format(game->setup.board, paua_game_move(game->play, i), move, sizeof move);
    respond_json(action->request, 200,
                 json_pack("{s:i,s:s,s:i}", "ply", game->setup.start.ply + i, "move", move, "event",
                           game_move_event(game, i)));
}

/* Moves are idempotent: finds out whether the same seat has made the same move at the same ply. */
static bool move_was_made(const struct action *action, int *index)
{
    const struct game *game = action->game;
    const paua_board *board = game->setup.board;
    paua_position position = game->setup.start;
    paua_undo undo;
    paua_move move;
    int i = action->ply - game->setup.start.ply;

    if (i < 0 || i >= paua_game_moves(game->play))
        return false;
    for (int k = 0; k < i; k++)
        paua_position_make(board, &position, paua_game_move(game->play, k), &undo);
    *index = i;
    return position.to_move == action->who &&
           paua_move_parse(board, &position, action->text, &move, NULL) == PAUA_OK &&
           move == paua_game_move(game->play, i);
}

/* Parses the text of a move; false: the client has got the reason. */
static bool parse_move(struct action *action)
{
    const struct game *game = action->game;
    paua_error error;
    char reason[256];
    paua_status status = paua_move_parse(game->setup.board, paua_game_position(game->play),
                                         action->text, &action->move, &error);

    if (status == PAUA_OK)
        return true;
    if (status == PAUA_ILLEGAL_MOVE) {
        respond_error(action->request, 422, "illegal_move", "move '%s': %s", action->text,
                      error.message);
    } else {
        paua_error_text(&error, action->text, reason, sizeof reason);
        respond_error(action->request, 400, "bad_move", "move '%s': %s", action->text, reason);
    }
    return false;
}

/* Each of the checks returns true when an event is to be stored; else the client has its
 * response. */
static bool check_move(struct action *action)
{
    const struct game *game = action->game;
    int ply = game_ply(game), index;

    action->event = EVENT_MOVE;
    if (move_was_made(action, &index)) {
        respond_move(action, index);
        return false;
    }
    if (game_is_over(game))
        respond_error(action->request, 409, "game_over", "the game is over");
    else if (action->ply != ply)
        respond_error(action->request, 409, "wrong_ply", "ply %d: the next move is number %d",
                      action->ply, ply);
    else if (paua_game_position(game->play)->to_move != action->who)
        respond_error(action->request, 409, "not_your_turn", "it is the other side's turn");
    else
        return parse_move(action);
    return false;
}

/* A player may resign at any time, also while it is the other side's turn. */
static bool check_resignation(struct action *action)
{
    action->event = EVENT_RESIGN;
    if (!game_is_over(action->game))
        return true;
    respond_error(action->request, 409, "game_over", "the game is over");
    return false;
}

/* Offers a draw, or agrees to the other side's offer. To offer one twice changes nothing. */
static bool check_draw(struct action *action)
{
    const struct game *game = action->game;

    action->event = game->offer == NOBODY ? EVENT_OFFER : EVENT_AGREE;
    if (game_is_over(game))
        respond_error(action->request, 409, "game_over", "the game is over");
    else if (game->offer == action->who)
        respond_game(action);
    else
        return true;
    return false;
}

/* The other side may have ended the game during the search. */
static bool check_computer_move(struct action *action)
{
    const struct game *game = action->game;

    action->event = EVENT_MOVE;
    return game_computer_to_move(game) && game_ply(game) == action->ply &&
           paua_move_legal(game->setup.board, paua_game_position(game->play), action->move);
}

/* Checks the action against the current game, under its lock (step 3 of the life of a move).
 * False: it changes nothing, and its request, if any, has its response. */
static bool action_check(struct action *action)
{
    switch (action->kind) {
    case ACTION_MOVE:
        return check_move(action);
    case ACTION_RESIGN:
        return check_resignation(action);
    case ACTION_DRAW:
        return check_draw(action);
    case ACTION_COMPUTER_MOVE:
        return check_computer_move(action);
    }
    return false;
}

static void action_stored(paua_status status, void *context);

/* Queues the event for the store. The state that goes with it says whether the computer is to move
 * then, so that a restart finds the game (computer_resume_games). */
static paua_status action_store(struct action *action)
{
    static const char *const types[] = {"move", "draw", "resign", "agree"};
    struct game *game = action->game;
    char text[PAUA_MOVE_TEXT_MAX] = "";
    paua_outcome outcome =
        game_outcome_after(game, action->event, (paua_side)action->who, action->move);
    int next = paua_game_position(game->play)->to_move;

    if (action->event == EVENT_MOVE) {
        paua_move_format(game->setup.board, action->move, text, sizeof text);
        next = 1 - next;
    } else {
        snprintf(text, sizeof text, "%s", action->who == PAUA_BLACK ? "b" : "w");
    }
    if (!game_reserve(game))
        return PAUA_NO_MEMORY;
    return store_append(
        action->service->config.store, game->id,
        &(store_event){game->event_count + 1, service_now_ms(), types[action->event], text},
        &(store_state){paua_result_text(outcome.result), paua_reason_name(outcome.reason),
                       outcome.result == PAUA_ONGOING &&
                           seat_is_computer(&game->setup.seats[next])},
        action_stored, action);
}

/* The write failed: counts it, logs it and responds 503. Under the game's lock. */
static void action_failed(struct action *action)
{
    atomic_fetch_add(&action->service->events_failed, 1);
    service_log_store_failure(action->service);
    if (action->request)
        respond_error(action->request, 503, "storage",
                      "the store could not write this; nothing has changed");
}

/* Starts the actions that wait, until one is being stored. Under the lock. Actions that are over
 * are put on *over, because to release their game the lock must be free. */
static void actions_start(struct game *game, struct action **over)
{
    while (!game->storing && game->first_action) {
        struct action *action = game->first_action;

        game->first_action = action->next;
        if (!game->first_action)
            game->last_action = &game->first_action;
        bool valid = action_check(action);
        game->storing = valid && action_store(action) == PAUA_OK;
        if (game->storing)
            return; /* to be continued by action_stored() */
        if (valid)
            action_failed(action);
        if (action->kind == ACTION_COMPUTER_MOVE)
            computer_move_done(game, valid);
        action->next = *over;
        *over = action;
    }
}

/* Frees a list of finished actions, without any lock. */
static void actions_free(struct action *over)
{
    while (over) {
        struct action *next = over->next;

        action_free(over);
        over = next;
    }
}

void action_submit(struct action *action)
{
    struct game *game = action->game;
    struct action *over = NULL;

    assert(action->who == PAUA_BLACK || action->who == PAUA_WHITE);
    action->next = NULL;
    pthread_mutex_lock(&game->mutex);
    *game->last_action = action;
    game->last_action = &action->next;
    actions_start(game, &over);
    pthread_mutex_unlock(&game->mutex);
    actions_free(over);
}

/* On the store's thread: the event is on disk, or could not be written. */
static void action_stored(paua_status status, void *context)
{
    struct action *action = context, *over = NULL;
    struct game *game = action->game;
    struct service *service = action->service;
    bool computer = action->kind == ACTION_COMPUTER_MOVE;

    pthread_mutex_lock(&game->mutex);
    game->storing = false;
    if (status == PAUA_OK &&
        game_apply(game, action->event, (paua_side)action->who, action->move)) {
        atomic_fetch_add(&service->events_stored, 1);
        if (action->kind == ACTION_MOVE)
            respond_move(action, paua_game_moves(game->play) - 1);
        else if (!computer)
            respond_game(action);
        event_streams_wake(game);
        if (computer)
            computer_move_done(game, false);
        computer_schedule_move(service->computer, game);
    } else {
        action_failed(action);
        if (computer)
            computer_move_done(game, true);
    }
    actions_start(game, &over);
    pthread_mutex_unlock(&game->mutex);
    action->next = over;
    actions_free(action);
}
