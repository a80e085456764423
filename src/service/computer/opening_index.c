/* opening_index.c - counts of moves by canonical position, collected in batches, sorted and added
 * up before they are written. */
#include "service/computer/opening_index.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

enum { BATCH_MOVES = 1000000, PARTS = 3 };

paua_status index_read_text(const char *text, size_t length, paua_apgn_reader **reader,
                            const paua_record **record)
{
    paua_apgn_text memory = {text, length};
    paua_status status = paua_apgn_reader_new(paua_apgn_read_text, &memory, reader);

    if (status != PAUA_OK)
        return status;
    /* all of the text is read here: `memory` ends with this call */
    if (paua_apgn_next(*reader, record, NULL) == PAUA_OK)
        return PAUA_OK;
    paua_apgn_reader_free(*reader);
    return PAUA_ERROR_NOT_FOUND;
}

void index_begin(struct opening_index *index, archive *games, enum archive_source source)
{
    *index = (struct opening_index){.archive = games, .source = source};
}

void index_end(struct opening_index *index)
{
    free(index->moves);
}

void index_step(const paua_board *board, const paua_position *before, paua_move move, void *context)
{
    struct opening_index *index = context;
    unsigned symmetries;

    if (index->failed || !ARRAY_RESERVE(index->moves, index->capacity, index->count + 1)) {
        index->failed = true;
        return;
    }
    struct index_move *entry = &index->moves[index->count++];
    entry->key = paua_canonical_key(board, before, &symmetries);
    entry->move = paua_canonical_move(board, symmetries, move);
    entry->game = index->game;
    entry->team = (uint8_t)paua_position_team(before, (paua_side)before->to_move);
    entry->part = PARTS;
}

/* Players who leave do so between two moves. */
void game_each_move(const paua_game *game, paua_replay_step step, void *context)
{
    const paua_board *board = paua_game_board(game);
    paua_position position = *paua_game_start(game);
    int departure = 0;

    for (int i = 0; i < paua_game_moves(game); i++) {
        paua_move move = paua_game_move(game, i);
        paua_undo undo;

        for (; departure < paua_game_departures(game); departure++) {
            int before;
            paua_reason reason;
            paua_side side = paua_game_departure(game, departure, &before, &reason);

            if (before > i)
                break;
            paua_position_leave(board, &position, side);
        }
        step(board, &position, move, context);
        paua_position_make(board, &position, move, &undo);
    }
}

int index_part(paua_result result, unsigned team)
{
    if (result == PAUA_RESULT_ONGOING)
        return PARTS;
    if (result == PAUA_RESULT_DRAW)
        return 1;
    return team >> ((int)result - (int)PAUA_RESULT_BLACK_WINS) & 1 ? 0 : 2;
}

paua_status index_take(struct opening_index *index, paua_result result)
{
    if (index->failed)
        return PAUA_ERROR_NO_MEMORY;
    for (size_t i = index->game_begin; i < index->count; i++)
        index->moves[i].part = (uint8_t)index_part(result, index->moves[i].team);
    index->game_begin = index->count;
    index->game++;
    return index->count < BATCH_MOVES ? PAUA_OK : index_flush(index);
}

void index_drop(struct opening_index *index)
{
    index->count = index->game_begin;
    index->failed = false;
}

/* By position, then move, then game. */
static int compare_moves(const void *a, const void *b)
{
    const struct index_move *x = a, *y = b;

    /* as the database sorts them: keys are signed there */
    if (x->key != y->key)
        return (int64_t)x->key < (int64_t)y->key ? -1 : 1;
    if (x->move != y->move)
        return x->move < y->move ? -1 : 1;
    return (x->game > y->game) - (x->game < y->game);
}

paua_status index_flush(struct opening_index *index)
{
    size_t i = 0, end = index->game_begin;

    if (end > 0)
        qsort(index->moves, end, sizeof *index->moves, compare_moves);
    while (i < end) {
        const struct index_move *first = &index->moves[i];
        archive_count count = {.key = first->key, .choice = first->move};

        for (; i < end; i++) {
            const struct index_move *entry = &index->moves[i];
            if (entry->key != first->key || entry->move != first->move)
                break;
            if (entry != first && entry->game == entry[-1].game)
                continue;
            count.times++;
            if (entry->part < PARTS)
                count.parts[entry->part]++;
        }
        paua_status status = archive_add_count(index->archive, index->source, &count);
        if (status != PAUA_OK)
            return status;
    }
    index->count = index->game_begin = 0;
    return PAUA_OK;
}

static bool note_text(const char *text, size_t length, void *context)
{
    (void)text, (void)length;
    *(bool *)context = true;
    return false;
}

/* Texts without a mark were copied from another store: nobody has counted them. */
paua_status index_check(archive *games, bool *stale)
{
    uint64_t found, wanted;
    bool has_texts = false;
    paua_status status = archive_mark(games, &found);

    if (status == PAUA_OK)
        status = paua_canonical_version(&wanted);
    if (status == PAUA_OK && found == 0)
        status = archive_texts(games, note_text, &has_texts);
    if (status != PAUA_OK)
        return status;
    *stale = found != 0 ? found != wanted : has_texts;
    return PAUA_OK;
}

/* Deletes all counts and marks those to come. */
static paua_status begin_counts(archive *games)
{
    uint64_t version;
    paua_status status = paua_canonical_version(&version);

    return status == PAUA_OK ? archive_clear_counts(games, version) : status;
}

paua_status index_mark(archive *games)
{
    uint64_t found = 0;
    paua_status status = archive_mark(games, &found);

    return status == PAUA_OK && found == 0 ? begin_counts(games) : status;
}

struct renewal {
    struct opening_index index;
    paua_replay replay;
    paua_status status;
    bool (*stopped)(void);
};

/* A text that this version cannot read stays in the archive; it is only not counted. */
static bool renew_text(const char *text, size_t length, void *context)
{
    struct renewal *renewal = context;
    const paua_record *record;
    paua_apgn_reader *reader;
    paua_status status = index_read_text(text, length, &reader, &record);

    if (status == PAUA_OK) {
        if (paua_replay_record(&renewal->replay, record, index_step, &renewal->index, NULL) ==
            PAUA_OK)
            renewal->status = index_take(&renewal->index, renewal->replay.result);
        else
            index_drop(&renewal->index);
        paua_apgn_reader_free(reader);
    } else if (status != PAUA_ERROR_NOT_FOUND) {
        renewal->status = status;
    }
    if (renewal->status == PAUA_OK && renewal->stopped())
        renewal->status = PAUA_ERROR_CONFLICT;
    return renewal->status == PAUA_OK;
}

paua_status index_renew(archive *games, bool (*stopped)(void))
{
    struct renewal renewal = {.status = PAUA_OK, .stopped = stopped};
    paua_status status = archive_begin(games);

    if (status != PAUA_OK)
        return status;
    index_begin(&renewal.index, games, ARCHIVE_TEXTS);
    status = begin_counts(games);
    if (status == PAUA_OK)
        status = archive_texts(games, renew_text, &renewal);
    if (status == PAUA_OK)
        status = renewal.status;
    if (status == PAUA_OK)
        status = index_flush(&renewal.index);
    if (status == PAUA_OK)
        status = archive_commit(games);
    else
        archive_rollback(games);
    index_end(&renewal.index);
    paua_replay_end(&renewal.replay);
    return status;
}
