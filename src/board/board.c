/* board.c - builds a board: cell numbers, neighbours, symmetries, and what every line of marbles
 * changes when it moves. Cells are numbered so that a step is a rotation of a cell set: copies of
 * the hexagon tile the plane, and the numbers are the residues of that lattice. */
#include <paua/board.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/cpu.h"
#include "base/error.h"
#include "base/random.h"
#include "board/shape.h"

/* R2: the step in each direction as (row, column). */
static const int step_row[PAUA_DIRECTION_COUNT] = {0, 1, 1, 0, -1, -1};
static const int step_column[PAUA_DIRECTION_COUNT] = {1, 1, 0, -1, -1, 0};

static int min_int(int x, int y)
{
    return x < y ? x : y;
}

static int max_int(int x, int y)
{
    return x > y ? x : y;
}

int paua_board_cells_of(int a, int b, int c)
{
    if (a < 1 || b < 1 || c < 1 || a > PAUA_CELLS_MAX || b > PAUA_CELLS_MAX || c > PAUA_CELLS_MAX)
        return 0;
    int cells = a * b + b * c + c * a - a - b - c + 1;
    return cells <= PAUA_CELLS_MAX ? cells : 0;
}

int paua_board_row_first(const paua_board *board, int row)
{
    return 1 + max_int(0, row - (board->sides[1] - 1));
}

int paua_board_row_last(const paua_board *board, int row)
{
    return board->sides[0] + min_int(row, board->sides[2] - 1);
}

/* A numbering: cell (row, column) is number (along * (column - 1) + up * row) modulo the number of
 * cells. */
struct cell_numbering {
    int along, up;
};

/* The number of one cell. */
static int cell_number(const paua_board *board, struct cell_numbering by, int row, int column)
{
    return (by.along * (column - 1) + by.up * row) % board->cells;
}

/* Whether the numbering gives every cell a different number. */
static bool numbers_fit(const paua_board *board, struct cell_numbering by)
{
    paua_set seen = 0;
    for (int row = 0; row < board->rows; row++)
        for (int n = paua_board_row_first(board, row); n <= paua_board_row_last(board, row); n++) {
            paua_set cell = PAUA_SET(cell_number(board, by, row, n));
            if (seen & cell)
                return false;
            seen |= cell;
        }
    return true;
}

/* The first numbering that works. Every board of at most 61 cells has one, because copies of such a
 * hexagon tile the plane and their lattice has as many residues as the board has cells;
 * tests/unit/rules/test_board.c builds them all. */
static struct cell_numbering find_numbering(const paua_board *board)
{
    for (int along = 1; along < board->cells; along++)
        for (int up = 0; up < board->cells; up++)
            if (numbers_fit(board, (struct cell_numbering){along, up}))
                return (struct cell_numbering){along, up};
    return (struct cell_numbering){0, 0}; /* one cell */
}

/* Numbers the cells and derives the rotation for a step in each direction. */
static void number_cells(paua_board *board)
{
    struct cell_numbering by = find_numbering(board);
    int cells = board->cells;
    memset(board->at, PAUA_NO_CELL, sizeof board->at);
    memset(board->row, PAUA_NO_CELL, sizeof board->row);
    memset(board->column, PAUA_NO_CELL, sizeof board->column);
    for (int row = 0; row < board->rows; row++)
        for (int n = paua_board_row_first(board, row); n <= paua_board_row_last(board, row); n++) {
            int cell = cell_number(board, by, row, n);
            board->at[row][n] = (int8_t)cell;
            board->row[cell] = (int8_t)row;
            board->column[cell] = (int8_t)n;
        }
    board->shape.ring = cells;
    board->shape.all = ~(paua_set)0 >> (64 - cells);
    for (int d = 0; d < PAUA_DIRECTION_COUNT; d++)
        board->shape.turn[d] =
            (by.along * (step_column[d] + cells) + by.up * (step_row[d] + cells)) % cells;
}

/* Fills the neighbours of every cell and the sets of edge cells, by direction. */
static void join_neighbours(paua_board *board)
{
    memset(board->neighbour, PAUA_NO_CELL, sizeof board->neighbour);
    for (paua_set left = board->shape.all; left;) {
        int cell = bits_take(&left);
        for (int d = 0; d < PAUA_DIRECTION_COUNT; d++) {
            int next = paua_board_cell(board, board->row[cell] + step_row[d],
                                       board->column[cell] + step_column[d]);
            board->neighbour[d][cell] = (int8_t)next;
            if (next == PAUA_NO_CELL)
                board->shape.edge[d] |= PAUA_SET(cell);
            else
                board->shape.to[d] |= PAUA_SET(next);
        }
    }
}

/* Keeps those of the twelve symmetries of the hexagonal lattice around the board's centre that map
 * cells to cells. Coordinates are doubled, because the centre may lie between cells. */
