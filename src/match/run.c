/* run.c - the threads that play a match: each takes the next game that nobody plays, with players
 * of its own. The calling thread watches and serves the host. */
#define _POSIX_C_SOURCE 200809L /* O_CLOEXEC */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/pool.h"
#include "match/match.h"

enum { IDLE_MS = 100 };

/* One thread and its players. */
struct match_worker {
    paua_match *match;
    const paua_match_host *host;
    struct player *players; /* one for each engine of the match; owned */
    int player_count;       /* of them, those initialised */
};

/* Worker i of the pool is workers[i - 1]; the caller, worker 0, watches. */
struct match_workers {
    struct match_worker *workers; /* owned */
    int count;
};

/* Ends the match, with the first problem if there is one; the lock is held. */
static void stop_match(paua_match *match, paua_status status, const char *problem)
{
    if (match->status == PAUA_OK) {
        match->status = status;
        snprintf(match->problem, sizeof match->problem, "%s", problem);
    }
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

/* Records a game and reports it to the host. */
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
        stop_match(match, PAUA_OK, "");
    if (match->decision != PAUA_SPRT_OPEN)
        stop_match(match, PAUA_OK, "");
    pthread_mutex_unlock(&match->lock);
}

/* The work of one thread of the pool. */
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
        stop_match(match, status == PAUA_ERROR_NOT_FOUND ? PAUA_OK : status, game.note);
        pthread_mutex_unlock(&match->lock);
    }
    for (int i = 0; i < worker->player_count; i++)
        player_quit(&worker->players[i]);
}

/* Every player answers soon, again and again until all threads have ended. */
static void stop_searches(struct match_workers *all)
{
    for (int i = 0; i < all->count; i++)
        for (int j = 0; j < all->workers[i].player_count; j++)
            player_stop_search(&all->workers[i].players[j]);
}

/* Serves the host until all threads have ended. */
static void watch_workers(struct match_workers *all, struct pool *pool, paua_match *match,
                          const paua_match_host *host)
{
    while (!pool_wait(pool, IDLE_MS)) {
        pthread_mutex_lock(&match->lock);
        if (host->idle && !host->idle(host->context))
            stop_match(match, PAUA_OK, "");
        if (atomic_load(&match->stop))
            stop_searches(all);
        pthread_mutex_unlock(&match->lock);
    }
}

/* Gives each worker a player for every engine, so that concurrent games share none. */
static paua_status init_workers(struct match_workers *all, paua_match *match,
                                const paua_match_host *host)
{
    const paua_match_setup *setup = &match->setup;
    for (int i = 0; i < all->count; i++) {
        struct match_worker *worker = &all->workers[i];
        *worker = (struct match_worker){.match = match, .host = host};
        worker->players = calloc((size_t)setup->count, sizeof *worker->players);
        if (!worker->players)
            return PAUA_ERROR_NO_MEMORY;
        for (int j = 0; j < setup->count; j++) {
            if (player_init(&worker->players[j], setup, &setup->engines[j], match->nets[j],
                            match->log_fd, &match->stop) != PAUA_OK)
                return PAUA_ERROR_NO_MEMORY;
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
static paua_status run_workers(struct match_workers *all, paua_match *match,
                               const paua_match_host *host)
{
    struct pool *pool = pool_new(all->count + 1);
    if (!pool || pool_size(pool) == 1) {
        pool_free(pool);
        return PAUA_ERROR_NO_MEMORY;
    }
    pool_start(pool, play_games, all);
    watch_workers(all, pool, match, host);
    pool_free(pool);
    return match->status;
}

/* The log of external engines. True, with match->log_fd -1, where there is none to be written. */
static bool open_log(paua_match *match)
{
    bool wanted = false;
    match->log_fd = -1;
    for (int i = 0; i < match->setup.count; i++)
        wanted |= match->setup.engines[i].command[0] != '\0';
    if (!match->setup.log || !wanted)
        return true;
    match->log_fd = open(match->setup.log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    return match->log_fd >= 0;
}

paua_status paua_match_run(paua_match *match, const paua_match_host *host, paua_error *error)
{
    struct match_workers all = {.count = match->setup.concurrency};
    if (all.count > match->setup.games)
        all.count = (int)match->setup.games;
    if (!open_log(match))
        return error_fill(error, PAUA_ERROR_IO, 0, "%s", strerror(errno));
    all.workers = calloc((size_t)all.count, sizeof *all.workers);
    paua_status status = all.workers ? PAUA_OK : PAUA_ERROR_NO_MEMORY;
    atomic_store(&match->stop, match->decision != PAUA_SPRT_OPEN);
    match->next = 0;
    match->status = PAUA_OK;
    if (status == PAUA_OK)
        status = init_workers(&all, match, host);
    if (status == PAUA_OK)
        status = run_workers(&all, match, host);
    if (all.workers)
        free_workers(&all);
    if (match->log_fd >= 0)
        close(match->log_fd);
    if (status == PAUA_OK)
        return PAUA_OK;
    return error_fill(error, status, 0, "%s",
                      status == PAUA_ERROR_UNSUPPORTED ? match->problem : paua_status_text(status));
}
