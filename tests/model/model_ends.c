/* model_ends.c - see model_ends.h. */
#include "model_ends.h"

#include <limits.h>
#include <stdlib.h>

static const struct model_outcome goes_on = {false, -1, MODEL_NO_REASON};

static struct model_outcome drawn(enum model_reason reason)
{
    return (struct model_outcome){true, -1, reason};
}

/* The first of a player's team: that is whose win it is called. */
static int first_of_team(const struct model_position *position, int player)
{
    int first = 0;

    while (!model_partners(position, first, player))
        first++;
    return first;
}

static struct model_outcome won(const struct model_position *position, int player,
                                enum model_reason reason)
{
    return (struct model_outcome){true, first_of_team(position, player), reason};
}

/* R11, R19 */
static int score_of(const struct model_position *position, const struct model_laws *laws,
                    int player)
{
    int score = 0;

    for (int other = 0; other < position->players; other++)
        if (player == other || (laws->share && model_partners(position, player, other)))
            score += position->ejected[other];
    return score;
}

/* Whether somebody of the player's team has not left (R15). */
static bool still_there(const struct model_position *position, int player)
{
    for (int other = 0; other < position->players; other++)
        if (model_partners(position, player, other) && !position->gone[other])
            return true;
    return false;
}

/* Twice the steps from a cell to the centre, which is where the middles of all rows and columns meet. */
static int from_centre(const struct model_board *board, int cell)
{
    int rows = abs(2 * board->row[cell] - (board->rows - 1));
    int columns = abs(2 * board->column[cell] - (board->sides[0] + board->sides[2]));
    int across = abs(2 * board->row[cell] - (board->rows - 1) -
                     (2 * board->column[cell] - (board->sides[0] + board->sides[2])));
    int most = rows > columns ? rows : columns;

    return across > most ? across : most;
}

/* Twice the rows between a cell and the row in the middle. */
static int from_line(const struct model_board *board, int cell)
{
    return abs(2 * board->row[cell] - (board->rows - 1));
}

/* A number as a fraction. */
struct fraction {
    int64_t over, under;
};

/* R14: the mean distance of a team's marbles; none at all are farther away than any. */
static struct fraction distance_of(const struct model_board *board, const struct model_laws *laws,
                                   const struct model_position *position, int player, bool line)
{
    struct fraction mean = {0, 0};

    for (int other = 0; other < position->players; other++) {
        if (!model_partners(position, player, other))
            continue;
        for (int cell = 0; cell < board->cells; cell++)
            if (position->cell[cell] == model_letters[other]) {
                mean.over += line ? from_line(board, cell) : from_centre(board, cell);
                mean.under++;
            }
    }
    if (mean.under == 0)
        return (struct fraction){1000000, 1};
    if (!laws->mean)
        mean.under = 1;
    return mean;
}

static int compare_fractions(struct fraction a, struct fraction b)
{
    int64_t left = a.over * b.under, right = b.over * a.under;

    return (left > right) - (left < right);
}

/* The team with the largest value wins; several with it draw. Who has left does not count. */
static struct model_outcome largest(const struct model_position *position,
                                    const struct model_laws *laws, const struct fraction *values,
                                    enum model_reason reason)
{
    int best = -1;
    bool shared = false;

    for (int player = 0; player < position->players; player++) {
        if (first_of_team(position, player) != player ||
            (laws->gone_lose && !still_there(position, player)))
            continue;
        int order = best < 0 ? 1 : compare_fractions(values[player], values[best]);
        if (order > 0)
            best = player;
        shared = order == 0 || (order < 0 && shared);
    }
    return best < 0 || shared ? drawn(reason) : won(position, best, reason);
}

static struct model_outcome by_score(const struct model_position *position,
                                     const struct model_laws *laws)
{
    struct fraction values[MODEL_PLAYERS];

    for (int player = 0; player < position->players; player++)
        values[player] = (struct fraction){score_of(position, laws, player), 1};
    return largest(position, laws, values, MODEL_SCORE);
}

/* By the distance to the centre, or to the line through it, which is for two players only. */
static struct model_outcome by_centre(const struct model_board *board,
                                      const struct model_laws *laws,
                                      const struct model_position *position, bool line)
{
    struct fraction values[MODEL_PLAYERS];

    for (int player = 0; player < position->players; player++) {
        values[player] = distance_of(board, laws, position, player, line);
        values[player].over = -values[player].over;
    }
    return largest(position, laws, values, line ? MODEL_BY_LINE : MODEL_CENTRE);
}

/* R10, R11, R18, in the order in which they count. */
static struct model_outcome by_ejections(const struct model_laws *laws, int win,
                                         const struct model_position *position)
{
    if (position->crowned >= 0)
        return won(position, position->crowned, MODEL_CENTRAL);
    for (int player = 0; player < position->players; player++)
        if (score_of(position, laws, player) >= win)
            return won(position, player, MODEL_EJECTIONS);
    return goes_on;
}

/* R11: the others have left. */
static struct model_outcome by_being_alone(const struct model_position *position)
{
    int teams = 0, last = -1;
    bool left = false;

    for (int player = 0; player < position->players; player++) {
        left = left || position->gone[player];
        if (first_of_team(position, player) == player && still_there(position, player)) {
            teams++;
            last = player;
        }
    }
    return left && teams == 1 ? won(position, last, MODEL_RESIGNATION) : goes_on;
}

