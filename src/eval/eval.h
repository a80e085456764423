/* eval.h - evaluations prepared for one board. */
#ifndef EVAL_EVAL_H
#define EVAL_EVAL_H

#include <paua/eval.h>

#include "eval/fitted.h"
#include "eval/net.h"

/* More than the distances from the centre that a board can have, in half steps. */
#define EVAL_RINGS 64

/* No score is farther from 0: what lies beyond belongs to forced wins (search.h). */
#define EVAL_SCORE_MOST 28900

struct eval;

/* One evaluation; the table of them is in eval.c. */
struct eval_kind {
    const char *name;
    bool steps_may_follow; /* "/N": so many steps away does an ejected marble count */
    /* Fills in what score() needs beside what every evaluation has. May be NULL. */
    void (*prepare)(struct eval *eval);
    /* For the side to move of two, in the unit that <paua/eval.h> names. May be NULL: prepare() chooses. */
    int (*score)(const struct eval *eval, const paua_position *position);
};

extern const struct eval_kind eval_abla_combined, eval_abla_single, eval_abapro, eval_chorus,
    eval_papadopoulos, eval_fitted;

/* Plain data, never changed once prepared; may be shared by threads. */
struct eval {
    const paua_board *board; /* borrowed */
    int (*score)(const struct eval *eval, const paua_position *position);
    /* In games for three and more: what one player is ahead of another one; the other way round it is the negative. */
    int (*between)(const struct eval *eval, const paua_position *position, int own, int other);
    /* abla's terms */
    int distance_weight;  /* per half step of f1 */
    int neighbour_weight; /* per neighbour of f2 */
    int off_board;        /* half steps that an ejected marble counts */
    int rings;
    int half_steps[EVAL_RINGS]; /* distance of each ring from the centre, doubled */
    paua_set ring[EVAL_RINGS];
    /* half steps from the centre along a row, and across the rows, of each cell */
    int8_t along[64], across[64];
    struct fitted fitted; /* the fitted evaluation's */
    int win;              /* ejections that win; 6 until somebody says otherwise */
    /* a net's */
    const paua_net *own; /* borrowed: what the evaluation itself is, if it is a net */
    struct net net;      /* borrowed; hidden 0: none */
    const struct net_kernel *kernel;
    int (*without)(const struct eval *eval, const paua_position *position); /* score() without it */
};

/* Whether an evaluation has this name. */
bool eval_is_known(const char *name);

/* Prepares the named evaluation (NULL: the default); PAUA_OK or PAUA_NOT_FOUND. */
paua_status eval_prepare(const paua_board *board, const char *name, struct eval *out);

/* Has a net (borrowed) score all positions of two plain sides, what was prepared all others; NULL: what was prepared all
 * again.
 * Returns PAUA_OK or PAUA_UNSUPPORTED (a net for another board than 5x5x5; nothing has changed). */
paua_status eval_use_net(struct eval *eval, const paua_net *net);

/* In games of three and more players (R11), for each of them: what he, or the mean of his team, is ahead of the
 * mean of the others. Also of a game for two. */
void eval_players(const struct eval *eval, const paua_position *position,
                  int scores[PAUA_PLAYERS_MAX]);

/* For the side to move of two, in the unit that <paua/eval.h> names. */
static inline int eval_score(const struct eval *eval, const paua_position *position)
{
    int score = eval->score(eval, position);
    if (score > EVAL_SCORE_MOST)
        return EVAL_SCORE_MOST;
    return score < -EVAL_SCORE_MOST ? -EVAL_SCORE_MOST : score;
}

/* What a search thread remembers of the positions on its way, so that a net need not look at every marble again: for
 * plies 0 .. plies-1. NULL when memory runs out. */
struct accumulator_stack *accumulator_stack_new(int plies);
void accumulator_stack_free(struct accumulator_stack *stack); /* NULL is allowed */

/* Forgets all; due when a net is freed that it may have been used with. */
void accumulator_stack_clear(struct accumulator_stack *stack);

/* The same number as eval_score(). It is quick where the position differs little from one that was scored
 * at this ply or just before it. */
int eval_score_at(const struct eval *eval, struct accumulator_stack *stack, int ply,
                  const paua_position *position);

#endif
