/* computer.c - finds the computer's moves. A job of the search pool loads the game, copies it under
 * its lock, searches the copy without any lock, and submits the move as an action, like a person's.
 *
 * A game in which a move is due has a search in a map by the id of the game, from when it is
 * scheduled until the move is stored: so it is scheduled once, even if it leaves the cache and
 * comes back meanwhile. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/map.h"
#include "service/computer/computer.h"
#include "service/computer/search_pool.h"
#include "service/core/response.h"
#include "service/games/play/action.h"
#include "service/games/play/cache.h"
#include "service/games/play/conditional_play.h"
#include "service/games/play/games.h"
#include "service/games/play/live_game.h"
#include "store/tables/correspondence.h"
#include "store/tables/games.h"

#define RETRY_MS           1000
#define QUICK_TIME_MS      300  /* the longest a search may take at a quick level */
#define TIME_MS            2000 /* and otherwise */
#define RESUME_WAITING_MAX 64   /* interrupted games are loaded while fewer of them wait */
#define NOBODYS_CLIENT     1    /* of the games that nobody has come back to since the start */
#define PAUSE_MAX_MS       86400000

static void schedule_move(struct computer *computer, struct game *game);

struct computer_search {
    struct search_pool_job job; /* first */
    struct computer *computer;
    struct map_node node;      /* by `id` */
    char id[GAME_ID_SIZE + 1]; /* of the game */
    bool alone;                /* a game of computers alone */
    uint64_t client;           /* as in computer_game; written under the lock of the map, too */
    bool awaited;

    /* Written by the job's run(), read by its finished(). */
    struct game *game; /* held; NULL if it could not be loaded */
    int ply, side;
    uint64_t position_key; /* of the position that was searched */
    int64_t budget_ms;     /* for the search, by the clock */
    int64_t thought_ms;    /* what it took */
    paua_move move;        /* PAUA_NO_MOVE: none was found */
    bool retry;
};

/* What is known of a game in the cache that has had to do with the computer: under its lock. */
struct computer_game {
    struct map_node node;
    char id[GAME_ID_SIZE + 1];
    uint64_t client; /* 0: addresses are not limited */
    bool awaited;    /* the client is known */
    bool elsewhere;  /* another server has the computer move (store/core/change_feed.h) */
};

struct computer {
    struct search_pool_job resume; /* first: loads one interrupted game each time */
    struct games *games;
    struct search_pool *pool;
    int pause_ms; /* between the moves of a game of computers alone that nobody watches */
    _Atomic uint64_t searches;
    pthread_mutex_t mutex; /* guards the maps */
    struct map scheduled;
    int alone;
    struct map games_known; /* computer_game */
    /* Used by the job `resume` alone: first all games are loaded, then those of computers alone. */
    char (*interrupted)[GAME_ID_SIZE + 1]; /* oldest first */
    size_t interrupted_count, interrupted_capacity, next_interrupted, alone_count;
    bool resumes_alone;
    int resume_delay_ms;
};

/* The search of a game, or NULL. It stays while the caller has the game's lock. */
static struct computer_search *search_find(struct computer *computer, const char *id)
{
    pthread_mutex_lock(&computer->mutex);
    struct map_node *node = map_find_text(&computer->scheduled, id);
    pthread_mutex_unlock(&computer->mutex);
    return MAP_ENTRY(node, struct computer_search, node);
}

/* Puts a search into the map. */
static void search_add(struct computer *computer, struct computer_search *search)
{
    pthread_mutex_lock(&computer->mutex);
    assert(!map_find_text(&computer->scheduled, search->id));
    map_add_text(&computer->scheduled, &search->node, search->id);
    computer->alone += search->alone;
    pthread_mutex_unlock(&computer->mutex);
}

/* Takes a search out of the map and frees it. */
static void search_remove(struct computer *computer, struct computer_search *search)
{
    pthread_mutex_lock(&computer->mutex);
    map_remove(&computer->scheduled, &search->node);
    computer->alone -= search->alone;
    pthread_mutex_unlock(&computer->mutex);
    free(search);
}

