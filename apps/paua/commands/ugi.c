/* ugi.c - `paua ugi`: the Universal Game Interface on stdin and stdout. */
#define _POSIX_C_SOURCE 200809L

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <paua/draw.h>
#include <paua/notation.h>
#include <paua/search.h>
#include <paua/status.h>
#include <paua/version.h>

#include "search/budget.h"

#include "cli/common.h"
#include "cli/game_setup.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/search_thread.h"
#include "cli/tables.h"
#include "commands/bench.h"
#include "commands/commands.h"
#include "ugi/book.h"
#include "ugi/input.h"
#include "ugi/line.h"
#include "ugi/options.h"
#include "ugi/perft.h"

enum { LISTEN_MS = 5 }; /* how often `stop` and `quit` are looked for while a command waits */

struct ugi {
    struct ugi_input input;
    struct game_setup setup;
    bool fresh; /* the game is the start position of the options, without a move */
    /* After a refused position the game before it stays, but gameover and result answer this. A
     * match runner that asks them after every move would play for ever otherwise. */
    paua_result refused; /* PAUA_RESULT_ONGOING: the last position was accepted */
    struct ugi_options options;
    struct tables tables;
    paua_net *net;       /* of EvalFile, or NULL */
    paua_engine *engine; /* NULL until isready or a search asks for it */
    struct search_thread job;
    bool quit;
};

__attribute__((format(printf, 1, 2))) static void print_error(const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    printf("info string error %s\n", text);
}

/* The next command that needs an engine makes a new one, with the options set by then. */
static void drop_engine(struct ugi *ugi)
{
    paua_engine_free(ugi->engine);
    ugi->engine = NULL;
}

/* The result for whom it was to move when a position was refused: who made an illegal move has
 * lost. The next player wins. */
static paua_result refused_result(const paua_game *game)
{
    const paua_position *position = paua_game_position(game);
    paua_result result = paua_game_outcome(game).result;
    if (result != PAUA_RESULT_ONGOING)
        return result;
    return (paua_result)((int)PAUA_RESULT_BLACK_WINS + (position->to_move + 1) % position->players);
}

/* Replaces the game. The board, and with it the engine's tables, stays if it fits. A refused
 * position leaves everything as it was, and ugi->refused says who wins by it. */
static bool set_game(struct ugi *ugi, const char *position, const char *moves)
{
    const paua_layout *layout = ugi->options.layout;
    char rules[UGI_RULES_TEXT_MAX];
    const struct start_options start = {.position = position,
                                        .layout = position ? NULL : layout->name,
                                        .teams = !position && ugi->options.teams &&
                                                 layout->facing != PAUA_TEAMS_NONE,
                                        .rules = ugi_options_rules(&ugi->options, rules)};
    struct game_setup setup = {.board = ugi->setup.board};
    struct setup_error why;
    char text[200];
    if (game_setup_build(&start, &setup, &why) != PAUA_OK) {
        print_error("%s", setup_error_text(&why, text, sizeof text));
        ugi->refused = ugi->setup.game ? refused_result(ugi->setup.game) : PAUA_RESULT_ONGOING;
        return false;
    }
    if (moves && game_setup_play(setup.game, moves, false, &why) != PAUA_OK) {
        print_error("%s", setup_error_text(&why, text, sizeof text));
        ugi->refused = refused_result(setup.game);
        paua_game_free(setup.game);
        if (setup.board != ugi->setup.board)
            paua_board_free(setup.board);
        return false;
    }
    ugi->refused = PAUA_RESULT_ONGOING;
    paua_game_free(ugi->setup.game);
    if (setup.board != ugi->setup.board) {
        drop_engine(ugi);
        paua_board_free(ugi->setup.board);
    }
    ugi->setup = setup;
    ugi->fresh = !position && !moves;
    return true;
}

/* A string that the caller frees; NULL without memory. */
static char *span_copy(struct ugi_span span)
{
    char *text = malloc(span.length + 1);
    if (text)
        ugi_span_copy(span, text, span.length + 1);
    return text;
}

/* Without a name, the moves start from the position of the options. */
static void do_position(struct ugi *ugi, const struct ugi_line *line)
{
    char *position = line->name.length ? span_copy(line->name) : NULL;
    char *moves = line->value.length ? span_copy(line->value) : NULL;
    if ((line->name.length && !position) || (line->value.length && !moves))
        print_error("position: out of memory");
    else
        set_game(ugi, position, moves);
    free(position);
    free(moves);
}

