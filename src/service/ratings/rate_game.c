/* rate_game.c - turns a game of two to six players into pairwise comparisons for Glicko-2. */
#include "service/ratings/rate_game.h"

#include <assert.h>

unsigned rate_game_best(const paua_position *end, paua_result result)
{
    unsigned best = 0;

    assert(result != PAUA_RESULT_ONGOING);
    if (result != PAUA_RESULT_DRAW)
        return paua_position_team(end, (paua_side)(result - PAUA_RESULT_BLACK_WINS));
    for (int side = 0; side < end->players; side++) {
        if (!(end->out >> side & 1))
            best |= paua_position_team(end, (paua_side)side);
    }
    return best;
}

/* Lists the comparisons of one player. Returns their number. */
static int compare_player(const struct rated_player *players, int count, int side, unsigned best,
                          struct glicko_result results[PAUA_PLAYERS_MAX])
{
    bool is_best = best >> side & 1;
    int opponents = 0, compared = 0;

    for (int other = 0; other < count; other++) {
        bool other_is_best = best >> other & 1;

        if (players[side].team >> other & 1)
            continue;
        opponents++;
        if (!is_best && !other_is_best)
            continue;
        results[compared++] = (struct glicko_result){
            .opponent = glicko_age(players[other].before, players[other].periods),
            .score = 0.5 + 0.5 * (is_best - other_is_best)};
    }
    for (int i = 0; i < compared; i++)
        results[i].weight = 1.0 / opponents;
    return compared;
}

void rate_game(const struct rated_player *players, int count, unsigned best, struct glicko *after)
{
    struct glicko_result results[PAUA_PLAYERS_MAX];

    assert(count >= PAUA_SIDES && count <= PAUA_PLAYERS_MAX && best != 0);
    for (int side = 0; side < count; side++) {
        int compared = compare_player(players, count, side, best, results);

        after[side] = glicko_update(players[side].before, results, compared, players[side].periods);
    }
}
