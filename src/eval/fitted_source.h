/* fitted_source.h - the features and their weighted sum, compiled for any processor and for x86-64-v3. */
#include "eval/eval.h"

#include "base/bits.h"
#include "board/shape.h"
#include "eval/fitted_weights.h"

#define INLINE static inline __attribute__((always_inline))

/* What the loops need of a board: on 5x5x5 as constants that the compiler can fold. */
struct scene {
    const struct eval *eval;
    const struct board_shape *shape;
    bool full;
};

enum { FULL_LINES = 9 };

INLINE int lines_of(const struct scene *scene, int axis)
{
    return scene->full ? FULL_LINES : scene->eval->fitted.lines[axis];
}

/* What one side has of everything that is counted alike for both. */
struct army {
    int count;
    int sums[3]; /* half steps from the centre on each axis, all marbles together */
    int lines[3][FITTED_LINES];
};

/* How many marbles lie on each line, and where their centre of mass is. */
INLINE void weigh(const struct scene *scene, paua_set marbles, struct army *army)
{
    const struct fitted *fitted = &scene->eval->fitted;
    army->count = bits_count(marbles);
    for (int axis = 0; axis < 3; axis++) {
        army->sums[axis] = 0;
        for (int i = 0; i < lines_of(scene, axis); i++) {
            army->lines[axis][i] = bits_count(marbles & fitted->line[axis][i]);
            army->sums[axis] += army->lines[axis][i] * fitted->offset[axis][i];
        }
    }
}

/* The sums of the distances to R, own less other: a distance is half the sum of those along the three axes. */
INLINE int distance(const struct scene *scene, const struct army *own, const struct army *other)
{
    const struct fitted *fitted = &scene->eval->fitted;
    int all = 0;
    for (int axis = 0; axis < 3; axis++) {
        const int r = own->sums[axis] * fitted->share[own->count] +
                      other->sums[axis] * fitted->share[other->count];
        for (int i = 0; i < lines_of(scene, axis); i++) {
            int away = fitted->offset[axis][i] * (1 << FITTED_FINE_BITS) - r;
            all += (own->lines[axis][i] - other->lines[axis][i]) * (away < 0 ? -away : away);
        }
    }
    return all / ((4 << FITTED_FINE_BITS) / FITTED_STEP);
}

