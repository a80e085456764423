/* run.c - the threads that play a match. */
#include <stdlib.h>

#include "base/pool.h"
#include "match/match.h"

enum { IDLE_MS = 100 };

/* A thread with engines of its own. */
struct match_worker {
    paua_match *match;
    const paua_match_host *host;
    struct player *players; /* one for each engine; owned */
    int player_count;       /* of them that have begun */
};

/* Worker i of the pool is workers[i - 1]; the caller, worker 0, watches. */
struct match_workers {
    struct match_worker *workers; /* owned */
    int count;
};

static void stop_match(paua_match *match, paua_status status)
{
    if (match->status == PAUA_OK)
        match->status = status;
    atomic_store(&match->stop, true);
}

/* The next game that nobody plays, or -1; the lock is held. */
static int64_t take_game(paua_match *match)
{
    while (match->next < match->counted && match->results[match->next].state != GAME_OPEN)
        match->next++;
    if (match->next >= match->counted || atomic_load(&match->stop))
        return -1;
    match->results[match->next].state = GAME_TAKEN;
    return match->next++;
}

static void note_result(struct match_worker *worker, const paua_match_game *game)
{
    paua_match *match = worker->match;
    int64_t number = game->number - 1;
    struct pairing pairing = match_pairing(match, number);
    struct result result = {.points = match_points(&pairing, game->result),
                            .fault = (uint8_t)game->fault};

    pthread_mutex_lock(&match->lock);
    match_settle(match, number, result);
    if (worker->host->played && !worker->host->played(game, worker->host->context))
        stop_match(match, PAUA_OK);
    if (match->decision != PAUA_SPRT_OPEN)
        stop_match(match, PAUA_OK);
    pthread_mutex_unlock(&match->lock);
}

static void play_games(int number, void *context)
{
    struct match_worker *worker = &((struct match_workers *)context)->workers[number - 1];
    paua_match *match = worker->match;
    for (;;) {
        paua_match_game game;
        pthread_mutex_lock(&match->lock);
        int64_t next = take_game(match);
        pthread_mutex_unlock(&match->lock);
        if (next < 0)
            break;
        struct pairing pairing = match_pairing(match, next);
        paua_status status = match_play(match, next, &worker->players[pairing.black],
                                        &worker->players[pairing.white], &game);
        if (status == PAUA_OK) {
            note_result(worker, &game);
            paua_game_free((paua_game *)(uintptr_t)game.game);
            continue;
        }
        pthread_mutex_lock(&match->lock);
        match->results[next].state = GAME_OPEN;
        stop_match(match, status == PAUA_NOT_FOUND ? PAUA_OK : status);
        pthread_mutex_unlock(&match->lock);
    }
    for (int i = 0; i < worker->player_count; i++)
        player_quit(&worker->players[i]);
}

static void stop_searches(struct match_workers *all)
{
    for (int i = 0; i < all->count; i++)
        for (int j = 0; j < all->workers[i].player_count; j++)
            player_stop_search(&all->workers[i].players[j]);
}

/* Waits for the threads to end. */
static void watch_workers(struct match_workers *all, struct pool *pool, paua_match *match,
                          const paua_match_host *host)
{
    while (!pool_wait(pool, IDLE_MS)) {
        pthread_mutex_lock(&match->lock);
        if (host->idle && !host->idle(host->context))
            stop_match(match, PAUA_OK);
        if (atomic_load(&match->stop))
            stop_searches(all);
        pthread_mutex_unlock(&match->lock);
    }
}

static paua_status init_workers(struct match_workers *all, paua_match *match,
                                const paua_match_host *host)
{
    const paua_match_setup *setup = &match->setup;
    for (int i = 0; i < all->count; i++) {
        struct match_worker *worker = &all->workers[i];
        *worker = (struct match_worker){.match = match, .host = host};
        worker->players = calloc((size_t)setup->count, sizeof *worker->players);
        if (!worker->players)
            return PAUA_NO_MEMORY;
        for (int j = 0; j < setup->count; j++) {
            if (player_init(&worker->players[j], setup, &setup->engines[j], match->nets[j],
                            &match->stop) != PAUA_OK)
                return PAUA_NO_MEMORY;
            worker->player_count++;
        }
    }
    return PAUA_OK;
}

static void free_workers(struct match_workers *all)
{
    for (int i = 0; i < all->count; i++) {
        struct match_worker *worker = &all->workers[i];
        for (int j = 0; j < worker->player_count; j++)
            player_free(&worker->players[j]);
        free(worker->players);
    }
    free(all->workers);
}

/* Plays with as many threads as the system grants, at least one beside the caller's. */
static paua_status run_crew(struct match_workers *all, paua_match *match,
                            const paua_match_host *host)
{
    struct pool *pool = pool_new(all->count + 1);
    if (!pool || pool_size(pool) == 1) {
        pool_free(pool);
        return PAUA_NO_MEMORY;
    }
    pool_start(pool, play_games, all);
    watch_workers(all, pool, match, host);
    pool_free(pool);
    return match->status;
}

paua_status paua_match_run(paua_match *match, const paua_match_host *host)
{
    struct match_workers all = {.count = match->setup.concurrency};
    if (all.count > match->setup.games)
        all.count = (int)match->setup.games;
    all.workers = calloc((size_t)all.count, sizeof *all.workers);
    if (!all.workers)
        return PAUA_NO_MEMORY;
    atomic_store(&match->stop, match->decision != PAUA_SPRT_OPEN);
    match->next = 0;
    match->status = PAUA_OK;
    paua_status status = init_workers(&all, match, host);
    if (status == PAUA_OK)
        status = run_crew(&all, match, host);
    free_workers(&all);
    return status;
}
