/* review.c - GET /games/ID/review: judges each move of a finished game. The lines are kept while
 * the game is in the cache, so that the next client gets them without a search. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <paua/review.h>

#include "base/map.h"
#include "service/computer/analysis_job.h"
#include "service/computer/review.h"
#include "service/core/response.h"
#include "service/games/play/cache.h"
#include "service/games/play/games.h"
#include "json/search_json.h"

#define REVIEW_MOVES_MAX 1000
#define NODES            2000000 /* divided among the moves of the game, within these limits: */
#define MOVE_NODES_MIN   2000
#define MOVE_NODES_MAX   20000

/* The lines of a finished review of a game in the cache. */
struct kept_review {
    struct map_node node;
    char id[ID_SIZE + 1]; /* of the game */
    char *lines;          /* owned: JSON */
};

struct reviews {
    struct games *games;
    struct search_pool *pool;
    pthread_mutex_t mutex; /* guards what follows */
    struct map kept;       /* kept_review */
};

/* A review that is being made, or sent again. */
struct review_job {
    struct analysis_job job; /* first */
    struct reviews *reviews;
    struct game *game; /* held by the search; NULL: the lines are all there */
};

static void kept_review_free(struct kept_review *kept)
{
    if (kept)
        free(kept->lines);
    free(kept);
}

/* The game has left the cache. */
static void on_evicted(const char *id, void *context)
{
    struct reviews *self = context;

    pthread_mutex_lock(&self->mutex);
    struct kept_review *kept = MAP_ENTRY(map_find_text(&self->kept, id), struct kept_review, node);
    if (kept)
        map_remove(&self->kept, &kept->node);
    pthread_mutex_unlock(&self->mutex);
    kept_review_free(kept);
}

struct reviews *reviews_new(struct games *games, struct search_pool *pool)
{
    struct reviews *self = calloc(1, sizeof *self);

    if (!self)
        return NULL;
    self->games = games;
    self->pool = pool;
    pthread_mutex_init(&self->mutex, NULL);
    listeners_add(&games->listeners, &(struct listener){.evicted = on_evicted, .context = self});
    return self;
}

void reviews_free(struct reviews *self)
{
    if (!self)
        return;
    for (struct map_node *at = map_first(&self->kept); at;) {
        struct kept_review *kept = MAP_ENTRY(at, struct kept_review, node);

        at = map_next(&self->kept, at);
        kept_review_free(kept);
    }
    map_free(&self->kept);
    pthread_mutex_destroy(&self->mutex);
    free(self);
}

/* A copy of the lines of a kept review, or NULL. */
static char *find_lines(struct reviews *self, const char *id)
{
    pthread_mutex_lock(&self->mutex);
    const struct kept_review *kept =
        MAP_ENTRY(map_find_text(&self->kept, id), struct kept_review, node);
    char *lines = kept ? strdup(kept->lines) : NULL;
    pthread_mutex_unlock(&self->mutex);
    return lines;
}

/* The node limit of each search, so that a long game costs about as much as a short one. */
static uint64_t nodes_per_move(int moves)
{
    int nodes = NODES / (moves > 0 ? moves : 1);

    if (nodes < MOVE_NODES_MIN)
        nodes = MOVE_NODES_MIN;
    return (uint64_t)(nodes > MOVE_NODES_MAX ? MOVE_NODES_MAX : nodes);
}

/* The context of the callback of the review. */
struct review_writer {
    struct analysis_job *job;
    paua_review_move *moves;
    int written;
};

/* Adds a line for each move that has been judged. False ends the review: the client has left. */
static bool on_moves_judged(int done, int total, void *context)
{
    struct review_writer *writer = context;
    struct analysis_job *job = writer->job;
    int players = paua_game_start(job->game)->players;

    (void)total;
    for (; writer->written < done; writer->written++) {
        int i = writer->written;

        analysis_job_add_line(
            job, "move",
            search_json_review_move(paua_game_board(job->game), players, i + 1, &writer->moves[i]));
    }
    return !search_pool_job_cancelled(&job->search);
}

