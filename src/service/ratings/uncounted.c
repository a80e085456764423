/* uncounted.c - compares a pair's games of a day with the limits, and looks up by which of them a
 * game that is over did not count. */
#include "service/ratings/uncounted.h"

enum uncounted uncounted_by_pair(bool is_short, bool same_address, const store_pair_counts *counts)
{
    if (counts->games >= RATING_PAIR_GAMES)
        return UNCOUNTED_PAIR_GAMES;
    if (is_short && counts->short_games >= RATING_PAIR_SHORT)
        return UNCOUNTED_PAIR_SHORT;
    if (same_address && counts->same_address >= RATING_PAIR_SAME_ADDRESS)
        return UNCOUNTED_PAIR_ADDRESS;
    return UNCOUNTED_NOT;
}

/* Of two players of a game: whether they had reached a limit at its end. */
static bool on_pair(bool is_short, bool same_address, const store_pair_counts *counts,
                    void *context)
{
    enum uncounted *why = context;

    *why = uncounted_by_pair(is_short, same_address, counts);
    return *why == UNCOUNTED_NOT;
}

paua_status uncounted_read(store *db, const char *game, int64_t at_ms, enum uncounted *out)
{
    *out = UNCOUNTED_NOT;
    paua_status status = store_pairs_of_game(db, game, at_ms, RATING_PAIR_MS, on_pair, out);
    if (*out == UNCOUNTED_NOT)
        *out = UNCOUNTED_PAIR;
    return status;
}

const char *uncounted_name(enum uncounted why, bool to_player)
{
    static const char *const names[] = {
        [UNCOUNTED_FEW_MOVES] = "few_moves",
        [UNCOUNTED_PAIR_GAMES] = "pair_games",
        [UNCOUNTED_PAIR_SHORT] = "pair_short",
        [UNCOUNTED_PAIR_ADDRESS] = "pair_address",
        [UNCOUNTED_PAIR] = "pair",
    };

    /* All three limits share a name, since two names would reveal the third. */
    if (why > UNCOUNTED_FEW_MOVES && !to_player)
        why = UNCOUNTED_PAIR;
    return names[why];
}