static void find_symmetries(paua_board *board)
{
    for (int i = 0; i < 12; i++) {
        int8_t *map = board->map[board->symmetries];
        bool fits = true;
        memset(map, PAUA_NO_CELL, 64);
        for (paua_set left = board->shape.all; left;) {
            int cell = bits_take(&left);
            int middle_row = board->rows - 1;
            int middle_column = board->sides[0] + board->sides[2];
            int row = 2 * board->row[cell] - middle_row;
            int column = 2 * board->column[cell] - middle_column;
            /* symmetries 6 to 11: reflect in the east-west axis first */
            if (i >= 6) {
                column -= row;
                row = -row;
            }
            /* rotate by sixths of a turn: E to NE to NW */
            for (int turn = i % 6; turn > 0; turn--) {
                int old = row;
                row = column;
                column -= old;
            }
            row += middle_row;
            column += middle_column;
            int image =
                (row | column) & 1 ? PAUA_NO_CELL : paua_board_cell(board, row / 2, column / 2);
            fits = fits && image != PAUA_NO_CELL;
            map[cell] = (int8_t)image;
        }
        if (fits)
            board->symmetries++;
    }
}

/* The set of one cell; empty for PAUA_NO_CELL. */
static paua_set cell_set(int cell)
{
    return cell == PAUA_NO_CELL ? 0 : PAUA_SET(cell);
}

/* The cells of a line of `count` marbles from `cell` along `axis`; 0 if the line leaves the
 * board. */
static paua_set line_cells(const paua_board *board, int cell, int axis, int count)
{
    paua_set line = 0;
    for (; count > 0; count--) {
        if (cell == PAUA_NO_CELL)
            return 0;
        line |= PAUA_SET(cell);
        cell = board->neighbour[axis][cell];
    }
    return line;
}

/* What a move without a push changes for the mover, by cell, direction and shape (position.h draws
 * the bits of a move). Empty where there is no such line or the move would leave the board. */
static struct board_delta move_delta(const paua_board *board, int cell, int d, int shape)
{
    bool broadside = shape > 3;
    int count = broadside ? shape / 2 : shape;
    int axis = broadside ? (d + 1 + shape % 2) % 3 : d;
    struct board_delta delta = {0, 0};
    paua_set line = line_cells(board, cell, axis, count);
    paua_set moved = board_step(&board->shape, line, d);
    if (!line || bits_count(moved) != count)
        return delta;
    delta.cells = line ^ moved;
    for (paua_set left = delta.cells; left;)
        delta.key ^= board->key[bits_take(&left)];
    return delta;
}

/* Draws the Zobrist keys and fills delta[] for every cell, direction and shape. The seed is fixed,
 * so that keys are the same in every process. */
static void fill_deltas(paua_board *board)
{
    uint64_t seed = 0x70617561;
    for (int cell = 0; cell < 64; cell++)
        board->key[cell] = random_next(&seed);
    for (int i = 0; i < BOARD_DELTAS; i++) {
        int cell = i & 63, d = i >> 6 & 7, shape = i >> 9;
        if (cell_set(cell) & board->shape.all && d < PAUA_DIRECTION_COUNT && shape > 0)
            board->delta[i] = move_delta(board, cell, d, shape);
    }
}

/* Makes one lane step in a direction. A direction that reaches no cell keeps shift counts of 0:
 * among its counts may be 32, which is undefined for 32-bit lanes. */
static void set_lane(const struct board_shape *shape, struct board_lanes *lanes, int lane,
                     int direction)
{
    int right = shape->ring - shape->turn[direction];
    lanes->to[lane] = (uint32_t)shape->to[direction];
    lanes->left[lane] = (uint32_t)shape->turn[direction];
    lanes->right[lane] = (uint32_t)right;
    if (!lanes->to[lane])
        lanes->left[lane] = lanes->right[lane] = 0;
}

/* Fills the lanes of a small board; larger ones have none. */
static void fill_lanes(paua_board *board)
{
    if (board->cells > BOARD_LANES_CELLS)
        return;
    for (int d = 0; d < PAUA_DIRECTION_COUNT; d++) {
        set_lane(&board->shape, &board->lanes[BOARD_BACK], d, board_back(d));
        for (int k = 0; k < 2; k++)
            set_lane(&board->shape, &board->lanes[BOARD_SIDE + k], d, (d + 1 + k) % 3 + 3);
    }
}

paua_status paua_board_new(int a, int b, int c, paua_board **out)
{
    int cells = paua_board_cells_of(a, b, c);
    if (cells == 0)
        return PAUA_ERROR_UNSUPPORTED;
    paua_board *board = calloc(1, sizeof *board);
    if (!board)
        return PAUA_ERROR_NO_MEMORY;
    board->sides[0] = a;
    board->sides[1] = b;
    board->sides[2] = c;
    board->cells = cells;
    board->rows = b + c - 1;
    board->cpu_v3 = cpu_has_v3();
    number_cells(board);
    join_neighbours(board);
    find_symmetries(board);
    fill_deltas(board);
    fill_lanes(board);
    board->full = a == 5 && b == 5 && c == 5;
    *out = board;
    return PAUA_OK;
}

void paua_board_free(paua_board *board)
{
    free(board);
}

