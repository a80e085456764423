/* expectation.c - scores as expectations: the logistic curve for one player, and shares of a point
 * for all players of a position. */
#include "search/expectation.h"

#include <math.h>

#include "search/search.h"

double paua_score_expectation(int score, int parties)
{
    if (score >= PAUA_SCORE_FORCED)
        return 1.0;
    if (score <= -PAUA_SCORE_FORCED)
        return 0.0;
    return 1.0 / (1.0 + (parties - 1) * exp(-score / PAUA_EXPECTATION_SCALE));
}

/* Whether the player speaks for its party: the first one of a team of which somebody is left. */
static bool is_party(const paua_position *position, int side)
{
    unsigned team = paua_position_team(position, (paua_side)side);
    bool first = !(team & ((1u << side) - 1));
    return first && (team & ~(unsigned)position->out);
}

int expectation_parties(const paua_position *position)
{
    int parties = 0;
    for (int side = 0; side < position->players; side++)
        parties += is_party(position, side);
    return parties;
}

/* Gives all members of each party its part of the sum of the parties' weights. */
static void divide_point(const paua_position *position, const double weights[PAUA_PLAYERS_MAX],
                         double out[PAUA_PLAYERS_MAX])
{
    double sum = 0.0;
    for (int side = 0; side < position->players; side++)
        sum += is_party(position, side) ? weights[side] : 0.0;
    for (int side = 0; side < PAUA_PLAYERS_MAX; side++)
        out[side] = 0.0;
    for (int side = 0; side < position->players; side++) {
        if (!is_party(position, side))
            continue;
        unsigned team = paua_position_team(position, (paua_side)side);
        double part = sum > 0.0 ? weights[side] / sum : 1.0 / expectation_parties(position);
        for (int member = side; member < position->players; member++)
            if (team >> member & 1)
                out[member] = part;
    }
}

/* Sets the weight of all members of a player's team. */
static void weigh_team(const paua_position *position, paua_side side, double weight,
                       double weights[PAUA_PLAYERS_MAX])
{
    for (int member = 0; member < position->players; member++)
        if (paua_position_team(position, side) >> member & 1)
            weights[member] = weight;
}

/* Scales the weights of all who are not in the team of `side` so that they add up to what it
 * leaves of 1. */
static void weigh_rest(const paua_position *position, paua_side side,
                       double weights[PAUA_PLAYERS_MAX])
{
    unsigned team = paua_position_team(position, side);
    double rest = 0.0;
    for (int other = 0; other < position->players; other++)
        if (is_party(position, other) && !(team >> other & 1))
            rest += weights[other];
    for (int other = 0; other < position->players && rest > 0.0; other++)
        if (!(team >> other & 1))
            weights[other] *= (1.0 - weights[side]) / rest;
}

void expectation_share(const paua_engine *engine, const paua_position *position,
                       const struct scored_view *views, int count, double out[PAUA_PLAYERS_MAX])
{
    int scores[PAUA_PLAYERS_MAX], parties = expectation_parties(position);
    double weights[PAUA_PLAYERS_MAX];
    engine_player_scores(engine, position, scores);
    for (int side = 0; side < position->players; side++)
        weights[side] = paua_score_expectation(scores[side], parties);
    for (int i = 0; i < count; i++) {
        if (views[i].score >= PAUA_SCORE_FORCED) {
            paua_result won = (paua_result)((int)PAUA_RESULT_BLACK_WINS + (int)views[i].side);
            expectation_of_result(position, won, out);
            return;
        }
        weigh_team(position, views[i].side, paua_score_expectation(views[i].score, parties),
                   weights);
    }
    if (count == 1)
        weigh_rest(position, views[0].side, weights);
    divide_point(position, weights, out);
}

void paua_expectation_share(const paua_engine *engine, const paua_game *game, int score,
                            double out[PAUA_PLAYERS_MAX])
{
    const paua_position *position = paua_game_position(game);
    paua_result result = paua_game_outcome(game).result;
    struct scored_view view = {(paua_side)position->to_move, score};
    if (result != PAUA_RESULT_ONGOING)
        expectation_of_result(position, result, out);
    else
        expectation_share(engine, position, &view, 1, out);
}

void expectation_of_result(const paua_position *position, paua_result result,
                           double out[PAUA_PLAYERS_MAX])
{
    double weights[PAUA_PLAYERS_MAX] = {0}; /* a draw: nobody is ahead */
    if (result != PAUA_RESULT_DRAW)
        weigh_team(position, (paua_side)((int)result - (int)PAUA_RESULT_BLACK_WINS), 1.0, weights);
    divide_point(position, weights, out);
}
