/* ratings.h - ratings on disk. As accounts.h. */
#ifndef STORE_RATINGS_H
#define STORE_RATINGS_H

#include "store/tables/accounts.h"

/* A rating after a game, or as it is now. */
typedef struct store_rating {
    const char *account;
    const char *category; /* such as "2-fast" */
    double rating, deviation, volatility;
    int games; /* that were rated, this one included */
    int wins, draws, losses;
    int64_t at_ms;    /* of the last game, since 1970 */
    const char *game; /* its id */
    double change;    /* of the rating, by that game */
} store_rating;

/* Sets the rating of an account in a category, and adds it to its history. A conflict: its `games`
 * is not one more than those stored, because another game has changed it meanwhile. */
bool batch_set_rating(store_batch *batch, const store_rating *rating);

/* The standings have who has played this many others in the newest games of the category. Both
 * numbers are in the tables: other ones need a new version of these. */
#define RATING_OPPONENTS_MIN    5
#define RATING_OPPONENTS_NEWEST 50

/* Counts these others of a rating, for the standings: in a batch that has set those of all players,
 * or later. */
bool batch_count_opponents(store_batch *batch, const char *account, const char *category);

/* The ratings of an account, one a category. */
paua_status store_ratings(store *self, const char *account,
                          bool (*each)(const store_rating *rating, void *context), void *context);
/* The history of one of them, newest first: of the games before number `before` (0: all). */
paua_status store_rating_history(store *self, const char *account, const char *category, int before,
                                 int most, bool (*each)(const store_rating *rating, void *context),
                                 void *context);
/* One of them as it was then. PAUA_ERROR_NOT_FOUND: the account had none. */
paua_status store_rating_at(store *self, const char *account, const char *category, int64_t at_ms,
                            void (*found)(const store_rating *rating, void *context),
                            void *context);
/* What a game made of the ratings of its players. */
paua_status store_game_ratings(store *self, const char *game,
                               bool (*each)(const store_rating *rating, void *context),
                               void *context);

/* From which certainty on a rating counts. The square of a deviation grows with the time since the
 * last game by `growth` times the square of the volatility in a millisecond. */
typedef struct store_certainty {
    double deviation_max;
    double growth;
    int64_t now_ms; /* since 1970 */
} store_certainty;

/* The accounts of a category whose ratings are certain enough and come from games against
 * RATING_OPPONENTS_MIN others, best first, from rank `skip` on; closed accounts are left out, and
 * without `bots` those whose settings have "bot":true. */
paua_status store_standings(store *self, const char *category, const store_certainty *certain,
                            bool bots, int skip, int most,
                            bool (*each)(const store_account *account, const store_rating *rating,
                                         void *context),
                            void *context);

#endif /* STORE_RATINGS_H */
