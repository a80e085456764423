/* study.c - constellations of a solved board: canonical forms, outcome classes, choices, lines
 * of best play.
 *
 * Values come from an oracle, a solve or a table; nothing is solved or searched here. */
#include <paua/lab/study.h>

#include <stdlib.h>

#include "base/bits.h"
#include "solve/state.h"

/* paua_oracle.ask for a solve in memory; the context is a paua_solve. */
static paua_status ask_solve(const paua_position *position, paua_value *value, int *remoteness,
                             void *context)
{
    return paua_solve_probe(context, position, value, remoteness);
}

paua_oracle paua_solve_oracle(const paua_solve *solve)
{
    return (paua_oracle){
        .board = solve->board,
        .marbles = solve->options.marbles,
        .win = solve->options.win,
        .stuck_loses = solve->options.stuck_loses,
        .ask = ask_solve,
        .context = (void *)solve, /* only ever read */
    };
}

/* paua_oracle.ask for a table file; the context is a paua_probe. */
static paua_status ask_probe(const paua_position *position, paua_value *value, int *remoteness,
                             void *context)
{
    const paua_board *board = paua_table_board(paua_probe_table(context));
    return paua_probe_position(context, board, position, value, remoteness);
}

paua_oracle paua_probe_oracle(paua_probe *probe)
{
    const paua_table_info *info = paua_table_about(paua_probe_table(probe));
    return (paua_oracle){
        .board = paua_table_board(paua_probe_table(probe)),
        .marbles = info->marbles,
        .win = info->win,
        .stuck_loses = info->stuck_loses,
        .ask = ask_probe,
        .context = probe,
    };
}

/* The order of canonical forms: negative, 0 or positive. */
static int compare_constellations(paua_constellation a, paua_constellation b)
{
    if (a.black != b.black)
        return a.black < b.black ? -1 : 1;
    return a.white == b.white ? 0 : a.white < b.white ? -1 : 1;
}

paua_constellation paua_constellation_canonical(const paua_board *board,
                                                paua_constellation constellation)
{
    paua_constellation least = constellation;
    for (int symmetry = 1; symmetry < paua_board_symmetries(board); symmetry++) {
        const paua_constellation image = {paua_board_map(board, symmetry, constellation.black),
                                          paua_board_map(board, symmetry, constellation.white)};
        if (compare_constellations(image, least) < 0)
            least = image;
    }
    return least;
}

paua_constellation paua_constellation_negative(paua_constellation constellation)
{
    return (paua_constellation){constellation.white, constellation.black};
}

bool paua_constellation_isomorphic(const paua_board *board, paua_constellation a,
                                   paua_constellation b)
{
    return compare_constellations(paua_constellation_canonical(board, a),
                                  paua_constellation_canonical(board, b)) == 0;
}

bool paua_constellation_self_negative(const paua_board *board, paua_constellation a)
{
    return paua_constellation_isomorphic(board, a, paua_constellation_negative(a));
}

/* Whether no symmetry that keeps black makes white less. */
static bool is_least(const struct index_layer *layer, uint32_t class, uint32_t white)
{
    uint32_t keep = layer->stabiliser[class];
    for (keep &= keep - 1; keep; keep &= keep - 1) /* the first one is the identity */
        if (index_image(layer->base, bits_first(keep), white) < white)
            return false;
    return true;
}

/* Calls back for each canonical constellation of a layer, ordered by black set, until the
 * callback returns false. */
static void each_of_layer(const struct index_layer *layer, paua_constellation_callback callback,
                          void *context)
{
    for (uint32_t class = 0; class < layer->classes; class ++) {
        uint32_t black = layer->representative[class];
        for (uint32_t i = 0; i < layer->opp_sets; i++) {
            uint32_t white = index_expand(layer->subsets[i], layer->base->all ^ black);
            if (is_least(layer, class, white) &&
                !callback((paua_constellation){black, white}, context))
                return;
        }
    }
}

