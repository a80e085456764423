/* ratings.c - turns a game of two to six players into pairwise comparisons for Glicko-2, reads
 * ratings from the store, and adds those after a game to a batch. */
#include "service/ratings/ratings.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "service/ratings/uncounted.h"
#include "store/tables/pair_games.h"

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

static double periods_between(int64_t from_ms, int64_t to_ms)
{
    return to_ms > from_ms ? (double)(to_ms - from_ms) / (double)RATING_PERIOD_MS : 0;
}

struct rating rating_of_row(const store_rating *row)
{
    return (struct rating){
        .glicko = {row->rating, row->deviation, row->volatility},
        .games = row->games,
        .wins = row->wins,
        .draws = row->draws,
        .losses = row->losses,
        .at_ms = row->at_ms,
    };
}

static void on_rating(const store_rating *row, void *context)
{
    *(struct rating *)context = rating_of_row(row);
}

paua_status rating_read(store *db, const char *account, const char *category, int64_t at_ms,
                        struct rating *out)
{
    *out = (struct rating){.glicko = glicko_newcomer()};
    paua_status status = store_rating_at(db, account, category, at_ms, on_rating, out);
    return status == PAUA_ERROR_NOT_FOUND ? PAUA_OK : status;
}

double rating_deviation_at(const struct rating *rating, int64_t at_ms)
{
    return glicko_age(rating->glicko, periods_between(rating->at_ms, at_ms)).deviation;
}

bool rating_is_provisional(const struct rating *rating, int64_t at_ms)
{
    return rating_deviation_at(rating, at_ms) > RATING_SURE;
}

store_certainty rating_certainty(int64_t at_ms)
{
    return (store_certainty){.deviation_max = RATING_SURE,
                             .growth = GLICKO_SCALE * GLICKO_SCALE / (double)RATING_PERIOD_MS,
                             .now_ms = at_ms};
}

/* Counts the game as won, drawn or lost by a side. */
static void count_result(struct rating *rating, const struct rating_update *game, int side)
{
    bool best = game->best >> side & 1;

    rating->games++;
    rating->wins += best && !game->drawn;
    rating->draws += best && game->drawn;
    rating->losses += !best;
}

/* Sets whether two of the players have played each other too often; both ratings count the games of
 * a pair, so another game of it that ends meanwhile is a conflict, after which this repeats. */
static paua_status check_pairs(store *db, int64_t at_ms, struct rating_update *self)
{
    self->played_too_often = false;
    for (int i = 0; i < self->players; i++) {
        for (int j = 0; j < i; j++) {
            store_pair_counts counts;
            paua_status status =
                store_pair_count(db, self->accounts[i], self->accounts[j], self->category,
                                 at_ms - RATING_PAIR_MS, at_ms + RATING_PAIR_MS, &counts);

            if (status != PAUA_OK)
                return status;
            self->played_too_often =
                uncounted_by_pair(self->is_short, self->same_address[i] >> j & 1, &counts);
            if (self->played_too_often)
                return PAUA_OK;
        }
    }
    return PAUA_OK;
}

paua_status rating_update_compute(store *db, int64_t at_ms, struct rating_update *self)
{
    struct rated_player players[PAUA_PLAYERS_MAX];

    for (int side = 0; side < self->players; side++) {
        struct rating *before = &self->before[side];
        paua_status status =
            rating_read(db, self->accounts[side], self->category, INT64_MAX, before);

        if (status != PAUA_OK)
            return status;
        players[side] = (struct rated_player){
            before->glicko, before->games ? periods_between(before->at_ms, at_ms) : 0,
            self->teams[side]};
    }
    paua_status status = check_pairs(db, at_ms, self);
    if (status != PAUA_OK)
        return status;
    struct glicko after[PAUA_PLAYERS_MAX];
    rate_game(players, self->players, self->best, after);
    for (int side = 0; side < self->players; side++) {
        self->after[side] = self->before[side];
        self->after[side].glicko = after[side];
        self->after[side].at_ms = at_ms;
        count_result(&self->after[side], self, side);
    }
    return PAUA_OK;
}

paua_status rating_update_renew(store *db, int64_t at_ms, struct rating_update *self)
{
    int games[PAUA_PLAYERS_MAX] = {0};

    for (int side = 0; side < self->players; side++)
        games[side] = self->before[side].games;
    paua_status status = rating_update_compute(db, at_ms, self);
    for (int side = 0; side < self->players && status == PAUA_OK; side++) {
        if (self->before[side].games != games[side])
            return PAUA_OK;
    }
    return status == PAUA_OK ? PAUA_ERROR_CONFLICT : status;
}

/* Adds the new ratings. */
static bool add_ratings(const struct rating_update *self, const char *game, store_batch *batch)
{
    for (int side = 0; side < self->players; side++) {
        const struct rating *after = &self->after[side];
        const store_rating row = {
            .account = self->accounts[side],
            .category = self->category,
            .rating = after->glicko.rating,
            .deviation = after->glicko.deviation,
            .volatility = after->glicko.volatility,
            .games = after->games,
            .wins = after->wins,
            .draws = after->draws,
            .losses = after->losses,
            .at_ms = after->at_ms,
            .game = game,
            .change = after->glicko.rating - self->before[side].glicko.rating,
        };

        if (!batch_set_rating(batch, &row))
            return false;
    }
    for (int side = 0; side < self->players; side++) {
        if (!batch_count_opponents(batch, self->accounts[side], self->category))
            return false;
    }
    return true;
}

/* What the game was like for a side. */
static store_pair_player pair_player(const struct rating_update *self, int side)
{
    const double change = self->after[side].glicko.rating - self->before[side].glicko.rating;

    return (store_pair_player){
        .account = self->accounts[side],
        .score = self->best >> side & 1 ? (self->drawn ? 1 : 2) : 0,
        .change = self->played_too_often ? 0 : change,
        .lag_ms = self->lag_ms[side],
    };
}

bool rating_update_add(const struct rating_update *self, const char *game, store_batch *batch)
{
    if (!self->played_too_often && !add_ratings(self, game, batch))
        return false;
    for (int i = 0; i < self->players; i++) {
        for (int j = 0; j < i; j++) {
            const store_pair_game row = {
                .at_ms = self->after[i].at_ms,
                .game = game,
                .category = self->category,
                .players = {pair_player(self, i), pair_player(self, j)},
                .counts = !self->played_too_often,
                .is_short = self->is_short,
                .same_address = self->same_address[i] >> j & 1,
                .paused_ms = self->paused_ms,
            };

            if (!batch_add_pair_game(batch, &row))
                return false;
        }
    }
    return true;
}
