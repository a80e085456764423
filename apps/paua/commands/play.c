/* play.c - `paua play`: a game against the computer in the terminal. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include <paua/draw.h>
#include <paua/notation.h>
#include <paua/status.h>
#include <paua/version.h>

#include "base/clock.h"

#include "cli/common.h"
#include "cli/engine_options.h"
#include "cli/input_line.h"
#include "cli/legal_moves.h"
#include "cli/options.h"
#include "cli/save.h"
#include "cli/tables.h"
#include "commands/commands.h"
#include "play/screen.h"

enum { TT_BYTES = 32 << 20, DEFAULT_LEVEL = 3 };

struct play_options {
    struct start_options start;
    const char *engine, *color, *human, *method, *save, *table_path, *net_path;
    long long level, seed;
    bool plain;
};

/* Draws the board (in colour on a terminal), then who is to move and the scores. */
static void print_board(const struct session *session)
{
    const paua_drawing how = {.size = sizeof(paua_drawing),
                              .last = session_last_move(session),
                              .turned = session_is_turned(session),
                              .coordinates = true,
                              .colour = isatty(STDOUT_FILENO)};
    char text[16384], scores[256];

    paua_draw_text(session->setup.board, session_position(session), &how, text, sizeof text);
    printf("\n%s", text);
    if (!session_is_duel(session) && !session_is_over(session))
        printf("%s to move. ", session_colour_name(session_mover(session)));
    printf("%s\n\n", session_format_scores(session, scores, sizeof scores));
}

/* Prints the session's message once: it is empty afterwards. */
static void print_message(struct session *session)
{
    if (session->message[0])
        puts(session->message);
    session->message[0] = '\0';
}

/* Prints the legal moves, sorted, ten per line. */
static void print_moves(const struct session *session)
{
    paua_move_list list;

    paua_game_generate(session->setup.game, &list);
    legal_moves_sort(session->setup.board, &list);
    for (int i = 0; i < list.count; i++) {
        char text[PAUA_MOVE_TEXT_MAX];
        paua_move_format(session->setup.board, list.moves[i], text, sizeof text);
        printf("%s%c", text, i % 10 == 9 || i == list.count - 1 ? '\n' : ' ');
    }
}

/* The session's `idle`. False after Ctrl-C, which stops the computer's search. */
static bool plain_idle(struct session *session)
{
    (void)session;
    return !interrupt_seen();
}

/* Prints the colour to move and, with a clock, its time left. */
static void print_prompt(const struct session *session)
{
    char text[24];

    printf("%s", session_colour_name(session_mover(session)));
    if (session_clock_time(session) >= 0)
        printf(" %s", session_format_clock(session_clock_time(session), text, sizeof text));
    printf("> ");
}

/* Executes a typed line: commands that only print here, all others in the session. */
static void plain_execute(struct session *session, const char *line)
{
    if (!strcmp(line, "help") || !strcmp(line, "?"))
        fputs(session_help(), stdout);
    else if (!strcmp(line, "moves"))
        print_moves(session);
    else if (!strcmp(line, "board"))
        print_board(session);
    else
        session_execute(session, line);
}

/* Reads and executes a line of the person to move, or ends the turn when the time is up. */
static void plain_turn(struct session *session, struct input_line *line)
{
    bool prompts = isatty(STDIN_FILENO);

    if (prompts)
        print_prompt(session);
    if (!output_flush()) {
        session->quit = true;
        return;
    }
    enum input input = input_line_ready(line) && !interrupt_seen()
                           ? INPUT_READY
                           : input_wait(session_time_to_forfeit(session));
    if (input == INPUT_LATE) {
        if (prompts)
            putchar('\n');
        session_check_time(session);
    } else if (input == INPUT_INTERRUPTED || input_line_read(line) != INPUT_LINE_READ) {
        session->quit = true;
    } else {
        line->text[strcspn(line->text, "\r")] = '\0';
        plain_execute(session, line->text);
    }
}

/* Whether to show the board after a move: in a duel always, else before a person's turn and at the
 * end. */
static bool wants_board(const struct session *session)
{
    return !session_is_computers_turn(session) || session_is_duel(session);
}

/* Plays by typed lines until the game is over or the player quits. */
static void play_plain(struct session *session)
{
    struct input_line line = {0};
    char text[256];

    session->idle = plain_idle;
    printf("%s%s\n", session_format_seats(session, text, sizeof text),
           session->people ? " 'help' lists what you may type." : "");
    print_board(session);
    while (!session->quit && !session_is_over(session) && !interrupt_seen()) {
        const paua_position before = *session_position(session);
        if (!session_is_computers_turn(session))
            plain_turn(session, &line);
        else if (!session_computer_move(session) || !output_flush())
            session->quit = true;
        print_message(session);
        if (!paua_position_same(&before, session_position(session)) && !session->quit &&
            wants_board(session))
            print_board(session);
    }
    input_line_free(&line);
}

