/* solve.c - `paua solve`: settles every position of a small board. */
#define _GNU_SOURCE

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <paua/lab/solve.h>

#include "base/cpu.h"
#include "cli/common.h"
#include "cli/interrupt_watcher.h"
#include "cli/options.h"
#include "cli/solve_monitor.h"
#include "commands/commands.h"
#include "solve/solve_command.h"

/* Reads --method, retrograde by default. Returns an exit code. */
static int read_method(const char *text, int *method)
{
    if (!text || !strcmp(text, "retrograde"))
        *method = PAUA_SOLVE_RETROGRADE;
    else if (!strcmp(text, "sweep"))
        *method = PAUA_SOLVE_SWEEP;
    else
        return complain_with(EXIT_USAGE, "--method: '%s' is unknown, expected retrograde or sweep",
                             text);
    return EXIT_DONE;
}

/* Refuses a solve that needs too much memory, before any work. */
static int check_memory(const paua_board *board, const struct solve_options *options,
                        const paua_solve_options *how)
{
    uint64_t bytes = paua_solve_bytes(board, how, NULL);
    uint64_t machine = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);

    const bool sweep = how->method == PAUA_SOLVE_SWEEP;
    if (bytes == 0)
        return complain_with(
            EXIT_USAGE,
            "%s: %lld marbles a side and %lld to eject cannot be solved%s: expected at "
            "most %d cells, %d marbles and half the cells a side",
            options->board, options->marbles, options->win, sweep ? " by sweep" : "",
            sweep ? PAUA_SOLVE_SWEEP_CELLS : PAUA_SOLVE_CELLS_MAX, PAUA_SOLVE_MARBLES_MAX);
    if (options->mpi)
        return EXIT_DONE; /* the processes agree on that */
    if (how->memory_bytes && bytes > how->memory_bytes)
        return complain_with(EXIT_ENVIRONMENT, "--memory: %llu bytes are needed, %llu allowed",
                             (unsigned long long)bytes, (unsigned long long)how->memory_bytes);
    if (bytes > machine)
        return complain_with(EXIT_ENVIRONMENT, "%llu bytes are needed, this machine has %llu",
                             (unsigned long long)bytes, (unsigned long long)machine);
    return EXIT_DONE;
}

/* Continues from the checkpoint of an earlier call; without one the solve begins anew. */
static int resume_solve(paua_solve *solve, const char *path)
{
    paua_status status = paua_solve_resume(solve, path);

    return status == PAUA_ERROR_NOT_FOUND ? EXIT_DONE : solve_complain_resume(status, path);
}

/* Compares each record with the positions that its moves reach. EXIT_NO if any is wrong. */
static int verify_solve(const struct solve_options *options, struct solve_monitor *monitor)
{
    uint64_t bad = 0;
    paua_status status = paua_solve_verify(monitor->solve, solve_monitor_update, monitor, &bad);

    progress_clear(&monitor->progress);
    if (status != PAUA_OK)
        return solve_complain(options, status);
    for (int i = 0; i < paua_solve_faults(monitor->solve) && !options->json; i++)
        solve_print_fault(paua_solve_board(monitor->solve), paua_solve_fault_at(monitor->solve, i));
    if (bad)
        return complain_with(EXIT_NO, "%llu records are wrong", (unsigned long long)bad);
    return EXIT_DONE;
}

/* Solves, verifies and writes as the options ask, and fills the outcome. Returns an exit code. */
static int solve_board(const struct solve_options *options, struct solve_monitor *monitor,
                       struct solve_outcome *outcome)
{
    paua_status status = paua_solve_run(monitor->solve, solve_monitor_update, monitor);
    int code = EXIT_DONE;

