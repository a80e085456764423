/* rows.h - the rows of the atlas, one for each board, material and win count, and its two files:
 * atlas.csv, which is read again, and atlas.md, which is made from it. */
#ifndef PAUA_ATLAS_ROWS_H
#define PAUA_ATLAS_ROWS_H

#include <stdio.h>

#include <paua/lab/solve.h>

enum { ATLAS_CELLS_MAX = 32, ATLAS_SUM = 64, ATLAS_MESSAGE = 96 };

struct atlas_row {
    int sides[3]; /* rising */
    int cells, symmetries;
    int marbles, win;
    uint64_t positions; /* of all layers, before symmetry */
    paua_class_counts classes;
    uint64_t wins, losses, draws; /* of the top layer, before symmetry */
    int longest;                  /* plies of its longest win */
    char sum[ATLAS_SUM + 1];      /* SHA-256 of the values of its constellations */
};

/* Rows in the order of the file: by cells, sides, marbles, win. */
struct atlas_rows {
    struct atlas_row *list; /* owned */
    int count, room;
};

void atlas_rows_free(struct atlas_rows *rows);

/* The row of this board, material and win count, or NULL. */
const struct atlas_row *atlas_rows_find(const struct atlas_rows *rows, const int sides[3],
                                        int marbles, int win);

/* Adds a row that is not there yet, in its place. False without memory. */
bool atlas_rows_add(struct atlas_rows *rows, const struct atlas_row *row);

/* The most marbles of a player on a board of this number of cells. */
int atlas_marbles(int cells);

/* Calls back for every board of at most `cells_max` cells, its sides rising, small boards first;
 * ends when the callback returns false. */
typedef bool (*atlas_board_callback)(const int sides[3], void *context);
void atlas_boards(int cells_max, atlas_board_callback callback, void *context);

/* Games on boards of at most `cells_max` cells that have no row. */
int atlas_missing(const struct atlas_rows *rows, int cells_max);

/* Reads what atlas_write_csv() writes, and nothing else: every number that follows from others
 * must. Returns PAUA_OK, PAUA_ERROR_NO_MEMORY, or PAUA_ERROR_BAD_SYNTAX with the number of the line
 * and what is wrong with it. */
paua_status atlas_read_csv(const char *text, size_t length, struct atlas_rows *rows, int *line,
                           char message[ATLAS_MESSAGE]);
void atlas_write_csv(const struct atlas_rows *rows, FILE *to);

/* Writes a page of the rows of boards of at most `cells_max` cells, and of the missing ones. */
void atlas_write_page(const struct atlas_rows *rows, int cells_max, FILE *to);

#endif
