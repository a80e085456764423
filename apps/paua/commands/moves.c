/* moves.c - `paua moves`: lists the legal moves of a position in any notation, sorted by text; with
 * --table also what each of them moves, and Table 1 of "Project Abalone" (seed 002) for it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <paua/notation.h>

#include "cli/common.h"
#include "cli/game_setup.h"
#include "cli/legal_moves.h"
#include "cli/options.h"
#include "commands/commands.h"

/* How a move runs. A single marble is in line and broadside at once. */
enum move_kind {
    KIND_SINGLE,
    KIND_IN_LINE,
    KIND_BROADSIDE,
    KINDS,
};

static const char *const kind_names[KINDS] = {"single", "in-line", "broadside"};

enum { MARBLES_MAX = 3, PUSHED_MAX = 2 }; /* of one move (R4, R5) */

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

static enum move_kind kind_of(paua_move move)
{
    if (paua_move_broadside(move))
        return KIND_BROADSIDE;
    return paua_move_count(move) == 1 ? KIND_SINGLE : KIND_IN_LINE;
}

/* A row of the table: the moves that move as many marbles in the same way. */
struct table_row {
    int marbles, pushed;
    enum move_kind kind;
    int moves, ejecting;
};

enum { TABLE_ROWS_MAX = MARBLES_MAX * (PUSHED_MAX + 1) * KINDS };

/* Counts the moves by marbles, marbles pushed and kind; leaves out rows without a move. Returns the
 * number of rows. */
static int count_rows(const struct written_list *list, struct table_row rows[TABLE_ROWS_MAX])
{
    int count = 0;

    for (int marbles = 1; marbles <= MARBLES_MAX; marbles++)
        for (int pushed = 0; pushed <= PUSHED_MAX; pushed++)
            for (enum move_kind kind = 0; kind < KINDS; kind++) {
                struct table_row row = {marbles, pushed, kind, 0, 0};
                for (int i = 0; i < list->count; i++) {
                    paua_move move = list->moves[i].move;
                    bool same = paua_move_count(move) == marbles &&
                                paua_move_pushed(move) == pushed && kind_of(move) == kind;
                    row.moves += same;
                    row.ejecting += same && paua_move_ejects(move);
                }
                if (row.moves > 0)
                    rows[count++] = row;
            }
    return count;
}

/* The rows of the table as an array of objects. */
static json_t *table_json(const struct written_list *list)
{
    struct table_row rows[TABLE_ROWS_MAX];
    int count = count_rows(list, rows);
    json_t *array = json_array();

    for (int i = 0; i < count; i++)
        json_array_append_new(array,
                              json_pack("{s:i, s:i, s:s, s:i, s:i}", "marbles", rows[i].marbles,
                                        "pushed", rows[i].pushed, "kind", kind_names[rows[i].kind],
                                        "moves", rows[i].moves, "ejecting", rows[i].ejecting));
    return array;
}

/* Prints the list as an array of objects; with the table, an object of both. */
static int print_json(const struct game_setup *setup, const struct written_list *list, bool boards,
                      bool table)
{
    json_t *array = json_array();

    for (int i = 0; i < list->count; i++) {
        char after[PAUA_POSITION_TEXT_MAX];
        paua_move move = list->moves[i].move;
        json_t *object = json_pack("{s:s, s:i, s:i, s:b}", "move", list->moves[i].text, "marbles",
                                   paua_move_count(move), "pushed", paua_move_pushed(move),
                                   "ejects", paua_move_ejects(move));
        if (table)
            json_object_set_new(object, "kind", json_string(kind_names[kind_of(move)]));
        if (boards) {
            format_position_after(setup, move, after, sizeof after);
            json_object_set_new(object, "position", json_string(after));
        }
        json_array_append_new(array, object);
    }
    if (table)
        return output_json(json_pack("{s:o, s:o}", "moves", array, "table", table_json(list)));
    return output_json(array);
}

/* Prints the table: a line for each move, an empty line, and a line for each kind of moves. */
static int print_table(const struct game_setup *setup, const struct written_list *list, bool boards)
{
    struct table_row rows[TABLE_ROWS_MAX];
    int count = count_rows(list, rows), width = (int)strlen("move");
    char after[PAUA_POSITION_TEXT_MAX];

    for (int i = 0; i < list->count; i++)
        if ((int)strlen(list->moves[i].text) > width)
            width = (int)strlen(list->moves[i].text);
    printf("%-*s  marbles  pushed  %-9s  ejected%s\n", width, "move", "kind",
           boards ? "  position" : "");
    for (int i = 0; i < list->count; i++) {
        paua_move move = list->moves[i].move;
        printf("%-*s  %7d  %6d  %-9s  %7d", width, list->moves[i].text, paua_move_count(move),
               paua_move_pushed(move), kind_names[kind_of(move)], (int)paua_move_ejects(move));
        if (boards) {
            format_position_after(setup, move, after, sizeof after);
            printf("  %s", after);
        }
        putchar('\n');
    }
    puts("\nmarbles  pushed  kind       moves  ejecting");
    for (int i = 0; i < count; i++)
        printf("%7d  %6d  %-9s  %5d  %8d\n", rows[i].marbles, rows[i].pushed,
               kind_names[rows[i].kind], rows[i].moves, rows[i].ejecting);
    return EXIT_DONE;
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
    bool boards = false, table = false, json = false;
    const struct option_row rows[] = {
        ROWS_START(start),
        ROW_RULES(start),
        ROW_WIN(start),
        {"notation", 0, OPTION_TEXT, &notation, 0, 0, "NAME",
         "standard (default), pbm, triple, nacre or direction"},
        {"boards", 0, OPTION_FLAG, &boards, 0, 0, NULL,
         "add a tab and the position after the move"},
        {"table", 0, OPTION_FLAG, &table, 0, 0, NULL,
         "add what each move moves, pushes and ejects, then count the moves of each kind"},
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
    if (json)
        code = print_json(&setup, &list, boards, table);
    else
        code = table ? print_table(&setup, &list, boards) : print_text(&setup, &list, boards);
    game_setup_close(&setup);
    return code;
}
