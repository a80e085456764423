/* print.c - the output and the error messages of `paua solve`. */
#define _GNU_SOURCE /* asprintf */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <paua/notation.h>

#include "cli/common.h"
#include "cli/output_file.h"
#include "solve/solve_command.h"

/* A new object; "longest" repeats "longest-win". */
static json_t *layer_json(const paua_layer_counts *counts)
{
    return json_pack("{s:i, s:i, s:I, s:I, s:I, s:I, s:i, s:i, s:i}", "own", counts->own, "opp",
                     counts->opp, "positions", (json_int_t)counts->positions, "win",
                     (json_int_t)counts->wins, "loss", (json_int_t)counts->losses, "draw",
                     (json_int_t)counts->draws, "longest", counts->longest_win, "longest-win",
                     counts->longest_win, "longest-loss", counts->longest_loss);
}

/* Prints one object; "processes" and "sent" (bytes) only for a group. Returns an exit code. */
static int print_json(const struct solve_options *options, const paua_board *board,
                      const struct solve_outcome *outcome)
{
    const paua_class_counts *classes = &outcome->classes;
    json_t *layers = json_array(), *counts = json_object();

    for (int i = 0; i < outcome->layers; i++)
        json_array_append_new(layers, layer_json(&outcome->layer[i]));
    for (int i = 0; i < PAUA_CLASS_COUNT; i++)
        json_object_set_new(counts, paua_class_name(i),
                            json_integer((json_int_t)classes->count[i]));
    json_t *all =
        json_pack("{s:s, s:i, s:i, s:I, s:I, s:o, s:I, s:I, s:o}", "board", options->board, "cells",
                  paua_board_cells(board), "symmetries", paua_board_symmetries(board), "marbles",
                  (json_int_t)options->marbles, "win", (json_int_t)options->win, "layers", layers,
                  "constellations", (json_int_t)classes->constellations, "up-to-negation",
                  (json_int_t)classes->up_to_negation, "classes", counts);
    if (outcome->processes) {
        json_object_set_new(all, "processes", json_integer(outcome->processes));
        json_object_set_new(all, "sent", json_integer((json_int_t)outcome->sent));
    }
    return output_json(all);
}

/* A line for the game, one for each layer, then the classes. */
static void print_text(const struct solve_options *options, const paua_board *board,
                       const struct solve_outcome *outcome)
{
    const paua_class_counts *classes = &outcome->classes;

    printf("board %s cells %d symmetries %d marbles %lld win %lld\n", options->board,
           paua_board_cells(board), paua_board_symmetries(board), options->marbles, options->win);
    for (int i = 0; i < outcome->layers; i++) {
        const paua_layer_counts layer = outcome->layer[i];
        printf("layer own %d opp %d positions %llu win %llu loss %llu draw %llu longest %d "
               "longest-win %d longest-loss %d\n",
               layer.own, layer.opp, (unsigned long long)layer.positions,
               (unsigned long long)layer.wins, (unsigned long long)layer.losses,
               (unsigned long long)layer.draws, layer.longest_win, layer.longest_win,
               layer.longest_loss);
    }
    printf("constellations %llu up-to-negation %llu\nclasses",
           (unsigned long long)classes->constellations,
           (unsigned long long)classes->up_to_negation);
    for (int i = 0; i < PAUA_CLASS_COUNT; i++)
        printf(" %s %llu", paua_class_name(i), (unsigned long long)classes->count[i]);
    printf("\n");
}

int solve_print(const struct solve_options *options, const paua_board *board,
                const struct solve_outcome *outcome)
{
    if (options->json)
        return print_json(options, board, outcome);
    print_text(options, board, outcome);
    return EXIT_DONE;
}

void solve_print_fault(const paua_board *board, const paua_solve_fault *fault)
{
    static const char *const words[] = {"DRAW", "WIN", "LOSS"};
    char text[PAUA_POSITION_TEXT_MAX];

    paua_position_format(board, &fault->position, text, sizeof text);
    if (fault->value == PAUA_VALUE_DRAW)
        printf("wrong %s DRAW -\n", text);
    else
        printf("wrong %s %s %d\n", text, words[fault->value], fault->remoteness);
}

/* Says after an interrupt how to go on: from the checkpoint, if one was written. */
static int complain_interrupted(const struct solve_options *options)
{
    char *checkpoint = NULL;
    bool kept = false;

    if (options->output && !options->mpi &&
        asprintf(&checkpoint, "%s.checkpoint", options->output) > 0) {
        kept = access(checkpoint, F_OK) == 0;
        free(checkpoint);
    }
    if (options->output && options->mpi)
        return complain_with(EXIT_ENVIRONMENT,
                             "interrupted; --resume continues from the last checkpoint");
    return kept ? complain_with(EXIT_ENVIRONMENT,
                                "interrupted; --resume continues from "
                                "%s.checkpoint",
                                options->output)
                : complain_with(EXIT_ENVIRONMENT, "interrupted; nothing is kept%s",
                                options->output ? "" : " without --output");
}

int solve_complain(const struct solve_options *options, paua_status status)
{
    switch (status) {
    case PAUA_ERROR_CONFLICT:
        return complain_interrupted(options);
    case PAUA_ERROR_UNSUPPORTED:
        return complain_with(EXIT_USAGE, "a position has over 126 moves, too many for a byte");
    case PAUA_ERROR_IO:
        return complain_with(EXIT_ENVIRONMENT, "the connection between the processes is lost");
    case PAUA_ERROR_CORRUPT:
        return complain_with(EXIT_ENVIRONMENT, "a process sent an invalid message");
    default:
        return complain_memory();
    }
}

int solve_complain_write(const struct solve_options *options, paua_status status)
{
    if (status == PAUA_OK)
        return EXIT_DONE;
    return status == PAUA_ERROR_IO ? complain_file(options->output)
                                   : solve_complain(options, status);
}

int solve_claim_output(const struct solve_options *options, struct file_claim *claim)
{
    /* the table replaces what is there, so a device is refused */
    return output_file_claim(claim, options->output, true);
}

int solve_complain_resume(paua_status status, const char *path)
{
    switch (status) {
    case PAUA_OK:
        return EXIT_DONE;
    case PAUA_ERROR_CONFLICT:
        return complain_with(EXIT_USAGE, "%s: is a checkpoint of another board or of other rules",
                             path);
    case PAUA_ERROR_CORRUPT:
        return complain_with(EXIT_USAGE,
                             "%s: is not a checkpoint of this version, or is truncated or altered",
                             path);
    case PAUA_ERROR_NO_MEMORY:
        return complain_memory();
    default:
        return complain_file(path);
    }
}
