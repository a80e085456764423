#include "report.h"

#include <stdio.h>
#include <stdlib.h>

uint64_t report_nps(uint64_t nodes, int64_t time_ms)
{
    return nodes * 1000 / (uint64_t)(time_ms > 0 ? time_ms : 1);
}

char *report_pv(const paua_board *board, const paua_search_info *info, char *text, size_t cap)
{
    size_t used = 0;

    text[0] = '\0';
    for (int i = 0; i < info->pv_count; i++) {
        char move[PAUA_MOVE_TEXT_MAX];
        int length = snprintf(NULL, 0, "%s%s", i ? " " : "", report_move(board, info->pv[i], move));
        if (used + (size_t)length >= cap)
            break;
        used += (size_t)snprintf(text + used, cap - used, "%s%s", i ? " " : "", move);
    }
    return text;
}

char *report_move(const paua_board *board, paua_move move, char *text)
{
    if (move == PAUA_NO_MOVE)
        snprintf(text, PAUA_MOVE_TEXT_MAX, "none");
    else
        paua_move_format(board, move, text, PAUA_MOVE_TEXT_MAX);
    return text;
}

json_t *report_score_json(int score)
{
    if (abs(score) < PAUA_SCORE_FORCED)
        return json_pack("{s:i}", "cp", score);
    return json_pack("{s:i, s:b}", "plies", PAUA_SCORE_WIN - abs(score), "win", score > 0);
}

json_t *report_line_json(const paua_board *board, const paua_move *moves, int count)
{
    json_t *line = json_array();

    for (int i = 0; i < count; i++) {
        char move[PAUA_MOVE_TEXT_MAX];
        json_array_append_new(line, json_string(report_move(board, moves[i], move)));
    }
    return line;
}
