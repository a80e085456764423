/* game.c - one game: the moves played and the Zobrist keys of all earlier positions, from which
 * repetition (R13) and ko (R16) are found; passive play (R14) is followed from the start. Clocks
 * and turns of people are the caller's. */
#include <paua/game.h>
#include <paua/lab/passivity.h>

#include <assert.h>
#include <stdlib.h>

#include "base/array.h"
#include "rules/nearness.h"

/* A player who left before the end of a game of three or more (R15). */
struct game_departure {
    int move; /* moves played by then */
    paua_side side;
    paua_reason reason;
    paua_position before;
};

struct paua_game {
    const paua_board *board; /* borrowed */
    paua_rules rules;
    paua_position start;
    paua_position position;
    paua_outcome agreed; /* resignation, time or agreement; else ongoing */
    struct game_departure departures[PAUA_PLAYERS_MAX];
    int departed;
    int count;        /* moves played */
    int capacity;     /* of moves, keys and undos */
    paua_move *moves; /* owned */
    uint64_t *keys;   /* owned; of the position before each move */
    paua_undo *undos; /* owned */
};

paua_status paua_game_new(const paua_board *board, const paua_rules *rules,
                          const paua_position *start, paua_game **out)
{
    if (rules->win == 0)
        return PAUA_ERROR_BAD_ARGUMENT;
    if (paua_position_check(board, start) != PAUA_OK)
        return PAUA_ERROR_BAD_POSITION;
    paua_game *game = calloc(1, sizeof *game);
    if (!game)
        return PAUA_ERROR_NO_MEMORY;
    game->board = board;
    game->rules = *rules;
    game->start = game->position = *start;
    *out = game;
    return PAUA_OK;
}

void paua_game_free(paua_game *game)
{
    if (!game)
        return;
    free(game->moves);
    free(game->keys);
    free(game->undos);
    free(game);
}

const paua_board *paua_game_board(const paua_game *game)
{
    return game->board;
}

const paua_rules *paua_game_rules(const paua_game *game)
{
    return &game->rules;
}

const paua_position *paua_game_start(const paua_game *game)
{
    return &game->start;
}

const paua_position *paua_game_position(const paua_game *game)
{
    return &game->position;
}

int paua_game_moves(const paua_game *game)
{
    return game->count;
}

paua_move paua_game_move(const paua_game *game, int i)
{
    assert(i >= 0 && i < game->count);
    return game->moves[i];
}

const uint64_t *paua_game_keys(const paua_game *game)
{
    return game->keys;
}

/* Makes room for one more move. */
static bool make_room(paua_game *game)
{
    const int needed = game->count + 1;
    if (needed <= game->capacity)
        return true;
    int moves = game->capacity, keys = game->capacity, undos = game->capacity;
    if (!ARRAY_RESERVE(game->moves, moves, needed) || !ARRAY_RESERVE(game->keys, keys, needed) ||
        !ARRAY_RESERVE(game->undos, undos, needed))
        return false;
    game->capacity = moves;
    return true;
}

/* How often the current position has occurred (R13). Ejections are irreversible, so only positions
 * since the last one can be equal; the side to move is part of the key. */
static int count_occurrences(const paua_game *game)
{
    int times = 1, step = game->position.players == PAUA_SIDES ? 2 : 1;
    for (int i = game->count - step; i >= 0 && i >= game->count - game->position.quiet; i -= step)
        times += game->keys[i] == game->position.key;
    return times;
}

/* Whether a move would recreate an earlier position, which the ko rule forbids (R16). */
static bool move_recreates(const paua_game *game, paua_move move)
{
    paua_position after = game->position;
    paua_undo undo;
    paua_position_make(game->board, &after, move, &undo);
    if (after.key == game->position.key)
        return true;
    for (int i = game->count - 1; i >= 0 && i >= game->count + 1 - after.quiet; i--)
        if (game->keys[i] == after.key)
            return true;
    return false;
}

void paua_game_generate(const paua_game *game, paua_move_list *list)
{
    int kept = 0;
    list->count = 0;
    if (paua_game_outcome(game).result != PAUA_RESULT_ONGOING)
        return;
    paua_moves_generate(game->board, &game->position, list);
    if (!game->rules.ko)
        return;
    for (int i = 0; i < list->count; i++)
        if (!move_recreates(game, list->moves[i]))
            list->moves[kept++] = list->moves[i];
    list->count = kept;
}

bool paua_game_legal(const paua_game *game, paua_move move)
{
    return paua_game_outcome(game).result == PAUA_RESULT_ONGOING &&
           paua_move_legal(game->board, &game->position, move) &&
           !(game->rules.ko && move_recreates(game, move));
}

paua_status paua_game_play(paua_game *game, paua_move move)
{
    if (!paua_game_legal(game, move))
        return PAUA_ERROR_ILLEGAL_MOVE;
    if (!make_room(game))
        return PAUA_ERROR_NO_MEMORY;
    game->moves[game->count] = move;
    game->keys[game->count] = game->position.key;
    paua_position_make(game->board, &game->position, move, &game->undos[game->count]);
    game->count++;
    return PAUA_OK;
}

paua_status paua_game_takeback(paua_game *game)
{
    if (game->count == 0)
        return PAUA_ERROR_NOT_FOUND;
    while (game->departed && game->departures[game->departed - 1].move == game->count)
        game->position = game->departures[--game->departed].before;
    game->count--;
    paua_position_unmake(game->board, &game->position, game->moves[game->count],
                         &game->undos[game->count]);
    game->agreed = (paua_outcome){PAUA_RESULT_ONGOING, PAUA_REASON_NONE};
    return PAUA_OK;
}

