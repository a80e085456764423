/* fitted_source.h - the features of "fitted" and their weighted sum, all of it counting bits.
 * Compiled for any processor and for x86-64-v3; the build defines KERNEL as the symbol. */
#include "eval/eval.h"

#include "base/bits.h"
#include "board/shape.h"
#include "eval/fitted_weights.h"

#define INLINE static inline __attribute__((always_inline))

/* A board for the loops below: on 5x5x5 the compiler can fold its constants. */
struct fitted_board {
    const struct eval *eval;
    const struct board_shape *shape;
    bool full;
};

enum { FULL_LINES = 9 };

/* The number of lines of an axis, a constant on 5x5x5. */
INLINE int lines_of(const struct fitted_board *board, int axis)
{
    return board->full ? FULL_LINES : board->eval->fitted.lines[axis];
}

/* One side's marbles by lines. */
struct fitted_side {
    int count;
    int sums[3]; /* of the marbles' half steps from the centre, on each axis */
    int lines[3][FITTED_LINES];
};

/* The marbles on each line, and their centre of mass. */
INLINE void count_lines(const struct fitted_board *board, paua_set marbles,
                        struct fitted_side *side)
{
    const struct fitted *fitted = &board->eval->fitted;
    side->count = bits_count(marbles);
    for (int axis = 0; axis < 3; axis++) {
        side->sums[axis] = 0;
        for (int i = 0; i < lines_of(board, axis); i++) {
            side->lines[axis][i] = bits_count(marbles & fitted->line[axis][i]);
            side->sums[axis] += side->lines[axis][i] * fitted->offset[axis][i];
        }
    }
}

/* The sum of the distances to abapro's R, own less other. A distance is half the sum of the
 * distances along the three axes. */
INLINE int distance_to_r(const struct fitted_board *board, const struct fitted_side *own,
                         const struct fitted_side *other)
{
    const struct fitted *fitted = &board->eval->fitted;
    int all = 0;
    for (int axis = 0; axis < 3; axis++) {
        const int r = own->sums[axis] * fitted->share[own->count] +
                      other->sums[axis] * fitted->share[other->count];
        for (int i = 0; i < lines_of(board, axis); i++) {
            int away = fitted->offset[axis][i] * (1 << FITTED_FINE_BITS) - r;
            all += (own->lines[axis][i] - other->lines[axis][i]) * (away < 0 ? -away : away);
        }
    }
    return all / ((4 << FITTED_FINE_BITS) / FITTED_STEP);
}

/* Adds (sign 1) or subtracts (-1) the features of shape, which are the same for both sides. */
INLINE void add_shape(const struct fitted_board *board, paua_set own, paua_set other,
                      paua_set empty, int sign, int32_t *features)
{
    const struct board_shape *shape = board->shape;
    const struct fitted *fitted = &board->eval->fitted;
    paua_set alone = own;
    int pairs = 0, triples = 0, split = 0, liberties = 0;
    for (int d = 0; d < 3; d++) {
        const paua_set behind = own & board_step(shape, own, d);
        const paua_set before = own & board_step(shape, own, d + 3);
        alone &= ~(behind | before);
        pairs += bits_count(behind);
        triples += bits_count(behind & before);
        split += bits_count(own & board_step(shape, other, d) & board_step(shape, other, d + 3));
        liberties += bits_count(own & board_step(shape, empty, d));
        liberties += bits_count(own & board_step(shape, empty, d + 3));
    }
    features[FITTED_PAIRS] += sign * pairs;
    features[FITTED_ALONE] += sign * bits_count(alone);
    features[FITTED_TRIPLES] += sign * triples;
    features[FITTED_SPLIT] += sign * split;
    features[FITTED_LIBERTIES] += sign * liberties;
    for (int i = 0; i < FITTED_RINGS; i++)
        features[FITTED_RING_0 + i] += sign * bits_count(own & fitted->ring[i]);
}

struct push_counts {
    int eject, push;
};

/* Rows that `own` could eject a marble of or push if it were its turn, each once whatever pushes
 * it. */
