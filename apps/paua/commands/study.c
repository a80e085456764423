/* study.c - `paua study`: classes, options, graphs of play and optimal lines of a solved board. */
#define _POSIX_C_SOURCE 200809L /* isatty */

#include "study/study_output.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/tables.h"
#include "commands/commands.h"

enum {
    FIGURE_LIMIT = 100, /* constellations and nodes that are drawn by default */
    GRAPH_LIMIT = 1000000,
};

/* Up to this many positions, a table that is listed completely is loaded first: no block is
 * decompressed twice. */
static const uint64_t read_whole = (uint64_t)1 << 31;

struct study_options {
    const char *show, *position, *side, *marbles, *class_, *play, *format, *output;
    long long limit;
    bool half, json, quiet;
};

/* What can be shown, and which options belong to it. */
static const struct show {
    const char *name;
    int (*print)(struct study *study);
    bool of_all; /* constellations, not one position */
    bool plays;  /* --play chooses */
    paua_play play;
} shows[] = {
    {"constellations", study_constellations, true, false, PAUA_PLAY_ALL},
    {"classes", study_classes, true, false, PAUA_PLAY_ALL},
    {"options", study_options, false, true, PAUA_PLAY_ALL},
    {"graph", study_graph, false, true, PAUA_PLAY_SAFE},
    {"line", study_line, false, false, PAUA_PLAY_BEST},
};

static const char *const formats[] = {"text", "csv", "json", "svg", "tikz", "dot"};
static const char *const plays[] = {"all", "safe", "best"};

/* The number of a name in a list, or -1. */
static int find_name(const char *const *names, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(names[i], name))
            return i;
    return -1;
}

/* Finds the row for --show. Returns an exit code. */
static int find_show(const struct study_options *options, const struct show **out)
{
    for (size_t i = 0; i < sizeof shows / sizeof *shows; i++) {
        if (strcmp(shows[i].name, options->show) != 0)
            continue;
        *out = &shows[i];
        return EXIT_DONE;
    }
    return complain_with(
        EXIT_USAGE,
        "--show: '%s' is unknown, expected constellations, classes, options, graph or "
        "line",
        options->show);
}

/* Reads --format and --json; dot is for the graph only. Returns an exit code. */
static int read_format(const struct study_options *options, const struct show *show,
                       struct study *study)
{
    const char *name = options->format ? options->format : options->json ? "json" : "text";
    int format = find_name(formats, (int)(sizeof formats / sizeof *formats), name);

    if (format < 0)
        return complain_with(
            EXIT_USAGE, "--format: '%s' is unknown, expected text, csv, json, svg, tikz or dot",
            name);
    if (options->json && format != STUDY_JSON)
        return complain_with(EXIT_USAGE, "--json: expected either --json or --format");
    if (format == STUDY_DOT && show->print != study_graph)
        return complain_with(EXIT_USAGE, "--format: dot is for --show graph");
    study->format = (enum study_format)format;
    return EXIT_DONE;
}

/* An option that means nothing for what is shown. */
static int check_fit(const struct study_options *options, const struct show *show)
{
    const char *stray = NULL;

    if (show->of_all)
        stray = options->position ? "position" : options->side ? "side" : NULL;
    else
        stray = options->marbles  ? "marbles"
                : options->class_ ? "class"
                : options->half   ? "up-to-negation"
                                  : NULL;
    if (!stray && options->play && !show->plays)
        stray = "play";
    if (!stray && options->limit && (show->print == study_classes || show->print == study_options))
        stray = "limit";
    if (!stray && options->class_ && show->print == study_classes)
        stray = "class";
    return stray ? complain_with(EXIT_USAGE, "--%s: not with --show %s", stray, show->name)
                 : EXIT_DONE;
}

/* Reads --limit, whose default and maximum depend on what is printed. Returns an exit code. */
static int read_limit(const struct study_options *options, const struct show *show,
                      struct study *study)
{
    bool figure = STUDY_IS_FIGURE(study->format), graph = show->print == study_graph;
    int64_t most = figure ? PAUA_FIGURE_PANELS_MAX : graph ? INT32_MAX / 2 : INT64_MAX;

    study->limit = options->limit;
    if (!options->limit)
        study->limit = figure ? FIGURE_LIMIT : graph ? GRAPH_LIMIT : INT64_MAX;
    if (study->limit > most)
        return complain_with(EXIT_USAGE, "--limit: '%lld' is too large, expected at most %lld",
                             (long long)study->limit, (long long)most);
    return EXIT_DONE;
}

