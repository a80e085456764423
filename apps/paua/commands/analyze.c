/* analyze.c - `paua analyze`: searches a position by iterative deepening and prints a line for each
 * depth; with --explain also what each player can expect, the opponents' threats, the hanging
 * marbles and the forks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <paua/eval.h>
#include <paua/explain.h>
#include <paua/notation.h>

#include "json/search_json.h"

#include "cli/common.h"
#include "cli/engine_options.h"
#include "cli/game_setup.h"
#include "cli/interrupt_watcher.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/search_thread.h"
#include "cli/tables.h"
#include "commands/commands.h"

enum { DEFAULT_TIME_MS = 5000 };

struct analysis {
    struct start_options start;
    long long depth, time_ms, nodes, multipv, tt_mb, threads;
    const char *engine_name, *eval, *net_path, *method_name, *table_path;
    bool json, explain;

    /* What the options name, read and opened. */
    int method;
    paua_opponent opponent;
    struct game_setup setup;
    struct tables tables;
    paua_net *net;       /* owned */
    paua_engine *engine; /* owned */
};

/* Prints a depth as text. */
static void print_text(const struct analysis *analysis, const paua_search_info *info)
{
    char pv[REPORT_PV_MAX], score[32], which[24] = "";

    if (analysis->multipv > 1)
        snprintf(which, sizeof which, "multipv %d ", info->multipv);
    printf("depth %d %sscore %s nodes %llu nps %llu time %lld pv %s\n", info->depth, which,
           paua_score_format(info->score, score, sizeof score), (unsigned long long)info->nodes,
           (unsigned long long)report_nps(info->nodes, info->time_ms), (long long)info->time_ms,
           report_pv(analysis->setup.board, info, pv, sizeof pv));
}

/* Prints a depth; called on the thread that searches. Stops the search when the output failed. */
static void print_depth(const paua_search_info *info, void *context)
{
    struct analysis *analysis = context;

    if (analysis->json)
        output_json(search_json_depth(analysis->setup.board, info));
    else
        print_text(analysis, info);
    if (!output_flush())
        paua_engine_stop(analysis->engine);
}

/* Prints the last line. */
static int print_best(const struct analysis *analysis, paua_move best)
{
    char move[PAUA_MOVE_TEXT_MAX];

    report_move(analysis->setup.board, best, move);
    if (analysis->json)
        return output_json(json_pack("{s:s}", "bestmove", move));
    printf("bestmove %s\n", move);
    return EXIT_DONE;
}

static const char *const colours[PAUA_PLAYERS_MAX] = {"black", "white",  "red",
                                                      "green", "yellow", "purple"};

/* One line: the expectation of each player. */
static void print_expectation(const paua_explanation *explanation)
{
    printf("expectation");
    for (int side = 0; side < explanation->players; side++)
        printf(" %s %.1f %%", colours[side], 100.0 * explanation->expectation[side]);
    putchar('\n');
}

/* One line: an opponent's threat with its score and variation, or "none"; `named`: with its
 * colour. */
static void print_threat(const paua_board *board, const paua_threat *threat, bool named)
{
    char move[PAUA_MOVE_TEXT_MAX], score[32], gain[32] = "";

    printf("threat %s%s%s", named ? colours[threat->side] : "", named ? " " : "",
           report_move(board, threat->move, move));
    if (threat->move != PAUA_NO_MOVE) {
        if (threat->has_gain)
            snprintf(gain, sizeof gain, " gain %d", threat->gain);
        printf(" score %s%s%s pv", paua_score_format(threat->score, score, sizeof score), gain,
               threat->ejects ? " ejects" : "");
        for (int i = 0; i < threat->line_count; i++)
            printf(" %s", report_move(board, threat->line[i], move));
    }
    putchar('\n');
}

/* One line: a hanging marble of `side` and the moves that eject it. */
static void print_marble(const paua_board *board, const paua_hanging *hanging, int side, int cell)
{
    char text[PAUA_MOVE_TEXT_MAX];

    printf("hanging %s %s by", colours[side], paua_cell_format(board, cell, text));
    for (int i = 0; i < hanging->moves.count; i++)
        if (paua_move_victim(board, hanging->moves.moves[i]) == cell)
            printf(" %s", report_move(board, hanging->moves.moves[i], text));
    putchar('\n');
}

/* One line: a fork, the marbles of which `side` cannot save all. */
static void print_fork(const paua_board *board, paua_set marbles, int side)
{
    char text[PAUA_MOVE_TEXT_MAX];

    printf("fork %s", colours[side]);
    for (int cell = 0; cell < paua_board_cells(board); cell++)
        if (marbles & PAUA_SET(cell))
            printf(" %s", paua_cell_format(board, cell, text));
    putchar('\n');
}

