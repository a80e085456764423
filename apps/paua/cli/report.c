/* report.c - principal variations, moves and nodes per second as text. */
#include "cli/report.h"

#include <stdio.h>

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
