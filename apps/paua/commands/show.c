/* show.c - `paua show`: a position drawn or converted. */
#define _POSIX_C_SOURCE 200809L /* isatty */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include <paua/draw.h>
#include <paua/notation.h>

#include "notation/move.h"

#include "cli/common.h"
#include "cli/game_setup.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "commands/commands.h"
#include "show/markings.h"
#include "show/png.h"

struct show_options {
    struct start_options start;
    const char *format, *output, *colour, *last, *arrows, *labels;
    long long size;
    bool turned, bare, unicode, layouts, json;
};

/* What is to be shown, and where what is printed gathers. */
struct show {
    struct game_setup scene;
    const paua_position *position;
    paua_drawing how;
    int size;
    FILE *to;
};

typedef size_t draw_function(const paua_board *, const paua_position *, const paua_drawing *,
                             char *, size_t);

/* The whole drawing, malloc'd; NULL without memory. */
static char *draw(const struct show *show, draw_function *function)
{
    size_t size = function(show->scene.board, show->position, &show->how, NULL, 0) + 1;
    char *text = malloc(size);

    if (text)
        function(show->scene.board, show->position, &show->how, text, size);
    return text;
}

static int print_drawing(const struct show *show, draw_function *function)
{
    char *text = draw(show, function);

    if (!text)
        return complain_memory();
    fputs(text, show->to);
    free(text);
    return EXIT_DONE;
}

static void print_teams(const struct show *show)
{
    const char *before = "; teams: ";
    unsigned done = 0;

    for (int first = 0; first < show->position->players; first++) {
        unsigned team = paua_position_team(show->position, (paua_side)first);
        if (team & done || !(team & (team - 1)))
            continue;
        done |= team;
        for (int side = first; side < show->position->players; side++) {
            if (team >> side & 1) {
                fprintf(show->to, "%s%s", before, move_player(side));
                before = " and ";
            }
        }
        before = ", ";
    }
}

/* The line under the drawing: whose turn, or how it ended, and the score. */
static void print_state(const struct show *show)
{
    const paua_position *position = show->position;
    paua_outcome outcome = paua_game_outcome(show->scene.game);

    if (outcome.result == PAUA_ONGOING)
        fprintf(show->to, "%s to move, ply %d", move_player(position->to_move), position->ply);
    else
        fprintf(show->to, "%s %s", paua_result_text(outcome.result),
                paua_reason_text(outcome.reason));
    for (int side = 0; side < position->players; side++)
        fprintf(show->to, "%s%s %d%s%s", side ? ", " : ", ejected: ", move_player(side),
                position->ejected[side],
                position->crowned == side + 1 ? " and the central marble" : "",
                position->out >> side & 1 ? " (left)" : "");
    print_teams(show);
    fputc('\n', show->to);
}

static int print_text(const struct show *show)
{
    int code = print_drawing(show, paua_draw_text);

    if (code == EXIT_DONE)
        print_state(show);
    return code;
}

static int print_svg(const struct show *show)
{
    return print_drawing(show, paua_draw_svg);
}

static int print_tikz(const struct show *show)
{
    return print_drawing(show, paua_draw_tikz);
}

static int print_png(const struct show *show)
{
    char *svg = draw(show, paua_draw_svg), *png = NULL;
    size_t length = 0;
    int code = svg ? png_render(svg, strlen(svg), show->size, &png, &length) : complain_memory();

    free(svg);
    if (code != EXIT_DONE)
        return code;
    fwrite(png, 1, length, show->to);
    free(png);
    return EXIT_DONE;
}

static int print_form(const struct show *show, const char *name, paua_form form)
{
    char text[PAUA_FORM_TEXT_MAX];
    size_t length = paua_position_write(show->scene.board, show->position, form, text, sizeof text);

    if (!length)
        return complain_with(EXIT_USAGE, "--format: %s cannot say this position", name);
    fprintf(show->to, "%s%s", text, text[length - 1] == '\n' ? "" : "\n");
    return EXIT_DONE;
}

