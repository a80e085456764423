/* fortress.c - `paua fortress`: whether a side can defend for ever (a proof), and whether it can be
 * made to lose a marble (a search). */
#include <stdio.h>
#include <string.h>

#include <paua/lab/fortress.h>
#include <paua/notation.h>

#include "base/bits.h"
#include "cli/common.h"
#include "cli/game_setup.h"
#include "cli/interrupt_watcher.h"
#include "cli/options.h"
#include "cli/report.h"
#include "commands/commands.h"
#include "notation/move.h"

enum { TT_BYTES = 32 << 20, DEFAULT_DEPTH = 3 };

struct fortress_options {
    struct start_options start;
    long long depth;
    bool json;
};

/* What is found out about one side. */
struct defence {
    paua_fortress fortress;
    int depth, plies, count; /* of the search; plies 0: no ejection is forced */
    paua_move line[PAUA_DEPTH_MAX];
};

/* The moves with a blank before each. */
static void print_moves(const paua_board *board, const paua_move *moves, int count)
{
    char text[PAUA_MOVE_TEXT_MAX];

    for (int i = 0; i < count; i++)
        printf(" %s", report_move(board, moves[i], text));
}

/* What an answer is printed for. */
struct answer_output {
    const paua_board *board;
    json_t *array; /* NULL: text */
};

/* Prints the cells of a set: "d2 and e3". */
static void print_cells(const paua_board *board, paua_set cells)
{
    char name[8];
    for (const char *before = ""; cells; before = " and ")
        printf("%s%s", before, paua_cell_format(board, bits_take(&cells), name));
}

/* An arrangement begins a line with its number; an answer names what must be taken, the move, and
 * the arrangement after it. */
static void print_answer(const paua_fortress_answer *answer, void *context)
{
    const struct answer_output *output = context;
    char text[PAUA_MOVE_TEXT_MAX];
    if (!answer->taken) {
        printf("%s%4d: ", answer->arrangement > 1 ? "\n" : "", answer->arrangement);
    } else {
        printf("; if ");
        print_cells(output->board, answer->taken);
        printf(" are taken: ");
    }
    printf("%s to %d", report_move(output->board, answer->move, text), answer->to);
}

/* The lines about a side: the proof with all its answers, and the search. */
static paua_status print_defence(const struct game_setup *setup, int side,
                                 const struct defence *defence)
{
    const paua_fortress *fortress = &defence->fortress;
    const paua_board *board = setup->board;
    struct answer_output output = {board, NULL};

    if (fortress->proved) {
        printf("%s: fortress: safe for ever in %d arrangement%s; in each, of the moves whose cells "
               "are taken, play the last:\n",
               move_player(side), fortress->sets, fortress->sets == 1 ? "" : "s");
        paua_status status = paua_fortress_answers(board, paua_game_position(setup->game),
                                                   (paua_side)side, print_answer, &output);
        if (status != PAUA_OK)
            return status;
        putchar('\n');
    } else {
        printf("%s: no fortress is proved\n", move_player(side));
    }
    if (defence->plies) {
        printf("%s: loses a marble by force in %d pl%s:", move_player(side), defence->plies,
               defence->plies == 1 ? "y" : "ies");
        print_moves(board, defence->line, defence->count);
        putchar('\n');
    } else {
        printf("%s: no ejection can be forced within %d pl%s\n", move_player(side), defence->depth,
               defence->depth == 1 ? "y" : "ies");
    }
    return PAUA_OK;
}

/* The moves as an array of texts. */
static json_t *moves_json(const paua_board *board, const paua_move *moves, int count)
{
    json_t *array = json_array();
    char text[PAUA_MOVE_TEXT_MAX];

    for (int i = 0; i < count; i++)
        json_array_append_new(array, json_string(report_move(board, moves[i], text)));
    return array;
}

/* The cells of a set as an array of names. */
static json_t *cells_json(const paua_board *board, paua_set cells)
{
    json_t *array = json_array();
    char name[8];

    while (cells)
        json_array_append_new(array, json_string(paua_cell_format(board, bits_take(&cells), name)));
    return array;
}

/* Appends an answer to that of its arrangement, which it may be the first of. */
static void add_answer(const paua_fortress_answer *answer, void *context)
{
    const struct answer_output *output = context;
    char text[PAUA_MOVE_TEXT_MAX];

    if (!answer->taken)
        json_array_append_new(output->array,
                              json_pack("{s:i, s:o, s:[]}", "arrangement", answer->arrangement,
                                        "marbles", cells_json(output->board, answer->marbles),
                                        "answers"));
    json_t *last = json_array_get(output->array, json_array_size(output->array) - 1);
    json_array_append_new(
        json_object_get(last, "answers"),
        json_pack("{s:o, s:s, s:i}", "taken", cells_json(output->board, answer->taken), "move",
                  report_move(output->board, answer->move, text), "to", answer->to));
}

