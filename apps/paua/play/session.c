/* session.c - a game of `paua play`: turns, clocks, the computer's moves, takebacks and typed
 * commands. screen.c and commands/play.c draw it; session_text.c writes texts. */
#define _POSIX_C_SOURCE 200809L

#include "play/session.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <paua/notation.h>

#include "base/array.h"
#include "base/bits.h"
#include "base/clock.h"
#include "rules/gain.h"
#include "search/budget.h"

#include "cli/game_setup.h"
#include "cli/report.h"

enum {
    HINT_NODES = 400000,
    POLL_MS = 20, /* how often `idle` is called while the computer thinks */
};

/* Sets the message that the player sees next. */
__attribute__((format(printf, 2, 3))) static void set_message(struct session *session,
                                                              const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(session->message, sizeof session->message, format, arguments);
    va_end(arguments);
}

const paua_position *session_position(const struct session *session)
{
    return paua_game_position(session->setup.game);
}

const paua_rules *session_rules(const struct session *session)
{
    return paua_game_rules(session->setup.game);
}

paua_outcome session_outcome(const struct session *session)
{
    return paua_game_outcome(session->setup.game);
}

bool session_is_over(const struct session *session)
{
    return session_outcome(session).result != PAUA_RESULT_ONGOING;
}

paua_move session_last_move(const struct session *session)
{
    int count = paua_game_moves(session->setup.game);

    return count ? paua_game_move(session->setup.game, count - 1) : PAUA_NO_MOVE;
}

int session_mover(const struct session *session)
{
    return session_position(session)->to_move;
}

const char *session_colour_name(int side)
{
    static const char *const names[PAUA_PLAYERS_MAX] = {"Black", "White",  "Red",
                                                        "Green", "Yellow", "Purple"};

    assert(side >= 0 && side < PAUA_PLAYERS_MAX);
    return names[side];
}

bool session_is_person(const struct session *session, int side)
{
    return (session->people >> side & 1) != 0;
}

bool session_is_solo(const struct session *session)
{
    return session->people && !(session->people & (session->people - 1));
}

bool session_is_duel(const struct session *session)
{
    return session_is_solo(session) && session_position(session)->players == PAUA_SIDES;
}

unsigned session_remaining_people(const struct session *session)
{
    return session->people & ~(unsigned)session_position(session)->out;
}

bool session_is_turned(const struct session *session)
{
    return session_position(session)->players == PAUA_SIDES && session->people == 1u << PAUA_WHITE;
}

bool session_is_computers_turn(const struct session *session)
{
    return !session_is_over(session) && !session_is_person(session, session_mover(session));
}

/* Allocates the turns of all moves played and of the next one. */
static bool reserve_turns(struct session *session)
{
    int needed = paua_game_moves(session->setup.game) + 1;

    return ARRAY_RESERVE(session->turns, session->turns_room, needed);
}

bool session_begin(struct session *session)
{
    const paua_game *game = session->setup.game;
    paua_position position = *paua_game_start(game);

    assert(!session->turns);
    for (int side = 0; side < PAUA_PLAYERS_MAX; side++)
        session->left_ms[side] = session_rules(session)->game_ms;
    if (!reserve_turns(session))
        return false;

    /* Moves of --moves took no time. */
    for (int i = 0; i < paua_game_moves(game); i++) {
        paua_undo undo;
        session->turns[i].side = position.to_move;
        memcpy(session->turns[i].left_ms, session->left_ms, sizeof session->left_ms);
        paua_position_make(session->setup.board, &position, paua_game_move(game, i), &undo);
    }
    session->turn_began_ms = clock_now_ms();
    return true;
}

void session_end(struct session *session)
{
    free(session->turns);
    session->turns = NULL;
    session->turns_room = 0;
}

/* The time used of this turn, after the delay (R15); negative during the delay. */
static int64_t turn_time_used(const struct session *session)
{
    return clock_now_ms() - session->turn_began_ms - session_rules(session)->delay_ms;
}

/* Subtracts the time of this turn from the player's clock and starts the next turn. */
static void charge_time(struct session *session, int side)
{
    int64_t run = turn_time_used(session), *left = &session->left_ms[side];

    if (run > 0)
        *left = *left > run ? *left - run : 0;
    session->turn_began_ms = clock_now_ms();
}

int64_t session_clock_time(const struct session *session)
{
    const paua_rules *rules = session_rules(session);
    int64_t time = -1;

    if (session_is_over(session))
        return -1;
    if (rules->turn_ms)
        time = rules->turn_ms;
    if (rules->game_ms) {
        int64_t left = session->left_ms[session_mover(session)];
        time = time < 0 || left < time ? left : time;
    }
    if (time < 0)
        return -1;
    int64_t run = turn_time_used(session);
    if (run <= 0)
        return time;
    return time > run ? time - run : 0;
}

