/* show.c - `paua show`: draws a position, converts it to another notation, or lists the names of
 * positions.
 * Drawings are made by the library (paua/draw.h). */
#define _POSIX_C_SOURCE 200809L /* isatty */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include <paua/draw.h>
#include <paua/notation.h>

#include "notation/move.h"
#include "notation/printed.h"

#include "cli/common.h"
#include "cli/game_setup.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "commands/commands.h"
#include "show/markings.h"

struct show_options {
    struct start_options start;
    const char *format, *output, *colour, *last, *arrows, *labels;
    long long size;
    bool turned, bare, unicode, layouts, positions, lenient, json;
};

/* A position, how to draw it, and where to print it. */
struct show_request {
    struct game_setup setup;
    const paua_position *position;
    paua_drawing how;
    int size;
    FILE *to;
};

typedef size_t draw_function(const paua_board *, const paua_position *, const paua_drawing *,
                             char *, size_t);

/* Prints a drawing made by one of the paua_draw functions. */
static int print_drawing(const struct show_request *request, draw_function *function)
{
    size_t size = function(request->setup.board, request->position, &request->how, NULL, 0) + 1;
    char *text = malloc(size);

    if (!text)
        return complain_memory();
    function(request->setup.board, request->position, &request->how, text, size);
    fputs(text, request->to);
    free(text);
    return EXIT_DONE;
}

/* Prints "; teams: Black and Green, White and Red" where players play in teams. */
static void print_teams(const struct show_request *request)
{
    const char *before = "; teams: ";
    unsigned done = 0;

    for (int first = 0; first < request->position->players; first++) {
        unsigned team = paua_position_team(request->position, (paua_side)first);
        if (team & done || !(team & (team - 1)))
            continue;
        done |= team;
        for (int side = first; side < request->position->players; side++) {
            if (team >> side & 1) {
                fprintf(request->to, "%s%s", before, move_player(side));
                before = " and ";
            }
        }
        before = ", ";
    }
}

/* Prints the line under a text drawing: whose turn it is, or the result, and the score. */
static void print_state(const struct show_request *request)
{
    const paua_position *position = request->position;
    paua_outcome outcome = paua_game_outcome(request->setup.game);

    if (outcome.result == PAUA_RESULT_ONGOING)
        fprintf(request->to, "%s to move, ply %d", move_player(position->to_move), position->ply);
    else
        fprintf(request->to, "%s %s", paua_result_text(outcome.result),
                paua_reason_text(outcome.reason));
    for (int side = 0; side < position->players; side++)
        fprintf(request->to, "%s%s %d%s%s", side ? ", " : ", ejected: ", move_player(side),
                position->ejected[side],
                position->crowned == side + 1 ? " and the central marble" : "",
                position->out >> side & 1 ? " (left)" : "");
    print_teams(request);
    fputc('\n', request->to);
}

/* Prints a text drawing and the state below it. */
static int print_text(const struct show_request *request)
{
    int code = print_drawing(request, paua_draw_text);

    if (code == EXIT_DONE)
        print_state(request);
    return code;
}

/* Prints an SVG drawing. */
static int print_svg(const struct show_request *request)
{
    return print_drawing(request, paua_draw_svg);
}

/* Prints a TikZ drawing, for LaTeX. */
static int print_tikz(const struct show_request *request)
{
    return print_drawing(request, paua_draw_tikz);
}

/* Prints a PNG picture. */
static int print_png(const struct show_request *request)
{
    unsigned char *png;
    size_t length;

    if (paua_draw_png(request->setup.board, request->position, &request->how, request->size, &png,
                      &length) != PAUA_OK)
        return complain_memory();
    fwrite(png, 1, length, request->to);
    free(png);
    return EXIT_DONE;
}

/* Prints the position in a notation, such as FEN. `name` is that of the format. */
static int print_form(const struct show_request *request, const char *name, paua_form form)
{
    char text[PAUA_FORM_TEXT_MAX];
    size_t length =
        paua_position_write(request->setup.board, request->position, form, text, sizeof text);

    if (!length)
        return complain_with(EXIT_USAGE, "--format: %s cannot represent this position", name);
    fprintf(request->to, "%s%s", text, text[length - 1] == '\n' ? "" : "\n");
    return EXIT_DONE;
}