/* "5,4": Black's marbles and White's. */
static int read_marbles(const char *text, struct study *study)
{
    char end;

    study->marbles[0] = study->marbles[1] = study->oracle.marbles;
    if (!text || (sscanf(text, "%2d,%2d%c", &study->marbles[0], &study->marbles[1], &end) == 2 &&
                  strspn(text, "0123456789,") == strlen(text)))
        return EXIT_DONE;
    return complain_with(EXIT_USAGE, "--marbles: '%s' is not a pair of numbers such as 5,4", text);
}

/* Reads --class (-1: all), --play and --side. Returns an exit code. */
static int read_words(const struct study_options *options, const struct show *show,
                      struct study *study)
{
    study->class_ = -1;
    for (int i = 0; i < PAUA_CLASS_COUNT && options->class_; i++)
        if (!strcmp(paua_class_name(i), options->class_))
            study->class_ = i;
    if (options->class_ && study->class_ < 0)
        return complain_with(
            EXIT_USAGE,
            "--class: '%s' is unknown, expected L, R, D, N, P, N-hat, N-check, P-hat or "
            "P-check",
            options->class_);
    int play = options->play ? find_name(plays, 3, options->play) : (int)show->play;
    if (play < 0)
        return complain_with(EXIT_USAGE, "--play: '%s' is unknown, expected all, safe or best",
                             options->play);
    if (options->side && strcmp(options->side, "b") != 0 && strcmp(options->side, "w") != 0)
        return complain_with(EXIT_USAGE, "--side: '%s' is unknown, expected b or w", options->side);
    study->play = (paua_play)play;
    study->half = options->half;
    return EXIT_DONE;
}

/* The image of a set of cells. */
static paua_set map_set(const int map[PAUA_CELLS_MAX], paua_set set)
{
    paua_set image = 0;

    for (int cell = 0; cell < PAUA_CELLS_MAX; cell++)
        if (set & PAUA_SET(cell))
            image |= PAUA_SET(map[cell]);
    return image;
}

/* Maps the position to the table's board, which may be the position's board turned. */
static int take_position(struct study *study, const paua_board *board,
                         const paua_position *position)
{
    int map[PAUA_CELLS_MAX];

    if (position->players != PAUA_SIDES || position->neutral || position->fixed)
        return complain_with(EXIT_USAGE, "position: expected marbles of two players only");
    if (!paua_board_turn(board, study->oracle.board, map))
        return study_complain(study, PAUA_ERROR_NOT_FOUND);
    const paua_constellation at = {map_set(map, position->marbles[PAUA_BLACK]),
                                   map_set(map, position->marbles[PAUA_WHITE])};
    paua_status status =
        paua_study_position(&study->oracle, at, (paua_side)position->to_move, &study->position);
    return status == PAUA_OK ? EXIT_DONE : study_complain(study, status);
}

/* Reads the position, by default that of the board's layout, and maps it to the table's board.
 * Returns an exit code. */
static int open_position(const struct study_options *options, struct study *study)
{
    const char *text = options->position ? options->position : tables_layout(study->info);
    paua_board *board;
    paua_position position;
    paua_error error;
    int sides[3];

    if (!text)
        return complain_with(EXIT_USAGE, "this board has no named layout, expected --position");
    if (paua_position_shape(text, sides, &error) != PAUA_OK)
        return complain_text("position", text, &error);
    if (paua_board_new(sides[0], sides[1], sides[2], &board) != PAUA_OK)
        return complain_memory();
    int code = EXIT_DONE;
    if (paua_position_parse(board, text, &position, &error) != PAUA_OK)
        code = complain_text("position", text, &error);
    if (code == EXIT_DONE && options->side)
        position.to_move = *options->side == 'b' ? PAUA_BLACK : PAUA_WHITE;
    if (code == EXIT_DONE)
        code = take_position(study, board, &position);
    paua_board_free(board);
    study->sides = !options->side ? 3 : *options->side == 'b' ? 1 : 2;
    return code;
}

/* Constellations are printed as they come. */
static int print_all(const struct study_options *options, const struct show *show,
                     struct study *study)
{
    struct output_stream stream;
    int code = output_stream_open(options->output, &stream);

    if (code != EXIT_DONE)
        return code;
    study->to = stream.to;
    interrupt_catch();
    progress_begin(&study->progress, options->quiet || (!options->output && isatty(STDOUT_FILENO)));
    return output_stream_close(&stream, show->print(study));
}

/* Output about one position goes to memory first: on failure nothing is printed. */
static int print_one(const struct study_options *options, const struct show *show,
                     struct study *study)
{
    struct memory_file buffer;
    int code = output_buffer_open(&buffer);

    if (code != EXIT_DONE)
        return code;
    study->to = buffer.to;
    return output_buffer_close(&buffer, options->output, show->print(study));
}