/* One line: the groups of a player's marbles, and the centres of hexagons that they form. */
static void print_formation(const paua_board *board, const paua_formation *formation, int side)
{
    char text[PAUA_MOVE_TEXT_MAX];

    printf("formation %s groups %d largest %d alone %d hexagons", colours[side], formation->groups,
           formation->largest, formation->alone);
    for (int cell = 0; cell < paua_board_cells(board); cell++)
        if (formation->hexagons & PAUA_SET(cell))
            printf(" %s", paua_cell_format(board, cell, text));
    puts(formation->hexagons ? "" : " none");
}

/* Prints a line for the expectations, for the threat of each opponent, for each hanging marble with
 * the moves that eject it (or none), for each fork, and for each player's formation. */
static void explanation_print(const paua_board *board, const paua_explanation *explanation)
{
    bool any = false;

    print_expectation(explanation);
    for (int i = 0; i < explanation->threat_count; i++)
        print_threat(board, &explanation->threats[i], explanation->players > PAUA_SIDES);
    for (int side = 0; side < explanation->players; side++)
        for (int cell = 0; cell < paua_board_cells(board); cell++)
            if (explanation->hanging[side].marbles & PAUA_SET(cell)) {
                print_marble(board, &explanation->hanging[side], side, cell);
                any = true;
            }
    if (!any)
        puts("hanging none");
    for (int side = 0; side < explanation->players; side++)
        if (explanation->forked[side])
            print_fork(board, explanation->forked[side], side);
    for (int side = 0; side < explanation->players; side++)
        print_formation(board, &explanation->formations[side], side);
}

/* Prints what each player can expect, the threats, found by searches within the same limits, the
 * hanging marbles and the forks. */
static int explain_position(struct analysis *analysis, const struct search_thread *job)
{
    const paua_board *board = analysis->setup.board;
    paua_limits limits = job->limits;
    paua_explanation *explanation = malloc(sizeof *explanation);
    struct interrupt_watcher watcher;
    int code = EXIT_DONE;

    limits.multipv = 0;
    if (!explanation)
        return complain_memory();
    if (!interrupt_watcher_begin(&watcher, engine_stop_work, analysis->engine)) {
        free(explanation);
        return complain_with(EXIT_ENVIRONMENT, "no thread could be started");
    }
    paua_status status = paua_position_explain(analysis->engine, analysis->setup.game, &limits,
                                               job->last.score, explanation, NULL, NULL);
    interrupt_watcher_end(&watcher);
    if (status != PAUA_OK)
        code = complain_memory();
    else if (analysis->json)
        code = output_json(search_json_explanation(board, explanation));
    else
        explanation_print(board, explanation);
    free(explanation);
    return code;
}

/* Searches the position and prints the best move. Ctrl-C ends the search as a time limit does. */
static int search_position(struct analysis *analysis)
{
    struct search_thread job = {
        .engine = analysis->engine,
        .game = analysis->setup.game,
        .limits = {.size = sizeof(paua_limits),
                   .depth = (int)analysis->depth,
                   .nodes = (uint64_t)analysis->nodes,
                   .time_ms = analysis->time_ms,
                   .multipv = (int)analysis->multipv,
                   .method = analysis->method},
        .callback = print_depth,
        .context = analysis,
    };

    if (analysis->opponent.name)
        paua_opponent_limit(&analysis->opponent, &job.limits);
    interrupt_catch();
    if (!search_thread_start(&job))
        return complain_with(EXIT_ENVIRONMENT, "no thread could be started");
    while (!search_thread_wait(&job, 20))
        if (interrupt_seen())
            search_thread_stop(&job);
    search_thread_end(&job);
    if (analysis->tables.count && job.best != PAUA_NO_MOVE && !job.last.tb_hits)
        complain_with(EXIT_DONE, "--tables: no table covers a position of this search, expected "
                                 "the same board, win count and rule for a stuck side");
    paua_error error;
    if (tables_failed(&analysis->tables, &error))
        complain_with(EXIT_DONE, "--tables: %s", error.message);
    int code = analysis->explain ? explain_position(analysis, &job) : EXIT_DONE;
    return code == EXIT_DONE ? print_best(analysis, job.best) : code;
}

