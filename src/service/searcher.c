/* searcher.c - the threads that play the computer's moves.
 *
 * Games in which the computer is to move stand in a queue, each at most once. A thread takes one,
 * copies it, searches without any lock, and submits the move like anybody's. After a restart the games that
 * were interrupted come from the store, a few at a time.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sodium.h>

#include "base/clock.h"
#include "service/internal.h"

#define RETRY_MS      1000
#define QUICK_LEVEL   3    /* up to this level a move must come at once */
#define QUICK_MS      300  /* the longest a search may take there */
#define SLOW_MS       2000 /* and above */
#define BACKLOG_SHARE 64   /* interrupted games come back while fewer than this wait */

struct searcher {
    struct searchers *all;
    pthread_t thread;
    struct own_engine own; /* changed under the lock */
};

struct searchers {
    struct service *service;
    size_t tt_bytes;
    int count, started;
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t work;
    bool halted;
    struct game *first, **last;
    int waiting;
    char (*backlog)[ID_SIZE + 1]; /* interrupted games, oldest first */
    size_t backlog_size, backlog_at;
    uint64_t searched;
    struct searcher threads[];
};

/* Under the lock. The game is held until searchers_done(). */
static void enqueue(struct searchers *s, struct game *g, int64_t at_ms)
{
    g->think_next = NULL;
    g->think_at_ms = at_ms;
    *s->last = g;
    s->last = &g->think_next;
    s->waiting++;
    pthread_cond_signal(&s->work);
}

void searchers_nudge(struct searchers *s, struct game *g)
{
    if (!game_computer_due(g))
        return;
    pthread_mutex_lock(&s->mutex);
    if (!g->thinking && !s->halted) {
        g->thinking = true;
        cache_hold(s->service->cache, g);
        enqueue(s, g, 0);
    }
    pthread_mutex_unlock(&s->mutex);
}

void searchers_done(struct searchers *s, struct game *g, bool failed)
{
    bool again;

    pthread_mutex_lock(&s->mutex);
    again = failed && !s->halted;
    g->thinking = again;
    if (again)
        enqueue(s, g, clock_now_ms() + RETRY_MS);
    pthread_mutex_unlock(&s->mutex);
    if (!again)
        cache_release(s->service->cache, g);
}

/* Takes the first game whose time has come, or says how long to wait for it. */
static struct game *dequeue(struct searchers *s, int64_t *wait_ms)
{
    int64_t now = clock_now_ms();

    *wait_ms = 60 * 1000;
    for (struct game **at = &s->first; *at; at = &(*at)->think_next) {
        struct game *g = *at;

        if (g->think_at_ms > now) {
            if (g->think_at_ms - now < *wait_ms)
                *wait_ms = g->think_at_ms - now;
            continue;
        }
        *at = g->think_next;
        if (s->last == &g->think_next)
            s->last = at;
        s->waiting--;
        return g;
    }
    return NULL;
}

/* The game as it stands, for the search alone; NULL without memory or when nothing is to be done. */
static paua_game *copy_game(struct game *g, const struct seat **seat, int *ply)
{
    paua_game *copy = NULL;

    pthread_mutex_lock(&g->mutex);
    *seat = game_computer_due(g);
    *ply = game_ply(g);
    if (*seat &&
        paua_game_new(g->setup.board, &g->setup.rules, &g->setup.start, &copy) == PAUA_OK) {
        for (int i = 0; i < paua_game_moves(g->play); i++) {
            if (paua_game_play(copy, paua_game_move(g->play, i)) != PAUA_OK) {
                paua_game_free(copy);
                copy = NULL;
                break;
            }
        }
    }
    pthread_mutex_unlock(&g->mutex);
    return copy;
}

static paua_move search(struct searcher *one, const paua_game *copy, const struct seat *seat)
{
    const char *eval = seat->opponent.eval;
    bool quick = seat->level > 0 && seat->level <= QUICK_LEVEL;
    paua_limits limits = {
        .level = seat->level, .time_ms = quick ? QUICK_MS : SLOW_MS, .contempt = PAUA_CONTEMPT};
    paua_move best = PAUA_NO_MOVE;

    if (seat->opponent.name)
        paua_opponent_limit(&seat->opponent, &limits);
    randombytes_buf(&limits.seed, sizeof limits.seed);
    /* programs of the past remember nothing: they get no table */
    if (!own_engine_fit(&one->own, &one->all->mutex, paua_game_board(copy), eval,
                        eval ? 0 : one->all->tt_bytes) ||
        paua_engine_search(one->own.engine, copy, &limits, &best, NULL, NULL, NULL) != PAUA_OK)
        return PAUA_NO_MOVE;
    return best;
}

