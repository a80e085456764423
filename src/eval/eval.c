/* eval.c - the table of evaluations by name, the geometry they share, and the default: the built-in
 * net where there is one, else "fitted". */
#include "eval/eval.h"

#include <string.h>

#include "base/bits.h"
#include "board/shape.h"
#include "eval/terms.h"

static const struct eval_kind *const kinds[] = {
    &eval_fitted, &eval_abla,   &eval_abla_combined, &eval_abla_single,
    &eval_abapro, &eval_chorus, &eval_papadopoulos,
};

static const int kind_count = (int)(sizeof kinds / sizeof(void *));

static const char net_name[] = "net"; /* the built-in one, listed before all others */

int paua_eval_count(void)
{
    return kind_count + (paua_net_embedded() ? 1 : 0);
}

const char *paua_eval_name(int i)
{
    if (i < 0 || i >= paua_eval_count())
        return NULL;
    if (paua_net_embedded() && i-- == 0)
        return net_name;
    return kinds[i]->name;
}

/* Sorts the cells into rings of equal distance from the centre. */
static void find_rings(const paua_board *board, struct eval *eval)
{
    paua_set by_distance[EVAL_RINGS] = {0};
    for (paua_set left = board->shape.all; left;) {
        int cell = bits_take(&left);
        by_distance[paua_board_eccentricity(board, cell)] |= PAUA_SET(cell);
    }
    for (int distance = 0; distance < EVAL_RINGS; distance++)
        if (by_distance[distance]) {
            eval->half_steps[eval->rings] = distance;
            eval->ring[eval->rings++] = by_distance[distance];
            eval->off_board = 2 * distance;
        }
}

/* The half steps of each cell from the centre. Boards are symmetric about their centre, so twice
 * the mean of the columns is a whole number. */
static void find_offsets(const paua_board *board, struct eval *eval)
{
    int columns = 0;
    for (paua_set left = board->shape.all; left;)
        columns += board->column[bits_take(&left)];
    for (paua_set left = board->shape.all; left;) {
        int cell = bits_take(&left);
        eval->along[cell] = (int8_t)(2 * board->column[cell] - 2 * columns / board->cells);
        eval->across[cell] = (int8_t)(2 * board->row[cell] - (board->rows - 1));
    }
}

/* Fills in what all evaluations need, then the kind's own part. */
static void prepare_kind(const paua_board *board, const struct eval_kind *kind, struct eval *out)
{
    *out = (struct eval){
        .board = board,
        .score = kind->score,
        .fallback = kind->score,
        .players = abla_players,
        .distance_weight = 100,
        .neighbour_weight = 100,
        .centre = EVAL_CENTRE_BOTH,
        .marble = 100,
        .win = 6,
    };
    find_rings(board, out);
    find_offsets(board, out);
    if (kind->prepare)
        kind->prepare(out);
}

const struct eval_kind *eval_find_kind(const char *name, size_t length)
{
    for (int i = 0; i < kind_count; i++)
        if (strlen(kinds[i]->name) == length && memcmp(kinds[i]->name, name, length) == 0)
            return kinds[i];
    return NULL;
}

bool eval_is_net(const char *name)
{
    return paua_net_embedded() && strcmp(name, net_name) == 0;
}

/* Applies what was given to a prepared evaluation. */
static void apply_settings(const struct eval_spec *spec, struct eval *out)
{
    if (spec->given & EVAL_BIT(EVAL_W1))
        out->distance_weight = -spec->value[EVAL_W1];
    if (spec->given & EVAL_BIT(EVAL_W2))
        out->neighbour_weight = spec->value[EVAL_W2];
    if (spec->given & EVAL_BIT(EVAL_W3))
        out->hexagon_weight = spec->value[EVAL_W3];
    if (spec->given & EVAL_BIT(EVAL_W4))
        out->group_weight = spec->value[EVAL_W4];
    if (spec->given & EVAL_BIT(EVAL_EJECTED))
        out->off_board = 2 * spec->value[EVAL_EJECTED];
    if (spec->given & EVAL_BIT(EVAL_CENTRE))
        out->centre = (enum eval_centre)spec->value[EVAL_CENTRE];
    if (spec->given & EVAL_BIT(EVAL_MARBLE))
        out->marble = spec->value[EVAL_MARBLE];
}

paua_status eval_prepare(const paua_board *board, const char *name, struct eval *out)
{
    struct eval_spec spec;
    if (eval_spec_read(name ? name : paua_eval_name(0), &spec, NULL) != PAUA_OK)
        return PAUA_ERROR_NOT_FOUND;
    if (spec.kind) {
        prepare_kind(board, spec.kind, out);
        apply_settings(&spec, out);
        return PAUA_OK;
    }
    prepare_kind(board, &eval_fitted, out); /* for positions that nets do not cover */
    out->embedded = board->full ? paua_net_embedded() : NULL;
    return eval_use_net(out, NULL);
}

paua_status paua_eval_score(const paua_board *board, const char *name,
                            const paua_position *position, int *score)
{
    struct eval eval;
    paua_status status = eval_prepare(board, name, &eval);
    if (status != PAUA_OK)
        return status;
    if (position->players == PAUA_SIDES) {
        *score = eval_score(&eval, position);
        return PAUA_OK;
    }
    int scores[PAUA_PLAYERS_MAX];
    eval_players(&eval, position, scores);
    *score = scores[position->to_move];
    return PAUA_OK;
}
