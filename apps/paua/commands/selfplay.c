/* selfplay.c - `paua selfplay`: games of the engine against itself, as samples for training. */

#include <paua/eval.h>
#include <paua/lab/samples.h>

#include "base/cpu.h"
#include "cli/common.h"
#include "cli/engine_options.h"
#include "cli/options.h"
#include "commands/commands.h"

#include "base/clock.h"

enum { USUAL_GAMES = 1000 };

struct selfplay_options {
    const char *output, *eval, *net_path;
    long long games, positions, nodes, random, by_score, adjudicate, play_out, threads, seed;
    bool resume, json, quiet;
};

struct selfplay_display {
    struct progress progress;
    int64_t start_ms;
};

/* 0 within the first millisecond. */
static double per_second(uint64_t count, int64_t start_ms)
{
    int64_t ms = clock_now_ms() - start_ms;
    return ms > 0 ? 1000.0 * (double)count / (double)ms : 0;
}

/* False after Ctrl-C, which ends the run. */
static bool show_progress(const paua_selfplay_progress *now, void *context)
{
    struct selfplay_display *display = context;
    progress_show(&display->progress, "%llu games, %llu positions, %.0f a second",
                  (unsigned long long)now->games, (unsigned long long)now->positions,
                  per_second(now->played, display->start_ms));
    return !interrupt_seen();
}

/* Games and positions are those of the file; results and speeds are those of this run. Returns an
 * exit code. */
static int print_total(const struct selfplay_options *options, const paua_selfplay_progress *total,
                       int64_t start_ms)
{
    double positions = per_second(total->played, start_ms),
           nodes = per_second(total->nodes, start_ms);
    if (options->json)
        return output_json(
            json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "games", (json_int_t)total->games,
                      "positions", (json_int_t)total->positions, "black", (json_int_t)total->black,
                      "white", (json_int_t)total->white, "draws", (json_int_t)total->draws, "pps",
                      (json_int_t)positions, "nps", (json_int_t)nodes));
    printf("games %llu positions %llu\nblack %llu white %llu draws %llu\npps %.0f nps %.0f\n",
           (unsigned long long)total->games, (unsigned long long)total->positions,
           (unsigned long long)total->black, (unsigned long long)total->white,
           (unsigned long long)total->draws, positions, nodes);
    return EXIT_DONE;
}

/* Prints why the run failed. Returns an exit code. */
static int complain_status(const struct selfplay_options *options, paua_status status,
                           const paua_error *error)
{
    switch (status) {
    case PAUA_ERROR_NO_MEMORY:
        return complain_memory();
    case PAUA_ERROR_NOT_FOUND:
        return complain_eval(options->eval);
    case PAUA_ERROR_IO:
        return complain_with(EXIT_ENVIRONMENT, "%s: %s", options->output, error->message);
    case PAUA_ERROR_CONFLICT:
        return complain_with(EXIT_USAGE, "%s: %s, expected %s", options->output, error->message,
                             options->resume ? "the same settings" : "a new file, or --resume");
    default:
        return complain_with(EXIT_USAGE, "%s: byte %zu: %s", options->output, error->at,
                             error->message);
    }
}

/* Self-play is for the board 5x5x5 only. Returns an exit code. */
static int run_selfplay(const struct selfplay_options *options, const paua_selfplay_options *how)
{
    struct selfplay_display display = {.start_ms = clock_now_ms()};
    paua_selfplay_progress total = {0};
    paua_error error = {.code = PAUA_OK};
    paua_board *board;
    if (paua_board_new(5, 5, 5, &board) != PAUA_OK)
        return complain_memory();
    interrupt_catch();
    progress_begin(&display.progress, options->quiet);
    paua_status status =
        paua_selfplay_run(board, options->output, how, show_progress, &display, &total, &error);
    progress_clear(&display.progress);
    paua_board_free(board);
    if (status != PAUA_OK)
        return complain_status(options, status, &error);
    int code = print_total(options, &total, display.start_ms);
    bool whole = (how->games && total.games >= how->games) ||
                 (how->positions && total.positions >= how->positions);
    return code != EXIT_DONE || whole
               ? code
               : complain_with(EXIT_ENVIRONMENT, "interrupted after %llu games; --resume continues",
                               (unsigned long long)total.games);
}

