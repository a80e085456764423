/* limit.c - corrects scores for the limits of a game.
 *
 * Logistic regressions of the result on the static score and the lead in marbles, one for each
 * range of plies left, gave the shape of the weights, matches of 600 games their constants. A
 * limit at which the game is drawn anyway needs no correction: one was worth nothing. */
#include "search/limit.h"

#include <limits.h>
#include <math.h>

#include "rules/nearness.h"
#include "search/search.h"

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
    worker->limit.by_ply = two && end_left(worker) - SEARCH_PLIES <= NEAR;
    worker->limit.end_ply =
        worker->limit.by_ply ? worker->position.ply + end_left(worker) : INT_MAX;
    worker->limit.end_quiet = worker->limit.by_quiet ? worker->rules.quiet : INT_MAX;
}

int limit_end_within(const struct worker *worker, int depth)
{
    const int left = plies_left(worker);
    return worker->rules.plies && left <= depth ? left : 0;
}

bool limit_may_end_within(const struct worker *worker, int depth)
{
    const uint8_t *ejected = worker->position.ejected;
    return (worker->limit.by_quiet && quiet_left(worker) <= depth) ||
           (worker->limit.by_ply && end_left(worker) <= depth && ejected[0] + ejected[1] == 0);
}

/* Whether a game that is not drawn can only be decided by ejections, now or at its end. */
static bool only_ejections_count(const struct worker *worker)
{
    return !worker->rules.stuck_loses && !nearness_turn(&worker->rules) &&
           !worker->position.central;
}

/* Whether this number of ejections wins, at once or at the limit of plies. */
static bool is_enough(const paua_rules *rules, int own, int other)
{
    return own >= rules->win || (rules->score_decides && own > other);
}

bool limit_decides(const struct worker *worker, int left, int alpha, int beta, int *score)
{
    if (!only_ejections_count(worker))
        return false;
    const paua_rules *rules = &worker->rules;
    const int own = worker->position.ejected[worker->position.to_move];
    const int other = worker->position.ejected[1 - worker->position.to_move];
    const bool can_win = is_enough(rules, own + (left + 1) / 2, other);
    const bool can_lose = is_enough(rules, other + left / 2, own);
    *score = search_draw_score(worker);
    return (!can_win && (!can_lose || *score <= alpha)) || (!can_lose && *score >= beta);
}

bool limit_asks_ejection(const struct worker *worker, int left, int alpha)
{
    const int own = worker->position.ejected[worker->position.to_move];
    const int other = worker->position.ejected[1 - worker->position.to_move];
    return search_draw_score(worker) <= alpha && only_ejections_count(worker) &&
           !is_enough(&worker->rules, own + (left - 1) / 2, other);
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