/* A player leaves a game of three or more; the game ends when one team is left (R15). */
static void leave_game(paua_game *game, paua_side side, paua_reason reason)
{
    game->departures[game->departed++] = (struct game_departure){
        .move = game->count, .side = side, .reason = reason, .before = game->position};
    paua_position_leave(game->board, &game->position, side);
    paua_outcome outcome = paua_position_outcome(game->board, &game->rules, &game->position);
    if (outcome.reason == PAUA_REASON_RESIGNATION)
        game->agreed = (paua_outcome){outcome.result, reason};
}

/* A player resigns or has lost on time. */
static paua_status give_up(paua_game *game, paua_side side, paua_reason reason)
{
    const paua_position *position = &game->position;
    if ((int)side < 0 || (int)side >= position->players)
        return PAUA_ERROR_BAD_ARGUMENT;
    if (paua_game_outcome(game).result != PAUA_RESULT_ONGOING || position->out >> side & 1)
        return PAUA_ERROR_CONFLICT;
    if (position->players == PAUA_SIDES)
        game->agreed = (paua_outcome){
            (paua_result)((int)PAUA_RESULT_BLACK_WINS + (int)PAUA_OTHER(side)), reason};
    else
        leave_game(game, side, reason);
    return PAUA_OK;
}

paua_status paua_game_resign(paua_game *game, paua_side side)
{
    return give_up(game, side, PAUA_REASON_RESIGNATION);
}

paua_status paua_game_forfeit(paua_game *game, paua_side side)
{
    return give_up(game, side, PAUA_REASON_TIME);
}

int paua_game_departures(const paua_game *game)
{
    return game->departed;
}

paua_side paua_game_departure(const paua_game *game, int i, int *move, paua_reason *reason)
{
    assert(i >= 0 && i < game->departed);
    *move = game->departures[i].move;
    *reason = game->departures[i].reason;
    return game->departures[i].side;
}

paua_status paua_game_agree_draw(paua_game *game)
{
    if (paua_game_outcome(game).result != PAUA_RESULT_ONGOING)
        return PAUA_ERROR_CONFLICT;
    game->agreed = (paua_outcome){PAUA_RESULT_DRAW, PAUA_REASON_AGREEMENT};
    return PAUA_OK;
}

/* The end by passive play, which is looked for when both sides have had equally many moves: the
 * game is followed from its start. */
static paua_outcome passive_outcome(const paua_game *game)
{
    paua_position position = game->start;
    const int limit = game->rules.passive;
    if (!limit || position.players != PAUA_SIDES || game->count % PAUA_SIDES ||
        game->count < PAUA_SIDES * limit)
        return (paua_outcome){PAUA_RESULT_ONGOING, PAUA_REASON_NONE};
    paua_passivity all[PAUA_PLAYERS_MAX];
    paua_passivity_begin(game->board, &position, all);
    for (int i = 0; i < game->count; i++) {
        paua_side side = (paua_side)position.to_move;
        paua_undo undo;
        paua_position_make(game->board, &position, game->moves[i], &undo);
        paua_passivity_follow(game->board, &position, side, game->moves[i], all);
    }
    bool black = all[PAUA_BLACK].run >= limit, white = all[PAUA_WHITE].run >= limit;
    if (!black && !white)
        return (paua_outcome){PAUA_RESULT_ONGOING, PAUA_REASON_NONE};
    return (paua_outcome){black && white ? PAUA_RESULT_DRAW
                          : black        ? PAUA_RESULT_WHITE_WINS
                                         : PAUA_RESULT_BLACK_WINS,
                          PAUA_REASON_PASSIVE};
}

/* Whether every legal move of the side to move is forbidden by the ko rule. */
static bool ko_leaves_none(const paua_game *game)
{
    paua_move_list list;
    paua_moves_generate(game->board, &game->position, &list);
    for (int i = 0; i < list.count; i++)
        if (!move_recreates(game, list.moves[i]))
            return false;
    return true;
}

paua_outcome paua_game_outcome(const paua_game *game)
{
    const paua_rules *rules = &game->rules;
    if (game->agreed.result != PAUA_RESULT_ONGOING)
        return game->agreed;
    paua_outcome outcome = paua_position_outcome(game->board, rules, &game->position);
    if (outcome.reason == PAUA_REASON_LINE && rules->line_progress)
        return rules_progress_outcome(game->board, &game->start, &game->position);
    if (outcome.result != PAUA_RESULT_ONGOING)
        return outcome;
    outcome = passive_outcome(game);
    if (outcome.result != PAUA_RESULT_ONGOING)
        return outcome;
    if (rules->repetition && count_occurrences(game) >= rules->repetition)
        return (paua_outcome){PAUA_RESULT_DRAW, PAUA_REASON_REPETITION};
    if (!rules->ko || !ko_leaves_none(game))
        return outcome;
    if (!rules->stuck_loses || game->position.players != PAUA_SIDES)
        return (paua_outcome){PAUA_RESULT_DRAW, PAUA_REASON_STUCK};
    return (paua_outcome){
        (paua_result)((int)PAUA_RESULT_BLACK_WINS + (int)PAUA_OTHER(game->position.to_move)),
        PAUA_REASON_STUCK};
}