/* Keeps the lines while the game is in the cache. */
static void keep_review(const struct review_job *review)
{
    struct reviews *self = review->reviews;
    const struct analysis_job *job = &review->job;
    struct kept_review *kept = job->broken ? NULL : calloc(1, sizeof *kept);

    if (!kept)
        return;
    memcpy(kept->id, review->game->id, sizeof kept->id);
    kept->lines = strndup(job->text, job->size);
    pthread_mutex_lock(&self->mutex);
    const bool wanted = kept->lines && !map_find_text(&self->kept, kept->id);
    if (wanted)
        map_add_text(&self->kept, &kept->node, kept->id);
    pthread_mutex_unlock(&self->mutex);
    if (!wanted)
        kept_review_free(kept);
} /* NOLINT(clang-analyzer-unix.Malloc): the map has it */

/* Adds the last line: the turning point, the figures of all players, the nodes for each move. */
static void add_summary(struct analysis_job *job, const paua_review *review)
{
    json_t *summary = json_pack("{s:i}", "moves", review->moves);

    json_object_update_new(summary,
                           search_json_review_summary(review, paua_game_start(job->game)->players));
    json_object_set_new(summary, "nodes", json_integer((json_int_t)job->limits.nodes));
    analysis_job_add_line(job, "summary", summary);
}

/* The analyse() of the job, on a worker: judges all moves and keeps the lines with the game. The
 * result is read from the game itself, under its lock. */
static void review_game(struct analysis_job *job, paua_engine *engine)
{
    const struct review_job *self = (struct review_job *)job;
    int count = paua_game_moves(job->game);
    struct review_writer writer = {job, calloc((size_t)count + 1, sizeof *writer.moves), 0};
    paua_review review;
    paua_status status = PAUA_ERROR_NO_MEMORY;

    pthread_mutex_lock(&self->game->mutex);
    paua_result result = paua_game_outcome(self->game->play).result;
    pthread_mutex_unlock(&self->game->mutex);
    if (writer.moves)
        status = paua_review_game(engine, job->game, result, &job->limits, writer.moves, &review,
                                  on_moves_judged, &writer);
    if (status != PAUA_OK) {
        analysis_job_add_error(job, status);
    } else if (on_moves_judged(review.moves, count, &writer)) {
        add_summary(job, &review);
        keep_review(self);
    }
    free(writer.moves);
}

static void release_job(struct analysis_job *job)
{
    struct review_job *review = (struct review_job *)job;

    if (review->game)
        cache_release(review->reviews->games->cache, review->game);
    free(review);
}

/* A job about the game, with all its lines if there is a review already. Under the game's lock.
 * NULL: out of memory. */
static struct review_job *review_job_new(struct reviews *self, http_request *request,
                                         const struct game *game)
{
    paua_game *copy = game_copy(game);
    struct review_job *review = copy ? calloc(1, sizeof *review) : NULL;

    if (!review) {
        paua_game_free(copy);
        return NULL;
    }
    struct analysis_job *job = &review->job;
    analysis_job_init(job, self->games, self->pool, request, copy);
    job->search.exclusive = true;
    job->analyse = review_game;
    job->release = release_job;
    job->limits = (paua_limits){.size = sizeof(paua_limits),
                                .nodes = nodes_per_move(paua_game_moves(game->play))};
    job->text = find_lines(self, game->id);
    if (job->text)
        job->size = strlen(job->text);
    review->reviews = self;
    return review;
}

void review_respond(struct reviews *self, http_request *request, struct game *game)
{
    struct review_job *review = NULL;

    pthread_mutex_lock(&game->mutex);
    bool over = game_is_over(game);
    bool fits = paua_game_moves(game->play) <= REVIEW_MOVES_MAX;
    if (over && fits)
        review = review_job_new(self, request, game);
    pthread_mutex_unlock(&game->mutex);
    if (review && review->job.size == 0) {
        review->game = game; /* takes over the hold */
        analysis_job_submit(&review->job, request);
        return;
    }
    cache_release(self->games->cache, game);
    if (!over)
        respond_error(request, 409, "not_over", "a game can be reviewed when it is over");
    else if (!fits)
        respond_error(request, 422, "too_long", "games of more than %d moves are not reviewed",
                      REVIEW_MOVES_MAX);
    else if (!review)
        respond_no_memory(request);
    else
        analysis_job_replay(&review->job, request);
}
