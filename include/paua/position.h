/* position.h - the state of one game between two moves, and what a move is.
 *
 * A position holds the marbles of two to six players, those of no player, the marbles each player
 * has ejected, and who moves. It does not hold the board's shape (board.h) nor the earlier
 * positions (game.h). Every function takes the board that the position was set up on; handing over
 * another one is the caller's error.
 */
#ifndef PAUA_POSITION_H
#define PAUA_POSITION_H

#include <paua/board.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The players in the order in which they move; their letters in positions are b w r g y p. */
typedef enum paua_side {
    PAUA_BLACK,
    PAUA_WHITE,
    PAUA_RED,
    PAUA_GREEN,
    PAUA_YELLOW,
    PAUA_PURPLE,
    PAUA_PLAYERS_MAX
} paua_side;

#define PAUA_SIDES       2                         /* players of the game for two */
#define PAUA_OTHER(side) ((paua_side)(1 - (side))) /* the opponent in a game for two */

/* Plain data: copy it with =, compare it with paua_position_same().
 * The first two players' marbles and all that a game for two changes lie together in front. */
typedef struct paua_position {
    uint64_t key; /* Zobrist key of all below but ply and quiet */
    /* Players' marbles ejected BY each player. Together with the marbles that the other players
     * still have they are at most 61. */
    uint8_t ejected[PAUA_PLAYERS_MAX];
    uint16_t ply; /* number of the next move, from 1; stays at 65535 */
    /* A paua_side. With three and more players a player who cannot move, or has left, is passed
     * over (R11); if nobody can move it is one who has not left. */
    uint8_t to_move;
    uint8_t players; /* 2 .. 6 */
    uint16_t quiet;  /* plies since the last ejection; stays at 65535 */
    /* Bit p: player p has left the game, by resigning or by time (R15), and is passed over; 0 in a
     * game for two. */
    uint8_t out;
    uint8_t teams;                      /* a paua_teams */
    uint8_t crowned;                    /* 1 + the player who ejected the central marble, or 0 */
    uint8_t reserved;                   /* zero */
    paua_set marbles[PAUA_PLAYERS_MAX]; /* each player's marbles; no two sets overlap */
    /* Marbles that no player owns: anybody may push them, and they score for nobody (R18). */
    paua_set neutral;
    paua_set central; /* at most one neutral marble: ejecting it wins the game (R18) */
    paua_set fixed;   /* marbles that cannot be moved, such as the pillar (R17) */
} paua_position;

/* The players of this player's team as bits, the player included. */
PAUA_API unsigned paua_position_team(const paua_position *position, paua_side side);

/* The score that counts towards a win: the marbles ejected by the player's team. */
PAUA_API int paua_position_score(const paua_position *position, paua_side side);

/* A move names its marbles and a direction (R9), and how many marbles it pushes in the position it
 * was generated for:
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
 * No move has the value 0. */
typedef uint16_t paua_move;

#define PAUA_NO_MOVE ((paua_move)0)

/* An upper bound on the moves of any position on any board: at most one in-line move for each cell
 * and neighbour (312 on 5x5x5, the most), and at most half of the 960 broadside shifts, because
 * each excludes its opposite. */
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
    uint8_t to_move;
    uint8_t victim; /* owner of the ejected marble: a paua_side, or a kind private to the rules */
    bool special;   /* made by the kernel for teams, neutral marbles and more than two players */
} paua_undo;

/* Completes a position whose other fields are set: passes over players who cannot move (three and
 * more players) and computes the key. Returns PAUA_OK, or PAUA_ERROR_BAD_POSITION if
 * paua_position_check() would (*position unchanged). */
PAUA_API paua_status paua_position_complete(const paua_board *board, paua_position *position);

/* Takes a player out of a game of three or more (R15); the turn passes on if it was that player's.
 * Returns PAUA_OK, or PAUA_ERROR_BAD_ARGUMENT (two players, no such player, already out, or the
 * last one left). */
PAUA_API paua_status paua_position_leave(const paua_board *board, paua_position *position,
                                         paua_side side);

/* A position for two players from two sets of cells; ply 1, nothing ejected, key computed.
 * Returns PAUA_OK, or PAUA_ERROR_BAD_POSITION if the sets overlap or leave the board (*out
 * unchanged). */
PAUA_API paua_status paua_position_setup(const paua_board *board, paua_set black, paua_set white,
                                         paua_side to_move, paua_position *out);

/* The Zobrist key computed from the other fields; position->key is not read. */
PAUA_API uint64_t paua_position_key(const paua_board *board, const paua_position *position);

/* Checks every invariant stated above, the key included. Slow: for boundaries and debug builds.
 * Returns PAUA_OK or PAUA_ERROR_BAD_POSITION. */
PAUA_API paua_status paua_position_check(const paua_board *board, const paua_position *position);

/* Whether all fields but ply and quiet are equal. */
PAUA_API bool paua_position_same(const paua_position *a, const paua_position *b);

/* Makes a legal move. A move that is not legal in the position is the caller's error:
 * call paua_move_legal() first where the move comes from outside. */
PAUA_API void paua_position_make(const paua_board *board, paua_position *position, paua_move move,
                                 paua_undo *undo);

/* Unmakes the last move, with the undo that paua_position_make() filled for it. */
PAUA_API void paua_position_unmake(const paua_board *board, paua_position *position, paua_move move,
                                   const paua_undo *undo);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_POSITION_H */
