/* players.h - the "fitted" evaluation of three and more players: the features of one player among
 * all others. */
#ifndef EVAL_PLAYERS_H
#define EVAL_PLAYERS_H

#include <paua/position.h>

/* X(NAME). Whole numbers that grow with a player's own marbles and score, not differences. "Rows"
 * are lines of opponents' marbles that the player could move if it were his turn; EXPOSED and
 * PRESSED are his marbles at the end of a row that some opponent could eject or push. */
#define PLAYERS_MAP(X)                                                                             \
    X(SCORE)      /* marbles ejected by the team */                                                \
    X(NEED_1)     /* 1 if the team needs no more than one ejection to win */                       \
    X(NEED_2)     /* two */                                                                        \
    X(NEED_3)     /* three */                                                                      \
    X(MARBLES)    /* own marbles on the board */                                                   \
    X(DISTANCE)   /* half steps from the centre */                                                 \
    X(RING_0)     /* marbles on the edge */                                                        \
    X(RING_1)     /* one step from it */                                                           \
    X(RING_2)     /* two steps */                                                                  \
    X(PAIRS)      /* neighbouring pairs */                                                         \
    X(ALONE)      /* marbles without a neighbour of their own */                                   \
    X(TRIPLES)    /* three in line */                                                              \
    X(SPLIT)      /* marbles between two opponents' marbles in line */                             \
    X(LIBERTIES)  /* empty neighbours, counted from each marble */                                 \
    X(EJECT)      /* rows to eject from */                                                         \
    X(PUSH)       /* rows to push */                                                               \
    X(EXPOSED)    /* marbles that could be ejected */                                              \
    X(PRESSED)    /* marbles that could be pushed */                                               \
    X(TURN)       /* 1 for the player to move; the search leaves it out */                         \
    X(TURN_EJECT) /* EJECT of the player to move; the search leaves it out */

enum players_feature {
#define X(name) PLAYERS_##name,
    PLAYERS_MAP(X)
#undef X
        PLAYERS_FEATURES
};

enum { PLAYERS_PHASES = 2 };

struct eval;

/* In the variant that suits the processor. */
struct players_kernel {
    void (*features)(const struct eval *eval, const paua_position *position,
                     int32_t features[PAUA_PLAYERS_MAX][PLAYERS_FEATURES]);
    void (*score)(const struct eval *eval, const paua_position *position,
                  int scores[PAUA_PLAYERS_MAX]);
};

extern const struct players_kernel players_kernel_any;
#if defined(__x86_64__)
extern const struct players_kernel players_kernel_v3;
#endif

/* The phase of the game: the best score of a team, 0 .. win - 1. */
int players_phase(const struct eval *eval, const paua_position *position);

const char *players_feature_name(int feature);

const struct players_kernel *players_kernel_for(const struct eval *eval);

#endif
