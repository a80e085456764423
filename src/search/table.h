/* table.h - the transposition table: what earlier visits to a position found.
 *
 * Threads share it without locks (Hyatt and Mann, "A Lock-less Transposition Table Implementation for Parallel Search",
 * ICGA Journal 2002): an entry is two words, and the first is the key only when both were written by one store. */
#ifndef SEARCH_TABLE_H
#define SEARCH_TABLE_H

#include <stdatomic.h>

#include <paua/position.h>

enum table_bound { TABLE_NONE, TABLE_UPPER, TABLE_LOWER, TABLE_EXACT };

#define TABLE_NO_EVAL INT16_MIN

/* What is known of a position. */
struct table_hit {
    paua_move move; /* best or refuting move, or PAUA_NO_MOVE */
    int16_t score;  /* forced wins counted from this position, not from the root */
    int16_t eval;   /* its evaluation, or TABLE_NO_EVAL */
    uint8_t depth;
    uint8_t bound; /* an enum table_bound */
    bool now;      /* of the search that runs; of no account when it is stored */
};

struct table_entry {
    _Atomic uint64_t key; /* of the position, combined with data */
    _Atomic uint64_t data;
};

#define TABLE_BUCKET 4 /* entries that may hold a position: a line of the processor's cache */

struct table {
    struct table_entry *entries; /* owned */
    size_t mask;                 /* number of buckets - 1 */
    uint8_t age;                 /* of the search that runs */
};

bool table_create(struct table *table, size_t bytes);
void table_destroy(struct table *table);

/* These two only while nobody searches. */
void table_clear(struct table *table);
void table_grow_old(struct table *table);

/* Whether the position is known, and what of it. */
bool table_probe(const struct table *table, uint64_t key, struct table_hit *hit);

/* Brings the position's bucket near, so that a probe soon after need not wait. */
void table_prefetch(const struct table *table, uint64_t key);

void table_store(struct table *table, uint64_t key, struct table_hit hit);

/* Thousandths of the table that the current search has written, by a sample. */
int table_fullness(const struct table *table);

#endif
