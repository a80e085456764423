/* solve.c - `paua solve`: settles every position of a small board. */
#define _GNU_SOURCE

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <paua/solve.h>

#include "commands.h"
#include "common.h"
#include "options.h"
#include "watch.h"

struct solve_options {
    const char *board, *output, *memory, *method;
    long long marbles, win, threads, checkpoint;
    bool verify, resume, stuck_loses, json, quiet;
};

/* "500M": a number of bytes, with K, M or G for powers of 1024. */
static int read_bytes(const char *text, size_t *bytes)
{
    static const char units[] = "KMG";
    char *end;
    unsigned long long value;

    errno = 0;
    value = strtoull(text, &end, 10);
    const char *unit = *end ? strchr(units, *end) : NULL;
    int shift = unit ? (int)(unit - units + 1) * 10 : 0;
    if (unit)
        end++;
    if (*end || end == text || *text < '0' || *text > '9' || errno || value > SIZE_MAX >> shift ||
        value == 0)
        return complain(EXIT_USAGE, "--memory: '%s' is no number of bytes such as 500M or 8G",
                        text);
    *bytes = (size_t)value << shift;
    return EXIT_DONE;
}

static int read_method(const char *text, int *method)
{
    if (!text || !strcmp(text, "retrograde"))
        *method = PAUA_SOLVE_RETROGRADE;
    else if (!strcmp(text, "sweep"))
        *method = PAUA_SOLVE_SWEEP;
    else
        return complain(EXIT_USAGE, "--method: '%s' is unknown, expected retrograde or sweep",
                        text);
    return EXIT_DONE;
}

static json_t *layer_json(const paua_layer_counts *counts)
{
    return json_pack("{s:i, s:i, s:I, s:I, s:I, s:I, s:i}", "own", counts->own, "opp", counts->opp,
                     "positions", (json_int_t)counts->positions, "win", (json_int_t)counts->wins,
                     "loss", (json_int_t)counts->losses, "draw", (json_int_t)counts->draws,
                     "longest", counts->longest);
}

static int print_json(const struct solve_options *options, const paua_board *board,
                      paua_solve *solve, const paua_class_counts *classes)
{
    json_t *layers = json_array(), *counts = json_object();

    for (int i = 0; i < paua_solve_layers(solve); i++) {
        paua_layer_counts layer = paua_solve_layer(solve, i);
        json_array_append_new(layers, layer_json(&layer));
    }
    for (int i = 0; i < PAUA_CLASSES; i++)
        json_object_set_new(counts, paua_class_name(i),
                            json_integer((json_int_t)classes->count[i]));
    return output_json(
        json_pack("{s:s, s:i, s:i, s:I, s:I, s:o, s:I, s:I, s:o}", "board", options->board, "cells",
                  paua_board_cells(board), "symmetries", paua_board_symmetries(board), "marbles",
                  (json_int_t)options->marbles, "win", (json_int_t)options->win, "layers", layers,
                  "constellations", (json_int_t)classes->constellations, "up-to-negation",
                  (json_int_t)classes->up_to_negation, "classes", counts));
}

static void print_text(const struct solve_options *options, const paua_board *board,
                       paua_solve *solve, const paua_class_counts *classes)
{
    printf("board %s cells %d symmetries %d marbles %lld win %lld\n", options->board,
           paua_board_cells(board), paua_board_symmetries(board), options->marbles, options->win);
    for (int i = 0; i < paua_solve_layers(solve); i++) {
        paua_layer_counts layer = paua_solve_layer(solve, i);
        printf("layer own %d opp %d positions %llu win %llu loss %llu draw %llu longest %d\n",
               layer.own, layer.opp, (unsigned long long)layer.positions,
               (unsigned long long)layer.wins, (unsigned long long)layer.losses,
               (unsigned long long)layer.draws, layer.longest);
    }
    printf("constellations %llu up-to-negation %llu\nclasses",
           (unsigned long long)classes->constellations,
           (unsigned long long)classes->up_to_negation);
    for (int i = 0; i < PAUA_CLASSES; i++)
        printf(" %s %llu", paua_class_name(i), (unsigned long long)classes->count[i]);
    printf("\n");
}

