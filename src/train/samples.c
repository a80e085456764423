/* samples.c - the file of samples: reads and writes it, and maps its order of cells to a
 * board's. */
#define _POSIX_C_SOURCE 200809L
#include "train/samples.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include "base/bits.h"
#include "base/bytes.h"
#include "base/error.h"
#include "base/file.h"

enum { VERSION = 3, SUM = 8, GAME_MARK = 0x454d4147 /* "GAME" */ };

static const char magic[8] = {'P', 'A', 'U', 'A', 'S', 'M', 'P', 'L'};

struct paua_samples {
    FILE *file;
    paua_samples_info info;
    int cells;
    uint64_t at; /* where the next game begins */
    uint64_t cut;
    uint8_t bytes[SAMPLES_GAME_BYTES];
    paua_sample positions[PAUA_SAMPLES_GAME_MAX];
};

/* The checksum: SipHash-2-4 with a key of zeros. */
static uint64_t sum_of(const uint8_t *bytes, size_t count)
{
    static const uint8_t key[crypto_shorthash_KEYBYTES];
    uint8_t sum[SUM];
    crypto_shorthash(sum, bytes, count, key);
    return bytes_get(sum, SUM);
}

void samples_order(const paua_board *board, struct samples_order *order)
{
    int place = 0;
    for (int row = paua_board_rows(board) - 1; row >= 0; row--)
        for (int column = paua_board_row_first(board, row);
             column <= paua_board_row_last(board, row); column++) {
            int cell = paua_board_cell(board, row, column);
            order->cell[place] = (int8_t)cell;
            order->place[cell] = (int8_t)place++;
        }
}

/* Moves each bit i of a set to place to[i]. */
static uint64_t permute_bits(const int8_t *to, uint64_t from)
{
    uint64_t out = 0;
    while (from)
        out |= (uint64_t)1 << to[bits_take(&from)];
    return out;
}

paua_set samples_to_text(const struct samples_order *order, paua_set cells)
{
    return permute_bits(order->place, cells);
}

paua_set samples_to_board(const struct samples_order *order, uint64_t bits)
{
    return permute_bits(order->cell, bits);
}

void samples_position(const paua_board *board, const struct samples_order *order,
                      const paua_sample *sample, paua_position *out)
{
    *out = (paua_position){
        .ejected = {sample->ejected, sample->ejected_by_other},
        .ply = sample->ply,
        .to_move = PAUA_BLACK,
        .players = PAUA_SIDES,
        .marbles = {samples_to_board(order, sample->own), samples_to_board(order, sample->other)},
    };
    out->key = paua_position_key(board, out);
}

/* Writes the header (docs/training.md), its checksum last. */
static void put_head(uint8_t head[SAMPLES_HEAD], const paua_samples_info *info)
{
    memset(head, 0, SAMPLES_HEAD);
    memcpy(head, magic, sizeof magic);
    bytes_put(head + 8, VERSION, 4);
    bytes_put(head + 12, SAMPLES_HEAD, 4);
    for (int i = 0; i < 3; i++)
        head[16 + i] = (uint8_t)info->sides[i];
    head[19] = (uint8_t)info->win;
    bytes_put(head + 20, SAMPLES_RECORD, 4);
    bytes_put(head + 24, info->seed, 8);
    memcpy(head + 32, info->settings, strlen(info->settings));
    bytes_put(head + SAMPLES_HEAD - SUM, sum_of(head, SAMPLES_HEAD - SUM), SUM);
}