/* The person's name, from the environment. */
static const char *person_name(void)
{
    const char *name = getenv("LOGNAME");

    return name && *name ? name : "Player";
}

/* The name for the game record: the person's, or `computer`. */
static const char *player_name(const struct session *session, int side, const char *computer)
{
    return session_is_person(session, side) ? person_name() : computer;
}

/* Appends the game to the file as APGN; the computer has the name of its --engine or level. Returns
 * an exit code. */
static int save_session(const struct session *session, struct save_file *file)
{
    char date[16], computer[48], source[32];
    paua_tags tags = {
        .size = sizeof(paua_tags), .event = "Terminal game", .date = date, .source = source};
    time_t now = time(NULL);
    struct tm local;

    if (session->opponent.name)
        paua_opponent_format(&session->opponent, computer, sizeof computer);
    else
        snprintf(computer, sizeof computer, "Paua level %d", session->level);
    snprintf(source, sizeof source, "paua %s", paua_version());
    strftime(date, sizeof date, "%Y.%m.%d", localtime_r(&now, &local));
    tags.black = player_name(session, PAUA_BLACK, computer);
    tags.white = player_name(session, PAUA_WHITE, computer);
    for (int side = PAUA_RED; side < session_position(session)->players; side++)
        tags.others[side - PAUA_RED] = player_name(session, side, computer);
    int code = save_game(file, session->setup.game, &tags);
    if (code == EXIT_DONE)
        printf("Game saved in %s\n", file->path);
    return code;
}

/* Plays on the whole terminal where possible, else line by line, and saves the game. The file is
 * opened first: a bad path is found before the game. Returns an exit code. */
static int play_and_save(struct session *session, const struct play_options *options)
{
    bool screen = !options->plain && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    struct save_file file;
    char text[128];
    const bool over_already = session_is_over(session);
    int code = save_open(options->save, &file);

    if (code != EXIT_DONE)
        return code;
    interrupt_catch();
    if (!screen || !play_screen(session))
        play_plain(session);
    else
        print_board(session);
    print_message(session);
    if (session_is_over(session))
        puts(session_format_ending(session, text, sizeof text));
    /* a game can end before its first move: on time, or by resigning */
    if (paua_game_moves(session->setup.game) > 0 || (session_is_over(session) && !over_already))
        code = save_session(session, &file);
    save_close(&file);
    return code;
}

/* The player with this letter or name, or -1. */
static int find_player(const char *word, size_t length, int players)
{
    static const char letters[] = "bwrgyp";

    for (int side = 0; side < players; side++) {
        const char *name = session_colour_name(side);
        if (length == 1 && *word == letters[side])
            return side;
        if (strlen(name) == length && !strncasecmp(name, word, length))
            return side;
    }
    return -1;
}

static const char colour_letters[] = "b w r g y p";

/* Returns EXIT_USAGE. */
static int complain_color(const char *word, int players)
{
    if (players == PAUA_SIDES)
        return complain_with(EXIT_USAGE, "--color: '%.40s' is unknown, expected b or w", word);
    return complain_with(EXIT_USAGE,
                         "--color: '%.40s' is not one of the %d colours in this game: %.*s", word,
                         players, 2 * players - 1, colour_letters);
}

/* Returns EXIT_USAGE. */
static int complain_human(const char *list, int players)
{
    return complain_with(EXIT_USAGE,
                         "--human: '%.40s' is unknown, expected some of %.*s, or all, or none",
                         list, 2 * players - 1, colour_letters);
}

/* Reads a list of colours: letters, joined or separated by commas, or names. Returns an exit
 * code. */
static int read_players(const char *list, int players, unsigned *people)
{
    unsigned found = 0;

    for (const char *word = list; *word; word += word[0] == ',') {
        size_t length = strcspn(word, ",");
        int side = find_player(word, length, players);
        if (side >= 0) {
            found |= 1u << side;
            word += length;
            continue;
        }
        for (const char *end = word + length; word < end; word++) {
            side = find_player(word, 1, players);
            if (side < 0)
                return complain_human(list, players);
            found |= 1u << side;
        }
    }
    *people = found;
    return found ? EXIT_DONE : complain_human(list, players);
}

/* Reads which players are people; by default Black alone. Returns an exit code. */
static int read_people(const struct play_options *options, int players, unsigned *people)
{
    const char *color = options->color ? options->color : "b";
    int side;

    if (options->human && options->color)
        return complain_with(EXIT_USAGE, "expected either --color or --human");
    if (options->human && !strcmp(options->human, "none"))
        *people = 0;
    else if (options->human && !strcmp(options->human, "all"))
        *people = (1u << players) - 1;
    else if (options->human)
        return read_players(options->human, players, people);
    else if ((side = find_player(color, strlen(color), players)) >= 0)
        *people = 1u << side;
    else
        return complain_color(color, players);
    return EXIT_DONE;
}