static void think(struct searcher *one, struct game *g)
{
    struct searchers *s = one->all;
    struct act *a = calloc(1, sizeof *a);
    const struct seat *seat = NULL;
    int ply = 0;
    paua_game *copy = copy_game(g, &seat, &ply);
    paua_move move = a && copy ? search(one, copy, seat) : PAUA_NO_MOVE;
    bool halted;

    pthread_mutex_lock(&s->mutex);
    s->searched++;
    halted = s->halted;
    pthread_mutex_unlock(&s->mutex);
    if (move == PAUA_NO_MOVE || halted) {
        free(a);
        searchers_done(s, g, seat != NULL);
    } else {
        *a = (struct act){
            .kind = ACT_COMPUTER, .service = s->service, .game = g, .ply = ply, .move = move};
        a->who = paua_game_position(copy)->to_move;
        cache_hold(s->service->cache, g);
        act_submit(a);
    }
    paua_game_free(copy);
}

/* Loads one interrupted game, which puts it into the queue. Called and left with the lock. */
static void backlog_take(struct searchers *s)
{
    const char *id = s->backlog[s->backlog_at++];
    struct game *g;

    pthread_mutex_unlock(&s->mutex);
    if (cache_get(s->service->cache, id, &g) == PAUA_OK)
        cache_release(s->service->cache, g);
    pthread_mutex_lock(&s->mutex);
}

static void wait_for_work(struct searchers *s, int64_t ms)
{
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += (time_t)(ms / 1000);
    until.tv_nsec += (long)(ms % 1000) * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_cond_timedwait(&s->work, &s->mutex, &until);
}

static void *searcher_run(void *context)
{
    struct searcher *one = context;
    struct searchers *s = one->all;
    int64_t wait_ms;

    pthread_mutex_lock(&s->mutex);
    while (!s->halted) {
        if (s->waiting < BACKLOG_SHARE && s->backlog_at < s->backlog_size)
            backlog_take(s);
        struct game *g = dequeue(s, &wait_ms);
        if (g) {
            pthread_mutex_unlock(&s->mutex);
            think(one, g);
            pthread_mutex_lock(&s->mutex);
        } else if (s->backlog_at == s->backlog_size) {
            wait_for_work(s, wait_ms);
        }
    }
    pthread_mutex_unlock(&s->mutex);
    return NULL;
}

static bool on_pending(const char *id, void *context)
{
    struct searchers *s = context;
    size_t room = (s->backlog_size | 63) + 1;

    if (s->backlog_size % 64 == 0) {
        char(*grown)[ID_SIZE + 1] = realloc(s->backlog, room * sizeof *grown);

        if (!grown)
            return false;
        s->backlog = grown;
    }
    if (id_valid(id))
        memcpy(s->backlog[s->backlog_size++], id, ID_SIZE + 1);
    return true;
}

struct searchers *searchers_new(struct service *service, int threads, size_t tt_bytes)
{
    struct searchers *s = calloc(1, sizeof *s + (size_t)threads * sizeof s->threads[0]);
    pthread_condattr_t attributes;

    if (!s)
        return NULL;
    s->service = service;
    s->tt_bytes = tt_bytes;
    s->count = threads;
    s->last = &s->first;
    pthread_mutex_init(&s->mutex, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&s->work, &attributes);
    pthread_condattr_destroy(&attributes);
    return s;
}

paua_status searchers_start(struct searchers *s)
{
    paua_status status = store_pending(s->service->config.store, on_pending, s);

    if (status != PAUA_OK)
        return status;
    for (int i = 0; i < s->count; i++) {
        s->threads[i].all = s;
        if (pthread_create(&s->threads[i].thread, NULL, searcher_run, &s->threads[i]) != 0)
            return PAUA_NO_MEMORY;
        s->started++;
    }
    return PAUA_OK;
}

void searchers_halt(struct searchers *s)
{
    pthread_mutex_lock(&s->mutex);
    s->halted = true;
    for (int i = 0; i < s->started; i++) {
        if (s->threads[i].own.engine)
            paua_engine_stop(s->threads[i].own.engine);
    }
    pthread_cond_broadcast(&s->work);
    pthread_mutex_unlock(&s->mutex);
    for (int i = 0; i < s->started; i++)
        pthread_join(s->threads[i].thread, NULL);
    s->started = 0;
}

void searchers_free(struct searchers *s)
{
    if (!s)
        return;
    for (int i = 0; i < s->count; i++)
        paua_engine_free(s->threads[i].own.engine);
    pthread_cond_destroy(&s->work);
    pthread_mutex_destroy(&s->mutex);
    free(s->backlog);
    free(s);
}

void searchers_count(struct searchers *s, uint64_t *searched, int *waiting)
{
    pthread_mutex_lock(&s->mutex);
    *searched = s->searched;
    *waiting = s->waiting;
    pthread_mutex_unlock(&s->mutex);
}
