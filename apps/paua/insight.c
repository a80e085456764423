#include "insight.h"

#include <stdio.h>
#include <stdlib.h>

#include "report.h"

static const char *const colours[PAUA_SIDES] = {"black", "white"};

/* A gain says something only between scores that are no forced ends. */
static bool has_gain(const paua_threat *threat)
{
    return abs(threat->score) < PAUA_SCORE_FORCED &&
           abs(threat->gain - threat->score) < PAUA_SCORE_FORCED;
}

static void print_threat(const paua_board *board, const paua_threat *threat)
{
    char move[PAUA_MOVE_TEXT_MAX], score[32], gain[32] = "";

    if (threat->move == PAUA_NO_MOVE) {
        puts("threat none");
        return;
    }
    if (has_gain(threat))
        snprintf(gain, sizeof gain, " gain %d", threat->gain);
    printf("threat %s score %s%s%s pv", report_move(board, threat->move, move),
           paua_score_format(threat->score, score, sizeof score), gain,
           threat->ejects ? " ejects" : "");
    for (int i = 0; i < threat->line_count; i++)
        printf(" %s", report_move(board, threat->line[i], move));
    putchar('\n');
}

static void print_marble(const paua_board *board, const paua_hanging *hanging, int side, int cell)
{
    char text[PAUA_MOVE_TEXT_MAX];

    printf("hanging %s %s by", colours[side], paua_cell_format(board, cell, text));
    for (int i = 0; i < hanging->moves.count; i++)
        if (paua_move_victim(board, hanging->moves.moves[i]) == cell)
            printf(" %s", report_move(board, hanging->moves.moves[i], text));
    putchar('\n');
}

void insight_print(const paua_board *board, const struct insight *insight)
{
    bool any = false;

    print_threat(board, &insight->threat);
    for (int side = 0; side < PAUA_SIDES; side++)
        for (int cell = 0; cell < paua_board_cells(board); cell++)
            if (insight->hanging[side].marbles & PAUA_SET(cell)) {
                print_marble(board, &insight->hanging[side], side, cell);
                any = true;
            }
    if (!any)
        puts("hanging none");
}

static json_t *threat_json(const paua_board *board, const paua_threat *threat)
{
    char move[PAUA_MOVE_TEXT_MAX];

    if (threat->move == PAUA_NO_MOVE)
        return json_null();
    json_t *value =
        json_pack("{s:s, s:o, s:b, s:i, s:o}", "move", report_move(board, threat->move, move),
                  "score", report_score_json(threat->score), "ejects", threat->ejects, "depth",
                  threat->depth, "pv", report_line_json(board, threat->line, threat->line_count));
    if (value && has_gain(threat))
        json_object_set_new(value, "gain", json_integer(threat->gain));
    return value;
}

static json_t *marble_json(const paua_board *board, const paua_hanging *hanging, int side, int cell)
{
    char text[PAUA_MOVE_TEXT_MAX];
    json_t *by = json_array();

    for (int i = 0; i < hanging->moves.count; i++)
        if (paua_move_victim(board, hanging->moves.moves[i]) == cell)
            json_array_append_new(by,
                                  json_string(report_move(board, hanging->moves.moves[i], text)));
    return json_pack("{s:s, s:s, s:o}", "side", side == PAUA_BLACK ? "b" : "w", "marble",
                     paua_cell_format(board, cell, text), "by", by);
}

json_t *insight_json(const paua_board *board, const struct insight *insight)
{
    json_t *hanging = json_array();

    for (int side = 0; side < PAUA_SIDES; side++)
        for (int cell = 0; cell < paua_board_cells(board); cell++)
            if (insight->hanging[side].marbles & PAUA_SET(cell))
                json_array_append_new(hanging,
                                      marble_json(board, &insight->hanging[side], side, cell));
    return json_pack("{s:o, s:o}", "threat", threat_json(board, &insight->threat), "hanging",
                     hanging);
}
