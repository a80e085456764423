/* timers.c - the deadlines of all games whose clock runs: a binary heap, the earliest on top, and a
 * map that finds the entry of a game. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/map.h"
#include "service/core/background.h"
#include "service/games/play/action.h"
#include "service/games/play/cache.h"
#include "service/games/play/game_sync.h"
#include "service/games/play/games.h"
#include "service/games/play/timers.h"
#include "store/core/change_feed.h"
#include "store/tables/games.h"

#define SAVE_MS  2000 /* the running time is saved so often while a clock runs */
#define RETRY_MS 1000
#define LEAD_MS  300 /* how often a server looks whether it leads, where a flag is to fall */

struct timer {
    struct map_node node; /* by `id` */
    int64_t deadline_ms;
    size_t place; /* in the heap */
    char id[ID_SIZE + 1];
};

struct timers {
    struct games *games;
    struct background background; /* guards what follows */
    struct timer **heap;          /* each not later than its children 2i + 1 and 2i + 2 */
    size_t count, capacity;
    struct map by_game;
};

/* Puts an entry at a place of the heap. */
static void heap_put(struct timers *timers, size_t place, struct timer *timer)
{
    timers->heap[place] = timer;
    timer->place = place;
}

/* Moves an entry towards the top or the bottom, to where its deadline belongs. */
static void heap_settle(struct timers *timers, struct timer *timer)
{
    size_t place = timer->place;

    while (place > 0 && timers->heap[(place - 1) / 2]->deadline_ms > timer->deadline_ms) {
        heap_put(timers, place, timers->heap[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    for (size_t child = 2 * place + 1; child < timers->count; child = 2 * place + 1) {
        if (child + 1 < timers->count &&
            timers->heap[child + 1]->deadline_ms < timers->heap[child]->deadline_ms)
            child++;
        if (timers->heap[child]->deadline_ms >= timer->deadline_ms)
            break;
        heap_put(timers, place, timers->heap[child]);
        place = child;
    }
    heap_put(timers, place, timer);
}

/* Takes an entry out and frees it. */
static void timer_remove(struct timers *timers, struct timer *timer)
{
    struct timer *last = timers->heap[--timers->count];

    map_remove(&timers->by_game, &timer->node);
    if (last != timer) {
        last->place = timer->place;
        heap_settle(timers, last);
    }
    free(timer);
}

/* Adds an entry. False: out of memory. */
static bool timer_add(struct timers *timers, const char *id, int64_t deadline_ms)
{
    struct timer *timer = calloc(1, sizeof *timer);

    if (!timer || !ARRAY_RESERVE(timers->heap, timers->capacity, timers->count + 1)) {
        free(timer);
        return false;
    }
    memcpy(timer->id, id, sizeof timer->id);
    timer->deadline_ms = deadline_ms;
    timer->place = timers->count++;
    map_add_text(&timers->by_game, &timer->node, timer->id);
    heap_settle(timers, timer);
    return true;
}

/* Sets the deadline of a game, 0 for none. False: out of memory. */
static bool timers_set(struct timers *timers, const char *id, int64_t deadline_ms)
{
    bool good = true;

    pthread_mutex_lock(&timers->background.mutex);
    struct timer *timer = MAP_ENTRY(map_find_text(&timers->by_game, id), struct timer, node);
    if (timer && deadline_ms) {
        timer->deadline_ms = deadline_ms;
        heap_settle(timers, timer);
    } else if (timer) {
        timer_remove(timers, timer);
    } else if (deadline_ms) {
        good = timer_add(timers, id, deadline_ms);
    }
    if (timers->count > 0 && strcmp(timers->heap[0]->id, id) == 0)
        pthread_cond_signal(&timers->background.changed);
    pthread_mutex_unlock(&timers->background.mutex);
    return good;
}

void timers_watch(struct timers *timers, const struct game *game)
{
    if (game_is_timed(game) && !timers_set(timers, game->id, game_deadline(game)))
        env_log(timers->games->env, SERVICE_ERROR, "memory",
                "out of memory: no flag falls in game %s until it is moved in", game->id);
}

/* The deadline that is kept for a game; 0: none. */
static int64_t timers_find(struct timers *timers, const char *id)
{
    pthread_mutex_lock(&timers->background.mutex);
    struct timer *timer = MAP_ENTRY(map_find_text(&timers->by_game, id), struct timer, node);
    const int64_t deadline_ms = timer ? timer->deadline_ms : 0;
    pthread_mutex_unlock(&timers->background.mutex);
    return deadline_ms;
}

void timers_begin(struct timers *timers, struct game *game)
{
    const int64_t kept_ms = timers_find(timers, game->id);
    const int64_t wait_ms = game_deadline(game) - game->clock.since_ms;

    game_set_deadline(game, kept_ms ? kept_ms : env_running_ms(timers->games->env) + wait_ms);
    timers_watch(timers, game);
}

void timers_note(struct timers *timers, const char *id, int64_t deadline_ms)
{
    timers_set(timers, id, deadline_ms);
}

void timers_retry(struct timers *timers, const char *id)
{
    timers_set(timers, id, env_running_ms(timers->games->env) + RETRY_MS);
}

/* Takes out the entry of a game, unless it has got another deadline. */
static void timers_drop(struct timers *timers, const char *id, int64_t deadline_ms)
{
    pthread_mutex_lock(&timers->background.mutex);
    struct timer *timer = MAP_ENTRY(map_find_text(&timers->by_game, id), struct timer, node);
    if (timer && timer->deadline_ms == deadline_ms)
        timer_remove(timers, timer);
    pthread_mutex_unlock(&timers->background.mutex);
}

/* The time of a game is up: submits the action that says so, which checks it once more. The entry
 * stays until the game is read (timers_begin). */
static void let_flag_fall(struct timers *timers, const char *id, int64_t deadline_ms)
{
    struct games *games = timers->games;
    struct action *action = calloc(1, sizeof *action);
    struct game *game = NULL;
    paua_status status = action ? cache_get(games->cache, id, &game) : PAUA_ERROR_NO_MEMORY;

    timers_drop(timers, id, deadline_ms);
    if (status == PAUA_OK) {
        game_sync_behind(games, game);
        *action =
            (struct action){.kind = ACTION_TIME, .games = games, .game = game, .side = NOBODY};
        action_submit(action);
        return;
    }
    free(action);
    if (status == PAUA_ERROR_IO || status == PAUA_ERROR_NO_MEMORY)
        timers_retry(timers, id);
}

/* Copies the id and the deadline of the entry that is due; else waits. Under the lock. */
static bool take_due(struct timers *timers, int64_t saved_ms, char id[ID_SIZE + 1],
                     int64_t *deadline_ms)
{
    int64_t now = env_running_ms(timers->games->env);
    int64_t save_in_ms = saved_ms + SAVE_MS - now;

    if (timers->count == 0) {
        pthread_cond_wait(&timers->background.changed, &timers->background.mutex);
        return false;
    }
    int64_t due_in_ms = timers->heap[0]->deadline_ms - now;
    const bool leads = store_leads(timers->games->env->store);
    if (due_in_ms <= 0 && !leads)
        due_in_ms = LEAD_MS;
    if (due_in_ms > 0) {
        int64_t wait_ms = due_in_ms < save_in_ms ? due_in_ms : save_in_ms;

        background_wait(&timers->background, clock_now_ns() + wait_ms * 1000000);
        return false;
    }
    memcpy(id, timers->heap[0]->id, ID_SIZE + 1);
    *deadline_ms = timers->heap[0]->deadline_ms;
    return true;
}

/* The thread. */
static void *timers_run(void *context)
{
    struct timers *timers = context;
    int64_t saved_ms = 0, deadline_ms = 0;
    char id[ID_SIZE + 1];

    pthread_mutex_lock(&timers->background.mutex);
    while (!timers->background.halted) {
        int64_t now = env_running_ms(timers->games->env);
        bool saves = timers->count > 0 && now >= saved_ms + SAVE_MS;
        bool due = !saves && take_due(timers, saved_ms, id, &deadline_ms);

        pthread_mutex_unlock(&timers->background.mutex);
        if (saves) {
            store_touch(timers->games->env->store);
            saved_ms = now;
        }
        if (due)
            let_flag_fall(timers, id, deadline_ms);
        pthread_mutex_lock(&timers->background.mutex);
    }
    pthread_mutex_unlock(&timers->background.mutex);
    return NULL;
}

/* The store lists a game with a deadline. False: out of memory. */
static bool on_deadline(const char *id, int64_t deadline_ms, void *context)
{
    return !id_valid(id) || timers_set(context, id, deadline_ms);
}

paua_status timers_start(struct timers *timers)
{
    paua_status status = store_deadlines(timers->games->env->store, on_deadline, timers);

    if (status != PAUA_OK)
        return status;
    return background_start(&timers->background, timers_run, timers) ? PAUA_OK
                                                                     : PAUA_ERROR_NO_MEMORY;
}

/* Timed waits use the clock of the running time. */
struct timers *timers_new(struct games *games)
{
    struct timers *timers = calloc(1, sizeof *timers);

    if (!timers)
        return NULL;
    timers->games = games;
    background_init(&timers->background);
    return timers;
}

void timers_halt(struct timers *timers)
{
    if (timers)
        background_halt(&timers->background);
}

void timers_free(struct timers *timers)
{
    if (!timers)
        return;
    for (size_t i = 0; i < timers->count; i++)
        free(timers->heap[i]);
    free(timers->heap);
    map_free(&timers->by_game);
    background_destroy(&timers->background);
    free(timers);
}