/* Whether the options together are valid rules; if not, prints an error. */
static bool check_rules(const struct ugi *ugi)
{
    char text[UGI_RULES_TEXT_MAX], message[256];
    paua_rules rules;
    paua_error error;
    if (paua_rules_parse(ugi->setup.board, ugi_options_rules(&ugi->options, text), &rules,
                         &error) == PAUA_OK)
        return true;
    paua_error_text(&error, text, message, sizeof message);
    print_error("setoption: Rules: %s", message);
    return false;
}

/* Replaces the tablebases by those of the path. On failure prints an error and keeps them. */
static bool set_tables(struct ugi *ugi)
{
    paua_error error;
    struct tables tables;
    if (tables_open(ugi->options.table_path, &tables, &error) != PAUA_OK) {
        print_error("setoption: TablePath: %s", error.message);
        return false;
    }
    drop_engine(ugi);
    tables_close(&ugi->tables);
    ugi->tables = tables;
    return true;
}

/* Replaces the net by that of the path. On failure prints an error and keeps it. */
static bool set_net(struct ugi *ugi)
{
    const char *path = ugi->options.net_path;
    paua_net *net = NULL;
    paua_error error;
    if (*path && paua_net_open(path, &net, &error) != PAUA_OK) {
        print_error("setoption: EvalFile: %.180s: %s", path, error.message);
        return false;
    }
    drop_engine(ugi);
    paua_net_free(ugi->net);
    ugi->net = net;
    return true;
}

/* Sets an option and applies it; on failure all options stay as they were. A position refused
 * earlier stays refused. */
static void do_setoption(struct ugi *ugi, const struct ugi_line *line)
{
    const struct ugi_options before = ugi->options;
    const paua_result refused = ugi->refused;
    enum ugi_effect effect;
    char message[192]; /* of a paua_error, after the name of an option */
    if (!ugi_options_set(&ugi->options, line->name, line->value, &effect, message,
                         sizeof message)) {
        print_error("setoption: %s", message);
        return;
    }
    if (effect == UGI_EFFECT_ENGINE)
        drop_engine(ugi);
    if ((effect == UGI_EFFECT_TABLES && !set_tables(ugi)) ||
        (effect == UGI_EFFECT_NET && !set_net(ugi)))
        ugi->options = before;
    if (effect == UGI_EFFECT_GAME &&
        (!check_rules(ugi) || (ugi->fresh && !set_game(ugi, NULL, NULL))))
        ugi->options = before;
    ugi->refused = refused;
}

/* Prints one info line of the search; tbhits only with tablebases. */
static void print_info(const paua_search_info *info, void *context)
{
    struct ugi *ugi = context;
    char pv[REPORT_PV_MAX], score[32], tb_hits[32] = "";
    if (ugi->tables.count)
        snprintf(tb_hits, sizeof tb_hits, " tbhits %llu", (unsigned long long)info->tb_hits);
    printf("info depth %d seldepth %d time %lld nodes %llu nps %llu hashfull %d multipv %d "
           "score %s%s pv %s\n",
           info->depth, info->seldepth, (long long)info->time_ms, (unsigned long long)info->nodes,
           (unsigned long long)report_nps(info->nodes, info->time_ms), info->hashfull,
           info->multipv, paua_score_format(info->score, score, sizeof score), tb_hits,
           report_pv(ugi->setup.board, info, pv, sizeof pv));
    output_flush();
}

/* Whether only `stop` ends the search. */
static bool is_endless(const paua_limits *limits)
{
    return !limits->depth && !limits->nodes && !limits->time_ms && !limits->level;
}

/* Runs on the thread of the search, when it has ended. */
static void print_best(struct search_thread *job, void *context)
{
    struct ugi *ugi = context;
    char move[PAUA_MOVE_TEXT_MAX];
    paua_error error;
    if (tables_failed(&ugi->tables, &error))
        print_error("TablePath: %s", error.message);
    printf("bestmove %s\n", report_move(ugi->setup.board, job->best, move));
    output_flush();
}