/* Drawings have a function; the others are notations of positions (paua_form). */
static const struct format {
    const char *name;
    int (*print)(const struct show_request *request);
    paua_form form;
    bool markings; /* can show arrows and labels */
} formats[] = {
    {"text", print_text, PAUA_FORM_COUNT, false},
    {"svg", print_svg, PAUA_FORM_COUNT, true},
    {"png", print_png, PAUA_FORM_COUNT, true},
    {"tikz", print_tikz, PAUA_FORM_COUNT, true},
    {"fen", NULL, PAUA_FORM_NATIVE, false},
    {"apgn", NULL, PAUA_FORM_APGN, false},
    {"list", NULL, PAUA_FORM_LIST, false},
    {"matrix", NULL, PAUA_FORM_MATRIX, false},
    {"triple", NULL, PAUA_FORM_MATRIX, false}, /* an older name */
    {"pbm", NULL, PAUA_FORM_PBM, false},
    {"pbm-board", NULL, PAUA_FORM_PBM_BOARD, false},
    {"diagram", NULL, PAUA_FORM_DIAGRAM, false},
    {"playstrategy", NULL, PAUA_FORM_PLAYSTRATEGY, false},
};

#define FORMATS                                                                                    \
    "text, svg, png, tikz, fen, apgn, list, matrix, pbm, pbm-board, diagram or playstrategy"

/* The format with this name, or NULL. */
static const struct format *find_format(const char *name)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (!strcmp(name, formats[i].name))
            return &formats[i];
    return NULL;
}

/* The format for the extension of a file name, such as ".svg"; text for any other name. */
static const char *format_of_file(const char *path)
{
    static const char *const endings[][2] = {{"svg", "svg"},   {"png", "png"}, {"tex", "tikz"},
                                             {"tikz", "tikz"}, {"fen", "fen"}, {"apgn", "apgn"}};
    const char *name = path ? strrchr(path, '/') : NULL;
    const char *dot = path ? strrchr(name ? name : path, '.') : NULL;

    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
        if (!strcasecmp(dot + 1, endings[i][0]))
            return endings[i][1];
    return "text";
}

/* The cells of a set as an array of names, row by row. */
static json_t *json_cells(const paua_board *board, paua_set set)
{
    json_t *array = json_array();

    for (int row = 0; row < paua_board_rows(board); row++) {
        int last = paua_board_row_last(board, row);
        for (int column = paua_board_row_first(board, row); column <= last; column++) {
            int cell = paua_board_cell(board, row, column);
            char text[8];
            if (set & PAUA_SET(cell))
                json_array_append_new(array, json_string(paua_cell_format(board, cell, text)));
        }
    }
    return array;
}

/* Adds the marbles by colour, and the scores; other marbles, and who has left, if there are any. */
static void json_add_marbles(const struct show_request *request, json_t *object)
{
    static const char *const names[] = {"black", "white", "red", "green", "yellow", "purple"};
    const paua_position *position = request->position;
    const paua_board *board = request->setup.board;
    json_t *ejected = json_array(), *left = json_array();

    for (int side = 0; side < position->players; side++) {
        json_object_set_new(object, names[side], json_cells(board, position->marbles[side]));
        json_array_append_new(ejected, json_integer(position->ejected[side]));
        if (position->out >> side & 1)
            json_array_append_new(left, json_string(names[side]));
    }
    if (position->neutral)
        json_object_set_new(object, "neutral", json_cells(board, position->neutral));
    if (position->central)
        json_object_set_new(object, "central", json_cells(board, position->central));
    if (position->fixed)
        json_object_set_new(object, "fixed", json_cells(board, position->fixed));
    json_object_set_new(object, "ejected", ejected);
    if (position->out)
        json_object_set(object, "left", left);
    json_decref(left);
}

