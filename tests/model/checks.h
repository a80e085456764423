/* checks.h - one position, the library against the model. */
#ifndef CHECKS_H
#define CHECKS_H

#include <paua/notation.h>

#include "model.h"

/* A board on both sides. */
struct ground {
    char name[40];
    struct model_board model;
    paua_board *board;
    int cell[MODEL_CELLS]; /* the library's number of each cell of the model */
    int weight;            /* its share of the positions */
};

/* What is made wrong on purpose on the library's side (the model's side has its laws). */
enum spoil {
    SPOIL_NOTHING,
    SPOIL_DROP,      /* the last push is not generated */
    SPOIL_ORDER,     /* the first and the last move are exchanged */
    SPOIL_EJECTIONS, /* one of the ejecting moves found alone is another one */
    SPOIL_COUNT,     /* pushes are counted twice */
    SPOIL_BITS,      /* a move that pushes two says that it pushes one */
    SPOIL_KEY,       /* an ejection is missing from the key */
    SPOIL_UNMAKE,    /* a move that ejects does not take the quiet plies back */
    SPOIL_TEXT,      /* broadside moves are written with the larger end first */
    SPOIL_READ,      /* a move is read as the one before it in the list */
    SPOIL_LEGAL,     /* what a move says that it pushes is not looked at */
    SPOIL_OUTCOME,   /* a stuck side draws where it should lose, and the other way round */
    SPOIL_SYMMETRY,  /* a turned board is taken for a reflected one */
    SPOIL_PERFT      /* one leaf is missing */
};

struct tally {
    uint64_t positions, moves, pushes[3], ejections, broadsides, stuck, ends, perfts, images;
};

struct comparison {
    const struct ground *ground;
    struct model_laws laws;
    enum spoil spoil;
    uint64_t seed, random; /* what was asked for, and the state of the generator */
    struct tally tally;
    struct model_move *expected;  /* MODEL_MOVES of them */
    struct model_position *found; /* PAUA_MOVES_MAX of them, in the order of `list` */
    paua_move_list list;
};

/* 0 .. bound-1 */
unsigned draw(struct comparison *c, unsigned bound);

/* False, with a report on stdout, where anything differs. On return c->expected[] holds the model's
 * *count moves, in some order. `position` is the model's; *same is the library's idea of it, which
 * came about in some other way than through text. */
bool check_position(struct comparison *c, const struct model_position *position,
                    const paua_position *same, int *count);

/* The library's position of a model's text; NULL is allowed for nothing. */
bool read_position(struct comparison *c, const struct model_position *position, paua_position *out);

#endif
