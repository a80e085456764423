/* table_json.c - probes a tablebase for every move of a position, sorts the moves, and writes them
 * as JSON. */
#include "json/table_json.h"

#include <stdlib.h>
#include <string.h>

/* Compares for qsort(): quick wins, draws, slow losses; equal moves by their text. */
static int compare_moves(const void *a, const void *b)
{
    static const int rank[] = {[PAUA_VALUE_WIN] = 0, [PAUA_VALUE_DRAW] = 1, [PAUA_VALUE_LOSS] = 2};
    const struct table_move *left = a, *right = b;
    int by = rank[left->answer.value] - rank[right->answer.value];

    if (!by)
        by = left->answer.value == PAUA_VALUE_LOSS
                 ? right->answer.remoteness - left->answer.remoteness
                 : left->answer.remoteness - right->answer.remoteness;
    return by ? by : strcmp(left->text, right->text);
}

paua_status table_moves_list(const paua_oracle *oracle, const paua_position *position,
                             struct table_move *moves, int *count)
{
    paua_move_list list;

    paua_moves_generate(oracle->board, position, &list);
    *count = list.count;
    for (int i = 0; i < list.count; i++) {
        struct table_move *move = &moves[i];
        move->move = list.moves[i];
        paua_move_format(oracle->board, move->move, move->text, sizeof move->text);
        paua_status status = paua_study_move(oracle, position, move->move, &move->answer.value,
                                             &move->answer.remoteness, &move->ends);
        if (status != PAUA_OK)
            return status;
    }
    qsort(moves, (size_t)*count, sizeof *moves, compare_moves);
    return PAUA_OK;
}

json_t *table_json_answer(struct table_answer answer)
{
    static const char *const categories[] = {"draw", "win", "loss"};

    return answer.value == PAUA_VALUE_DRAW
               ? json_pack("{s:s, s:n}", "category", categories[0], "distance")
               : json_pack("{s:s, s:i}", "category", categories[answer.value], "distance",
                           answer.remoteness);
}

json_t *table_json_moves(const struct table_move *moves, int count)
{
    json_t *all = json_array();

    for (int i = 0; i < count; i++) {
        json_t *move = table_json_answer(moves[i].answer);
        json_object_set_new(move, "move", json_string(moves[i].text));
        json_array_append_new(all, move);
    }
    return all;
}
