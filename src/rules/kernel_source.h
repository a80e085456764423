/* kernel_source.h - the source of every kernel (kernel.h). The file that includes it defines
 *   KERNEL          the name of the struct kernel to define
 *   KERNEL_FULL     1: the geometry of the 5x5x5 board as constants; 0: that of any board
 *   KERNEL_SPECIAL  1: two to six players, teams, neutral and fixed marbles; 0: two plain sides
 *
 * A legal move depends only on whether a cell is the mover's, another player's, empty or off the
 * board (struct camps); the owner of a pushed marble matters only when the move is made.
 *
 * All marbles of a set are stepped at once. A step back from a set in direction d gives the cells
 * whose d-neighbour is in the set.
 */
#include <assert.h>

#include "board/shape.h"
#include "rules/kernel.h"
#include "rules/key.h"
#include "rules/teams.h"

#if KERNEL_FULL
#define SHAPE(board) ((void)(board), &board_full_shape)
#else
#define SHAPE(board) (&(board)->shape)
#endif

/* Loops over directions are unrolled, so that with a constant geometry every shift count is a
 * constant; not in WebAssembly, where size counts. */
#if defined(__OPTIMIZE_SIZE__)
#define UNROLLED
#elif defined(__clang__)
#define UNROLLED _Pragma("unroll")
#else
#define UNROLLED _Pragma("GCC unroll 6")
#endif

#define KERNEL_INLINE static inline __attribute__((always_inline))

/* board_step() without its mask: the result also has cells reached by wrapping around the edge, and
 * bits outside the board; the caller applies another mask. */
KERNEL_INLINE paua_set turn_set(const struct board_shape *shape, paua_set set, int direction)
{
    return set << shape->turn[direction] | set >> (shape->ring - shape->turn[direction]);
}

/* The cells from the perspective of the side to move. */
struct camps {
    paua_set mine;    /* marbles that may be the trailing one of a line, or move broadside */
    paua_set friends; /* marbles that a line may consist of: mine and those of a partner (R19) */
    paua_set others;  /* marbles that may be pushed */
    paua_set empty;
};

/* The camps of a position for the side to move. */
KERNEL_INLINE struct camps camps_of(const struct board_shape *shape, const paua_position *position)
{
    struct camps camps;
    camps.mine = position->marbles[position->to_move];
#if KERNEL_SPECIAL
    paua_set all = position->neutral;
    for (int side = 0; side < PAUA_PLAYERS_MAX; side++)
        all |= position->marbles[side];
    camps.friends = camps.mine;
    if (position->teams)
        camps.friends |=
            position->marbles[teams_partner((paua_teams)position->teams, position->to_move)];
    camps.others = all ^ camps.friends;
    camps.empty = shape->all ^ all ^ position->fixed;
#else
    camps.friends = camps.mine;
    camps.others = position->marbles[PAUA_OTHER(position->to_move)];
    camps.empty = shape->all ^ camps.mine ^ camps.others;
#endif
    return camps;
}

/* Those of a set of friends that may trail a line. */
#if KERNEL_SPECIAL
#define TRAILING(camps, set) ((set) & (camps).mine)
#else
#define TRAILING(camps, set) (set)
#endif

/* The opponent's marbles standing at the head of a row that can be pushed in one direction: the
 * nearest of one (x1) or of two (x2), with room behind the last. */
struct heads {
    paua_set x1, x2;
};

/* Trailing marbles of the lines that can push such rows (R7): by number of marbles moved. */
struct pushers {
    paua_set two, three_by_one, three_by_two;
};

/* The heads of rows that can be pushed towards the cells with room behind them; `back` is opposite
 * to the direction of the push. */
KERNEL_INLINE struct heads heads_before(const struct board_shape *shape, paua_set others,
                                        paua_set room, int back)
{
    struct heads heads;
    heads.x1 = others & room;
    heads.x2 = others & board_step(shape, heads.x1, back);
    return heads;
}

