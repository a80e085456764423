/* openings.c - the thread of GET /openings. It counts the moves of finished games when a request
 * comes, and keeps the counts, so that each game is replayed once. The counts share the file of the
 * store; few games are counted in one transaction, so that no move waits long for the file. */
#define _GNU_SOURCE
#include "service/computer/openings.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/clock.h"
#include "service/computer/opening_moves.h"
#include "service/core/env.h"
#include "service/core/query.h"
#include "service/core/response.h"
#include "service/games/play/game_load.h"
#include "store/open.h"

#define WAITING_MAX 64  /* requests */
#define BATCH_GAMES 32  /* counted in one transaction */
#define COUNT_MS    300 /* for how long one request counts games */
#define THREAD_NICE 10

/* A request that waits for the thread. */
struct opening_request {
    struct opening_request *next;
    http_request *request;
    struct setup setup; /* the position and its board */
    bool sources[ARCHIVE_SOURCES];
};

struct openings {
    struct env *env;
    struct boards *boards;
    const char *place; /* borrowed: the address of the store */
    pthread_t thread;
    pthread_mutex_t mutex; /* guards what follows up to `halting` */
    pthread_cond_t queued;
    struct opening_request *first, **last;
    int waiting;
    bool halting;

    /* The thread's. */
    archive *archive; /* NULL: not opened yet */
    bool more;        /* there may be games to count */
    bool behind;      /* counting has failed; the next request retries */
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
static void answer_request(struct openings *openings, struct opening_request *asked)
{
    struct opening_moves *moves = calloc(1, sizeof *moves);
    const struct setup *setup = &asked->setup;
    paua_status status = moves ? PAUA_OK : PAUA_ERROR_NO_MEMORY;

    if (moves)
        opening_moves_begin(moves, setup->board, &setup->rules, &setup->start);
    for (int source = 0; source < ARCHIVE_SOURCES && status == PAUA_OK; source++) {
        if (asked->sources[source])
            status = opening_moves_add(moves, openings->archive, (enum archive_source)source);
    }
    if (status == PAUA_OK) {
        opening_moves_end(moves);
        json_t *answer = opening_moves_json(moves);
        bool missing = openings->more || openings->behind;
        json_object_set_new(answer, "complete",
                            json_boolean(!asked->sources[ARCHIVE_PLAYED] || !missing));
        respond_json(asked->request, 200, answer);
    } else if (status == PAUA_ERROR_NO_MEMORY) {
        respond_no_memory(asked->request);
    } else {
        env_log(openings->env, SERVICE_WARNING, "openings", "openings: %s",
                archive_failure(openings->archive));
        respond_error(asked->request, 503, "storage", "the openings cannot be read at the moment");
    }
    free(moves);
}

/* Handles a request, or without one continues to count. The archive has a connection of its own,
 * which is left alone while the store hangs: opening it, or a commit, would wait for as long. */
static void handle_request(struct openings *openings, struct opening_request *asked)
{
    int64_t until = clock_now_ms() + COUNT_MS;
    store *db = openings->env->store;

    if (store_answers(db) && open_archive(openings)) {
        do
            count_games(openings);
        while (asked && openings->more && clock_now_ms() < until &&
               !atomic_load(&openings->env->stopping));
        if (asked)
            answer_request(openings, asked);
    } else {
        openings->more = false; /* the next request retries */
        openings->behind = true;
        if (asked)
            respond_error(asked->request, 503, "storage",
                          "the openings cannot be read at the moment");
    }
    free(asked);
}

/* The thread: requests in their order, and between them counting until nothing is left. */
static void *openings_run(void *context)
{
    struct openings *openings = context;

    /* On Linux the nice value is that of the calling thread alone. */
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + THREAD_NICE);
    pthread_mutex_lock(&openings->mutex);
    for (;;) {
        while (!openings->first && !openings->halting && !openings->more)
            pthread_cond_wait(&openings->queued, &openings->mutex);
        struct opening_request *asked = openings->first;
        if (asked) {
            openings->first = asked->next;
            openings->last = openings->first ? openings->last : &openings->first;
            openings->waiting--;
        } else if (openings->halting) {
            break;
        }
        pthread_mutex_unlock(&openings->mutex);
        handle_request(openings, asked);
        pthread_mutex_lock(&openings->mutex);
    }
    pthread_mutex_unlock(&openings->mutex);
    archive_close(openings->archive);
    return NULL;
}

struct openings *openings_new(struct env *env, struct boards *boards, const char *place)
{
    struct openings *openings = calloc(1, sizeof *openings);

    if (!openings)
        return NULL;
    openings->env = env;
    openings->boards = boards;
    openings->place = place;
    openings->last = &openings->first;
    pthread_mutex_init(&openings->mutex, NULL);
    pthread_cond_init(&openings->queued, NULL);
    if (pthread_create(&openings->thread, NULL, openings_run, openings) == 0)
        return openings;
    openings->halting = true;
    openings_free(openings);
    return NULL;
}

void openings_halt(struct openings *openings)
{
    pthread_mutex_lock(&openings->mutex);
    openings->halting = true;
    pthread_cond_signal(&openings->queued);
    pthread_mutex_unlock(&openings->mutex);
    pthread_join(openings->thread, NULL);
}

void openings_free(struct openings *openings)
{
    if (!openings)
        return;
    pthread_cond_destroy(&openings->queued);
    pthread_mutex_destroy(&openings->mutex);
    free(openings);
}

/* Reads ?from=: where the games are from. */
static bool read_sources(const http_request *request, struct opening_request *out,
                         struct api_error *error)
{
    const char *from = http_query(request, "from");
    bool both = !from || strcmp(from, "both") == 0;

    out->sources[ARCHIVE_TEXTS] = both || strcmp(from, "archive") == 0;
    out->sources[ARCHIVE_PLAYED] = both || strcmp(from, "games") == 0;
    return out->sources[ARCHIVE_TEXTS] || out->sources[ARCHIVE_PLAYED] ||
           api_error_set(error, 400, "bad_request", "from: expected archive, games or both");
}

/* Defers and queues a request. False: too many wait. */
static bool queue_request(struct openings *openings, struct opening_request *asked)
{
    pthread_mutex_lock(&openings->mutex);
    bool accepted = openings->waiting < WAITING_MAX;
    if (accepted) {
        http_defer(asked->request);
        *openings->last = asked;
        openings->last = &asked->next;
        openings->waiting++;
        pthread_cond_signal(&openings->queued);
    }
    pthread_mutex_unlock(&openings->mutex);
    return accepted;
}

void openings_respond(struct openings *openings, http_request *request)
{
    struct opening_request *asked = calloc(1, sizeof *asked);
    struct api_error error;

    if (!asked) {
        respond_no_memory(request);
        return;
    }
    asked->request = request;
    if (!setup_query_position(openings->boards, request, &asked->setup, &error) ||
        !read_sources(request, asked, &error)) {
        respond_api_error(request, &error);
    } else if (queue_request(openings, asked)) {
        return;
    } else {
        http_add_header(request, "Retry-After", "1");
        respond_error(request, 429, "too_many", "too many requests for openings wait");
    }
    free(asked);
}