/* The limits of a search. `go infinite` has no contempt, depth, nodes or time. */
static paua_limits limits_of(const struct ugi *ugi, const struct ugi_go *go)
{
    int side = paua_game_position(ugi->setup.game)->to_move;
    paua_limits limits = {.size = sizeof(paua_limits),
                          .seed = (uint64_t)ugi->options.seed,
                          .method = ugi->options.method};
    limits.level = (int)ugi->options.level;
    limits.multipv = limits.level ? 1 : (int)ugi->options.multipv;
    if (go->infinite)
        return limits;
    limits.contempt = (int)ugi->options.contempt;
    limits.depth = (int)(go->depth < PAUA_DEPTH_MAX ? go->depth : PAUA_DEPTH_MAX);
    limits.nodes = (uint64_t)go->nodes;
    limits.time_ms = go->movetime;
    if (go->clock[side] >= 0)
        budget_clock(&limits, go->clock[side], go->increment[side]);
    return limits;
}

/* False without memory. An opponent of the options has its own evaluation and no network. */
static bool make_engine(struct ugi *ugi)
{
    const paua_opponent *opponent = &ugi->options.opponent;
    const char *eval = opponent->name ? opponent->eval : ugi->options.eval;
    if (paua_engine_new(ugi->setup.board, (size_t)ugi->options.tt_mb << 20, eval, &ugi->engine) !=
        PAUA_OK)
        return false;
    if (!tables_attach(&ugi->tables, ugi->engine) ||
        paua_engine_use_threads(ugi->engine, (int)ugi->options.threads) != PAUA_OK)
        drop_engine(ugi);
    if (ugi->engine && ugi->net && !opponent->name &&
        paua_engine_use_net(ugi->engine, ugi->net) != PAUA_OK)
        puts("info string EvalFile is for boards of 5x5x5; Eval scores this board");
    return ugi->engine != NULL;
}

/* Makes an engine if there is none; false, with an error line, without memory. */
static bool ensure_engine(struct ugi *ugi, const char *command)
{
    if (ugi->engine || make_engine(ugi))
        return true;
    print_error("%s: no memory for a table of %lld MB", command, ugi->options.tt_mb);
    return false;
}

/* Makes the engine now, while no clock runs: clearing a large table can take longer than a move. */
static void do_isready(struct ugi *ugi)
{
    if (search_thread_wait(&ugi->job, 0))
        ensure_engine(ugi, "isready");
    puts("readyok");
}

/* Returns to the start position and clears the transposition table and histories. */
static void do_newgame(struct ugi *ugi)
{
    set_game(ugi, NULL, NULL);
    if (ugi->engine)
        paua_engine_clear(ugi->engine);
}

/* Answers from the book, where one is wanted: with OwnBook, for the engine itself at full strength,
 * when it is to move and not to analyse. */
static bool play_from_book(const struct ugi *ugi, const struct ugi_go *go)
{
    struct book_move book;
    char move[PAUA_MOVE_TEXT_MAX], message[BOOK_MESSAGE_MAX];
    if (!ugi->options.own_book || go->infinite || ugi->options.level || ugi->options.multipv > 1 ||
        ugi->options.opponent.name || ugi->options.method != PAUA_METHOD_DEFAULT)
        return false;
    bool found = book_find_move(ugi->setup.game, &book, message);
    if (message[0])
        print_error("OwnBook: %s", message);
    if (found)
        printf("info string book: %lld games, score %.1f %%\nbestmove %s\n", book.games,
               100.0 * book.score, report_move(ugi->setup.board, book.move, move));
    return found;
}

/* Starts the search on its own thread. Each `go` gets one bestmove, also when it fails. */
static void do_go(struct ugi *ugi, const struct ugi_go *go)
{
    if (play_from_book(ugi, go))
        return;
    if (!ensure_engine(ugi, "go")) {
        puts("bestmove none");
        return;
    }
    ugi->job.engine = ugi->engine;
    ugi->job.game = ugi->setup.game;
    ugi->job.limits = limits_of(ugi, go);
    ugi->job.until_stopped = is_endless(&ugi->job.limits);
    if (ugi->options.opponent.name)
        paua_opponent_limit(&ugi->options.opponent, &ugi->job.limits);
    ugi->job.callback = print_info;
    ugi->job.after = print_best;
    ugi->job.context = ugi;
    if (!search_thread_start(&ugi->job)) {
        print_error("go: no thread could be started");
        puts("bestmove none");
    }
}

