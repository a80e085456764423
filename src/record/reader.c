/* reader.c - splits a stream of bytes into games, within a fixed buffer, for parse.c to read. A
 * game that is too long or malformed is skipped up to the next line that begins with [Event. What
 * gzip has compressed is unpacked. */
#include <stdlib.h>

#include "base/array.h"
#include "base/gunzip.h"
#include "base/unicode.h"
#include "record/internal.h"

enum {
    CHUNK_BYTES = 64 * 1024,
    LINE_MAX_BYTES = 16 * PAUA_RECORD_MAX_BYTES, /* a longer line means: not a file of games */
    EVENT_BYTES = 16 /* of a line, to see whether it begins with the tag Event */
};

struct paua_apgn_reader {
    paua_apgn_source source;
    void *context;
    struct gunzip *gunzip; /* owned; the source then, or NULL */
    char *bytes;           /* owned; the unread part is begin .. end-1 */
    size_t begin, end, room;
    long line; /* number of the line at begin */
    long game_line;
    int game;
    size_t chunk;       /* bytes at begin up to the next tags: what is left of the last game read */
    bool decoded;       /* the chunk was no UTF-8 */
    bool forgiving;     /* reads games without tags or result */
    bool started;       /* the first bytes were tested for compression */
    bool ended;         /* the source is at its end */
    paua_status failed; /* PAUA_OK, or why no more can be read */
    const char *why;    /* the text for `failed`, static */
    paua_record *record; /* owned */
};

long paua_apgn_read_text(char *bytes, size_t cap, void *context)
{
    paua_apgn_text *text = context;
    size_t part = text->left < cap ? text->left : cap;

    if (part > 0)
        memcpy(bytes, text->at, part);
    text->at += part;
    text->left -= part;
    return (long)part;
}

paua_status paua_apgn_reader_new(paua_apgn_source source, void *context, paua_apgn_reader **out)
{
    paua_apgn_reader *reader = calloc(1, sizeof *reader);
    if (!reader)
        return PAUA_ERROR_NO_MEMORY;
    reader->source = source;
    reader->context = context;
    reader->line = 1;
    if (paua_record_new(&reader->record) != PAUA_OK) {
        paua_apgn_reader_free(reader);
        return PAUA_ERROR_NO_MEMORY;
    }
    *out = reader;
    return PAUA_OK;
}

void paua_apgn_reader_free(paua_apgn_reader *reader)
{
    if (!reader)
        return;
    paua_record_free(reader->record);
    gunzip_free(reader->gunzip);
    free(reader->bytes);
    free(reader);
}

void paua_apgn_forgive(paua_apgn_reader *reader)
{
    reader->forgiving = true;
}

int paua_apgn_game(const paua_apgn_reader *reader)
{
    return reader->game;
}

long paua_apgn_line(const paua_apgn_reader *reader)
{
    return reader->game_line;
}

/* Ends all reading with this status; returns false. */
static bool reader_fail(paua_apgn_reader *reader, paua_status status, const char *why)
{
    reader->failed = status;
    reader->why = why;
    return false;
}

