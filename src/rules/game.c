#include <paua/game.h>

#include <stdlib.h>

struct paua_game {
    const paua_board *board; /* borrowed */
    paua_rules rules;
    paua_position start;
    paua_position position;
    paua_outcome agreed; /* resignation or agreement; else ongoing */
    int count;           /* moves played */
    int capacity;        /* of each array below */
    paua_move *moves;    /* owned, as the two that follow */
    uint64_t *keys;      /* of the position before each move */
    paua_undo *undos;
};

paua_status paua_game_new(const paua_board *board, const paua_rules *rules,
                          const paua_position *start, paua_game **out)
{
    if (rules->win == 0)
        return PAUA_BAD_ARGUMENT;
    if (paua_position_check(board, start) != PAUA_OK)
        return PAUA_BAD_POSITION;
    paua_game *game = calloc(1, sizeof *game);
    if (!game)
        return PAUA_NO_MEMORY;
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
    return game->moves[i];
}

const uint64_t *paua_game_keys(const paua_game *game)
{
    return game->keys;
}

/* Grows one array; on failure it stays as it was. */
static bool grow(void **array, int capacity, size_t size)
{
    void *larger = realloc(*array, (size_t)capacity * size);
    if (larger)
        *array = larger;
    return larger != NULL;
}

static bool make_room(paua_game *game)
{
    if (game->count < game->capacity)
        return true;
    int capacity = game->capacity ? 2 * game->capacity : 64;
    if (!grow((void **)&game->moves, capacity, sizeof *game->moves) ||
        !grow((void **)&game->keys, capacity, sizeof *game->keys) ||
        !grow((void **)&game->undos, capacity, sizeof *game->undos))
        return false;
    game->capacity = capacity;
    return true;
}

paua_status paua_game_play(paua_game *game, paua_move move)
{
    if (paua_game_outcome(game).result != PAUA_ONGOING ||
        !paua_move_legal(game->board, &game->position, move))
        return PAUA_ILLEGAL_MOVE;
    if (!make_room(game))
        return PAUA_NO_MEMORY;
    game->moves[game->count] = move;
    game->keys[game->count] = game->position.key;
    paua_position_make(game->board, &game->position, move, &game->undos[game->count]);
    game->count++;
    return PAUA_OK;
}

paua_status paua_game_takeback(paua_game *game)
{
    if (game->count == 0)
        return PAUA_NOT_FOUND;
    game->count--;
    paua_position_unmake(game->board, &game->position, game->moves[game->count],
                         &game->undos[game->count]);
    game->agreed = (paua_outcome){PAUA_ONGOING, PAUA_BY_NONE};
    return PAUA_OK;
}

static paua_status end(paua_game *game, paua_result result, paua_reason reason)
{
    if (paua_game_outcome(game).result != PAUA_ONGOING)
        return PAUA_CONFLICT;
    game->agreed = (paua_outcome){result, reason};
    return PAUA_OK;
}

paua_status paua_game_resign(paua_game *game, paua_side side)
{
    return end(game, side == PAUA_BLACK ? PAUA_WHITE_WINS : PAUA_BLACK_WINS, PAUA_BY_RESIGNATION);
}

paua_status paua_game_agree_draw(paua_game *game)
{
    return end(game, PAUA_DRAW, PAUA_BY_AGREEMENT);
}

/* How often the current position has occurred. An ejection can't be undone, so only the positions
 * since the last one need a look; the key tells the side to move, too. */
static int occurrences(const paua_game *game)
{
    int times = 1;
    for (int i = game->count - 2; i >= 0 && i >= game->count - game->position.quiet; i -= 2)
        times += game->keys[i] == game->position.key;
    return times;
}

paua_outcome paua_game_outcome(const paua_game *game)
{
    if (game->agreed.result != PAUA_ONGOING)
        return game->agreed;
    paua_outcome outcome = paua_position_outcome(game->board, &game->rules, &game->position);
    if (outcome.result == PAUA_ONGOING && game->rules.repetition &&
        occurrences(game) >= game->rules.repetition)
        return (paua_outcome){PAUA_DRAW, PAUA_BY_REPETITION};
    return outcome;
}
