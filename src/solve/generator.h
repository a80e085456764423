/* generator.h - moves of small boards as pairs of sets, forwards and taken back.
 *
 * Everything is inline, so that each kernel (layer.h) has it compiled for its own processor.
 */
#ifndef SOLVE_GENERATOR_H
#define SOLVE_GENERATOR_H

#include <string.h>

#include "board/shape.h"
#include "table/index.h"

#define INLINE static inline __attribute__((always_inline))

/* All directions at once: lane d is for direction d, the last two are always empty. */
typedef uint32_t lanes __attribute__((vector_size(32)));

INLINE lanes broadcast(uint32_t set)
{
    return (lanes){0} + set;
}

INLINE lanes step_lanes(const struct board_lanes *by, lanes set)
{
    lanes left, right, to;
    memcpy(&left, by->left, sizeof left);
    memcpy(&right, by->right, sizeof right);
    memcpy(&to, by->to, sizeof to);
    return (set << left | set >> right) & to;
}

/* A position: the cells of who moves, or has moved, of the other side, and of nobody. */
struct bitboards {
    const paua_board *board;
    uint32_t own, opp, empty;
};

INLINE struct bitboards bitboards_of(const struct index_board *base, uint32_t own, uint32_t opp)
{
    return (struct bitboards){base->board, own, opp, base->all ^ own ^ opp};
}

INLINE lanes step_back(const struct bitboards *scene, lanes set)
{
    return step_lanes(&scene->board->lanes[BOARD_BACK], set);
}

INLINE uint32_t step_set(const struct bitboards *scene, uint32_t set, int direction)
{
    return (uint32_t)board_step(&scene->board->shape, set, direction);
}

/* What a position may become, or have been. */
struct neighbour {
    uint32_t own, opp;
};

enum { NEIGHBOURS_MAX = 512 };

struct neighbours {
    int count;
    struct neighbour list[NEIGHBOURS_MAX];
};

/* Moves that are alike but for direction and cell: those of shape kind + 1 (position.h) for kinds 0 .. 6, then pushes of
 * one marble by two and by three and of two by three. The sets hold the first cells of their lines: the trailing ones of moves
 * in line. */
enum { KINDS = 10, LINES = 7, PUSHES = KINDS - LINES };

struct move_kinds {
    lanes cells[KINDS];
};

/* Moves of lines from `free` broadside. */
INLINE void find_broadsides(const struct bitboards *scene, struct move_kinds *found, lanes free)
{
    for (int k = 0; k < 2; k++) {
        const struct board_lanes *side = &scene->board->lanes[BOARD_SIDE + k];
        found->cells[3 + k] = free & step_lanes(side, free);
        found->cells[5 + k] = found->cells[3 + k] & step_lanes(side, found->cells[3 + k]);
    }
}

/* Pushes of marbles whose first one stands on `head`, and the first of two on `heads`. */
INLINE void find_pushes(const struct bitboards *scene, lanes pushes[PUSHES], lanes head,
                        lanes heads)
{
    lanes own = broadcast(scene->own);
    pushes[0] = own & step_back(scene, own & step_back(scene, head));
    pushes[1] = own & step_back(scene, pushes[0]);
    pushes[2] = own & step_back(scene, own & step_back(scene, own & step_back(scene, heads)));
}

/* Moves that eject nothing. */
INLINE void find_quiet_moves(const struct bitboards *scene, struct move_kinds *found)
{
    lanes own = broadcast(scene->own), opp = broadcast(scene->opp);
    lanes before =
        step_back(scene, broadcast(scene->empty)); /* cells with an empty one before them */
    lanes head = opp & before;
    found->cells[0] = own & before;
    found->cells[1] = own & step_back(scene, found->cells[0]);
    found->cells[2] = own & step_back(scene, found->cells[1]);
    find_broadsides(scene, found, found->cells[0]);
    find_pushes(scene, &found->cells[LINES], head, opp & step_back(scene, head));
}

/* The same formulas with the cells that marbles have left: moves taken back. */
INLINE void find_unmoves(const struct bitboards *scene, struct move_kinds *found)
{
    lanes empty = broadcast(scene->empty);
    lanes ahead =
        step_back(scene, broadcast(scene->own)); /* cells with an own marble before them */
    lanes after = step_back(scene, ahead);
    lanes third = step_back(scene, step_back(scene, step_back(scene, broadcast(scene->opp))));
    lanes fourth = step_back(scene, third);
    found->cells[0] = empty & ahead; /* left by one marble, by two, by three */
    found->cells[1] = found->cells[0] & after;
    found->cells[2] = found->cells[1] & step_back(scene, after);
    find_broadsides(scene, found, found->cells[0]);
    found->cells[7] = found->cells[1] & third;
    found->cells[8] = found->cells[2] & fourth;
    found->cells[9] = found->cells[8] & step_back(scene, fourth);
}