/* Drawings have a function, the others are forms of positions. */
static const struct format {
    const char *name;
    int (*print)(const struct show *show);
    paua_form form;
    bool points; /* can show arrows and labels */
} formats[] = {
    {"text", print_text, PAUA_FORMS, false},
    {"svg", print_svg, PAUA_FORMS, true},
    {"png", print_png, PAUA_FORMS, true},
    {"tikz", print_tikz, PAUA_FORMS, true},
    {"fen", NULL, PAUA_FORM_NATIVE, false},
    {"apgn", NULL, PAUA_FORM_APGN, false},
    {"list", NULL, PAUA_FORM_LIST, false},
    {"triple", NULL, PAUA_FORM_TRIPLE, false},
    {"pbm", NULL, PAUA_FORM_PBM, false},
    {"diagram", NULL, PAUA_FORM_DIAGRAM, false},
    {"playstrategy", NULL, PAUA_FORM_PLAYSTRATEGY, false},
};

#define FORMATS "text, svg, png, tikz, fen, apgn, list, triple, pbm, diagram or playstrategy"

static const struct format *find_format(const char *name)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (!strcmp(name, formats[i].name))
            return &formats[i];
    return NULL;
}

/* The format that the ending of a file name asks for, such as ".svg"; text for any other name. */
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

static json_t *cells_of(const paua_board *board, paua_set set)
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

/* Marbles, by players' colours; of others, and who has left, only where there are some. */
static void json_marbles(const struct show *show, json_t *object)
{
    static const char *const names[] = {"black", "white", "red", "green", "yellow", "purple"};
    const paua_position *position = show->position;
    const paua_board *board = show->scene.board;
    json_t *ejected = json_array(), *left = json_array();

    for (int side = 0; side < position->players; side++) {
        json_object_set_new(object, names[side], cells_of(board, position->marbles[side]));
        json_array_append_new(ejected, json_integer(position->ejected[side]));
        if (position->out >> side & 1)
            json_array_append_new(left, json_string(names[side]));
    }
    if (position->neutral)
        json_object_set_new(object, "neutral", cells_of(board, position->neutral));
    if (position->central)
        json_object_set_new(object, "central", cells_of(board, position->central));
    if (position->fixed)
        json_object_set_new(object, "fixed", cells_of(board, position->fixed));
    json_object_set_new(object, "ejected", ejected);
    if (position->out)
        json_object_set(object, "left", left);
    json_decref(left);
}

static int print_json(const struct show *show)
{
    const paua_position *position = show->position;
    const paua_board *board = show->scene.board;
    paua_outcome outcome = paua_game_outcome(show->scene.game);
    const char letter[] = {"bwrgyp"[position->to_move], '\0'};
    char text[PAUA_POSITION_TEXT_MAX], sides[16];
    json_t *object;

    paua_position_format(board, position, text, sizeof text);
    snprintf(sides, sizeof sides, "%dx%dx%d", paua_board_side(board, 0), paua_board_side(board, 1),
             paua_board_side(board, 2));
    object = json_pack("{s:s, s:s, s:s}", "board", sides, "position", text, "to_move", letter);
    if (!object)
        return complain_memory();
    json_marbles(show, object);
    json_object_set_new(object, "quiet", json_integer(position->quiet));
    json_object_set_new(object, "ply", json_integer(position->ply));
    json_object_set_new(object, "result", json_string(paua_result_text(outcome.result)));
    json_object_set_new(object, "reason", json_string(paua_reason_name(outcome.reason)));
    char *line = json_dumps(object, JSON_COMPACT);
    json_decref(object);
    if (!line)
        return complain_memory();
    fprintf(show->to, "%s\n", line);
    free(line);
    return EXIT_DONE;
}