/* Creates the engine with its tablebases and network, and plays. Returns an exit code. */
static int play_with_engine(struct session *session, const struct play_options *options,
                            const struct tables *tables, const paua_net *net)
{
    int code = EXIT_DONE;

    if (!session_begin(session) ||
        paua_engine_new(session->setup.board, TT_BYTES,
                        session->opponent.name ? session->opponent.eval : NULL,
                        &session->engine) != PAUA_OK ||
        !tables_attach(tables, session->engine))
        code = complain_memory();
    if (code == EXIT_DONE)
        code = net_attach(net, session->engine);
    if (code == EXIT_DONE)
        code = play_and_save(session, options);
    paua_engine_free(session->engine);
    session_end(session);
    return code;
}

/* Reads --engine, which excludes --level, --method and --net. Returns an exit code. */
static int read_opponent(const struct play_options *options, paua_opponent *out)
{
    const char *excluded = options->level      ? "--level"
                           : options->method   ? "--method"
                           : options->net_path ? "--net"
                                               : NULL;

    return opponent_read(options->engine, excluded, out);
}

/* Reads the options that need the board, opens tablebases and network, and plays. Returns an exit
 * code. */
static int play_session(struct session *session, const struct play_options *options)
{
    struct tables tables = {0};
    paua_net *net = NULL;
    int code = method_read(options->method, &session->method);

    if (code == EXIT_DONE)
        code = read_opponent(options, &session->opponent);
    if (code == EXIT_DONE)
        code = read_people(options, session_position(session)->players, &session->people);
    if (code == EXIT_DONE)
        code = tables_read(options->table_path, &tables);
    if (code == EXIT_DONE)
        code = net_read(options->net_path, &net);
    if (code == EXIT_DONE)
        code = play_with_engine(session, options, &tables, net);
    paua_net_free(net);
    tables_close(&tables);
    return code;
}

/* Sets up the game and plays it; without --seed the seed is the time. Returns an exit code. */
static int play_set_up(const struct play_options *options)
{
    struct session session = {.level = options->level ? (int)options->level : DEFAULT_LEVEL};
    int code = game_setup_open(&options->start, &session.setup);

    if (code != EXIT_DONE)
        return code;
    session.seed = options->seed ? (uint64_t)options->seed : (uint64_t)clock_now_ns();
    code = play_session(&session, options);
    game_setup_close(&session.setup);
    return code;
}

int command_play(int argc, char **argv)
{
    struct play_options options = {.start = {.draws = true}};
    const struct option_row rows[] = {
        {"level", 'L', OPTION_NUMBER, &options.level, 1, PAUA_LEVELS, "N",
         "strength of the computer, 1 to 10 (3)"},
        ROW_ENGINE(options.engine),
        {"color", 0, OPTION_TEXT, &options.color, 0, 0, "b|w|r|g|y|p", "the colour you play (b)"},
        {"colour", 0, OPTION_TEXT, &options.color, 0, 0, "b|w|r|g|y|p", NULL},
        {"human", 0, OPTION_TEXT, &options.human, 0, 0, "COLOURS",
         "the colours that people play, such as br; none or all"},
        ROWS_START(options.start),
        ROW_RULES(options.start),
        ROW_WIN(options.start),
        ROW_NET(options.net_path),
        ROW_METHOD(options.method),
        ROW_TABLES(options.table_path),
        {"save", 0, OPTION_TEXT, &options.save, 0, 0, "FILE",
         "append the game to FILE (games.apgn in your data folder)"},
        {"seed", 0, OPTION_NUMBER, &options.seed, 1, 4294967295, "N",
         "makes the computer's choices repeatable"},
        {"plain", 0, OPTION_FLAG, &options.plain, 0, 0, NULL,
         "no full-screen display, typed moves only"},
    };
    static const struct usage usage = {
        .command = "play",
        .operands = "",
        .purpose = "Play against the computer, with cursor keys on a terminal and typed moves "
                   "elsewhere. Two to six players, each a person or the computer.",
        .notes = "The game is saved as APGN when it ends and when you leave, by Ctrl-C too. The "
                 "data folder is $XDG_DATA_HOME/paua, or else ~/.local/share/paua. Rules are "
                 "classic (the default), tournament, course, arena, ko or solver, with settings "
                 "that change them: --rules course,plies=100,turn=10.",
        .examples = {"paua play --level 5",
                     "paua play --color w --layout belgian-daisy --rules tournament"},
    };
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, NULL);

    return code == OPTIONS_GO ? play_set_up(&options) : code;
}
