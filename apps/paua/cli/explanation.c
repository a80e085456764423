/* explanation.c - prints the expectation of each player, the opponents' threats, hanging marbles,
 * forks and formations. */
#include "cli/explanation.h"

#include <stdio.h>

#include "cli/report.h"

static const char *const colours[PAUA_PLAYERS_MAX] = {"black", "white",  "red",
                                                      "green", "yellow", "purple"};

/* One line: the expectation of each player. */
static void print_expectation(const paua_explanation *explanation)
{
    printf("expectation");
    for (int side = 0; side < explanation->players; side++)
        printf(" %s %.1f %%", colours[side], 100.0 * explanation->expectation[side]);
    putchar('\n');
}

/* One line: an opponent's threat with its score and variation, or "none"; `named`: with its
 * colour. */
static void print_threat(const paua_board *board, const paua_threat *threat, bool named)
{
    char move[PAUA_MOVE_TEXT_MAX], score[32], gain[32] = "";

    printf("threat %s%s%s", named ? colours[threat->side] : "", named ? " " : "",
           report_move(board, threat->move, move));
    if (threat->move != PAUA_NO_MOVE) {
        if (threat->has_gain)
            snprintf(gain, sizeof gain, " gain %d", threat->gain);
        printf(" score %s%s%s pv", paua_score_format(threat->score, score, sizeof score), gain,
               threat->ejects ? " ejects" : "");
        for (int i = 0; i < threat->line_count; i++)
            printf(" %s", report_move(board, threat->line[i], move));
    }
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

/* One line: a fork, the marbles of which `side` cannot save all. */
static void print_fork(const paua_board *board, paua_set marbles, int side)
{
    char text[PAUA_MOVE_TEXT_MAX];

    printf("fork %s", colours[side]);
    for (int cell = 0; cell < paua_board_cells(board); cell++)
        if (marbles & PAUA_SET(cell))
            printf(" %s", paua_cell_format(board, cell, text));
    putchar('\n');
}

/* One line: the groups of a player's marbles, and the centres of hexagons that they form. */
static void print_formation(const paua_board *board, const paua_formation *formation, int side)
{
    char text[PAUA_MOVE_TEXT_MAX];

    printf("formation %s groups %d largest %d alone %d hexagons", colours[side], formation->groups,
           formation->largest, formation->alone);
    for (int cell = 0; cell < paua_board_cells(board); cell++)
        if (formation->hexagons & PAUA_SET(cell))
            printf(" %s", paua_cell_format(board, cell, text));
    puts(formation->hexagons ? "" : " none");
}

void explanation_print(const paua_board *board, const paua_explanation *explanation)
{
    bool any = false;

    print_expectation(explanation);
    for (int i = 0; i < explanation->threat_count; i++)
        print_threat(board, &explanation->threats[i], explanation->players > PAUA_SIDES);
    for (int side = 0; side < explanation->players; side++)
        for (int cell = 0; cell < paua_board_cells(board); cell++)
            if (explanation->hanging[side].marbles & PAUA_SET(cell)) {
                print_marble(board, &explanation->hanging[side], side, cell);
                any = true;
            }
    if (!any)
        puts("hanging none");
    for (int side = 0; side < explanation->players; side++)
        if (explanation->forked[side])
            print_fork(board, explanation->forked[side], side);
    for (int side = 0; side < explanation->players; side++)
        print_formation(board, &explanation->formations[side], side);
}
