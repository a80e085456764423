/* run.c - the threads that play a match. */
#define _POSIX_C_SOURCE 200809L

#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "match/match.h"

enum { IDLE_MS = 100 };

/* A thread with engines of its own. */
struct worker {
    paua_match *match;
    const paua_match_host *host;
    struct crew *crew;
    struct player *players; /* one for each contender; owned */
    int player_count;       /* of them that have begun */
    pthread_t thread;
    bool started;
};

struct crew {
    struct worker *workers; /* owned */
    int count;
    int busy; /* threads that have not ended; under the match's lock */
    pthread_cond_t ended;
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

static void note(struct worker *worker, const paua_match_game *game)
{
    paua_match *match = worker->match;
    int64_t number = game->number - 1;
    struct fixture fixture = match_fixture(match, number);
    struct result result = {.points = match_points(&fixture, game->result),
                            .fault = (uint8_t)game->fault};

    pthread_mutex_lock(&match->lock);
    match_settle(match, number, result);
    if (worker->host->played && !worker->host->played(game, worker->host->context))
        stop_match(match, PAUA_OK);
    if (match->decision != PAUA_SPRT_OPEN)
        stop_match(match, PAUA_OK);
    pthread_mutex_unlock(&match->lock);
}

static void *work(void *context)
{
    struct worker *worker = context;
    paua_match *match = worker->match;
    int64_t number;
    sigset_t all;

    /* signals are the caller's business, and a program that has ended must not end us when we write to it */
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    for (;;) {
        paua_match_game game;
        paua_status status;
        struct fixture fixture;
        pthread_mutex_lock(&match->lock);
        number = take_game(match);
        pthread_mutex_unlock(&match->lock);
        if (number < 0)
            break;
        fixture = match_fixture(match, number);
        status = match_play(match, number, &worker->players[fixture.black],
                            &worker->players[fixture.white], &game);
        if (status == PAUA_OK) {
            note(worker, &game);
            paua_game_free((paua_game *)(uintptr_t)game.game);
            continue;
        }
        pthread_mutex_lock(&match->lock);
        match->results[number].state = GAME_OPEN;
        stop_match(match, status == PAUA_NOT_FOUND ? PAUA_OK : status);
        pthread_mutex_unlock(&match->lock);
    }
    for (int i = 0; i < worker->player_count; i++)
        player_leave(&worker->players[i]);
    pthread_mutex_lock(&match->lock);
    worker->crew->busy--;
    pthread_cond_signal(&worker->crew->ended);
    pthread_mutex_unlock(&match->lock);
    return NULL;
}

static void hurry(struct crew *crew)
{
    for (int i = 0; i < crew->count; i++)
        for (int j = 0; j < crew->workers[i].player_count; j++)
            player_hurry(&crew->workers[i].players[j]);
}

static struct timespec soon(void)
{
    struct timespec when;

    clock_gettime(CLOCK_REALTIME, &when);
    when.tv_nsec += IDLE_MS * 1000000L;
    when.tv_sec += when.tv_nsec / 1000000000;
    when.tv_nsec %= 1000000000;
    return when;
}

/* Waits for the threads to end. */
static void watch(struct crew *crew, paua_match *match, const paua_match_host *host)
{
    pthread_mutex_lock(&match->lock);
    while (crew->busy > 0) {
        struct timespec when = soon();
        pthread_cond_timedwait(&crew->ended, &match->lock, &when);
        if (host->idle && !host->idle(host->context))
            stop_match(match, PAUA_OK);
        if (atomic_load(&match->stop))
            hurry(crew);
    }
    pthread_mutex_unlock(&match->lock);
}

static paua_status hire(struct crew *crew, paua_match *match, const paua_match_host *host)
{
    const paua_match_setup *setup = &match->setup;

    for (int i = 0; i < crew->count; i++) {
        struct worker *worker = &crew->workers[i];
        *worker = (struct worker){.match = match, .host = host, .crew = crew};
        worker->players = calloc((size_t)setup->count, sizeof *worker->players);
        if (!worker->players)
            return PAUA_NO_MEMORY;
        for (int j = 0; j < setup->count; j++) {
            if (player_begin(&worker->players[j], setup, &setup->contenders[j], match->nets[j],
                             &match->stop) != PAUA_OK)
                return PAUA_NO_MEMORY;
            worker->player_count++;
        }
    }
    return PAUA_OK;
}

static void dismiss(struct crew *crew)
{
    for (int i = 0; i < crew->count; i++) {
        struct worker *worker = &crew->workers[i];
        if (worker->started)
            pthread_join(worker->thread, NULL);
        for (int j = 0; j < worker->player_count; j++)
            player_end(&worker->players[j]);
        free(worker->players);
    }
    pthread_cond_destroy(&crew->ended);
    free(crew->workers);
}

paua_status paua_match_run(paua_match *match, const paua_match_host *host)
{
    struct crew crew = {.count = match->setup.concurrency};
    paua_status status;

    if (crew.count > match->setup.games)
        crew.count = (int)match->setup.games;
    crew.workers = calloc((size_t)crew.count, sizeof *crew.workers);
    if (!crew.workers)
        return PAUA_NO_MEMORY;
    pthread_cond_init(&crew.ended, NULL);
    atomic_store(&match->stop, match->decision != PAUA_SPRT_OPEN);
    match->next = 0;
    match->status = PAUA_OK;
    status = hire(&crew, match, host);
    pthread_mutex_lock(&match->lock);
    for (int i = 0; i < crew.count && status == PAUA_OK; i++) {
        struct worker *worker = &crew.workers[i];
        worker->started = pthread_create(&worker->thread, NULL, work, worker) == 0;
        crew.busy += worker->started;
    }
    if (status == PAUA_OK && crew.busy == 0)
        status = PAUA_NO_MEMORY;
    pthread_mutex_unlock(&match->lock);
    watch(&crew, match, host);
    dismiss(&crew);
    return status != PAUA_OK ? status : match->status;
}
