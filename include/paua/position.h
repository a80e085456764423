/* position.h - the state of one game between two moves, and what a move is.
 *
 * A position holds the marbles of both sides, the marbles each side has
 * ejected, and who moves. It does not hold the board's shape (board.h) nor the
 * earlier positions (game.h). Every function takes the board that the position
 * was set up on; handing over another one is the caller's error.
 */
#ifndef PAUA_POSITION_H
#define PAUA_POSITION_H

#include <paua/board.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum paua_side { PAUA_BLACK, PAUA_WHITE, PAUA_SIDES } paua_side;

#define PAUA_OTHER(side) ((paua_side)(1 - (side)))

/* Plain data: copy it with =, compare it with paua_position_same().
 * No two fields that make and unmake write lie in one 4-byte word: a compiler may read such a word
 * whole, and the processor then waits for both writes. */
typedef struct paua_position {
    paua_set marbles[PAUA_SIDES]; /* cells each side stands on; they never overlap */
    uint64_t key;                 /* Zobrist key of marbles, ejected and to_move */
    uint8_t ejected[PAUA_SIDES];  /* marbles ejected BY each side; with those that the other side
                                     still has at most PAUA_CELLS_MAX */
    uint16_t ply;                 /* number of the next move, from 1; stays at 65535 */
    uint8_t to_move;              /* a paua_side */
    uint8_t reserved;             /* zero */
    uint16_t quiet;               /* plies since the last ejection; stays at 65535 */
} paua_position;

/* A move names its marbles and a direction (R9), and carries what it does to the
 * other side in the position it was generated for:
 *
 *   15   14      13 12    11 10 9   8 7 6      5 4 3 2 1 0
 *   0    ejects  pushed   shape     direction  cell
 *
 *   shape 1..3  in-line: that many marbles; cell is the trailing one
 *   shape 4, 6  broadside: 2 or 3 marbles on the axis (direction + 1) % 3
 *   shape 5, 7  broadside: 2 or 3 marbles on the axis (direction + 2) % 3;
 *               cell is the end from which the line runs E, NE or NW: the end
 *               with the smaller coordinates (row letter, then number)
 *
 * Two moves of one position are equal if and only if their low 12 bits are.
 * 0 is no move. */
typedef uint16_t paua_move;

#define PAUA_NO_MOVE ((paua_move)0)

/* More moves than any position of any board has: see rules/generate.c for the count. */
#define PAUA_MOVES_MAX 1260

static inline int paua_move_cell(paua_move m)
{
    return m & 63;
}
static inline paua_direction paua_move_direction(paua_move m)
{
    return (paua_direction)((m >> 6) & 7);
}
static inline int paua_move_shape(paua_move m)
{
    return (m >> 9) & 7;
}
static inline bool paua_move_broadside(paua_move m)
{
    return paua_move_shape(m) > 3;
}
/* Marbles of the mover that move: 1 .. 3. */
static inline int paua_move_count(paua_move m)
{
    return paua_move_broadside(m) ? paua_move_shape(m) / 2 : paua_move_shape(m);
}
/* Marbles pushed, 0 .. 2, and whether the last of them is ejected. */
static inline int paua_move_pushed(paua_move m)
{
    return (m >> 12) & 3;
}
static inline bool paua_move_ejects(paua_move m)
{
    return ((m >> 14) & 1) != 0;
}
/* The direction from paua_move_cell() to the other moved marbles: that of the move itself
 * for an in-line move, E, NE or NW for a broadside one. */
static inline paua_direction paua_move_axis(paua_move m)
{
    int d = (int)paua_move_direction(m);
    return (paua_direction)(paua_move_broadside(m) ? (d + 1 + paua_move_shape(m) % 2) % 3 : d);
}

/* What paua_position_unmake() needs; filled by paua_position_make(). */
typedef struct paua_undo {
    uint64_t key;
    uint16_t ply;
    uint16_t quiet;
} paua_undo;

/* Sets *out up from two sets of cells; ply 1, nothing ejected, key computed.
 * Returns PAUA_OK, or PAUA_BAD_POSITION if the sets overlap or leave the board (*out unchanged). */
PAUA_API paua_status paua_position_setup(const paua_board *board, paua_set black, paua_set white,
                                         paua_side to_move, paua_position *out);

/* The key computed from nothing but marbles, ejected and to_move. */
PAUA_API uint64_t paua_position_key(const paua_board *board, const paua_position *position);

/* Checks every invariant stated above, the key included. Slow: for boundaries and debug builds.
 * Returns PAUA_OK or PAUA_BAD_POSITION. */
PAUA_API paua_status paua_position_check(const paua_board *board, const paua_position *position);

/* Same marbles, ejections and side to move; ply and quiet do not count. */
PAUA_API bool paua_position_same(const paua_position *a, const paua_position *b);

/* Plays a legal move. A move that is not legal in the position is the caller's error:
 * ask paua_move_legal() first where the move comes from outside. */
PAUA_API void paua_position_make(const paua_board *board, paua_position *position, paua_move move,
                                 paua_undo *undo);

/* Takes back the move that was made last, with the undo that its make filled. */
PAUA_API void paua_position_unmake(const paua_board *board, paua_position *position, paua_move move,
                                   const paua_undo *undo);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_POSITION_H */
