/* generator.h - successors and predecessors of positions on boards of at most 32 cells.
 *
 * Quiet moves, ejections and retro moves ("unmoves") as pairs of bitboards; all six directions
 * at once, one a vector lane. A predecessor is found by the same formulas as a move, with the
 * cells that the marbles left in place of the cells they enter. The rules themselves are in
 * src/rules; the self-check compares the two. Everything is inline, so that each kernel
 * (layer.h) has it compiled for its own processor.
 */
#ifndef SOLVE_GENERATOR_H
#define SOLVE_GENERATOR_H

#include <string.h>

#include "board/shape.h"
#include "table/index.h"

#define INLINE static inline __attribute__((always_inline))

/* One set for each direction: lane d is for direction d, the last two lanes are always empty. */
typedef uint32_t lanes __attribute__((vector_size(32)));

/* The same set in every lane. */
INLINE lanes in_all_lanes(uint32_t set)
{
    return (lanes){0} + set;
}

/* Each lane moved by one cell, in the direction that the table has for it. */
INLINE lanes step_lanes(const struct board_lanes *by, lanes set)
{
    lanes left, right, to;
    memcpy(&left, by->left, sizeof left);
    memcpy(&right, by->right, sizeof right);
    memcpy(&to, by->to, sizeof to);
    return (set << left | set >> right) & to;
}

/* A position: cells of the side that moves (or has just moved), of the other side, and empty
 * ones. */
struct bitboards {
    const paua_board *board;
    uint32_t own, opp, empty;
};

/* The position with these cells of both sides; all others are empty. */
INLINE struct bitboards bitboards_of(const struct index_board *base, uint32_t own, uint32_t opp)
{
    return (struct bitboards){base->board, own, opp, base->all ^ own ^ opp};
}

/* Each lane moved one cell back, against its direction. */
INLINE lanes step_back(const struct bitboards *boards, lanes set)
{
    return step_lanes(&boards->board->lanes[BOARD_BACK], set);
}

/* A set moved one cell in one direction. */
INLINE uint32_t step_set(const struct bitboards *boards, uint32_t set, int direction)
{
    return (uint32_t)board_step(&boards->board->shape, set, direction);
}

/* A successor or a predecessor, seen from the same side. */
struct neighbour {
    uint32_t own, opp;
};

enum { NEIGHBOURS_MAX = 512 };

struct neighbours {
    int count;
    struct neighbour list[NEIGHBOURS_MAX];
};

/* Moves by kind: 0 .. 6 are the shapes 1 .. 7 of position.h, then come pushes of one marble by
 * two, of one by three and of two by three. Each set holds the first cells of the moving lines,
 * for a move in line the trailing ones. */
enum { KINDS = 10, LINES = 7, PUSHES = KINDS - LINES };

struct move_kinds {
    lanes cells[KINDS];
};

/* Broadside moves of lines of two and three whose cells are in `free`. */
INLINE void find_broadsides(const struct bitboards *boards, struct move_kinds *found, lanes free)
{
    for (int k = 0; k < 2; k++) {
        const struct board_lanes *side = &boards->board->lanes[BOARD_SIDE + k];
        found->cells[3 + k] = free & step_lanes(side, free);
        found->cells[5 + k] = found->cells[3 + k] & step_lanes(side, found->cells[3 + k]);
    }
}

/* Pushes (sumito) of a single marble on `head`, and of two marbles of which the first is on
 * `heads`. */
INLINE void find_pushes(const struct bitboards *boards, lanes pushes[PUSHES], lanes head,
                        lanes heads)
{
    lanes own = in_all_lanes(boards->own);
    pushes[0] = own & step_back(boards, own & step_back(boards, head));
    pushes[1] = own & step_back(boards, pushes[0]);
    pushes[2] = own & step_back(boards, own & step_back(boards, own & step_back(boards, heads)));
}

/* Moves that eject nothing (R4 to R7). */
INLINE void find_quiet_moves(const struct bitboards *boards, struct move_kinds *found)
{
    lanes own = in_all_lanes(boards->own), opp = in_all_lanes(boards->opp);
    lanes before =
        step_back(boards, in_all_lanes(boards->empty)); /* cells with an empty one before them */
    lanes head = opp & before;
    found->cells[0] = own & before;
    found->cells[1] = own & step_back(boards, found->cells[0]);
    found->cells[2] = own & step_back(boards, found->cells[1]);
    find_broadsides(boards, found, found->cells[0]);
    find_pushes(boards, &found->cells[LINES], head, opp & step_back(boards, head));
}

