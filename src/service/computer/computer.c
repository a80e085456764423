/* computer.c - the computer's turns. A job of the search pool loads the game, copies it under its
 * lock, searches the copy without any lock, and submits the move as an action, like a person's.
 *
 * A game in which the computer is to move has one search in a map, from when it is scheduled until
 * the move is stored. So it is scheduled once, even if the game leaves the cache meanwhile and is
 * loaded again. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "base/clock.h"
#include "service/computer/computer_state.h"
#include "service/games/play/action.h"
#include "service/games/play/cache.h"
#include "service/games/play/games.h"
#include "store/tables/correspondence.h"
#include "store/tables/games.h"

/* The longest time of a search at a quick level, and of another one. */
#define QUICK_TIME_MS 300
#define TIME_MS       2000

#define PAUSE_MAX_MS 86400000 /* of games of computers alone */

/* What the computer knows of a game in the cache. The fields are guarded by the lock of the game.
 * The entry is removed when the game leaves the cache, so a holder of the game may keep a pointer
 * to it. */
struct computer_game {
    struct map_node node;
    char id[ID_SIZE + 1];
    http_client client;
    bool awaited;   /* `client` is known */
    bool elsewhere; /* another server has the computer move (store/core/change_feed.h) */
};

/* ---- The maps of searches and games ---- */

/* The search of a game, or NULL. Valid while the caller has the game's lock. */
static struct computer_search *search_find(struct computer *computer, const char *id)
{
    pthread_mutex_lock(&computer->mutex);
    struct map_node *node = map_find_text(&computer->searches, id);
    pthread_mutex_unlock(&computer->mutex);
    return MAP_ENTRY(node, struct computer_search, node);
}

/* Puts a search into the map. */
static void search_add(struct computer *computer, struct computer_search *search)
{
    pthread_mutex_lock(&computer->mutex);
    assert(!map_find_text(&computer->searches, search->id));
    map_add_text(&computer->searches, &search->node, search->id);
    computer->alone += search->alone;
    pthread_mutex_unlock(&computer->mutex);
}

/* Takes a search out of the map and frees it. */
static void search_remove(struct computer *computer, struct computer_search *search)
{
    pthread_mutex_lock(&computer->mutex);
    map_remove(&computer->searches, &search->node);
    computer->alone -= search->alone;
    pthread_mutex_unlock(&computer->mutex);
    free(search);
}

/* What is known of a game; NULL: nothing. The caller holds the game. */
static struct computer_game *find_entry(struct computer *computer, const char *id)
{
    pthread_mutex_lock(&computer->mutex);
    struct map_node *node = map_find_text(&computer->games_in_cache, id);
    pthread_mutex_unlock(&computer->mutex);
    return MAP_ENTRY(node, struct computer_game, node);
}

/* As find_entry(), but adds a missing entry. NULL: out of memory. Under the game's lock. */
static struct computer_game *find_or_add_entry(struct computer *computer, const char *id)
{
    struct computer_game *entry = find_entry(computer, id);

    if (entry)
        return entry;
    entry = calloc(1, sizeof *entry);
    if (!entry)
        return NULL;
    memcpy(entry->id, id, sizeof entry->id);
    pthread_mutex_lock(&computer->mutex);
    map_add_text(&computer->games_in_cache, &entry->node, entry->id);
    pthread_mutex_unlock(&computer->mutex);
    return entry;
}

/* The client that waits for the game. False: not known. Under the game's lock. */
static bool find_client(struct computer *computer, const struct game *game, http_client *client)
{
    const struct computer_game *entry = find_entry(computer, game->id);

    *client = entry ? entry->client : (http_client){{0}};
    return entry && entry->awaited;
}

/* Whether another server has the computer move. Under the game's lock. */
static bool plays_elsewhere(struct computer *computer, const struct game *game)
{
    const struct computer_game *entry = find_entry(computer, game->id);

    return entry && entry->elsewhere;
}

/* Without memory for the entry the computer moves here as well; only one of the moves is stored. */
void computer_set_elsewhere(struct computer *computer, const char *id, bool elsewhere)
{
    struct computer_game *entry =
        elsewhere ? find_or_add_entry(computer, id) : find_entry(computer, id);

    if (entry)
        entry->elsewhere = elsewhere;
} /* NOLINT(clang-analyzer-unix.Malloc): the map has it */

