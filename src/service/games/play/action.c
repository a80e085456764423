/* action.c - does the actions on a game one at a time: check, store, apply, announce.
 *
 * The life of a move. Threads: H, one of the HTTP server's; S, the one thread of the store that
 * writes; W, a worker of the search pool. "Lock" is the lock of the game, `game->mutex`.
 *
 *   1. H  api_play_move() holds the game (cache_get), finds the seat by its key (request_seat),
 *         reads the body, defers the request (http_defer) and calls action_submit().
 *   2. H  action_submit() takes the lock, appends the action to the queue of the game and calls
 *         actions_start(). Where an event of this game is being stored the action waits in the
 *         queue.
 *   3. H  actions_start() checks the action against the current game (action_check). A move
 *         that is refused, or was made already, gets its response here. Else action_store() hands
 *         the event and the new state of the game to store_commit(), which only queues them;
 *         `game->live->storing` is set. The lock is released: nobody waits for a disk while holding
 *         it. The event that ends a rated game is stored together with the new ratings of its
 *         players (action_rate).
 *   4. S  The store commits all the writes that wait in one transaction (group_commit), and calls
 *         action_stored() for each when the commit is on disk.
 *   5. S  action_stored() takes the lock and makes the event part of the game (game_apply): from
 *         now on every reader sees it. If the write failed, nothing has changed; the client gets
 *         503.
 *   6. S  game_change_add_event() notifies the listeners of the event (lobby, notices,
 *         tournaments); the client gets its response (action_respond_move).
 *   7. S  game_change_announce() wakes the streams of the game, each of which then fetches its next
 *         events on a thread H (on_stream_next), and lets the computer queue a search if it is to
 *         move. A conditional move that is due, or a proposal that a departure has completed
 *         (action_answer), becomes the first action in the queue; actions_start() begins with the
 *         next one (step 3). The lock is released.
 *   8. W  turn_run() copies the game under the lock and searches the copy without any;
 *         turn_finished() submits the move found as an action without a request: step 2, on a
 *         thread W.
 *
 * Where another server with the same store was faster, the commit fails with a conflict: step 5
 * then reads the events of that server (game_sync_stored), and the action is checked again (step
 * 3). The same happens where somebody has meanwhile blocked an account that takes a seat, or that
 * would play the next game. A request never finds a game that is behind the store
 * (game_sync_for_request).
 *
 * Steps 2, 3 and 5 to 7 happen under the lock, so that for one game there is always one order of
 * events, the same in the store, in memory and in every stream.
 */
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/core/response.h"
#include "service/games/play/action_check.h"
#include "service/games/play/admission.h"
#include "service/games/play/cache.h"
#include "service/games/play/conditional_play.h"
#include "service/games/play/create.h"
#include "service/games/play/event_stream.h"
#include "service/games/play/game_change.h"
#include "service/games/play/game_players.h"
#include "service/games/play/game_slots.h"
#include "service/games/play/game_sync.h"
#include "service/games/play/games.h"
#include "service/games/play/networks.h"
#include "service/games/play/settled_proposals.h"
#include "service/games/play/timers.h"
#include "service/games/play/vacation.h"
#include "store/tables/games.h"
#include "store/tables/pair_games.h"

#define ATTEMPTS_MAX 20 /* of an action while other servers are faster */

void action_release_slots(struct action *action)
{
    for (int i = 0; i < PAUA_PLAYERS_MAX; i++) {
        game_slots_release(action->games, action->slot_accounts[i]);
        action->slot_accounts[i][0] = '\0';
    }
}

http_request *action_take_request(struct action *action)
{
    action_release_slots(action);
    return action->request;
}

/* Releases the game, which may evict and free it, so the game's lock must be free. */
static void action_free(struct action *action)
{
    action_release_slots(action);
    cache_release(action->games->cache, action->game);
    event_clear(&action->event);
    free(action->ratings);
    free(action);
}

static void action_stored(paua_status status, void *context);