paua_status paua_constellations_each(const paua_board *board, int black, int white,
                                     paua_constellation_callback callback, void *context)
{
    struct index_layer layer = {0};
    struct index_board *base = malloc(sizeof *base);
    if (!base)
        return PAUA_ERROR_NO_MEMORY;
    paua_status status = index_board_init(base, board);
    if (status == PAUA_OK)
        status = index_layer_init(&layer, base, black, white);
    if (status == PAUA_OK)
        each_of_layer(&layer, callback, context);
    index_layer_free(&layer);
    free(base);
    return status;
}

paua_status paua_study_position(const paua_oracle *oracle, paua_constellation constellation,
                                paua_side side, paua_position *out)
{
    int black = bits_count(constellation.black), white = bits_count(constellation.white);
    paua_position position;
    paua_status status = paua_position_setup(oracle->board, constellation.black,
                                             constellation.white, side, &position);
    if (status != PAUA_OK)
        return status;
    if (black > oracle->marbles || white > oracle->marbles)
        return PAUA_ERROR_NOT_FOUND;
    position.ejected[PAUA_BLACK] = (uint8_t)(oracle->marbles - white);
    position.ejected[PAUA_WHITE] = (uint8_t)(oracle->marbles - black);
    status = paua_position_complete(oracle->board, &position);
    if (status == PAUA_OK)
        *out = position;
    return status;
}

paua_status paua_study_verdict(const paua_oracle *oracle, paua_constellation constellation,
                               paua_verdict *out)
{
    paua_verdict verdict;
    for (int side = 0; side < PAUA_SIDES; side++) {
        paua_position position;
        paua_status status = paua_study_position(oracle, constellation, (paua_side)side, &position);
        if (status == PAUA_OK)
            status = oracle->ask(&position, &verdict.value[side], &verdict.remoteness[side],
                                 oracle->context);
        if (status != PAUA_OK)
            return status;
    }
    verdict.class_ = paua_class_of(verdict.value[PAUA_BLACK], verdict.value[PAUA_WHITE]);
    *out = verdict;
    return PAUA_OK;
}

paua_status paua_study_move(const paua_oracle *oracle, const paua_position *position,
                            paua_move move, paua_value *value, int *remoteness, bool *ends)
{
    static const paua_value turned[] = {[PAUA_VALUE_DRAW] = PAUA_VALUE_DRAW,
                                        [PAUA_VALUE_WIN] = PAUA_VALUE_LOSS,
                                        [PAUA_VALUE_LOSS] = PAUA_VALUE_WIN};
    int left = bits_count(position->marbles[PAUA_OTHER(position->to_move)]);
    paua_position after = *position;
    paua_undo undo;
    paua_value found;
    int plies;
    if (paua_move_ejects(move) && left - 1 <= oracle->marbles - oracle->win) {
        *value = PAUA_VALUE_WIN;
        *remoteness = 1;
        *ends = true;
        return PAUA_OK;
    }
    paua_position_make(oracle->board, &after, move, &undo);
    paua_status status = oracle->ask(&after, &found, &plies, oracle->context);
    if (status != PAUA_OK)
        return status;
    *value = turned[found];
    *remoteness = found == PAUA_VALUE_DRAW ? 0 : plies + 1;
    *ends = false;
    return PAUA_OK;
}

/* Compares results for the side that moves: negative when `a` is better. */
static int compare_results(const paua_choice *a, const paua_choice *b)
{
    static const int rank[] = {[PAUA_VALUE_WIN] = 0, [PAUA_VALUE_DRAW] = 1, [PAUA_VALUE_LOSS] = 2};
    if (a->value != b->value)
        return rank[a->value] - rank[b->value];
    return a->value == PAUA_VALUE_LOSS ? b->remoteness - a->remoteness
                                       : a->remoteness - b->remoteness;
}

/* For qsort(): the best choice first, equally good ones by canonical form, so that the order is
 * deterministic. */
static int compare_choices(const void *a, const void *b)
{
    const paua_choice *left = a, *right = b;
    int by = compare_results(left, right);
    return by ? by : compare_constellations(left->to, right->to);
}

