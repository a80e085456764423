/* resume.c - takes over the results of a match from its file of games, and finds where the last
 * whole game ends. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <paua/replay.h>

#include "base/gunzip.h"
#include "match/match.h"

__attribute__((format(printf, 3, 4))) static paua_status refuse(paua_error *error, paua_status code,
                                                                const char *format, ...)
{
    va_list arguments;
    error->code = code;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return code;
}

static bool tag_is(const paua_record *record, const char *name, const char *value)
{
    const char *tag = paua_record_tag(record, name);
    return tag && !strcmp(tag, value);
}

/* Whether a game is of this match: its Event tag ends with the hash of the same setup. */
static bool is_ours(const paua_match *match, const paua_record *record)
{
    char event[APGN_EVENT_MAX];
    return tag_is(record, "Event", apgn_event(match, event));
}

/* The number of a game of this match, from 0, or -1. */
static int64_t number_of(const paua_record *record)
{
    const char *text = paua_record_tag(record, "Round");
    char *end;
    long long number = text ? strtoll(text, &end, 10) : 0;
    return text && !*end && number > 0 ? number - 1 : -1;
}

/* The fault that the Termination tag names. */
static uint8_t fault_of(const paua_record *record)
{
    for (int i = PAUA_FAULT_NONE + 1; i < PAUA_FAULT_COUNT; i++)
        if (tag_is(record, "Termination", paua_fault_name((paua_fault)i)))
            return (uint8_t)i;
    return PAUA_FAULT_NONE;
}

/* Takes over one game; games of other matches and beyond the last one are ignored. */
static paua_status take_over(paua_match *match, paua_replay *replay, const paua_record *record,
                             int64_t *ours, paua_error *error)
{
    int64_t number = is_ours(match, record) ? number_of(record) : -1;
    struct pairing pairing;
    paua_status status = paua_replay_record(replay, record, NULL, NULL, error);
    if (status != PAUA_OK || number < 0)
        return status;
    pairing = match_pairing(match, number);
    if (!tag_is(record, "Black", match->setup.engines[pairing.black].name) ||
        !tag_is(record, "White", match->setup.engines[pairing.white].name) ||
        replay->result == PAUA_RESULT_ONGOING)
        return PAUA_OK;
    ++*ours;
    if (number >= match->setup.games || match->results[number].state == GAME_PLAYED)
        return PAUA_OK;
    match_settle(match, number,
                 (struct result){.points = match_points(&pairing, replay->result),
                                 .fault = fault_of(record)});
    return PAUA_OK;
}

/* How far a text reaches without the empty lines at its end. */
struct text_extent {
    uint64_t length; /* of all that was added */
    uint64_t used;   /* up to the last byte that is no blank */
};

static void extent_add(struct text_extent *extent, const char *bytes, size_t count)
{
    for (size_t i = count; i > 0; i--)
        if (bytes[i - 1] == '\0' || !strchr(" \t\r\n", bytes[i - 1])) {
            extent->used = extent->length + i;
            break;
        }
    extent->length += count;
}

/* Where the text may be cut off: behind the newline of its last line. */
static uint64_t extent_whole(const struct text_extent *extent)
{
    return extent->used < extent->length ? extent->used + 1 : extent->used;
}

/* Whether a word is the result that ends a game in APGN. */
static bool is_result(const char *word, size_t length)
{
    static const paua_result results[] = {PAUA_RESULT_BLACK_WINS, PAUA_RESULT_WHITE_WINS,
                                          PAUA_RESULT_DRAW};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (strlen(paua_result_text(results[i])) == length &&
            memcmp(paua_result_text(results[i]), word, length) == 0)
            return true;
    return false;
}

/* Whether a text can be the beginning of a game that a match has written, however short: it begins
 * like one, and nothing follows a result. */
static bool is_torn(const char *text)
{
    static const char event[] = "[Event \"" APGN_EVENT, blanks[] = " \r\n";
    const char *word = strstr(text, "\n\n");
    size_t length = strlen(text);
    bool over = false;
    if (strncmp(text, event, length < strlen(event) ? length : strlen(event)) != 0)
        return false;
    while (word && *(word += strspn(word, blanks))) {
        length = strcspn(word, blanks);
        if (over)
            return false;
        over = is_result(word, length);
        word += length;
    }
    return true;
}

