/* legal_moves.c - generates legal moves and sorts them by their text. */
#include "cli/legal_moves.h"

#include <stdlib.h>
#include <string.h>

#include <paua/notation.h>

void legal_moves_generate(const paua_board *board, const paua_rules *rules,
                          const paua_position *position, paua_move_list *list)
{
    paua_reason reason = paua_position_outcome(board, rules, position).reason;

    list->count = 0;
    if (reason != PAUA_REASON_EJECTIONS && reason != PAUA_REASON_CENTRAL)
        paua_moves_generate(board, position, list);
}

struct named_move {
    char text[PAUA_MOVE_TEXT_MAX];
    paua_move move;
};

static int compare_named(const void *a, const void *b)
{
    return strcmp(((const struct named_move *)a)->text, ((const struct named_move *)b)->text);
}

void legal_moves_sort(const paua_board *board, paua_move_list *list)
{
    struct named_move named[PAUA_MOVES_MAX];

    for (int i = 0; i < list->count; i++) {
        named[i].move = list->moves[i];
        paua_move_format(board, named[i].move, named[i].text, sizeof named[i].text);
    }
    qsort(named, (size_t)list->count, sizeof *named, compare_named);
    for (int i = 0; i < list->count; i++)
        list->moves[i] = named[i].move;
}