/* R12 */
static struct model_outcome by_being_stuck(const struct model_ends *ends,
                                           const struct model_position *position)
{
    if (ends->stuck_loses && position->players == 2)
        return won(position, 1 - position->side, MODEL_STUCK);
    return drawn(MODEL_STUCK);
}

static bool nobody_has_ejected(const struct model_position *position)
{
    for (int player = 0; player < position->players; player++)
        if (position->ejected[player] > 0)
            return false;
    return true;
}

struct model_outcome model_position_outcome(const struct model_board *board,
                                            const struct model_laws *laws,
                                            const struct model_ends *ends,
                                            const struct model_position *position)
{
    static struct model_move moves[MODEL_MOVES];
    struct model_outcome outcome = by_ejections(laws, ends->win, position);
    /* the count stops there, where every limit has been reached */
    int played = position->ply == 65535 ? INT_MAX : position->ply - 1;

    if (!outcome.over)
        outcome = by_being_alone(position);
    if (outcome.over)
        return outcome;
    if (model_moves(board, &model_laws_right, position, moves) == 0)
        return by_being_stuck(ends, position);
    if (ends->centre_turn > 0 && played >= ends->centre_turn * position->players &&
        nobody_has_ejected(position))
        return by_centre(board, laws, position, false);
    if (ends->line_turn > 0 && played >= ends->line_turn * position->players &&
        nobody_has_ejected(position))
        return by_centre(board, laws, position, laws->line && position->players == 2);
    if (ends->quiet > 0 && position->quiet >= ends->quiet)
        return drawn(MODEL_QUIET);
    if (ends->plies > 0 && played >= ends->plies)
        return ends->score_decides ? by_score(position, laws) : drawn(MODEL_PLIES);
    return goes_on;
}

uint64_t model_perft(const struct model_board *board, const struct model_position *position,
                     int win, int depth)
{
    uint64_t sum = 0;

    if (depth == 0)
        return 1;
    if (win > 0 && by_ejections(&model_laws_right, win, position).over)
        return 0;
    struct model_move *moves = malloc(MODEL_MOVES * sizeof *moves);
    if (moves == NULL)
        abort();
    int count = model_moves(board, &model_laws_right, position, moves);
    for (int i = 0; i < count; i++)
        sum += model_perft(board, &moves[i].after, win, depth - 1);
    free(moves);
    return sum;
}

void model_game_start(struct model_game *game, const struct model_board *board,
                      const struct model_laws *laws, const struct model_ends *ends,
                      const struct model_position *start)
{
    game->board = board;
    game->laws = *laws;
    game->ends = *ends;
    game->count = game->departures = 0;
    game->position[0] = *start;
    game->agreed = goes_on;
}

/* How often a position has been in the game so far. */
static int times_seen(const struct model_game *game, const struct model_position *position)
{
    int times = 0;

    for (int i = 0; i <= game->count; i++)
        times += model_position_same(&game->position[i], position);
    return times;
}

/* Moves of the current position that the rule of ko, if it is on, allows. */
static int allowed_moves(const struct model_game *game, struct model_move *moves)
{
    int kept = 0;
    int count = model_moves(game->board, &game->laws, &game->position[game->count], moves);

    for (int i = 0; i < count; i++)
        if (!game->ends.ko || times_seen(game, &moves[i].after) == 0)
            moves[kept++] = moves[i];
    return kept;
}

int model_game_moves(const struct model_game *game, struct model_move *moves)
{
    return model_game_outcome(game).over ? 0 : allowed_moves(game, moves);
}

struct model_outcome model_game_outcome(const struct model_game *game)
{
    static struct model_move moves[MODEL_MOVES];
    const struct model_position *now = &game->position[game->count];
    struct model_outcome outcome = game->agreed;

    if (!outcome.over)
        outcome = model_position_outcome(game->board, &game->laws, &game->ends, now);
    if (outcome.over)
        return outcome;
    if (game->ends.repetition > 0 && times_seen(game, now) >= game->ends.repetition)
        return drawn(MODEL_REPETITION);
    return allowed_moves(game, moves) == 0 ? by_being_stuck(&game->ends, now) : goes_on;
}

void model_game_play(struct model_game *game, const struct model_position *after)
{
    game->position[++game->count] = *after;
}

bool model_game_take_back(struct model_game *game)
{
    if (game->count == 0)
        return false;
    while (game->departures > 0 && game->departure[game->departures - 1].move == game->count)
        game->departures--;
    game->count--;
    game->agreed = goes_on;
    return true;
}

bool model_game_leave(struct model_game *game, int player, enum model_reason reason)
{
    struct model_position *now = &game->position[game->count];

    if (model_game_outcome(game).over || now->gone[player])
        return false;
    if (now->players == 2) {
        game->agreed = won(now, 1 - player, reason);
        return true;
    }
    game->departure[game->departures++] = (struct model_departure){game->count, player, reason};
    now->gone[player] = 1;
    model_position_turn(game->board, &game->laws, now, now->side);
    struct model_outcome alone = by_being_alone(now);
    if (alone.over)
        game->agreed = won(now, alone.winner, reason);
    return true;
}