struct resume {
    paua_match *match;
    FILE *file;
    struct text_extent all;
    paua_apgn_reader *reader;
    paua_replay replay;
    int64_t games, ours;
};

/* A paua_apgn_source: the file from its beginning. */
static long read_file(char *bytes, size_t cap, void *context)
{
    struct resume *resume = context;
    size_t got = fread(bytes, 1, cap, resume->file);
    extent_add(&resume->all, bytes, got);
    return ferror(resume->file) ? -1 : (long)got;
}

/* Reads the file again up to a line, counted from 1. False: it cannot be read. */
static bool skip_lines(FILE *file, long line, struct text_extent *before)
{
    *before = (struct text_extent){0};
    rewind(file);
    for (int byte; line > 1 && (byte = getc(file)) != EOF; line -= byte == '\n')
        extent_add(before, &(char){(char)byte}, 1);
    return !ferror(file);
}

/* Whether the game that begins at a line, the last one of the file, may be what a killed writer has
 * left; *whole is then what stands before it. */
static paua_status check_torn(struct resume *resume, long line, uint64_t *whole)
{
    struct text_extent before;
    char *text = malloc(PAUA_RECORD_MAX_BYTES + 1);
    if (!text)
        return PAUA_ERROR_NO_MEMORY;
    paua_status status = PAUA_ERROR_IO;
    if (skip_lines(resume->file, line, &before)) {
        size_t length = fread(text, 1, PAUA_RECORD_MAX_BYTES + 1, resume->file);
        bool fits = length <= PAUA_RECORD_MAX_BYTES;
        text[fits ? length : 0] = '\0';
        if (!ferror(resume->file))
            status =
                fits && strlen(text) == length && is_torn(text) ? PAUA_OK : PAUA_ERROR_BAD_SYNTAX;
        *whole = extent_whole(&before);
    }
    free(text);
    return status;
}

/* All games of the file; *whole as paua_match_resume() says. */
static paua_status read_all(struct resume *resume, uint64_t *whole, paua_error *error)
{
    const paua_record *record;
    paua_status status = PAUA_OK, after;
    for (;;) {
        status = paua_apgn_next(resume->reader, &record, error);
        if (status == PAUA_ERROR_NOT_FOUND) {
            *whole = extent_whole(&resume->all);
            return PAUA_OK;
        }
        if (status == PAUA_OK)
            status = take_over(resume->match, &resume->replay, record, &resume->ours, error);
        if (status != PAUA_OK)
            break;
        resume->games++;
    }
    if (status == PAUA_ERROR_NO_MEMORY || status == PAUA_ERROR_CORRUPT || status == PAUA_ERROR_IO)
        return status;
    /* the last one may be what a killed writer has left */
    long line = paua_apgn_line(resume->reader);
    paua_error rest;
    after = paua_apgn_next(resume->reader, &record, &rest);
    if (after == PAUA_ERROR_NO_MEMORY || after == PAUA_ERROR_IO)
        return after;
    return after == PAUA_ERROR_NOT_FOUND ? check_torn(resume, line, whole) : PAUA_ERROR_BAD_SYNTAX;
}

/* Refuses a file that gzip has compressed: games cannot be added to it. */
static paua_status check_plain(FILE *file, paua_error *error)
{
    char first[2];
    size_t got = fread(first, 1, sizeof first, file);
    if (gunzip_marked(first, got))
        return refuse(error, PAUA_ERROR_CORRUPT, "compressed by gzip, which 'gzip -d' undoes");
    rewind(file);
    return PAUA_OK;
}

paua_status paua_match_resume(paua_match *match, FILE *file, uint64_t *whole, uint64_t *length,
                              paua_error *error)
{
    struct resume resume = {.match = match, .file = file};
    paua_status status = check_plain(file, error);
    if (status == PAUA_OK)
        status = paua_apgn_reader_new(read_file, &resume, &resume.reader);
    if (status == PAUA_OK)
        status = read_all(&resume, whole, error);
    if (status == PAUA_OK && resume.games > 0 && resume.ours == 0)
        status = refuse(error, PAUA_ERROR_CONFLICT, "none of its games is of this match");
    if (status == PAUA_ERROR_NO_MEMORY || status == PAUA_ERROR_IO)
        refuse(error, status, "%s", paua_status_text(status));
    *length = resume.all.length;
    paua_apgn_reader_free(resume.reader);
    paua_replay_end(&resume.replay);
    return status;
}
