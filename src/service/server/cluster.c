/* cluster.c - handles each kind of change of the other servers, on the thread of
 * store_subscribe(). */
#define _GNU_SOURCE
#include "service/server/cluster.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "service/api/instance.h"
#include "service/core/keys.h"
#include "service/games/play/action.h"
#include "service/games/play/conditional_play.h"
#include "service/games/play/game_load.h"
#include "service/games/play/game_sync.h"
#include "store/core/change_feed.h"

/* Attempts to read a game, and the pause between them. */
enum { SYNC_ATTEMPTS = 5, SYNC_PAUSE_MS = 100 };

/* Notifies the followers of a game of an event, with the state of the game after it. */
static void notify_followers(struct service *service, const char *id, int64_t number)
{
    char message[GAME_LOAD_MESSAGE_MAX];
    struct game *game;

    if (!notices_want_game(service->notices, id) ||
        game_load_until(service->boards, service->env.store, id, number, &game, message) != PAUA_OK)
        return;
    if (number == 0)
        notices_game_created(service->notices, game);
    else if (game->event_count == number)
        notices_game_event(service->notices, game);
    game_free(game);
}

/* Applies new events to a game in memory, which notifies its followers. False: the game was loaded
 * with this event, so its followers were not notified. */
static bool sync_cached(struct service *service, struct game *game, int64_t number)
{
    const struct timespec pause = {.tv_nsec = SYNC_PAUSE_MS * 1000000L};

    for (int attempt = 1; !game_sync(&service->games, game) && attempt < SYNC_ATTEMPTS; attempt++)
        nanosleep(&pause, NULL);
    pthread_mutex_lock(&game->mutex);
    const bool notified = number > game->loaded_events;
    pthread_mutex_unlock(&game->mutex);
    cache_release(service->games.cache, game);
    return notified;
}

/* Updates the deadline and the lobby row of a game that is not in memory. */
static void update_uncached(struct service *service, const store_cluster_change *change)
{
    struct game *game;

    timers_note(service->games.timers, change->id, change->deadline_ms);
    if ((change->listing == STORE_NOT_LISTED && !lobby_has(service->lobby, change->id)) ||
        cache_get(service->games.cache, change->id, &game) != PAUA_OK)
        return;
    pthread_mutex_lock(&game->mutex);
    lobby_update(service->lobby, game);
    pthread_mutex_unlock(&game->mutex);
    cache_release(service->games.cache, game);
}

static void on_game(struct service *service, const store_cluster_change *change)
{
    struct game *game = cache_find(service->games.cache, change->id);

    if (!game || !sync_cached(service, game, change->number))
        notify_followers(service, change->id, change->number);
    if (!game)
        update_uncached(service, change);
}

/* Conditional moves were set or removed. */
static void on_conditional(struct service *service, const char *id)
{
    struct game *game = cache_find(service->games.cache, id);

    if (!game)
        return;
    game_sync_conditional(&service->games, game);
    cache_release(service->games.cache, game);
}

static void on_change(const store_cluster_change *change, void *context)
{
    struct service *service = context;

    if (!id_valid(change->id))
        return;
    switch (change->kind) {
    case STORE_CHANGE_GAME:
        on_game(service, change);
        break;
    case STORE_CHANGE_REMOVED:
        timers_note(service->games.timers, change->id, 0);
        cache_forget(service->games.cache, change->id);
        break;
    case STORE_CHANGE_CONDITIONAL:
        on_conditional(service, change->id);
        break;
    case STORE_CHANGE_SEAT:
        vacations_touch(service->games.vacations, change->id);
        break;
    case STORE_CHANGE_LOGINS:
        accounts_forget_logins(service->accounts);
        notices_check_logins(service->notices, change->id);
        break;
    case STORE_CHANGE_MESSAGE:
        notices_read_message(service->notices, change->id, change->number);
        break;
    case STORE_CHANGE_SUBSCRIPTIONS:
        notices_reload(service->notices, change->id);
        break;
    case STORE_CHANGE_VACATION:
        vacations_refresh(service->games.vacations, change->id);
        break;
    case STORE_CHANGE_TOURNAMENT:
        tournaments_refresh(service->tournaments, change->id);
        break;
    case STORE_CHANGE_PRESENCE:
        presence_feed_receive(service->presence_feed, change->id, change->number);
        break;
    case STORE_CHANGE_KINDS:
        break;
    }
}

static bool on_deadline(const char *id, int64_t deadline_ms, void *context)
{
    struct service *service = context;

    if (id_valid(id))
        timers_note(service->games.timers, id, deadline_ms);
    return true;
}

/* Changes may be lost, so all memory may be stale: reads games and lists again, and restarts the
 * streams of accounts. */
static void on_missed(void *context)
{
    struct service *service = context;
    struct id_list cached = {.count = 0};

    env_log(&service->env, SERVICE_WARNING, "cluster",
            "the connection to the change feed was lost and is back");
    accounts_forget_logins(service->accounts);
    presence_feed_keep_servers(service->presence_feed,
                               0); /* each server sends its presence again */
    presence_feed_send_all(service->presence_feed);
    store_deadlines(service->env.store, on_deadline, service);
    cache_list(service->games.cache, id_list_add, &cached);
    for (size_t i = 0; i < cached.count; i++) {
        struct game *game = cache_find(service->games.cache, cached.ids[i]);

        if (!game)
            continue;
        game_sync(&service->games, game);
        game_sync_conditional(&service->games, game);
        cache_release(service->games.cache, game);
    }
    id_list_clear(&cached);
    notices_restart(service->notices);
    lobby_clear(service->lobby);
    lobby_restore(service->lobby);
    vacations_reload(service->games.vacations);
    tournaments_reload(service->tournaments);
}

/* Another server has started or was disconnected: sends it the presence here; it sends its own. */
static void on_presence_requested(int slot, void *context)
{
    struct service *service = context;

    presence_feed_keep_servers(service->presence_feed, ~(1u << (slot & (STORE_SLOTS - 1))));
    presence_feed_send_all(service->presence_feed);
}

static void on_adopted(const char *id, void *context)
{
    struct service *service = context;

    if (id_valid(id))
        computer_take_over(service->computer, id);
}

/* A server has gone. It may have left conditional moves unplayed, results of tournaments
 * unreported, and closed accounts in their games. */
static void on_departed(unsigned slots, void *context)
{
    struct service *service = context;
    struct id_list list = {.count = 0};

    env_log(&service->env, SERVICE_INFO, "cluster", "another server has gone");
    presence_feed_keep_servers(service->presence_feed, slots);
    store_conditional_games(service->env.store, id_list_add, &list);
    for (size_t i = 0; i < list.count; i++)
        computer_answer(service->computer, list.ids[i]);
    id_list_clear(&list);
    tournaments_recheck_games(service->tournaments);
    closings_recheck(service->games.closings);
}

paua_status cluster_start(struct service *service)
{
    static const store_feed_listener watcher = {on_change, on_missed, on_presence_requested,
                                                on_adopted, on_departed};

    return store_subscribe(service->env.store, &watcher, service);
}

void cluster_stop(struct service *service)
{
    store_unsubscribe(service->env.store);
}