/* ---- Kinds of games and seats ---- */

static bool game_has_computer(const struct game *game)
{
    for (int side = 0; side < game->setup.start.players; side++) {
        if (seat_is_computer(&game->setup.seats[side]))
            return true;
    }
    return false;
}

bool computer_plays_alone(const struct game *game)
{
    for (int side = 0; side < game->setup.start.players; side++) {
        if (!seat_is_computer(&game->setup.seats[side]) && game_side_plays(game, side))
            return false;
    }
    return true;
}

bool computer_seat_is_quick(const struct seat *seat)
{
    return seat->level > 0 && seat->level <= QUICK_LEVEL_MAX;
}

/* ---- A turn: a job of the search pool ---- */

/* Searches for the best move of `seat`, as long as its level and its clock allow. */
static paua_move search_move(struct search_worker *worker, const paua_game *game,
                             const struct seat *seat, int64_t budget_ms)
{
    int time_ms = computer_seat_is_quick(seat) ? QUICK_TIME_MS : TIME_MS;
    paua_limits limits = {.size = sizeof(paua_limits),
                          .level = seat->level,
                          .time_ms = time_ms,
                          .contempt = PAUA_CONTEMPT};
    paua_move best = PAUA_NO_MOVE;

    if (seat->opponent.name)
        paua_opponent_limit(&seat->opponent, &limits);
    if (budget_ms < time_ms)
        limits.time_ms = budget_ms > 1 ? (int)budget_ms : 1;
    randombytes_buf(&limits.seed, sizeof limits.seed);
    paua_engine *engine = search_worker_engine(worker, paua_game_board(game),
                                               seat->opponent.name ? seat->opponent.eval : NULL);
    if (!engine || paua_engine_search(engine, game, &limits, &best, NULL, NULL, NULL) != PAUA_OK)
        return PAUA_NO_MOVE;
    return best;
}

/* Loads the game of a search, which may have left the cache, and holds it. */
static void search_load(struct computer_search *search)
{
    paua_status status = cache_get(search->computer->games->cache, search->id, &search->game);

    if (status != PAUA_OK)
        search->game = NULL;
    search->retry = status == PAUA_ERROR_IO || status == PAUA_ERROR_NO_MEMORY;
}

/* Restores the client of a game that has left the cache since it was scheduled. Under its lock. */
static void restore_client(const struct computer_search *search)
{
    struct computer_game *entry =
        search->awaited ? find_or_add_entry(search->computer, search->id) : NULL;

    if (entry && !entry->awaited) {
        entry->client = search->client;
        entry->awaited = true;
    }
} /* NOLINT(clang-analyzer-unix.Malloc): the map has it */

/* On a worker: searches the computer's move (step 8 in action.c). */
static void turn_run(struct search_pool_job *job, struct search_worker *worker)
{
    struct computer_search *search = (struct computer_search *)job;
    paua_game *copy = NULL;

    search->move = PAUA_NO_MOVE;

    /* 1. Load the game and copy it under its lock. */
    search_load(search);
    struct game *game = search->game;
    if (!game)
        return;
    pthread_mutex_lock(&game->mutex);
    restore_client(search);
    const struct seat *seat = game_computer_to_move(game);
    search->ply = game_ply(game);
    search->side = paua_game_position(game->play)->to_move;
    search->position_key = paua_game_position(game->play)->key;
    search->budget_ms = game_clock_budget(&game->clock, &game->setup.rules);
    if (seat)
        copy = game_copy(game);
    pthread_mutex_unlock(&game->mutex);

    /* 2. Search without any lock. `seat` is part of the setup, which never changes. */
    search->retry = seat != NULL;
    int64_t began = clock_now_ms();
    if (copy)
        search->move = search_move(worker, copy, seat, search->budget_ms);
    search->thought_ms = clock_now_ms() - began;

    /* 3. Drop the move of a search that was stopped: it may be a bad one. */
    if (search_pool_job_cancelled(job))
        search->move = PAUA_NO_MOVE;
    paua_game_free(copy);
    atomic_fetch_add(&search->computer->searches_done, 1);
}

/* Ends or retries a turn whose game could not be loaded. Without the game nobody else can find the
 * search. */
static void turn_without_game(struct computer_search *search)
{
    struct computer *computer = search->computer;

    if (!search->retry || !search_pool_submit(computer->pool, &search->job, COMPUTER_RETRY_MS))
        search_remove(computer, search);
}

