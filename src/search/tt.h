/* tt.h - the transposition table: what earlier visits to a position found.
 *
 * Threads share it without locks (Hyatt and Mann, "A Lock-less Transposition Table Implementation for Parallel Search",
 * ICGA Journal 2002): an entry is two words, and the first is the key only when both were written by one store. */
#ifndef SEARCH_TT_H
#define SEARCH_TT_H

#include <stdatomic.h>

#include <paua/position.h>

enum tt_bound { TT_NONE, TT_UPPER, TT_LOWER, TT_EXACT };

#define TT_NO_EVAL INT16_MIN

/* What is known of a position. */
struct tt_hit {
    paua_move move; /* best or refuting move, or PAUA_NO_MOVE */
    int16_t score;  /* forced wins counted from this position, not from the root */
    int16_t eval;   /* its evaluation, or TT_NO_EVAL */
    uint8_t depth;
    uint8_t bound; /* an enum tt_bound */
    bool now;      /* of the search that runs; of no account when it is stored */
};

struct tt_entry {
    _Atomic uint64_t key; /* of the position, combined with data */
    _Atomic uint64_t data;
};

#define TT_BUCKET 4 /* entries that may hold a position: a line of the processor's cache */

struct tt {
    struct tt_entry *entries; /* owned */
    size_t mask;              /* number of buckets - 1 */
    uint8_t age;              /* of the search that runs */
};

bool tt_create(struct tt *tt, size_t bytes);
void tt_destroy(struct tt *tt);

/* These two only while nobody searches. */
void tt_clear(struct tt *tt);
void tt_new_search(struct tt *tt);

/* Whether the position is known, and what of it. */
bool tt_probe(const struct tt *tt, uint64_t key, struct tt_hit *hit);

/* Brings the position's bucket near, so that a probe soon after need not wait. */
void tt_prefetch(const struct tt *tt, uint64_t key);

void tt_store(struct tt *tt, uint64_t key, struct tt_hit hit);

/* Thousandths of the table that the current search has written, by a sample. */
int tt_hashfull(const struct tt *tt);

#endif