int64_t session_time_to_forfeit(const struct session *session)
{
    int64_t time = session_clock_time(session), run = turn_time_used(session);

    return time < 0 || run > 0 ? time : time - run;
}

bool session_check_time(struct session *session)
{
    int side = session_mover(session);

    if (session_clock_time(session) != 0 || !session_is_person(session, side))
        return false;
    session->left_ms[side] = 0;
    session->turn_began_ms = clock_now_ms();
    paua_game_forfeit(session->setup.game, (paua_side)side);
    set_message(session, "Time is up for %s.", session_colour_name(side));
    return true;
}

/* The best move of a search within these limits; PAUA_NO_MOVE: it was stopped. */
static paua_move search_move(struct session *session, const paua_limits *limits)
{
    struct search_thread job = {
        .engine = session->engine, .game = session->setup.game, .limits = *limits};

    if (!search_thread_start(&job)) {
        set_message(session, "No thread could be started.");
        return PAUA_NO_MOVE;
    }
    while (!search_thread_wait(&job, POLL_MS)) {
        if (!session->idle(session)) {
            search_thread_stop(&job);
            job.best = PAUA_NO_MOVE;
        }
    }
    search_thread_end(&job);
    return job.best;
}

/* The colour of the marble that the move from the position `before` has ejected, for the message;
 * NULL: with two players it is clear, unless the marble is neutral. */
static const char *ejected_color(const struct session *session, const paua_position *before)
{
    const paua_position *now = session_position(session);

    for (int side = 0; before->players > PAUA_SIDES && side < before->players; side++)
        if (bits_count(now->marbles[side]) < bits_count(before->marbles[side]))
            return session_colour_name(side);
    return bits_count(now->neutral) < bits_count(before->neutral) ? "neutral" : NULL;
}

/* Sets the message about a move played from the position `before`. */
static void describe_move(struct session *session, const paua_position *before, paua_move move)
{
    char text[PAUA_MOVE_TEXT_MAX], who[32];
    int side = before->to_move;
    const char *whose = ejected_color(session, before);

    if (session_is_solo(session) && session_is_person(session, side))
        snprintf(who, sizeof who, "You play");
    else if (session_is_duel(session))
        snprintf(who, sizeof who, "The computer plays");
    else
        snprintf(who, sizeof who, "%s plays", session_colour_name(side));
    report_move(session->setup.board, move, text);
    if (!paua_move_ejects(move))
        set_message(session, "%s %s.", who, text);
    else if (whose)
        set_message(session, "%s %s: a %s marble is out.", who, text, whose);
    else
        set_message(session, "%s %s: a marble is out.", who, text);
}

/* Plays a move, charges its time and sets a message. False: the rules forbid it, or out of
 * memory. */
static bool make_move(struct session *session, paua_move move)
{
    paua_game *game = session->setup.game;
    paua_position before = *session_position(session);
    paua_status status = reserve_turns(session) ? PAUA_OK : PAUA_ERROR_NO_MEMORY;
    struct session_turn *turn = session->turns + paua_game_moves(game);
    char text[PAUA_MOVE_TEXT_MAX];

    if (status == PAUA_OK)
        status = paua_game_play(game, move);
    if (status == PAUA_ERROR_ILLEGAL_MOVE) {
        set_message(session, "%s would repeat an earlier position, which these rules forbid.",
                    report_move(session->setup.board, move, text));
        return false;
    }
    if (status != PAUA_OK) {
        set_message(session, "Out of memory.");
        return false;
    }
    turn->side = before.to_move;
    memcpy(turn->left_ms, session->left_ms, sizeof turn->left_ms);
    charge_time(session, turn->side);
    session->left_ms[turn->side] =
        gain_add(session->left_ms[turn->side], session_rules(session)->gain_ms,
                 session_rules(session)->cap_ms);
    describe_move(session, &before, move);
    return true;
}

/* Waits until a computer's move has taken pace_ms, or limit_ms if that is less and not 0. False:
 * `idle` has stopped it. */
static bool wait_for_pace(struct session *session, int64_t limit_ms)
{
    int64_t pace_ms = limit_ms && limit_ms < session->pace_ms ? limit_ms : session->pace_ms;

    while (clock_now_ms() - session->turn_began_ms < pace_ms) {
        const struct timespec pause = {.tv_nsec = POLL_MS * 1000000};
        if (!session->idle(session))
            return false;
        nanosleep(&pause, NULL);
    }
    return true;
}

/* How often the current position has occurred before, since the last ejection. */
static int count_repetitions(const paua_game *game)
{
    const uint64_t *keys = paua_game_keys(game);
    const paua_position *position = paua_game_position(game);
    int count = paua_game_moves(game), times = 0;

    for (int i = count - 1; i >= 0 && i >= count - position->quiet; i--)
        times += keys[i] == position->key;
    return times;
}

/* The level of this move. Where the rules do not end repetitions, each repetition lowers the level
 * by one, so that the computer varies its moves. */
