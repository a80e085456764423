/* shape.h - the fields of a board, for rooms whose loops cannot afford a call. */
#ifndef BOARD_SHAPE_H
#define BOARD_SHAPE_H

#include <paua/board.h>

/* What stepping a set of cells needs. Cell (row, column) has the number
 * (along * (column - 1) + up * row) mod ring, so a step in direction d adds turn[d] modulo ring. */
struct board_shape {
    int ring;                            /* the number of cells */
    int turn[PAUA_DIRECTION_COUNT];      /* 0 .. ring */
    paua_set to[PAUA_DIRECTION_COUNT];   /* cells that a step in this direction can reach */
    paua_set edge[PAUA_DIRECTION_COUNT]; /* cells with no neighbour in this direction */
    paua_set all;
};

/* A step in all six directions at once, one direction a 32-bit lane, for boards of at most 32 cells
 * (BOARD_LANES_CELLS). Which direction lane d steps in depends on the table: see board.lanes. Lanes
 * 6 and 7 pad the vector and reach no cell. */
struct board_lanes {
    uint32_t left[8], right[8], to[8];
};

enum { BOARD_LANES_CELLS = 32 };

/* The tables of lanes; lane d steps: */
enum {
    BOARD_BACK = 0, /* in the direction opposite to d */
    BOARD_SIDE = 1, /* [1] against the axis (d + 1) % 3, [2] against the axis (d + 2) % 3 */
    BOARD_LANES = 3
};

/* What moving one line of marbles changes; indexed by the low 12 bits of a paua_move. `cells` are
 * those left and entered, 0 where there is no such line or it would leave the board. */
struct board_delta {
    paua_set cells;
    uint64_t key; /* the Zobrist keys of those cells, combined by XOR */
};

#define BOARD_DELTAS 4096

struct paua_board {
    struct board_shape shape;
    int sides[3];
    int cells;
    int rows;
    bool full;   /* 5x5x5: shape equals board_full_shape */
    bool cpu_v3; /* cpu_has_v3() */
    int8_t row[64];
    int8_t column[64];
    int8_t at[64][64]; /* [row][column] -> cell or PAUA_NO_CELL */
    int8_t neighbour[PAUA_DIRECTION_COUNT][64];
    int symmetries;
    int8_t map[12][64]; /* [symmetry][cell] */
    uint64_t key[64];   /* Zobrist keys */
    struct board_delta delta[BOARD_DELTAS];
    struct board_lanes lanes[BOARD_LANES];
};

/* The 5x5x5 board as constants for the compiler to fold; paua_board_new() computes the same. */
static const struct board_shape board_full_shape = {
    .ring = 61,
    .turn = {1, 14, 13, 60, 47, 48},
    .to = {0x1fef7f7dfbf7dfde, 0x1fefff7ffbffdfe0, 0xfffbffefffbffe0, 0xff7bfbefdfbefef,
           0xff07fbffdffefff, 0x1fe07ffdfff7ffdf},
    .edge = {0x1008404102041010, 0x100f804002001000, 0x1f800200080020, 0x10808204082021,
             0x1000800400201f, 0x100040010004001f},
    .all = 0x1fffffffffffffff,
};

/* Every marble of the set one step further; marbles that would leave the board vanish. */
static inline paua_set board_step(const struct board_shape *shape, paua_set set, int direction)
{
    int turn = shape->turn[direction];
    return (set << turn | set >> (shape->ring - turn)) & shape->to[direction];
}

/* The opposite direction. */
static inline int board_back(int direction)
{
    return direction < 3 ? direction + 3 : direction - 3;
}

#endif