/* Reads the header and verifies magic, checksum, version and ranges. */
static paua_status read_head(paua_samples *samples, paua_error *error)
{
    uint8_t head[SAMPLES_HEAD];
    paua_samples_info *info = &samples->info;
    size_t got = fread(head, 1, sizeof head, samples->file);
    if (ferror(samples->file))
        return error_fill(error, PAUA_ERROR_IO, 0, "%s", strerror(errno));
    if (got < sizeof magic || memcmp(head, magic, sizeof magic) != 0)
        return error_fill(error, PAUA_ERROR_CORRUPT, 0, "not a file of samples");
    if (got < sizeof head)
        return error_fill(error, PAUA_ERROR_CORRUPT, got, "truncated in its header");
    if (bytes_get(head + SAMPLES_HEAD - SUM, SUM) != sum_of(head, SAMPLES_HEAD - SUM))
        return error_fill(error, PAUA_ERROR_CORRUPT, 0, "the header's checksum is wrong");
    if (bytes_get(head + 8, 4) != VERSION)
        return error_fill(error, PAUA_ERROR_UNSUPPORTED, 8, "version %u, expected %d",
                          (unsigned)bytes_get(head + 8, 4), VERSION);
    for (int i = 0; i < 3; i++)
        info->sides[i] = head[16 + i];
    info->win = head[19];
    info->seed = bytes_get(head + 24, 8);
    memcpy(info->settings, head + 32, sizeof info->settings);
    samples->cells = paua_board_cells_of(info->sides[0], info->sides[1], info->sides[2]);
    if (bytes_get(head + 12, 4) != SAMPLES_HEAD || bytes_get(head + 20, 4) != SAMPLES_RECORD ||
        samples->cells == 0 || info->win < 1 || info->win > 15 ||
        !memchr(info->settings, '\0', sizeof info->settings))
        return error_fill(error, PAUA_ERROR_CORRUPT, 8, "the header has values out of range");
    samples->at = SAMPLES_HEAD;
    return PAUA_OK;
}

paua_status paua_samples_open(const char *path, paua_samples **out, paua_error *error)
{
    paua_samples *samples = malloc(sizeof *samples);
    if (!samples)
        return error_fill(error, PAUA_ERROR_NO_MEMORY, 0, "out of memory");
    *samples = (paua_samples){.file = fopen(path, "rbe")};
    paua_status status = PAUA_ERROR_IO;
    if (samples->file)
        status = read_head(samples, error);
    else
        error_write(error, status, 0, "%s", strerror(errno));
    if (status == PAUA_OK)
        *out = samples;
    else
        paua_samples_close(samples);
    return status;
}

void paua_samples_close(paua_samples *samples)
{
    int before = errno;
    if (samples && samples->file)
        fclose(samples->file);
    free(samples);
    errno = before;
}

const paua_samples_info *paua_samples_about(const paua_samples *samples)
{
    return &samples->info;
}

uint64_t paua_samples_cut(const paua_samples *samples)
{
    return samples->cut;
}

uint64_t samples_tell(const paua_samples *samples)
{
    return samples->at;
}

paua_status samples_seek(paua_samples *samples, uint64_t at)
{
    if (fseeko(samples->file, (off_t)at, SEEK_SET) != 0)
        return PAUA_ERROR_IO;
    samples->at = at;
    return PAUA_OK;
}

/* Writes a position as a record of 24 bytes, little-endian (docs/training.md). */
static void put_sample(uint8_t *at, const paua_sample *sample)
{
    bytes_put(at, sample->own, 8);
    bytes_put(at + 8, sample->other, 8);
    bytes_put(at + 16, (uint16_t)sample->score, 2);
    at[18] = (uint8_t)(sample->ejected | sample->ejected_by_other << 4);
    at[19] = (uint8_t)sample->result;
    bytes_put(at + 20, sample->ply, 2);
    at[22] = sample->flags;
    at[23] = (uint8_t)sample->lead;
}

/* Reads a position; false if it has values out of range. */
static bool get_sample(const paua_samples *samples, const uint8_t *at, paua_sample *out)
{
    *out = (paua_sample){
        .own = bytes_get(at, 8),
        .other = bytes_get(at + 8, 8),
        .score = (int16_t)bytes_get(at + 16, 2),
        .ejected = at[18] & 15,
        .ejected_by_other = at[18] >> 4,
        .result = (int8_t)at[19],
        .ply = (uint16_t)bytes_get(at + 20, 2),
        .flags = at[22],
        .lead = (int8_t)at[23],
    };
    return !(out->own & out->other) && !((out->own | out->other) >> samples->cells) &&
           out->ejected < samples->info.win && out->ejected_by_other < samples->info.win &&
           out->result >= -1 && out->result <= 1 && out->ply > 0 && out->score > -PAUA_SCORE_WIN &&
           out->score < PAUA_SCORE_WIN && out->flags < PAUA_SAMPLE_FLAGS &&
           out->lead >= -samples->info.win && out->lead <= samples->info.win;
}

