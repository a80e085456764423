/* openings.c - GET /openings, on a pool of one thread. It counts the moves of finished games when a
 * request comes, and keeps the counts, so that each game is replayed once. The counts share the
 * file of the store; few games are counted in one transaction, so that no move waits long for the
 * file. */
#define _GNU_SOURCE
#include "service/computer/openings.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "service/computer/opening_moves.h"
#include "service/core/env.h"
#include "service/core/request.h"
#include "service/core/response.h"
#include "service/core/work_pool.h"
#include "service/games/play/game_load.h"
#include "store/open.h"

#define WAITING_MAX        64  /* requests */
#define CLIENT_WAITING_MAX 16  /* of these, of one client */
#define BATCH_GAMES        32  /* counted in one transaction */
#define COUNT_MS           300 /* for how long one request counts games */
#define THREAD_NICE        10

/* What a request asks for. */
struct opening_query {
    struct setup setup; /* the position and its board */
    bool sources[ARCHIVE_SOURCES];
};

struct openings {
    struct env *env;
    struct boards *boards;
    const char *place; /* borrowed: the address of the store */
    struct work_pool *pool;

    /* The thread's. */
    struct work counting; /* continues to count between requests */
    bool counting_waits;  /* in the pool */
    archive *archive;     /* NULL: not opened yet */
    bool more;            /* there may be games to count */
    bool behind;          /* counting has failed; the next request retries */
};

/* Opens the archive beside the store. False: the request gets an error. */
static bool open_archive(struct openings *openings)
{
    char message[STORE_MESSAGE_MAX] = "the address of the store is not known";
    bool stale = false;

    if (openings->archive)
        return true;
    paua_status status = PAUA_ERROR_BAD_ARGUMENT;
    if (openings->place)
        status = archive_open(openings->place, ARCHIVE_JOIN, &openings->archive, message);
    if (status != PAUA_OK) {
        env_log(openings->env, SERVICE_WARNING, "openings", "openings: %s", message);
        return false;
    }
    archive_set_deadline(openings->archive, store_deadline_ms(openings->env->store));
    status = index_check(openings->archive, &stale);
    if (status == PAUA_OK && !stale)
        return true;
    env_log(openings->env, SERVICE_WARNING, "openings", "openings: %s",
            stale ? "the counts are of another version: run 'paua openings' while the server "
                    "is stopped"
                  : archive_failure(openings->archive));
    archive_close(openings->archive);
    openings->archive = NULL;
    return false;
}

/* The games of a batch. */
struct game_batch {
    char ids[BATCH_GAMES][ID_SIZE + 1];
    int count;
};

static bool on_uncounted(const char *id, void *context)
{
    struct game_batch *batch = context;

    if (strlen(id) <= ID_SIZE)
        memcpy(batch->ids[batch->count++], id, strlen(id) + 1);
    return batch->count < BATCH_GAMES;
}

/* Replays a game into the index. A game that cannot be read has no moves to count. */
static paua_status index_stored_game(struct openings *openings, const char *id,
                                     struct opening_index *index)
{
    char message[GAME_LOAD_MESSAGE_MAX];
    struct game *game;
    paua_status status = game_load(openings->boards, openings->env->store, id, &game, message);

    if (status == PAUA_ERROR_CORRUPT) {
        env_log(openings->env, SERVICE_WARNING, "openings", "openings: %s",
                *message ? message : id);
        return PAUA_OK;
    }
    if (status != PAUA_OK)
        return status;
    game_each_move(game->play, index_step, index);
    status = index_take(index, paua_game_outcome(game->play).result);
    game_free(game);
    return status;
}

/* Writes the counts of a batch in one transaction. */
static paua_status write_batch(struct openings *openings, const struct game_batch *batch,
                               struct opening_index *index)
{
    archive *games = openings->archive;
    paua_status status = archive_begin(games);

    if (status == PAUA_OK)
        status = index_mark(games);
    if (status == PAUA_OK)
        status = index_flush(index);
    for (int i = 0; status == PAUA_OK && i < batch->count; i++)
        status = archive_set_counted(games, batch->ids[i]);
    if (status == PAUA_OK)
        status = archive_commit(games);
    if (status != PAUA_OK)
        archive_rollback(games);
    return status;
}

/* Counts some of the games that are not counted yet; `more` and `behind` say whether others are
 * left. */
static void count_games(struct openings *openings)
{
    struct game_batch batch = {.count = 0};
    struct opening_index index;
    paua_status status = archive_uncounted(openings->archive, BATCH_GAMES, on_uncounted, &batch);

    openings->more = status == PAUA_OK && batch.count == BATCH_GAMES;
    openings->behind = status != PAUA_OK;
    if (status != PAUA_OK || batch.count == 0)
        return;
    /* Games are replayed before the transaction begins, which keeps the store waiting. */
    index_begin(&index, openings->archive, ARCHIVE_PLAYED);
    for (int i = 0; status == PAUA_OK && i < batch.count; i++)
        status = index_stored_game(openings, batch.ids[i], &index);
    if (status == PAUA_OK)
        status = write_batch(openings, &batch, &index);
    index_end(&index);
    /* Another server with the same store has counted some of them: the others come next. */
    openings->more = openings->more || status == PAUA_ERROR_CONFLICT;
    if (status == PAUA_OK || status == PAUA_ERROR_CONFLICT)
        return;
    openings->more = false;
    openings->behind = true;
    env_log(openings->env, SERVICE_WARNING, "openings", "openings: games were not counted: %s",
            paua_status_text(status));
}