/* What options_read() cannot check, then the games. */
static int check_and_play(const struct selfplay_options *options)
{
    if (!options->output)
        return complain_with(EXIT_USAGE, "expected --output=FILE");
    paua_net *net;
    int code = net_read(options->net_path, &net);
    if (code != EXIT_DONE)
        return code;
    bool unlimited = !options->games && !options->positions;
    const paua_selfplay_options how = {
        .nodes = (uint64_t)options->nodes,
        .eval = options->eval,
        .net = net,
        .random = (int)options->random,
        .by_score = (int)options->by_score,
        .adjudicate = (int)options->adjudicate,
        .play_out = (int)options->play_out,
        .seed = (uint64_t)options->seed,
        .games = unlimited ? USUAL_GAMES : (uint64_t)options->games,
        .positions = (uint64_t)options->positions,
        .threads =
            options->threads ? (int)options->threads : processors_count(PAUA_SELFPLAY_THREADS_MAX),
        .resume = options->resume,
    };
    code = run_selfplay(options, &how);
    paua_net_free(net);
    return code;
}

int command_selfplay(int argc, char **argv)
{
    struct selfplay_options options = {
        .nodes = 1000, .random = 2, .by_score = 75, .adjudicate = 3000, .play_out = 25, .seed = 1};
    const struct option_row rows[] = {
        {"output", 'o', OPTION_TEXT, &options.output, 0, 0, "FILE",
         "write the samples to this file"},
        {"games", 'g', OPTION_NUMBER, &options.games, 1, UINT32_MAX, "N", "play N games (1000)"},
        {"positions", 0, OPTION_NUMBER, &options.positions, 1, 1000000000000, "N",
         "stop after the game that makes N positions"},
        {"nodes", 'n', OPTION_NUMBER, &options.nodes, 1, 1000000000000, "N",
         "visit N positions for each move (1000)"},
        {"eval", 0, OPTION_TEXT, &options.eval, 0, 0, "NAME",
         "evaluate positions with this evaluation"},
        ROW_NET(options.net_path),
        {"random", 0, OPTION_NUMBER, &options.random, 0, 100, "PERCENT",
         "share of moves that are random instead (2)"},
        {"by-score", 0, OPTION_NUMBER, &options.by_score, 0, 100, "PERCENT",
         "share of games that the score decides after 150 to 400 plies (75)"},
        {"adjudicate", 0, OPTION_NUMBER, &options.adjudicate, 0, PAUA_SCORE_WIN - 1, "SCORE",
         "end a game when both scores agree on such a lead; 0: never (3000)"},
        {"play-out", 0, OPTION_NUMBER, &options.play_out, 0, 100, "PERCENT",
         "share of games that are played to their end all the same (25)"},
        {"threads", 'j', OPTION_NUMBER, &options.threads, 1, PAUA_SELFPLAY_THREADS_MAX, "N",
         "play on N threads (one for each processor)"},
        {"seed", 's', OPTION_NUMBER, &options.seed, 0, INT64_MAX, "N",
         "seed of all random choices (1)"},
        {"resume", 0, OPTION_FLAG, &options.resume, 0, 0, NULL, "continue the file"},
        ROW_JSON(options.json),
        ROW_QUIET(options.quiet),
    };
    static const struct usage usage = {
        .command = "selfplay",
        .operands = "",
        .purpose = "Let the engine play itself and write the positions, with scores and results, "
                   "for training.",
        .notes =
            "A game depends on its number, the seed and these settings alone: the file is the "
            "same for any number of threads. Ctrl-C ends it; --resume continues where it ended.",
        .examples = {"paua selfplay -o games.samples",
                     "paua selfplay -o games.samples --games 100000 --resume"},
    };
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, NULL);
    if (code != OPTIONS_GO)
        return code;
    return check_and_play(&options);
}