/* Makes room for one more chunk behind the unread bytes. */
static bool reader_make_room(paua_apgn_reader *reader)
{
    if (reader->begin) {
        memmove(reader->bytes, reader->bytes + reader->begin, reader->end - reader->begin);
        reader->end -= reader->begin;
        reader->begin = 0;
    }
    if (ARRAY_RESERVE(reader->bytes, reader->room, reader->end + CHUNK_BYTES))
        return true;
    return reader_fail(reader, PAUA_ERROR_NO_MEMORY, paua_status_text(PAUA_ERROR_NO_MEMORY));
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

/* Reads more bytes, whatever they are; false at the end and on failure. */
static bool reader_read(paua_apgn_reader *reader)
{
    if (reader->ended || reader->failed || !reader_make_room(reader))
        return false;
    char *at = reader->bytes + reader->end;
    long got = reader->source(at, reader->room - reader->end, reader->context);
    const char *why = got < 0 && reader->gunzip ? gunzip_why(reader->gunzip) : NULL;
    if (why)
        return reader_fail(reader, PAUA_ERROR_CORRUPT, why);
    if (got < 0)
        return reader_fail(reader, PAUA_ERROR_IO, paua_status_text(PAUA_ERROR_IO));
    reader->ended = got == 0;
    reader->end += (size_t)got;
    return got > 0;
}

/* Refuses a zero byte among those from `from` on. */
static bool reader_check_text(paua_apgn_reader *reader, size_t from)
{
    const char *zero = memchr(reader->bytes + from, '\0', reader->end - from);
    if (!zero)
        return true;
    reader->line += count_lines(reader->bytes, (size_t)(zero - reader->bytes));
    reader->end = from;
    return reader_fail(reader, PAUA_ERROR_CORRUPT, "not a text file: it contains a zero byte");
}

/* Reads more bytes of the text; false at the end and on failure. */
static bool reader_fill(paua_apgn_reader *reader)
{
    size_t unread = reader->end - reader->begin;
    return reader_read(reader) && reader_check_text(reader, reader->begin + unread);
}

/* Reads the first bytes, and unpacks them and all others if gzip has compressed them. False on
 * failure. */
static bool reader_start(paua_apgn_reader *reader)
{
    while (reader->end < 2 && reader_read(reader))
        ;
    reader->started = true;
    if (reader->failed)
        return false;
    if (reader->end == 0)
        return true;
    if (!gunzip_marked(reader->bytes, reader->end))
        return reader_check_text(reader, 0);
    reader->gunzip = gunzip_new(reader->source, reader->context, reader->bytes, reader->end);
    if (!reader->gunzip)
        return reader_fail(reader, PAUA_ERROR_NO_MEMORY, paua_status_text(PAUA_ERROR_NO_MEMORY));
    reader->source = gunzip_read;
    reader->context = reader->gunzip;
    reader->end = 0;
    reader->ended = false;
    return true;
}

static bool is_event_line(const char *line, size_t length)
{
    size_t marks = record_marks(line, length);
    return length - marks >= 7 && memcmp(line + marks, "[Event ", 7) == 0;
}

/* record_tag_line() behind byte order marks. */
static bool is_tag_line(const char *line, size_t length)
{
    size_t marks = record_marks(line, length);
    return record_tag_line(line + marks, length - marks);
}

static bool is_blank_line(const char *line, size_t length)
{
    for (size_t i = record_marks(line, length); i < length; i++)
        if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r' && line[i] != '\v' &&
            line[i] != '\f')
            return false;
    return true;
}

/* Finds the length of the line at begin + from, its newline included, and reads more until the line
 * is complete. False if it is too long or reading failed. */
static bool find_line_end(paua_apgn_reader *reader, size_t from, size_t *length)
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
        reader_fill(reader);
        if (reader->failed)
            return false;
    }
}

/* The state of finding the end of a game. */
struct game_cut {
    bool moves;   /* the move text has begun */
    bool comment; /* the next line begins inside a comment */
};

/* Whether a line begins the next game: an Event tag anywhere, or any tag after move text. */
static bool begins_game(const struct game_cut *cut, const char *line, size_t length)
{
    return is_event_line(line, length) ||
           (cut->moves && !cut->comment && is_tag_line(line, length));
}

