/* review.c - GET /games/ID/review: what each move of a finished game gave away. It is kept with the game. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "service/analysis.h"
#include "json/search_json.h"

#define NODES     2000000 /* shared out among the moves of a game */
#define NODES_MIN 2000
#define NODES_MAX 20000

struct reviewing {
    struct job *job;
    paua_review_move *moves;
    int told;
};

/* Copies a game as it stands; under its lock. */
static paua_game *copy_game(const struct game *g)
{
    paua_game *copy = NULL;

    if (paua_game_new(g->setup.board, &g->setup.rules, &g->setup.start, &copy) != PAUA_OK)
        return NULL;
    for (int i = 0; i < paua_game_moves(g->play); i++) {
        if (paua_game_play(copy, paua_game_move(g->play, i)) != PAUA_OK) {
            paua_game_free(copy);
            return NULL;
        }
    }
    return copy;
}

/* A job about the game, told already where the game has been reviewed before. Under its lock. */
static struct job *review_job(struct service *service, http_request *request, struct game *g)
{
    paua_game *copy = copy_game(g);
    struct job *job = copy ? job_new(service, request, copy) : NULL;
    int moves = paua_game_moves(g->play);

    if (!job)
        return NULL;
    job->review = true;
    job->limits.nodes = (uint64_t)(NODES / (moves ? moves : 1));
    if (job->limits.nodes < NODES_MIN)
        job->limits.nodes = NODES_MIN;
    if (job->limits.nodes > NODES_MAX)
        job->limits.nodes = NODES_MAX;
    if (g->review && (job->text = strdup(g->review)))
        job->size = strlen(job->text);
    return job;
}

void api_review(http_request *request, void *context)
{
    struct service *service = context;
    struct game *g = game_of(service, request);
    struct job *job = NULL;

    if (!g)
        return;
    pthread_mutex_lock(&g->mutex);
    bool over = paua_game_outcome(g->play).result != PAUA_ONGOING;
    bool fits = paua_game_moves(g->play) <= REVIEW_MOVES_MAX;
    if (over && fits)
        job = review_job(service, request, g);
    pthread_mutex_unlock(&g->mutex);
    if (job && job->size == 0) {
        job->source = g; /* and its hold */
        job_submit(job, request);
        return;
    }
    cache_release(service->cache, g);
    if (!over)
        reply_error(request, 409, "not_over", "a game is reviewed when it is over");
    else if (!fits)
        reply_error(request, 422, "too_long", "a game of more than %d moves is not reviewed",
                    REVIEW_MOVES_MAX);
    else if (!job)
        reply_error(request, 500, "internal", "out of memory");
    else
        job_repeat(job, request);
}

static bool tell_moves(int done, int total, void *context)
{
    struct reviewing *reviewing = context;
    struct job *job = reviewing->job;
    int first = paua_game_start(job->game)->to_move;

    (void)total;
    for (; reviewing->told < done; reviewing->told++) {
        int i = reviewing->told;

        job_tell(job, "move",
                 search_json_review_move(paua_game_board(job->game), i + 1,
                                         (paua_side)((first + i) % PAUA_SIDES),
                                         &reviewing->moves[i]));
    }
    return !atomic_load(&job->left);
}

/* Whoever asks again gets the same, at no cost. */
static void keep(struct job *job)
{
    struct game *g = job->source;

    pthread_mutex_lock(&g->mutex);
    if (!g->review)
        g->review = strndup(job->text, job->size);
    pthread_mutex_unlock(&g->mutex);
}

void review_run(struct job *job, paua_engine *engine)
{
    int count = paua_game_moves(job->game);
    struct reviewing reviewing = {job, calloc((size_t)count + 1, sizeof *reviewing.moves), 0};
    paua_review review;
    paua_status status = PAUA_NO_MEMORY;

    pthread_mutex_lock(&job->source->mutex);
    paua_result result = paua_game_outcome(job->source->play).result;
    pthread_mutex_unlock(&job->source->mutex);
    if (reviewing.moves)
        status = paua_review_game(engine, job->game, result, &job->limits, reviewing.moves, &review,
                                  tell_moves, &reviewing);
    if (status != PAUA_OK) {
        job_fail(job, status);
    } else if (tell_moves(review.moves, count, &reviewing)) {
        job_tell(job, "summary",
                 json_pack("{s:i,s:o,s:o,s:o,s:I}", "moves", review.moves, "turning",
                           review.turning ? json_integer(review.turning) : json_null(), "b",
                           search_json_review_side(&review, PAUA_BLACK), "w",
                           search_json_review_side(&review, PAUA_WHITE), "nodes",
                           (json_int_t)job->limits.nodes));
        keep(job);
    }
    free(reviewing.moves);
}