    if (status == PAUA_OK)
        status = paua_solve_classes(monitor->solve, &outcome->classes);
    progress_clear(&monitor->progress);
    if (status != PAUA_OK)
        return solve_complain(options, status);
    if (options->verify)
        code = verify_solve(options, monitor);
    if (code == EXIT_DONE && options->output)
        code = solve_complain_write(options, paua_solve_write(monitor->solve, options->output));
    outcome->layers = paua_solve_layers(monitor->solve);
    for (int i = 0; i < outcome->layers; i++)
        outcome->layer[i] = paua_solve_layer(monitor->solve, i);
    return code;
}

/* Solves and prints; Ctrl-C ends it also where no progress is reported. */
static int solve_stoppably(const struct solve_options *options, const paua_board *board,
                           struct solve_monitor *monitor)
{
    struct solve_outcome outcome = {0};
    struct interrupt_watcher watcher;

    if (!interrupt_watcher_begin(&watcher, solve_stop_work, monitor->solve))
        return complain_with(EXIT_ENVIRONMENT, "no thread could be started");
    int code = solve_board(options, monitor, &outcome);
    interrupt_watcher_end(&watcher);
    return code == EXIT_DONE ? solve_print(options, board, &outcome) : code;
}

/* The solve on this machine alone, with the output claimed. */
static int solve_here(const struct solve_options *options, const paua_solve_options *how,
                      const paua_board *board)
{
    struct solve_monitor monitor = {.checkpoint = how->checkpoint};
    int code = EXIT_DONE;

    if (paua_solve_new(board, how, &monitor.solve) != PAUA_OK)
        return complain_memory();
    if (options->resume)
        code = resume_solve(monitor.solve, how->checkpoint);
    if (code == EXIT_DONE) {
        interrupt_catch();
        progress_begin(&monitor.progress, options->quiet);
        code = solve_monitor_self_check(&monitor, options->self_check);
        if (code == EXIT_DONE)
            code = solve_stoppably(options, board, &monitor);
    }
    if (code == EXIT_DONE && how->checkpoint)
        unlink(how->checkpoint);
    paua_solve_free(monitor.solve);
    return code;
}

/* The whole solve on this machine alone. */
static int solve_alone(const struct solve_options *options, const paua_solve_options *how,
                       const paua_board *board)
{
    struct file_claim claim;
    int code = solve_claim_output(options, &claim);

    if (code == EXIT_DONE)
        code = solve_here(options, how, board);
    file_release(&claim);
    return code;
}

/* Makes the board, fills in the default win count (never above the marbles), and solves here or
 * with MPI. Returns an exit code. */
static int solve_open(struct solve_options *options, paua_solve_options *how,
                      const struct peers *peers)
{
    paua_board *board;
    paua_error error;
    int sides[3];

    if (paua_board_parse(options->board, sides, &error) != PAUA_OK)
        return complain_with(EXIT_USAGE, "--board: %s", error.message);
    if (paua_board_new(sides[0], sides[1], sides[2], &board) != PAUA_OK)
        return complain_memory();
    if (!options->win) {
        options->win = paua_rules_default(board).win;
        if (options->win > options->marbles)
            options->win = options->marbles;
    }
    how->win = (int)options->win;
    int code = check_memory(board, options, how);
    if (code == EXIT_DONE)
        code = options->mpi ? solve_distributed(options, how, board, peers)
                            : solve_alone(options, how, board);
    paua_board_free(board);
    return code;
}

/* What options.h cannot check, and what follows from the options. */
static int read_options(struct solve_options *options, paua_solve_options *how)
{
    if (!options->board || !options->marbles)
        return complain_with(EXIT_USAGE, "expected --board=AxBxC and --marbles=N");
    if (options->resume && !options->output)
        return complain_with(EXIT_USAGE,
                             "--resume needs --output: the checkpoint is kept beside it");
    if (options->mpi && (options->threads || options->method))
        return complain_with(EXIT_USAGE,
                             "--mpi: each process works on one thread and by retrograde "
                             "analysis, without --threads and --method");
    int code = EXIT_DONE;
    if (code == EXIT_DONE)
        code = read_method(options->method, &how->method);
    how->marbles = (int)options->marbles;
    how->threads = options->mpi       ? 1
                   : options->threads ? (int)options->threads
                                      : processors_count(PAUA_SOLVE_THREADS_MAX);
    how->stuck_loses = options->stuck_loses;
    how->checkpoint_ms = options->checkpoint_ms;
    how->memory_bytes = (size_t)options->memory_bytes;
    return code;
}

