/* computer.c - finds the computer's moves. A job of the search pool copies the game under its lock,
 * searches the copy without any lock, and submits the move as an action, like a person's. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "base/array.h"
#include "service/action.h"
#include "service/computer.h"
#include "service/instance.h"

#define RETRY_MS           1000
#define FAST_LEVEL_MAX     3    /* up to this level a move must come at once: */
#define FAST_LEVEL_TIME_MS 300  /* the longest a search may take there */
#define TIME_MS            2000 /* and above */
#define RESUME_WAITING_MAX 64   /* interrupted games are loaded while fewer moves than this wait */

struct computer {
    struct search_pool_job resume; /* first: loads one interrupted game each time */
    struct service *service;
    _Atomic uint64_t searches;
    atomic_int waiting;
    /* Used by the job `resume` alone. */
    char (*interrupted)[GAME_ID_SIZE + 1]; /* oldest first */
    size_t interrupted_count, interrupted_capacity, next_interrupted;
    int resume_delay_ms;
};

/* Searches for the best move of `seat`, as long as its level allows. */
static paua_move search_move(struct search_worker *worker, const paua_game *game,
                             const struct seat *seat)
{
    bool fast = seat->level > 0 && seat->level <= FAST_LEVEL_MAX;
    paua_limits limits = {.level = seat->level,
                          .time_ms = fast ? FAST_LEVEL_TIME_MS : TIME_MS,
                          .contempt = PAUA_CONTEMPT};
    paua_move best = PAUA_NO_MOVE;

    if (seat->opponent.name)
        paua_opponent_limit(&seat->opponent, &limits);
    randombytes_buf(&limits.seed, sizeof limits.seed);
    paua_engine *engine = search_worker_engine(worker, paua_game_board(game), seat->opponent.eval);
    if (!engine || paua_engine_search(engine, game, &limits, &best, NULL, NULL, NULL) != PAUA_OK)
        return PAUA_NO_MOVE;
    return best;
}

/* On a worker: searches the computer's move (step 8 in action.c). */
static void turn_run(struct search_pool_job *job, struct search_worker *worker)
{
    struct computer_turn *turn = (struct computer_turn *)job;
    struct game *game = turn->game;
    paua_game *copy = NULL;

    atomic_fetch_sub(&turn->computer->waiting, 1);
    turn->move = PAUA_NO_MOVE;
    /* 1. Copy the game under its lock. */
    pthread_mutex_lock(&game->mutex);
    const struct seat *seat = game_computer_to_move(game);
    turn->ply = game_ply(game);
    turn->side = paua_game_position(game->play)->to_move;
    turn->position_key = paua_game_position(game->play)->key;
    if (seat)
        copy = game_copy(game);
    pthread_mutex_unlock(&game->mutex);
    /* 2. Search without any lock. `seat` is part of the setup, which never changes. */
    turn->retry = seat != NULL;
    if (copy)
        turn->move = search_move(worker, copy, seat);
    /* 3. Drop the move of a search that was stopped: it may be a bad one. */
    if (search_pool_job_cancelled(job))
        turn->move = PAUA_NO_MOVE;
    paua_game_free(copy);
    atomic_fetch_add(&turn->computer->searches, 1);
}

/* On the same worker, after turn_run(): submits the move as an action, like a person's. Without
 * a move, computer_move_done() tries again later or ends the turn. */
static void turn_finished(struct search_pool_job *job)
{
    struct computer_turn *turn = (struct computer_turn *)job;
    struct game *game = turn->game;
    struct service *service = turn->computer->service;
    struct action *action = turn->move != PAUA_NO_MOVE ? calloc(1, sizeof *action) : NULL;

    cache_hold(service->cache, game);
    if (action) {
        *action = (struct action){.kind = ACTION_COMPUTER_MOVE,
                                  .service = service,
                                  .game = game,
                                  .who = turn->side,
                                  .ply = turn->ply,
                                  .position_key = turn->position_key,
                                  .event.move = turn->move};
        action_submit(action);
        return;
    }
    pthread_mutex_lock(&game->mutex);
    computer_move_done(game, turn->retry);
    pthread_mutex_unlock(&game->mutex);
    cache_release(service->cache, game);
}