static int current_level(const struct session *session)
{
    int repeats = session_rules(session)->repetition ? 0 : count_repetitions(session->setup.game);

    return session->level > repeats ? session->level - repeats : 1;
}

/* Each move has its own seed: a level that errs at random must not repeat the same error for ever
 * when a position recurs. */
bool session_computer_move(struct session *session)
{
    paua_limits limits = {
        .size = sizeof(paua_limits),
        .level = current_level(session),
        .method = session->method,
        .contempt = PAUA_CONTEMPT,
        .seed = session->seed + (uint64_t)paua_game_moves(session->setup.game),
    };
    budget_turn(&limits, session_rules(session), session->left_ms[session_mover(session)]);
    if (session->opponent.name)
        paua_opponent_limit(&session->opponent, &limits);
    paua_move move = search_move(session, &limits);
    if (move == PAUA_NO_MOVE)
        return false;
    if (!wait_for_pace(session, limits.plan_ms ? limits.plan_ms : limits.time_ms))
        return false;
    return make_move(session, move);
}

void session_move(struct session *session, paua_move move)
{
    if (!session_check_time(session))
        make_move(session, move);
}

void session_undo(struct session *session)
{
    paua_game *game = session->setup.game;
    int last = paua_game_moves(game) - 1;

    while (last >= 0 && !session_is_person(session, session->turns[last].side))
        last--;
    if (last < 0) {
        set_message(session, "You have no move to take back.");
        return;
    }
    while (paua_game_moves(game) > last)
        paua_game_takeback(game);
    memcpy(session->left_ms, session->turns[last].left_ms, sizeof session->left_ms);
    session->turn_began_ms = clock_now_ms();
    set_message(session, "Taken back.");
}

void session_hint(struct session *session)
{
    const paua_limits limits = {.size = sizeof(paua_limits),
                                .nodes = HINT_NODES,
                                .method = session->method,
                                .contempt = PAUA_CONTEMPT};
    paua_move move = session_is_over(session) ? PAUA_NO_MOVE : search_move(session, &limits);
    char text[PAUA_MOVE_TEXT_MAX];

    if (move != PAUA_NO_MOVE)
        set_message(session, "Hint: %s", report_move(session->setup.board, move, text));
}

void session_resign(struct session *session)
{
    int side = session_mover(session);

    if (session_is_over(session) ||
        paua_game_resign(session->setup.game, (paua_side)side) != PAUA_OK)
        return;
    charge_time(session, side);
    if (session_is_over(session))
        set_message(session, session_is_solo(session) ? "You resign." : "%s resigns.",
                    session_colour_name(side));
    else
        set_message(session,
                    session_is_solo(session) ? "You leave the game." : "%s leaves the game.",
                    session_colour_name(side));
}

void session_agree_draw(struct session *session)
{
    const paua_position *position = session_position(session);
    unsigned playing = ((1u << position->players) - 1) & ~(unsigned)position->out;

    if (playing & ~session->people)
        set_message(session, "The computer does not agree to draws.");
    else if (paua_game_agree_draw(session->setup.game) == PAUA_OK)
        set_message(session, "You agree to a draw.");
}

const char *session_help(void)
{
    return "a1b2    move the marble on a1, and the line in front of it, to b2\n"
           "a1a3b1  move the line from a1 to a3 sideways, a1 to b1\n"
           "moves   list your moves       board   show the board again\n"
           "undo    take back your move   hint    suggest a move\n"
           "resign  give up; with three or more players the game continues without you\n"
           "draw    agree to a draw, if no computer is playing\n"
           "quit    save the game and quit\n";
}

/* Plays a typed move, perhaps with a number: "1. a1b2". */
static void play_typed_move(struct session *session, const char *text)
{
    char message[256];

    text = game_setup_skip_number(text);
    if (session_is_over(session)) {
        set_message(session, "The game is over.");
        return;
    }
    paua_error error;
    paua_move move;
    if (paua_move_parse(session->setup.board, session_position(session), text, &move, &error) !=
        PAUA_OK) {
        paua_error_text(&error, text, message, sizeof message);
        set_message(session, "%s: %s", text, message);
        return;
    }
    session_move(session, move);
}

void session_execute(struct session *session, const char *line)
{
    line += strspn(line, " \t\r\n");
    size_t length = strcspn(line, "\r\n");
    while (length && (line[length - 1] == ' ' || line[length - 1] == '\t'))
        length--;
    session->message[0] = '\0';
    if (session_check_time(session) || length == 0)
        return;
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word), line);
    if (!strcmp(word, "undo"))
        session_undo(session);
    else if (!strcmp(word, "hint"))
        session_hint(session);
    else if (!strcmp(word, "resign") || !strcmp(word, "leave"))
        session_resign(session);
    else if (!strcmp(word, "draw"))
        session_agree_draw(session);
    else if (!strcmp(word, "quit"))
        session->quit = true;
    else
        play_typed_move(session, word);
}
