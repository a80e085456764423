/* explain.c - hanging marbles, and the threat: the best move of the side that does not have the
 * turn, by a search of the position with the turn passed (null move). */
#include <string.h>

#include <paua/explain.h>

#include "base/bits.h"
#include "rules/kernel.h"

/* The cell of the foremost marble that an in-line move moves. */
static int front_cell(const paua_board *board, paua_move move)
{
    int cell = paua_move_cell(move);
    for (int step = paua_move_count(move) + paua_move_pushed(move); step > 1; step--)
        cell = paua_board_neighbour(board, cell, paua_move_direction(move));
    return cell;
}

int paua_move_victim(const paua_board *board, paua_move move)
{
    return paua_move_ejects(move) ? front_cell(board, move) : PAUA_NO_CELL;
}

/* The position with this side to move. */
static paua_position turned_to(const paua_board *board, const paua_position *position,
                               paua_side side)
{
    paua_position turned = *position;
    turned.to_move = (uint8_t)side;
    turned.key = paua_position_key(board, &turned);
    return turned;
}

paua_status paua_hanging_find(const paua_board *board, const paua_position *position,
                              paua_side side, paua_hanging *out)
{
    paua_move_list list;
    if (position->players != PAUA_SIDES)
        return PAUA_UNSUPPORTED;
    paua_position turned = turned_to(board, position, PAUA_OTHER(side));
    kernel_for(board, &turned)->generate_ejections(board, &turned, &list);
    out->marbles = 0;
    out->moves.count = 0;
    for (int i = 0; i < list.count; i++) {
        paua_set victim = PAUA_SET(front_cell(board, list.moves[i]));
        if (!(victim & position->marbles[side]))
            continue; /* a neutral marble */
        out->marbles |= victim;
        out->moves.moves[out->moves.count++] = list.moves[i];
    }
    return PAUA_OK;
}

/* A new game from the position of another one with the turn passed. */
static paua_status new_passed_game(const paua_game *game, paua_game **out)
{
    const paua_board *board = paua_game_board(game);
    const paua_position *position = paua_game_position(game);
    paua_position turned = turned_to(board, position, PAUA_OTHER(position->to_move));
    return paua_game_new(board, paua_game_rules(game), &turned, out);
}

paua_status paua_threat_find(paua_engine *engine, const paua_game *game, const paua_limits *limits,
                             int score, paua_threat *out, paua_search_callback callback,
                             void *context)
{
    if (paua_game_position(game)->players != PAUA_SIDES)
        return PAUA_UNSUPPORTED;
    if (paua_game_outcome(game).result != PAUA_ONGOING) {
        *out = (paua_threat){.move = PAUA_NO_MOVE};
        return PAUA_OK;
    }
    paua_game *passed;
    paua_search_info info;
    paua_move best;
    paua_status status = new_passed_game(game, &passed);
    if (status != PAUA_OK)
        return status;
    status = paua_engine_search(engine, passed, limits, &best, &info, callback, context);
    paua_game_free(passed);
    if (status != PAUA_OK)
        return status;
    *out = (paua_threat){.move = best};
    if (best == PAUA_NO_MOVE)
        return PAUA_OK;
    out->score = info.score;
    out->gain = info.score + score;
    out->ejects = paua_move_ejects(best);
    out->depth = info.depth;
    out->line_count = info.pv_count;
    memcpy(out->line, info.pv, (size_t)info.pv_count * sizeof *info.pv);
    return PAUA_OK;
}
