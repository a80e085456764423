/* reader.c - cuts a stream of bytes into games. */
#include <stdlib.h>

#include "record/internal.h"

enum {
    CHUNK_BYTES = 64 * 1024,
    ROOM_MAX_BYTES = PAUA_RECORD_MAX_BYTES + 2 * CHUNK_BYTES,
    LINE_MAX_BYTES = 16 * PAUA_RECORD_MAX_BYTES /* no file of games has a line like that */
};

struct paua_apgn_reader {
    paua_apgn_source source;
    void *context;
    char *bytes; /* owned; what is not yet used lies from begin to end */
    size_t begin, end, room;
    long line; /* number of the line at begin */
    long game_line;
    int game;
    bool started;       /* the file's beginning has been looked at */
    bool ended;         /* the source has no more */
    paua_status failed; /* nothing more can be read */
    const char *why;
    paua_record *record; /* owned */
};

paua_status paua_apgn_reader_new(paua_apgn_source source, void *context, paua_apgn_reader **out)
{
    paua_apgn_reader *reader = calloc(1, sizeof *reader);
    if (!reader)
        return PAUA_NO_MEMORY;
    reader->source = source;
    reader->context = context;
    reader->line = 1;
    reader->room = 2 * (size_t)CHUNK_BYTES;
    reader->bytes = malloc(reader->room);
    if (!reader->bytes || paua_record_new(&reader->record) != PAUA_OK) {
        paua_apgn_reader_free(reader);
        return PAUA_NO_MEMORY;
    }
    *out = reader;
    return PAUA_OK;
}

void paua_apgn_reader_free(paua_apgn_reader *reader)
{
    if (!reader)
        return;
    paua_record_free(reader->record);
    free(reader->bytes);
    free(reader);
}

int paua_apgn_game(const paua_apgn_reader *reader)
{
    return reader->game;
}

long paua_apgn_line(const paua_apgn_reader *reader)
{
    return reader->game_line;
}

static bool fail(paua_apgn_reader *reader, paua_status status, const char *why)
{
    reader->failed = status;
    reader->why = why;
    return false;
}

/* Room for one more chunk behind what is not yet used. */
static bool make_room(paua_apgn_reader *reader)
{
    if (reader->begin) {
        memmove(reader->bytes, reader->bytes + reader->begin, reader->end - reader->begin);
        reader->end -= reader->begin;
        reader->begin = 0;
    }
    if (reader->room - reader->end >= CHUNK_BYTES)
        return true;
    size_t room = 2 * reader->room < ROOM_MAX_BYTES ? 2 * reader->room : ROOM_MAX_BYTES;
    char *moved = realloc(reader->bytes, room);
    if (!moved)
        return fail(reader, PAUA_NO_MEMORY, paua_status_text(PAUA_NO_MEMORY));
    reader->bytes = moved;
    reader->room = room;
    return true;
}

static long count_lines(const char *text, size_t length)
{
    long lines = 0;
    const char *end = text + length;
    while (text < end && (text = memchr(text, '\n', (size_t)(end - text)))) {
        lines++;
        text++;
    }
    return lines;
}

/* Takes in some more; false at the end and on failure. */
static bool fill(paua_apgn_reader *reader)
{
    if (reader->ended || reader->failed || !make_room(reader))
        return false;
    char *at = reader->bytes + reader->end;
    long got = reader->source(at, reader->room - reader->end, reader->context);
    if (got < 0)
        return fail(reader, PAUA_IO, paua_status_text(PAUA_IO));
    reader->ended = got == 0;
    const char *zero = memchr(at, '\0', (size_t)got);
    if (zero) {
        reader->line += count_lines(reader->bytes, (size_t)(zero - reader->bytes));
        return fail(reader, PAUA_CORRUPT, "is not text: it has a byte 0");
    }
    reader->end += (size_t)got;
    return got > 0;
}

/* A byte order mark may stand before everything else. */
static void skip_mark(paua_apgn_reader *reader)
{
    while (reader->end < 3 && fill(reader))
        ;
    if (reader->end >= 3 && memcmp(reader->bytes, "\xef\xbb\xbf", 3) == 0)
        reader->begin = 3;
    reader->started = true;
}

static bool event_line(const char *line, size_t length)
{
    return length >= 7 && memcmp(line, "[Event ", 7) == 0;
}

static bool blank_line(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r' && line[i] != '\v' &&
            line[i] != '\f')
            return false;
    return true;
}