/* Prints the position and the state of the game as JSON. */
static int print_json(const struct show_request *request)
{
    const paua_position *position = request->position;
    const paua_board *board = request->setup.board;
    paua_outcome outcome = paua_game_outcome(request->setup.game);
    const char letter[] = {"bwrgyp"[position->to_move], '\0'};
    char text[PAUA_POSITION_TEXT_MAX], sides[16];
    json_t *object;

    paua_position_format(board, position, text, sizeof text);
    snprintf(sides, sizeof sides, "%dx%dx%d", paua_board_side(board, 0), paua_board_side(board, 1),
             paua_board_side(board, 2));
    object = json_pack("{s:s, s:s, s:s}", "board", sides, "position", text, "to_move", letter);
    if (!object)
        return complain_memory();
    json_add_marbles(request, object);
    json_object_set_new(object, "quiet", json_integer(position->quiet));
    json_object_set_new(object, "ply", json_integer(position->ply));
    json_object_set_new(object, "result", json_string(paua_result_text(outcome.result)));
    json_object_set_new(object, "reason", json_string(paua_reason_name(outcome.reason)));
    char *line = json_dumps(object, JSON_COMPACT);
    json_decref(object);
    if (!line)
        return complain_memory();
    fprintf(request->to, "%s\n", line);
    free(line);
    return EXIT_DONE;
}

/* Prints all that `at` names, layouts or positions. */
static int list_names(const paua_layout *(*at)(int i), bool json)
{
    json_t *array = json ? json_array() : NULL;
    const paua_layout *layout;

    for (int i = 0; (layout = at(i)) != NULL; i++) {
        const int *sides = layout->sides;
        char board[16];
        snprintf(board, sizeof board, "%dx%dx%d", sides[0], sides[1], sides[2]);
        if (json)
            json_array_append_new(array, json_pack("{s:s, s:s, s:i, s:s}", "name", layout->name,
                                                   "board", board, "players", layout->players,
                                                   "rows", layout->rows));
        else
            printf("%s\t%s\t%d\t%s\n", layout->name, board, layout->players, layout->rows);
    }
    return json ? output_json(array) : EXIT_DONE;
}

/* Reads --color: never, always, or auto, which means only on a terminal. */
static int read_colour(const struct show_options *options, bool *colour)
{
    const char *when = options->colour;

    if (!strcmp(when, "auto"))
        *colour = !options->output && isatty(STDOUT_FILENO);
    else if (!strcmp(when, "always") || !strcmp(when, "never"))
        *colour = *when == 'a';
    else
        return complain_with(EXIT_USAGE, "--color: '%s' is unknown, expected auto, always or never",
                             when);
    return EXIT_DONE;
}

/* Refuses options that cannot be combined. */
static int check_options(const struct show_options *options, const struct format *format)
{
    const char *marking = options->arrows ? "--arrow" : options->labels ? "--label" : NULL;

    if (!format)
        return complain_with(EXIT_USAGE, "--format: '%s' is unknown, expected " FORMATS,
                             options->format);
    if (marking && (options->json || !format->markings))
        return complain_with(EXIT_USAGE,
                             "%s: not available in this format, expected --format svg, png or tikz",
                             marking);
    if (options->last && options->start.moves)
        return complain_with(EXIT_USAGE, "--last: expected either --moves or --last, not both");
    if (!options->json && format->print == print_png && !options->output && isatty(STDOUT_FILENO))
        return complain_with(EXIT_USAGE,
                             "png: standard output is a terminal, expected --output or a pipe");
    return EXIT_DONE;
}

/* Prints in one format, into memory first: a file is written completely or not at all. */
static int print_format(const struct show_options *options, const struct format *format,
                        struct show_request *request)
{
    struct memory_file buffer;
    int code = output_buffer_open(&buffer);

    if (code != EXIT_DONE)
        return code;
    request->to = buffer.to;
    code = options->json    ? print_json(request)
           : !format->print ? print_form(request, format->name, format->form)
                            : format->print(request);
    return output_buffer_close(&buffer, options->output, code);
}

/* Prints the position of a game, drawn as `how` says, with the markings of the options. */
static int print_setup(const struct show_options *options, const struct format *format,
                       const struct game_setup *setup, paua_drawing how)
{
    struct markings markings;
    struct show_request request = {
        .setup = *setup, .position = paua_game_position(setup->game), .size = (int)options->size};
    int played = paua_game_moves(setup->game);
    int code = markings_read(setup->board, request.position, options->last, options->arrows,
                             options->labels, &markings);

    if (code == EXIT_DONE) {
        how.last = played ? paua_game_move(setup->game, played - 1) : markings.last;
        how.arrows = markings.arrows;
        how.arrow_count = markings.arrow_count;
        how.labels = markings.labels;
        how.label_count = markings.label_count;
        request.how = how;
        code = print_format(options, format, &request);
    }
    markings_free(&markings);
    return code;
}

