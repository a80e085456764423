/* print.c - prints the complexity of a layout. The game tree is b^d, with the mean branching factor
 * b and the mean length d of games, as Allis counts it; the bounds of alpha-beta are those of
 * Slagle and Dixon (1969) and of Knuth and Moore (1975). */
#include "complexity/print.h"

#include <math.h>
#include <stdio.h>

#include <paua/notation.h>
#include <paua/rules.h>

#include "base/bits.h"

paua_status complexity_row_fill(const paua_layout *layout, struct complexity_row *row)
{
    paua_board *board;
    paua_status status =
        paua_board_new(layout->sides[0], layout->sides[1], layout->sides[2], &board);
    if (status != PAUA_OK)
        return status;
    row->layout = layout;
    row->cells = paua_board_cells(board);
    row->symmetries = paua_board_symmetries(board);
    row->win = paua_rules_default(board).win;
    paua_position start;
    status = paua_position_parse(board, layout->name, &start, NULL);
    if (status == PAUA_OK) {
        row->marbles = bits_count(start.marbles[0]);
        positions_count(board, &start, row->win, &row->count);
    }
    paua_board_free(board);
    return status;
}

/* log10 of b^d. */
static double tree_log(const struct complexity_games *games)
{
    double branching = complexity_branching(games);
    return branching > 0 ? complexity_plies(games) * log10(branching) : 0;
}

/* b to a power rounded up or down: b^ceil(d/2) and b^floor(d/2). */
static double half_power(double branching, int depth, bool up)
{
    int half = (depth + up) / 2;
    return pow(branching, half);
}

/* The least leaves that alpha-beta must visit in a tree of depth d where every node has b moves. */
static double least_leaves(double branching, int depth)
{
    return half_power(branching, depth, true) + half_power(branching, depth, false) - 1;
}

/* The nodes of that least tree, all depths together. */
static double least_nodes(double branching, int depth)
{
    double nodes = 0;
    for (int i = 0; i <= depth; i++)
        nodes += least_leaves(branching, i);
    return nodes;
}

/* A line of measured games, if there are any. */
static void print_games(const char *source, const struct complexity_figures *figures)
{
    if (!figures || !figures->games.games)
        return;
    const struct complexity_games *games = &figures->games;
    printf("%-24s %6lld %7.1f %10.1f %6.0f %% %9.0f %16.0f\n", source, games->games,
           complexity_plies(games), complexity_branching(games),
           100.0 * (double)games->drawn / (double)games->games, tree_log(games),
           games->log_trees / (double)games->games);
}

/* The bounds of alpha-beta beside what the searches visit. */
static void print_visits(const struct complexity_visits *visits)
{
    const double b = visits->moves;
    if (b <= 0)
        return;
    printf("\nalpha-beta from %d positions of these games, %.1f moves each on average\n\n"
           "depth  all leaves b^d  least leaves  least nodes  visited by plain  visited by paua\n",
           COMPLEXITY_SAMPLES, b);
    for (int depth = 1; depth <= COMPLEXITY_DEPTHS; depth++)
        printf("%5d %15.0f %13.0f %12.0f %17.0f %16.0f\n", depth, pow(b, depth),
               least_leaves(b, depth), least_nodes(b, depth), visits->plain[depth - 1],
               visits->paua[depth - 1]);
    puts("\nleast leaves: b^ceil(d/2) + b^floor(d/2) - 1, which alpha-beta must look at even with "
         "the "
         "best\nmove first everywhere (Slagle and Dixon; Knuth and Moore); least nodes: with those "
         "above them.\nplain: alpha-beta to this depth alone, moves in the order of the rules, "
         "ABLA's evaluation;\npaua: the engine, all depths up to this one.");
}

