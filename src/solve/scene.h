/* scene.h - moves of small boards as pairs of sets, forwards and taken back.
 *
 * Everything is inline, so that each kernel (layer.h) has it compiled for its own processor.
 */
#ifndef SOLVE_SCENE_H
#define SOLVE_SCENE_H

#include "board/shape.h"
#include "table/index.h"

#define INLINE static inline __attribute__((always_inline))

/* Every cell of a set that line moves begin from, by direction and number of marbles. The same formulas find
 * moves (free: own marbles with an empty cell before them) and, with the cells that marbles have left behind,
 * moves taken back. */
struct scene {
    const struct board_shape *shape;
    const struct board_delta *delta;
    uint32_t own, opp, empty;
};

INLINE struct scene scene_of(const struct index_board *base, uint32_t own, uint32_t opp)
{
    return (struct scene){&base->board->shape, base->board->delta, own, opp, base->all ^ own ^ opp};
}

INLINE uint32_t step(const struct scene *scene, uint32_t set, int direction)
{
    return (uint32_t)board_step(scene->shape, set, direction);
}

INLINE const struct board_delta *delta_of(const struct scene *scene, int cell, int d, int shape)
{
    return &scene->delta[cell | d << 6 | shape << 9];
}

/* What a layer's position may become, or have been. */
struct pair {
    uint32_t own, opp;
};

enum { PAIRS_MAX = 512 };

struct pairs {
    int count;
    struct pair list[PAIRS_MAX];
};

INLINE void add_lines(const struct scene *scene, struct pairs *pairs, uint32_t cells, int d,
                      int shape)
{
    while (cells) {
        int cell = __builtin_ctz(cells);
        cells &= cells - 1;
        pairs->list[pairs->count++] = (struct pair){
            scene->own ^ (uint32_t)delta_of(scene, cell, d, shape)->cells, scene->opp};
    }
}

/* Broadside moves to d of lines that begin at cells of `free`. */
INLINE void add_broadsides(const struct scene *scene, struct pairs *pairs, uint32_t free, int d)
{
    for (int k = 0; k < 2; k++) {
        int axis = (d + 1 + k) % 3;
        uint32_t two = free & step(scene, free, axis + 3);
        uint32_t three = two & step(scene, two, axis + 3);
        add_lines(scene, pairs, two, d, 4 + k);
        add_lines(scene, pairs, three, d, 6 + k);
    }
}

/* Pushes to d by `count` marbles, trailing ones in cells, of `pushed` marbles. */
INLINE void add_pushes(const struct scene *scene, struct pairs *pairs, uint32_t cells, int d,
                       int count, int pushed)
{
    while (cells) {
        int cell = __builtin_ctz(cells);
        cells &= cells - 1;
        uint32_t ends = (uint32_t)delta_of(scene, cell, d, count)->cells;
        uint32_t first = ends & ~(1u << cell), last = step(scene, first, d);
        if (pushed == 2)
            last = step(scene, last, d);
        pairs->list[pairs->count++] = (struct pair){scene->own ^ ends, scene->opp ^ first ^ last};
    }
}

/* Every quiet move of `own`. */
INLINE void quiet_moves(const struct scene *scene, struct pairs *pairs)
{
    pairs->count = 0;
    for (int d = 0; d < PAUA_DIRECTIONS; d++) {
        int back = board_back(d);
        uint32_t free = scene->own & step(scene, scene->empty, back);
        uint32_t two = scene->own & step(scene, free, back);
        uint32_t head = scene->opp & step(scene, scene->empty, back);
        uint32_t heads = scene->opp & step(scene, head, back);
        add_lines(scene, pairs, free, d, 1);
        add_lines(scene, pairs, two, d, 2);
        add_lines(scene, pairs, scene->own & step(scene, two, back), d, 3);
        add_broadsides(scene, pairs, free, d);
        if (!head)
            continue;
        uint32_t push = scene->own & step(scene, scene->own & step(scene, head, back), back);
        uint32_t front = scene->own & step(scene, scene->own & step(scene, heads, back), back);
        add_pushes(scene, pairs, push, d, 2, 1);
        add_pushes(scene, pairs, scene->own & step(scene, push, back), d, 3, 1);
        add_pushes(scene, pairs, scene->own & step(scene, front, back), d, 3, 2);
    }
}

/* Every move of `own` that ejects: what is left. */
INLINE void ejections(const struct scene *scene, struct pairs *pairs)
{
    pairs->count = 0;
    for (int d = 0; d < PAUA_DIRECTIONS; d++) {
        int back = board_back(d);
        uint32_t head = scene->opp & (uint32_t)scene->shape->edge[d];
        uint32_t heads = scene->opp & step(scene, head, back);
        uint32_t push = scene->own & step(scene, scene->own & step(scene, head, back), back);
        uint32_t front = scene->own & step(scene, scene->own & step(scene, heads, back), back);
        add_pushes(scene, pairs, push, d, 2, 1);
        add_pushes(scene, pairs, scene->own & step(scene, push, back), d, 3, 1);
        add_pushes(scene, pairs, scene->own & step(scene, front, back), d, 3, 2);
    }
}

/* Every position from which a quiet move of `own` leads here. */
INLINE void quiet_unmoves(const struct scene *scene, struct pairs *pairs)
{
    pairs->count = 0;
    for (int d = 0; d < PAUA_DIRECTIONS; d++) {
        int back = board_back(d);
        uint32_t ahead = step(scene, scene->own, back); /* cells with an own marble before them */
        uint32_t one = scene->empty & ahead;            /* left by one marble, by two, by three */
        uint32_t after = step(scene, ahead, back);
        uint32_t two = one & after;
        uint32_t three = two & step(scene, after, back);
        add_lines(scene, pairs, one, d, 1);
        add_lines(scene, pairs, two, d, 2);
        add_lines(scene, pairs, three, d, 3);
        add_broadsides(scene, pairs, one, d);
        if (!two)
            continue;
        uint32_t third = step(scene, step(scene, step(scene, scene->opp, back), back), back);
        uint32_t fourth = step(scene, third, back);
        add_pushes(scene, pairs, two & third, d, 2, 1);
        add_pushes(scene, pairs, three & fourth, d, 3, 1);
        add_pushes(scene, pairs, three & fourth & step(scene, fourth, back), d, 3, 2);
    }
}

#endif