/* The same as a line of JSON. */
static int print_json(const struct game_setup *setup, int side, const struct defence *defence)
{
    const paua_fortress *fortress = &defence->fortress;
    const paua_board *board = setup->board;
    struct answer_output output = {board, json_array()};
    paua_status status = paua_fortress_answers(board, paua_game_position(setup->game),
                                               (paua_side)side, add_answer, &output);
    json_t *line = json_pack("{s:s, s:b, s:i, s:o, s:i}", "side", side ? "white" : "black",
                             "fortress", (int)fortress->proved, "arrangements", fortress->sets,
                             "answers", output.array, "depth", defence->depth);

    if (status != PAUA_OK) {
        json_decref(line);
        return complain_memory();
    }
    json_object_set_new(line, "forced",
                        defence->plies ? json_integer(defence->plies) : json_null());
    if (defence->plies)
        json_object_set_new(line, "line", moves_json(board, defence->line, defence->count));
    return output_json(line);
}

/* Proves and searches for one side. Returns an exit code. */
static int examine_side(const struct game_setup *setup, paua_engine *engine, int depth, int side,
                        struct defence *out)
{
    struct interrupt_watcher watcher;
    paua_status status = paua_fortress_prove(setup->board, paua_game_position(setup->game),
                                             (paua_side)side, &out->fortress);

    if (status == PAUA_OK) {
        if (!interrupt_watcher_begin(&watcher, engine_stop_work, engine))
            return complain_with(EXIT_ENVIRONMENT, "no thread could be started");
        status = paua_ejection_forced(engine, setup->game, (paua_side)side, depth, &out->plies,
                                      out->line, &out->count, &out->depth);
        interrupt_watcher_end(&watcher);
    }
    if (status == PAUA_ERROR_UNSUPPORTED)
        return complain_with(EXIT_USAGE,
                             "position: expected two players and no marbles but theirs");
    if (status != PAUA_OK)
        return complain_memory();
    if (out->depth < depth)
        return complain_with(EXIT_ENVIRONMENT, "interrupted: %s was searched %d of %d plies deep",
                             move_player(side), out->depth, depth);
    return EXIT_DONE;
}

/* Examines both sides. Returns EXIT_DONE when one of them stands in a fortress, else EXIT_NO. */
static int examine_position(const struct fortress_options *options, const struct game_setup *setup)
{
    int depth = options->depth ? (int)options->depth : DEFAULT_DEPTH, code = EXIT_DONE;
    bool any = false;
    paua_engine *engine = NULL;

    if (paua_engine_new(setup->board, TT_BYTES, NULL, &engine) != PAUA_OK)
        return complain_memory();
    for (int side = 0; side < PAUA_SIDES && code == EXIT_DONE; side++) {
        struct defence defence = {.depth = 0};
        code = examine_side(setup, engine, depth, side, &defence);
        if (code != EXIT_DONE)
            break;
        any = any || defence.fortress.proved;
        if (options->json)
            code = print_json(setup, side, &defence);
        else if (print_defence(setup, side, &defence) != PAUA_OK)
            code = complain_memory();
    }
    paua_engine_free(engine);
    return code == EXIT_DONE && !any ? EXIT_NO : code;
}

int command_fortress(int argc, char **argv)
{
    struct fortress_options options = {.depth = 0};
    const struct option_row rows[] = {
        ROWS_START(options.start),
        {"depth", 'd', OPTION_NUMBER, &options.depth, 1, PAUA_DEPTH_MAX, "N",
         "search for a forced ejection this many plies deep (3)"},
        ROW_JSON(options.json),
    };
    static const struct usage usage = {
        .command = "fortress",
        .operands = "",
        .purpose = "Say whether a side can defend for ever.",
        .notes = "A fortress is proved by a closed set: arrangements of the side's marbles among "
                 "which it always has a move, wherever the other side's stand, so that none of its "
                 "own can be pushed. The proof is sound and does not find every fortress. Exit "
                 "code 0: one side has a fortress, 1: none is proved.",
        .examples = {"paua fortress --position fortress",
                     "paua fortress --layout standard --depth 4"},
    };
    struct game_setup setup;
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, NULL);

    if (code != OPTIONS_GO)
        return code;
    code = game_setup_open(&options.start, &setup);
    if (code != EXIT_DONE)
        return code;
    code = examine_position(&options, &setup);
    game_setup_close(&setup);
    return code;
}