/* The line at begin + from, its newline included once it is there whole; false: too long, or failed. */
static bool whole_line(paua_apgn_reader *reader, size_t from, size_t *length)
{
    size_t seen = 0;
    for (;;) {
        const char *line = reader->bytes + reader->begin + from;
        size_t left = reader->end - reader->begin - from;
        const char *newline = memchr(line + seen, '\n', left - seen);
        *length = newline ? (size_t)(newline + 1 - line) : left;
        if (newline || reader->ended)
            return from + *length <= PAUA_RECORD_MAX_BYTES;
        if (from + left > PAUA_RECORD_MAX_BYTES)
            return false;
        seen = left;
        fill(reader);
        if (reader->failed)
            return false;
    }
}

/* What a game's text has been so far. */
struct cut {
    bool moves;   /* there was a line other than tags */
    bool comment; /* the line begins inside a comment */
};

static bool begins_game(const struct cut *cut, const char *line, size_t length)
{
    return event_line(line, length) ||
           (cut->moves && !cut->comment && record_tag_line(line, length));
}

static void pass_line(struct cut *cut, const char *line, size_t length)
{
    if (!cut->comment && !cut->moves && record_tag_line(line, length))
        return;
    if (!cut->moves && blank_line(line, length - (length && line[length - 1] == '\n')))
        return;
    cut->moves = true;
    for (const char *end = line + length; line < end; line++) {
        if (cut->comment)
            cut->comment = *line != '}';
        else if (*line == ';')
            break;
        else
            cut->comment = *line == '{';
    }
}

static void take(paua_apgn_reader *reader, size_t length)
{
    reader->line += count_lines(reader->bytes + reader->begin, length);
    reader->begin += length;
}

/* The length of the game at begin; false: too long, or failed. */
static bool cut_game(paua_apgn_reader *reader, size_t *length)
{
    struct cut cut = {false, false};
    size_t line_length = 0;
    for (*length = 0;; *length += line_length) {
        if (!whole_line(reader, *length, &line_length))
            return false;
        const char *line = reader->bytes + reader->begin + *length;
        if (line_length == 0 || (*length > 0 && begins_game(&cut, line, line_length)))
            return true;
        pass_line(&cut, line, line_length);
    }
}

static bool skip_blank_lines(paua_apgn_reader *reader)
{
    size_t length;
    while (whole_line(reader, 0, &length) && length > 0 &&
           blank_line(reader->bytes + reader->begin,
                      length - (reader->bytes[reader->begin + length - 1] == '\n')))
        take(reader, length);
    return !reader->failed && reader->begin < reader->end;
}

/* Passes over everything up to the next line that begins with a tag Event. */
static void skip_game(paua_apgn_reader *reader)
{
    size_t in_line = 0;
    for (bool first = true;; first = false) {
        while (reader->end - reader->begin < 7 && fill(reader))
            ;
        const char *line = reader->bytes + reader->begin;
        size_t left = reader->end - reader->begin;
        if (reader->failed || left == 0 || (!first && !in_line && event_line(line, left)))
            return;
        const char *newline = memchr(line, '\n', left);
        in_line = newline ? 0 : in_line + left;
        take(reader, newline ? (size_t)(newline + 1 - line) : left);
        if (in_line > LINE_MAX_BYTES) {
            fail(reader, PAUA_CORRUPT, "is not a file of games: a line goes on and on");
            return;
        }
    }
}

static paua_status refuse_file(paua_apgn_reader *reader, paua_refusal *refusal)
{
    return refusal_fill(refusal, reader->failed, reader->line, 0, "%s", reader->why);
}

paua_status paua_apgn_next(paua_apgn_reader *reader, const paua_record **record,
                           paua_refusal *refusal)
{
    size_t length = 0;
    if (!reader->started)
        skip_mark(reader);
    if (!skip_blank_lines(reader))
        return reader->failed ? refuse_file(reader, refusal) : PAUA_NOT_FOUND;
    reader->game_line = reader->line;
    bool whole = cut_game(reader, &length);
    if (reader->failed)
        return refuse_file(reader, refusal);
    reader->game++;
    if (!whole) {
        skip_game(reader);
        if (reader->failed)
            return refuse_file(reader, refusal);
        return refusal_fill(refusal, PAUA_BAD_SYNTAX, reader->game_line, 0, "longer than %d bytes",
                            PAUA_RECORD_MAX_BYTES);
    }
    paua_status status =
        record_parse(reader->record, reader->bytes + reader->begin, length, reader->line, refusal);
    take(reader, length);
    if (status == PAUA_OK)
        *record = reader->record;
    else if (status == PAUA_NO_MEMORY)
        fail(reader, status, paua_status_text(status));
    return status;
}
