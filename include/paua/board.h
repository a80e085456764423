/* board.h - the shape of a board: cells, neighbours, symmetries, layouts.
 *
 * A board is a hexagon of cells with sides a, b, c, a, b, c, clockwise from the top row (R1). It is
 * built once, never changed, and may be shared by any number of threads; it holds no marbles
 * (position.h does).
 *
 * Cells have numbers, 0 to cells-1, and a set of cells is a 64-bit word with bit i for cell i. The
 * numbering is chosen so that a step in a given direction adds the same amount to the number of
 * every cell, modulo the number of cells: moving a whole set one step is a rotation and a mask, on
 * every board. Nobody needs to know the numbers: paua_board_cell() turns the usual coordinates (R2)
 * into one and paua_board_row() and _column() turn it back.
 */
#ifndef PAUA_BOARD_H
#define PAUA_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <paua/status.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct paua_board paua_board;

typedef uint64_t paua_set; /* bit i is cell i */

#define PAUA_CELLS_MAX 61
#define PAUA_NO_CELL   (-1)
#define PAUA_SET(cell) ((paua_set)1 << (cell))

/* Anticlockwise from east; (d + 3) % 6 is the opposite of d, d % 3 its axis.
 * In coordinates (row, column): E (0,+1), NE (+1,+1), NW (+1,0), and so on (R2). */
typedef enum paua_direction {
    PAUA_EAST,
    PAUA_NORTH_EAST,
    PAUA_NORTH_WEST,
    PAUA_WEST,
    PAUA_SOUTH_WEST,
    PAUA_SOUTH_EAST,
    PAUA_DIRECTION_COUNT
} paua_direction;

/* Builds the board with sides a, b, c (each at least 1, at most PAUA_CELLS_MAX cells in all).
 * *out is owned by the caller: paua_board_free(). Returns PAUA_OK, PAUA_ERROR_UNSUPPORTED
 * for other sides, or PAUA_ERROR_NO_MEMORY. Thread-safe. */
PAUA_API paua_status paua_board_new(int a, int b, int c, paua_board **out);

/* NULL is allowed. */
PAUA_API void paua_board_free(paua_board *board);

/* Reads "5x5x5" into three sides; the whole text must be that.
 * Returns PAUA_OK, PAUA_ERROR_BAD_SYNTAX or PAUA_ERROR_UNSUPPORTED. error may be NULL. */
PAUA_API paua_status paua_board_parse(const char *text, int sides[3], paua_error *error);

/* Number of cells of a board with these sides, or 0 if there is no such board. */
PAUA_API int paua_board_cells_of(int a, int b, int c);

PAUA_API int paua_board_side(const paua_board *board, int i); /* i = 0, 1, 2: a, b, c */
PAUA_API int paua_board_cells(const paua_board *board);       /* 1 .. PAUA_CELLS_MAX */
PAUA_API int paua_board_rows(const paua_board *board);        /* b + c - 1 */
PAUA_API paua_set paua_board_all(const paua_board *board);    /* every cell */

/* Rows count from 0 at the bottom (letter 'a'); columns are the numbers of R2, from 1. */
PAUA_API int paua_board_row_first(const paua_board *board, int row);        /* its lowest column */
PAUA_API int paua_board_row_last(const paua_board *board, int row);         /* its highest column */
PAUA_API int paua_board_cell(const paua_board *board, int row, int column); /* or PAUA_NO_CELL */
PAUA_API int paua_board_row(const paua_board *board, int cell);             /* 0 .. rows-1 */
PAUA_API int paua_board_column(const paua_board *board, int cell);          /* 1 .. */

/* The cell next to `cell`, or PAUA_NO_CELL beyond the edge. */
PAUA_API int paua_board_neighbour(const paua_board *board, int cell, paua_direction direction);

/* Steps from one cell to another on an empty board, 0 .. 60. */
PAUA_API int paua_board_distance(const paua_board *board, int from, int to);

/* Twice the distance from `cell` to the board's centre, which lies between cells on some
 * boards; on 5x5x5 it is 0 for e5 and 8 for the edge. */