/* Lists the constellations of --marbles. A small table is loaded completely if memory allows;
 * otherwise blocks are read when needed. Returns an exit code. */
static int ask_all(const struct study_options *options, const struct show *show,
                   const paua_table *table, struct study *study)
{
    paua_solve *solve = NULL;
    int code = read_marbles(options->marbles, study);

    if (code != EXIT_DONE)
        return code;
    bool known = false;
    for (int i = 0; i < paua_table_about(table)->layers; i++) {
        paua_layer_counts layer = paua_table_layer(table, i);
        known |= layer.own == study->marbles[0] && layer.opp == study->marbles[1];
    }
    if (!known)
        return complain_with(EXIT_USAGE, "%s has no constellations of %d and %d marbles",
                             study->path, study->marbles[0], study->marbles[1]);
    if (paua_table_about(table)->positions <= read_whole) {
        paua_status status = paua_solve_load(table, 1, &solve);
        if (status == PAUA_ERROR_CORRUPT || status == PAUA_ERROR_IO)
            return study_complain(study, status);
        if (status == PAUA_OK)
            study->oracle = paua_solve_oracle(solve);
    }
    code = print_all(options, show, study);
    paua_solve_free(solve);
    return code;
}

/* Opens the table, and prints the constellations or one position. Returns an exit code. */
static int study_table(const struct study_options *options, const struct show *show,
                       struct study *study)
{
    paua_table *table;
    int code = tables_open_one(study->path, &table);

    if (code != EXIT_DONE)
        return code;
    paua_probe *probe = paua_probe_new(table);
    code = probe ? EXIT_DONE : complain_memory();
    if (code == EXIT_DONE) {
        study->info = paua_table_about(table);
        study->oracle = paua_probe_oracle(probe);
        code = show->of_all ? ask_all(options, show, table, study) : open_position(options, study);
    }
    if (code == EXIT_DONE && !show->of_all)
        code = print_one(options, show, study);
    paua_probe_free(probe);
    paua_table_close(table);
    return code;
}

int command_study(int argc, char **argv)
{
    struct study_options options = {.show = "constellations"};
    const struct option_row rows[] = {
        {"show", 0, OPTION_TEXT, &options.show, 0, 0, "WHAT",
         "constellations (default), classes, options, graph or line"},
        {"position", 'p', OPTION_TEXT, &options.position, 0, 0, "TEXT",
         "of this constellation (the board's named layout)"},
        {"side", 0, OPTION_TEXT, &options.side, 0, 0, "b|w", "who begins; whose options (both)"},
        {"play", 0, OPTION_TEXT, &options.play, 0, 0, "KIND",
         "all options, the safe ones or the best ones"},
        {"marbles", 0, OPTION_TEXT, &options.marbles, 0, 0, "B,W",
         "with B black and W white marbles (as at the start)"},
        {"class", 0, OPTION_TEXT, &options.class_, 0, 0, "NAME",
         "constellations of this class only"},
        {"up-to-negation", 0, OPTION_FLAG, &options.half, 0, 0, NULL,
         "one of each pair that differs in the colours alone"},
        {"limit", 0, OPTION_NUMBER, &options.limit, 1, INT64_MAX, "N",
         "at most N constellations, nodes or moves"},
        {"format", 'f', OPTION_TEXT, &options.format, 0, 0, "NAME",
         "text (default), csv, json, svg, tikz or dot"},
        {"output", 'o', OPTION_TEXT, &options.output, 0, 0, "FILE", "write to this file"},
        ROW_JSON(options.json),
        ROW_QUIET(options.quiet),
    };
    static const struct usage usage = {
        .command = "study",
        .operands = "FILE",
        .operands_least = 1,
        .operands_most = 1,
        .purpose = "List and draw the constellations of a table that 'paua solve' has written.",
        .notes = "constellations: each, with its class; classes: how many; options: C = { Black's "
                 "| White's };\n"
                 "graph: where the safe options lead; line: one of best play.",
        .examples = {"paua study 2x2x3.paua --class N",
                     "paua study 2x2x3.paua --show graph --format svg -o graph.svg"},
    };
    const struct show *show = NULL;
    struct study study = {0};
    int operand;
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, &operand);

    if (code != OPTIONS_GO)
        return code;
    study.path = argv[operand];
    code = find_show(&options, &show);
    if (code == EXIT_DONE)
        code = read_format(&options, show, &study);
    if (code == EXIT_DONE)
        code = check_fit(&options, show);
    if (code == EXIT_DONE)
        code = read_limit(&options, show, &study);
    if (code == EXIT_DONE)
        code = read_words(&options, show, &study);
    return code == EXIT_DONE ? study_table(&options, show, &study) : code;
}
