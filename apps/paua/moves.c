/* moves.c - `paua moves`: the legal moves of a position. */
#include <stdio.h>
#include <string.h>

#include <paua/notation.h>

#include "commands.h"
#include "common.h"
#include "listing.h"
#include "options.h"
#include "start.h"

static void position_after(const struct scene *scene, paua_move move, char *text, size_t cap)
{
    paua_position position = *paua_game_position(scene->game);
    paua_undo undo;

    paua_position_make(scene->board, &position, move, &undo);
    paua_position_format(scene->board, &position, text, cap);
}

static int print_json(const struct scene *scene, const paua_move_list *list, bool boards)
{
    json_t *array = json_array();

    for (int i = 0; i < list->count; i++) {
        char text[PAUA_MOVE_TEXT_MAX], after[PAUA_POSITION_TEXT_MAX];
        paua_move move = list->moves[i];
        json_t *object;
        paua_move_format(scene->board, move, text, sizeof text);
        object = json_pack("{s:s, s:i, s:i, s:b}", "move", text, "marbles", paua_move_count(move),
                           "pushed", paua_move_pushed(move), "ejects", paua_move_ejects(move));
        if (boards) {
            position_after(scene, move, after, sizeof after);
            json_object_set_new(object, "position", json_string(after));
        }
        json_array_append_new(array, object);
    }
    return output_json(array);
}

static int print_text(const struct scene *scene, const paua_move_list *list, bool boards)
{
    for (int i = 0; i < list->count; i++) {
        char text[PAUA_MOVE_TEXT_MAX], after[PAUA_POSITION_TEXT_MAX];
        paua_move_format(scene->board, list->moves[i], text, sizeof text);
        fputs(text, stdout);
        if (boards) {
            position_after(scene, list->moves[i], after, sizeof after);
            printf("\t%s", after);
        }
        putchar('\n');
    }
    return EXIT_DONE;
}

int command_moves(int argc, char **argv)
{
    struct start start = {0};
    const char *notation = "standard";
    bool boards = false, json = false;
    const struct option_row rows[] = {
        ROWS_START(start),
        ROW_WIN(start),
        {"notation", 'n', OPTION_TEXT, &notation, 0, 0, "NAME", "how moves are written: standard"},
        {"boards", 0, OPTION_FLAG, &boards, 0, 0, NULL,
         "add a tab and the position that the move leads to"},
        ROW_JSON(json),
    };
    const struct usage usage = {"moves",
                                "",
                                0,
                                0,
                                "List the legal moves of a position, one a line, sorted.",
                                "A game that is won has no moves; draws do not end it."};
    struct scene scene;
    paua_move_list list;
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, NULL);

    if (code != OPTIONS_GO)
        return code;
    if (strcmp(notation, "standard") != 0)
        return complain(EXIT_USAGE, "--notation: '%s' is unknown, expected standard", notation);
    code = scene_open(&start, &scene);
    if (code != EXIT_DONE)
        return code;
    listing_generate(scene.board, paua_game_rules(scene.game), paua_game_position(scene.game),
                     &list);
    listing_sort(scene.board, &list);
    code = json ? print_json(&scene, &list, boards) : print_text(&scene, &list, boards);
    scene_close(&scene);
    return code;
}