/* Too little memory is said before any work. */
static int check_memory(const paua_board *board, const struct solve_options *options,
                        const paua_solve_options *how)
{
    uint64_t bytes = paua_solve_bytes(board, how, NULL);
    uint64_t machine = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);

    if (bytes == 0)
        return complain(EXIT_USAGE,
                        "%s: %lld marbles a side and %lld to eject cannot be solved: expected at "
                        "most 32 cells, %d marbles and half the cells a side",
                        options->board, options->marbles, options->win, PAUA_SOLVE_MARBLES_MAX);
    if (how->memory_bytes && bytes > how->memory_bytes)
        return complain(EXIT_ENVIRONMENT, "--memory: %llu bytes are needed, %llu allowed",
                        (unsigned long long)bytes, (unsigned long long)how->memory_bytes);
    if (bytes > machine)
        return complain(EXIT_ENVIRONMENT, "%llu bytes are needed, this machine has %llu",
                        (unsigned long long)bytes, (unsigned long long)machine);
    return EXIT_DONE;
}

static int complain_status(paua_status status)
{
    switch (status) {
    case PAUA_CONFLICT:
        return complain(EXIT_ENVIRONMENT, "interrupted");
    case PAUA_UNSUPPORTED:
        return complain(EXIT_USAGE, "a distance or a number of moves is too large for the table");
    default:
        return complain_memory();
    }
}

/* Goes on where an earlier call was when it ended; without a checkpoint from the beginning. */
static int resume(paua_solve *solve, const char *path)
{
    switch (paua_solve_resume(solve, path)) {
    case PAUA_OK:
    case PAUA_NOT_FOUND:
        return EXIT_DONE;
    case PAUA_CONFLICT:
        return complain(EXIT_USAGE, "%s: is the checkpoint of another board, or of other rules",
                        path);
    case PAUA_CORRUPT:
        return complain(EXIT_USAGE, "%s: is no checkpoint, cut off or altered", path);
    case PAUA_NO_MEMORY:
        return complain_memory();
    default:
        return complain(EXIT_ENVIRONMENT, "%s: %s", path, strerror(errno));
    }
}

static int verify(struct watch *watch)
{
    uint64_t bad = 0;
    paua_status status = paua_solve_verify(watch->solve, watch_progress, watch, &bad);

    progress_clear(&watch->progress);
    if (status != PAUA_OK)
        return complain_status(status);
    if (bad)
        return complain(EXIT_NO, "%llu records are wrong", (unsigned long long)bad);
    return EXIT_DONE;
}

static int solve_board(const struct solve_options *options, const paua_board *board,
                       struct watch *watch)
{
    paua_class_counts classes;
    paua_status status = paua_solve_run(watch->solve, watch_progress, watch);
    int code = EXIT_DONE;

    if (status == PAUA_OK)
        status = paua_solve_classes(watch->solve, &classes);
    progress_clear(&watch->progress);
    if (status != PAUA_OK)
        return complain_status(status);
    if (options->verify)
        code = verify(watch);
    if (code == EXIT_DONE && options->output &&
        paua_solve_write(watch->solve, options->output) != PAUA_OK)
        code = complain(EXIT_ENVIRONMENT, "%s: %s", options->output, strerror(errno));
    if (code != EXIT_DONE)
        return code;
    if (options->json)
        return print_json(options, board, watch->solve, &classes);
    print_text(options, board, watch->solve, &classes);
    return EXIT_DONE;
}

