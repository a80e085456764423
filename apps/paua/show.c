/* show.c - `paua show`: a position drawn or converted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <paua/draw.h>
#include <paua/notation.h>

#include "commands.h"
#include "common.h"
#include "options.h"
#include "start.h"

typedef size_t draw_function(const paua_board *, const paua_position *, const paua_drawing *,
                             char *, size_t);

static int print_drawing(const struct scene *scene, const paua_drawing *how, draw_function *draw)
{
    const paua_position *position = paua_game_position(scene->game);
    size_t size = draw(scene->board, position, how, NULL, 0) + 1;
    char *text = malloc(size);

    if (!text)
        return complain_memory();
    draw(scene->board, position, how, text, size);
    fputs(text, stdout);
    free(text);
    return EXIT_DONE;
}

/* The line under the drawing: whose turn, or how it ended, and the score. */
static void print_state(const struct scene *scene)
{
    const paua_position *position = paua_game_position(scene->game);
    paua_outcome outcome = paua_game_outcome(scene->game);

    if (outcome.result == PAUA_ONGOING)
        printf("%s to move, ply %d", position->to_move == PAUA_BLACK ? "Black" : "White",
               position->ply);
    else
        printf("%s %s", paua_result_text(outcome.result), paua_reason_text(outcome.reason));
    printf(", ejected: Black %d, White %d\n", position->ejected[PAUA_BLACK],
           position->ejected[PAUA_WHITE]);
}

static int print_text(const struct scene *scene, const paua_drawing *how)
{
    int code = print_drawing(scene, how, paua_draw_text);

    if (code == EXIT_DONE)
        print_state(scene);
    return code;
}

static int print_svg(const struct scene *scene, const paua_drawing *how)
{
    return print_drawing(scene, how, paua_draw_svg);
}

static int print_fen(const struct scene *scene, const paua_drawing *how)
{
    char text[PAUA_POSITION_TEXT_MAX];

    (void)how;
    paua_position_format(scene->board, paua_game_position(scene->game), text, sizeof text);
    puts(text);
    return EXIT_DONE;
}

static const struct format {
    const char *name;
    int (*print)(const struct scene *scene, const paua_drawing *how);
} formats[] = {{"text", print_text}, {"svg", print_svg}, {"fen", print_fen}};

static const struct format *find_format(const char *name)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (!strcmp(name, formats[i].name))
            return &formats[i];
    return NULL;
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

static int print_json(const struct scene *scene)
{
    const paua_position *position = paua_game_position(scene->game);
    paua_outcome outcome = paua_game_outcome(scene->game);
    char text[PAUA_POSITION_TEXT_MAX], board[16];

    paua_position_format(scene->board, position, text, sizeof text);
    snprintf(board, sizeof board, "%dx%dx%d", paua_board_side(scene->board, 0),
             paua_board_side(scene->board, 1), paua_board_side(scene->board, 2));
    return output_json(json_pack(
        "{s:s, s:s, s:o, s:o, s:s, s:[i,i], s:i, s:i, s:s, s:s}", "board", board, "position", text,
        "black", cells_of(scene->board, position->marbles[PAUA_BLACK]), "white",
        cells_of(scene->board, position->marbles[PAUA_WHITE]), "to_move",
        position->to_move == PAUA_BLACK ? "b" : "w", "ejected", position->ejected[PAUA_BLACK],
        position->ejected[PAUA_WHITE], "quiet", position->quiet, "ply", position->ply, "result",
        paua_result_text(outcome.result), "reason", paua_reason_name(outcome.reason)));
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
            json_array_append_new(array, json_pack("{s:s, s:s, s:s}", "name", layout->name, "board",
                                                   board, "rows", layout->rows));
        else
            printf("%s\t%s\t%s\n", layout->name, board, layout->rows);
    }
    return json ? output_json(array) : EXIT_DONE;
}

/* never, always, or auto: on a terminal. */
static int read_colour(const char *when, bool *colour)
{
    if (!strcmp(when, "auto"))
        *colour = isatty(STDOUT_FILENO);
    else if (!strcmp(when, "always") || !strcmp(when, "never"))
        *colour = *when == 'a';
    else
        return complain(EXIT_USAGE, "--color: '%s' is unknown, expected auto, always or never",
                        when);
    return EXIT_DONE;
}

struct show_options {
    struct start start;
    const char *format, *colour;
    bool turned, bare, layouts, json;
};

static int show(const struct show_options *options)
{
    const struct format *format = find_format(options->format);
    paua_drawing how = {.turned = options->turned, .coordinates = !options->bare};
    struct scene scene;
    int code, played;

    if (!format)
        return complain(EXIT_USAGE, "--format: '%s' is unknown, expected text, svg or fen",
                        options->format);
    code = read_colour(options->colour, &how.colour);
    if (code == EXIT_DONE)
        code = scene_open(&options->start, &scene);
    if (code != EXIT_DONE)
        return code;
    played = paua_game_moves(scene.game);
    how.last = played ? paua_game_move(scene.game, played - 1) : PAUA_NO_MOVE;
    code = options->json ? print_json(&scene) : format->print(&scene, &how);
    scene_close(&scene);
    return code;
}

int command_show(int argc, char **argv)
{
    struct show_options options = {.format = "text", .colour = "auto"};
    const struct option_row rows[] = {
        ROWS_START(options.start),
        {"format", 'f', OPTION_TEXT, &options.format, 0, 0, "NAME", "text (default), svg or fen"},
        {"white-below", 0, OPTION_FLAG, &options.turned, 0, 0, NULL,
         "draw the board from White's side"},
        {"no-coordinates", 0, OPTION_FLAG, &options.bare, 0, 0, NULL,
         "leave letters and numbers out"},
        {"color", 0, OPTION_TEXT, &options.colour, 0, 0, "WHEN",
         "text in colour: auto (default), always or never"},
        {"layouts", 0, OPTION_FLAG, &options.layouts, 0, 0, NULL,
         "list the layouts instead: name, board, rows"},
        ROW_JSON(options.json),
    };
    const struct usage usage = {"show",
                                "",
                                0,
                                0,
                                "Draw a position, or convert it to another format.",
                                "The last of --moves is marked in the drawing."};
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, NULL);

    if (code != OPTIONS_GO)
        return code;
    return options.layouts ? list_layouts(options.json) : show(&options);
}