/* Ends the turn, or, where it has `failed`, searches again in a second. Under the lock of the game,
 * which the caller holds in the cache. */
static void end_turn(struct computer *computer, struct game *game, bool failed)
{
    struct computer_search *search = search_find(computer, game->id);

    assert(search);
    if (failed && search_pool_submit(computer->pool, &search->job, COMPUTER_RETRY_MS))
        return;
    search_remove(computer, search);
}

/* The move was stored or refused, or could not be found or stored (`failed`). What was stored since
 * the search began may be the computer's turn again, and found the search in its way. Under the
 * game's lock. */
static void on_action_done(struct game *game, bool failed, void *context)
{
    end_turn(context, game, failed);
    computer_schedule_move(context, game);
}

/* On the same worker, after turn_run(): submits the move as an action, like a person's. Without a
 * move the turn ends or is retried. */
static void turn_finished(struct search_pool_job *job)
{
    struct computer_search *search = (struct computer_search *)job;
    struct games *games = search->computer->games;
    struct game *game = search->game;

    if (!game) {
        turn_without_game(search);
        return;
    }
    struct action *action = search->move != PAUA_NO_MOVE ? calloc(1, sizeof *action) : NULL;
    if (action) {
        *action = (struct action){.kind = ACTION_COMPUTER_MOVE,
                                  .games = games,
                                  .game = game,
                                  .side = search->side,
                                  .ply = search->ply,
                                  .thought_ms = search->thought_ms,
                                  .position_key = search->position_key,
                                  .event.move = search->move,
                                  .done = on_action_done,
                                  .done_context = search->computer};
        action_submit(action); /* with the hold on the game */
        return;
    }
    pthread_mutex_lock(&game->mutex);
    on_action_done(game, search->retry, search->computer);
    pthread_mutex_unlock(&game->mutex);
    cache_release(games->cache, game);
}

/* ---- Scheduling ---- */

/* How long a game of computers alone pauses before its next move. A client may have more of them
 * than he may begin, because persons have left their games; longer pauses then keep his moves a
 * second as before. */
static int alone_pause(struct computer *computer, const struct game *game)
{
    const struct presence *presence = game_presence(game);
    int pause_ms = computer->pause_ms, excess = 0;
    http_client client;

    if (presence_seats(presence) + (unsigned)presence_spectators(presence) > 0 &&
        pause_ms > WATCHED_PAUSE_MS)
        pause_ms = WATCHED_PAUSE_MS;
    if (find_client(computer, game, &client))
        excess = computer_alone_excess(computer, &client);
    return excess < PAUSE_MAX_MS / (pause_ms + 1) ? pause_ms * (1 + excess) : PAUSE_MAX_MS;
}

/* Sets the class and the client of a game's search. Returns after how long it may start. Under the
 * game's lock. */
static int turn_place(struct computer *computer, const struct game *game, bool alone,
                      enum search_class *job_class, http_client *client)
{
    const bool awaited = find_client(computer, game, client);

    if (!awaited)
        *client = COMPUTER_NOBODY;
    if (alone || !awaited)
        *job_class = SEARCH_BACKGROUND_MOVES;
    else
        *job_class =
            computer_seat_is_quick(game_computer_to_move(game)) ? SEARCH_QUICK_MOVES : SEARCH_MOVES;
    return alone ? alone_pause(computer, game) : 0;
}

void computer_schedule_move(struct computer *computer, struct game *game)
{
    const struct seat *seat = game_computer_to_move(game);

    if (!seat || plays_elsewhere(computer, game) || search_find(computer, game->id))
        return;
    struct computer_search *search = calloc(1, sizeof *search);
    if (!search) {
        env_log(computer->games->env, SERVICE_ERROR, "memory",
                "out of memory: the computer does not move in game %s", game->id);
        return; /* until the game changes or somebody watches it */
    }
    search->computer = computer;
    memcpy(search->id, game->id, sizeof search->id);
    search->alone = computer_plays_alone(game);
    search->awaited = find_client(computer, game, &search->client);
    search->job.run = turn_run;
    search->job.finished = turn_finished;
    search->job.share.cost = computer_seat_is_quick(seat) ? QUICK_TIME_MS : TIME_MS;
    int delay_ms = turn_place(computer, game, search->alone, &search->job.job_class,
                              &search->job.share.client);
    search_add(computer, search);
    if (!search_pool_submit(computer->pool, &search->job, delay_ms))
        search_remove(computer, search);
}