/* The protocol's word for a result; players count from 1. */
static const char *result_word(paua_result result)
{
    static const char *const words[] = {
        "none", "p1win", "p2win", "p3win", "p4win", "p5win", "p6win", "draw",
    };
    return words[result];
}

/* The player that "p1turn" to "p6turn" asks about, or -1. */
static int turn_asked(struct ugi_span what)
{
    for (int side = 0; side < PAUA_PLAYERS_MAX; side++) {
        char word[20];
        snprintf(word, sizeof word, "p%dturn", side + 1);
        if (ugi_span_is(what, word))
            return side;
    }
    return -1;
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The legal moves, sorted, or "none". */
static void print_moves(const struct ugi *ugi, bool over)
{
    char texts[PAUA_MOVES_MAX][PAUA_MOVE_TEXT_MAX];
    paua_move_list list = {0};
    if (!over)
        paua_game_generate(ugi->setup.game, &list);
    for (int i = 0; i < list.count; i++)
        paua_move_format(ugi->setup.board, list.moves[i], texts[i], sizeof texts[i]);
    qsort(texts, (size_t)list.count, sizeof texts[0], compare_texts);
    fputs(list.count ? "response" : "response none", stdout);
    for (int i = 0; i < list.count; i++)
        printf(" %s", texts[i]);
    putchar('\n');
}

/* Answers even during a search. After a refused position, gameover and result answer its result. */
static void do_query(const struct ugi *ugi, struct ugi_span what)
{
    const paua_position *position = paua_game_position(ugi->setup.game);
    paua_result result = ugi->refused != PAUA_RESULT_ONGOING
                             ? ugi->refused
                             : paua_game_outcome(ugi->setup.game).result;
    bool over = result != PAUA_RESULT_ONGOING;
    char text[PAUA_POSITION_TEXT_MAX];
    int turn = turn_asked(what);
    if (turn >= 0) {
        printf("response %s\n", position->to_move == turn ? "true" : "false");
    } else if (ugi_span_is(what, "gameover")) {
        printf("response %s\n", over ? "true" : "false");
    } else if (ugi_span_is(what, "result")) {
        printf("response %s\n", result_word(result));
    } else if (ugi_span_is(what, "moves")) {
        print_moves(ugi, over);
    } else if (ugi_span_is(what, "game")) {
        puts("response abalone");
    } else if (ugi_span_is(what, "fen")) {
        paua_position_format(ugi->setup.board, position, text, sizeof text);
        printf("response %s\n", text);
    } else {
        puts("response unknown");
    }
}

/* The board, then the position as text. */
static void do_display(const struct ugi *ugi)
{
    const paua_drawing how = {.size = sizeof(paua_drawing), .coordinates = true};
    const paua_position *position = paua_game_position(ugi->setup.game);
    char drawing[8192], text[PAUA_POSITION_TEXT_MAX];
    paua_draw_text(ugi->setup.board, position, &how, drawing, sizeof drawing);
    paua_position_format(ugi->setup.board, position, text, sizeof text);
    printf("%sfen %s\n", drawing, text);
}

/* Called after every position of the bench. False: it was stopped. */
static bool continue_bench(int number, uint64_t nodes, void *context)
{
    struct ugi *ugi = context;

    (void)number;
    (void)nodes;
    return !ugi_input_listen(&ugi->input);
}

/* `paua bench` with the network of EvalFile, if there is one; without a result when stopped. */
static void do_bench(struct ugi *ugi)
{
    struct bench_result result;
    if (bench_run(BENCH_DEPTH, ugi->net, continue_bench, ugi, &result) != PAUA_OK)
        print_error("bench: out of memory");
    else if (!ugi_input_listen(&ugi->input))
        printf("%llu nodes %llu nps\n", (unsigned long long)result.nodes,
               (unsigned long long)report_nps(result.nodes, result.time_ms));
}

/* Name, author and options. */
static void do_ugi(void)
{
    flockfile(stdout); /* a search may be printing too */
    printf("id name Paua %s\nid author the Paua authors\n", paua_version());
    ugi_options_print();
    puts("ugiok");
    funlockfile(stdout);
}

/* Commands that are carried out even during a search. Returns whether it was one. */
static bool run_immediate_command(struct ugi *ugi, const struct ugi_line *line)
{
    switch (line->kind) {
    case UGI_UGI:
        do_ugi();
        return true;
    case UGI_ISREADY:
        do_isready(ugi);
        return true;
    case UGI_STOP:
        search_thread_stop(&ugi->job);
        return true;
    case UGI_QUIT:
        ugi->quit = true;
        return true;
    case UGI_QUERY:
        do_query(ugi, line->name);
        return true;
    case UGI_DISPLAY:
        do_display(ugi);
        return true;
    case UGI_UNKNOWN:
        printf("info string unknown command '%.*s'\n",
               (int)(line->name.length < 40 ? line->name.length : 40), line->name.text);
        return true;
    case UGI_BAD:
        print_error("%s", line->message);
        if (line->command == UGI_POSITION)
            ugi->refused = refused_result(ugi->setup.game);
        return true;
    default:
        return line->kind == UGI_EMPTY;
    }
}

/* Waits for the end of a search that has a limit, so that a script can send line after line, and
 * stops it if `stop` or `quit` comes meanwhile. False: the search is endless. */
static bool await_search(struct ugi *ugi)
{
    if (ugi->job.until_stopped)
        return search_thread_wait(&ugi->job, 0);
    while (!search_thread_wait(&ugi->job, LISTEN_MS)) {
        if (ugi_input_listen(&ugi->input))
            search_thread_stop(&ugi->job);
    }
    return true;
}

/* Runs a command. One that changes the engine or the game first waits for a running search; an
 * endless search has to be stopped before it. */
static void run_command(struct ugi *ugi, const struct ugi_line *line)
{
    if (run_immediate_command(ugi, line))
        return;
    if (!await_search(ugi)) {
        print_error("an endless search is running, expected stop before this");
        return;
    }
    if (ugi->input.quit)
        return;
    switch (line->kind) {
    case UGI_NEWGAME:
        do_newgame(ugi);
        break;
    case UGI_SETOPTION:
        do_setoption(ugi, line);
        break;
    case UGI_POSITION:
        do_position(ugi, line);
        break;
    case UGI_GO:
        do_go(ugi, &line->go);
        break;
    case UGI_PERFT:
        perft_print(ugi->setup.game, (int)line->number, &ugi->input);
        break;
    default:
        do_bench(ugi);
        break;
    }
}

/* Runs commands until `quit`, the end of stdin or a line that is too long. A search with a limit
 * may still finish at the end of stdin; any other is stopped. */
static int read_commands(struct ugi *ugi)
{
    for (char *text;
         !ugi->quit && output_flush() && (text = ugi_input_next(&ugi->input)) != NULL;) {
        struct ugi_line line;
        ugi_line_read(text, &line);
        run_command(ugi, &line);
        ugi->quit |= ugi->input.quit;
    }
    const enum input_line_end end = ugi->input.end;
    ugi_input_free(&ugi->input);
    ugi->quit |= end == INPUT_LINE_TOO_LONG;
    /* at the end of a script a search with a limit may still reach it */
    if (ugi->quit || !output_flush() || ugi->job.until_stopped)
        search_thread_stop(&ugi->job);
    search_thread_end(&ugi->job);
    return end != INPUT_LINE_TOO_LONG
               ? EXIT_DONE
               : complain_with(EXIT_USAGE, "standard input: a line of more than %d bytes",
                               INPUT_LINE_MAX);
}

int command_ugi(int argc, char **argv)
{
    static const struct usage usage = {
        .command = "ugi",
        .operands = "",
        .purpose = "Speak the Universal Game Interface on standard input and output: a match "
                   "runner or a board program is at the other end. Black is player one, White two, "
                   "then Red, Green, Yellow, Purple.",
        .notes = "Besides the published commands: query fen, query moves, query game, d, perft N, "
                 "bench.",
        .examples = {"paua ugi", "echo 'go depth 5' | paua ugi"},
    };
    struct ugi ugi = {0};
    int code = options_read(&usage, NULL, 0, argc, argv, NULL);
    if (code != OPTIONS_GO)
        return code;
    ugi_options_default(&ugi.options);
    if (!set_game(&ugi, NULL, NULL))
        return complain_memory();
    code = read_commands(&ugi);
    drop_engine(&ugi);
    paua_net_free(ugi.net);
    tables_close(&ugi.tables);
    game_setup_close(&ugi.setup);
    return code;
}
