/* opening_index.h - counts which moves were played from which positions, for `paua openings` and
 * GET /openings. The counts are in an archive (store/archive.h): a key is the canonical key of a
 * position (paua/replay.h), a choice the canonical move, the parts are games won, drawn and lost by
 * the player who moved. A game counts once for a move from a position.
 *
 * An index belongs to one thread.
 */
#ifndef SERVICE_OPENING_INDEX_H
#define SERVICE_OPENING_INDEX_H

#include <paua/replay.h>

#include "store/tables/archive.h"

/* A move of a game, before it is counted. */
struct index_move {
    uint64_t key;
    uint32_t game;
    paua_move move;
    uint8_t team; /* bit p: player p is of the mover's team */
    uint8_t part; /* 0 .. 2, or 3: unfinished */
};

struct opening_index {
    archive *archive; /* borrowed */
    enum archive_source source;
    struct index_move *moves; /* owned */
    size_t count, capacity;
    size_t game_begin; /* the first move of the game that is being replayed */
    uint32_t game;
    bool failed; /* memory ran out */
};

void index_begin(struct opening_index *index, archive *games, enum archive_source source);
void index_end(struct opening_index *index);

/* A paua_replay_step; the context is the index. */
void index_step(const paua_board *board, const paua_position *before, paua_move move,
                void *context);
/* Calls `step` for each move of a game. */
void game_each_move(const paua_game *game, paua_replay_step step, void *context);

/* The game that was replayed last counts, or it does not. */
paua_status index_take(struct opening_index *index, paua_result result);
void index_drop(struct opening_index *index);

/* The part in which a result counts for this team: 0 won, 1 drawn, 2 lost, 3 none. */
int index_part(paua_result result, unsigned team);

/* Adds everything to the archive, in a transaction that the caller has begun. */
paua_status index_flush(struct opening_index *index);

/* Marks the counts of an archive that has none yet as made with this version's keys; in a
 * transaction that the caller has begun, before the first index_flush(). */
paua_status index_mark(archive *games);

/* *stale: a version with other keys made the counts, or there are texts that were never counted. */
paua_status index_check(archive *games, bool *stale);

/* Deletes all counts and makes those of the texts anew, in one transaction. `stopped` is asked now
 * and then; PAUA_ERROR_CONFLICT: it was true, and nothing has changed. */
paua_status index_renew(archive *games, bool (*stopped)(void));

/* Reads a text of the archive. PAUA_ERROR_NOT_FOUND: it holds no game. Free the reader, which owns
 * the record. */
paua_status index_read_text(const char *text, size_t length, paua_apgn_reader **reader,
                            const paua_record **record);

#endif /* SERVICE_OPENING_INDEX_H */