/* Why a client waits for a game. */
enum client_role { CLIENT_ACTS, CLIENT_WATCHES };

/* A client waits for this game. Who watches it does not take it from the client that has acted.
 * Under the game's lock. */
static void await_game(struct computer *computer, struct game *game, const http_client *client,
                       enum client_role role)
{
    struct computer_search *search = search_find(computer, game->id);
    enum search_class job_class;
    http_client job_client;

    if (!search && !game_has_computer(game))
        return;
    struct computer_game *entry = find_or_add_entry(computer, game->id);
    if (entry && (role == CLIENT_ACTS || !entry->awaited)) {
        entry->client = *client;
        entry->awaited = true;
    }

    if (!search) {
        /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): the map has it */
        computer_schedule_move(computer, game);
    } else if (game_computer_to_move(game)) {
        pthread_mutex_lock(&computer->mutex);
        search->client = entry ? entry->client : *client;
        search->awaited = true;
        pthread_mutex_unlock(&computer->mutex);
        int delay_ms = turn_place(computer, game, search->alone, &job_class, &job_client);
        search_pool_resubmit(computer->pool, &search->job, job_class, &job_client, delay_ms);
    }
}

void computer_await(struct computer *computer, struct game *game, const http_client *client)
{
    await_game(computer, game, client, CLIENT_ACTS);
}

/* ---- Listeners of games ---- */

/* The store says whether another server has the computer move. */
static void on_loaded(struct game *game, void *context)
{
    if (game->loaded_elsewhere) {
        pthread_mutex_lock(&game->mutex);
        computer_set_elsewhere(context, game->id, true);
        pthread_mutex_unlock(&game->mutex);
    }
}

/* Nobody holds the game any more, and the cache's lock keeps it so: nobody has its entry. */
static void on_evicted(const char *id, void *context)
{
    struct computer *computer = context;

    pthread_mutex_lock(&computer->mutex);
    struct map_node *node = map_find_text(&computer->games_in_cache, id);
    if (node)
        map_remove(&computer->games_in_cache, node);
    pthread_mutex_unlock(&computer->mutex);
    free(MAP_ENTRY(node, struct computer_game, node));
}

/* The server that stores the event before a turn of the computer has it move. */
static void on_event(struct game *game, const struct game_update *update, void *context)
{
    if (!update->computer_before && game_computer_to_move(game))
        computer_set_elsewhere(context, game->id, !update->stored_here);
}

static void on_changed(struct game *game, void *context)
{
    computer_schedule_move(context, game);
}

static void on_watched(struct game *game, const http_client *client, void *context)
{
    await_game(context, game, client, CLIENT_WATCHES);
}

static bool on_admits(http_request *request, const struct setup *setup, void *context)
{
    return computer_admit_game(context, request, setup);
}

/* ---- Start and end ---- */

struct computer *computer_new(struct games *games, struct search_pool *pool, int pause_ms)
{
    struct computer *computer = calloc(1, sizeof *computer);

    if (!computer)
        return NULL;
    computer->games = games;
    computer->pool = pool;
    computer->pause_ms = pause_ms;
    pthread_mutex_init(&computer->mutex, NULL);
    listeners_add(&games->listeners, &(struct listener){.loaded = on_loaded,
                                                        .evicted = on_evicted,
                                                        .event = on_event,
                                                        .changed = on_changed,
                                                        .watched = on_watched,
                                                        .admits = on_admits,
                                                        .context = computer});
    return computer;
}

void computer_free(struct computer *computer)
{
    if (!computer)
        return;
    for (struct map_node *node = map_first(&computer->searches), *next; node; node = next) {
        next = map_next(&computer->searches, node);
        free(MAP_ENTRY(node, struct computer_search, node));
    }
    map_free(&computer->searches);
    for (struct map_node *node = map_first(&computer->games_in_cache), *next; node; node = next) {
        next = map_next(&computer->games_in_cache, node);
        free(MAP_ENTRY(node, struct computer_game, node));
    }
    map_free(&computer->games_in_cache);
    pthread_mutex_destroy(&computer->mutex);
    interrupted_games_free(computer->interrupted);
    free(computer);
}