paua_status paua_board_parse(const char *text, int sides[3], paua_error *error)
{
    int read[3] = {0, 0, 0};
    const char *p = text;
    for (int i = 0; i < 3; i++) {
        if (*p < '1' || *p > '9')
            return error_fill(error, PAUA_ERROR_BAD_SYNTAX, (size_t)(p - text),
                              "expected a side length, as in 5x5x5");
        for (; *p >= '0' && *p <= '9'; p++)
            if (read[i] <= PAUA_CELLS_MAX) /* further digits cannot make it fit again */
                read[i] = 10 * read[i] + (*p - '0');
        if (*p != (i < 2 ? 'x' : '\0'))
            return error_fill(error, PAUA_ERROR_BAD_SYNTAX, (size_t)(p - text),
                              "expected %s, as in 5x5x5",
                              i < 2 ? "'x'" : "the end after three sides");
        p++;
    }
    if (!paua_board_cells_of(read[0], read[1], read[2]))
        return error_fill(error, PAUA_ERROR_UNSUPPORTED, 0, "a board has at most %d cells",
                          PAUA_CELLS_MAX);
    memcpy(sides, read, sizeof read);
    return PAUA_OK;
}

int paua_board_side(const paua_board *board, int i)
{
    assert(i >= 0 && i < 3);
    return board->sides[i];
}

int paua_board_cells(const paua_board *board)
{
    return board->cells;
}

int paua_board_rows(const paua_board *board)
{
    return board->rows;
}

paua_set paua_board_all(const paua_board *board)
{
    return board->shape.all;
}

int paua_board_cell(const paua_board *board, int row, int column)
{
    if (row < 0 || row >= board->rows || column < 1 || column > PAUA_CELLS_MAX)
        return PAUA_NO_CELL;
    return board->at[row][column];
}

int paua_board_row(const paua_board *board, int cell)
{
    assert(cell >= 0 && cell < board->cells);
    return board->row[cell];
}

int paua_board_column(const paua_board *board, int cell)
{
    assert(cell >= 0 && cell < board->cells);
    return board->column[cell];
}

int paua_board_neighbour(const paua_board *board, int cell, paua_direction direction)
{
    return board->neighbour[direction][cell];
}

/* Lays the first cell of `from` on `anchor`, with all directions turned by `turn` sixths, and
 * follows neighbours breadth first. Fills map and returns true if every cell finds its image. */
static bool match_boards(const paua_board *from, const paua_board *to, int anchor, int turn,
                         int map[PAUA_CELLS_MAX])
{
    int todo[PAUA_CELLS_MAX], count = 1;
    for (int cell = 0; cell < PAUA_CELLS_MAX; cell++)
        map[cell] = PAUA_NO_CELL;
    map[0] = anchor;
    todo[0] = 0;
    for (int i = 0; i < count; i++)
        for (int d = 0; d < PAUA_DIRECTION_COUNT; d++) {
            int next = paua_board_neighbour(from, todo[i], (paua_direction)d);
            int image = paua_board_neighbour(to, map[todo[i]],
                                             (paua_direction)((d + turn) % PAUA_DIRECTION_COUNT));
            if ((next == PAUA_NO_CELL) != (image == PAUA_NO_CELL))
                return false;
            if (next == PAUA_NO_CELL || map[next] != PAUA_NO_CELL)
                continue;
            map[next] = image;
            todo[count++] = next;
        }
    return true;
}

bool paua_board_turn(const paua_board *from, const paua_board *to, int map[PAUA_CELLS_MAX])
{
    if (memcmp(from->sides, to->sides, sizeof from->sides) == 0) {
        for (int cell = 0; cell < PAUA_CELLS_MAX; cell++)
            map[cell] = cell < from->cells ? cell : PAUA_NO_CELL;
        return true;
    }
    if (from->cells != to->cells)
        return false;
    for (int turn = 1; turn < PAUA_DIRECTION_COUNT; turn++)
        for (int anchor = 0; anchor < to->cells; anchor++)
            if (match_boards(from, to, anchor, turn, map))
                return true;
    return false;
}

int paua_board_distance(const paua_board *board, int from, int to)
{
    int rows = board->row[to] - board->row[from];
    int columns = board->column[to] - board->column[from];
    return max_int(max_int(abs(rows), abs(columns)), abs(rows - columns));
}

int paua_board_eccentricity(const paua_board *board, int cell)
{
    /* the distance to the cell opposite is twice the distance to the centre */
    int row = board->rows - 1 - board->row[cell];
    int column = board->sides[0] + board->sides[2] - board->column[cell];
    return paua_board_distance(board, cell, board->at[row][column]);
}

paua_set paua_board_step(const paua_board *board, paua_set set, paua_direction direction)
{
    return board_step(&board->shape, set, (int)direction);
}

int paua_board_symmetries(const paua_board *board)
{
    return board->symmetries;
}

int paua_board_map_cell(const paua_board *board, int symmetry, int cell)
{
    assert(symmetry >= 0 && symmetry < board->symmetries);
    return board->map[symmetry][cell];
}

paua_set paua_board_map(const paua_board *board, int symmetry, paua_set set)
{
    assert(symmetry >= 0 && symmetry < board->symmetries);
    paua_set image = 0;
    while (set)
        image |= PAUA_SET(board->map[symmetry][bits_take(&set)]);
    return image;
}
