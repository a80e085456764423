/* kernel_source.h - the source of every kernel (kernel.h). The file that includes it defines
 *   KERNEL          the name of the struct kernel to define
 *   SHAPE(board)    its geometry: a pointer into the board, or to a constant
 *
 * Sets are moved as wholes. In a direction d, `back(set)` is the cells whose d-neighbour is in set.
 */
#include <assert.h>

#include "board/shape.h"
#include "rules/kernel.h"
#include "rules/key.h"

/* Loops over directions are unrolled, so that with a constant geometry every shift is a constant;
 * not for the web page, where size counts. */
#if defined(__OPTIMIZE_SIZE__)
#define UNROLLED
#elif defined(__clang__)
#define UNROLLED _Pragma("unroll")
#else
#define UNROLLED _Pragma("GCC unroll 6")
#endif

#define KERNEL_INLINE static inline __attribute__((always_inline))

/* board_step() without its mask: the result also has cells reached around the edge, and bits that
 * are no cells; for use where another mask follows. */
KERNEL_INLINE paua_set turn_set(const struct board_shape *shape, paua_set set, int direction)
{
    return set << shape->turn[direction] | set >> (shape->ring - shape->turn[direction]);
}

/* The opponent's marbles standing at the head of a row that can be pushed in one direction: the
 * nearest of one (x1) or of two (x2), with room behind the last. */
struct heads {
    paua_set x1, x2;
};

/* Trailing marbles of the lines that can push such rows (R7): by number of marbles moved. */
struct pushers {
    paua_set two, three_by_one, three_by_two;
};

KERNEL_INLINE struct heads heads_before(const struct board_shape *shape, paua_set others,
                                        paua_set room, int back)
{
    struct heads heads;
    heads.x1 = others & room;
    heads.x2 = others & board_step(shape, heads.x1, back);
    return heads;
}

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
KERNEL_INLINE int append(paua_move *moves, int count, paua_set cells, unsigned bits)
{
    while (cells)
        moves[count++] = (paua_move)((unsigned)bits_take(&cells) | bits);
    return count;
}

KERNEL_INLINE int append_pushes(const struct board_shape *shape, paua_move *moves, int count,
                                paua_set own, struct heads heads, int d, unsigned ejects)
{
    struct pushers p = pushers_of(shape, own, heads, board_back(d));
    count = append(moves, count, p.two, MOVE_BITS(d, 2, 1, ejects));
    count = append(moves, count, p.three_by_one, MOVE_BITS(d, 3, 1, ejects));
    return append(moves, count, p.three_by_two, MOVE_BITS(d, 3, 2, ejects));
}

KERNEL_INLINE int append_ejections(const struct board_shape *shape, paua_move *moves, int count,
                                   paua_set own, paua_set others)
{
    UNROLLED for (int d = 0; d < PAUA_DIRECTIONS; d++)
    {
        struct heads heads = heads_before(shape, others, shape->edge[d], board_back(d));
        if (heads.x1)
            count = append_pushes(shape, moves, count, own, heads, d, 1);
    }
    return count;
}

static void generate_ejections(const paua_board *board, const paua_position *position,
                               paua_move_list *list)
{
    const struct board_shape *shape = SHAPE(board);
    list->count = append_ejections(shape, list->moves, 0, position->marbles[position->to_move],
                                   position->marbles[PAUA_OTHER(position->to_move)]);
}

KERNEL_INLINE void generate_inlined(const paua_board *board, const paua_position *position,
                                    paua_move_list *list)
{
    const struct board_shape *shape = SHAPE(board);
    paua_set own = position->marbles[position->to_move];
    paua_set others = position->marbles[PAUA_OTHER(position->to_move)];
    paua_set empty = shape->all ^ own ^ others;
    paua_set free[PAUA_DIRECTIONS]; /* own marbles with an empty cell before them */
    paua_move *moves = list->moves;
    int count = append_ejections(shape, moves, 0, own, others);

    UNROLLED for (int d = 0; d < PAUA_DIRECTIONS; d++)
    {
        paua_set before = board_step(shape, empty, board_back(d));
        struct heads heads = heads_before(shape, others, before, board_back(d));
        free[d] = own & before;
        if (own & board_step(shape, others, board_back(d)))
            count = append_pushes(shape, moves, count, own, heads, d, 0);
    }
    UNROLLED for (int d = 0; d < PAUA_DIRECTIONS; d++)
    {
        paua_set two = own & board_step(shape, free[d], board_back(d));
        paua_set three = own & board_step(shape, two, board_back(d));
        count = append(moves, count, free[d], MOVE_BITS(d, 1, 0, 0));
        count = append(moves, count, two, MOVE_BITS(d, 2, 0, 0));
        count = append(moves, count, three, MOVE_BITS(d, 3, 0, 0));
    }
    UNROLLED for (int d = 0; d < PAUA_DIRECTIONS; d++) UNROLLED for (int k = 0; k < 2; k++)
    { /* the two axes that are not d's */
        int axis = (d + 1 + k) % 3;
        paua_set two = free[d] & board_step(shape, free[d], board_back(axis));
        paua_set three = two & board_step(shape, two, board_back(axis));
        count = append(moves, count, two, MOVE_BITS(d, 4 + k, 0, 0));
        count = append(moves, count, three, MOVE_BITS(d, 6 + k, 0, 0));
    }
    list->count = count;
}