/* Adds a game of the same players to the batch of the event that names it. */
static bool add_game(struct action *action, const struct setup *setup, char id[ID_SIZE + 1],
                     store_batch *batch)
{
    admission_expect_no_block(setup, batch);
    action->creation = game_creation_begin(action->games, setup, id, batch);
    return action->creation != NULL;
}

/* Everybody wants a rematch: adds the new game. */
static paua_status add_rematch(struct action *action, store_batch *batch)
{
    struct setup setup;
    char id[ID_SIZE + 1];

    game_rematch_setup(action->game, &setup);
    if (!add_game(action, &setup, id, batch))
        return PAUA_ERROR_NO_MEMORY;
    free(action->event.text);
    action->event.text = strdup(id);
    return action->event.text ? PAUA_OK : PAUA_ERROR_NO_MEMORY;
}

/* A player declines to play: adds a game of the others, if there are enough of them and none has
 * blocked another. */
static paua_status add_successor(struct action *action, store_batch *batch)
{
    struct block_found block;
    struct setup setup;
    char *text, id[ID_SIZE + 1];

    if (!game_decline_setup(action->game, action->games->boards, action->side, &setup))
        return PAUA_OK;
    paua_status status = admission_find_block(action->games->env->store, &setup, "", &block);
    if (status != PAUA_OK || block.other)
        return status;
    if (!add_game(action, &setup, id, batch) ||
        asprintf(&text, "%s %s", action->event.text, id) < 0)
        return PAUA_ERROR_NO_MEMORY;
    free(action->event.text);
    action->event.text = text;
    return PAUA_OK;
}

/* Adds the game that follows the event, if one does. */
static paua_status add_next_game(struct action *action, const struct game_outcome *after,
                                 store_batch *batch)
{
    if (after->rematch)
        return add_rematch(action, batch);
    return action->event.type == EVENT_CLOSE && action->event.side != NOBODY
               ? add_successor(action, batch)
               : PAUA_OK;
}

/* If the event ends a rated game, computes the new ratings of its players, to be stored in the same
 * batch; once more after a conflict about these. */
static paua_status action_rate(struct action *action, const struct game_outcome *after)
{
    store *db = action->games->env->store;
    int64_t at_ms = action->event.at_ms;

    if (!after->best)
        return PAUA_OK;
    if (action->ratings)
        return rating_update_renew(db, at_ms, action->ratings);
    action->ratings = malloc(sizeof *action->ratings);
    if (!action->ratings)
        return PAUA_ERROR_NO_MEMORY;
    game_ratings_begin_update(action->game, &action->event, after, action->ratings);
    return rating_update_compute(db, at_ms, action->ratings);
}

/* Adds the event to a batch, with the new state of the game: whether the computer is then to move,
 * so that a restart finds the game (computer_resume_games). */
static void add_event(struct action *action, const struct game_outcome *after, store_batch *batch)
{
    struct game *game = action->game;
    const struct event *event = &action->event;
    char text[EVENT_TEXT_SIZE];

    event_format(event, game->setup.board, text);
    batch_append_event(batch, game->id,
                       &(store_event){game->event_count + 1, event->at_ms, event->clock_ms,
                                      event->type == EVENT_CHAT ? event->key : event->spent_ms,
                                      event_type_name(event->type), text},
                       &(store_state){.result = paua_result_text(after->outcome.result),
                                      .reason = after->closed
                                                    ? after->closed
                                                    : paua_reason_name(after->outcome.reason),
                                      .pending = after->computer_next,
                                      .listing = after->listing,
                                      .closes_ms = action->closes_ms,
                                      .deadline_ms = after->deadline_ms});
    listeners_storing(&action->games->listeners, game, event, after->over, batch);
    if (event->account[0])
        batch_seat_account(batch, game->id, event->side, event->account);
    action_expect_account(action, batch);
    if (action->ratings) {
        rating_update_add(action->ratings, game->id, batch);
        batch_trim_pair_games(batch, env_due_ms(action->games->env) - PAIR_GAME_KEPT_MS);
    }
}

