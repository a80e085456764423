/* lab/solve.h - solving a small board strongly: the value and the remoteness of every position.
 *
 * A solve decides every position of a board in which each player has at most the given marbles
 * and neither has yet ejected enough to win: whether the side to move wins, loses or draws under
 * perfect play (infinite play is a draw, R12 applies), and its remoteness, the number of plies
 * to the end when the winner hurries and the loser delays. It works by retrograde analysis,
 * layer by layer from the fewest marbles up; a layer is all positions with given numbers of
 * marbles of the side to move and of the other side.
 *
 * A solve owns its state; several may run in one process. One call at a time for each solve,
 * except paua_solve_stop().
 *
 * Research: no promise about its functions and structs from one version to the next.
 */
#ifndef PAUA_LAB_SOLVE_H
#define PAUA_LAB_SOLVE_H

#include <paua/rules.h>
#include <paua/table.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct paua_solve paua_solve;

#define PAUA_SOLVE_CELLS_MAX   32
#define PAUA_SOLVE_SWEEP_CELLS 14 /* at most, by PAUA_SOLVE_SWEEP */
#define PAUA_SOLVE_MARBLES_MAX 15
#define PAUA_SOLVE_THREADS_MAX 256

typedef enum paua_solve_method {
    PAUA_SOLVE_RETROGRADE,
    PAUA_SOLVE_SWEEP /* value iteration, one thread, small boards: to compare with */
} paua_solve_method;

typedef struct paua_solve_options {
    int marbles;            /* of each player at the start, 1 .. PAUA_SOLVE_MARBLES_MAX */
    int win;                /* ejections that win, 1 .. marbles */
    bool stuck_loses;       /* R12: a side that cannot move loses instead of drawing */
    int method;             /* a paua_solve_method */
    int threads;            /* 1 .. PAUA_SOLVE_THREADS_MAX */
    size_t memory_bytes;    /* upper limit; 0: none */
    const char *checkpoint; /* file for the state, or NULL; borrowed, must outlive the solve */
    int64_t checkpoint_ms;  /* least time between checkpoints; one is also written after a stop */
} paua_solve_options;

/* Prepares a solve of this board (borrowed, at most 32 cells). Nothing large is allocated yet.
 * Returns PAUA_OK, PAUA_ERROR_BAD_ARGUMENT (options out of range, more marbles than cells),
 * PAUA_ERROR_UNSUPPORTED (more cells, or too many positions to number), or PAUA_ERROR_NO_MEMORY
 * (memory_bytes is too little: paua_solve_bytes()). */
PAUA_API paua_status paua_solve_new(const paua_board *board, const paua_solve_options *options,
                                    paua_solve **out);
PAUA_API void paua_solve_free(paua_solve *solve); /* NULL is allowed */

/* Bytes that a solve with these options allocates at its peak, 0 if it cannot be done; and
 * positions before symmetry. positions may be NULL. */
PAUA_API uint64_t paua_solve_bytes(const paua_board *board, const paua_solve_options *options,
                                   uint64_t *positions);

/* Progress. Called from time to time on the thread that runs the solve. */
typedef struct paua_solve_progress {
    int own, opp;      /* layer being solved */
    const char *phase; /* "self-check", "moves", "remoteness", "draws", "verify" */
    int remoteness;    /* plies, in the phase "distance" */
    double done;       /* 0 .. 1 of the layer's phase */
    double all;        /* 0 .. 1 of the whole run, estimated; 0: unknown */
    /* Why the last checkpoint could not be written: an errno; 0: it was, or none was due. The
     * callback is called at once when one fails, and the solve goes on. */
    int checkpoint_error;
} paua_solve_progress;

typedef void (*paua_solve_callback)(const paua_solve_progress *progress, void *context);

/* Solves what is not solved yet. callback may be NULL. Returns PAUA_OK, PAUA_ERROR_UNSUPPORTED (a
 * position with more than 126 moves), PAUA_ERROR_CONFLICT (stopped; another call continues) or
 * PAUA_ERROR_NO_MEMORY: the few remoteness values that do not fit a byte take memory that
 * paua_solve_bytes() does not count. */
PAUA_API paua_status paua_solve_run(paua_solve *solve, paua_solve_callback callback, void *context);

/* What a self-check found. */
typedef struct paua_self_check {
    uint64_t positions;     /* checked, the last one included */
    const char *fault;      /* end of a sentence that begins with the position; NULL: none found */
    paua_position position; /* the one with the fault, Black to move */
} paua_self_check;

/* Tests the solver's own view of the game, before or after paua_solve_run(): its moves are those
 * of the rules, predecessors are the inverse of moves, symmetries change neither moves nor
 * slots, slots lead back to their positions. `positions` positions in all are drawn by the seed
 * from every layer; a layer that has fewer is checked completely. Returns PAUA_OK, also when a
 * fault was found, or PAUA_ERROR_CONFLICT (stopped). */
PAUA_API paua_status paua_solve_self_check(paua_solve *solve, uint64_t positions, uint64_t seed,
                                           paua_solve_callback callback, void *context,
                                           paua_self_check *check);