/* Writes the record before a game's positions, without its checksum. */
static void put_game(uint8_t at[SAMPLES_RECORD], const paua_samples_game *game, int count)
{
    memset(at, 0, SAMPLES_RECORD);
    bytes_put(at, GAME_MARK, 4);
    bytes_put(at + 4, game->number, 4);
    bytes_put(at + 8, (uint64_t)count, 4);
    bytes_put(at + 12, (uint64_t)game->plies, 2);
    at[14] = game->score_decides;
    at[15] = (uint8_t)game->quiet;
}

static void get_game(const uint8_t at[SAMPLES_RECORD], paua_samples_game *game)
{
    *game = (paua_samples_game){
        .number = (uint32_t)bytes_get(at + 4, 4),
        .plies = (int)bytes_get(at + 12, 2),
        .score_decides = at[14] & 1,
        .quiet = at[15],
    };
}

/* No whole game follows: the end of the file, or a game that a killed writer left truncated. */
static paua_status read_end(paua_samples *samples, uint64_t bytes, paua_error *error)
{
    if (ferror(samples->file))
        return error_fill(error, PAUA_ERROR_IO, samples->at, "%s", strerror(errno));
    samples->cut = bytes;
    return PAUA_ERROR_NOT_FOUND;
}

paua_status paua_samples_next(paua_samples *samples, paua_samples_game *game,
                              const paua_sample **positions, int *count, paua_error *error)
{
    uint8_t *bytes = samples->bytes;
    *count = 0;
    size_t got = fread(bytes, 1, SAMPLES_RECORD, samples->file);
    if (got < SAMPLES_RECORD)
        return read_end(samples, got, error);
    size_t records = bytes_get(bytes + 8, 4);
    if (bytes_get(bytes, 4) != GAME_MARK || records > PAUA_SAMPLES_GAME_MAX)
        return error_fill(error, PAUA_ERROR_CORRUPT, samples->at, "no game begins here");
    got = fread(bytes + SAMPLES_RECORD, SAMPLES_RECORD, records, samples->file);
    if (got < records)
        return read_end(samples, (got + 1) * SAMPLES_RECORD, error);
    uint64_t sum = bytes_get(bytes + 16, SUM);
    bytes_put(bytes + 16, 0, SUM);
    if (sum != sum_of(bytes, (records + 1) * SAMPLES_RECORD))
        return error_fill(error, PAUA_ERROR_CORRUPT, samples->at,
                          "the checksum of game %u is wrong", (unsigned)bytes_get(bytes + 4, 4));
    for (size_t i = 0; i < records; i++)
        if (!get_sample(samples, bytes + (i + 1) * SAMPLES_RECORD, &samples->positions[i]))
            return error_fill(error, PAUA_ERROR_CORRUPT, samples->at + (i + 1) * SAMPLES_RECORD,
                              "position %zu of game %u has values out of range", i + 1,
                              (unsigned)bytes_get(bytes + 4, 4));
    samples->at += (records + 1) * SAMPLES_RECORD;
    get_game(bytes, game);
    *positions = samples->positions;
    *count = (int)records;
    return PAUA_OK;
}

paua_status samples_create(struct samples_writer *writer, const char *path,
                           const paua_samples_info *info)
{
    uint8_t head[SAMPLES_HEAD];
    put_head(head, info);
    writer->file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (writer->file < 0)
        return errno == EEXIST ? PAUA_ERROR_CONFLICT : PAUA_ERROR_IO;
    if (file_lock(writer->file) && file_write(writer->file, head, sizeof head) &&
        file_sync(writer->file) && file_sync_folder(path))
        return PAUA_OK;
    int why = errno;
    unlink(path);
    close(writer->file);
    errno = why;
    return PAUA_ERROR_IO;
}

/* Whether board, win count, seed and settings are the same, so that a file may be continued. */
static bool same_info(const paua_samples_info *a, const paua_samples_info *b)
{
    return memcmp(a->sides, b->sides, sizeof a->sides) == 0 && a->win == b->win &&
           a->seed == b->seed && strcmp(a->settings, b->settings) == 0;
}

