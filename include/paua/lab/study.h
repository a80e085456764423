/* lab/study.h - studying a solved board: constellations, their classes, options, and optimal play.
 *
 * The words are those of "Solving Abalone on Small Boards" (section 1.2). A constellation is a
 * board with marbles of two players and no side to move; constellations that a symmetry of the
 * board makes equal are isomorphic. Values come from a solve or from a table; an oracle stands
 * for either.
 *
 * Research: no promise about its functions and structs from one version to the next.
 */
#ifndef PAUA_LAB_STUDY_H
#define PAUA_LAB_STUDY_H

#include <paua/lab/solve.h>
#include <paua/rules.h>
#include <paua/table.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A source of values, and the rules they belong to. Plain data. `ask` does what
 * paua_solve_probe() does, for positions of `board` that nobody has won. An oracle of a solve
 * may be used by any number of threads, one of a probe by one at a time. */
typedef struct paua_oracle {
    const paua_board *board; /* borrowed */
    int marbles;             /* of each player at the start */
    int win;                 /* ejections that win */
    bool stuck_loses;        /* R12 */
    paua_status (*ask)(const paua_position *position, paua_value *value, int *remoteness,
                       void *context);
    void *context; /* borrowed */
} paua_oracle;

/* The solve is solved; it and the probe are borrowed and must outlive the oracle. */
PAUA_API paua_oracle paua_solve_oracle(const paua_solve *solve);
PAUA_API paua_oracle paua_probe_oracle(paua_probe *probe);

/* Two sets without a common cell; Black is the paper's Left, White its Gray or Right. */
typedef struct paua_constellation {
    paua_set black, white;
} paua_constellation;

/* Of all isomorphic ones the least: by black as a number, then by white. */
PAUA_API paua_constellation paua_constellation_canonical(const paua_board *board,
                                                         paua_constellation constellation);

/* The colours swapped; not canonical. */
PAUA_API paua_constellation paua_constellation_negative(paua_constellation constellation);

PAUA_API bool paua_constellation_isomorphic(const paua_board *board, paua_constellation a,
                                            paua_constellation b);

/* Whether it is isomorphic to its negative. */
PAUA_API bool paua_constellation_self_negative(const paua_board *board, paua_constellation a);

/* Calls back for every canonical constellation with these numbers of marbles, in rising order;
 * the callback returns false to end it. Returns PAUA_OK, PAUA_ERROR_BAD_ARGUMENT (more marbles than
 * cells), PAUA_ERROR_UNSUPPORTED (more than 32 cells) or PAUA_ERROR_NO_MEMORY. */
typedef bool (*paua_constellation_callback)(paua_constellation constellation, void *context);
PAUA_API paua_status paua_constellations_each(const paua_board *board, int black, int white,
                                              paua_constellation_callback callback, void *context);

/* The values of a constellation and its outcome class. */
typedef struct paua_verdict {
    paua_value value[2]; /* for the side that begins: [PAUA_BLACK], [PAUA_WHITE] */
    int remoteness[2];   /* plies, 0 for a draw */
    paua_class class_;   /* ends in _ because C++ has taken the word */
} paua_verdict;

/* The status is the oracle's. */
PAUA_API paua_status paua_study_verdict(const paua_oracle *oracle, paua_constellation constellation,
                                        paua_verdict *out);

/* The position of a constellation with this side to move; the numbers of ejected marbles follow
 * from it. Returns PAUA_OK, PAUA_ERROR_BAD_POSITION (the sets overlap or leave the board) or
 * PAUA_ERROR_NOT_FOUND (more marbles than at the start). */
PAUA_API paua_status paua_study_position(const paua_oracle *oracle,
                                         paua_constellation constellation, paua_side side,
                                         paua_position *out);

/* The result of a legal move for the side that makes it: value, plies to the end from before the
 * move (0 for a draw), and whether it wins at once by an ejection. The status is the oracle's. */
PAUA_API paua_status paua_study_move(const paua_oracle *oracle, const paua_position *position,
                                     paua_move move, paua_value *value, int *remoteness,
                                     bool *ends);

/* A choice of the side to move: an option in the paper's sense, with all the moves that lead to
 * constellations isomorphic to it. */
typedef struct paua_choice {
    paua_move move;        /* the first of them in the rules' order */
    int moves;             /* how many there are */
    paua_constellation to; /* canonical */
    bool ends;             /* the move wins at once by an ejection */
    paua_value value;      /* for the side that moves */
    int remoteness;        /* plies to the end from before the move, 0 for a draw */
    bool safe;             /* does not worsen the mover's result */
    bool best;             /* safe, and the quickest win or the slowest loss */
} paua_choice;

/* Every choice of this side: best first (quick wins, draws, slow losses), equal ones in the
 * order of `to`. `choices` has room for PAUA_MOVES_MAX. The status is the oracle's. */
PAUA_API paua_status paua_study_choices(const paua_oracle *oracle, paua_constellation constellation,
                                        paua_side side, paua_choice *choices, int *count);

/* The graph of play from a constellation: nodes are positions, edges are choices of a kind. */
typedef struct paua_graph paua_graph;

typedef enum paua_play {
    PAUA_PLAY_ALL,  /* every choice */
    PAUA_PLAY_SAFE, /* the safe ones of both sides: the paper's safe options */
    PAUA_PLAY_BEST  /* the best ones of both sides */
} paua_play;

/* A canonical constellation with a side to move. Nodes are numbered breadth first; 0 is the
 * start. */
typedef struct paua_node {
    paua_constellation at;
    paua_side side;
    paua_value value; /* for that side */
    int remoteness;   /* plies to the end */
    int depth;        /* plies from node 0 */
    int first, edges; /* its edges: first .. first+edges-1 */
} paua_node;

typedef struct paua_edge {
    paua_choice choice;
    int to; /* a node, or -1: the move ends the game */
} paua_edge;

/* At most nodes_max nodes. Returns PAUA_OK, PAUA_ERROR_UNSUPPORTED (more nodes),
 * PAUA_ERROR_NO_MEMORY, or the oracle's status. */
PAUA_API paua_status paua_graph_new(const paua_oracle *oracle, paua_constellation from,
                                    paua_side side, paua_play play, int nodes_max,
                                    paua_graph **out);
PAUA_API void paua_graph_free(paua_graph *graph); /* NULL is allowed */
PAUA_API int paua_graph_nodes(const paua_graph *graph);
PAUA_API int paua_graph_edges(const paua_graph *graph);
PAUA_API const paua_node *paua_graph_node(const paua_graph *graph, int i);
PAUA_API const paua_edge *paua_graph_edge(const paua_graph *graph, int i);

/* An optimal line from a position: the move of the first choice of each side until the game
 * ends, a constellation repeats up to symmetry with the same side to move, or `max` moves are
 * written. *ended: the game ended. The status is the oracle's, or PAUA_ERROR_NO_MEMORY. */
PAUA_API paua_status paua_study_line(const paua_oracle *oracle, const paua_position *from,
                                     paua_move *moves, int max, int *count, bool *ended);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_LAB_STUDY_H */