/* What is known of a game; NULL: nothing. It stays while the caller holds the game. */
static struct computer_game *find_known(struct computer *computer, const char *id)
{
    pthread_mutex_lock(&computer->mutex);
    struct computer_game *known =
        MAP_ENTRY(map_find_text(&computer->games_known, id), struct computer_game, node);
    pthread_mutex_unlock(&computer->mutex);
    return known;
}

/* The same, made where it is missing; NULL: out of memory. Under the game's lock. */
static struct computer_game *make_known(struct computer *computer, const char *id)
{
    struct computer_game *known = find_known(computer, id);

    if (known)
        return known;
    known = calloc(1, sizeof *known);
    if (!known)
        return NULL;
    memcpy(known->id, id, sizeof known->id);
    pthread_mutex_lock(&computer->mutex);
    map_add_text(&computer->games_known, &known->node, known->id);
    pthread_mutex_unlock(&computer->mutex);
    return known;
}

/* The client that waits for the game, and whether it is known. Under the game's lock. */
static bool find_client(struct computer *computer, const struct game *game, uint64_t *client)
{
    const struct computer_game *known = find_known(computer, game->id);

    *client = known ? known->client : 0;
    return known && known->awaited;
}

/* Whether another server has the computer move. Under the game's lock. */
static bool plays_elsewhere(struct computer *computer, const struct game *game)
{
    const struct computer_game *known = find_known(computer, game->id);

    return known && known->elsewhere;
}

/* Under the game's lock. Without memory the computer moves here, too; one of the moves is stored. */
static void set_elsewhere(struct computer *computer, const char *id, bool elsewhere)
{
    struct computer_game *known = elsewhere ? make_known(computer, id) : find_known(computer, id);

    if (known)
        known->elsewhere = elsewhere;
}

/* Whether no person plays. */
static bool setup_is_alone(const struct setup *setup)
{
    for (int side = 0; side < setup->start.players; side++) {
        if (!seat_is_computer(&setup->seats[side]))
            return false;
    }
    return true;
}

static bool game_has_computer(const struct game *game)
{
    for (int side = 0; side < game->setup.start.players; side++) {
        if (seat_is_computer(&game->setup.seats[side]))
            return true;
    }
    return false;
}

/* Whether no person plays any more: all have resigned or lost on time. Under the game's lock. */
static bool game_is_alone(const struct game *game)
{
    for (int side = 0; side < game->setup.start.players; side++) {
        if (!seat_is_computer(&game->setup.seats[side]) && game_side_plays(game, side))
            return false;
    }
    return true;
}

/* Whether the seat's searches take but a moment. */
static bool seat_is_quick(const struct seat *seat)
{
    return seat->level > 0 && seat->level <= QUICK_LEVEL_MAX;
}

/* Searches for the best move of `seat`, as long as its level and its clock allow. */
static paua_move search_move(struct search_worker *worker, const paua_game *game,
                             const struct seat *seat, int64_t budget_ms)
{
    int time_ms = seat_is_quick(seat) ? QUICK_TIME_MS : TIME_MS;
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
    search->retry = status == PAUA_IO || status == PAUA_NO_MEMORY;
}

/* A game that has left the cache meanwhile still belongs to its client. Under the game's lock. */
static void remember_client(const struct computer_search *search)
{
    struct computer_game *known = search->awaited ? make_known(search->computer, search->id) : NULL;

    if (known && !known->awaited) {
        known->client = search->client;
        known->awaited = true;
    }
}

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
    remember_client(search);
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
    atomic_fetch_add(&search->computer->searches, 1);
}

/* The game could not be loaded. Nobody else knows the search then. */
static void turn_lost(struct computer_search *search)
{
    struct computer *computer = search->computer;

    if (!search->retry || !search_pool_submit(computer->pool, &search->job, RETRY_MS))
        search_remove(computer, search);
}

