/* resume.c - takes over the results of a match from its file of games, and finds where the last
 * whole game ends. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <paua/replay.h>

#include "match/match.h"

__attribute__((format(printf, 3, 4))) static paua_status
refuse(paua_refusal *refusal, paua_status code, const char *format, ...)
{
    va_list arguments;
    refusal->code = code;
    va_start(arguments, format);
    vsnprintf(refusal->reason, sizeof refusal->reason, format, arguments);
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
                             int64_t *ours, paua_refusal *refusal)
{
    int64_t number = is_ours(match, record) ? number_of(record) : -1;
    struct pairing pairing;
    paua_status status = paua_replay_record(replay, record, NULL, NULL, refusal);
    if (status != PAUA_OK || number < 0)
        return status;
    pairing = match_pairing(match, number);
    if (!tag_is(record, "Black", match->setup.engines[pairing.black].name) ||
        !tag_is(record, "White", match->setup.engines[pairing.white].name) ||
        replay->result == PAUA_ONGOING)
        return PAUA_OK;
    ++*ours;
    if (number >= match->setup.games || match->results[number].state == GAME_PLAYED)
        return PAUA_OK;
    match_settle(match, number,
                 (struct result){.points = match_points(&pairing, replay->result),
                                 .fault = fault_of(record)});
    return PAUA_OK;
}

/* The offset of a line, counted from 1. */
static size_t line_offset(const char *text, long line)
{
    size_t at = 0;
    while (--line > 0) {
        at += strcspn(text + at, "\n");
        at += text[at] == '\n';
    }
    return at;
}

/* The length of a text without the empty lines at its end. */
static size_t without_blanks(const char *text, size_t length)
{
    size_t used = length;
    while (used > 0 && strchr(" \t\r\n", text[used - 1]))
        used--;
    return used < length ? used + 1 : used;
}

/* Whether a word is the result that ends a game in APGN. */
static bool is_result(const char *word, size_t length)
{
    static const paua_result results[] = {PAUA_BLACK_WINS, PAUA_WHITE_WINS, PAUA_DRAW};
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
    const char *text;
    size_t length;
    paua_apgn_reader *reader;
    paua_replay replay;
    int64_t games, ours;
};

/* All games of the text; *whole as paua_match_resume() says. */
static paua_status read_all(struct resume *resume, size_t *whole, paua_refusal *refusal)
{
    const paua_record *record;
    paua_status status = PAUA_OK, after;
    *whole = without_blanks(resume->text, resume->length);
    for (;;) {
        status = paua_apgn_next(resume->reader, &record, refusal);
        if (status == PAUA_NOT_FOUND)
            return PAUA_OK;
        if (status == PAUA_OK)
            status = take_over(resume->match, &resume->replay, record, &resume->ours, refusal);
        if (status != PAUA_OK)
            break;
        resume->games++;
    }
    if (status == PAUA_NO_MEMORY || status == PAUA_CORRUPT)
        return status;
    /* the last one may be what a killed writer has left */
    size_t begins = line_offset(resume->text, paua_apgn_line(resume->reader));
    paua_refusal rest;
    after = paua_apgn_next(resume->reader, &record, &rest);
    if (after == PAUA_NO_MEMORY)
        return after;
    if (after != PAUA_NOT_FOUND || !is_torn(resume->text + begins))
        return PAUA_BAD_SYNTAX;
    *whole = without_blanks(resume->text, begins);
    return PAUA_OK;
}

paua_status paua_match_resume(paua_match *match, const char *text, size_t *whole,
                              paua_refusal *refusal)
{
    struct resume resume = {.match = match, .text = text, .length = strlen(text)};
    paua_apgn_text left = {text, resume.length};
    paua_status status = paua_apgn_reader_new(paua_apgn_read_text, &left, &resume.reader);
    if (status == PAUA_OK)
        status = read_all(&resume, whole, refusal);
    if (status == PAUA_OK && resume.games > 0 && resume.ours == 0)
        status = refuse(refusal, PAUA_CONFLICT, "none of its games is of this match");
    if (status == PAUA_NO_MEMORY)
        refuse(refusal, status, "%s", paua_status_text(status));
    paua_apgn_reader_free(resume.reader);
    paua_replay_end(&resume.replay);
    return status;
}