PAUA_API int paua_board_eccentricity(const paua_board *board, int cell);

/* Every marble of the set moved one step; marbles that would leave the board vanish. */
PAUA_API paua_set paua_board_step(const paua_board *board, paua_set set, paua_direction direction);

/* The board's own symmetries, 0 .. count-1, number 0 is the identity; 12 when all sides are
 * equal, 4 when two are, else 2. */
PAUA_API int paua_board_symmetries(const paua_board *board);
PAUA_API int paua_board_map_cell(const paua_board *board, int symmetry, int cell);
PAUA_API paua_set paua_board_map(const paua_board *board, int symmetry, paua_set set);

/* Whether two boards differ by a rotation only, as 2x2x3 and 3x2x2 do. On true, map[cell] is the
 * cell of `to` on which a cell of `from` lies, and PAUA_NO_CELL for unused numbers; the identity
 * where the sides are equal. */
PAUA_API bool paua_board_turn(const paua_board *from, const paua_board *to,
                              int map[PAUA_CELLS_MAX]);

/* Who plays together (R19). Facing pairs differ with the layout: paua_layout.facing. */
typedef enum paua_teams {
    PAUA_TEAMS_NONE,
    PAUA_TEAMS_13_24,    /* four players: black and red against white and green */
    PAUA_TEAMS_14_23,    /* four players: black and green against white and red */
    PAUA_TEAMS_14_25_36, /* six players: three pairs */
    PAUA_TEAMS_COUNT
} paua_teams;

/* A named starting position: static data, never freed. */
typedef struct paua_layout {
    const char *name;  /* "standard", "belgian-daisy", "bowl-5", ... */
    const char *rows;  /* from the top, as in a position (notation.h) */
    int sides[3];      /* the board it belongs to */
    int players;       /* 2 .. 6 */
    paua_teams facing; /* its facing pairs, or PAUA_TEAMS_NONE */
    /* Not among the layouts of matches and training: fixed, neutral or central marbles stand on it
     * (R17, R18), or it is the standard one turned (standard-2). */
    bool special;
} paua_layout;

/* The first layout of a board is where a game on it begins. */
PAUA_API int paua_layout_count(void);
PAUA_API const paua_layout *paua_layout_at(int i); /* 0 .. count-1, else NULL */
/* Found like layouts but not listed with them: what "Solving Abalone on Small Boards" names besides
 * its starts, "b2" to "b13" and "c1" to "c8", and negatives from "-b0" to "-e0"; and examples for
 * docs/strategy.md and analysis.md: "fortress" (4x4x4), "wedge", "solid-group", "race"; and the
 * "korean-daisy", which is played elsewhere. */
PAUA_API int paua_named_position_count(void);
PAUA_API const paua_layout *paua_named_position_at(int i); /* 0 .. count-1, else NULL */

/* Finds a layout or a named position by a name as people write it: capitals are small letters,
 * letters of Latin-1 lose their accents, blanks and underscores are hyphens, "-daisy" and "the-"
 * may be left out ("belgian", "wall"), and what other people call a layout is another name of it:
 * "classic", "centrifugeuse", "snakes_variant" (docs/formats.md, Names of layouts). A name with
 * layouts for several numbers of players ("bowl") is that for two. NULL: none. */
PAUA_API const paua_layout *paua_layout_find(const char *name);

/* The same for this number of players: "standard" is "standard-5" for five. */
PAUA_API const paua_layout *paua_layout_find_for(const char *name, int players);

/* The layout whose name needs the fewest changes of a letter to be this one; NULL if more than a
 * third of the letters differ. */
PAUA_API const paua_layout *paua_layout_nearest(const char *name);

/* Fills *error with why a name was refused: "no layout is named 'belgain', did you mean
 * 'belgian-daisy'?", or the first half alone if no name is near. Returns PAUA_ERROR_NOT_FOUND. */
PAUA_API paua_status paua_layout_unknown(const char *name, paua_error *error);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_BOARD_H */