/* Bit 8 * kind + d: there are cells in lane d. */
INLINE uint64_t nonempty_lanes(const lanes *kinds, int count)
{
    uint64_t bits = 0;
    for (int kind = 0; kind < count; kind++) {
#if defined(__AVX2__)
        typedef float floats __attribute__((vector_size(32)));
        unsigned mask = (unsigned)__builtin_ia32_movmskps256((floats)(kinds[kind] != 0));
        bits |= (uint64_t)mask << 8 * kind;
#else
        for (int d = 0; d < PAUA_DIRECTIONS; d++)
            bits |= (uint64_t)(kinds[kind][d] != 0) << (8 * kind + d);
#endif
    }
    return bits;
}

INLINE void add_line_moves(const struct bitboards *scene, struct neighbours *pairs,
                           const lanes *kinds)
{
    const uint32_t *words = (const uint32_t *)kinds;
    int count = pairs->count;
    for (uint64_t left = nonempty_lanes(kinds, LINES); left; left &= left - 1) {
        int place = bits_first(left);
        uint32_t cells = words[place];
        const struct board_delta *delta =
            &scene->board->delta[(place & 7) << 6 | ((place >> 3) + 1) << 9];
        do {
            pairs->list[count++] = (struct neighbour){
                scene->own ^ (uint32_t)delta[__builtin_ctz(cells)].cells, scene->opp};
        } while (cells &= cells - 1);
    }
    pairs->count = count;
}

INLINE void add_pushes(const struct bitboards *scene, struct neighbours *pairs, const lanes *pushes)
{
    const uint32_t *words = (const uint32_t *)pushes;
    for (uint64_t left = nonempty_lanes(pushes, PUSHES); left; left &= left - 1) {
        int place = bits_first(left), d = place & 7, kind = place >> 3;
        const struct board_delta *delta = &scene->board->delta[d << 6 | (kind == 0 ? 2 : 3) << 9];
        for (uint32_t cells = words[place]; cells; cells &= cells - 1) {
            int cell = __builtin_ctz(cells);
            uint32_t ends = (uint32_t)delta[cell].cells;
            uint32_t first = ends & ~(1u << cell), last = step_set(scene, first, d);
            if (kind == 2)
                last = step_set(scene, last, d);
            pairs->list[pairs->count++] =
                (struct neighbour){scene->own ^ ends, scene->opp ^ first ^ last};
        }
    }
}

INLINE void list_moves(const struct bitboards *scene, struct neighbours *pairs,
                       const struct move_kinds *found)
{
    pairs->count = 0;
    add_line_moves(scene, pairs, found->cells);
    add_pushes(scene, pairs, &found->cells[LINES]);
}

/* Every quiet move of `own`. */
INLINE void generate_quiet_moves(const struct bitboards *scene, struct neighbours *pairs)
{
    struct move_kinds found;
    find_quiet_moves(scene, &found);
    list_moves(scene, pairs, &found);
}

/* As many as generate_quiet_moves() lists. */
INLINE int count_quiet_moves(const struct bitboards *scene)
{
    struct move_kinds found;
    uint64_t words[sizeof found / sizeof(uint64_t)];
    int count = 0;
    find_quiet_moves(scene, &found);
    memcpy(words, &found, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        count += bits_count(words[i]);
    return count;
}

/* Every move of `own` that ejects: what is left. */
INLINE void generate_ejections(const struct bitboards *scene, struct neighbours *pairs)
{
    lanes pushes[PUSHES], edge = {0};
    for (int d = 0; d < PAUA_DIRECTIONS; d++)
        edge[d] = scene->opp & (uint32_t)scene->board->shape.edge[d];
    pairs->count = 0;
    find_pushes(scene, pushes, edge, broadcast(scene->opp) & step_back(scene, edge));
    add_pushes(scene, pairs, pushes);
}

/* Every position from which a quiet move of `own` leads here. */
INLINE void generate_predecessors(const struct bitboards *scene, struct neighbours *pairs)
{
    struct move_kinds found;
    find_unmoves(scene, &found);
    list_moves(scene, pairs, &found);
}

#endif