/* Updates the state by one line of the game. */
static void cut_add_line(struct game_cut *cut, const char *line, size_t length)
{
    if (!cut->comment && !cut->moves && is_tag_line(line, length))
        return;
    if (!cut->moves && is_blank_line(line, length - (length && line[length - 1] == '\n')))
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

/* Drops bytes that have been used. */
static void reader_consume(paua_apgn_reader *reader, size_t length)
{
    reader->line += count_lines(reader->bytes + reader->begin, length);
    reader->begin += length;
}

/* Finds the length of the game at begin; false if it is too long or reading failed. */
static bool cut_game(paua_apgn_reader *reader, size_t *length)
{
    struct game_cut cut = {false, false};
    size_t line_length = 0;
    for (*length = 0;; *length += line_length) {
        if (!find_line_end(reader, *length, &line_length))
            return false;
        const char *line = reader->bytes + reader->begin + *length;
        if (line_length == 0 || (*length > 0 && begins_game(&cut, line, line_length)))
            return true;
        cut_add_line(&cut, line, line_length);
    }
}

/* Skips blank lines between games; false at the end of the file and on failure. */
static bool skip_blank_lines(paua_apgn_reader *reader)
{
    size_t length;
    while (find_line_end(reader, 0, &length) && length > 0 &&
           is_blank_line(reader->bytes + reader->begin,
                         length - (reader->bytes[reader->begin + length - 1] == '\n')))
        reader_consume(reader, length);
    return !reader->failed && reader->begin < reader->end;
}

/* Skips everything up to the next line that begins with the tag Event. */
static void skip_game(paua_apgn_reader *reader)
{
    size_t in_line = 0;
    for (bool first = true;; first = false) {
        while (reader->end - reader->begin < EVENT_BYTES && reader_fill(reader))
            ;
        const char *line = reader->bytes + reader->begin;
        size_t left = reader->end - reader->begin;
        if (reader->failed || left == 0 || (!first && !in_line && is_event_line(line, left)))
            return;
        const char *newline = memchr(line, '\n', left);
        in_line = newline ? 0 : in_line + left;
        reader_consume(reader, newline ? (size_t)(newline + 1 - line) : left);
        if (in_line > LINE_MAX_BYTES) {
            reader_fail(reader, PAUA_ERROR_CORRUPT,
                        "not a file of games: a line is longer than 16 MiB");
            return;
        }
    }
}

/* The status and error of a file that can be read no further. */
static paua_status refuse_file(paua_apgn_reader *reader, paua_error *error)
{
    return record_refuse(error, reader->failed, reader->line, 0, "%s", reader->why);
}

/* The character of a byte of a text that is no UTF-8: ISO-8859-1, and what Windows has in its
 * gap. */
static unsigned latin_character(unsigned char byte)
{
    static const uint16_t gap[32] = {
        0x20ac, 0x81,   0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
        0x2039, 0x0152, 0x8d,   0x017d, 0x8f,   0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
        0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x9d,   0x017e, 0x0178};
    return byte >= 0x80 && byte < 0xa0 ? gap[byte - 0x80] : byte;
}

/* The bytes of a character in UTF-8. */
static size_t character_bytes(unsigned character)
{
    return character < 0x80 ? 1 : character < 0x800 ? 2 : 3;
}

/* Writes the bytes of a character, the last one just before `end`; returns where they begin. */
static char *put_before(char *end, unsigned character)
{
    size_t bytes = character_bytes(character);
    for (size_t i = bytes; i > 1; i--, character >>= 6)
        *--end = (char)(0x80 | (character & 0x3f));
    *--end = (char)(bytes == 1 ? character : (bytes == 2 ? 0xc0 : 0xe0) | character);
    return end;
}

/* Rewrites a chunk that is no UTF-8 as what it is in ISO-8859-1. False: out of memory. */
static bool decode_chunk(paua_apgn_reader *reader)
{
    size_t more = 0;
    const char *bytes = reader->bytes + reader->begin;
    for (size_t i = 0; i < reader->chunk; i++)
        more += character_bytes(latin_character((unsigned char)bytes[i])) - 1;
    if (!ARRAY_RESERVE(reader->bytes, reader->room, reader->end + more))
        return reader_fail(reader, PAUA_ERROR_NO_MEMORY, paua_status_text(PAUA_ERROR_NO_MEMORY));
    char *from = reader->bytes + reader->begin + reader->chunk, *to = from + more;
    memmove(to, from, reader->end - reader->begin - reader->chunk);
    while (from > reader->bytes + reader->begin)
        to = put_before(to, latin_character((unsigned char)*--from));
    reader->end += more;
    reader->chunk += more;
    reader->decoded = true;
    return true;
}

/* Finds the next chunk: the text of a game, and in a forgiving reading of games without tags behind
 * it. PAUA_ERROR_NOT_FOUND: there is none. */
static paua_status find_chunk(paua_apgn_reader *reader, paua_error *error)
{
    if (!reader->started && !reader_start(reader))
        return refuse_file(reader, error);
    if (reader->failed || !skip_blank_lines(reader))
        return reader->failed ? refuse_file(reader, error) : PAUA_ERROR_NOT_FOUND;
    size_t length = 0;
    reader->game_line = reader->line;
    bool whole = cut_game(reader, &length);
    if (reader->failed)
        return refuse_file(reader, error);
    reader->chunk = whole ? length : 0;
    reader->decoded = false;
    if (whole && reader->forgiving && !utf8_valid(reader->bytes + reader->begin, reader->chunk) &&
        !decode_chunk(reader))
        return refuse_file(reader, error);
    if (whole)
        return PAUA_OK;
    reader->game++;
    skip_game(reader);
    if (reader->failed)
        return refuse_file(reader, error);
    return record_refuse(error, PAUA_ERROR_BAD_SYNTAX, reader->game_line, 0,
                         "the game is longer than %d bytes", PAUA_RECORD_MAX_BYTES);
}

paua_status paua_apgn_next(paua_apgn_reader *reader, const paua_record **record, paua_error *error)
{
    size_t used = 0;
    paua_status status = reader->chunk ? PAUA_OK : find_chunk(reader, error);
    if (status != PAUA_OK)
        return status;
    reader->game++;
    reader->game_line = reader->line;
    status = record_parse(reader->record, reader->bytes + reader->begin, reader->chunk,
                          reader->line, reader->forgiving, &used, error);
    if (reader->decoded)
        reader->record->skipped |= 1u << SKIP_ENCODING;
    /* where a game is refused, nobody knows where it ends */
    used = status == PAUA_OK ? used : reader->chunk;
    reader_consume(reader, used);
    reader->chunk -= used;
    if (status == PAUA_OK)
        *record = reader->record;
    else if (status == PAUA_ERROR_NO_MEMORY)
        reader_fail(reader, status, paua_status_text(status));
    return status;
}
