/* uncounted.h - why a rated game with a result has changed no rating: it ended too early, or two of
 * its players had reached a limit of games that count in a day. Which limit it was follows from the
 * store's rows of pairs, as long as they are kept (PAIR_GAME_KEPT_MS).
 */
#ifndef SERVICE_UNCOUNTED_H
#define SERVICE_UNCOUNTED_H

#include <stdbool.h>

#include "store/tables/pair_games.h"

/* Within this time this many games of two accounts in a category change ratings, so that nobody
 * rises by games against a few accounts of his own; of short games and of games that both play from
 * one address, fewer. A family and a club have one address, so some of them do. */
#define RATING_PAIR_MS           ((int64_t)24 * 60 * 60 * 1000)
#define RATING_PAIR_GAMES        10
#define RATING_PAIR_SHORT        3
#define RATING_PAIR_SAME_ADDRESS 3

enum uncounted {
    UNCOUNTED_NOT, /* the game counts, or is not over, or not rated */
    UNCOUNTED_FEW_MOVES,
    UNCOUNTED_PAIR_GAMES,
    UNCOUNTED_PAIR_SHORT,
    UNCOUNTED_PAIR_ADDRESS,
    UNCOUNTED_PAIR /* one of these three: no longer known which, or kept private */
};

/* Why a further game of two such players does not count, after those that do. Pure. */
enum uncounted uncounted_by_pair(bool is_short, bool same_address, const store_pair_counts *counts);

/* Which limit of a pair a game met that ended at that time without changing a rating. PAUA_OK, or
 * why the store cannot be read. */
paua_status uncounted_read(store *db, const char *game, int64_t at_ms, enum uncounted *out);

/* Its name in the API. Only players of the game see which limit of a pair it was, because that may
 * reveal that two people share an address. NULL: the game counts. */
const char *uncounted_name(enum uncounted why, bool to_player);

#endif /* SERVICE_UNCOUNTED_H */
