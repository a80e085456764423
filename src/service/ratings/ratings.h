/* ratings.h - the ratings of accounts in the store, and their update by rated games.
 *
 * A rating is stored with its number of games, and a write of game n succeeds only if the store has
 * n - 1 (batch_set_rating). The end of a game reads the ratings of its players, computes the new
 * ones, and commits them with the event that ends the game. If another game of one of the players
 * ended first, also on another server of the store, the whole batch conflicts and is repeated with
 * the ratings of that moment.
 */
#ifndef SERVICE_RATINGS_H
#define SERVICE_RATINGS_H

#include "service/core/account_name.h"
#include "service/ratings/rate_game.h"
#include "service/ratings/rating_category.h"
#include "store/core/batch.h"
#include "store/tables/ratings.h"

#define RATING_PERIOD_MS ((int64_t)5 * 24 * 60 * 60 * 1000)
/* A rating is provisional while its deviation is larger. */
#define RATING_SURE 110.0

/* A game of two accounts that have this many rated games in the category within this time changes
 * no rating, so that nobody rises by games against a few accounts of his own. Looked for among the
 * newest games of that one who has fewer. */
#define RATING_PAIR_GAMES  10
#define RATING_PAIR_MS     ((int64_t)24 * 60 * 60 * 1000)
#define RATING_PAIR_NEWEST 200

/* The standings have who has played this many others in the newest games of the category. */
#define RATING_STANDING_OPPONENTS 5
#define RATING_STANDING_NEWEST    50

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
 * time, and come from games against several others. */
store_certainty rating_certainty(int64_t at_ms);

/* The update of ratings by the end of a game. The caller sets the first part. */
struct rating_update {
    char category[RATING_CATEGORY_SIZE];
    int players;
    char accounts[PAUA_PLAYERS_MAX][ACCOUNT_ID_SIZE + 1]; /* all different */
    unsigned teams[PAUA_PLAYERS_MAX];                     /* as in rated_player */
    unsigned best;                                        /* rate_game_best() */
    bool drawn;

    struct rating before[PAUA_PLAYERS_MAX], after[PAUA_PLAYERS_MAX];
    bool played_too_often; /* two of them, RATING_PAIR_GAMES: the game does not count */
};

/* Reads the ratings of the players and computes those after the game, if it counts. PAUA_OK, or why
 * the store cannot be read. */
paua_status rating_update_compute(store *db, int64_t at_ms, struct rating_update *self);

/* Repeats that after a conflict. PAUA_ERROR_CONFLICT: the ratings have not changed, so something
 * else conflicted. */
paua_status rating_update_renew(store *db, int64_t at_ms, struct rating_update *self);

/* Adds the new ratings to a batch, if the game counts. False: out of memory. */
bool rating_update_add(const struct rating_update *self, const char *game, store_batch *batch);

#endif /* SERVICE_RATINGS_H */