/* Adds (sign 1) or takes away (-1) what counts alike for both sides. */
INLINE void add_shape(const struct scene *scene, paua_set own, paua_set other, paua_set empty,
                      int sign, int32_t *features)
{
    const struct board_shape *shape = scene->shape;
    const struct fitted *fitted = &scene->eval->fitted;
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

struct pushes {
    int eject, push;
};

/* Rows that `own` can push if it is its turn, each once whatever pushes it. */
INLINE struct pushes count_pushes(const struct scene *scene, paua_set own, paua_set other,
                                  paua_set empty)
{
    const struct board_shape *shape = scene->shape;
    struct pushes pushes = {0};
    for (int d = 0; d < PAUA_DIRECTIONS; d++) {
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

INLINE int need(const struct eval *eval, const paua_position *position, int side, int most)
{
    return eval->win - position->ejected[side] <= most;
}

INLINE void fill(const struct scene *scene, const paua_position *position,
                 int32_t features[FITTED_FEATURES])
{
    const struct eval *eval = scene->eval;
    const int own = position->to_move, other = 1 - own;
    const paua_set mine = position->marbles[own], theirs = position->marbles[other];
    const paua_set empty =
        scene->shape->all & ~(mine | theirs | position->neutral | position->fixed);
    struct army armies[PAUA_SIDES];
    for (int i = 0; i < FITTED_FEATURES; i++)
        features[i] = 0;
    weigh(scene, mine, &armies[0]);
    weigh(scene, theirs, &armies[1]);
    features[FITTED_MARBLES] = armies[0].count - armies[1].count;
    features[FITTED_NEED_1] = need(eval, position, own, 1) - need(eval, position, other, 1);
    features[FITTED_NEED_2] = need(eval, position, own, 2) - need(eval, position, other, 2);
    features[FITTED_NEED_3] = need(eval, position, own, 3) - need(eval, position, other, 3);
    features[FITTED_DISTANCE] = distance(scene, &armies[0], &armies[1]);
    add_shape(scene, mine, theirs, empty, 1, features);
    add_shape(scene, theirs, mine, empty, -1, features);
    const struct pushes my = count_pushes(scene, mine, theirs, empty);
    const struct pushes your = count_pushes(scene, theirs, mine, empty);
    features[FITTED_EJECT_OWN] = my.eject;
    features[FITTED_EJECT_OTHER] = your.eject;
    features[FITTED_PUSH_OWN] = my.push;
    features[FITTED_PUSH_OTHER] = your.push;
    features[FITTED_TEMPO] = 1;
}

/* The weights of the phase lie between those of the first and of the last. */
INLINE int weighted(const struct scene *scene, const paua_position *position,
                    const int32_t features[FITTED_FEATURES])
{
    int64_t sums[FITTED_PHASES];
    const int most = 2 * scene->eval->win - 2, phase = fitted_phase(position, most);
    const int whole = most > 0 ? most : 1;
    for (int k = 0; k < FITTED_PHASES; k++) {
        int32_t sum = 0;
        for (int i = 0; i < FITTED_FEATURES; i++)
            sum += features[i] * fitted_weights[k][i];
        sums[k] = sum;
    }
    return (int)((sums[0] * (whole - phase) + sums[1] * phase) / (whole * FITTED_ONE));
}

INLINE int score(const struct scene *scene, const paua_position *position)
{
    int32_t features[FITTED_FEATURES];
    fill(scene, position, features);
    return weighted(scene, position, features);
}

/* Of what a side can do when it is its turn counts what it can do more, as much as for either of the two: it is nobody's turn. */
INLINE void balance(int32_t *own, int32_t *other)
{
    int32_t more = *own - *other;
    *own = more;
    *other = -more;
}

/* Twice each feature, so that no half is lost. All marbles of others are walls; whom a side ejected them from does not matter. */
INLINE int between(const struct scene *scene, const paua_position *position, int own, int other)
{
    int32_t features[FITTED_FEATURES];
    paua_position two = {.players = PAUA_SIDES,
                         .neutral = position->neutral,
                         .fixed = position->fixed,
                         .marbles = {position->marbles[own], position->marbles[other]},
                         .ejected = {position->ejected[own], position->ejected[other]}};
    for (int side = 0; side < position->players; side++)
        if (side != own && side != other)
            two.fixed |= position->marbles[side];
    fill(scene, &two, features);
    for (int i = 0; i < FITTED_EJECT_OWN; i++)
        features[i] *= 2;
    balance(&features[FITTED_EJECT_OWN], &features[FITTED_EJECT_OTHER]);
    balance(&features[FITTED_PUSH_OWN], &features[FITTED_PUSH_OTHER]);
    features[FITTED_TEMPO] = 0;
    features[FITTED_MARBLES] += 2 * (two.ejected[0] - two.ejected[1]);
    return weighted(scene, &two, features) / 2;
}

static void features_any(const struct eval *eval, const paua_position *position,
                         int32_t features[FITTED_FEATURES])
{
    const struct scene scene = {eval, &eval->board->shape, false};
    fill(&scene, position, features);
}

static int score_any(const struct eval *eval, const paua_position *position)
{
    const struct scene scene = {eval, &eval->board->shape, false};
    return score(&scene, position);
}

static int between_any(const struct eval *eval, const paua_position *position, int own, int other)
{
    const struct scene scene = {eval, &eval->board->shape, false};
    return between(&scene, position, own, other);
}

static int score_full(const struct eval *eval, const paua_position *position)
{
    const struct scene scene = {eval, &board_full_shape, true};
    return score(&scene, position);
}

const struct fitted_kernel KERNEL = {features_any, score_any, score_full, between_any};