/* Counts games and positions up to the last whole game; games are numbered from 0 without gaps. */
static paua_status count_all(paua_samples *samples, uint64_t *games, uint64_t *positions,
                             paua_error *error)
{
    const paua_sample *list;
    paua_samples_game game;
    int count;
    paua_status status;
    *games = *positions = 0;
    while ((status = paua_samples_next(samples, &game, &list, &count, error)) == PAUA_OK) {
        if (game.number != *games)
            return error_fill(error, PAUA_ERROR_CONFLICT, samples->at,
                              "game %u where %llu was expected", game.number,
                              (unsigned long long)*games);
        ++*games;
        *positions += (uint64_t)count;
    }
    return status == PAUA_ERROR_NOT_FOUND ? PAUA_OK : status;
}

/* Writes the header anew where a killed writer left only its beginning. */
static bool repair_head(int file, const paua_samples_info *info)
{
    uint8_t head[SAMPLES_HEAD], found[SAMPLES_HEAD];
    put_head(head, info);
    ssize_t got = pread(file, found, sizeof found, 0);
    bool torn = got >= 0 && got < SAMPLES_HEAD && memcmp(head, found, (size_t)got) == 0;
    return got >= 0 && (!torn || file_write_at(file, head, sizeof head, 0));
}

/* Finds the end of the last whole game of a file with these settings; counts up to there. */
static paua_status find_end(const char *path, const paua_samples_info *info, uint64_t *games,
                            uint64_t *positions, uint64_t *end, paua_error *error)
{
    paua_samples *samples;
    paua_status status = paua_samples_open(path, &samples, error);
    if (status != PAUA_OK)
        return status;
    if (!same_info(&samples->info, info))
        status = error_fill(error, PAUA_ERROR_CONFLICT, 0, "made with '%s' and seed %llu",
                            samples->info.settings, (unsigned long long)samples->info.seed);
    if (status == PAUA_OK)
        status = count_all(samples, games, positions, error);
    *end = samples->at;
    paua_samples_close(samples);
    return status;
}

paua_status samples_continue(struct samples_writer *writer, const char *path,
                             const paua_samples_info *info, uint64_t *games, uint64_t *positions,
                             paua_error *error)
{
    uint64_t end = 0;
    writer->file = open(path, O_RDWR | O_CLOEXEC);
    if (writer->file < 0 && errno == ENOENT)
        return error_fill(error, PAUA_ERROR_NOT_FOUND, 0, "%s", strerror(errno));
    paua_status status = PAUA_ERROR_IO;
    if (writer->file < 0 || !file_lock(writer->file) || !repair_head(writer->file, info))
        error_write(error, status, 0, "%s", file_error_text(errno));
    else
        status = find_end(path, info, games, positions, &end, error);
    if (status == PAUA_OK && (ftruncate(writer->file, (off_t)end) != 0 ||
                              lseek(writer->file, 0, SEEK_END) != (off_t)end))
        status = error_fill(error, PAUA_ERROR_IO, 0, "%s", strerror(errno));
    if (status != PAUA_OK && writer->file >= 0)
        close(writer->file);
    return status;
}

paua_status samples_append(struct samples_writer *writer, const paua_samples_game *game,
                           const paua_sample *positions, int count)
{
    uint8_t *bytes = writer->bytes;
    size_t length = ((size_t)count + 1) * SAMPLES_RECORD;
    put_game(bytes, game, count);
    for (int i = 0; i < count; i++)
        put_sample(bytes + (i + 1) * SAMPLES_RECORD, &positions[i]);
    bytes_put(bytes + 16, sum_of(bytes, length), SUM);
    off_t before = lseek(writer->file, 0, SEEK_CUR);
    if (file_write(writer->file, bytes, length))
        return PAUA_OK;
    int why = errno;
    if (before >= 0 && ftruncate(writer->file, before) != 0)
        why = errno;
    errno = why;
    return PAUA_ERROR_IO;
}

paua_status samples_end(struct samples_writer *writer)
{
    bool good = file_sync(writer->file);
    return close(writer->file) == 0 && good ? PAUA_OK : PAUA_ERROR_IO;
}