static void generate(const paua_board *board, const paua_position *position, paua_move_list *list)
{
    generate_inlined(board, position, list);
}

/* The sets of generate() in one direction, counted. Pushes that eject and others are alike here:
 * there is room behind the row. Lines of one length that move or push in a direction end in different
 * cells, so their sets can be joined before they are followed back to the trailing marble.
 * A marble on the edge towards d is in none of them, so `own` is masked once for all steps back. */
KERNEL_INLINE int count_direction(const struct board_shape *shape, paua_set own, paua_set others,
                                  paua_set empty, int d)
{
    int back = board_back(d);
    paua_set mine = own & shape->to[back];
    paua_set theirs = others & shape->to[back];
    paua_set x1 = others & (turn_set(shape, empty, back) | shape->edge[d]);
    paua_set x2 = theirs & turn_set(shape, x1, back);
    paua_set free = mine & turn_set(shape, empty, back);
    paua_set front = mine & turn_set(shape, x1, back);
    paua_set front_by_two = mine & turn_set(shape, x2, back);
    paua_set two = mine & turn_set(shape, free | front, back);
    paua_set two_by_two = mine & turn_set(shape, front_by_two, back);
    paua_set three = mine & turn_set(shape, two | two_by_two, back);
    int count = bits_count(free) + bits_count(two) + bits_count(three);
    UNROLLED for (int k = 0; k < 2; k++)
    {
        int back_on_axis = (d + 1 + k) % 3 + 3;
        paua_set pair = free & board_step(shape, free, back_on_axis);
        paua_set triple = pair & turn_set(shape, pair, back_on_axis);
        count += bits_count(pair) + bits_count(triple);
    }
    return count;
}

KERNEL_INLINE int count_inlined(const paua_board *board, const paua_position *position)
{
    const struct board_shape *shape = SHAPE(board);
    paua_set own = position->marbles[position->to_move];
    paua_set others = position->marbles[PAUA_OTHER(position->to_move)];
    paua_set empty = shape->all ^ own ^ others;
    int count = 0;
    UNROLLED for (int d = 0; d < PAUA_DIRECTIONS; d++) count +=
        count_direction(shape, own, others, empty, d);
    return count;
}

static int count(const paua_board *board, const paua_position *position)
{
    return count_inlined(board, position);
}

/* The cell where the pushed row begins and the one where it then ends (the latter not when it is
 * ejected): what changes for the other side. */
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
    key ^= key_of_side(delta->key, own) ^ KEY_WHITE_TO_MOVE;
    position->marbles[own] ^= delta->cells;
    position->ply = (uint16_t)(position->ply + (position->ply != UINT16_MAX));
    position->quiet = (uint16_t)(position->quiet + (position->quiet != UINT16_MAX));
    position->to_move = (uint8_t)other;
    if (paua_move_pushed(move)) {
        paua_set pushed = pushed_cells(shape, delta, move);
        position->marbles[other] ^= pushed;
        while (pushed)
            key ^= key_of_side(board->key[bits_take(&pushed)], other);
        if (paua_move_ejects(move)) {
            key ^= key_of_ejected(own, position->ejected[own]);
            position->ejected[own]++;
            key ^= key_of_ejected(own, position->ejected[own]);
            position->quiet = 0;
        }
    }
    position->key = key;
    assert(paua_position_check(board, position) == PAUA_OK);
}

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

static void make(const paua_board *board, paua_position *position, paua_move move, paua_undo *undo)
{
    make_inlined(board, position, move, undo);
}

static void unmake(const paua_board *board, paua_position *position, paua_move move,
                   const paua_undo *undo)
{
    unmake_inlined(board, position, move, undo);
}

static bool finished(const paua_position *position, int win)
{
    return position->ejected[PAUA_BLACK] >= win || position->ejected[PAUA_WHITE] >= win;
}

static uint64_t perft(const paua_board *board, int win, paua_position *position, int depth)
{
    if (depth == 0)
        return 1;
    if (finished(position, win))
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
            nodes += perft(board, win, position, depth - 1);
        else if (!finished(position, win))
            nodes += (uint64_t)count_inlined(board, position);
        unmake_inlined(board, position, list.moves[i], &undo);
    }
    return nodes;
}

static uint64_t perft_make(const paua_board *board, int win, paua_position *position, int depth)
{
    if (depth == 0)
        return 1;
    if (finished(position, win))
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

const struct kernel KERNEL = {generate, generate_ejections, count, make, unmake, perft, perft_make};