/* Drops the game that was to be stored with the event. */
static void drop_next_game(struct action *action)
{
    game_creation_drop(action->creation);
    action->creation = NULL;
}

/* Queues the event for the store, in one batch with the game that follows it. */
static paua_status action_store(struct action *action)
{
    struct game *game = action->game;
    struct env *env = action->games->env;
    struct event *event = &action->event;
    struct game_outcome after;

    event->at_ms = env_now_ms();
    if (game_dry_run(game, event, &after) != PAUA_OK || !game_reserve(game))
        return PAUA_ERROR_NO_MEMORY;
    const int64_t keep_ms = after.unplayed ? env->limits.unplayed_ms : after.idle_ms;
    action->closes_ms = keep_ms ? env_end_ms(env, event->at_ms, keep_ms) : 0;
    store_batch *batch = store_batch_new();
    paua_status status = add_next_game(action, &after, batch);
    if (status == PAUA_OK)
        status = action_rate(action, &after);
    if (status == PAUA_OK) {
        add_event(action, &after, batch);
        status = store_commit(env->store, batch, action_stored, action);
    } else {
        store_batch_free(batch);
    }
    if (status != PAUA_OK)
        drop_next_game(action);
    return status;
}

/* The write failed: counts it, logs it and responds 503. A flag that falls and a conditional move
 * are retried later. Under the game's lock. */
static void action_failed(struct action *action)
{
    atomic_fetch_add(&action->games->env->counters.events_failed, 1);
    respond_unchanged(action->games->env, action_take_request(action));
    if (action->kind == ACTION_TIME || action->kind == ACTION_CONDITIONAL)
        timers_retry(action->games->timers, action->game->id);
}

/* Starts the waiting actions, until one is being stored; fails them where the store hangs. Under
 * the lock. Actions that are over go to *over, because their game may only be released without the
 * lock. */