/* The move that was submitted has been stored or turned down. `failed`: search again in a second.
 * Under the lock of the game, which the caller holds in the cache. */
static void move_done(struct computer *computer, struct game *game, bool failed)
{
    struct computer_search *search = search_find(computer, game->id);

    assert(search);
    if (failed && search_pool_submit(computer->pool, &search->job, RETRY_MS))
        return;
    search_remove(computer, search);
}

/* The same, for the action. */
static void on_move_done(struct game *game, bool again, void *context)
{
    move_done(context, game, again);
    schedule_move(context, game);
}

/* On the same worker, after turn_run(): submits the move as an action, like a person's. Without
 * a move, computer_move_done() tries again later or ends the turn. */
static void turn_finished(struct search_pool_job *job)
{
    struct computer_search *search = (struct computer_search *)job;
    struct games *games = search->computer->games;
    struct game *game = search->game;

    if (!game) {
        turn_lost(search);
        return;
    }
    struct action *action = search->move != PAUA_NO_MOVE ? calloc(1, sizeof *action) : NULL;
    if (action) {
        *action = (struct action){.kind = ACTION_COMPUTER_MOVE,
                                  .games = games,
                                  .game = game,
                                  .who = search->side,
                                  .ply = search->ply,
                                  .thought_ms = search->thought_ms,
                                  .position_key = search->position_key,
                                  .event.move = search->move,
                                  .done = on_move_done,
                                  .done_context = search->computer};
        action_submit(action); /* with the hold on the game */
        return;
    }
    pthread_mutex_lock(&game->mutex);
    move_done(search->computer, game, search->retry);
    pthread_mutex_unlock(&game->mutex);
    cache_release(games->cache, game);
}

/* How many unfinished games of computers alone a client has. */
static int client_alone(struct computer *computer, uint64_t client)
{
    int count = 0;

    pthread_mutex_lock(&computer->mutex);
    for (struct map_node *node = map_first(&computer->scheduled); node;
         node = map_next(&computer->scheduled, node)) {
        const struct computer_search *search = MAP_ENTRY(node, struct computer_search, node);

        count += search->alone && search->awaited && search->client == client;
    }
    pthread_mutex_unlock(&computer->mutex);
    return count;
}

/* How long a game of computers alone pauses before its next move. Who has more of them than can be
 * begun, because persons have left their games, gets no more moves a second for it. */
static int alone_pause(struct computer *computer, const struct game *game)
{
    const struct presence *presence = game_presence(game);
    int pause_ms = computer->pause_ms, share = computer->games->env->limits.client_alone;
    int excess = 0;
    uint64_t client;

    if (presence_seats(presence) + (unsigned)presence_spectators(presence) > 0 &&
        pause_ms > WATCHED_PAUSE_MS)
        pause_ms = WATCHED_PAUSE_MS;
    if (find_client(computer, game, &client) && client != 0 && share > 0)
        excess = client_alone(computer, client) / share;
    return excess < PAUSE_MAX_MS / (pause_ms + 1) ? pause_ms * (1 + excess) : PAUSE_MAX_MS;
}

/* The class and the client that a game's search has now. Returns after how long it may start. Under
 * the game's lock. */
static int turn_place(struct computer *computer, const struct game *game, bool alone,
                      enum search_class *job_class, uint64_t *client)
{
    const bool awaited = find_client(computer, game, client);

    if (!awaited)
        *client = NOBODYS_CLIENT;
    if (alone || !awaited)
        *job_class = SEARCH_BACKGROUND_MOVES;
    else
        *job_class = seat_is_quick(game_computer_to_move(game)) ? SEARCH_QUICK_MOVES : SEARCH_MOVES;
    return alone ? alone_pause(computer, game) : 0;
}

/* Queues a search if the computer is to move, not at another server, and none is queued. Under the
 * lock of the game, which the caller holds in the cache. */
