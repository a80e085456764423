/* table.h - tablebases: solved boards on disk, opening and probing.
 *
 * A table holds the value and the remoteness of every position of a solved board (lab/solve.h),
 * compressed in blocks with random access. docs/table-format.md draws the file byte by byte. The
 * header names every rule that matters, so that a table made under other rules cannot be used by
 * mistake; header and blocks carry SHA-256 checksums.
 *
 * An open table may be used by any number of threads, each with a probe of its own.
 */
#ifndef PAUA_TABLE_H
#define PAUA_TABLE_H

#include <paua/position.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct paua_table paua_table;
typedef struct paua_probe paua_probe;

/* The value of a position for the side to move. */
typedef enum paua_value { PAUA_VALUE_DRAW, PAUA_VALUE_WIN, PAUA_VALUE_LOSS } paua_value;

/* What a table is about. */
typedef struct paua_table_info {
    int sides[3];
    int marbles;      /* of each player at the start */
    int win;          /* ejections that win */
    bool stuck_loses; /* R12 */
    int layers;
    uint64_t positions; /* before symmetry, of all layers */
    uint64_t bytes;     /* of the file */
} paua_table_info;

/* The results of one layer: all positions with these numbers of marbles, counted before
 * symmetry. */
typedef struct paua_layer_counts {
    int own, opp; /* marbles of the side to move, of the other one */
    uint64_t positions, wins, losses, draws;
    int longest_win;  /* plies of the longest win of the side to move; 0 if there is none */
    int longest_loss; /* plies of its longest loss; 0 if there is none; -1 in the counts of a table,
                         which does not store it */
} paua_layer_counts;

/* Opens a table and checks all but its blocks, which a probe checks when it first reads them.
 * Returns PAUA_OK, PAUA_ERROR_IO, PAUA_ERROR_CORRUPT (not a table, truncated, altered),
 * PAUA_ERROR_UNSUPPORTED (another version) or PAUA_ERROR_NO_MEMORY, with *error filled: it names
 * the file. */
PAUA_API paua_status paua_table_open(const char *path, paua_table **out, paua_error *error);
PAUA_API void paua_table_close(paua_table *table); /* NULL is allowed */

PAUA_API const paua_table_info *paua_table_about(const paua_table *table);
PAUA_API const paua_board *paua_table_board(const paua_table *table); /* owned by the table */
PAUA_API paua_layer_counts paua_table_layer(const paua_table *table, int i); /* the top one first */

/* PAUA_OK, or what the first probe failed with that did: PAUA_ERROR_CORRUPT or PAUA_ERROR_IO. A
 * search does without a position that a probe fails at; this says whether there was one. From any
 * thread. */
PAUA_API paua_status paua_table_health(const paua_table *table);

/* A reader of a table with a cache of blocks. NULL: out of memory. */
PAUA_API paua_probe *paua_probe_new(const paua_table *table);
PAUA_API void paua_probe_free(paua_probe *probe); /* NULL is allowed */
PAUA_API const paua_table *paua_probe_table(const paua_probe *probe);

/* The value of a position and its remoteness, the distance to the end of the game in plies (0
 * for a draw). The board may be the table's or the same turned; only the marbles and the side to
 * move count. Returns PAUA_OK, PAUA_ERROR_NOT_FOUND (another board, or marbles of no layer),
 * PAUA_ERROR_CORRUPT (a damaged block, or the file has been cut off) or PAUA_ERROR_IO (errno). */
PAUA_API paua_status paua_probe_position(paua_probe *probe, const paua_board *board,
                                         const paua_position *position, paua_value *value,
                                         int *remoteness);

/* A position of the i-th layer (the top one is 0) whose win takes longest: the first one in the
 * file, Black to move, on the table's board. Goes through the layer: seconds for each 1000
 * million records. Returns PAUA_OK, PAUA_ERROR_NOT_FOUND (no such layer, or no win in it),
 * PAUA_ERROR_CORRUPT or PAUA_ERROR_IO. */
PAUA_API paua_status paua_probe_longest(paua_probe *probe, int i, paua_position *out);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_TABLE_H */
