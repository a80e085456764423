/* play.c - `paua play`: a game against the computer in the terminal. */
#define _POSIX_C_SOURCE 200809L

#include "play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <paua/draw.h>
#include <paua/notation.h>
#include <paua/status.h>

#include "base/clock.h"

#include "commands.h"
#include "common.h"
#include "listing.h"
#include "options.h"
#include "save.h"

enum { TABLE_BYTES = 32 << 20 };

struct play_options {
    struct start start;
    const char *color, *save;
    long long level, seed;
    bool plain;
};

static void print_board(const struct session *session)
{
    const paua_drawing how = {.last = session_last(session),
                              .turned = session->person == PAUA_WHITE,
                              .coordinates = true,
                              .colour = isatty(STDOUT_FILENO)};
    char text[16384];

    paua_draw_text(session->scene.board, session_position(session), &how, text, sizeof text);
    printf("\n%sOut: %d white, %d black\n\n", text, session_position(session)->ejected[PAUA_BLACK],
           session_position(session)->ejected[PAUA_WHITE]);
}

static void print_message(struct session *session)
{
    if (session->message[0])
        puts(session->message);
    session->message[0] = '\0';
}

static void print_moves(const struct session *session)
{
    paua_move_list list;

    paua_moves_generate(session->scene.board, session_position(session), &list);
    listing_sort(session->scene.board, &list);
    for (int i = 0; i < list.count; i++) {
        char text[PAUA_MOVE_TEXT_MAX];
        paua_move_format(session->scene.board, list.moves[i], text, sizeof text);
        printf("%s%c", text, i % 10 == 9 || i == list.count - 1 ? '\n' : ' ');
    }
}

static bool plain_idle(struct session *session)
{
    (void)session;
    return !interrupted();
}

/* One line from the person. */
static void plain_turn(struct session *session, char **line, size_t *size)
{
    int before = paua_game_moves(session->scene.game);

    if (isatty(STDIN_FILENO))
        printf("%s> ", session_name(session->person));
    if (!output_flush() || !input_wait() || getline(line, size, stdin) < 0) {
        session->quit = true;
        return;
    }
    (*line)[strcspn(*line, "\r\n")] = '\0';
    if (!strcmp(*line, "help") || !strcmp(*line, "?"))
        fputs(session_help(), stdout);
    else if (!strcmp(*line, "moves"))
        print_moves(session);
    else if (!strcmp(*line, "board"))
        print_board(session);
    else
        session_obey(session, *line);
    print_message(session);
    if (before != paua_game_moves(session->scene.game))
        print_board(session);
}

void play_plain(struct session *session)
{
    char *line = NULL;
    size_t size = 0;

    session->idle = plain_idle;
    setvbuf(stdin, NULL, _IONBF, 0); /* for input_wait() */
    printf("You play %s, the computer level %d. 'help' lists what you may type.\n",
           session_name(session->person), session->level);
    print_board(session);
    while (!session->quit && !session_over(session) && !interrupted()) {
        if (!session_waits(session)) {
            plain_turn(session, &line, &size);
            continue;
        }
        if (!session_reply(session))
            session->quit = true;
        print_message(session);
        if (!session->quit)
            print_board(session);
    }
    free(line);
}

/* A name for the person, from the environment. */
static const char *person_name(void)
{
    const char *name = getenv("LOGNAME");

    return name && *name ? name : "Player";
}

static int save(const struct session *session, struct save_file *file)
{
    char date[16], computer[32], source[32];
    paua_tags tags = {.event = "Terminal game", .date = date, .source = source};
    time_t now = time(NULL);
    struct tm local;
    int code;

    snprintf(computer, sizeof computer, "Paua level %d", session->level);
    snprintf(source, sizeof source, "paua %s", paua_version());
    strftime(date, sizeof date, "%Y.%m.%d", localtime_r(&now, &local));
    tags.black = session->person == PAUA_BLACK ? person_name() : computer;
    tags.white = session->person == PAUA_WHITE ? person_name() : computer;
    code = save_game(file, session->scene.game, &tags);
    if (code == EXIT_DONE)
        printf("Game saved in %s\n", file->path);
    return code;
}

static int play(struct session *session, const struct play_options *options)
{
    bool screen = !options->plain && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    struct save_file file;
    paua_outcome outcome;
    int code = save_open(options->save, &file);

    if (code != EXIT_DONE)
        return code;
    interrupt_catch();
    if (!screen || !play_screen(session))
        play_plain(session);
    else
        print_board(session);
    print_message(session);
    outcome = session_outcome(session);
    if (outcome.result != PAUA_ONGOING)
        printf("%s %s\n", paua_result_text(outcome.result), paua_reason_text(outcome.reason));
    if (paua_game_moves(session->scene.game) > 0)
        code = save(session, &file);
    save_close(&file);
    return code;
}

static int read_color(const char *text, paua_side *side)
{
    if (!strcmp(text, "b") || !strcmp(text, "black"))
        *side = PAUA_BLACK;
    else if (!strcmp(text, "w") || !strcmp(text, "white"))
        *side = PAUA_WHITE;
    else
        return complain(EXIT_USAGE, "--color: '%s' is unknown, expected b or w", text);
    return EXIT_DONE;
}

static int set_up(const struct play_options *options)
{
    struct session session = {.level = (int)options->level};
    int code = read_color(options->color, &session.person);

    session.seed = options->seed ? (uint64_t)options->seed : (uint64_t)clock_now_ns();
    if (code == EXIT_DONE)
        code = scene_open(&options->start, &session.scene);
    if (code != EXIT_DONE)
        return code;
    if (paua_engine_new(session.scene.board, TABLE_BYTES, NULL, &session.engine) == PAUA_OK)
        code = play(&session, options);
    else
        code = complain_memory();
    paua_engine_free(session.engine);
    scene_close(&session.scene);
    return code;
}

int command_play(int argc, char **argv)
{
    struct play_options options = {.start = {.draws = true}, .color = "b", .level = 3};
    const struct option_row rows[] = {
        {"level", 'L', OPTION_NUMBER, &options.level, 1, PAUA_LEVELS, "N",
         "strength of the computer, 1 to 10 (3)"},
        {"color", 'c', OPTION_TEXT, &options.color, 0, 0, "b|w", "the colour you play (b)"},
        ROWS_START(options.start),
        ROW_WIN(options.start),
        {"save", 's', OPTION_TEXT, &options.save, 0, 0, "FILE",
         "add the game to FILE (games.apgn in your data folder)"},
        {"seed", 0, OPTION_NUMBER, &options.seed, 1, 4294967295, "N",
         "makes the computer's choices repeatable"},
        {"plain", 0, OPTION_FLAG, &options.plain, 0, 0, NULL,
         "typed lines only, also on a terminal"},
    };
    const struct usage usage = {
        "play",
        "",
        0,
        0,
        "Play against the computer, by cursor keys on a terminal and by typed lines elsewhere.",
        "The game is saved as APGN when it ends and when you leave, by Ctrl-C too.\n"
        "The data folder is $XDG_DATA_HOME/paua, or else ~/.local/share/paua."};
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, NULL);

    return code == OPTIONS_GO ? set_up(&options) : code;
}
