/* limit.c - corrects scores for the limits of a game.
 *
 * Logistic regressions of the result on the static score and the lead in marbles, one for each
 * range of plies left, gave the shape of the weights, matches of 600 games their constants. A
 * limit at which the game is drawn anyway needs no correction: one was worth nothing. */
#include "search/limit.h"

#include <limits.h>
#include <math.h>

#include "rules/nearness.h"

enum {
    NEAR = 48,         /* plies left within which they are part of the key */
    WEIGHT_ONE = 1024, /* a weight of 1 */
};

/* Of n plies left: what the static score and a lead of one marble are worth. */
static double score_weight_decided(int n)
{
    return 1 - exp(-n / 10.0);
}

static double lead_weight_decided(const struct search_parameters *parameters, int n)
{
    return parameters->limit_lead / 100.0 / sqrt(n + 1) * exp(-n / 70.0);
}

static double score_weight_quiet(int n)
{
    return 1 - exp(-n / 18.0);
}

void limit_fill_weights(struct worker *worker)
{
    struct limit_weights *weights = &worker->limit;
    for (int n = 0; n <= LIMIT_FAR; n++) {
        weights->decided[n] = (int16_t)lround(WEIGHT_ONE * score_weight_decided(n));
        weights->lead[n] = (int16_t)lround(1000 * lead_weight_decided(worker->parameters, n));
        weights->quiet[n] = (int16_t)lround(WEIGHT_ONE * score_weight_quiet(n));
    }
}

/* Plies left to a limit; 0 where it is reached. */
static int plies_left(const struct worker *worker)
{
    int left = worker->rules.plies - (worker->position.ply - 1);
    return left > 0 ? left : 0;
}

/* Plies left to the ply at which the game ends, or at which nearness may end it. */
static int end_left(const struct worker *worker)
{
    const int nearness = nearness_turn(&worker->rules) * worker->position.players;
    const int to_nearness = nearness - (worker->position.ply - 1);
    int left = worker->rules.plies ? plies_left(worker) : INT_MAX;
    return nearness && to_nearness > 0 && to_nearness < left ? to_nearness : left;
}

static int quiet_left(const struct worker *worker)
{
    int left = worker->rules.quiet - worker->position.quiet;
    return left > 0 ? left : 0;
}

void limit_set_up(struct worker *worker)
{
    bool two = worker->position.players == PAUA_SIDES;
    worker->limit.by_score = two && worker->rules.plies && worker->rules.score_decides &&
                             plies_left(worker) - SEARCH_PLIES <= LIMIT_FAR;
    worker->limit.by_quiet = two && worker->rules.quiet;
    worker->limit.by_ply = two && (worker->rules.plies || nearness_turn(&worker->rules));
}

struct net_limits limit_of_rules(const paua_rules *rules)
{
    return (struct net_limits){rules->quiet, rules->score_decides ? rules->plies : 0};
}

/* Whether quiet plies draw before the score decides, unless a marble is ejected. */
static bool draws_first(const struct worker *worker)
{
    const paua_position *position = &worker->position;
    return worker->limit.by_quiet &&
           net_quiet_counts(&worker->eval->limits, position->quiet, position->ply - 1);
}

int limit_correct(const struct worker *worker, int score)
{
    const struct limit_weights *weights = &worker->limit;
    const paua_position *position = &worker->position;
    int left;
    if (draws_first(worker)) {
        if ((left = quiet_left(worker)) <= LIMIT_FAR)
            score = score * weights->quiet[left] / WEIGHT_ONE;
    } else if (weights->by_score && (left = plies_left(worker)) <= LIMIT_FAR) {
        int own = position->to_move, other = 1 - own;
        score = score * weights->decided[left] / WEIGHT_ONE +
                (position->ejected[own] - position->ejected[other]) * weights->lead[left];
    }
    return score > EVAL_SCORE_MOST    ? EVAL_SCORE_MOST
           : score < -EVAL_SCORE_MOST ? -EVAL_SCORE_MOST
                                      : score;
}

uint64_t limit_key(const struct worker *worker, int later)
{
    const struct limit_weights *weights = &worker->limit;
    uint64_t left = 0;
    if (weights->by_ply && end_left(worker) - later <= NEAR)
        left = (uint64_t)(end_left(worker) - later + 2) << 32;
    if (draws_first(worker)) {
        left |= (uint64_t)weights->by_score << 31;
        if (quiet_left(worker) - later <= NEAR)
            left |= (uint64_t)(quiet_left(worker) - later + 2);
    }
    return left * UINT64_C(0x9e3779b97f4a7c15);
}