static void actions_start(struct game *game, struct action **over)
{
    while (game->live->first_action) {
        struct action *action = game->live->first_action;
        const bool hangs = store_write_hangs(action->games->env->store);
        bool valid = true;

        if (game->live->storing && !hangs)
            return;
        game->live->first_action = action->next;
        if (!game->live->first_action)
            game->live->last_action = &game->live->first_action;
        if (!game->live->storing) {
            valid = action_check(action);
            game->live->storing = valid && !hangs && action_store(action) == PAUA_OK;
            if (game->live->storing)
                return; /* to be continued by action_stored() */
        }
        if (valid)
            action_failed(action);
        if (action->done)
            action->done(game, valid, action->done_context);
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

/* Notes from where the player of a rated game plays, and who else plays from there. Under the
 * game's lock. */
static void note_network(const struct action *action)
{
    const struct game *game = action->game;
    struct networks *networks = action->games->networks;
    unsigned *same = game->live->same_address;

    if (!action->request || !game->setup.rated || action->side == NOBODY ||
        !game->players[action->side].account[0])
        return;
    const char *account = game->players[action->side].account;
    networks_note(networks, account, http_client_network(action->request));
    for (int other = 0; other < game->setup.start.players; other++) {
        if (other == action->side ||
            !networks_are_same(networks, account, game->players[other].account))
            continue;
        same[other] |= 1u << action->side;
        same[action->side] |= 1u << other;
    }
}

void action_submit(struct action *action)
{
    struct game *game = action->game;
    struct action *over = NULL;

    assert(action->side >= NOBODY && action->side < PAUA_PLAYERS_MAX);
    action->next = NULL;
    pthread_mutex_lock(&game->mutex);
    action->at_ms = env_running_ms(action->games->env);
    note_network(action);
    *game->live->last_action = action;
    game->live->last_action = &action->next;
    actions_start(game, &over);
    pthread_mutex_unlock(&game->mutex);
    actions_free(over);
}

void actions_refuse_waiting(struct games *games, const char *id)
{
    struct game *game = cache_find(games->cache, id);
    struct action *over = NULL;

    if (!game)
        return;
    pthread_mutex_lock(&game->mutex);
    if (game->live->storing)
        actions_start(game, &over);
    pthread_mutex_unlock(&game->mutex);
    actions_free(over);
    cache_release(games->cache, game);
}

/* After an event was applied: prunes the conditional moves, and puts what follows from the event at
 * the head of the queue. */
static void action_answer(struct games *games, struct game *game, const struct event *event)
{
    conditional_prune(games, game, event, true);
    struct action *answer = settled_action(games, game);
    if (!answer)
        answer = conditional_action(games, game);
    if (!answer)
        return;
    answer->at_ms = env_running_ms(games->env);
    answer->next = game->live->first_action;
    if (!game->live->first_action)
        game->live->last_action = &answer->next;
    game->live->first_action = answer;
}

/* The store is done with an event of the game: releases the lock, then reads events and conditional
 * moves that other servers have stored meanwhile. */
static void unlock_and_sync(struct games *games, struct game *game)
{
    const bool behind = game->live->behind || game->live->conditional_behind;

    game->live->behind = false;
    pthread_mutex_unlock(&game->mutex);
    if (behind)
        game_sync(games, game);
}

/* Checks the action once more, as if it had arrived now, because another server has stored an event
 * of the game, or an account that was to play was closed or blocked (`with_accounts`). False: the
 * conflict has another cause, or there were too many attempts. */
static bool attempt_again(struct action *action, bool with_accounts)
{
    struct games *games = action->games;
    struct game *game = action->game;
    struct action *over = NULL;

    if (action->attempts >= ATTEMPTS_MAX || (!game_sync_stored(games, game) && !with_accounts))
        return false;
    pthread_mutex_lock(&game->mutex);
    free(action->ratings);
    action->ratings = NULL;
    action->attempts++;
    action->next = game->live->first_action;
    if (!game->live->first_action)
        game->live->last_action = &action->next;
    game->live->first_action = action;
    game->live->storing = false;
    actions_start(game, &over);
    unlock_and_sync(games, game);
    actions_free(over);
    return true;
}

/* On the store's thread: the event is on disk, or could not be written. */
static void action_stored(paua_status status, void *context)
{
    struct action *action = context, *over = NULL;
    struct game *game = action->game;
    struct games *games = action->games;

    const bool with_accounts = action->event.account[0] || action->creation;
    if (status == PAUA_OK && action->creation) {
        game_creation_end(action->creation, status);
        action->creation = NULL;
    }
    drop_next_game(action);
    if (status == PAUA_ERROR_CONFLICT && attempt_again(action, with_accounts))
        return;
    pthread_mutex_lock(&game->mutex);
    const struct seat *computer_before = game_computer_to_move(game);
    if (status == PAUA_ERROR_CONFLICT && action->ratings && action_store(action) == PAUA_OK) {
        /* Another game of one of the players was faster: to be continued by action_stored(). */
        pthread_mutex_unlock(&game->mutex);
        return;
    }
    game->live->storing = false;
    if (status == PAUA_OK && game_apply(game, &action->event) == PAUA_OK) {
        action->event.text = NULL; /* now owned by the game */
        action->event.key_hash = NULL;
        game->closes_ms = action->closes_ms;
        if (action->event.account[0])
            vacations_touch(games->vacations, action->event.account);
        game_change_add_event(games, game, true, computer_before);
        atomic_fetch_add(&games->env->counters.events_stored, 1);
        if (action->kind == ACTION_MOVE)
            action_respond_move(action, paua_game_moves(game->play) - 1);
        else if (action->request)
            action_respond_game(action);
        if (action->done)
            action->done(game, false, action->done_context);
        game_change_announce(games, game);
        action_answer(games, game, &action->event);
    } else {
        action_failed(action);
        if (action->done)
            action->done(game, true, action->done_context);
    }
    actions_start(game, &over);
    unlock_and_sync(games, game);
    action->next = over;
    actions_free(action);
}
