/* review.c - GET /games/ID/review: judges each move of a finished game. The lines are kept with the
 * game, so that the next client gets them without a search. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include <paua/review.h>

#include "service/api/api.h"
#include "service/computer/analysis_job.h"
#include "service/core/response.h"
#include "service/server/instance.h"
#include "json/search_json.h"

#define REVIEW_MOVES_MAX 1000
#define NODES            2000000 /* divided among the moves of the game, within these limits: */
#define MOVE_NODES_MIN   2000
#define MOVE_NODES_MAX   20000

/* The node limit of each search, so that a long game costs about as much as a short one. */
static uint64_t nodes_per_move(int moves)
{
    int nodes = NODES / (moves > 0 ? moves : 1);

    if (nodes < MOVE_NODES_MIN)
        nodes = MOVE_NODES_MIN;
    return (uint64_t)(nodes > MOVE_NODES_MAX ? MOVE_NODES_MAX : nodes);
}

/* Where the callback of the review writes. */
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

/* Keeps the lines with the game. */
static void store_review(struct analysis_job *job)
{
    struct game *game = job->source;

    pthread_mutex_lock(&game->mutex);
    if (!game->review && !job->broken)
        game->review = strndup(job->text, job->size);
    pthread_mutex_unlock(&game->mutex);
}

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
    int count = paua_game_moves(job->game);
    struct review_writer writer = {job, calloc((size_t)count + 1, sizeof *writer.moves), 0};
    paua_review review;
    paua_status status = PAUA_NO_MEMORY;

    pthread_mutex_lock(&job->source->mutex);
    paua_result result = paua_game_outcome(job->source->play).result;
    pthread_mutex_unlock(&job->source->mutex);
    if (writer.moves)
        status = paua_review_game(engine, job->game, result, &job->limits, writer.moves, &review,
                                  on_moves_judged, &writer);
    if (status != PAUA_OK) {
        analysis_job_add_error(job, status);
    } else if (on_moves_judged(review.moves, count, &writer)) {
        add_summary(job, &review);
        store_review(job);
    }
    free(writer.moves);
}

/* A job about the game, with all its lines if there is a review already. Under the game's lock.
 * NULL: out of memory. */
static struct analysis_job *review_job_new(struct service *service, http_request *request,
                                           struct game *game)
{
    paua_game *copy = game_copy(game);
    struct analysis_job *job = copy ? analysis_job_new(service, request, copy) : NULL;

    if (!job)
        return NULL;
    job->search.exclusive = true;
    job->analyse = review_game;
    job->limits.nodes = nodes_per_move(paua_game_moves(game->play));
    if (game->review && (job->text = strdup(game->review)))
        job->size = strlen(job->text);
    return job;
}

void api_review(http_request *request, void *context)
{
    struct service *service = context;
    struct game *game = request_game(service, request);
    struct analysis_job *job = NULL;

    if (!game)
        return;
    pthread_mutex_lock(&game->mutex);
    bool over = game_is_over(game);
    bool fits = paua_game_moves(game->play) <= REVIEW_MOVES_MAX;
    if (over && fits)
        job = review_job_new(service, request, game);
    pthread_mutex_unlock(&game->mutex);
    if (job && job->size == 0) {
        job->source = game; /* takes over the hold */
        analysis_job_submit(job, request);
        return;
    }
    cache_release(service->cache, game);
    if (!over)
        respond_error(request, 409, "not_over", "a game can be reviewed when it is over");
    else if (!fits)
        respond_error(request, 422, "too_long", "games of more than %d moves are not reviewed",
                      REVIEW_MOVES_MAX);
    else if (!job)
        respond_no_memory(request);
    else
        analysis_job_replay(job, request);
}