/* Retro moves: the formulas of find_quiet_moves() with the cells that the marbles left. */
INLINE void find_predecessors(const struct bitboards *boards, struct move_kinds *found)
{
    lanes empty = in_all_lanes(boards->empty);
    lanes own = in_all_lanes(boards->own), opp = in_all_lanes(boards->opp);
    lanes ahead = step_back(boards, own); /* cells with an own marble before them */
    lanes after = step_back(boards, ahead);
    lanes third = step_back(boards, step_back(boards, step_back(boards, opp)));
    lanes fourth = step_back(boards, third);
    found->cells[0] = empty & ahead; /* left by one marble, by two, by three */
    found->cells[1] = found->cells[0] & after;
    found->cells[2] = found->cells[1] & step_back(boards, after);
    find_broadsides(boards, found, found->cells[0]);
    found->cells[7] = found->cells[1] & third;
    found->cells[8] = found->cells[2] & fourth;
    found->cells[9] = found->cells[8] & step_back(boards, fourth);
}

/* Bit 8 * kind + d is set where lane d of the kind is not empty. */
INLINE uint64_t nonempty_lanes(const lanes *kinds, int count)
{
    uint64_t bits = 0;
    for (int kind = 0; kind < count; kind++) {
#if defined(__AVX2__)
        typedef float floats __attribute__((vector_size(32)));
        unsigned mask = (unsigned)__builtin_ia32_movmskps256((floats)(kinds[kind] != 0));
        bits |= (uint64_t)mask << 8 * kind;
#else
        for (int d = 0; d < PAUA_DIRECTION_COUNT; d++)
            bits |= (uint64_t)(kinds[kind][d] != 0) << (8 * kind + d);
#endif
    }
    return bits;
}

/* Lists moves that push nothing: only the own set changes. */
INLINE void add_line_moves(const struct bitboards *boards, struct neighbours *neighbours,
                           const lanes *kinds)
{
    const uint32_t *words = (const uint32_t *)kinds;
    int count = neighbours->count;
    for (uint64_t left = nonempty_lanes(kinds, LINES); left; left &= left - 1) {
        int place = bits_first(left);
        uint32_t cells = words[place];
        const struct board_delta *delta =
            &boards->board->delta[(place & 7) << 6 | ((place >> 3) + 1) << 9];
        do {
            neighbours->list[count++] = (struct neighbour){
                boards->own ^ (uint32_t)delta[__builtin_ctz(cells)].cells, boards->opp};
        } while (cells &= cells - 1);
    }
    neighbours->count = count;
}

/* Lists pushes: the own line moves by one, the pushed marbles too. */
INLINE void add_pushes(const struct bitboards *boards, struct neighbours *neighbours,
                       const lanes *pushes)
{
    const uint32_t *words = (const uint32_t *)pushes;
    for (uint64_t left = nonempty_lanes(pushes, PUSHES); left; left &= left - 1) {
        int place = bits_first(left), d = place & 7, kind = place >> 3;
        const struct board_delta *delta = &boards->board->delta[d << 6 | (kind == 0 ? 2 : 3) << 9];
        for (uint32_t cells = words[place]; cells; cells &= cells - 1) {
            int cell = __builtin_ctz(cells);
            uint32_t ends = (uint32_t)delta[cell].cells;
            uint32_t first = ends & ~(1u << cell), last = step_set(boards, first, d);
            if (kind == 2)
                last = step_set(boards, last, d);
            neighbours->list[neighbours->count++] =
                (struct neighbour){boards->own ^ ends, boards->opp ^ first ^ last};
        }
    }
}

/* Lists what was found. */
INLINE void list_moves(const struct bitboards *boards, struct neighbours *neighbours,
                       const struct move_kinds *found)
{
    neighbours->count = 0;
    add_line_moves(boards, neighbours, found->cells);
    add_pushes(boards, neighbours, &found->cells[LINES]);
}

/* Every quiet move of `own`. */
INLINE void generate_quiet_moves(const struct bitboards *boards, struct neighbours *neighbours)
{
    struct move_kinds found;
    find_quiet_moves(boards, &found);
    list_moves(boards, neighbours, &found);
}

/* The number of moves that generate_quiet_moves() lists. */
INLINE int count_quiet_moves(const struct bitboards *boards)
{
    struct move_kinds found;
    uint64_t words[sizeof found / sizeof(uint64_t)];
    int count = 0;
    find_quiet_moves(boards, &found);
    memcpy(words, &found, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        count += bits_count(words[i]);
    return count;
}

/* Every ejecting move of `own`: the positions after it, without the ejected marble. */
INLINE void generate_ejections(const struct bitboards *boards, struct neighbours *neighbours)
{
    lanes pushes[PUSHES], edge = {0};
    for (int d = 0; d < PAUA_DIRECTION_COUNT; d++)
        edge[d] = boards->opp & (uint32_t)boards->board->shape.edge[d];
    neighbours->count = 0;
    find_pushes(boards, pushes, edge, in_all_lanes(boards->opp) & step_back(boards, edge));
    add_pushes(boards, neighbours, pushes);
}

/* Every position from which a quiet move of `own` leads to this one. */
INLINE void generate_predecessors(const struct bitboards *boards, struct neighbours *neighbours)
{
    struct move_kinds found;
    find_predecessors(boards, &found);
    list_moves(boards, neighbours, &found);
}

#endif
