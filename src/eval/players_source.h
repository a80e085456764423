/* players_source.h - the features of "fitted" for three and more players and their weighted sum,
 * all of it counting bits. Compiled for any processor and for x86-64-v3; the build defines KERNEL
 * as the symbol. */
#include "eval/eval.h"

#include "base/bits.h"
#include "board/shape.h"
#include "eval/players.h"
#include "eval/players_weights.h"
#include "rules/teams.h"

#define INLINE static inline __attribute__((always_inline))

/* Whose marbles are what to one player. */
struct players_view {
    paua_set own, friends, others, empty; /* friends: own and the partner's; others: the rest */
};

/* Where the marbles are. */
INLINE void count_place(const struct eval *eval, paua_set own, int32_t *features)
{
    int distance = 0;
    for (int i = 0; i < eval->rings; i++)
        distance += eval->half_steps[i] * bits_count(own & eval->ring[i]);
    features[PLAYERS_MARBLES] = bits_count(own);
    features[PLAYERS_DISTANCE] = distance;
    for (int i = 0; i < FITTED_RINGS; i++)
        features[PLAYERS_RING_0 + i] = bits_count(own & eval->fitted.ring[i]);
}

/* How they stand together. */
INLINE void count_shape(const struct board_shape *shape, const struct players_view *view,
                        int32_t *features)
{
    paua_set alone = view->own;
    int pairs = 0, triples = 0, split = 0, liberties = 0;
    for (int d = 0; d < 3; d++) {
        const paua_set behind = view->own & board_step(shape, view->own, d);
        const paua_set before = view->own & board_step(shape, view->own, d + 3);
        alone &= ~(behind | before);
        pairs += bits_count(behind);
        triples += bits_count(behind & before);
        split += bits_count(view->own & board_step(shape, view->others, d) &
                            board_step(shape, view->others, d + 3));
        liberties += bits_count(view->own & board_step(shape, view->empty, d));
        liberties += bits_count(view->own & board_step(shape, view->empty, d + 3));
    }
    features[PLAYERS_PAIRS] = pairs;
    features[PLAYERS_ALONE] = bits_count(alone);
    features[PLAYERS_TRIPLES] = triples;
    features[PLAYERS_SPLIT] = split;
    features[PLAYERS_LIBERTIES] = liberties;
}

/* Rows that the player could eject from or push, and the marbles at their ends. A line may go on
 * with the partner's marbles (R19). */
INLINE void count_rows(const struct board_shape *shape, const struct players_view *view,
                       int32_t *features, paua_set *exposed, paua_set *pressed)
{
    for (int d = 0; d < PAUA_DIRECTION_COUNT; d++) {
        const paua_set hanging = view->others & shape->edge[d];
        const paua_set last =
            hanging | (view->others & board_step(shape, view->empty, board_back(d)));
        const paua_set two = view->friends & board_step(shape, view->own, d);
        const paua_set three = view->friends & board_step(shape, two, d);
        const paua_set first = view->others & board_step(shape, three, d);
        const paua_set pushed = (board_step(shape, two, d) | board_step(shape, first, d)) & last;
        features[PLAYERS_EJECT] += bits_count(pushed & hanging);
        features[PLAYERS_PUSH] += bits_count(pushed & ~hanging);
        *exposed |= pushed & hanging;
        *pressed |= pushed & ~hanging;
    }
}

/* What the team has ejected, and whether it needs no more than a few ejections to win. */
INLINE void count_score(const struct eval *eval, const paua_position *position, int side,
                        int32_t *features)
{
    const int score = teams_score(position, side), need = eval->win - score;
    features[PLAYERS_SCORE] = score;
    features[PLAYERS_NEED_1] = need <= 1;
    features[PLAYERS_NEED_2] = need <= 2;
    features[PLAYERS_NEED_3] = need <= 3;
}

/* All features of all players. */
INLINE void fill_features(const struct eval *eval, const struct board_shape *shape,
                          const paua_position *position,
                          int32_t features[PAUA_PLAYERS_MAX][PLAYERS_FEATURES])
{
    const int players = position->players;
    paua_set occupied = position->fixed | position->neutral, exposed = 0, pressed = 0;
    for (int side = 0; side < players; side++)
        occupied |= position->marbles[side];
    for (int side = 0; side < players; side++) {
        const int partner = teams_partner((paua_teams)position->teams, side);
        const paua_set own = position->marbles[side], friends = own | position->marbles[partner];
        const paua_set others = occupied & ~(friends | position->fixed | position->neutral);
        const struct players_view view = {own, friends, others, shape->all & ~occupied};
        for (int i = 0; i < PLAYERS_FEATURES; i++)
            features[side][i] = 0;
        count_score(eval, position, side, features[side]);
        count_place(eval, own, features[side]);
        count_shape(shape, &view, features[side]);
        count_rows(shape, &view, features[side], &exposed, &pressed);
    }
    for (int side = 0; side < players; side++) {
        features[side][PLAYERS_EXPOSED] = bits_count(exposed & position->marbles[side]);
        features[side][PLAYERS_PRESSED] = bits_count(pressed & position->marbles[side]);
    }
    features[position->to_move][PLAYERS_TURN] = 1;
    features[position->to_move][PLAYERS_TURN_EJECT] = features[position->to_move][PLAYERS_EJECT];
}

/* The weighted sum of each player, interpolated between the weights of both phases (tapered
 * evaluation). The features of the turn are left out. */
INLINE void score_features(const struct eval *eval, const paua_position *position,
                           int32_t features[PAUA_PLAYERS_MAX][PLAYERS_FEATURES],
                           int scores[PAUA_PLAYERS_MAX])
{
    const int whole = eval->win > 1 ? eval->win - 1 : 1, phase = players_phase(eval, position);
    for (int side = 0; side < position->players; side++) {
        int32_t sums[PLAYERS_PHASES] = {0};
        for (int i = 0; i < PLAYERS_TURN; i++)
            for (int k = 0; k < PLAYERS_PHASES; k++)
                sums[k] += features[side][i] * players_weights[k][i];
        scores[side] = (int)(((int64_t)sums[0] * (whole - phase) + (int64_t)sums[1] * phase) /
                             (whole * FITTED_ONE));
    }
}

static void features_any(const struct eval *eval, const paua_position *position,
                         int32_t features[PAUA_PLAYERS_MAX][PLAYERS_FEATURES])
{
    fill_features(eval, &eval->board->shape, position, features);
}

static void score_any(const struct eval *eval, const paua_position *position,
                      int scores[PAUA_PLAYERS_MAX])
{
    int32_t features[PAUA_PLAYERS_MAX][PLAYERS_FEATURES];
    if (eval->board->full)
        fill_features(eval, &board_full_shape, position, features);
    else
        fill_features(eval, &eval->board->shape, position, features);
    score_features(eval, position, features, scores);
}

const struct players_kernel KERNEL = {features_any, score_any};
