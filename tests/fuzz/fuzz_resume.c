/* fuzz_resume.c - any bytes as the file of a match that is taken up again. Every '@' becomes what tells this match
 * from others, so that the corpus need not know it. */
#define _POSIX_C_SOURCE 200809L /* fmemopen */
#include "fuzz.h"

#include "match/match.h"

enum { GAMES = 5 };

static paua_match *match_new(const paua_openings *openings)
{
    static paua_engine_config engines[2];
    paua_match_setup setup = {.engines = engines,
                              .count = 2,
                              .openings = openings,
                              .games = GAMES,
                              .concurrency = 1,
                              .plies = 100,
                              .patience_ms = 1,
                              .tt_mb = 1,
                              .threads = 1};
    paua_match *match;

    REQUIRE(paua_engine_config_parse("paua:name=A", &engines[0], NULL) == PAUA_OK);
    REQUIRE(paua_engine_config_parse("paua:name=B", &engines[1], NULL) == PAUA_OK);
    REQUIRE(paua_match_new(&setup, &match, NULL) == PAUA_OK);
    return match;
}

/* The text with the match's event for every '@'. */
static char *fill_in(const paua_match *match, const char *text)
{
    char event[APGN_EVENT_MAX], *filled, *at;
    size_t count = 0;

    apgn_event(match, event);
    for (const char *c = text; *c; c++)
        count += *c == '@';
    filled = at = malloc(strlen(text) + count * strlen(event) + 1);
    REQUIRE(filled);
    for (; *text; text++) {
        if (*text == '@')
            at += sprintf(at, "%s", event);
        else
            *at++ = *text;
    }
    *at = '\0';
    return filled;
}

static int64_t games_of(const paua_match *match)
{
    const paua_tally tally = paua_match_tally(match, 0, 1);
    int64_t faults = 0;

    for (int i = 1; i < PAUA_FAULT_COUNT; i++)
        faults +=
            paua_match_faults(match, 0, (paua_fault)i) + paua_match_faults(match, 1, (paua_fault)i);
    REQUIRE(faults <= tally.wins + tally.losses);
    REQUIRE(paua_tally_games(&tally) <= GAMES);
    return paua_tally_games(&tally);
}

/* paua_match_resume() with a text as the file. */
static paua_status resume_text(paua_match *match, const char *text, uint64_t *whole,
                               paua_error *error)
{
    uint64_t length = 0;
    FILE *file = fmemopen((void *)(uintptr_t)text, strlen(text), "r");

    REQUIRE(file);
    paua_status status = paua_match_resume(match, file, whole, &length, error);
    fclose(file);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static paua_openings *openings;
    char *bytes = text_of(data, size), *text;
    paua_match *match, *again;
    paua_error error;
    uint64_t whole = 0, same = 0;
    int64_t games;

    if (!openings)
        REQUIRE(paua_openings_parse("layouts", 0, &openings, NULL) == PAUA_OK);
    match = match_new(openings);
    again = match_new(openings);
    text = fill_in(match, bytes);
    if (resume_text(match, text, &whole, &error) == PAUA_OK) {
        REQUIRE(whole <= strlen(text));
        games = games_of(match);
        text[whole] = '\0';
        REQUIRE(resume_text(again, text, &same, &error) == PAUA_OK);
        REQUIRE(same == whole && games_of(again) == games);
    } else {
        REQUIRE(memchr(error.message, '\0', sizeof error.message) && error.message[0]);
    }
    paua_match_free(match);
    paua_match_free(again);
    free(text);
    free(bytes);
    return 0;
}