/* The trailing marbles of the lines that can push these heads (R7). */
KERNEL_INLINE struct pushers pushers_of(const struct board_shape *shape, paua_set own,
                                        struct heads heads, int back)
{
    struct pushers p;
    paua_set front = own & board_step(shape, heads.x1, back);
    paua_set front_by_two = own & board_step(shape, heads.x2, back);
    p.two = own & board_step(shape, front, back);
    p.three_by_one = own & board_step(shape, p.two, back);
    p.three_by_two = own & board_step(shape, own & board_step(shape, front_by_two, back), back);
    return p;
}

#define MOVE_BITS(direction, shape, pushed, ejects)                                                \
    ((unsigned)(direction) << 6 | (unsigned)(shape) << 9 | (unsigned)(pushed) << 12 |              \
     (unsigned)(ejects) << 14)

/* Appends one move for each cell of the set. */
KERNEL_INLINE int append_moves(paua_move *moves, int count, paua_set cells, unsigned bits)
{
    while (cells)
        moves[count++] = (paua_move)((unsigned)bits_take(&cells) | bits);
    return count;
}

/* Appends the pushes of these heads in direction d. */
KERNEL_INLINE int append_pushes(const struct board_shape *shape, paua_move *moves, int count,
                                struct camps camps, struct heads heads, int d, unsigned ejects)
{
    struct pushers p = pushers_of(shape, camps.friends, heads, board_back(d));
    count = append_moves(moves, count, TRAILING(camps, p.two), MOVE_BITS(d, 2, 1, ejects));
    count = append_moves(moves, count, TRAILING(camps, p.three_by_one), MOVE_BITS(d, 3, 1, ejects));
    return append_moves(moves, count, TRAILING(camps, p.three_by_two), MOVE_BITS(d, 3, 2, ejects));
}

/* Appends the ejections: pushes of heads on the edge. */
KERNEL_INLINE int append_ejections(const struct board_shape *shape, paua_move *moves, int count,
                                   struct camps camps)
{
    UNROLLED for (int d = 0; d < PAUA_DIRECTION_COUNT; d++)
    {
        struct heads heads = heads_before(shape, camps.others, shape->edge[d], board_back(d));
        if (heads.x1)
            count = append_pushes(shape, moves, count, camps, heads, d, 1);
    }
    return count;
}

/* Lists the ejections alone. */
static void generate_ejections(const paua_board *board, const paua_position *position,
                               paua_move_list *list)
{
    const struct board_shape *shape = SHAPE(board);
    list->count = append_ejections(shape, list->moves, 0, camps_of(shape, position));
}

/* Lists all moves: ejections, other pushes, in-line moves, broadside moves. */
KERNEL_INLINE void generate_inlined(const paua_board *board, const paua_position *position,
                                    paua_move_list *list)
{
    const struct board_shape *shape = SHAPE(board);
    struct camps camps = camps_of(shape, position);
    paua_set own = camps.friends;
    paua_set free[PAUA_DIRECTION_COUNT]; /* friends with an empty cell before them */
    paua_move *moves = list->moves;
    int count = append_ejections(shape, moves, 0, camps);
    UNROLLED for (int d = 0; d < PAUA_DIRECTION_COUNT; d++)
    {
        paua_set before = board_step(shape, camps.empty, board_back(d));
        struct heads heads = heads_before(shape, camps.others, before, board_back(d));
        free[d] = own & before;
        if (own & board_step(shape, camps.others, board_back(d)))
            count = append_pushes(shape, moves, count, camps, heads, d, 0);
    }
    UNROLLED for (int d = 0; d < PAUA_DIRECTION_COUNT; d++)
    {
        paua_set two = own & board_step(shape, free[d], board_back(d));
        paua_set three = own & board_step(shape, two, board_back(d));
        count = append_moves(moves, count, TRAILING(camps, free[d]), MOVE_BITS(d, 1, 0, 0));
        count = append_moves(moves, count, TRAILING(camps, two), MOVE_BITS(d, 2, 0, 0));
        count = append_moves(moves, count, TRAILING(camps, three), MOVE_BITS(d, 3, 0, 0));
    }
    UNROLLED for (int d = 0; d < PAUA_DIRECTION_COUNT; d++) UNROLLED for (int k = 0; k < 2; k++)
    { /* the two axes that are not d's */
        int axis = (d + 1 + k) % 3;
        paua_set one = TRAILING(camps, free[d]);
        paua_set two = one & board_step(shape, one, board_back(axis));
        paua_set three = two & board_step(shape, two, board_back(axis));
        count = append_moves(moves, count, two, MOVE_BITS(d, 4 + k, 0, 0));
        count = append_moves(moves, count, three, MOVE_BITS(d, 6 + k, 0, 0));
    }
    list->count = count;
}