static void schedule_move(struct computer *computer, struct game *game)
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
    search->alone = game_is_alone(game);
    search->awaited = find_client(computer, game, &search->client);
    search->job.run = turn_run;
    search->job.finished = turn_finished;
    search->job.cost = seat_is_quick(seat) ? QUICK_TIME_MS : TIME_MS;
    int delay_ms =
        turn_place(computer, game, search->alone, &search->job.job_class, &search->job.client);
    search_add(computer, search);
    if (!search_pool_submit(computer->pool, &search->job, delay_ms))
        search_remove(computer, search);
}

void computer_await(struct computer *computer, struct game *game, uint64_t client, bool watches)
{
    enum search_class job_class;
    uint64_t job_client;

    struct computer_search *search = search_find(computer, game->id);

    if (!search && !game_has_computer(game))
        return;
    struct computer_game *known = make_known(computer, game->id);
    if (known && (!watches || !known->awaited)) {
        known->client = client;
        known->awaited = true;
    }
    if (!search) {
        schedule_move(computer, game);
    } else if (game_computer_to_move(game)) {
        pthread_mutex_lock(&computer->mutex);
        search->client = known ? known->client : client;
        search->awaited = true;
        pthread_mutex_unlock(&computer->mutex);
        int delay_ms = turn_place(computer, game, search->alone, &job_class, &job_client);
        search_pool_resubmit(computer->pool, &search->job, job_class, job_client, delay_ms);
    }
}

/* Whether a number has reached its limit; 0: there is none. */
static bool limit_reached(int number, int most)
{
    return most > 0 && number >= most;
}

/* How many searches wait for which persons wait: those of a client, or (0) all. */
static int searches_waiting(struct computer *computer, uint64_t client)
{
    struct search_pool *pool = computer->pool;

    return search_pool_waiting(pool, SEARCH_MOVES, client) +
           search_pool_waiting(pool, SEARCH_QUICK_MOVES, client);
}

/* Responds 503: a limit of all is reached. Returns false. */
static bool refuse_all(struct computer *computer, http_request *request, enum service_limit limit,
                       const char *message)
{
    env_count_limited(computer->games->env, limit);
    respond_error(request, 503, "busy", "%s", message);
    return false;
}

/* Responds 429: a limit of the client is reached. Returns false. */
static bool refuse_client(struct computer *computer, http_request *request,
                          enum service_limit limit, const char *seconds, const char *message)
{
    env_count_limited(computer->games->env, limit);
    http_add_header(request, "Retry-After", seconds);
    respond_error(request, 429, "too_many", "%s", message);
    return false;
}

/* Whether the client is below its own limits. False: it has got 429. */
static bool client_admit(struct computer *computer, http_request *request, bool alone, bool slow,
                         bool begins)
{
    const service_limits *limits = &computer->games->env->limits;
    uint64_t client = http_client_key(request);

    if (client == 0)
        return true;
    if ((alone || slow) && !http_charge(request, alone ? ALONE_COST : SEARCH_COST)) {
        respond_error(request, 429, "too_many", "too many requests from this address");
        return false;
    }
    if (begins && alone && limit_reached(client_alone(computer, client), limits->client_alone))
        return refuse_client(computer, request, LIMIT_CLIENT_ALONE, "60",
                             "too many games of computers alone from this address; try again when "
                             "one is over");
    if (limit_reached(searches_waiting(computer, client), limits->client_searches))
        return refuse_client(computer, request, LIMIT_CLIENT_SEARCHES, "2",
                             "too many games of this address wait for the computer; try again in "
                             "2 seconds");
    return true;
}

