/* game_sync.c - reads the events of other servers without the game's lock, then applies them under
 * it, except those that another thread has applied meanwhile. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "service/games/play/game_sync.h"

#include "base/array.h"
#include "service/games/model/conditional.h"
#include "service/games/play/action.h"
#include "service/games/play/cache.h"
#include "service/games/play/conditional_play.h"
#include "service/games/play/game_change.h"
#include "service/games/play/game_load.h"
#include "service/games/play/games.h"
#include "service/games/play/timers.h"
#include "store/core/change_feed.h"
#include "store/tables/correspondence.h"

/* The events that were read. */
struct synced_events {
    store_event *list; /* their texts are owned */
    size_t count, capacity;
    int64_t closes_ms;
    int64_t newest; /* the number of the game's newest event */
    bool failed;    /* out of memory */
    bool unread;    /* the store cannot be read */
};

static bool on_game_row(const store_game *row, void *context)
{
    struct synced_events *read = context;

    read->closes_ms = row->state.closes_ms;
    read->newest = row->events;
    return true;
}

static bool on_event_row(const store_event *row, void *context)
{
    struct synced_events *read = context;

    read->failed = !ARRAY_RESERVE(read->list, read->capacity, read->count + 1);
    if (read->failed)
        return false;
    store_event *event = &read->list[read->count++];
    *event = *row;
    event->type = strdup(row->type);
    event->text = strdup(row->text);
    read->failed = !event->type || !event->text;
    return !read->failed;
}

static void free_events(struct synced_events *read)
{
    for (size_t i = 0; i < read->count; i++) {
        free((char *)read->list[i].type);
        free((char *)read->list[i].text);
    }
    free(read->list);
}

/* Reads the events after number `after`. False: the store cannot be read, or there are none. */
static bool read_events(struct games *games, const char *id, int after, struct synced_events *out)
{
    static const store_reader reader = {on_game_row, on_event_row};
    char message[STORE_MESSAGE_MAX];
    paua_status status = store_load_after(games->env->store, id, after, &reader, out, message);

    if (*message && env_log_is_due(games->env))
        env_log(games->env, SERVICE_ERROR, "store", "store: %s", message);
    out->unread = status == PAUA_ERROR_IO;
    return status == PAUA_OK && !out->failed && out->count > 0;
}

/* Applies one event and notifies the listeners. Under the game's lock. */
static bool apply_event(struct games *games, struct game *game, const store_event *row)
{
    const struct seat *computer_before = game_computer_to_move(game);

    if (game_apply_row(game, row) != PAUA_OK) {
        env_log(games->env, SERVICE_ERROR, "store",
                "store: game %s: event %lld of another server does not fit", game->id,
                (long long)row->number);
        return false;
    }
    const struct event *event = &game->events[game->event_count - 1];
    store_advance_running(games->env->store, row->clock_ms);
    conditional_prune(games, game, event, false);
    game_change_add_event(games, game, false, computer_before);
    return true;
}

/* Applies the new events. Under the game's lock. Returns whether there were any. */
static bool apply_events(struct games *games, struct game *game, const struct synced_events *read)
{
    const int before = game->event_count;

    for (size_t i = 0; i < read->count; i++) {
        const store_event *row = &read->list[i];

        if (row->number == game->event_count + 1 && !apply_event(games, game, row))
            break;
    }
    if (game->event_count == before)
        return false;
    if (game->event_count == read->newest)
        game->closes_ms = read->closes_ms;
    game_change_announce(games, game);
    return true;
}

/* Submits the answer that is due, if any. The server that has stored the event may do so as well,
 * or may have stopped before it could: only one answer gets stored. */
static void submit_answer(struct action *answer)
{
    if (answer)
        action_submit(answer);
}

/* Reads and applies new events. `after_commit`: called for the action that the store is done with,
 * so that `storing` is no reason to wait. *unread: the store cannot be read. Returns whether there
 * were new events. */
static bool sync_events(struct games *games, struct game *game, bool after_commit, bool *unread)
{
    struct synced_events read = {.count = 0};
    struct action *answer = NULL;
    bool changed = false;

    pthread_mutex_lock(&game->mutex);
    const int after = game->event_count;
    bool waits = game->live->storing && !after_commit;
    game->live->behind |= waits;
    pthread_mutex_unlock(&game->mutex);
    if (!waits && read_events(games, game->id, after, &read)) {
        pthread_mutex_lock(&game->mutex);
        waits = game->live->storing && !after_commit;
        game->live->behind |= waits;
        changed = !waits && apply_events(games, game, &read);
        if (changed && !after_commit)
            answer = conditional_action(games, game);
        pthread_mutex_unlock(&game->mutex);
    }
    submit_answer(answer);
    free_events(&read);
    *unread = read.unread;
    return changed;
}

bool game_sync(struct games *games, struct game *game)
{
    bool unread;

    sync_events(games, game, false, &unread);
    game_sync_behind(games, game);
    return !unread;
}

void game_sync_behind(struct games *games, struct game *game)
{
    pthread_mutex_lock(&game->mutex);
    const bool behind = game->live->conditional_behind && !game->live->storing;
    pthread_mutex_unlock(&game->mutex);
    if (behind)
        game_sync_conditional(games, game);
}

bool game_sync_stored(struct games *games, struct game *game)
{
    bool unread;

    return sync_events(games, game, true, &unread);
}

void game_sync_for_request(struct games *games, struct game *game)
{
    int64_t newest = 0;

    if (!store_is_shared(games->env->store) ||
        store_newest(games->env->store, game->id, &newest) != PAUA_OK)
        return;
    pthread_mutex_lock(&game->mutex);
    const bool behind = newest > game->event_count;
    pthread_mutex_unlock(&game->mutex);
    if (behind)
        game_sync(games, game);
}

/* The trees of a game that were read. */
struct synced_trees {
    struct conditional *made[PAUA_PLAYERS_MAX]; /* owned */
    bool failed;
};

static bool on_tree(const store_conditional *row, void *context)
{
    struct synced_trees *trees = context;

    if (row->side < 0 || row->side >= PAUA_PLAYERS_MAX)
        return true;
    trees->failed =
        !conditional_restore(row->id, row->side, row->event, row->text, &trees->made[row->side]);
    return !trees->failed;
}

void game_sync_conditional(struct games *games, struct game *game)
{
    struct synced_trees trees = {.failed = false};
    struct action *answer = NULL;
    paua_status status = store_conditionals(games->env->store, game->id, on_tree, &trees);
    const bool unread = status != PAUA_OK || trees.failed;

    pthread_mutex_lock(&game->mutex);
    game->live->conditional_behind = unread;
    for (int side = 0; side < PAUA_PLAYERS_MAX; side++) {
        if (unread)
            conditional_free(trees.made[side]);
        else
            conditional_replace(games, game, side, trees.made[side]);
    }
    if (unread)
        timers_retry(games->timers, game->id);
    answer = conditional_action(games, game);
    pthread_mutex_unlock(&game->mutex);
    submit_answer(answer);
}
