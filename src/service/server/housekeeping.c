/* housekeeping.c - one thread that wakes a second after the first change of presence, and every
 * minute to close idle games; once an hour it removes rows that nobody needs any more. Flags fall
 * on another thread (timers.c), so that they never wait. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/clock.h"
#include "service/api/instance.h"
#include "service/core/background.h"
#include "service/games/play/action.h"
#include "service/games/play/event_stream.h"
#include "service/server/housekeeping.h"
#include "store/core/change_feed.h"
#include "store/tables/games.h"
#include "store/tables/mail_items.h"
#include "store/tables/sendings.h"
#include "store/tables/subscriptions.h"

#define ANNOUNCE_MS 1000
#define SWEEP_MS    60000
#define SWEEP_GAMES 1000 /* at most closed in a sweep, and removed */
#define TRIM_MS     3600000

struct housekeeping {
    struct service *service;
    int64_t sweep_at_ms, trim_at_ms; /* clock_now_ms() */
    char idle[SWEEP_GAMES][ID_SIZE + 1];
    int idle_count;
    struct background background; /* guards what follows */
    struct game **games;          /* to be announced, each held */
    size_t count, capacity;
    int64_t announce_at_ms; /* of games[0] */
};

/* Queues a game whose presence has changed. */
static void on_presence_changed(struct game *game, void *context)
{
    struct housekeeping *housekeeping = context;

    cache_hold(housekeeping->service->games.cache, game);
    pthread_mutex_lock(&housekeeping->background.mutex);
    bool added =
        ARRAY_RESERVE(housekeeping->games, housekeeping->capacity, housekeeping->count + 1);
    if (added) {
        if (housekeeping->count == 0)
            housekeeping->announce_at_ms = clock_now_ms() + ANNOUNCE_MS;
        housekeeping->games[housekeeping->count++] = game;
        pthread_cond_signal(&housekeeping->background.changed);
    }
    pthread_mutex_unlock(&housekeeping->background.mutex);
    game->live->presence.is_queued = added;
    if (!added)
        cache_release(housekeeping->service->games.cache, game);
}

/* Announces presence to the streams and the lobby, and releases the games. */
static void announce_all(struct service *service, struct game **games, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        pthread_mutex_lock(&games[i]->mutex);
        if (presence_announce(&games[i]->live->presence)) {
            event_streams_wake(games[i]);
            lobby_update(service->lobby, games[i]);
        }
        presence_feed_send(service->presence_feed, games[i]);
        pthread_mutex_unlock(&games[i]->mutex);
        cache_release(service->games.cache, games[i]);
    }
    free(games);
}

static bool on_idle_game(const char *id, void *context)
{
    struct housekeeping *housekeeping = context;

    if (id_valid(id))
        memcpy(housekeeping->idle[housekeeping->idle_count++], id, ID_SIZE + 1);
    return true;
}

/* Closes a game. action_check() refuses that if the game is no longer idle. */
static void close_game(struct service *service, const char *id)
{
    struct game *game;

    if (cache_get(service->games.cache, id, &game) != PAUA_OK)
        return;
    struct action *action = calloc(1, sizeof *action);
    if (!action) {
        cache_release(service->games.cache, game);
        return;
    }
    *action = (struct action){
        .kind = ACTION_CLOSE_IDLE, .games = &service->games, .game = game, .side = NOBODY};
    action_submit(action); /* with the hold on the game */
}

/* The removal of a game, until it is committed. */
struct removal {
    struct service *service;
    char id[ID_SIZE + 1];
};

/* On the store's thread. The game stays in memory until then. */
static void on_removed(paua_status status, void *context)
{
    struct removal *removal = context;

    if (status == PAUA_OK) {
        env_count_limited(&removal->service->env, LIMIT_UNPLAYED);
        cache_forget(removal->service->games.cache, removal->id);
    } else if (status == PAUA_ERROR_IO) {
        env_log_store_failure(&removal->service->env);
    }
    free(removal);
}

/* Whether a game was closed without a move. Loads the game, because its row may be damaged. */
static bool is_removable(struct service *service, const char *id)
{
    struct game *game;

    if (cache_get(service->games.cache, id, &game) != PAUA_OK)
        return false;
    pthread_mutex_lock(&game->mutex);
    bool removable = game->closed && paua_game_moves(game->play) == 0;
    pthread_mutex_unlock(&game->mutex);
    cache_release(service->games.cache, game);
    return removable;
}

/* Removes one game that closed long ago without a move. */
static void remove_game(struct service *service, const char *id)
{
    struct removal *removal = is_removable(service, id) ? malloc(sizeof *removal) : NULL;

    if (!removal)
        return;
    removal->service = service;
    memcpy(removal->id, id, sizeof removal->id);
    if (store_remove(service->env.store, id, on_removed, removal) != PAUA_OK)
        free(removal);
}