static void generate_moves(const paua_board *board, const paua_position *position,
                           paua_move_list *list)
{
    generate_inlined(board, position, list);
}

/* Whether the move's line of friends begins at its cell, and the cells in front of the line allow
 * exactly the push that the move names (R5, R7). */
KERNEL_INLINE bool in_line_is_legal(const struct board_shape *shape, struct camps camps,
                                    paua_move move)
{
    int d = (int)paua_move_direction(move), pushed = paua_move_pushed(move);
    paua_set at = TRAILING(camps, PAUA_SET(paua_move_cell(move)) & camps.friends);
    for (int i = 1; i < paua_move_shape(move); i++)
        at = board_step(shape, at, d) & camps.friends;
    if (!at || pushed >= paua_move_shape(move))
        return false;
    for (int i = 0; i < pushed && at; i++)
        at = board_step(shape, at, d) & camps.others;
    paua_set next = board_step(shape, at, d);
    return at && (paua_move_ejects(move) ? pushed && !next : (next & camps.empty) != 0);
}

/* Whether the move's line is the mover's own and every target cell is empty (R6). */
KERNEL_INLINE bool broadside_is_legal(const struct board_shape *shape, struct camps camps,
                                      paua_move move)
{
    int d = (int)paua_move_direction(move), axis = (int)paua_move_axis(move);
    paua_set at = PAUA_SET(paua_move_cell(move)) & camps.mine, line = at;
    for (int i = 1; i < paua_move_count(move); i++) {
        at = board_step(shape, at, axis) & camps.mine;
        line |= at;
    }
    return at && !paua_move_pushed(move) && !paua_move_ejects(move) &&
           bits_count(board_step(shape, line, d) & camps.empty) == paua_move_count(move);
}

/* Whether the move would be generated; any 16 bits are allowed. */
static bool is_legal(const paua_board *board, const paua_position *position, paua_move move)
{
    const struct board_shape *shape = SHAPE(board);
    struct camps camps = camps_of(shape, position);
    if (move >> 15 || paua_move_shape(move) == 0 || (int)paua_move_direction(move) > 5)
        return false;
    return paua_move_broadside(move) ? broadside_is_legal(shape, camps, move)
                                     : in_line_is_legal(shape, camps, move);
}

/* Counts the moves that generate() lists in one direction. Ejections and other pushes count alike:
 * there is room behind the pushed row. Lines of one length that move or push in a direction end in
 * different cells, so their sets are united before stepping back to the trailing marbles. No marble
 * on the edge towards d is in these sets, so one mask serves all steps back. */
