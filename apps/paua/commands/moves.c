/* moves.c - `paua moves`: the legal moves of a position. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <paua/notation.h>

#include "cli/common.h"
#include "cli/game_setup.h"
#include "cli/legal_moves.h"
#include "cli/options.h"
#include "commands/commands.h"

/* A move and its name in the notation asked for. */
struct named_move {
    char text[PAUA_MOVE_TEXT_MAX];
    paua_move move;
};

struct named_list {
    int count;
    struct named_move moves[PAUA_MOVES_MAX];
};

static int compare_named(const void *a, const void *b)
{
    return strcmp(((const struct named_move *)a)->text, ((const struct named_move *)b)->text);
}

/* What the rules allow where some are given, else what is legal in any game that is not won. */
static void list_moves(const struct start_options *start, const struct game_setup *scene,
                       paua_move_list *list)
{
    if (start->rules)
        paua_game_generate(scene->game, list);
    else
        legal_moves_generate(scene->board, paua_game_rules(scene->game),
                             paua_game_position(scene->game), list);
}

static void list_named(const struct start_options *start, const struct game_setup *scene,
                       paua_notation notation, struct named_list *named)
{
    const paua_position *position = paua_game_position(scene->game);
    paua_move_list list;

    list_moves(start, scene, &list);
    named->count = list.count;
    for (int i = 0; i < list.count; i++) {
        struct named_move *one = &named->moves[i];
        one->move = list.moves[i];
        paua_move_write(scene->board, position, notation, one->move, one->text, sizeof one->text);
    }
    qsort(named->moves, (size_t)named->count, sizeof *named->moves, compare_named);
}

static void position_after(const struct game_setup *scene, paua_move move, char *text, size_t cap)
{
    paua_position position = *paua_game_position(scene->game);
    paua_undo undo;

    paua_position_make(scene->board, &position, move, &undo);
    paua_position_format(scene->board, &position, text, cap);
}

static int print_json(const struct game_setup *scene, const struct named_list *list, bool boards)
{
    json_t *array = json_array();

    for (int i = 0; i < list->count; i++) {
        char after[PAUA_POSITION_TEXT_MAX];
        paua_move move = list->moves[i].move;
        json_t *object;
        object = json_pack("{s:s, s:i, s:i, s:b}", "move", list->moves[i].text, "marbles",
                           paua_move_count(move), "pushed", paua_move_pushed(move), "ejects",
                           paua_move_ejects(move));
        if (boards) {
            position_after(scene, move, after, sizeof after);
            json_object_set_new(object, "position", json_string(after));
        }
        json_array_append_new(array, object);
    }
    return output_json(array);
}

static int print_text(const struct game_setup *scene, const struct named_list *list, bool boards)
{
    for (int i = 0; i < list->count; i++) {
        char after[PAUA_POSITION_TEXT_MAX];
        fputs(list->moves[i].text, stdout);
        if (boards) {
            position_after(scene, list->moves[i].move, after, sizeof after);
            printf("\t%s", after);
        }
        putchar('\n');
    }
    return EXIT_DONE;
}

/* The number of a notation, or -1. */
static int find_notation(const char *name)
{
    for (int i = 0; i < PAUA_NOTATIONS; i++)
        if (!strcmp(name, paua_notation_name(i)))
            return i;
    return -1;
}

int command_moves(int argc, char **argv)
{
    struct start_options start = {0};
    const char *notation = "standard";
    bool boards = false, json = false;
    const struct option_row rows[] = {
        ROWS_START(start),
        ROW_RULES(start),
        ROW_WIN(start),
        {"notation", 0, OPTION_TEXT, &notation, 0, 0, "NAME",
         "standard (default), pbm, triple, nacre or direction"},
        {"boards", 0, OPTION_FLAG, &boards, 0, 0, NULL,
         "add a tab and the position that the move leads to"},
        ROW_JSON(json),
    };
    static const struct usage usage = {
        .command = "moves",
        .operands = "",
        .purpose = "List the legal moves of a position, one a line, sorted.",
        .notes = "A game that is won has no moves; draws do not end it unless --rules says so.",
        .examples = {"paua moves --layout belgian-daisy", "paua moves --position ww/3/bb --boards"},
    };
    struct game_setup scene;
    struct named_list list;
    int number, code = options_read(&usage, rows, ROWS(rows), argc, argv, NULL);

    if (code != OPTIONS_GO)
        return code;
    number = find_notation(notation);
    if (number < 0)
        return complain_with(
            EXIT_USAGE,
            "--notation: '%s' is unknown, expected standard, pbm, triple, nacre or "
            "direction",
            notation);
    code = game_setup_open(&start, &scene);
    if (code != EXIT_DONE)
        return code;
    list_named(&start, &scene, (paua_notation)number, &list);
    code = json ? print_json(&scene, &list, boards) : print_text(&scene, &list, boards);
    game_setup_close(&scene);
    return code;
}
