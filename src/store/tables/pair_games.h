/* pair_games.h - what each rated game was like for every two of its players, and what it has made
 * of their ratings: for the limits of games that count, and for administrators. Rows are kept for
 * PAIR_GAME_KEPT_MS. As accounts.h. */
#ifndef STORE_PAIR_GAMES_H
#define STORE_PAIR_GAMES_H

#include "store/core/batch.h"
#include "store/core/store.h"

#define PAIR_GAME_KEPT_MS ((int64_t)30 * 24 * 60 * 60 * 1000)

/* What a game was like for one of the two. */
typedef struct store_pair_player {
    const char *account;
    int score;      /* 2 won, 1 drawn, 0 lost */
    double change;  /* of the rating */
    int64_t lag_ms; /* time on the network that was given back in the game */
} store_pair_player;

typedef struct store_pair_game {
    int64_t at_ms;    /* of its end, since 1970 */
    const char *game; /* its id */
    const char *category;
    store_pair_player players[2]; /* in any order; of a row that was read, by their ids */
    bool counts;                  /* it has changed the ratings */
    bool is_short;
    bool same_address; /* both have played from one */
    int64_t paused_ms;
} store_pair_game;

bool batch_add_pair_game(store_batch *batch, const store_pair_game *row);
/* Removes the rows of games that ended before a time. No conflict: there is none. */
bool batch_trim_pair_games(store_batch *batch, int64_t before_ms);

/* Calls `each` for all rows, until it returns false. */
paua_status store_pair_game_rows(store *self,
                                 bool (*each)(const store_pair_game *row, void *context),
                                 void *context);

/* The same for those of an account, newest first, with the name of the other one. */
paua_status store_account_pair_games(store *self, const char *account,
                                     void (*each)(const store_pair_game *row, const char *opponent,
                                                  void *context),
                                     void *context);

/* Numbers of games of two accounts in a category that count. */
typedef struct store_pair_counts {
    int games, short_games, same_address;
} store_pair_counts;

/* Those that ended after one time and until another. The accounts are given in any order. */
paua_status store_pair_count(store *self, const char *account, const char *other,
                             const char *category, int64_t after_ms, int64_t until_ms,
                             store_pair_counts *out);

/* Of a game that ended at that time and does not count: calls `each` for every two players, until
 * it returns false, with what the game was like for them and how many games of the two count in the
 * time before its end. */
paua_status store_pairs_of_game(store *self, const char *game, int64_t at_ms, int64_t before_ms,
                                bool (*each)(bool is_short, bool same_address,
                                             const store_pair_counts *counts, void *context),
                                void *context);

/* All games of two accounts in a category. */
typedef struct store_pair {
    const char *name, *other; /* of the accounts; the first one has gained more */
    const char *category;
    int games;                   /* that count */
    int wins, draws, losses;     /* of the first one in these, also where somebody else has won */
    double change, other_change; /* of the ratings */
    int64_t at_ms;               /* of the newest game */
    int not_counted;             /* further games */
    int short_games, same_address;
    int64_t paused_ms, lag_ms, other_lag_ms;
} store_pair;

/* The pairs with the most rated games after a time, those first. Reads the rows after that time. */
paua_status store_pairs(store *self, int64_t after_ms, int most,
                        bool (*each)(const store_pair *pair, void *context), void *context);

#endif /* STORE_PAIR_GAMES_H */