KERNEL_INLINE int count_direction(const struct board_shape *shape, struct camps camps, int d)
{
    int back = board_back(d);
    paua_set own = camps.friends & shape->to[back];
    paua_set theirs = camps.others & shape->to[back];
    paua_set x1 = camps.others & (turn_set(shape, camps.empty, back) | shape->edge[d]);
    paua_set x2 = theirs & turn_set(shape, x1, back);
    paua_set free = own & turn_set(shape, camps.empty, back);
    paua_set front = own & turn_set(shape, x1, back);
    paua_set front_by_two = own & turn_set(shape, x2, back);
    paua_set two = own & turn_set(shape, free | front, back);
    paua_set two_by_two = own & turn_set(shape, front_by_two, back);
    paua_set three = own & turn_set(shape, two | two_by_two, back);
    paua_set one = TRAILING(camps, free);
    int count =
        bits_count(one) + bits_count(TRAILING(camps, two)) + bits_count(TRAILING(camps, three));
    UNROLLED for (int k = 0; k < 2; k++)
    {
        int back_on_axis = (d + 1 + k) % 3 + 3;
        paua_set pair = one & board_step(shape, one, back_on_axis);
        paua_set triple = pair & turn_set(shape, pair, back_on_axis);
        count += bits_count(pair) + bits_count(triple);
    }
    return count;
}

/* Counts the moves without listing them. */
KERNEL_INLINE int count_inlined(const paua_board *board, const paua_position *position)
{
    const struct board_shape *shape = SHAPE(board);
    struct camps camps = camps_of(shape, position);
    int count = 0;
    UNROLLED for (int d = 0; d < PAUA_DIRECTION_COUNT; d++) count +=
        count_direction(shape, camps, d);
    return count;
}

static int count_moves(const paua_board *board, const paua_position *position)
{
    return count_inlined(board, position);
}

#if KERNEL_SPECIAL
#include "rules/make_special.h"
#else

/* The cells that change for the other side: the first of the pushed row, and the one behind its
 * last marble unless that marble is ejected. */
KERNEL_INLINE paua_set pushed_cells(const struct board_shape *shape,
                                    const struct board_delta *delta, paua_move move)
{
    int d = (int)paua_move_direction(move);
    paua_set first = delta->cells & ~PAUA_SET(paua_move_cell(move));
    paua_set last = board_step(shape, first, d);
    if (paua_move_pushed(move) == 2)
        last = board_step(shape, last, d);
    return first | last; /* stepping off the board leaves nothing */
}

/* The change of the key by the mover's own marbles and the turn. */
KERNEL_INLINE uint64_t key_of_step(const struct board_delta *delta, int own)
{
    return key_of_side(delta->key, own) ^ KEY_WHITE_TO_MOVE;
}

/* The change of the key by the pushed marbles, which leave or enter these cells, and the score. */
KERNEL_INLINE uint64_t key_of_push(const paua_board *board, const paua_position *position, int own,
                                   paua_move move, paua_set pushed)
{
    uint64_t key = 0;
    while (pushed)
        key ^= key_of_side(board->key[bits_take(&pushed)], 1 - own);
    if (paua_move_ejects(move))
        key ^= key_of_ejected(own, position->ejected[own]) ^
               key_of_ejected(own, position->ejected[own] + 1);
    return key;
}

/* Makes a legal move and updates the key incrementally. */
KERNEL_INLINE void make_inlined(const paua_board *board, paua_position *position, paua_move move,
                                paua_undo *undo)
{
    const struct board_shape *shape = SHAPE(board);
    const struct board_delta *delta = &board->delta[move & (BOARD_DELTAS - 1)];
    int own = position->to_move, other = 1 - own;
    uint64_t key = position->key;
    undo->key = key;
    undo->ply = position->ply;
    undo->quiet = position->quiet;
    key ^= key_of_step(delta, own);
    position->marbles[own] ^= delta->cells;
    position->ply = (uint16_t)(position->ply + (position->ply != UINT16_MAX));
    position->quiet = (uint16_t)(position->quiet + (position->quiet != UINT16_MAX));
    position->to_move = (uint8_t)other;
    if (paua_move_pushed(move)) {
        paua_set pushed = pushed_cells(shape, delta, move);
        key ^= key_of_push(board, position, own, move, pushed);
        position->marbles[other] ^= pushed;
        if (paua_move_ejects(move)) {
            position->ejected[own]++;
            position->quiet = 0;
        }
    }
    position->key = key;
    assert(paua_position_check(board, position) == PAUA_OK);
}

