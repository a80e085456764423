/* restricted_game.h - the state of a restricted game (restricted.h), and its kernels. */
#ifndef AUDIT_RESTRICTED_GAME_H
#define AUDIT_RESTRICTED_GAME_H

#include "audit/restricted.h"
#include "table/index.h"

enum {
    RESTRICTED_WIN_MAX = 4,           /* ejections that win */
    RESTRICTED_OPEN_WON = UINT16_MAX, /* the other side to move, and the winner wins */
};

/* All positions with given numbers of marbles of the winner and of the other side. */
struct restricted_layer {
    const struct index_layer *to_win;   /* borrowed; numbers positions with the winner to move */
    const struct index_layer *to_reply; /* borrowed; those with the other side to move */
    uint8_t *won;                       /* owned; by slot of to_win */
    /* owned; by slot of to_reply: open moves, each counted once for every symmetry; 0: cannot be
     * won; or RESTRICTED_OPEN_WON */
    uint16_t *open;
};

/* A won position that has not updated its predecessors. */
struct won_position {
    uint32_t slot;
    bool reply; /* the other side is to move */
};

struct restricted {
    const struct restricted_kernel *kernel;
    struct judging *judging;
    paua_side winner;
    uint32_t forbidden;
    int least, most; /* marbles of a side in an undecided game */
    struct index_board base;
    /* by marbles of the side to move */
    struct index_layer index[RESTRICTED_WIN_MAX][RESTRICTED_WIN_MAX];
    /* by marbles of the winner */
    struct restricted_layer layers[RESTRICTED_WIN_MAX][RESTRICTED_WIN_MAX];
    struct won_position *stack; /* owned */
    size_t count, room;
};

/* In the variant that suits the processor. */
struct restricted_kernel {
    /* Solves the layer, those below it being solved. False, with the judging's status: out of
     * memory, or the caller has ended the audit. */
    bool (*solve_layer)(struct restricted *game, int own, int other);
    /* Whether the winner, to move with `own`, wins against `other`. */
    bool (*won)(const struct restricted *game, uint32_t own, uint32_t other);
};

extern const struct restricted_kernel restricted_kernel_any;
#if defined(__x86_64__)
extern const struct restricted_kernel restricted_kernel_v3;
#endif

#endif