/* Looks the position up and responds. */
static void answer_request(struct openings *openings, http_request *request,
                           const struct opening_query *query)
{
    struct opening_moves *moves = calloc(1, sizeof *moves);
    const struct setup *setup = &query->setup;
    paua_status status = moves ? PAUA_OK : PAUA_ERROR_NO_MEMORY;

    if (moves)
        opening_moves_begin(moves, setup->board, &setup->rules, &setup->start);
    for (int source = 0; source < ARCHIVE_SOURCES && status == PAUA_OK; source++) {
        if (query->sources[source])
            status = opening_moves_add(moves, openings->archive, (enum archive_source)source);
    }
    if (status == PAUA_OK) {
        opening_moves_end(moves);
        json_t *answer = opening_moves_json(moves);
        bool missing = openings->more || openings->behind;
        json_object_set_new(answer, "complete",
                            json_boolean(!query->sources[ARCHIVE_PLAYED] || !missing));
        respond_json(request, 200, answer);
    } else if (status == PAUA_ERROR_NO_MEMORY) {
        respond_no_memory(request);
    } else {
        env_log(openings->env, SERVICE_WARNING, "openings", "openings: %s",
                archive_failure(openings->archive));
        respond_error(request, 503, "storage", "the openings cannot be read at the moment");
    }
    free(moves);
}

/* Whether the archive can be asked. It has a connection of its own, which is left alone while the
 * store hangs: opening it, or a commit, would wait for as long. */
static bool is_ready(struct openings *openings)
{
    if (store_answers(openings->env->store) && open_archive(openings))
        return true;
    openings->more = false; /* the next request retries */
    openings->behind = true;
    return false;
}

/* Lets the thread continue to count if games are left, after one request of each client. */
static void continue_counting(struct openings *openings)
{
    if (openings->more && !openings->counting_waits)
        openings->counting_waits =
            work_pool_add(openings->pool, &openings->counting) == WORK_ADMITTED;
}

static void on_counting(struct work *work)
{
    struct openings *openings =
        (struct openings *)((char *)work - offsetof(struct openings, counting));

    openings->counting_waits = false;
    if (is_ready(openings))
        count_games(openings);
    continue_counting(openings);
}

/* The next start counts them. */
static void on_counting_refused(struct work *work)
{
    (void)work;
}

struct openings *openings_new(struct env *env, struct boards *boards, const char *place)
{
    struct openings *openings = calloc(1, sizeof *openings);

    if (!openings)
        return NULL;
    openings->env = env;
    openings->boards = boards;
    openings->place = place;
    openings->counting = (struct work){.run = on_counting, .refused = on_counting_refused};
    openings->pool =
        work_pool_new(&(struct work_pool_config){.workers = 1,
                                                 .nice = THREAD_NICE,
                                                 .jobs_max = WAITING_MAX,
                                                 .client_jobs_max = CLIENT_WAITING_MAX});
    if (openings->pool)
        return openings;
    free(openings);
    return NULL;
}

void openings_halt(struct openings *openings)
{
    work_pool_free(openings->pool);
    openings->pool = NULL;
    archive_close(openings->archive);
    openings->archive = NULL;
}

void openings_free(struct openings *openings)
{
    free(openings);
}

/* Reads ?from=: where the games are from. */
static bool read_sources(const http_request *request, struct opening_query *out,
                         struct api_error *error)
{
    const char *from = http_query(request, "from");
    bool both = !from || strcmp(from, "both") == 0;

    out->sources[ARCHIVE_TEXTS] = both || strcmp(from, "archive") == 0;
    out->sources[ARCHIVE_PLAYED] = both || strcmp(from, "games") == 0;
    return out->sources[ARCHIVE_TEXTS] || out->sources[ARCHIVE_PLAYED] ||
           api_error_set(error, 400, "bad_request", "from: expected archive, games or both");
}

/* Counts games, then responds. */
static void handle_request(http_request *request, void *context)
{
    struct openings *openings = context;
    const int64_t until = clock_now_ms() + COUNT_MS;
    struct opening_query query;
    struct api_error error;

    if (!setup_query_position(openings->boards, request, &query.setup, &error) ||
        !read_sources(request, &query, &error)) {
        respond_api_error(request, &error);
        return;
    }
    if (!is_ready(openings)) {
        respond_error(request, 503, "storage", "the openings cannot be read at the moment");
        return;
    }
    do
        count_games(openings);
    while (openings->more && clock_now_ms() < until && !atomic_load(&openings->env->stopping));
    answer_request(openings, request, &query);
    continue_counting(openings);
}

void openings_respond(struct openings *openings, http_request *request)
{
    work_pool_handle(openings->pool, request, handle_request, openings);
}
