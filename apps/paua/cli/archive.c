/* archive.c - the opening index of the archive: counts of moves by canonical position, collected in
 * batches, sorted and added up before they are written. */
#include "cli/archive.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "cli/common.h"
#include "cli/store_path.h"

enum { BATCH_MOVES = 1000000, PARTS = 3 };

int archive_start(const char *place, bool writing, archive **out)
{
    char usual[STORE_PATH_BYTES], message[STORE_MESSAGE_MAX];
    int code = place ? EXIT_DONE : store_path_default(usual, writing);

    if (code != EXIT_DONE)
        return code;
    paua_status status = archive_open(place ? place : usual, writing, out, message);
    if (status == PAUA_OK)
        return EXIT_DONE;
    return complain_with(status == PAUA_BAD_ARGUMENT ? EXIT_USAGE : EXIT_ENVIRONMENT, "store: %s",
                         message);
}

int complain_archive(const archive *games)
{
    return complain_with(EXIT_ENVIRONMENT, "store: %s", archive_failure(games));
}

struct memory {
    const char *text;
    size_t left;
};

/* Reads the next bytes of a text in memory; 0 at its end. */
static long read_memory(char *bytes, size_t cap, void *context)
{
    struct memory *memory = context;
    size_t part = memory->left < cap ? memory->left : cap;

    memcpy(bytes, memory->text, part);
    memory->text += part;
    memory->left -= part;
    return (long)part;
}

paua_apgn_reader *archive_reader(const char *text, size_t length, const paua_record **record)
{
    struct memory memory = {text, length};
    paua_apgn_reader *reader;

    if (paua_apgn_reader_new(read_memory, &memory, &reader) != PAUA_OK) {
        complain_memory();
        return NULL;
    }
    /* all of the text is read here: `memory` ends with this call */
    if (paua_apgn_next(reader, record, NULL) == PAUA_OK)
        return reader;
    paua_apgn_reader_free(reader);
    return NULL;
}

void index_begin(struct opening_index *index, archive *games)
{
    *index = (struct opening_index){.archive = games};
}

void index_end(struct opening_index *index)
{
    free(index->moves);
}

void index_step(const paua_board *board, const paua_position *before, paua_move move, void *context)
{
    struct opening_index *index = context;
    unsigned symmetries;

    if (index->failed || !ARRAY_RESERVE(index->moves, index->room, index->count + 1)) {
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

/* 0 won, 1 drawn, 2 lost, 3 unfinished, for this team. */
static uint8_t part_of(paua_result result, unsigned team)
{
    if (result == PAUA_ONGOING)
        return PARTS;
    if (result == PAUA_DRAW)
        return 1;
    return team >> ((int)result - (int)PAUA_BLACK_WINS) & 1 ? 0 : 2;
}

paua_status index_take(struct opening_index *index, paua_result result)
{
    if (index->failed)
        return PAUA_NO_MEMORY;
    for (size_t i = index->game_begin; i < index->count; i++)
        index->moves[i].part = part_of(result, index->moves[i].team);
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
        paua_status status = archive_add_count(index->archive, &count);
        if (status != PAUA_OK)
            return status;
    }
    index->count = index->game_begin = 0;
    return PAUA_OK;
}

int index_stale(archive *games, bool *stale)
{
    uint64_t found, wanted;

    if (archive_mark(games, &found) != PAUA_OK)
        return complain_archive(games);
    if (paua_canonical_version(&wanted) != PAUA_OK)
        return complain_memory();
    *stale = found != 0 && found != wanted;
    return EXIT_DONE;
}

paua_status index_mark(archive *games)
{
    uint64_t version;

    if (paua_canonical_version(&version) != PAUA_OK)
        return PAUA_NO_MEMORY;
    return archive_clear_counts(games, version);
}

struct renewal {
    struct opening_index index;
    paua_replay replay;
    paua_status status;
};

/* A text that this version cannot read stays in the archive; it is only not counted. */
static bool renew_text(const char *text, size_t length, void *context)
{
    struct renewal *renewal = context;
    const paua_record *record;
    paua_apgn_reader *reader = archive_reader(text, length, &record);

    if (!reader)
        return true;
    if (paua_replay_record(&renewal->replay, record, index_step, &renewal->index, NULL) == PAUA_OK)
        renewal->status = index_take(&renewal->index, renewal->replay.result);
    else
        index_drop(&renewal->index);
    paua_apgn_reader_free(reader);
    return renewal->status == PAUA_OK && !interrupt_seen();
}

/* Counts all games again in one transaction. PAUA_CONFLICT: interrupted, nothing changed. */
static paua_status renew_all(archive *games)
{
    struct renewal renewal = {.status = PAUA_OK};
    paua_status status = archive_begin(games);

    if (status != PAUA_OK)
        return status;
    index_begin(&renewal.index, games);
    status = index_mark(games);
    if (status == PAUA_OK)
        status = archive_texts(games, renew_text, &renewal);
    if (status == PAUA_OK)
        status = interrupt_seen() ? PAUA_CONFLICT : renewal.status;
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

int index_renew(archive *games, bool *marked)
{
    uint64_t mark = 0;
    bool stale = false;
    int code = index_stale(games, &stale);

    if (code != EXIT_DONE)
        return code;
    switch (stale ? renew_all(games) : PAUA_OK) {
    case PAUA_OK:
        break;
    case PAUA_NO_MEMORY:
        return complain_memory();
    case PAUA_CONFLICT:
        return complain_with(EXIT_NO, "interrupted");
    default:
        return complain_archive(games);
    }
    if (archive_mark(games, &mark) != PAUA_OK)
        return complain_archive(games);
    *marked = mark != 0;
    return EXIT_DONE;
}