/* Queues the game's job; false: the pool is halted. */
static bool turn_submit(struct computer_turn *turn, int delay_ms)
{
    atomic_fetch_add(&turn->computer->waiting, 1);
    if (search_pool_submit(turn->computer->service->pool, &turn->job, delay_ms))
        return true;
    atomic_fetch_sub(&turn->computer->waiting, 1);
    return false;
}

void computer_schedule_move(struct computer *computer, struct game *game)
{
    struct computer_turn *turn = &game->turn;

    if (turn->scheduled || !game_computer_to_move(game))
        return;
    turn->job.job_class = SEARCH_MOVES;
    turn->job.run = turn_run;
    turn->job.finished = turn_finished;
    turn->game = game;
    turn->computer = computer;
    cache_hold(computer->service->cache, game);
    turn->scheduled = true;
    if (turn_submit(turn, 0))
        return;
    turn->scheduled = false;
    cache_release(computer->service->cache, game);
}

void computer_move_done(struct game *game, bool failed)
{
    struct computer_turn *turn = &game->turn;

    assert(turn->scheduled);
    if (failed && turn_submit(turn, RETRY_MS))
        return;
    turn->scheduled = false;
    cache_release(turn->computer->service->cache, game);
}

/* Loads the next interrupted game and schedules its move. Nothing else would resume it, so a game
 * that cannot be read for the moment is tried again later. */
static void resume_run(struct search_pool_job *job, struct search_worker *worker)
{
    struct computer *computer = (struct computer *)job;
    struct service *service = computer->service;
    const char *id = computer->interrupted[computer->next_interrupted];
    struct game *game;

    (void)worker;
    computer->resume_delay_ms = RETRY_MS;
    if (atomic_load(&computer->waiting) >= RESUME_WAITING_MAX)
        return;
    paua_status status = cache_get(service->cache, id, &game);
    if (status == PAUA_IO || status == PAUA_NO_MEMORY)
        return;
    if (status == PAUA_OK) {
        pthread_mutex_lock(&game->mutex);
        computer_schedule_move(computer, game);
        pthread_mutex_unlock(&game->mutex);
        cache_release(service->cache, game);
    }
    computer->next_interrupted++;
    computer->resume_delay_ms = 0;
}

/* At the end of the queue again, behind the moves that wait by now. */
static void resume_finished(struct search_pool_job *job)
{
    struct computer *computer = (struct computer *)job;

    if (computer->next_interrupted < computer->interrupted_count)
        search_pool_submit(computer->service->pool, job, computer->resume_delay_ms);
}

/* The store lists a game in which the computer was to move when the service stopped. False: out
 * of memory. */
static bool on_pending(const char *id, void *context)
{
    struct computer *computer = context;

    if (!game_id_valid(id))
        return true;
    if (!ARRAY_RESERVE(computer->interrupted, computer->interrupted_capacity,
                       computer->interrupted_count + 1))
        return false;
    memcpy(computer->interrupted[computer->interrupted_count++], id, GAME_ID_SIZE + 1);
    return true;
}

paua_status computer_resume_games(struct computer *computer)
{
    paua_status status = store_pending(computer->service->config.store, on_pending, computer);

    if (status == PAUA_OK && computer->interrupted_count > 0)
        search_pool_submit(computer->service->pool, &computer->resume, 0);
    return status;
}

struct computer *computer_new(struct service *service)
{
    struct computer *computer = calloc(1, sizeof *computer);

    if (!computer)
        return NULL;
    computer->service = service;
    computer->resume.job_class = SEARCH_MOVES;
    computer->resume.run = resume_run;
    computer->resume.finished = resume_finished;
    return computer;
}

void computer_free(struct computer *computer)
{
    if (!computer)
        return;
    free(computer->interrupted);
    free(computer);
}

void computer_counts(const struct computer *computer, uint64_t *searches, int *waiting)
{
    *searches = atomic_load(&computer->searches);
    *waiting = atomic_load(&computer->waiting);
}
