/* search_json.c - writes the results of a search or a review as JSON objects, with moves in
 * standard notation. */
#include "json/search_json.h"

#include <stdio.h>
#include <stdlib.h>

#include <paua/notation.h>

/* Writes a move; "none": there is none. */
static const char *move_text(const paua_board *board, paua_move move, char text[PAUA_MOVE_TEXT_MAX])
{
    if (move == PAUA_NO_MOVE)
        snprintf(text, PAUA_MOVE_TEXT_MAX, "none");
    else
        paua_move_format(board, move, text, PAUA_MOVE_TEXT_MAX);
    return text;
}

/* The letter of a player: b, w, r, g, y, p. */
static const char *player_letter(int side)
{
    static const char *const letters[PAUA_PLAYERS_MAX] = {"b", "w", "r", "g", "y", "p"};

    return letters[side];
}

/* A score: as evaluated, or the plies to a forced end. */
static json_t *score_json(int score)
{
    if (abs(score) < PAUA_SCORE_FORCED)
        return json_pack("{s:i}", "cp", score);
    return json_pack("{s:i, s:b}", "plies", PAUA_SCORE_WIN - abs(score), "win", score > 0);
}

/* A variation as an array of moves. */
static json_t *line_json(const paua_board *board, const paua_move *moves, int count)
{
    json_t *line = json_array();
    char move[PAUA_MOVE_TEXT_MAX];

    for (int i = 0; i < count; i++)
        json_array_append_new(line, json_string(move_text(board, moves[i], move)));
    return line;
}

json_t *search_json_depth(const paua_board *board, const paua_search_info *info)
{
    int64_t time_ms = info->time_ms > 0 ? info->time_ms : 1;

    return json_pack("{s:i, s:i, s:o, s:I, s:I, s:I, s:o}", "depth", info->depth, "multipv",
                     info->multipv, "score", score_json(info->score), "nodes",
                     (json_int_t)info->nodes, "nps",
                     (json_int_t)(info->nodes * 1000 / (uint64_t)time_ms), "time",
                     (json_int_t)info->time_ms, "pv", line_json(board, info->pv, info->pv_count));
}

/* A threat; null: there is none. */
static json_t *threat_json(const paua_board *board, const paua_threat *threat)
{
    char move[PAUA_MOVE_TEXT_MAX];

    if (threat->move == PAUA_NO_MOVE)
        return json_null();
    json_t *value =
        json_pack("{s:s, s:o, s:b, s:i, s:o}", "move", move_text(board, threat->move, move),
                  "score", score_json(threat->score), "ejects", threat->ejects, "depth",
                  threat->depth, "pv", line_json(board, threat->line, threat->line_count));
    if (value && threat->has_gain)
        json_object_set_new(value, "gain", json_integer(threat->gain));
    return value;
}

/* A hanging marble and the moves that eject it. */
static json_t *marble_json(const paua_board *board, const paua_hanging *hanging, int side, int cell)
{
    char text[PAUA_MOVE_TEXT_MAX];
    json_t *by = json_array();

    for (int i = 0; i < hanging->moves.count; i++)
        if (paua_move_victim(board, hanging->moves.moves[i]) == cell)
            json_array_append_new(by, json_string(move_text(board, hanging->moves.moves[i], text)));
    return json_pack("{s:s, s:s, s:o}", "side", player_letter(side), "marble",
                     paua_cell_format(board, cell, text), "by", by);
}

/* The expectation of Black in a game for two, else an array of all players'. */
static json_t *expectation_json(const double expectation[PAUA_PLAYERS_MAX], int players)
{
    if (players == PAUA_SIDES)
        return json_real(expectation[PAUA_BLACK]);
    json_t *all = json_array();
    for (int side = 0; side < players; side++)
        json_array_append_new(all, json_real(expectation[side]));
    return all;
}

/* All threats, each with its side. */
static json_t *threats_json(const paua_board *board, const paua_explanation *explanation)
{
    json_t *threats = json_array();

    for (int i = 0; i < explanation->threat_count; i++) {
        const paua_threat *threat = &explanation->threats[i];
        if (threat->move == PAUA_NO_MOVE)
            continue;
        json_t *json = json_pack("{s:s}", "side", player_letter((int)threat->side));
        json_object_update_new(json, threat_json(board, threat));
        json_array_append_new(threats, json);
    }
    return threats;
}