/* The choice that leads to a constellation, or a new one without moves. */
static paua_choice *choice_to(paua_choice *choices, int *count, paua_constellation to)
{
    for (int i = 0; i < *count; i++)
        if (compare_constellations(choices[i].to, to) == 0)
            return &choices[i];
    choices[*count] = (paua_choice){.to = to};
    return &choices[(*count)++];
}

/* The canonical form of the constellation that a move leads to. */
static paua_constellation after_move(const paua_board *board, const paua_position *position,
                                     paua_move move)
{
    paua_position after = *position;
    paua_undo undo;
    paua_position_make(board, &after, move, &undo);
    return paua_constellation_canonical(
        board, (paua_constellation){after.marbles[PAUA_BLACK], after.marbles[PAUA_WHITE]});
}

paua_status paua_study_choices(const paua_oracle *oracle, paua_constellation constellation,
                               paua_side side, paua_choice *choices, int *count)
{
    paua_position position;
    paua_move_list list;
    int found = 0;
    paua_status status = paua_study_position(oracle, constellation, side, &position);
    if (status != PAUA_OK)
        return status;
    paua_moves_generate(oracle->board, &position, &list);
    for (int i = 0; i < list.count; i++) {
        paua_constellation to = after_move(oracle->board, &position, list.moves[i]);
        paua_choice *choice = choice_to(choices, &found, to);
        if (choice->moves++)
            continue;
        choice->move = list.moves[i];
        status = paua_study_move(oracle, &position, choice->move, &choice->value,
                                 &choice->remoteness, &choice->ends);
        if (status != PAUA_OK)
            return status;
    }
    qsort(choices, (size_t)found, sizeof *choices, compare_choices);
    for (int i = 0; i < found; i++) {
        choices[i].safe = choices[i].value == choices[0].value;
        choices[i].best = compare_results(&choices[i], &choices[0]) == 0;
    }
    *count = found;
    return PAUA_OK;
}

/* The constellation of a position: its marbles, without the side to move. */
static paua_constellation constellation_of(const paua_position *position)
{
    return (paua_constellation){position->marbles[PAUA_BLACK], position->marbles[PAUA_WHITE]};
}

/* Whether the last of these occurred before with the same side to move. */
static bool is_repetition(const paua_constellation *seen, int last)
{
    for (int i = last - 2; i >= 0; i -= 2)
        if (compare_constellations(seen[i], seen[last]) == 0)
            return true;
    return false;
}

/* Follows the best choices; `seen` has room for max + 1 constellations. */
static paua_status follow_line(const paua_oracle *oracle, paua_position *position,
                               paua_constellation *seen, paua_move *moves, int max, int *count,
                               bool *ended)
{
    *count = 0;
    *ended = false;
    for (int i = 0; !*ended; i++) {
        paua_choice choices[PAUA_MOVES_MAX];
        paua_undo undo;
        int found;
        seen[i] = paua_constellation_canonical(oracle->board, constellation_of(position));
        if (i == max || is_repetition(seen, i))
            break;
        paua_status status = paua_study_choices(oracle, constellation_of(position),
                                                (paua_side)position->to_move, choices, &found);
        if (status != PAUA_OK)
            return status;
        *ended = found == 0 || choices[0].ends;
        if (found == 0)
            break;
        moves[(*count)++] = choices[0].move;
        paua_position_make(oracle->board, position, choices[0].move, &undo);
    }
    return PAUA_OK;
}

paua_status paua_study_line(const paua_oracle *oracle, const paua_position *from, paua_move *moves,
                            int max, int *count, bool *ended)
{
    paua_position position = *from;
    paua_constellation *seen = malloc(((size_t)max + 1) * sizeof *seen);
    if (!seen)
        return PAUA_ERROR_NO_MEMORY;
    paua_status status = follow_line(oracle, &position, seen, moves, max, count, ended);
    free(seen);
    return status;
}
