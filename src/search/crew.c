#define _POSIX_C_SOURCE 200809L

#include "search/crew.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"

struct member {
    struct crew *crew;
    void *context; /* borrowed */
    pthread_t thread;
};

struct crew {
    void (*work)(void *context);
    pthread_mutex_t lock;
    pthread_cond_t begins, ends;
    unsigned turn; /* how often work has begun */
    bool leaves;
    atomic_int working, waking; /* how many have not ended, and not begun */
    int count;
    struct member members[];
};

/* Whether there is more to do than in this turn; waits until that is known. */
static bool has_turn(struct crew *crew, unsigned *turn)
{
    pthread_mutex_lock(&crew->lock);
    while (crew->turn == *turn && !crew->leaves)
        pthread_cond_wait(&crew->begins, &crew->lock);
    *turn = crew->turn;
    bool leaves = crew->leaves;
    pthread_mutex_unlock(&crew->lock);
    return !leaves;
}

static void end_work(struct crew *crew)
{
    if (atomic_fetch_sub(&crew->working, 1) > 1)
        return;
    pthread_mutex_lock(&crew->lock);
    pthread_cond_signal(&crew->ends);
    pthread_mutex_unlock(&crew->lock);
}

static void *live(void *context)
{
    struct member *member = context;
    unsigned turn = 0;
    while (has_turn(member->crew, &turn)) {
        atomic_fetch_sub_explicit(&member->crew->waking, 1, memory_order_relaxed);
        member->crew->work(member->context);
        end_work(member->crew);
    }
    return NULL;
}

struct crew *crew_new(int count, void (*work)(void *context), void *const *contexts)
{
    struct crew *crew = calloc(1, sizeof *crew + (size_t)count * sizeof crew->members[0]);
    if (!crew)
        return NULL;
    crew->work = work;
    atomic_init(&crew->working, 0);
    atomic_init(&crew->waking, 0);
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->begins, NULL);
    pthread_cond_init(&crew->ends, NULL);
    for (int i = 0; i < count; i++) {
        struct member *member = &crew->members[crew->count];
        *member = (struct member){.crew = crew, .context = contexts[i]};
        crew->count += pthread_create(&member->thread, NULL, live, member) == 0;
    }
    return crew;
}

static bool have_begun(struct crew *crew)
{
    return atomic_load_explicit(&crew->waking, memory_order_relaxed) == 0;
}

/* Waits a little until all have begun, asleep if need be. A thread that is woken while every processor is busy waits on the
 * one of some thread, perhaps of this one, until the system looks at it again: for milliseconds, though another processor
 * may be idle by then. When this one sleeps, it begins, and this one is woken where there is room. */
static void let_begin(struct crew *crew)
{
    enum { WAKING_NS = 80000, PAUSE_NS = 20000, PAUSES = 8 };
    const struct timespec pause = {.tv_nsec = PAUSE_NS};
    int64_t start = clock_now_ns();
    while (!have_begun(crew) && clock_now_ns() - start < WAKING_NS)
        continue;
    for (int i = 0; i < PAUSES && !have_begun(crew); i++)
        nanosleep(&pause, NULL);
}

void crew_start(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    atomic_store(&crew->working, crew->count);
    atomic_store(&crew->waking, crew->count);
    crew->turn++;
    pthread_cond_broadcast(&crew->begins);
    pthread_mutex_unlock(&crew->lock);
    let_begin(crew);
}

void crew_wait(struct crew *crew)
{
    /* some ten microseconds: sooner than one could fall asleep and be woken */
    enum { LOOKS = 20000 };
    for (int i = 0; i < LOOKS; i++)
        if (atomic_load_explicit(&crew->working, memory_order_relaxed) == 0)
            break;
    pthread_mutex_lock(&crew->lock);
    while (atomic_load(&crew->working) > 0)
        pthread_cond_wait(&crew->ends, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
}

void crew_free(struct crew *crew)
{
    if (!crew)
        return;
    pthread_mutex_lock(&crew->lock);
    crew->leaves = true;
    pthread_cond_broadcast(&crew->begins);
    pthread_mutex_unlock(&crew->lock);
    for (int i = 0; i < crew->count; i++)
        pthread_join(crew->members[i].thread, NULL);
    pthread_cond_destroy(&crew->ends);
    pthread_cond_destroy(&crew->begins);
    pthread_mutex_destroy(&crew->lock);
    free(crew);
}