void complexity_print_layout(const struct complexity_row *row)
{
    const paua_layout *layout = row->layout;
    char text[80];
    printf("layout %s: board %dx%dx%d, %d cells, %d players, %d marbles each, %d ejections win\n\n",
           layout->name, layout->sides[0], layout->sides[1], layout->sides[2], row->cells,
           layout->players, row->marbles, row->win);
    printf("arrangements of marbles  %s\n", big_text(&row->count.arrangements, text));
    printf("positions, at most       %s\n", big_text(&row->count.states, text));
    printf("                         10^%.1f; up to the board's %d symmetries about 10^%.1f\n",
           big_log10(&row->count.states), row->symmetries,
           big_log10(&row->count.states) - log10(row->symmetries));
    if (row->played || row->people)
        puts(
            "\nmeasured                  games   plies  branching    draws  tree 10^x  by products "
            "10^x");
    print_games("self-play", row->played);
    print_games(row->of_files ? "games of the files" : "games between people", row->people);
    if (row->played || row->people)
        puts("\npublished, for comparison: checkers 10^40 (nodes; Samuel 1959), trees of chess "
             "10^123 and Go 10^360\n(Allis 1994)");
    if (row->played)
        print_visits(&row->played->visits);
}

void complexity_print_head(void)
{
    puts("positions: at most 10^x; games: of the engine against itself; tree: branching to the "
         "power of plies, 10^x\n\n"
         "layout               players cells marbles win positions  games   plies branching  draws "
         "  tree");
}

void complexity_print_line(const struct complexity_row *row)
{
    printf("%-20s %7d %5d %7d %3d %9.1f", row->layout->name, row->layout->players, row->cells,
           row->marbles, row->win, big_log10(&row->count.states));
    if (row->played && row->played->games.games) {
        const struct complexity_games *games = &row->played->games;
        printf(" %6lld %7.1f %9.1f %4.0f %% %6.0f", games->games, complexity_plies(games),
               complexity_branching(games), 100.0 * (double)games->drawn / (double)games->games,
               tree_log(games));
    }
    putchar('\n');
}

/* JSON: measured games; null without any. */
static json_t *games_json(const struct complexity_figures *figures)
{
    if (!figures || !figures->games.games)
        return json_null();
    const struct complexity_games *games = &figures->games;
    return json_pack("{s:I, s:I, s:I, s:I, s:f, s:f, s:f, s:f, s:f}", "games",
                     (json_int_t)games->games, "drawn", (json_int_t)games->drawn, "plies",
                     (json_int_t)games->plies, "moves", (json_int_t)games->moves, "log_products",
                     games->log_trees, "mean_plies", complexity_plies(games), "branching",
                     complexity_branching(games), "tree_log10", tree_log(games),
                     "tree_log10_products", games->log_trees / (double)games->games);
}

/* JSON: what searches visit, by depth; null where nothing was searched. */
static json_t *visits_json(const struct complexity_figures *figures)
{
    if (!figures || figures->visits.moves <= 0)
        return json_null();
    const struct complexity_visits *visits = &figures->visits;
    json_t *depths = json_array();
    for (int depth = 1; depth <= COMPLEXITY_DEPTHS; depth++)
        json_array_append_new(depths,
                              json_pack("{s:i, s:f, s:f, s:f, s:f, s:f}", "depth", depth,
                                        "all_leaves", pow(visits->moves, depth), "least_leaves",
                                        least_leaves(visits->moves, depth), "least_nodes",
                                        least_nodes(visits->moves, depth), "plain",
                                        visits->plain[depth - 1], "paua", visits->paua[depth - 1]));
    return json_pack("{s:i, s:f, s:o}", "positions", COMPLEXITY_SAMPLES, "branching", visits->moves,
                     "depths", depths);
}

json_t *complexity_row_json(const struct complexity_row *row)
{
    char texts[2][80];
    return json_pack("{s:s, s:i, s:i, s:i, s:i, s:i, s:s, s:s, s:f, s:o, s:o, s:o}", "layout",
                     row->layout->name, "players", row->layout->players, "cells", row->cells,
                     "symmetries", row->symmetries, "marbles", row->marbles, "win", row->win,
                     "arrangements", big_text(&row->count.arrangements, texts[0]), "positions",
                     big_text(&row->count.states, texts[1]), "positions_log10",
                     big_log10(&row->count.states), "self_play", games_json(row->played), "people",
                     games_json(row->people), "alpha_beta", visits_json(row->played));
}
