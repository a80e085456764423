/* table.h - the transposition table: what earlier visits to a position found. */
#ifndef SEARCH_TABLE_H
#define SEARCH_TABLE_H

#include <paua/position.h>

enum table_bound { TABLE_NONE, TABLE_UPPER, TABLE_LOWER, TABLE_EXACT };

struct table_entry {
    uint64_t key;
    paua_move move; /* best or refuting move, or PAUA_NO_MOVE */
    int16_t score;  /* forced wins counted from this position, not from the root */
    uint8_t depth;
    uint8_t bound; /* an enum table_bound */
    uint8_t age;   /* search that wrote it */
    uint8_t reserved;
};

struct table {
    struct table_entry *entries; /* owned; pairs: a deep one, then the latest one */
    size_t mask;                 /* number of pairs - 1 */
    uint8_t age;
};

bool table_create(struct table *table, size_t bytes);
void table_destroy(struct table *table);
void table_clear(struct table *table);

/* The entry of this key, or NULL. Valid until the next store. */
const struct table_entry *table_probe(const struct table *table, uint64_t key);

void table_store(struct table *table, uint64_t key, int depth, int score, enum table_bound bound,
                 paua_move move);

/* Thousandths of the table that the current search has written, by a sample. */
int table_fullness(const struct table *table);

#endif
