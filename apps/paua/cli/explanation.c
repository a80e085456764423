/* explanation.c - prints the opponent's threat and the marbles that hang. */
#include "cli/explanation.h"

#include <stdio.h>

#include "json/search_json.h"

#include "cli/report.h"

static const char *const colours[PAUA_SIDES] = {"black", "white"};

/* The opponent's threat with its score and line; "threat none" without one. */
static void print_threat(const paua_board *board, const paua_threat *threat)
{
    char move[PAUA_MOVE_TEXT_MAX], score[32], gain[32] = "";

    if (threat->move == PAUA_NO_MOVE) {
        puts("threat none");
        return;
    }
    if (search_json_threat_has_gain(threat))
        snprintf(gain, sizeof gain, " gain %d", threat->gain);
    printf("threat %s score %s%s%s pv", report_move(board, threat->move, move),
           paua_score_format(threat->score, score, sizeof score), gain,
           threat->ejects ? " ejects" : "");
    for (int i = 0; i < threat->line_count; i++)
        printf(" %s", report_move(board, threat->line[i], move));
    putchar('\n');
}

/* One line: a hanging marble of `side` and the moves that eject it. */
static void print_marble(const paua_board *board, const paua_hanging *hanging, int side, int cell)
{
    char text[PAUA_MOVE_TEXT_MAX];

    printf("hanging %s %s by", colours[side], paua_cell_format(board, cell, text));
    for (int i = 0; i < hanging->moves.count; i++)
        if (paua_move_victim(board, hanging->moves.moves[i]) == cell)
            printf(" %s", report_move(board, hanging->moves.moves[i], text));
    putchar('\n');
}

void explanation_print(const paua_board *board, const struct explanation *insight)
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
