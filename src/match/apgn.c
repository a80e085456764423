/* apgn.c - a game of a match as APGN, with the tags that a resumed match recognises it by. */
#define _POSIX_C_SOURCE 200809L /* localtime_r, strnlen */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <paua/version.h>

#include "match/match.h"

/* The TimeControl tag: a clock such as 60+0.6 in seconds, or the limit of a move. */
static const char *limit_text(const paua_match_setup *setup, char *text, size_t cap)
{
    if (setup->clock_ms > 0 || setup->gain_ms > 0)
        snprintf(text, cap, "%g+%g", (double)setup->clock_ms / 1000, (double)setup->gain_ms / 1000);
    else if (setup->limits.time_ms)
        snprintf(text, cap, "%" PRId64 " ms a move", setup->limits.time_ms);
    else if (setup->limits.nodes)
        snprintf(text, cap, "%" PRIu64 " nodes a move", setup->limits.nodes);
    else if (setup->limits.depth)
        snprintf(text, cap, "%d plies a move", setup->limits.depth);
    else
        snprintf(text, cap, "-");
    return text;
}

char *apgn_event(const paua_match *match, char event[APGN_EVENT_MAX])
{
    snprintf(event, APGN_EVENT_MAX, APGN_EVENT "%016" PRIx64, match->setup_hash);
    return event;
}

size_t paua_match_format(const paua_match *match, const paua_match_game *game, char *text,
                         size_t cap)
{
    const paua_match_setup *setup = &match->setup;
    char event[APGN_EVENT_MAX], date[16], round[24], source[32], control[64];
    time_t now = time(NULL);
    struct tm local;
    paua_tags tags = {
        .size = sizeof(paua_tags),
        .event = apgn_event(match, event),
        .date = date,
        .black = setup->engines[game->black].name,
        .white = setup->engines[game->white].name,
        .termination = game->ending,
        .source = source,
        .time_control = limit_text(setup, control, sizeof control),
        .round = round,
    };
    strftime(date, sizeof date, "%Y.%m.%d", localtime_r(&now, &local));
    snprintf(round, sizeof round, "%" PRId64, game->number);
    snprintf(source, sizeof source, "paua %s", paua_version());
    return paua_apgn_format(game->game, &tags, text, cap);
}
