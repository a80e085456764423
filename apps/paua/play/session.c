#define _POSIX_C_SOURCE 200809L

#include "play/session.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <paua/notation.h>

#include "base/array.h"
#include "base/clock.h"
#include "search/budget.h"

#include "cli/report.h"
#include "cli/start.h"

enum { HINT_NODES = 400000 };

__attribute__((format(printf, 2, 3))) static void say(struct session *session, const char *format,
                                                      ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(session->message, sizeof session->message, format, arguments);
    va_end(arguments);
}

const paua_position *session_position(const struct session *session)
{
    return paua_game_position(session->scene.game);
}

const paua_rules *session_rules(const struct session *session)
{
    return paua_game_rules(session->scene.game);
}

paua_outcome session_outcome(const struct session *session)
{
    return paua_game_outcome(session->scene.game);
}

bool session_over(const struct session *session)
{
    return session_outcome(session).result != PAUA_ONGOING;
}

paua_move session_last(const struct session *session)
{
    int count = paua_game_moves(session->scene.game);

    return count ? paua_game_move(session->scene.game, count - 1) : PAUA_NO_MOVE;
}

int session_mover(const struct session *session)
{
    return session_position(session)->to_move;
}

const char *session_name(int side)
{
    static const char *const names[PAUA_PLAYERS_MAX] = {"Black", "White",  "Red",
                                                        "Green", "Yellow", "Purple"};
    return names[side];
}

bool session_person(const struct session *session, int side)
{
    return (session->people >> side & 1) != 0;
}

bool session_alone(const struct session *session)
{
    return session->people && !(session->people & (session->people - 1));
}

bool session_duel(const struct session *session)
{
    return session_alone(session) && session_position(session)->players == PAUA_SIDES;
}

unsigned session_present(const struct session *session)
{
    return session->people & ~(unsigned)session_position(session)->out;
}

bool session_turned(const struct session *session)
{
    return session_position(session)->players == PAUA_SIDES && session->people == 1u << PAUA_WHITE;
}

bool session_waits(const struct session *session)
{
    return !session_over(session) && !session_person(session, session_mover(session));
}

/* A turn more than there are moves is kept, for the one that is being played. */
static bool make_room(struct session *session)
{
    int needed = paua_game_moves(session->scene.game) + 1;
    return ARRAY_RESERVE(session->turns, session->turns_room, needed);
}

