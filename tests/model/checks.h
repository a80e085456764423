/* checks.h - one position or game, the library against the model. */
#ifndef CHECKS_H
#define CHECKS_H

#include <paua/game.h>
#include <paua/notation.h>

#include "model.h"
#include "model_ends.h"

/* A board on both sides. */
struct ground {
    char name[40];
    struct model_board model;
    paua_board *board;
    bool full;             /* 5x5x5 */
    int cell[MODEL_CELLS]; /* the library's number of each cell of the model */
    int weight;            /* its share of the positions */
};

/* What is made wrong on purpose on the library's side (the model's side has its laws). */
enum spoil {
    SPOIL_NOTHING,
    SPOIL_DROP,       /* the last push is not generated */
    SPOIL_ORDER,      /* the first and the last move are exchanged */
    SPOIL_EJECTIONS,  /* one of the ejecting moves found alone is another one */
    SPOIL_COUNT,      /* pushes are counted twice */
    SPOIL_BITS,       /* a move that pushes two says that it pushes one */
    SPOIL_KEY,        /* an ejection is missing from the key */
    SPOIL_UNMAKE,     /* a move that ejects does not take the quiet plies back */
    SPOIL_TEXT,       /* broadside moves are written with the larger end first */
    SPOIL_READ,       /* a move is read as the one before it in the list */
    SPOIL_LEGAL,      /* what a move says that it pushes is not looked at */
    SPOIL_OUTCOME,    /* a stuck side draws where it should lose, and the other way round */
    SPOIL_LIMIT,      /* the score decides where it should not, and the other way round */
    SPOIL_CENTRE,     /* the centre rule comes a turn late */
    SPOIL_LINE,       /* so does the rule of the line */
    SPOIL_SYMMETRY,   /* a turned board is taken for a reflected one */
    SPOIL_PERFT,      /* one leaf is missing */
    SPOIL_NEIGHBOUR,  /* the teams are missing from the key */
    SPOIL_KERNEL,     /* the special kernel makes one move another one */
    SPOIL_TURN,       /* who leaves is not passed over at once */
    SPOIL_KO,         /* the rule of ko is not kept */
    SPOIL_REPETITION, /* a repetition comes one late */
    SPOIL_DEPARTURE,  /* who resigns is said to have left by time */
    SPOIL_TAKEBACK    /* one move too many is taken back */
};

/* What has been met. */
#define MET_MAP(X)                                                                                 \
    X(POSITIONS, "positions")                                                                      \
    X(SPECIAL, "with more than two plain sides")                                                   \
    X(MOVES, "moves")                                                                              \
    X(PUSH_1, "pushes of one")                                                                     \
    X(PUSH_2, "pushes of two")                                                                     \
    X(MIXED, "pushes of two colours")                                                              \
    X(EJECTIONS, "ejections")                                                                      \
    X(NEUTRAL_OUT, "ejections of nobody's marbles")                                                \
    X(CENTRAL_OUT, "ejections of the central one")                                                 \
    X(BROADSIDES, "broadside moves")                                                               \
    X(PARTNERS, "lines with a partner's marbles")                                                  \
    X(PASSED, "passings over")                                                                     \
    X(LEFT, "departures")                                                                          \
    X(STUCK, "positions without a move")                                                           \
    X(ENDS, "ends")                                                                                \
    X(BY_SCORE, "wins by score")                                                                   \
    X(BY_CENTRE, "wins by the centre")                                                             \
    X(BY_LINE, "wins by the line")                                                                 \
    X(IMAGES, "images")                                                                            \
    X(PERFTS, "perfts")                                                                            \
    X(CHANGED, "changed positions")                                                                \
    X(KERNELS, "runs of other kernels")                                                            \
    X(GAMES, "games")                                                                              \
    X(PLIES, "plies of games")                                                                     \
    X(KOS, "moves that ko forbids")                                                                \
    X(KO_STUCK, "games that ko ends")                                                              \
    X(REPEATED, "games drawn by repetition")                                                       \
    X(TAKEN_BACK, "moves taken back")                                                              \
    X(ALONE, "games won by being left")

enum met {
#define X(code, text) MET_##code,
    MET_MAP(X)
#undef X
        METS
};

struct tally {
    uint64_t count[METS];
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

/* Says what differs and where. Always false. */
__attribute__((format(printf, 3, 4))) bool
report(const struct comparison *c, const struct model_position *position, const char *format, ...);

void convert(const struct ground *ground, const paua_position *from, struct model_position *to);
bool identical(const paua_position *a, const paua_position *b);
bool same_outcome(const struct model_outcome *wanted, paua_outcome got);

/* Rules whose limits are close to what the position has, on both sides. */
void draw_ends(struct comparison *c, const struct model_position *position, struct model_ends *ends,
               paua_rules *rules);

/* False, with a report on stdout, where anything differs. On return c->expected[] holds the model's
 * *count moves, in some order. `position` is the model's; *same is the library's idea of it, which
 * came about in some other way than through text. */
bool check_position(struct comparison *c, const struct model_position *position,
                    const paua_position *same, int *count);

/* Parts of it. */
bool check_outcome(struct comparison *c, const struct model_position *position,
                   const paua_position *same, int count);
bool check_images(struct comparison *c, const struct model_position *position,
                  const paua_position *same);
bool check_perft(struct comparison *c, const struct model_position *position,
                 const paua_position *same, bool slowly);
bool check_neighbour(struct comparison *c, const struct model_position *position,
                     const paua_position *same);
bool check_kernels(struct comparison *c, const struct model_position *position,
                   const paua_position *same);

/* A whole game from here, with departures, take-backs and everything else that a history decides. */
bool check_game(struct comparison *c, const struct model_position *start,
                const paua_position *same);

/* The library's position of a model's text; NULL is allowed for nothing. */
bool read_position(struct comparison *c, const struct model_position *position, paua_position *out);

#endif