/* The hanging marbles of all players. */
static json_t *hanging_json(const paua_board *board, const paua_explanation *explanation)
{
    json_t *marbles = json_array();

    for (int side = 0; side < explanation->players; side++) {
        const paua_hanging *hanging = &explanation->hanging[side];
        for (int cell = 0; cell < paua_board_cells(board); cell++)
            if (hanging->marbles & PAUA_SET(cell))
                json_array_append_new(marbles, marble_json(board, hanging, side, cell));
    }
    return marbles;
}

/* The forks of all players; NULL: there are none. */
static json_t *forks_json(const paua_board *board, const paua_explanation *explanation)
{
    json_t *forks = NULL;

    for (int side = 0; side < explanation->players; side++) {
        if (!explanation->forked[side])
            continue;
        char text[PAUA_MOVE_TEXT_MAX];
        json_t *marbles = json_array();
        for (int cell = 0; cell < paua_board_cells(board); cell++)
            if (explanation->forked[side] & PAUA_SET(cell))
                json_array_append_new(marbles, json_string(paua_cell_format(board, cell, text)));
        forks = forks ? forks : json_array();
        json_array_append_new(
            forks, json_pack("{s:s, s:o}", "side", player_letter(side), "marbles", marbles));
    }
    return forks;
}

/* The formation of each player's marbles. */
static json_t *formations_json(const paua_board *board, const paua_explanation *explanation)
{
    json_t *formations = json_array();
    char text[PAUA_MOVE_TEXT_MAX];

    for (int side = 0; side < explanation->players; side++) {
        const paua_formation *formation = &explanation->formations[side];
        json_t *hexagons = json_array();
        for (int cell = 0; cell < paua_board_cells(board); cell++)
            if (formation->hexagons & PAUA_SET(cell))
                json_array_append_new(hexagons, json_string(paua_cell_format(board, cell, text)));
        json_array_append_new(formations,
                              json_pack("{s:s, s:i, s:i, s:i, s:o}", "side", player_letter(side),
                                        "groups", formation->groups, "largest", formation->largest,
                                        "alone", formation->alone, "hexagons", hexagons));
    }
    return formations;
}

json_t *search_json_explanation(const paua_board *board, const paua_explanation *explanation)
{
    int players = explanation->players;
    json_t *threat =
        explanation->threat_count ? threat_json(board, &explanation->threats[0]) : json_null();
    json_t *json = json_pack("{s:o, s:o, s:o, s:o}", "expectation",
                             expectation_json(explanation->expectation, players), "threat", threat,
                             "hanging", hanging_json(board, explanation), "formations",
                             formations_json(board, explanation));

    json_t *forks = forks_json(board, explanation);
    if (json && forks)
        json_object_set_new(json, "forks", forks);
    if (json && players > PAUA_SIDES)
        json_object_set_new(json, "threats", threats_json(board, explanation));
    return json;
}

json_t *search_json_review_move(const paua_board *board, int players, int ply,
                                const paua_review_move *move)
{
    char played[PAUA_MOVE_TEXT_MAX], best[PAUA_MOVE_TEXT_MAX];

    return json_pack("{s:i, s:s, s:s, s:s, s:o, s:o, s:f, s:s, s:i, s:o, s:o}", "ply", ply, "side",
                     player_letter((int)move->side), "move", move_text(board, move->played, played),
                     "best", move_text(board, move->best, best), "score", score_json(move->score),
                     "after", score_json(move->after), "loss", move->loss, "grade",
                     paua_grade_name(move->grade), "depth", move->depth, "expectation",
                     expectation_json(move->expectation, players), "line",
                     line_json(board, move->line, move->line_count));
}

/* A player's accuracy and grades. */
static json_t *review_side_json(const paua_review *review, int side)
{
    json_t *grades = json_object();

    for (int grade = 0; grade < PAUA_GRADE_COUNT; grade++)
        json_object_set_new(grades, paua_grade_name((paua_grade)grade),
                            json_integer(review->grades[side][grade]));
    return json_pack("{s:f, s:f, s:i, s:o}", "accuracy", review->accuracy[side], "passivity",
                     review->passivity[side], "passive_run", review->passive_run[side], "grades",
                     grades);
}

json_t *search_json_review_summary(const paua_review *review, int players)
{
    json_t *turning = review->turning ? json_integer(review->turning) : json_null();
    json_t *summary = json_pack("{s:o, s:o}", "turning", turning, "start",
                                expectation_json(review->expectation, players));

    for (int side = 0; side < players; side++)
        json_object_set_new(summary, player_letter(side), review_side_json(review, side));
    return summary;
}