bool computer_admit(struct computer *computer, http_request *request, const struct setup *setup,
                    bool begins)
{
    const service_limits *limits = &computer->games->env->limits;
    bool alone = setup_is_alone(setup), computers = false, slow = false;

    for (int side = 0; side < setup->start.players; side++) {
        bool is_computer = seat_is_computer(&setup->seats[side]);

        computers |= is_computer;
        slow |= is_computer && !seat_is_quick(&setup->seats[side]);
    }
    if (!computers)
        return true;
    if (begins && alone && limit_reached(computer_count(computer).alone, limits->alone))
        return refuse_all(computer, request, LIMIT_ALONE,
                          "too many games of computers alone; try again later");
    if (!alone && limit_reached(searches_waiting(computer, 0), limits->searches))
        return refuse_all(computer, request, LIMIT_SEARCHES,
                          "too many games wait for the computer");
    return client_admit(computer, request, alone, slow, begins);
}

/* Loads an interrupted game and schedules its move, or leaves the game for the second round; or
 * plays the move that was prepared. */
static paua_status resume_game(struct computer *computer, const char *id)
{
    struct cache *cache = computer->games->cache;
    struct game *game;
    paua_status status = cache_get(cache, id, &game);

    if (status != PAUA_OK)
        return status;
    pthread_mutex_lock(&game->mutex);
    if (computer->resumes_alone || !game_is_alone(game))
        schedule_move(computer, game);
    else
        memmove(computer->interrupted[computer->alone_count++], id, GAME_ID_SIZE + 1);
    struct action *answer = conditional_action(computer->games, game);
    pthread_mutex_unlock(&game->mutex);
    if (answer)
        action_submit(answer);
    cache_release(cache, game);
    return PAUA_OK;
}

void computer_take_over(struct computer *computer, const char *id)
{
    struct cache *cache = computer->games->cache;
    struct game *game;

    if (cache_get(cache, id, &game) != PAUA_OK)
        return; /* the cache has logged why */
    pthread_mutex_lock(&game->mutex);
    set_elsewhere(computer, id, false);
    schedule_move(computer, game);
    pthread_mutex_unlock(&game->mutex);
    cache_release(cache, game);
}

void computer_answer(struct computer *computer, const char *id)
{
    struct cache *cache = computer->games->cache;
    struct game *game;

    if (cache_get(cache, id, &game) != PAUA_OK)
        return;
    pthread_mutex_lock(&game->mutex);
    struct action *answer = conditional_action(computer->games, game);
    pthread_mutex_unlock(&game->mutex);
    if (answer)
        action_submit(answer);
    cache_release(cache, game);
}

/* Resumes the next interrupted game. Nothing else would while nobody watches it, so a game that
 * cannot be read for the moment is tried again later. */
static void resume_run(struct search_pool_job *job, struct search_worker *worker)
{
    struct computer *computer = (struct computer *)job;
    struct search_pool *pool = computer->pool;

    (void)worker;
    computer->resume_delay_ms = RETRY_MS;
    if (search_pool_waiting(pool, SEARCH_BACKGROUND_MOVES, NOBODYS_CLIENT) >= RESUME_WAITING_MAX)
        return;
    paua_status status = resume_game(computer, computer->interrupted[computer->next_interrupted]);
    if (status == PAUA_IO || status == PAUA_NO_MEMORY)
        return;
    computer->next_interrupted++;
    computer->resume_delay_ms = 0;
}

/* Continues with the next game; after the last one with those of computers alone. */
static void resume_finished(struct search_pool_job *job)
{
    struct computer *computer = (struct computer *)job;

    if (computer->next_interrupted == computer->interrupted_count && !computer->resumes_alone) {
        computer->resumes_alone = true;
        computer->interrupted_count = computer->alone_count;
        computer->next_interrupted = 0;
    }
    if (computer->next_interrupted < computer->interrupted_count)
        search_pool_submit(computer->pool, job, computer->resume_delay_ms);
}

/* The store lists a game in which the computer was to move when the service stopped, or a move that
 * was prepared may have been due. False: out
 * of memory. */
