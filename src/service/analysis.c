/* analysis.c - POST /analysis: a position, what the engine thinks of it, and what is behind that. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/analysis.h"
#include "json/search_json.h"

enum { THREAT_SHARE = 4 }; /* the threat gets so small a part of the time */

static bool read_limits(json_t *body, paua_limits *limits, struct fault *fault)
{
    int depth = 0, nodes = 0, time_ms = 0, lines = 1;

    if (!member_number(body, "depth", 1, PAUA_DEPTH_MAX, &depth, fault) ||
        !member_number(body, "nodes", 1, ANALYSIS_NODES_MAX, &nodes, fault) ||
        !member_number(body, "time", 1, ANALYSIS_TIME_MAX_MS, &time_ms, fault) ||
        !member_number(body, "multipv", 1, ANALYSIS_LINES_MAX, &lines, fault))
        return false;
    if (!time_ms)
        time_ms = depth || nodes ? ANALYSIS_TIME_MAX_MS : ANALYSIS_TIME_MS;
    *limits = (paua_limits){
        .depth = depth, .nodes = (uint64_t)nodes, .time_ms = time_ms, .multipv = lines};
    return true;
}

static bool play_move(paua_game *game, size_t i, json_t *json, struct fault *fault)
{
    const char *text = json_string_value(json);
    char what[32];
    paua_error error;
    paua_move move;

    snprintf(what, sizeof what, "moves[%zu]", i);
    if (!text)
        return fault_set(fault, 400, "bad_request", "moves[%zu]: expected a text", i);
    if (paua_game_outcome(game).result != PAUA_ONGOING)
        return fault_set(fault, 422, "illegal_move", "moves[%zu]: the game is over before it", i);
    switch (paua_move_parse(paua_game_board(game), paua_game_position(game), text, &move, &error)) {
    case PAUA_OK:
        break;
    case PAUA_ILLEGAL_MOVE:
        return fault_set(fault, 422, "illegal_move", "moves[%zu]: %s", i, error.message);
    default:
        return fault_set_text(fault, "bad_move", what, text, &error);
    }
    return paua_game_play(game, move) == PAUA_OK ||
           fault_set(fault, 422, "illegal_move", "moves[%zu]: not legal here", i);
}

static bool play_moves(paua_game *game, json_t *moves, struct fault *fault)
{
    if (moves && !json_is_array(moves))
        return fault_set(fault, 400, "bad_request", "moves: expected an array of texts");
    for (size_t i = 0; i < json_array_size(moves); i++) {
        if (!play_move(game, i, json_array_get(moves, i), fault))
            return false;
    }
    return true;
}

bool analysis_request(struct boards *boards, json_t *body, struct analysis *out,
                      struct fault *fault)
{
    struct setup setup;

    if (!setup_start(boards, body, &setup, fault) || !read_limits(body, &out->limits, fault))
        return false;
    if (paua_game_new(setup.board, &setup.rules, &setup.start, &out->game) != PAUA_OK)
        return fault_set(fault, 500, "internal", "out of memory");
    if (play_moves(out->game, json_object_get(body, "moves"), fault))
        return true;
    paua_game_free(out->game);
    return false;
}

void api_analysis(http_request *request, void *context)
{
    static const char *const members[] = {"layout", "position", "rules",   "moves", "depth",
                                          "nodes",  "time",     "multipv", NULL};
    struct service *service = context;
    struct fault fault;
    struct analysis analysis;
    json_t *body = body_object(request, members, &fault);
    bool good = body && analysis_request(service->boards, body, &analysis, &fault);
    struct job *job = good ? job_new(service, request, analysis.game) : NULL;

    json_decref(body);
    if (!good) {
        reply_fault(request, &fault);
    } else if (!job) {
        reply_error(request, 500, "internal", "out of memory");
    } else {
        job->limits = analysis.limits;
        job_submit(job, request);
    }
}

struct telling {
    struct job *job;
    int score; /* of the best line */
};

static void tell_depth(const paua_search_info *info, void *context)
{
    struct telling *telling = context;

    if (info->multipv == 1)
        telling->score = info->score;
    job_tell(telling->job, "depth", search_json_depth(paua_game_board(telling->job->game), info));
}

static void tell_end(struct job *job, paua_move best, const paua_threat *threat)
{
    const paua_board *board = paua_game_board(job->game);
    const paua_position *position = paua_game_position(job->game);
    paua_outcome outcome = paua_game_outcome(job->game);
    paua_hanging hanging[PAUA_SIDES];
    char move[PAUA_MOVE_TEXT_MAX];

    for (int side = 0; side < PAUA_SIDES; side++)
        paua_hanging_find(board, position, (paua_side)side, &hanging[side]);
    json_t *end = search_json_insight(board, threat, hanging);
    if (best != PAUA_NO_MOVE)
        paua_move_format(board, best, move, sizeof move);
    json_object_set_new(end, "best", best == PAUA_NO_MOVE ? json_null() : json_string(move));
    json_object_set_new(end, "result", json_string(paua_result_text(outcome.result)));
    json_object_set_new(end, "reason", json_string(paua_reason_name(outcome.reason)));
    job_tell(job, "end", end);
}

void analysis_run(struct job *job, paua_engine *engine)
{
    struct telling telling = {.job = job};
    paua_limits limits = job->limits;
    paua_threat threat = {.move = PAUA_NO_MOVE};
    paua_move best = PAUA_NO_MOVE;

    paua_engine_clear(engine); /* the same question gets the same answer */
    paua_status status =
        paua_engine_search(engine, job->game, &limits, &best, NULL, tell_depth, &telling);
    limits.multipv = 0;
    limits.time_ms = (limits.time_ms + THREAT_SHARE - 1) / THREAT_SHARE;
    limits.nodes = (limits.nodes + THREAT_SHARE - 1) / THREAT_SHARE;
    if (status == PAUA_OK && !atomic_load(&job->left))
        status = paua_threat_find(engine, job->game, &limits, telling.score, &threat, NULL, NULL);
    if (status == PAUA_OK)
        tell_end(job, best, &threat);
    else
        job_fail(job, status);
}
