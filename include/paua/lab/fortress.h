/* lab/fortress.h - whether a side can defend for ever: a proof by a closed set, and a search.
 *
 * Fortress: the side that defends has, whatever the other plays and wherever its marbles go, always
 * a move after which none of its own marbles can be pushed. So it never loses a marble, and the
 * game does not end by ejections against it.
 *
 * The proof does not follow the attacker's marbles, of which there are too many arrangements. It
 * follows the defender's: an arrangement is the cells of the defender's marbles and the cells
 * outside, those that a path of cells without a defender's marble joins to an attacker's. The moves
 * considered are those onto enclosed cells, which no attacker can enter, so that nothing can block
 * them. All arrangements that such moves lead to are listed. One of them is safe if, for every
 * choice of at most as many cells outside as the attacker has marbles, the defender has a move to a
 * safe arrangement in which no attackers on these cells could push (R7: a run of one needs two
 * attackers behind it in line, a run of two needs three; a longer run, or one with less room behind
 * it, cannot be pushed). What is left after all others have been struck out is a closed set: the
 * defender can stay in it for ever. The proof is sound and not complete: a side may hold a position
 * that it does not cover, by pushing back for example.
 *
 * The search is the engine's: full-width, to a depth, whether the attacker can force an ejection.
 *
 * Two players without neutral or fixed marbles. Every function but the search is thread-safe.
 *
 * Research: no promise about its functions and structs from one version to the next.
 */
#ifndef PAUA_LAB_FORTRESS_H
#define PAUA_LAB_FORTRESS_H

#include <paua/search.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Arrangements listed at most; beyond them nothing is proved. */
#define PAUA_FORTRESS_SETS 2048

typedef struct paua_fortress {
    bool proved;
    int sets; /* safe arrangements of the closed set; 0 unless it is proved */
    /* A safe move in the position, where the side has the turn; else PAUA_NO_MOVE. */
    paua_move move;
} paua_fortress;

/* Whether `side` stands in a fortress in this position, with its turn or without. Returns PAUA_OK,
 * PAUA_ERROR_UNSUPPORTED (other players or marbles), PAUA_ERROR_BAD_ARGUMENT (no such side) or
 * PAUA_ERROR_NO_MEMORY. */
PAUA_API paua_status paua_fortress_prove(const paua_board *board, const paua_position *position,
                                         paua_side side, paua_fortress *out);

/* What to play in one arrangement of a fortress once attackers stand on certain cells. */
typedef struct paua_fortress_answer {
    int arrangement; /* its number, from 1; 1 is that of the position */
    int arrangements;
    paua_set marbles; /* of the defender, in this arrangement */
    paua_set taken;   /* the answer holds when attackers stand on all of these; 0: always */
    paua_move move;   /* safe unless a later answer holds, too */
    int to;           /* the arrangement after the move */
} paua_fortress_answer;

/* Reports an answer to every attack, by arrangement. Of those of one arrangement the last counts
 * whose cells are all taken: after its move nothing can be pushed, wherever else attackers stand.
 * Calls nothing where no fortress is proved. Returns as paua_fortress_prove(). */
PAUA_API paua_status paua_fortress_answers(
    const paua_board *board, const paua_position *position, paua_side side,
    void (*each)(const paua_fortress_answer *answer, void *context), void *context);

/* Whether the opponent of `side` can force the ejection of one of its marbles within `depth` plies
 * from the position of the game, against best defence; ejections by `side` itself, repetitions and
 * the rules' limits do not count. *plies becomes the number of plies that it takes, or 0 if it
 * cannot be forced; `line` (room for PAUA_DEPTH_MAX moves, *count of them) how. Returns PAUA_OK,
 * PAUA_ERROR_UNSUPPORTED, PAUA_ERROR_BAD_ARGUMENT (depth not in 1 .. PAUA_DEPTH_MAX) or
 * PAUA_ERROR_NO_MEMORY. When the engine has been stopped, *depth_done is less than `depth` and
 * nothing is said beyond it. */
PAUA_API paua_status paua_ejection_forced(paua_engine *engine, const paua_game *game,
                                          paua_side side, int depth, int *plies, paua_move *line,
                                          int *count, int *depth_done);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_LAB_FORTRESS_H */