/* Makes the engine as the options say; on failure analysis->engine may be NULL or unfinished. */
static int make_engine(struct analysis *analysis)
{
    paua_status status = paua_engine_new(
        analysis->setup.board, (size_t)analysis->tt_mb << 20,
        analysis->opponent.name ? analysis->opponent.eval : analysis->eval, &analysis->engine);
    if (status == PAUA_OK)
        status = paua_engine_use_threads(analysis->engine, (int)analysis->threads);
    if (status == PAUA_OK && !tables_attach(&analysis->tables, analysis->engine))
        status = PAUA_ERROR_NO_MEMORY;
    if (status == PAUA_ERROR_NOT_FOUND)
        return complain_eval(analysis->eval);
    if (status != PAUA_OK)
        return complain_memory();
    return net_attach(analysis->net, analysis->engine);
}

/* Analyzes the position with a new engine. */
static int analyze_setup(struct analysis *analysis)
{
    if (!analysis->depth && !analysis->nodes && !analysis->time_ms)
        analysis->time_ms = DEFAULT_TIME_MS;
    int code = make_engine(analysis);
    if (code == EXIT_DONE)
        code = search_position(analysis);
    paua_engine_free(analysis->engine);
    return code;
}

/* Reads --engine, which excludes the options that choose an evaluation or a search. */
static int read_opponent(const struct analysis *analysis, paua_opponent *out)
{
    const char *excluded = analysis->eval          ? "--eval"
                           : analysis->method_name ? "--method"
                           : analysis->net_path    ? "--net"
                                                   : NULL;

    return opponent_read(analysis->engine_name, excluded, out);
}

/* Reads and opens what the options name, then analyzes. */
static int run_analysis(struct analysis *analysis)
{
    int code = method_read(analysis->method_name, &analysis->method);

    if (code != EXIT_DONE)
        return code;
    code = read_opponent(analysis, &analysis->opponent);
    if (code != EXIT_DONE)
        return code;
    code = tables_read(analysis->table_path, &analysis->tables);
    if (code != EXIT_DONE)
        return code;
    code = net_read(analysis->net_path, &analysis->net);
    if (code != EXIT_DONE)
        goto close_tables;
    code = game_setup_open(&analysis->start, &analysis->setup);
    if (code != EXIT_DONE)
        goto free_net;
    code = analyze_setup(analysis);
    game_setup_close(&analysis->setup);
free_net:
    paua_net_free(analysis->net);
close_tables:
    tables_close(&analysis->tables);
    return code;
}

int command_analyze(int argc, char **argv)
{
    struct analysis analysis = {.start = {.draws = true}, .multipv = 1, .tt_mb = 64, .threads = 1};
    const struct option_row rows[] = {
        ROWS_START(analysis.start),
        ROW_RULES(analysis.start),
        ROW_WIN(analysis.start),
        {"depth", 'd', OPTION_NUMBER, &analysis.depth, 1, PAUA_DEPTH_MAX, "N",
         "search N plies deep"},
        {"time", 't', OPTION_TIME, &analysis.time_ms, 1, 1000000000, "TIME",
         "search for this time: 500, 500ms, 5s, 2m (5s without any limit)"},
        {"nodes", 'n', OPTION_NUMBER, &analysis.nodes, 1, 1000000000000000, "N", "search N nodes"},
        {"multipv", 0, OPTION_NUMBER, &analysis.multipv, 1, 100, "N", "show the N best lines (1)"},
        {"hash", 0, OPTION_MEGABYTES, &analysis.tt_mb, 1, 65536, "SIZE",
         "memory of the transposition table (64MB)"},
        {"threads", 'j', OPTION_NUMBER, &analysis.threads, 1, PAUA_THREADS_MAX, "N",
         "search with N threads (1)"},
        ROW_ENGINE(analysis.engine_name),
        {"eval", 0, OPTION_TEXT, &analysis.eval, 0, 0, "NAME",
         "evaluation to use; a wrong NAME lists them"},
        ROW_NET(analysis.net_path),
        ROW_METHOD(analysis.method_name),
        ROW_TABLES(analysis.table_path),
        {"explain", 'x', OPTION_FLAG, &analysis.explain, 0, 0, NULL,
         "show what each player can expect, threats, hanging marbles, forks and formations"},
        ROW_JSON(analysis.json),
    };
    static const struct usage usage = {
        .command = "analyze",
        .operands = "",
        .purpose = "Search a position: a line per depth, and last 'bestmove MOVE'.",
        .notes = "Scores are from the view of the side to move. With the default evaluation a side "
                 "that is 1000 ahead wins 73 of 100 games; 'mate N' is a win in N moves. With more "
                 "than two players a score is the lead of the side to move over the mean of the "
                 "others. The first limit that is reached ends the search, and so does Ctrl-C.",
        .examples = {"paua analyze --layout belgian-daisy --time 10s",
                     "paua analyze --depth 12 --multipv 3 --moves 'a1b2 i5h5'"},
    };
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, NULL);

    return code == OPTIONS_GO ? run_analysis(&analysis) : code;
}
