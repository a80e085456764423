#include "session.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <paua/notation.h>

#include "report.h"

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

const char *session_name(paua_side side)
{
    return side == PAUA_BLACK ? "Black" : "White";
}

bool session_waits(const struct session *session)
{
    return !session_over(session) && session_position(session)->to_move != session->person;
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

static void say_move(struct session *session, const char *who, paua_move move)
{
    char text[PAUA_MOVE_TEXT_MAX];

    report_move(session->scene.board, move, text);
    if (paua_move_ejects(move))
        say(session, "%s %s: a marble is out.", who, text);
    else
        say(session, "%s %s.", who, text);
}

bool session_reply(struct session *session)
{
    const paua_limits limits = {.level = session->level, .seed = session->seed};
    paua_move move = think(session, &limits);

    if (move == PAUA_NO_MOVE)
        return false;
    if (paua_game_play(session->scene.game, move) != PAUA_OK) {
        say(session, "Out of memory.");
        return false;
    }
    say_move(session, "The computer plays", move);
    return true;
}

void session_move(struct session *session, paua_move move)
{
    if (paua_game_play(session->scene.game, move) != PAUA_OK)
        say(session, "Out of memory.");
    else
        say_move(session, "You play", move);
}

/* Back to where the person was to move last. */
void session_undo(struct session *session)
{
    paua_game *game = session->scene.game;
    int answers = paua_game_start(game)->to_move != session->person;

    if (paua_game_moves(game) <= answers) {
        say(session, "There is no move of yours to take back.");
        return;
    }
    do {
        paua_game_takeback(game);
    } while (session_position(session)->to_move != session->person);
    say(session, "Taken back.");
}

void session_hint(struct session *session)
{
    const paua_limits limits = {.nodes = HINT_NODES};
    paua_move move = session_over(session) ? PAUA_NO_MOVE : think(session, &limits);
    char text[PAUA_MOVE_TEXT_MAX];

    if (move != PAUA_NO_MOVE)
        say(session, "Hint: %s", report_move(session->scene.board, move, text));
}

void session_resign(struct session *session)
{
    if (paua_game_resign(session->scene.game, session->person) == PAUA_OK)
        say(session, "You resign.");
}

const char *session_help(void)
{
    return "a1b2    move the marble on a1, and the line in front of it, to b2\n"
           "a1a3b1  move the line from a1 to a3 sideways, a1 to b1\n"
           "moves   list your moves       board   show the board again\n"
           "undo    take back your move   hint    ask for advice\n"
           "resign  give up               quit    save the game and leave\n";
}

static void play_typed(struct session *session, const char *text)
{
    paua_error error;
    paua_move move;

    if (session_over(session))
        say(session, "The game is over.");
    else if (paua_move_parse(session->scene.board, session_position(session), text, &move,
                             &error) == PAUA_OK)
        session_move(session, move);
    else
        say(session, "%s: byte %zu: %s", text, error.at, error.message);
}

void session_obey(struct session *session, const char *line)
{
    char word[32];
    size_t length;

    line += strspn(line, " \t\r\n");
    length = strcspn(line, "\r\n");
    while (length && (line[length - 1] == ' ' || line[length - 1] == '\t'))
        length--;
    session->message[0] = '\0';
    if (length == 0)
        return;
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word), line);
    if (!strcmp(word, "undo"))
        session_undo(session);
    else if (!strcmp(word, "hint"))
        session_hint(session);
    else if (!strcmp(word, "resign"))
        session_resign(session);
    else if (!strcmp(word, "quit"))
        session->quit = true;
    else
        play_typed(session, word);
}