INLINE struct push_counts count_pushes(const struct fitted_board *board, paua_set own,
                                       paua_set other, paua_set empty)
{
    const struct board_shape *shape = board->shape;
    struct push_counts pushes = {0};
    for (int d = 0; d < PAUA_DIRECTION_COUNT; d++) {
        const int back = board_back(d);
        const paua_set hanging = other & shape->edge[d];
        const paua_set last = hanging | (other & board_step(shape, empty, back));
        const paua_set two = own & board_step(shape, own, d);
        const paua_set three = two & board_step(shape, two, d);
        const paua_set first = other & board_step(shape, three, d);
        const paua_set pushed = (board_step(shape, two, d) | board_step(shape, first, d)) & last;
        pushes.eject += bits_count(pushed & hanging);
        pushes.push += bits_count(pushed & ~hanging);
    }
    return pushes;
}

/* Whether a side needs at most this many ejections to win. */
INLINE int needs_at_most(const struct eval *eval, const paua_position *position, int side, int most)
{
    return eval->win - position->ejected[side] <= most;
}

/* All features, for the side to move. */
INLINE void fill_features(const struct fitted_board *board, const paua_position *position,
                          int32_t features[FITTED_FEATURES])
{
    const struct eval *eval = board->eval;
    const int own = position->to_move, other = 1 - own;
    const paua_set mine = position->marbles[own], theirs = position->marbles[other];
    const paua_set empty =
        board->shape->all & ~(mine | theirs | position->neutral | position->fixed);
    struct fitted_side sides[PAUA_SIDES];
    for (int i = 0; i < FITTED_FEATURES; i++)
        features[i] = 0;
    count_lines(board, mine, &sides[0]);
    count_lines(board, theirs, &sides[1]);
    features[FITTED_MARBLES] = sides[0].count - sides[1].count;
    features[FITTED_NEED_1] =
        needs_at_most(eval, position, own, 1) - needs_at_most(eval, position, other, 1);
    features[FITTED_NEED_2] =
        needs_at_most(eval, position, own, 2) - needs_at_most(eval, position, other, 2);
    features[FITTED_NEED_3] =
        needs_at_most(eval, position, own, 3) - needs_at_most(eval, position, other, 3);
    features[FITTED_DISTANCE] = distance_to_r(board, &sides[0], &sides[1]);
    add_shape(board, mine, theirs, empty, 1, features);
    add_shape(board, theirs, mine, empty, -1, features);
    const struct push_counts my = count_pushes(board, mine, theirs, empty);
    const struct push_counts your = count_pushes(board, theirs, mine, empty);
    features[FITTED_EJECT_OWN] = my.eject;
    features[FITTED_EJECT_OTHER] = your.eject;
    features[FITTED_PUSH_OWN] = my.push;
    features[FITTED_PUSH_OTHER] = your.push;
    features[FITTED_TEMPO] = 1;
}

/* The weighted sum, interpolated between the weights of both phases (tapered evaluation). */
INLINE int score_features(const struct fitted_board *board, const paua_position *position,
                          const int32_t features[FITTED_FEATURES])
{
    int64_t sums[FITTED_PHASES];
    const int most = 2 * board->eval->win - 2, phase = fitted_phase(position, most);
    const int whole = most > 0 ? most : 1;
    for (int k = 0; k < FITTED_PHASES; k++) {
        int32_t sum = 0;
        for (int i = 0; i < FITTED_FEATURES; i++)
            sum += features[i] * fitted_weights[k][i];
        sums[k] = sum;
    }
    return (int)((sums[0] * (whole - phase) + sums[1] * phase) / (whole * FITTED_ONE));
}

INLINE int score_position(const struct fitted_board *board, const paua_position *position)
{
    int32_t features[FITTED_FEATURES];
    fill_features(board, position, features);
    return score_features(board, position, features);
}

static void features_any(const struct eval *eval, const paua_position *position,
                         int32_t features[FITTED_FEATURES])
{
    const struct fitted_board board = {eval, &eval->board->shape, false};
    fill_features(&board, position, features);
}

static int score_any(const struct eval *eval, const paua_position *position)
{
    const struct fitted_board board = {eval, &eval->board->shape, false};
    return score_position(&board, position);
}

static int score_full(const struct eval *eval, const paua_position *position)
{
    const struct fitted_board board = {eval, &board_full_shape, true};
    return score_position(&board, position);
}

const struct fitted_kernel KERNEL = {features_any, score_any, score_full};