static int list_layouts(bool json)
{
    json_t *array = json ? json_array() : NULL;

    for (int i = 0; i < paua_layout_count(); i++) {
        const paua_layout *layout = paua_layout_at(i);
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

/* never, always, or auto: on a terminal. */
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

/* Options that do not fit together. */
static int check_options(const struct show_options *options, const struct format *format)
{
    const char *pointing = options->arrows ? "--arrow" : options->labels ? "--label" : NULL;

    if (!format)
        return complain_with(EXIT_USAGE, "--format: '%s' is unknown, expected " FORMATS,
                             options->format);
    if (pointing && (options->json || !format->points))
        return complain_with(
            EXIT_USAGE, "%s: not in this format, expected --format svg, png or tikz", pointing);
    if (options->last && options->start.moves)
        return complain_with(EXIT_USAGE, "--last: expected either --moves or --last");
    if (!options->json && format->print == print_png && !options->output && isatty(STDOUT_FILENO))
        return complain_with(EXIT_USAGE,
                             "png: standard output is a terminal, expected --output or a pipe");
    return EXIT_DONE;
}

/* Everything is printed into memory first: a file is written whole or not at all. */
static int print(const struct show_options *options, const struct format *format, struct show *show)
{
    struct gathered gathered;
    int code = gathered_open(&gathered);

    if (code != EXIT_DONE)
        return code;
    show->to = gathered.to;
    code = options->json    ? print_json(show)
           : !format->print ? print_form(show, format->name, format->form)
                            : format->print(show);
    return gathered_close(&gathered, options->output, code);
}

/* The position of the scene, drawn as `how` says but for what is pointed out. */
static int show_scene(const struct show_options *options, const struct format *format,
                      const struct game_setup *scene, paua_drawing how)
{
    struct markings markings;
    struct show show = {
        .scene = *scene, .position = paua_game_position(scene->game), .size = (int)options->size};
    int played = paua_game_moves(scene->game);
    int code = markings_read(scene->board, show.position, options->last, options->arrows,
                             options->labels, &markings);

    if (code == EXIT_DONE) {
        how.last = played ? paua_game_move(scene->game, played - 1) : markings.last;
        how.arrows = markings.arrows;
        how.arrow_count = markings.arrow_count;
        how.labels = markings.labels;
        how.label_count = markings.label_count;
        show.how = how;
        code = print(options, format, &show);
    }
    markings_free(&markings);
    return code;
}

static int show(const struct show_options *options)
{
    const struct format *format = find_format(options->format);
    paua_drawing how = {
        .turned = options->turned, .coordinates = !options->bare, .unicode = options->unicode};
    struct game_setup scene;
    int code = check_options(options, format);

    if (code == EXIT_DONE)
        code = read_colour(options, &how.colour);
    if (code == EXIT_DONE)
        code = game_setup_open(&options->start, &scene);
    if (code != EXIT_DONE)
        return code;
    code = show_scene(options, format, &scene, how);
    game_setup_close(&scene);
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
        {"size", 0, OPTION_NUMBER, &options.size, 16, PNG_SIZE_MAX, "PIXELS",
         "the longer side of a png (1000)"},
        {"turned", 0, OPTION_FLAG, &options.turned, 0, 0, NULL,
         "by half a turn, with White's side below"},
        {"bare", 0, OPTION_FLAG, &options.bare, 0, 0, NULL, "leave letters and numbers out"},
        {"unicode", 0, OPTION_FLAG, &options.unicode, 0, 0, NULL, "text with circles for marbles"},
        {"color", 0, OPTION_TEXT, &options.colour, 0, 0, "WHEN",
         "text in colour: auto (default), always or never"},
        {"colour", 0, OPTION_TEXT, &options.colour, 0, 0, "WHEN", NULL},
        {"last", 0, OPTION_TEXT, &options.last, 0, 0, "MOVE",
         "mark the move that led here (the last of --moves)"},
        {"arrow", 0, OPTION_TEXT, &options.arrows, 0, 0, "MOVES", "point these moves out"},
        {"label", 0, OPTION_TEXT, &options.labels, 0, 0, "CELL=TEXT",
         "write on cells, as in e5=1,c3=A"},
        {"layouts", 0, OPTION_FLAG, &options.layouts, 0, 0, NULL,
         "list the layouts instead: name, board, players, rows"},
        ROW_JSON(options.json),
    };
    static const struct usage usage = {
        .command = "show",
        .operands = "",
        .purpose = "Draw a position, or convert it to another format.",
        .notes = "Formats: drawings are text, svg, png (made by rsvg-convert) and tikz; notations "
                 "of positions are fen, apgn, list, triple, pbm, diagram and playstrategy. Without "
                 "--format the name of the output gives it: .svg, .png, .tex, .tikz, .fen or "
                 ".apgn, and text for all others.",
        .examples = {"paua show --layout the-wall",
                     "paua show -l belgian-daisy -m 'a1b2 i5h5' -o daisy.svg"},
    };
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, NULL);

    if (code != OPTIONS_GO)
        return code;
    if (!options.format)
        options.format = format_of_file(options.output);
    return options.layouts ? list_layouts(options.json) : show(&options);
}