/* Makes the running call, or the next one, return soon. From any thread or signal handler. */
PAUA_API void paua_solve_stop(paua_solve *solve);

/* Compares every record with the values of the positions its moves lead to, remoteness included.
 * *bad is the number of wrong records. Returns PAUA_OK, PAUA_ERROR_BAD_ARGUMENT (not solved), or
 * PAUA_ERROR_CONFLICT (stopped). */
PAUA_API paua_status paua_solve_verify(paua_solve *solve, paua_solve_callback callback,
                                       void *context, uint64_t *bad);

/* Continues from a checkpoint that a solve of the same board, marbles and rules has written;
 * threads and method may differ. Before paua_solve_run(). Returns PAUA_OK, PAUA_ERROR_IO (errno
 * says why), PAUA_ERROR_NOT_FOUND (no such file), PAUA_ERROR_CORRUPT (truncated, altered or of
 * another version), PAUA_ERROR_CONFLICT (of another solve) or PAUA_ERROR_NO_MEMORY. */
PAUA_API paua_status paua_solve_resume(paua_solve *solve, const char *path);

/* A solve with the board, options and results of a table, to verify them or to count classes. It
 * owns a copy of everything; the table may be closed. Returns PAUA_OK, PAUA_ERROR_CORRUPT (a
 * damaged block) or PAUA_ERROR_NO_MEMORY. */
PAUA_API paua_status paua_solve_load(const paua_table *table, int threads, paua_solve **out);

/* Writes the results as a table (table.h); the file is replaced as a whole or not at all.
 * Returns PAUA_OK, PAUA_ERROR_BAD_ARGUMENT (not solved), PAUA_ERROR_IO (errno says why),
 * PAUA_ERROR_NO_MEMORY or PAUA_ERROR_CONFLICT (stopped). */
PAUA_API paua_status paua_solve_write(paua_solve *solve, const char *path);

/* The first wrong records that the last verification found, at most ten: the position, Black to
 * move, and the contents of its record. */
typedef struct paua_solve_fault {
    paua_position position;
    paua_value value;
    int remoteness;
} paua_solve_fault;

PAUA_API int paua_solve_faults(const paua_solve *solve);
PAUA_API const paua_solve_fault *paua_solve_fault_at(const paua_solve *solve, int i);

/* The board that is solved. */
PAUA_API const paua_board *paua_solve_board(const paua_solve *solve);

/* Layers, from the one that begins the game down; 0 before the solve is done. */
PAUA_API int paua_solve_layers(const paua_solve *solve);
PAUA_API paua_layer_counts paua_solve_layer(const paua_solve *solve, int i);

/* Outcome classes of constellations, boards without a side to move ("Solving Abalone on Small
 * Boards", section 1.2, and three classes that it leaves out): who wins when Black begins, and
 * who when White (Gray) begins. */
#define PAUA_CLASS_MAP(X)                                                                          \
    X(L, "L")             /* Black, Black */                                                       \
    X(R, "R")             /* Gray, Gray */                                                         \
    X(D, "D")             /* nobody, nobody */                                                     \
    X(N, "N")             /* who begins */                                                         \
    X(P, "P")             /* who does not begin */                                                 \
    X(N_HAT, "N-hat")     /* Black, nobody */                                                      \
    X(N_CHECK, "N-check") /* nobody, Gray */                                                       \
    X(P_HAT, "P-hat")     /* nobody, Black */                                                      \
    X(P_CHECK, "P-check") /* Gray, nobody */

typedef enum paua_class {
#define X(code, name) PAUA_CLASS_##code,
    PAUA_CLASS_MAP(X)
#undef X
        PAUA_CLASS_COUNT
} paua_class;

PAUA_API const char *
paua_class_name(int class_number); /* "L", ..., "P-check"; NULL for other numbers */

/* The class of a constellation from its values when Black begins and when White does. */
PAUA_API paua_class paua_class_of(paua_value black, paua_value white);

/* Non-isomorphic constellations of the top layer by class; and their number when each is counted
 * together with its negative, the colours swapped. */
typedef struct paua_class_counts {
    uint64_t constellations, up_to_negation;
    uint64_t count[PAUA_CLASS_COUNT];
} paua_class_counts;

/* PAUA_OK, PAUA_ERROR_BAD_ARGUMENT (not solved) or PAUA_ERROR_CONFLICT (stopped). */
PAUA_API paua_status paua_solve_classes(paua_solve *solve, paua_class_counts *out);

/* The value of a position and its remoteness in plies (0 for a draw). Only the marbles and the
 * side to move count: the number of ejected marbles follows from them. Returns PAUA_OK,
 * PAUA_ERROR_BAD_ARGUMENT (not solved), or PAUA_ERROR_NOT_FOUND (marbles of no layer). */
PAUA_API paua_status paua_solve_probe(const paua_solve *solve, const paua_position *position,
                                      paua_value *value, int *remoteness);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_LAB_SOLVE_H */
