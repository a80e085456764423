/* moves.c - `paua moves`: lists the legal moves of a position in any notation, sorted by text. */
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
struct written_move {
    char text[PAUA_MOVE_TEXT_MAX];
    paua_move move;
};

struct written_list {
    int count;
    struct written_move moves[PAUA_MOVES_MAX];
};

/* Orders by text, for qsort(). */
static int compare_written(const void *a, const void *b)
{
    return strcmp(((const struct written_move *)a)->text, ((const struct written_move *)b)->text);
}

/* With --rules the moves that these rules allow, else all legal moves of a game not yet won. */
static void list_moves(const struct start_options *start, const struct game_setup *setup,
                       paua_move_list *list)
{
    if (start->rules)
        paua_game_generate(setup->game, list);
    else
        legal_moves_generate(setup->board, paua_game_rules(setup->game),
                             paua_game_position(setup->game), list);
}

/* Writes the moves in a notation and sorts them. */
static void list_written(const struct start_options *start, const struct game_setup *setup,
                         paua_notation notation, struct written_list *written)
{
    const paua_position *position = paua_game_position(setup->game);
    paua_move_list list;

    list_moves(start, setup, &list);
    written->count = list.count;
    for (int i = 0; i < list.count; i++) {
        struct written_move *entry = &written->moves[i];
        entry->move = list.moves[i];
        paua_move_write(setup->board, position, notation, entry->move, entry->text,
                        sizeof entry->text);
    }
    qsort(written->moves, (size_t)written->count, sizeof *written->moves, compare_written);
}

/* Writes the position after a move. */
static void format_position_after(const struct game_setup *setup, paua_move move, char *text,
                                  size_t cap)
{
    paua_position position = *paua_game_position(setup->game);
    paua_undo undo;

    paua_position_make(setup->board, &position, move, &undo);
    paua_position_format(setup->board, &position, text, cap);
}

/* Prints the list as an array of objects. */
static int print_json(const struct game_setup *setup, const struct written_list *list, bool boards)
{
    json_t *array = json_array();

    for (int i = 0; i < list->count; i++) {
        char after[PAUA_POSITION_TEXT_MAX];
        paua_move move = list->moves[i].move;
        json_t *object = json_pack("{s:s, s:i, s:i, s:b}", "move", list->moves[i].text, "marbles",
                                   paua_move_count(move), "pushed", paua_move_pushed(move),
                                   "ejects", paua_move_ejects(move));
        if (boards) {
            format_position_after(setup, move, after, sizeof after);
            json_object_set_new(object, "position", json_string(after));
        }
        json_array_append_new(array, object);
    }
    return output_json(array);
}

/* Prints one move a line. */
static int print_text(const struct game_setup *setup, const struct written_list *list, bool boards)
{
    for (int i = 0; i < list->count; i++) {
        char after[PAUA_POSITION_TEXT_MAX];
        fputs(list->moves[i].text, stdout);
        if (boards) {
            format_position_after(setup, list->moves[i].move, after, sizeof after);
            printf("\t%s", after);
        }
        putchar('\n');
    }
    return EXIT_DONE;
}

/* The number of the notation with this name, or -1. */
static int find_notation(const char *name)
{
    for (int i = 0; i < PAUA_NOTATION_COUNT; i++)
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
         "add a tab and the position after the move"},
        ROW_JSON(json),
    };
    static const struct usage usage = {
        .command = "moves",
        .operands = "",
        .purpose = "List the legal moves of a position, one a line, sorted.",
        .notes = "A won game has no moves; draws end a game only with --rules.",
        .examples = {"paua moves --layout belgian-daisy", "paua moves --position ww/3/bb --boards"},
    };
    struct game_setup setup;
    struct written_list list;
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
    code = game_setup_open(&start, &setup);
    if (code != EXIT_DONE)
        return code;
    list_written(&start, &setup, (paua_notation)number, &list);
    code = json ? print_json(&setup, &list, boards) : print_text(&setup, &list, boards);
    game_setup_close(&setup);
    return code;
}