bool session_begin(struct session *session)
{
    const paua_game *game = session->scene.game;
    paua_position position = *paua_game_start(game);

    for (int side = 0; side < PAUA_PLAYERS_MAX; side++)
        session->left_ms[side] = session_rules(session)->game_ms;
    if (!make_room(session))
        return false;
    for (int i = 0; i < paua_game_moves(game); i++) {
        paua_undo undo;
        session->turns[i].side = position.to_move;
        memcpy(session->turns[i].left_ms, session->left_ms, sizeof session->left_ms);
        paua_position_make(session->scene.board, &position, paua_game_move(game, i), &undo);
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

/* Takes what the turn has lasted from the player's clock; the next turn begins. */
static void take_time(struct session *session, int side)
{
    int64_t now = clock_now_ms();
    int64_t *left = &session->left_ms[side];

    *left -= now - session->turn_began_ms;
    if (*left < 0)
        *left = 0;
    session->turn_began_ms = now;
}

int64_t session_time(const struct session *session)
{
    const paua_rules *rules = session_rules(session);
    int64_t taken = clock_now_ms() - session->turn_began_ms, time = -1;

    if (session_over(session))
        return -1;
    if (rules->turn_ms)
        time = rules->turn_ms;
    if (rules->game_ms) {
        int64_t left = session->left_ms[session_mover(session)];
        time = time < 0 || left < time ? left : time;
    }
    if (time < 0)
        return -1;
    return time > taken ? time - taken : 0;
}

bool session_tick(struct session *session)
{
    int side = session_mover(session);

    if (session_time(session) != 0 || !session_person(session, side))
        return false;
    session->left_ms[side] = 0;
    session->turn_began_ms = clock_now_ms();
    paua_game_forfeit(session->scene.game, (paua_side)side);
    say(session, "Time is up for %s.", session_name(side));
    return true;
}

/* The move that a search within these limits finds, or PAUA_NO_MOVE when it was stopped. */
static paua_move think(struct session *session, const paua_limits *limits)
{
    struct job job = {.engine = session->engine, .game = session->scene.game, .limits = *limits};

    if (!job_start(&job)) {
        say(session, "No thread could be started.");
        return PAUA_NO_MOVE;
    }
    while (!job_wait(&job, 20)) {
        if (!session->idle(session)) {
            job_stop(&job);
            return PAUA_NO_MOVE;
        }
    }
    return job.best;
}

static int marbles(paua_set set)
{
    int count = 0;

    for (; set; set &= set - 1)
        count++;
    return count;
}

/* Whose marble the move from `before` to now has put out. */
static const char *victim(const struct session *session, const paua_position *before)
{
    const paua_position *now = session_position(session);

    for (int side = 0; before->players > PAUA_SIDES && side < before->players; side++)
        if (marbles(now->marbles[side]) < marbles(before->marbles[side]))
            return session_name(side);
    return marbles(now->neutral) < marbles(before->neutral) ? "neutral" : NULL;
}

static void say_move(struct session *session, const paua_position *before, paua_move move)
{
    char text[PAUA_MOVE_TEXT_MAX], who[32];
    int side = before->to_move;
    const char *whose = victim(session, before);

    if (session_alone(session) && session_person(session, side))
        snprintf(who, sizeof who, "You play");
    else if (session_duel(session))
        snprintf(who, sizeof who, "The computer plays");
    else
        snprintf(who, sizeof who, "%s plays", session_name(side));
    report_move(session->scene.board, move, text);
    if (!paua_move_ejects(move))
        say(session, "%s %s.", who, text);
    else if (whose)
        say(session, "%s %s: a %s marble is out.", who, text, whose);
    else
        say(session, "%s %s: a marble is out.", who, text);
}

/* False when the move could not be made; there is a message in any case. */
static bool play(struct session *session, paua_move move)
{
    paua_game *game = session->scene.game;
    paua_position before = *session_position(session);
    paua_status status = make_room(session) ? PAUA_OK : PAUA_NO_MEMORY;
    struct session_turn *turn = session->turns + paua_game_moves(game);
    char text[PAUA_MOVE_TEXT_MAX];

    if (status == PAUA_OK)
        status = paua_game_play(game, move);
    if (status == PAUA_OK) {
        turn->side = before.to_move;
        memcpy(turn->left_ms, session->left_ms, sizeof turn->left_ms);
        take_time(session, turn->side);
        session->left_ms[turn->side] += session_rules(session)->gain_ms;
        say_move(session, &before, move);
    } else if (status == PAUA_ILLEGAL_MOVE) {
        say(session, "%s would bring an earlier position back, which these rules forbid.",
            report_move(session->scene.board, move, text));
    } else {
        say(session, "Out of memory.");
    }
    return status == PAUA_OK;
}

/* Lets the move wait until it may be made. False when that was stopped. */
static bool keep_pace(struct session *session, int64_t most_ms)
{
    int64_t pace_ms = most_ms && most_ms < session->pace_ms ? most_ms : session->pace_ms;

    while (clock_now_ms() - session->turn_began_ms < pace_ms) {
        const struct timespec pause = {.tv_nsec = 20000000};
        if (!session->idle(session))
            return false;
        nanosleep(&pause, NULL);
    }
    return true;
}

/* How often the position has been there before since the last ejection. */
static int times_before(const paua_game *game)
{
    const uint64_t *keys = paua_game_keys(game);
    const paua_position *position = paua_game_position(game);
    int count = paua_game_moves(game), times = 0;

    for (int i = count - 1; i >= 0 && i >= count - position->quiet; i--)
        times += keys[i] == position->key;
    return times;
}

/* Where nothing ends a game of endless repetitions, a computer that saw the position before plays it ever
 * more freely. */
static int level_now(const struct session *session)
{
    int tired = session_rules(session)->repetition ? 0 : times_before(session->scene.game);

    return session->level > tired ? session->level - tired : 1;
}

/* Each move has a seed of its own: who errs by chance shall not err the same way for ever when a position comes
 * back. */
bool session_reply(struct session *session)
{
    paua_limits limits = {
        .level = level_now(session),
        .method = session->method,
        .contempt = PAUA_CONTEMPT,
        .seed = session->seed + (uint64_t)paua_game_moves(session->scene.game),
    };
    budget_turn(&limits, session_rules(session), session->left_ms[session_mover(session)]);
    if (session->opponent.name)
        paua_opponent_limit(&session->opponent, &limits);
    paua_move move = think(session, &limits);

    return move != PAUA_NO_MOVE &&
           keep_pace(session, limits.plan_ms ? limits.plan_ms : limits.time_ms) &&
           play(session, move);
}

void session_move(struct session *session, paua_move move)
{
    if (!session_tick(session))
        play(session, move);
}

/* Back to where a person was to move last. */
void session_undo(struct session *session)
{
    paua_game *game = session->scene.game;
    int last = paua_game_moves(game) - 1;

    while (last >= 0 && !session_person(session, session->turns[last].side))
        last--;
    if (last < 0) {
        say(session, "There is no move of yours to take back.");
        return;
    }
    while (paua_game_moves(game) > last)
        paua_game_takeback(game);
    memcpy(session->left_ms, session->turns[last].left_ms, sizeof session->left_ms);
    session->turn_began_ms = clock_now_ms();
    say(session, "Taken back.");
}

void session_hint(struct session *session)
{
    const paua_limits limits = {
        .nodes = HINT_NODES, .method = session->method, .contempt = PAUA_CONTEMPT};
    paua_move move = session_over(session) ? PAUA_NO_MOVE : think(session, &limits);
    char text[PAUA_MOVE_TEXT_MAX];

    if (move != PAUA_NO_MOVE)
        say(session, "Hint: %s", report_move(session->scene.board, move, text));
}

void session_resign(struct session *session)
{
    int side = session_mover(session);

    if (session_over(session) || paua_game_resign(session->scene.game, (paua_side)side) != PAUA_OK)
        return;
    take_time(session, side);
    if (session_over(session))
        say(session, session_alone(session) ? "You resign." : "%s resigns.", session_name(side));
    else
        say(session, session_alone(session) ? "You leave the game." : "%s leaves the game.",
            session_name(side));
}

void session_draw(struct session *session)
{
    const paua_position *position = session_position(session);
    unsigned playing = ((1u << position->players) - 1) & ~(unsigned)position->out;

    if (playing & ~session->people)
        say(session, "The computer agrees to no draw.");
    else if (paua_game_agree_draw(session->scene.game) == PAUA_OK)
        say(session, "You agree to a draw.");
}

const char *session_help(void)
{
    return "a1b2    move the marble on a1, and the line in front of it, to b2\n"
           "a1a3b1  move the line from a1 to a3 sideways, a1 to b1\n"
           "moves   list your moves       board   show the board again\n"
           "undo    take back your move   hint    ask for advice\n"
           "resign  give up: a game of three and more goes on without you\n"
           "draw    end it as a draw, which people among themselves may agree to\n"
           "quit    save the game and leave\n";
}

static void play_typed(struct session *session, const char *text)
{
    char message[256];
    paua_error error;
    paua_move move;

    text = scene_skip_number(text); /* "1. a1b2" */
    if (session_over(session))
        say(session, "The game is over.");
    else if (paua_move_parse(session->scene.board, session_position(session), text, &move,
                             &error) == PAUA_OK)
        session_move(session, move);
    else {
        paua_error_text(&error, text, message, sizeof message);
        say(session, "%s: %s", text, message);
    }
}

void session_obey(struct session *session, const char *line)
{
    char word[64];
    size_t length;

    line += strspn(line, " \t\r\n");
    length = strcspn(line, "\r\n");
    while (length && (line[length - 1] == ' ' || line[length - 1] == '\t'))
        length--;
    session->message[0] = '\0';
    if (session_tick(session) || length == 0)
        return;
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word), line);
    if (!strcmp(word, "undo"))
        session_undo(session);
    else if (!strcmp(word, "hint"))
        session_hint(session);
    else if (!strcmp(word, "resign") || !strcmp(word, "leave"))
        session_resign(session);
    else if (!strcmp(word, "draw"))
        session_draw(session);
    else if (!strcmp(word, "quit"))
        session->quit = true;
    else
        play_typed(session, word);
}
