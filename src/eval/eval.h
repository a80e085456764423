/* eval.h - evaluations prepared for one board. */
#ifndef EVAL_EVAL_H
#define EVAL_EVAL_H

#include <paua/eval.h>

#include "eval/fitted.h"
#include "eval/net.h"
#include "eval/settings.h"

/* More than the distances from the centre that a board can have, in half steps. */
#define EVAL_RINGS 64

/* The bound of all scores: scores beyond it are forced wins (search.h). */
#define EVAL_SCORE_MOST 28900

struct eval;

/* One evaluation; the table of them is in eval.c. */
struct eval_kind {
    const char *name;
    unsigned settings; /* bits of those that may follow the name (settings.h) */
    /* Fills in what score() needs beyond what every evaluation has. May be NULL. */
    void (*prepare)(struct eval *eval);
    /* For the side to move of two, in the unit that <paua/eval.h> names. NULL: prepare() sets
     * it. */
    int (*score)(const struct eval *eval, const paua_position *position);
};

extern const struct eval_kind eval_abla, eval_abla_combined, eval_abla_single, eval_abapro,
    eval_chorus, eval_papadopoulos, eval_fitted;

/* Plain data, never changed once prepared; may be shared by threads. */
struct eval {
    const paua_board *board; /* borrowed */
    int (*score)(const struct eval *eval, const paua_position *position);
    /* Three and more players: a score of each player by itself. */
    void (*players)(const struct eval *eval, const paua_position *position,
                    int scores[PAUA_PLAYERS_MAX]);
    int win;                  /* ejections that win; 6 until the caller sets it */
    struct net_limits limits; /* of the game; none until the caller sets them */
    /* net_limit() of the game; 0 until the caller sets it. A search keeps that of its root. */
    uint8_t score_range;

    /* abla's terms */
    int distance_weight;  /* per step of f1, in hundredths; positive where near is good */
    int neighbour_weight; /* per neighbour of f2, in hundredths */
    int hexagon_weight;   /* per hexagon of f3, in hundredths */
    int group_weight;     /* per group of f4, in hundredths; positive where few are good */
    int off_board;        /* distance of an ejected marble, in half steps */

    /* abapro's terms */
    enum eval_centre centre;
    int marble; /* steps that an ejected marble is worth */

    /* Geometry: rings of equal distance from the centre. */
    int rings;
    int half_steps[EVAL_RINGS]; /* distance of each ring, doubled */
    paua_set ring[EVAL_RINGS];
    /* half steps of each cell from the centre, along its row and across the rows */
    int8_t along[64], across[64];

    struct fitted fitted; /* of "fitted" */

    /* The network. */
    const paua_net *embedded; /* borrowed: the built-in net, if it is this evaluation */
    struct net net;           /* borrowed; hidden 0: none */
    const struct net_kernel *kernel;
    /* score() for positions that the network does not cover */
    int (*fallback)(const struct eval *eval, const paua_position *position);
};

/* The kind with the first `length` bytes of a name, or NULL. */
const struct eval_kind *eval_find_kind(const char *name, size_t length);

/* Whether this is the name of the built-in net, and there is one. */
bool eval_is_net(const char *name);

/* Prepares the evaluation of this name, perhaps with settings (NULL: the default); PAUA_OK or
 * PAUA_ERROR_NOT_FOUND. */
paua_status eval_prepare(const paua_board *board, const char *name, struct eval *out);

/* Lets a net (borrowed) score all positions of two plain sides, and the prepared evaluation all
 * others; NULL: the prepared evaluation alone again. Returns PAUA_OK or PAUA_ERROR_UNSUPPORTED (not
 * a 5x5x5 board; nothing has changed). */
paua_status eval_use_net(struct eval *eval, const paua_net *net);

/* Three and more players (R11): each one's lead, or that of its team in the mean, over the mean of
 * the others. Also for a game of two. */
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

/* Accumulators for plies 0 .. plies-1 of one search thread, so that a net is updated by the
 * features that changed. NULL without memory. */
struct accumulator_stack *accumulator_stack_new(int plies);
void accumulator_stack_free(struct accumulator_stack *stack); /* NULL is allowed */

/* Forgets all accumulators; needed when a net is freed that they may have been filled for. */
void accumulator_stack_clear(struct accumulator_stack *stack);

/* The same number as eval_score(). Quick where the position differs little from one that was scored
 * at this ply or just before it. */
int eval_score_at(const struct eval *eval, struct accumulator_stack *stack, int ply,
                  const paua_position *position);

#endif