static int solve_open(struct solve_options *options, paua_solve_options *how)
{
    paua_board *board;
    paua_error error;
    struct watch watch;
    int sides[3];

    if (paua_board_parse(options->board, sides, &error) != PAUA_OK)
        return complain(EXIT_USAGE, "--board: %s", error.message);
    if (paua_board_new(sides[0], sides[1], sides[2], &board) != PAUA_OK)
        return complain_memory();
    if (!options->win) {
        options->win = paua_rules_default(board).win;
        if (options->win > options->marbles)
            options->win = options->marbles;
    }
    how->win = (int)options->win;
    int code = check_memory(board, options, how);
    watch.solve = NULL;
    if (code == EXIT_DONE && paua_solve_new(board, how, &watch.solve) != PAUA_OK)
        code = complain_memory();
    if (code == EXIT_DONE && options->resume)
        code = resume(watch.solve, how->checkpoint);
    if (code == EXIT_DONE) {
        interrupt_catch();
        progress_begin(&watch.progress, options->quiet);
        code = solve_board(options, board, &watch);
    }
    if (code == EXIT_DONE && how->checkpoint)
        unlink(how->checkpoint);
    paua_solve_free(watch.solve);
    paua_board_free(board);
    return code;
}

int command_solve(int argc, char **argv)
{
    struct solve_options options = {.threads = sysconf(_SC_NPROCESSORS_ONLN), .checkpoint = 600};
    const struct option_row rows[] = {
        {"board", 'b', OPTION_TEXT, &options.board, 0, 0, "AxBxC", "the board's sides"},
        {"marbles", 'm', OPTION_NUMBER, &options.marbles, 1, PAUA_SOLVE_MARBLES_MAX, "N",
         "marbles of each player at the start"},
        {"win", 'w', OPTION_NUMBER, &options.win, 1, PAUA_SOLVE_MARBLES_MAX, "N",
         "marbles to eject for a win (as many as the board asks for)"},
        {"output", 'o', OPTION_TEXT, &options.output, 0, 0, "FILE", "write the table to this file"},
        {"threads", 't', OPTION_NUMBER, &options.threads, 1, PAUA_SOLVE_THREADS_MAX, "N",
         "solve on N threads (as many as processors)"},
        {"memory", 0, OPTION_TEXT, &options.memory, 0, 0, "BYTES",
         "refuse to use more, as in 500M or 8G"},
        {"method", 0, OPTION_TEXT, &options.method, 0, 0, "NAME",
         "retrograde (default), or sweep to compare with"},
        {"verify", 0, OPTION_FLAG, &options.verify, 0, 0, NULL,
         "check every record against the definition"},
        {"resume", 0, OPTION_FLAG, &options.resume, 0, 0, NULL,
         "go on from the checkpoint beside the output"},
        {"checkpoint", 0, OPTION_NUMBER, &options.checkpoint, 1, 1000000, "SECONDS",
         "how often it is written (600)"},
        {"stuck-loses", 0, OPTION_FLAG, &options.stuck_loses, 0, 0, NULL,
         "a side that cannot move loses"},
        ROW_JSON(options.json),
        ROW_QUIET(options.quiet),
    };
    const struct usage usage = {
        "solve",
        "",
        0,
        0,
        "Settle every position of a board with so many marbles a side, and of every layer below "
        "it.",
        "Prints each layer's positions, wins, losses and draws of the side to move and its longest "
        "win\n"
        "in plies, then the outcome classes of the constellations that symmetry tells apart."};
    paua_solve_options how = {0};
    char *checkpoint = NULL;
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, NULL);

    if (code != OPTIONS_GO)
        return code;
    if (!options.board || !options.marbles)
        return complain(EXIT_USAGE, "expected --board=AxBxC and --marbles=N");
    if (options.resume && !options.output)
        return complain(EXIT_USAGE, "--resume needs --output: the checkpoint is kept beside it");
    code = options.memory ? read_bytes(options.memory, &how.memory_bytes) : EXIT_DONE;
    if (code == EXIT_DONE)
        code = read_method(options.method, &how.method);
    if (code != EXIT_DONE)
        return code;
    how.marbles = (int)options.marbles;
    how.threads = (int)options.threads;
    how.stuck_loses = options.stuck_loses;
    how.checkpoint_ms = options.checkpoint * 1000;
    if (options.output && asprintf(&checkpoint, "%s.checkpoint", options.output) < 0)
        return complain_memory();
    how.checkpoint = checkpoint;
    code = solve_open(&options, &how);
    free(checkpoint);
    return code;
}
