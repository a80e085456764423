/* explain.c - hanging marbles, and threats: the best move of a player who does not have the turn,
 * by a search of the position with the turn passed to him (null move). */
#include <stdlib.h>
#include <string.h>

#include <paua/explain.h>

#include "base/bits.h"
#include "base/options.h"
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

int paua_opponents_list(const paua_position *position, paua_side side,
                        paua_side out[PAUA_PLAYERS_MAX])
{
    unsigned apart = paua_position_team(position, side) | position->out;
    int count = 0;
    for (int i = 1; i < position->players; i++) {
        int other = ((int)side + i) % position->players;
        if (!(apart >> other & 1))
            out[count++] = (paua_side)other;
    }
    return count;
}

/* Adds the moves by which one opponent could eject marbles of `side`. */
static void add_ejections(const paua_board *board, const paua_position *position, paua_side side,
                          paua_side opponent, paua_hanging *out)
{
    paua_move_list list;
    paua_position turned = *position;
    turned.to_move = (uint8_t)opponent;
    kernel_for(board, &turned)->generate_ejections(board, &turned, &list);
    for (int i = 0; i < list.count; i++) {
        paua_set victim = PAUA_SET(front_cell(board, list.moves[i]));
        if (!(victim & position->marbles[side]))
            continue; /* somebody else's */
        out->marbles |= victim;
        out->moves.moves[out->moves.count++] = list.moves[i];
    }
}

void paua_hanging_find(const paua_board *board, const paua_position *position, paua_side side,
                       paua_hanging *out)
{
    paua_side opponents[PAUA_PLAYERS_MAX];
    int count = paua_opponents_list(position, side, opponents);
    out->marbles = 0;
    out->moves.count = 0;
    for (int i = 0; i < count; i++)
        add_ejections(board, position, side, opponents[i], out);
}

static bool is_opponent(const paua_position *position, paua_side side)
{
    paua_side opponents[PAUA_PLAYERS_MAX];
    int count = paua_opponents_list(position, (paua_side)position->to_move, opponents);
    for (int i = 0; i < count; i++)
        if (opponents[i] == side)
            return true;
    return false;
}

/* A new game from the position of another one with the turn passed to `side`. With three and more
 * players it may then be another's turn: `side` has no move. */
static paua_status new_passed_game(const paua_game *game, paua_side side, paua_game **out)
{
    const paua_board *board = paua_game_board(game);
    paua_position turned = *paua_game_position(game);
    turned.to_move = (uint8_t)side;
    paua_status status = paua_position_complete(board, &turned);
    return status == PAUA_OK ? paua_game_new(board, paua_game_rules(game), &turned, out) : status;
}

paua_status paua_threat_find(paua_engine *engine, const paua_game *game, paua_side side,
                             const paua_limits *limits, int score, paua_threat *out,
                             paua_search_callback callback, void *context)
{
    const paua_position *position = paua_game_position(game);
    paua_threat threat = {.side = side, .move = PAUA_NO_MOVE};
    paua_search_info info;
    paua_game *passed;
    if (!OPTIONS_SIZED(limits) || !is_opponent(position, side))
        return PAUA_ERROR_BAD_ARGUMENT;
    if (paua_game_outcome(game).result != PAUA_RESULT_ONGOING) {
        *out = threat;
        return PAUA_OK;
    }
    paua_status status = new_passed_game(game, side, &passed);
    if (status != PAUA_OK)
        return status;
    if (paua_game_position(passed)->to_move == side)
        status = paua_engine_search(engine, passed, limits, &threat.move, &info, callback, context);
    paua_game_free(passed);
    if (status != PAUA_OK)
        return status;
    if (threat.move != PAUA_NO_MOVE) {
        threat.score = info.score;
        threat.gain = info.score + score;
        threat.has_gain = position->players == PAUA_SIDES && abs(info.score) < PAUA_SCORE_FORCED &&
                          abs(score) < PAUA_SCORE_FORCED;
        threat.ejects = paua_move_ejects(threat.move);
        threat.depth = info.depth;
        threat.line_count = info.pv_count;
        memcpy(threat.line, info.pv, (size_t)info.pv_count * sizeof *info.pv);
    }
    *out = threat;
    return PAUA_OK;
}

paua_status paua_position_explain(paua_engine *engine, const paua_game *game,
                                  const paua_limits *limits, int score, paua_explanation *out,
                                  bool (*go_on)(void *context), void *context)
{
    const paua_position *position = paua_game_position(game);
    paua_side opponents[PAUA_PLAYERS_MAX];
    const int count = paua_opponents_list(position, (paua_side)position->to_move, opponents);
    if (!OPTIONS_SIZED(limits))
        return PAUA_ERROR_BAD_ARGUMENT;
    paua_limits part = *limits;
    out->players = position->players;
    out->threat_count = 0;
    paua_expectation_share(engine, game, score, out->expectation);
    for (int side = 0; side < position->players; side++) {
        paua_hanging_find(paua_game_board(game), position, (paua_side)side, &out->hanging[side]);
        paua_set forked = paua_fork_find(paua_game_board(game), position, (paua_side)side,
                                         paua_game_rules(game)->win);
        out->forked[side] = bits_count(forked) > 1 ? forked : 0;
        paua_formation_find(paua_game_board(game), position, (paua_side)side,
                            &out->formations[side]);
    }
    if (count) {
        part.time_ms = (limits->time_ms + count - 1) / count;
        part.nodes = (limits->nodes + (uint64_t)count - 1) / (uint64_t)count;
    }
    for (int i = 0; i < count && (!go_on || go_on(context)); i++) {
        paua_status status = paua_threat_find(engine, game, opponents[i], &part, score,
                                              &out->threats[out->threat_count++], NULL, NULL);
        if (status != PAUA_OK)
            return status;
    }
    return PAUA_OK;
}
