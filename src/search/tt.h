/* tt.h - the transposition table: what earlier visits to a position found, by its Zobrist key.
 *
 * Threads share it without locks (Hyatt and Mann, "A Lock-less Transposition Table Implementation
 * for Parallel Search", ICGA Journal 2002): an entry is two words, the first of them the key XOR
 * the data, so that an entry whose words are of two stores matches no key. */
#ifndef SEARCH_TT_H
#define SEARCH_TT_H

#include <stdatomic.h>

#include <paua/position.h>

/* What the score of an entry is to the position's value. */
enum tt_bound { TT_NONE, TT_UPPER, TT_LOWER, TT_EXACT };

#define TT_NO_EVAL INT16_MIN

/* The content of an entry. */
struct tt_hit {
    paua_move move; /* best or refuting move, or PAUA_NO_MOVE */
    int16_t score;  /* forced wins counted from this position, not from the root */
    int16_t eval;   /* static score, or TT_NO_EVAL */
    uint8_t depth;
    uint8_t bound; /* an enum tt_bound */
};

struct tt_entry {
    _Atomic uint64_t key; /* of the position, XOR data */
    _Atomic uint64_t data;
};

#define TT_BUCKET 4 /* entries that may hold a position: one cache line */

struct tt {
    struct tt_entry *entries; /* owned */
    size_t mask;              /* number of buckets - 1 */
    uint8_t age;              /* of the current search */
};

/* Allocates up to `bytes`, a power of two, and clears it. False without memory. In the child of a
 * fork() a table of 2 MB or more is empty on Linux, so that a fork costs no memory. */
bool tt_create(struct tt *tt, size_t bytes);
void tt_destroy(struct tt *tt);

/* Only while nobody searches: forgets everything. */
void tt_clear(struct tt *tt);

/* Only while nobody searches: entries of earlier searches are now one search older, and replaced
 * sooner. */
void tt_new_search(struct tt *tt);

/* Whether the position is known, and its entry. */
bool tt_probe(const struct tt *tt, uint64_t key, struct tt_hit *hit);

/* Loads the position's bucket into the cache ahead of a probe. */
void tt_prefetch(const struct tt *tt, uint64_t key);

/* Replaces the position's own entry, or the least valuable of its bucket. An entry without a move
 * keeps the old one. */
void tt_store(struct tt *tt, uint64_t key, struct tt_hit hit);

/* Thousandths of the entries that the current search has written, by a sample. */
int tt_hashfull(const struct tt *tt);

#endif