static bool on_pending(const char *id, void *context)
{
    struct computer *computer = context;

    if (!game_id_valid(id))
        return true;
    if (!ARRAY_RESERVE(computer->interrupted, computer->interrupted_capacity,
                       computer->interrupted_count + 1))
        return false;
    memcpy(computer->interrupted[computer->interrupted_count++], id, GAME_ID_SIZE + 1);
    return true;
}

paua_status computer_resume_games(struct computer *computer)
{
    store *disk = computer->games->env->store;
    paua_status status = store_pending(disk, on_pending, computer);

    if (status == PAUA_OK)
        status = store_conditional_games(disk, on_pending, computer);
    if (status == PAUA_OK && computer->interrupted_count > 0)
        search_pool_submit(computer->pool, &computer->resume, 0);
    return status;
}

/* The store says whether another server has the computer move. */
static void on_loaded(struct game *game, void *context)
{
    if (game->loaded_elsewhere) {
        pthread_mutex_lock(&game->mutex);
        set_elsewhere(context, game->id, true);
        pthread_mutex_unlock(&game->mutex);
    }
}

static void on_evicted(const char *id, void *context)
{
    struct computer *computer = context;

    pthread_mutex_lock(&computer->mutex);
    struct computer_game *known =
        MAP_ENTRY(map_find_text(&computer->games_known, id), struct computer_game, node);
    if (known)
        map_remove(&computer->games_known, &known->node);
    pthread_mutex_unlock(&computer->mutex);
    free(known);
}

/* The server that has stored the event by which the computer is to move has it move. */
static void on_event(struct game *game, const struct game_update *update, void *context)
{
    if (!update->computer_before && game_computer_to_move(game))
        set_elsewhere(context, game->id, !update->stored_here);
}

static void on_changed(struct game *game, void *context)
{
    schedule_move(context, game);
}

static void on_watched(struct game *game, uint64_t client, void *context)
{
    computer_await(context, game, client, true);
}

static bool on_admit(http_request *request, const struct setup *setup, void *context)
{
    return computer_admit(context, request, setup, true);
}

struct computer *computer_new(struct games *games, struct search_pool *pool, int pause_ms)
{
    struct computer *computer = calloc(1, sizeof *computer);

    if (!computer)
        return NULL;
    computer->games = games;
    computer->pool = pool;
    computer->pause_ms = pause_ms;
    pthread_mutex_init(&computer->mutex, NULL);
    computer->resume.job_class = SEARCH_BACKGROUND_MOVES;
    computer->resume.run = resume_run;
    computer->resume.finished = resume_finished;
    listeners_add(&games->listeners, &(struct listener){.loaded = on_loaded,
                                                        .evicted = on_evicted,
                                                        .event = on_event,
                                                        .changed = on_changed,
                                                        .watched = on_watched,
                                                        .admits = on_admit,
                                                        .context = computer});
    return computer;
}

void computer_free(struct computer *computer)
{
    if (!computer)
        return;
    for (struct map_node *node = map_first(&computer->scheduled), *next; node; node = next) {
        next = map_next(&computer->scheduled, node);
        free(MAP_ENTRY(node, struct computer_search, node));
    }
    map_free(&computer->scheduled);
    for (struct map_node *at = map_first(&computer->games_known); at;) {
        struct computer_game *known = MAP_ENTRY(at, struct computer_game, node);

        at = map_next(&computer->games_known, at);
        free(known);
    }
    map_free(&computer->games_known);
    pthread_mutex_destroy(&computer->mutex);
    free(computer->interrupted);
    free(computer);
}

struct computer_counts computer_count(struct computer *computer)
{
    struct computer_counts counts = {.searches = atomic_load(&computer->searches),
                                     .awaited = searches_waiting(computer, 0)};

    pthread_mutex_lock(&computer->mutex);
    counts.scheduled = (int)computer->scheduled.count;
    counts.alone = computer->alone;
    pthread_mutex_unlock(&computer->mutex);
    return counts;
}
