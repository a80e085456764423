/* measure.h - branching factor and length of games, and what searches visit, measured. */
#ifndef PAUA_COMPLEXITY_MEASURE_H
#define PAUA_COMPLEXITY_MEASURE_H

#include <stdbool.h>

#include <paua/board.h>
#include <paua/position.h>

enum { COMPLEXITY_DEPTHS = 5, COMPLEXITY_SAMPLES = 8 };

/* Sums over games. */
struct complexity_games {
    long long games, drawn, plies;
    long long moves;  /* legal moves, over all positions in which one was made */
    double log_trees; /* the sum over the games of log10 of the product of their legal moves */
};

/* Means over sample positions, by depth from 1; 0: not measured. */
struct complexity_visits {
    double moves; /* legal ones */
    double
        plain[COMPLEXITY_DEPTHS];   /* nodes of plain alpha-beta to that depth, ABLA's evaluation */
    double paua[COMPLEXITY_DEPTHS]; /* nodes of the engine up to that depth */
};

struct complexity_figures {
    const char *layout; /* its name */
    struct complexity_games games;
    struct complexity_visits visits;
};

double complexity_plies(const struct complexity_games *games);     /* of a game */
double complexity_branching(const struct complexity_games *games); /* of a position */

struct complexity_options {
    long long games, level, seed; /* of self-play */
};

/* Lets a level of the engine play itself from a layout, and searches positions of these games,
 * where two play. Returns an exit code; EXIT_NO when interrupted. */
int complexity_measure(const paua_layout *layout, const struct complexity_options *options,
                       struct complexity_figures *out);

/* Reads games from a text and adds those that have a result to the figures of their layout, a list
 * of paua_layout_count() in the order of the layouts. *other counts what was left out: games
 * without a result, from elsewhere, or refused. Returns an exit code. */
int complexity_read_games(const char *name, const char *text, size_t length,
                          struct complexity_figures *list, long long *other);

#endif
