/* ratings.h - the ratings of accounts in the store, and their update by rated games of two to six
 * players.
 *
 * A rating is stored with its number of games, and a write of game n succeeds only if the store has
 * n - 1 (batch_set_rating). The end of a game reads the ratings of its players, computes the new
 * ones, and commits them with the event that ends the game. If another game of one of the players
 * ended first, also on another server of the store, the whole batch conflicts and is repeated with
 * the ratings of that moment.
 */
#ifndef SERVICE_RATINGS_H
#define SERVICE_RATINGS_H

#include <stdbool.h>

#include <paua/game.h>

#include "service/core/account_name.h"
#include "service/ratings/glicko.h"
#include "service/ratings/rating_category.h"
#include "store/core/batch.h"
#include "store/tables/ratings.h"

#define RATING_PERIOD_MS ((int64_t)5 * 24 * 60 * 60 * 1000)
/* A rating is provisional while its deviation is larger. */
#define RATING_SURE 110.0

/* An account in a category after its newest game there. */
struct rating {
    struct glicko glicko;
    int games, wins, draws, losses; /* rated ones */
    int64_t at_ms;                  /* of the newest game, since 1970 */
};

/* Reads the rating at a time; without a game it is a newcomer's. PAUA_OK, or why the store cannot
 * be read. */
paua_status rating_read(store *db, const char *account, const char *category, int64_t at_ms,
                        struct rating *out);
/* The rating in a row of the store. */
struct rating rating_of_row(const store_rating *row);
/* The deviation at a time after the newest game. */
double rating_deviation_at(const struct rating *rating, int64_t at_ms);
bool rating_is_provisional(const struct rating *rating, int64_t at_ms);
/* The condition by which the store lists ratings in standings: they are not provisional at this
 * time. */
store_certainty rating_certainty(int64_t at_ms);

/* The ratings after a game of two to six players, by pairwise comparison. Pure.
 *
 * The best players of a game are its winner with the winner's team, or in a draw all players who
 * have not left. Each of them is compared with every player of another team: a win against the
 * others, a draw among the best. Two losers are not compared, as the result does not order them.
 * (Counted as draws, such pairs pull all ratings together: a player who never wins a game of six
 * would stay 70 points below the others.)
 *
 * This is Luce's choice axiom, "Individual Choice Behavior" (1959): given that one of two players
 * wins, the odds between them do not depend on the other players. So a rating means the same for
 * every number of players.
 *
 * A comparison counts as 1/n of a game, where n is the number of a player's opponents: a game
 * counts at most once for each player, as when Elo's expectation is averaged over the opponents. */
struct rated_player {
    struct glicko before;
    double periods; /* since the game before, in rating periods */
    unsigned team;  /* the sides of the player's team, the player's own included, as bits */
};

/* The best sides of a game that is over, as bits. */
unsigned rate_game_best(const paua_position *end, paua_result result);

/* Computes the ratings after a game of `count` players with these best sides. */
void rate_game(const struct rated_player *players, int count, unsigned best, struct glicko *after);

/* The update of ratings by the end of a game. The caller sets the first part. */
struct rating_update {
    char category[RATING_CATEGORY_SIZE];
    int players;
    char accounts[PAUA_PLAYERS_MAX][ACCOUNT_ID_SIZE + 1]; /* all different */
    unsigned teams[PAUA_PLAYERS_MAX];                     /* as in rated_player */
    unsigned best;                                        /* rate_game_best() */
    bool drawn;
    bool is_short;
    unsigned same_address[PAUA_PLAYERS_MAX]; /* the sides that have played from one with the side */
    int64_t paused_ms;
    int64_t lag_ms[PAUA_PLAYERS_MAX]; /* given back in the game */

    struct rating before[PAUA_PLAYERS_MAX], after[PAUA_PLAYERS_MAX];
    bool played_too_often; /* two of them (uncounted.h): the game does not count */
};

/* Reads the ratings of the players and computes those after the game, if it counts. PAUA_OK, or why
 * the store cannot be read. */
paua_status rating_update_compute(store *db, int64_t at_ms, struct rating_update *self);

/* Repeats that after a conflict. PAUA_ERROR_CONFLICT: the ratings have not changed, so something
 * else conflicted. */
paua_status rating_update_renew(store *db, int64_t at_ms, struct rating_update *self);

/* Adds the new ratings to a batch, if the game counts, and what it was like for each two players.
 * False: out of memory. */
bool rating_update_add(const struct rating_update *self, const char *game, store_batch *batch);

#endif /* SERVICE_RATINGS_H */
