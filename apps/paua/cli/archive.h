/* archive.h - what the commands that deal with imported games share. */
#ifndef PAUA_CLI_ARCHIVE_H
#define PAUA_CLI_ARCHIVE_H

#include <paua/replay.h>

#include "store/archive.h"

/* Opens the archive at an address; NULL means the default. Returns 0, or an exit code after an
 * error line. */
int archive_start(const char *place, bool writing, archive **out);

/* complain_with() with the archive's last error. */
int complain_archive(const archive *games);

/* Reads a record from memory. NULL without one, or without memory after an error line. Free it
 * by paua_apgn_reader_free(). */
paua_apgn_reader *archive_reader(const char *text, size_t length, const paua_record **record);

/* A move of an imported game, before it is counted. A position is its canonical key (replay.h),
 * a choice the canonical move; `part` is the result for the player who moved. A game counts once
 * per move from a position, even if it reached the position several times. */
struct index_move {
    uint64_t key;
    uint32_t game;
    paua_move move;
    uint8_t team; /* bit p: player p is of the mover's team */
    uint8_t part; /* 0 .. 2, or 3: unfinished */
};

struct opening_index {
    archive *archive;
    struct index_move *moves; /* owned */
    size_t count, room;
    size_t game_begin; /* the first move of the game that is being replayed */
    uint32_t game;
    bool failed; /* memory ran out */
};

void index_begin(struct opening_index *index, archive *games);
void index_end(struct opening_index *index);

/* A paua_replay_step; the context is the index. */
void index_step(const paua_board *board, const paua_position *before, paua_move move,
                void *context);

/* The game that was replayed last is one of the archive's, or it is not. */
paua_status index_take(struct opening_index *index, paua_result result);
void index_drop(struct opening_index *index);

/* Adds everything to the archive, in a transaction that the caller has begun. */
paua_status index_flush(struct opening_index *index);

/* Rebuilds the archive's counts if a version with other keys made them. *marked: the archive has
 * counts; a new archive gets its mark by index_mark() in the transaction that adds the first
 * games. Returns 0, or an exit code after an error line. */
int index_renew(archive *games, bool *marked);
paua_status index_mark(archive *games);

/* Whether the counts must be made anew. */
int index_stale(archive *games, bool *stale);

#endif
