/* session_text.c - texts of `paua play` about a game: players, scores, result, clocks. */
#include "play/session.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <paua/notation.h>

/* A text under construction. What does not fit is cut off. */
struct text_buffer {
    char *text;
    size_t cap, used;
};

/* Appends formatted text. */
__attribute__((format(printf, 2, 3))) static void append_text(struct text_buffer *buffer,
                                                              const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    int length =
        vsnprintf(buffer->text + buffer->used, buffer->cap - buffer->used, format, arguments);
    va_end(arguments);
    buffer->used += (size_t)length;
    if (buffer->used >= buffer->cap)
        buffer->used = buffer->cap - 1;
}

/* Appends the names of the players whose bits are set: "Black, White and Red". */
static void append_names(struct text_buffer *buffer, unsigned sides)
{
    for (int side = 0; sides >> side; side++) {
        unsigned rest = sides >> (side + 1);
        if (!(sides >> side & 1))
            continue;
        append_text(buffer, "%s", session_colour_name(side));
        if (rest)
            append_text(buffer, rest & (rest - 1) ? ", " : " and ");
    }
}

char *session_format_computer(const struct session *session, char *text, size_t cap)
{
    char name[PAUA_OPPONENT_TEXT_MAX];

    if (session->opponent.name)
        snprintf(text, cap, "as %s", paua_opponent_format(&session->opponent, name, sizeof name));
    else
        snprintf(text, cap, "level %d", session->level);
    return text;
}

char *session_format_seats(const struct session *session, char *text, size_t cap)
{
    struct text_buffer buffer = {text, cap, 0};
    int players = session_position(session)->players;
    unsigned computers = ~session->people & ((1u << players) - 1);
    char rules[PAUA_RULES_TEXT_MAX], computer[48];

    session_format_computer(session, computer, sizeof computer);
    if (!session->people) {
        append_text(&buffer, "The computer plays all %d, %s.", players, computer);
    } else {
        append_text(&buffer, session_is_solo(session) ? "You play " : "People play ");
        append_names(&buffer, session->people);
        if (computers && players == PAUA_SIDES)
            append_text(&buffer, ", the computer %s", computer);
        else if (computers)
            append_text(&buffer, ", the computer (%s) ", computer);
        if (players > PAUA_SIDES)
            append_names(&buffer, computers);
        append_text(&buffer, ".");
    }
    if (computers && session->opponent.stand_in)
        append_text(&buffer, " It is a stand-in: little is known of %s.", session->opponent.name);
    paua_rules_format(session->setup.board, session_rules(session), rules, sizeof rules);
    if (strcmp(rules, paua_preset_name(0)) != 0)
        append_text(&buffer, " Rules: %s.", rules);
    return text;
}

/* Appends a player's name and score: "Red 2", "Red 2 (left)". */
static void append_score(struct text_buffer *buffer, const paua_position *position, int side)
{
    append_text(buffer, "%s %d%s", session_colour_name(side), position->ejected[side],
                position->out >> side & 1 ? " (left)" : "");
}

/* Appends the scores of the team whose first member is `first`: "Black 1 + Red 0 = 1". */
static void append_team(struct text_buffer *buffer, const paua_position *position, int first)
{
    unsigned team = paua_position_team(position, (paua_side)first);

    for (int side = first; side < position->players; side++) {
        if (!(team >> side & 1))
            continue;
        append_text(buffer, "%s", side == first ? "" : " + ");
        append_score(buffer, position, side);
    }
    if (team & (team - 1))
        append_text(buffer, " = %d", paua_position_score(position, (paua_side)first));
}

char *session_format_scores(const struct session *session, char *text, size_t cap)
{
    const paua_position *position = session_position(session);
    struct text_buffer buffer = {text, cap, 0};

    text[0] = '\0';
    if (position->players == PAUA_SIDES) {
        append_text(&buffer, "Out: %d white, %d black", position->ejected[PAUA_BLACK],
                    position->ejected[PAUA_WHITE]);
        return text;
    }
    append_text(&buffer, "Ejected by ");
    for (int side = 0; side < position->players; side++) {
        unsigned team = paua_position_team(position, (paua_side)side);
        if (team & ((1u << side) - 1))
            continue; /* printed with the team's first member */
        append_text(&buffer, "%s", side ? ", " : "");
        append_team(&buffer, position, side);
    }
    return text;
}

char *session_format_ending(const struct session *session, char *text, size_t cap)
{
    const paua_position *position = session_position(session);
    paua_outcome outcome = session_outcome(session);
    struct text_buffer buffer = {text, cap, 0};

    append_text(&buffer, "%s %s", paua_result_text(outcome.result),
                paua_reason_text(outcome.reason));
    if (position->players > PAUA_SIDES && outcome.result != PAUA_RESULT_DRAW &&
        outcome.result != PAUA_RESULT_ONGOING) {
        unsigned team = paua_position_team(
            position, (paua_side)((int)outcome.result - (int)PAUA_RESULT_BLACK_WINS));
        append_text(&buffer, ": ");
        append_names(&buffer, team);
        append_text(&buffer, team & (team - 1) ? " win" : " wins");
    }
    return text;
}

char *session_format_clock(int64_t ms, char *text, size_t cap)
{
    long long seconds = (ms + 999) / 1000, days = seconds / 86400;

    if (days)
        snprintf(text, cap, "%lldd %lld:%02lld:%02lld", days, seconds / 3600 % 24,
                 seconds / 60 % 60, seconds % 60);
    else if (seconds >= 3600)
        snprintf(text, cap, "%lld:%02lld:%02lld", seconds / 3600, seconds / 60 % 60, seconds % 60);
    else
        snprintf(text, cap, "%lld:%02lld", seconds / 60, seconds % 60);
    return text;
}