/* Solves a board as the options say, alone or with the processes of mpirun. Returns an exit code.
 */
static int run_solve(struct solve_options *options)
{
    paua_solve_options how = {0};
    struct peers peers = {0};
    char *checkpoint = NULL;
    int code = options->mpi ? peers_open(&peers, "paua-mpi") : EXIT_DONE;

    if (code == EXIT_DONE)
        code = read_options(options, &how);
    if (code == EXIT_DONE && options->output &&
        asprintf(&checkpoint, "%s.checkpoint", options->output) < 0)
        code = complain_memory();
    how.checkpoint = checkpoint;
    if (code == EXIT_DONE)
        code = solve_open(options, &how, &peers);
    free(checkpoint);
    peers_close(&peers);
    return code;
}

int command_solve(int argc, char **argv)
{
    struct solve_options options = {.checkpoint_ms = 600000, .self_check = SELF_CHECK_POSITIONS};
    const struct option_row rows[] = {
        {"board", 'b', OPTION_TEXT, &options.board, 0, 0, "AxBxC", "the board's sides"},
        {"marbles", 0, OPTION_NUMBER, &options.marbles, 1, PAUA_SOLVE_MARBLES_MAX, "N",
         "marbles of each player at the start"},
        {"win", 'w', OPTION_NUMBER, &options.win, 1, PAUA_SOLVE_MARBLES_MAX, "N",
         "marbles to eject for a win (as many as the board asks for)"},
        {"output", 'o', OPTION_TEXT, &options.output, 0, 0, "FILE", "write the table to this file"},
        {"threads", 'j', OPTION_NUMBER, &options.threads, 1, PAUA_SOLVE_THREADS_MAX, "N",
         "solve on N threads (as many as processors)"},
        {"memory", 0, OPTION_BYTES, &options.memory_bytes, 1, INT64_MAX, "SIZE",
         "refuse to use more, as in 500M or 8G"},
        {"method", 0, OPTION_TEXT, &options.method, 0, 0, "NAME",
         "retrograde (default), or sweep, up to 14 cells"},
        {"verify", 0, OPTION_FLAG, &options.verify, 0, 0, NULL,
         "check every record against the definition"},
        {"resume", 0, OPTION_FLAG, &options.resume, 0, 0, NULL,
         "go on from the checkpoint beside the output"},
        {"checkpoint", 0, OPTION_SECONDS, &options.checkpoint_ms, 1000, 1000000000, "TIME",
         "how often it is written (600s)"},
        {"stuck-loses", 0, OPTION_FLAG, &options.stuck_loses, 0, 0, NULL,
         "a side that cannot move loses"},
        {"mpi", 0, OPTION_FLAG, &options.mpi, 0, 0, NULL,
         "share the work out among the processes that mpirun has started"},
        ROW_SELF_CHECK(options.self_check),
        ROW_JSON(options.json),
        ROW_QUIET(options.quiet),
    };
    static const struct usage usage = {
        .command = "solve",
        .operands = "",
        .purpose = "Solve a board: the value of every position with at most N marbles a side, by "
                   "retrograde analysis.",
        .notes = "Prints each layer's positions, wins, losses and draws of the side to move and "
                 "its longest win and loss in plies, then the outcome classes of the "
                 "constellations that symmetry does not make equal.",
        .examples = {"paua solve --board 2x3x3 --marbles 5",
                     "paua solve -b 3x3x3 --marbles 6 --win 2 --memory 4G -o 3x3x3.paua"},
    };
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, NULL);

    return code == OPTIONS_GO ? run_solve(&options) : code;
}