/* Lists games of the store. */
typedef paua_status (*games_lister)(store *db, int64_t now_ms, int most,
                                    bool (*each)(const char *id, void *context), void *context);

/* Calls each() for every game of a list. */
static void sweep_list(struct housekeeping *housekeeping, games_lister list,
                       void (*each)(struct service *service, const char *id))
{
    struct service *service = housekeeping->service;

    housekeeping->idle_count = 0;
    list(service->env.store, env_due_ms(&service->env), SWEEP_GAMES, on_idle_game, housekeeping);
    for (int i = 0; i < housekeeping->idle_count; i++)
        each(service, housekeeping->idle[i]);
}

/* On the store's thread. What could not be removed now will be in an hour. */
static void on_trimmed(paua_status status, void *context)
{
    if (status == PAUA_ERROR_IO)
        env_log_store_failure(context);
}

/* Removes what no limit counts any more (sendings.h), and subscriptions and choices of mail of
 * removed games. */
static void trim_store(struct housekeeping *housekeeping)
{
    struct env *env = &housekeeping->service->env;

    if (clock_now_ms() < housekeeping->trim_at_ms)
        return;
    housekeeping->trim_at_ms = clock_now_ms() + TRIM_MS;
    store_batch *batch = store_batch_new();
    batch_trim_sendings(batch, env_due_ms(env) - SENDING_KEPT_MS);
    batch_remove_stale_subscriptions(batch);
    batch_remove_stale_mail_choices(batch);
    store_commit(env->store, batch, on_trimmed, env);
}

/* Runs every minute. */
static void sweep_games(struct housekeeping *housekeeping)
{
    struct service *service = housekeeping->service;

    /* Even without requests, so that the log reports a database file that was removed. */
    if (store_check(service->env.store) != PAUA_OK)
        env_log_store_failure(&service->env);
    if (store_leads(service->env.store)) {
        sweep_list(housekeeping, store_expired, close_game);
        sweep_list(housekeeping, store_unplayed, remove_game);
        env_save_date(&service->env);
        trim_store(housekeeping);
    }
    tournaments_tick(service->tournaments);
    lobby_purge(service->lobby, env_now_ms());
}

/* Sleeps until the next sweep or announcement. Under the lock. */
static void sleep_until_due(struct housekeeping *housekeeping)
{
    int64_t until_ms = housekeeping->sweep_at_ms;

    if (housekeeping->count > 0 && housekeeping->announce_at_ms < until_ms)
        until_ms = housekeeping->announce_at_ms;
    if (clock_now_ms() < until_ms)
        background_wait(&housekeeping->background, until_ms * 1000000);
}

/* The thread. */
static void *housekeeping_run(void *context)
{
    struct housekeeping *housekeeping = context;

    pthread_mutex_lock(&housekeeping->background.mutex);
    while (!housekeeping->background.halted) {
        struct game **games = NULL;
        size_t count = 0;

        if (housekeeping->count > 0 && clock_now_ms() >= housekeeping->announce_at_ms) {
            games = housekeeping->games;
            count = housekeeping->count;
            housekeeping->games = NULL;
            housekeeping->count = housekeeping->capacity = 0;
        }
        bool sweep = clock_now_ms() >= housekeeping->sweep_at_ms;
        pthread_mutex_unlock(&housekeeping->background.mutex);
        announce_all(housekeeping->service, games, count);
        if (sweep) {
            sweep_games(housekeeping);
            housekeeping->sweep_at_ms = clock_now_ms() + SWEEP_MS;
        }
        pthread_mutex_lock(&housekeeping->background.mutex);
        if (!housekeeping->background.halted)
            sleep_until_due(housekeeping);
    }
    pthread_mutex_unlock(&housekeeping->background.mutex);
    return NULL;
}

struct housekeeping *housekeeping_new(struct service *service)
{
    struct housekeeping *housekeeping = calloc(1, sizeof *housekeeping);

    if (!housekeeping)
        return NULL;
    housekeeping->service = service;
    background_init(&housekeeping->background);
    if (background_start(&housekeeping->background, housekeeping_run, housekeeping)) {
        listeners_add(
            &service->games.listeners,
            &(struct listener){.presence_changed = on_presence_changed, .context = housekeeping});
        return housekeeping;
    }
    housekeeping_free(housekeeping);
    return NULL;
}

void housekeeping_stop(struct housekeeping *housekeeping)
{
    background_halt(&housekeeping->background);
}

void housekeeping_free(struct housekeeping *housekeeping)
{
    if (!housekeeping)
        return;
    background_destroy(&housekeeping->background);
    free(housekeeping->games);
    free(housekeeping);
}
