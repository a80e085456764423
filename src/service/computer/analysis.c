/* analysis.c - POST /analysis: searches a position, then for the opponents' threats, and adds the
 * marbles that hang and what each player can expect. One line for each depth and one at the end. */
#include <stdio.h>
#include <stdlib.h>

#include <paua/explain.h>
#include <paua/notation.h>

#include "service/computer/analysis.h"
#include "service/computer/analysis_job.h"
#include "service/core/request.h"
#include "service/core/response.h"
#include "service/games/model/setup.h"
#include "service/games/play/games.h"
#include "json/search_json.h"

#define THREAT_SHARE 4 /* searches for threats get one part in four of time and nodes */

/* Reads the limits of the search. The time is always limited, with a short default where the
 * request gives neither depth nor nodes. */
static bool read_limits(json_t *body, paua_limits *limits, struct api_error *error)
{
    int depth = 0, nodes = 0, time_ms = 0, lines = 1;

    if (!json_read_int(body, "depth", 1, PAUA_DEPTH_MAX, &depth, error) ||
        !json_read_int(body, "nodes", 1, ANALYSIS_NODES_MAX, &nodes, error) ||
        !json_read_int(body, "time", 1, ANALYSIS_TIME_MAX_MS, &time_ms, error) ||
        !json_read_int(body, "multipv", 1, ANALYSIS_LINES_MAX, &lines, error))
        return false;
    if (!time_ms)
        time_ms = depth || nodes ? ANALYSIS_TIME_MAX_MS : ANALYSIS_TIME_MS;
    *limits = (paua_limits){.size = sizeof(paua_limits),
                            .depth = depth,
                            .nodes = (uint64_t)nodes,
                            .time_ms = time_ms,
                            .multipv = lines};
    return true;
}

/* Plays moves[i] of the request. */
static bool play_move(paua_game *game, size_t i, json_t *json, struct api_error *error)
{
    const char *text = json_string_value(json);
    char what[32];
    paua_error why;
    paua_move move;

    snprintf(what, sizeof what, "moves[%zu]", i);
    if (!text)
        return api_error_set(error, 400, "bad_request", "%s: expected a string", what);
    if (paua_game_outcome(game).result != PAUA_RESULT_ONGOING)
        return api_error_set(error, 422, "illegal_move", "%s: the game is already over", what);
    switch (paua_move_parse(paua_game_board(game), paua_game_position(game), text, &move, &why)) {
    case PAUA_OK:
        break;
    case PAUA_ERROR_ILLEGAL_MOVE:
        return api_error_set(error, 422, "illegal_move", "%s: %s", what, why.message);
    default:
        return api_error_set_parse(error, "bad_move", what, text, &why);
    }
    switch (paua_game_play(game, move)) {
    case PAUA_OK:
        return true;
    case PAUA_ERROR_NO_MEMORY:
        return api_error_no_memory(error);
    default:
        return api_error_set(error, 422, "illegal_move", "%s: not legal here", what);
    }
}

/* Plays the moves of the request, if there are any. False: *error says which one is wrong. */
static bool play_moves(paua_game *game, json_t *moves, struct api_error *error)
{
    if (moves && !json_is_array(moves))
        return api_error_set(error, 400, "bad_request", "moves: expected an array of strings");
    for (size_t i = 0; i < json_array_size(moves); i++) {
        if (!play_move(game, i, json_array_get(moves, i), error))
            return false;
    }
    return true;
}

bool analysis_request_read(struct boards *boards, json_t *body, struct analysis_request *out,
                           struct api_error *error)
{
    struct setup setup;

    if (!setup_read_position(boards, body, &setup, error) ||
        !read_limits(body, &out->limits, error))
        return false;
    if (paua_game_new(setup.board, &setup.rules, &setup.start, &out->game) != PAUA_OK)
        return api_error_no_memory(error);
    if (play_moves(out->game, json_object_get(body, "moves"), error))
        return true;
    paua_game_free(out->game);
    return false;
}

/* Where the callback of the search writes. */
struct depth_writer {
    struct analysis_job *job;
    int score; /* of the best line so far */
};

/* Iterative deepening has finished a depth for one line of MultiPV: streams it. The score of the
 * best line is kept for the search for the threat. */
static void on_depth(const paua_search_info *info, void *context)
{
    struct depth_writer *writer = context;

    if (info->multipv == 1)
        writer->score = info->score;
    analysis_job_add_line(writer->job, "depth",
                          search_json_depth(paua_game_board(writer->job->game), info));
}

/* Adds the last line: the best move, what explains the position, the outcome. */
static void add_end(struct analysis_job *job, paua_move best, const paua_explanation *explanation)
{
    const paua_board *board = paua_game_board(job->game);
    paua_outcome outcome = paua_game_outcome(job->game);
    char move[PAUA_MOVE_TEXT_MAX];

    json_t *end = search_json_explanation(board, explanation);
    if (best != PAUA_NO_MOVE)
        paua_move_format(board, best, move, sizeof move);
    json_object_set_new(end, "best", best == PAUA_NO_MOVE ? json_null() : json_string(move));
    json_object_set_new(end, "result", json_string(paua_result_text(outcome.result)));
    json_object_set_new(end, "reason", json_string(paua_reason_name(outcome.reason)));
    analysis_job_add_line(job, "end", end);
}

/* Whether the client is still there. */
static bool is_wanted(void *context)
{
    struct analysis_job *job = context;

    return !search_pool_job_cancelled(&job->search);
}

/* The analyse() of the job, on a worker: one search for the best move, then those for threats. */
static void analyse_position(struct analysis_job *job, paua_engine *engine)
{
    struct depth_writer writer = {.job = job};
    paua_limits limits = job->limits;
    paua_explanation *explanation = malloc(sizeof *explanation);
    paua_move best = PAUA_NO_MOVE;

    paua_engine_clear(engine); /* so that the same request gets the same response */
    paua_status status =
        explanation ? paua_engine_search(engine, job->game, &limits, &best, NULL, on_depth, &writer)
                    : PAUA_ERROR_NO_MEMORY;
    limits.multipv = 0;
    limits.time_ms = (limits.time_ms + THREAT_SHARE - 1) / THREAT_SHARE;
    limits.nodes = (limits.nodes + THREAT_SHARE - 1) / THREAT_SHARE;
    if (status == PAUA_OK)
        status = paua_position_explain(engine, job->game, &limits, writer.score, explanation,
                                       is_wanted, job);
    if (status == PAUA_OK)
        add_end(job, best, explanation);
    else
        analysis_job_add_error(job, status);
    free(explanation);
}

static void release_job(struct analysis_job *job)
{
    free(job);
}

void analysis_respond(struct games *games, struct search_pool *pool, http_request *request)
{
    static const char *const members[] = {"layout", "players", "teams", "position",
                                          "rules",  "moves",   "depth", "nodes",
                                          "time",   "multipv", NULL};
    struct api_error error;
    struct analysis_request analysis;
    json_t *body = request_body_object(request, members, &error);
    bool valid = body && analysis_request_read(games->boards, body, &analysis, &error);

    json_decref(body);
    if (!valid) {
        respond_api_error(request, &error);
        return;
    }
    struct analysis_job *job = calloc(1, sizeof *job);
    if (!job) {
        paua_game_free(analysis.game);
        respond_no_memory(request);
        return;
    }
    analysis_job_init(job, games, pool, request, analysis.game);
    job->release = release_job;
    job->limits = analysis.limits;
    job->analyse = analyse_position;
    analysis_job_submit(job, request);
}
