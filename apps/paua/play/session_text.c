#include "play/session.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <paua/notation.h>

/* A text that is added to; what does not fit is left out. */
struct words {
    char *text;
    size_t cap, used;
};

__attribute__((format(printf, 2, 3))) static void add(struct words *words, const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(words->text + words->used, words->cap - words->used, format, arguments);
    va_end(arguments);
    words->used += (size_t)length;
    if (words->used >= words->cap)
        words->used = words->cap - 1;
}

/* "Black, White and Red" of those whose bits are set. */
static void add_names(struct words *words, unsigned sides)
{
    for (int side = 0; sides >> side; side++) {
        unsigned rest = sides >> (side + 1);
        if (!(sides >> side & 1))
            continue;
        add(words, "%s", session_name(side));
        if (rest)
            add(words, rest & (rest - 1) ? ", " : " and ");
    }
}

char *session_computer(const struct session *session, char *text, size_t cap)
{
    char name[PAUA_OPPONENT_TEXT_MAX];

    if (session->opponent.name)
        snprintf(text, cap, "as %s", paua_opponent_format(&session->opponent, name, sizeof name));
    else
        snprintf(text, cap, "level %d", session->level);
    return text;
}

char *session_seats(const struct session *session, char *text, size_t cap)
{
    struct words words = {text, cap, 0};
    int players = session_position(session)->players;
    unsigned computers = ~session->people & ((1u << players) - 1);
    char rules[PAUA_RULES_TEXT_MAX], computer[48];

    session_computer(session, computer, sizeof computer);
    if (!session->people) {
        add(&words, "The computer plays all %d, %s.", players, computer);
    } else {
        add(&words, session_alone(session) ? "You play " : "People play ");
        add_names(&words, session->people);
        if (computers && players == PAUA_SIDES)
            add(&words, ", the computer %s", computer);
        else if (computers)
            add(&words, ", the computer (%s) ", computer);
        if (players > PAUA_SIDES)
            add_names(&words, computers);
        add(&words, ".");
    }
    paua_rules_format(session->scene.board, session_rules(session), rules, sizeof rules);
    if (strcmp(rules, paua_preset_name(0)) != 0)
        add(&words, " Rules: %s.", rules);
    return text;
}

static void add_score(struct words *words, const paua_position *position, int side)
{
    add(words, "%s %d%s", session_name(side), position->ejected[side],
        position->out >> side & 1 ? " (left)" : "");
}

/* "Black 1 + Red 0 = 1" */
static void add_team(struct words *words, const paua_position *position, int first)
{
    unsigned team = paua_position_team(position, (paua_side)first);

    for (int side = first; side < position->players; side++) {
        if (!(team >> side & 1))
            continue;
        add(words, "%s", side == first ? "" : " + ");
        add_score(words, position, side);
    }
    if (team & (team - 1))
        add(words, " = %d", paua_position_score(position, (paua_side)first));
}

char *session_scores(const struct session *session, char *text, size_t cap)
{
    const paua_position *position = session_position(session);
    struct words words = {text, cap, 0};

    text[0] = '\0';
    if (position->players == PAUA_SIDES) {
        add(&words, "Out: %d white, %d black", position->ejected[PAUA_BLACK],
            position->ejected[PAUA_WHITE]);
        return text;
    }
    add(&words, "Ejected by ");
    for (int side = 0; side < position->players; side++) {
        unsigned team = paua_position_team(position, (paua_side)side);
        if (team & ((1u << side) - 1))
            continue; /* stands behind its partner */
        add(&words, "%s", side ? ", " : "");
        add_team(&words, position, side);
    }
    return text;
}

char *session_ending(const struct session *session, char *text, size_t cap)
{
    const paua_position *position = session_position(session);
    paua_outcome outcome = session_outcome(session);
    struct words words = {text, cap, 0};

    add(&words, "%s %s", paua_result_text(outcome.result), paua_reason_text(outcome.reason));
    if (position->players > PAUA_SIDES && outcome.result != PAUA_DRAW &&
        outcome.result != PAUA_ONGOING) {
        unsigned team =
            paua_position_team(position, (paua_side)((int)outcome.result - (int)PAUA_BLACK_WINS));
        add(&words, ": ");
        add_names(&words, team);
        add(&words, team & (team - 1) ? " win" : " wins");
    }
    return text;
}

char *session_clock(int64_t ms, char *text, size_t cap)
{
    long long seconds = (ms + 999) / 1000;

    if (seconds >= 3600)
        snprintf(text, cap, "%lld:%02lld:%02lld", seconds / 3600, seconds / 60 % 60, seconds % 60);
    else
        snprintf(text, cap, "%lld:%02lld", seconds / 60, seconds % 60);
    return text;
}