/* Undoes make_inlined(). */
KERNEL_INLINE void unmake_inlined(const paua_board *board, paua_position *position, paua_move move,
                                  const paua_undo *undo)
{
    const struct board_shape *shape = SHAPE(board);
    const struct board_delta *delta = &board->delta[move & (BOARD_DELTAS - 1)];
    int other = position->to_move, own = 1 - other;
    position->marbles[own] ^= delta->cells;
    position->to_move = (uint8_t)own;
    position->key = undo->key;
    position->ply = undo->ply;
    position->quiet = undo->quiet;
    if (paua_move_pushed(move)) {
        position->marbles[other] ^= pushed_cells(shape, delta, move);
        position->ejected[own] = (uint8_t)(position->ejected[own] - paua_move_ejects(move));
    }
    assert(paua_position_check(board, position) == PAUA_OK);
}

/* The key that make would leave. */
static uint64_t key_after(const paua_board *board, const paua_position *position, paua_move move)
{
    const struct board_delta *delta = &board->delta[move & (BOARD_DELTAS - 1)];
    int own = position->to_move;
    uint64_t key = position->key ^ key_of_step(delta, own);
    if (paua_move_pushed(move))
        key ^= key_of_push(board, position, own, move, pushed_cells(SHAPE(board), delta, move));
    return key;
}

#endif /* KERNEL_SPECIAL */

static void make_move(const paua_board *board, paua_position *position, paua_move move,
                      paua_undo *undo)
{
    make_inlined(board, position, move, undo);
}

static void unmake_move(const paua_board *board, paua_position *position, paua_move move,
                        const paua_undo *undo)
{
    unmake_inlined(board, position, move, undo);
}

/* Whether somebody has won by ejections. */
static bool game_finished(const paua_position *position, int win)
{
#if KERNEL_SPECIAL
    return teams_winner(position, win) >= 0;
#else
    return position->ejected[PAUA_BLACK] >= win || position->ejected[PAUA_WHITE] >= win;
#endif
}

/* Perft with bulk counting: the last ply is counted, not made. */
static uint64_t perft_bulk(const paua_board *board, int win, paua_position *position, int depth)
{
    if (depth == 0)
        return 1;
    if (game_finished(position, win))
        return 0;
    if (depth == 1)
        return (uint64_t)count_inlined(board, position);
    paua_move_list list;
    paua_undo undo;
    uint64_t nodes = 0;
    generate_inlined(board, position, &list);
    for (int i = 0; i < list.count; i++) {
        make_inlined(board, position, list.moves[i], &undo);
        if (depth > 2)
            nodes += perft_bulk(board, win, position, depth - 1);
        else if (!game_finished(position, win))
            nodes += (uint64_t)count_inlined(board, position);
        unmake_inlined(board, position, list.moves[i], &undo);
    }
    return nodes;
}

/* Perft that makes every move, the last ply included. */
static uint64_t perft_make(const paua_board *board, int win, paua_position *position, int depth)
{
    if (depth == 0)
        return 1;
    if (game_finished(position, win))
        return 0;
    paua_move_list list;
    paua_undo undo;
    uint64_t nodes = 0;
    generate_inlined(board, position, &list);
    for (int i = 0; i < list.count; i++) {
        make_inlined(board, position, list.moves[i], &undo);
        nodes += depth == 1 ? 1 : perft_make(board, win, position, depth - 1);
        unmake_inlined(board, position, list.moves[i], &undo);
    }
    return nodes;
}

const struct kernel KERNEL = {.special = KERNEL_SPECIAL,
                              .generate = generate_moves,
                              .generate_ejections = generate_ejections,
                              .count = count_moves,
                              .is_legal = is_legal,
                              .make = make_move,
                              .unmake = unmake_move,
                              .key_after = key_after,
#if KERNEL_SPECIAL
                              .give_turn = give_turn,
#endif
                              .perft = perft_bulk,
                              .perft_make = perft_make};