/* Sets the position up; with --lenient a printed board is repaired, and a line says how. */
static int open_setup(const struct show_options *options, struct game_setup *setup)
{
    struct start_options start = options->start;
    char board[PRINTED_BOARD_MAX], notes[PRINTED_NOTES_MAX];

    if (options->lenient && start.position && printed_board_repair(start.position, board, notes)) {
        start.position = board;
        for (char *note = notes, *rest; (rest = strchr(note, '\n')); note = rest + 1)
            complain_with(0, "--position: %.*s", (int)(rest - note), note);
    }
    return game_setup_open(&start, setup);
}

/* Checks the options, sets up the position and prints it. */
static int show_position(const struct show_options *options)
{
    const struct format *format = find_format(options->format);
    paua_drawing how = {.size = sizeof(paua_drawing),
                        .turned = options->turned,
                        .coordinates = !options->bare,
                        .unicode = options->unicode};
    struct game_setup setup;
    int code = check_options(options, format);

    if (code != EXIT_DONE)
        return code;
    code = read_colour(options, &how.colour);
    if (code != EXIT_DONE)
        return code;
    code = open_setup(options, &setup);
    if (code != EXIT_DONE)
        return code;
    code = print_setup(options, format, &setup, how);
    game_setup_close(&setup);
    return code;
}

int command_show(int argc, char **argv)
{
    struct show_options options = {.colour = "auto", .size = 1000};
    const struct option_row rows[] = {
        ROWS_START(options.start),
        {"format", 'f', OPTION_TEXT, &options.format, 0, 0, "NAME",
         "text (default), svg, png, tikz, fen, ..., see below"},
        {"output", 'o', OPTION_TEXT, &options.output, 0, 0, "FILE", "write to this file"},
        {"size", 0, OPTION_NUMBER, &options.size, PAUA_PNG_MIN, PAUA_PNG_MAX, "PIXELS",
         "the longer side of a png (1000)"},
        {"turned", 0, OPTION_FLAG, &options.turned, 0, 0, NULL,
         "turn the board by 180 degrees, White's side at the bottom"},
        {"bare", 0, OPTION_FLAG, &options.bare, 0, 0, NULL, "omit the coordinates"},
        {"unicode", 0, OPTION_FLAG, &options.unicode, 0, 0, NULL,
         "draw text with Unicode circles for marbles"},
        {"color", 0, OPTION_TEXT, &options.colour, 0, 0, "WHEN",
         "text in colour: auto (default), always or never"},
        {"colour", 0, OPTION_TEXT, &options.colour, 0, 0, "WHEN", NULL},
        {"last", 0, OPTION_TEXT, &options.last, 0, 0, "MOVE",
         "mark the move that led here (the last of --moves)"},
        {"arrow", 0, OPTION_TEXT, &options.arrows, 0, 0, "MOVES", "draw arrows for these moves"},
        {"label", 0, OPTION_TEXT, &options.labels, 0, 0, "CELL=TEXT",
         "write labels on cells, as in e5=1,c3=A"},
        {"layouts", 0, OPTION_FLAG, &options.layouts, 0, 0, NULL,
         "list the layouts instead: name, board, players, rows"},
        {"positions", 0, OPTION_FLAG, &options.positions, 0, 0, NULL,
         "list the other named positions instead: those of \"Solving Abalone on Small Boards\", "
         "and examples"},
        {"lenient", 0, OPTION_FLAG, &options.lenient, 0, 0, NULL,
         "read a board that is printed with a cell too few in a row, and say what is added"},
        ROW_JSON(options.json),
    };
    static const struct usage usage = {
        .command = "show",
        .operands = "",
        .purpose = "Draw a position, or convert it to another format.",
        .notes =
            "Formats: drawings are text, svg, png and tikz; notations are fen, apgn, list, matrix, "
            "pbm, pbm-board, diagram and playstrategy. Without --format the extension of the "
            "output file "
            "decides: .svg, .png, .tex, .tikz, .fen or .apgn; any other means text.",
        .examples = {"paua show --layout the-wall",
                     "paua show -l belgian-daisy -m 'a1b2 i5h5' -o daisy.svg"},
    };
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, NULL);

    if (code != OPTIONS_GO)
        return code;
    if (!options.format)
        options.format = format_of_file(options.output);
    if (options.layouts || options.positions)
        return list_names(options.layouts ? paua_layout_at : paua_named_position_at, options.json);
    return show_position(&options);
}
