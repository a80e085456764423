/* overflow.h - values that do not fit a byte: from a layer's slots, or other numbers of records, to numbers; few of them.
 *
 * One thread at a time puts; any number may get while nobody does.
 */
#ifndef SOLVE_OVERFLOW_H
#define SOLVE_OVERFLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An open hash table; {0} is an empty one. */
struct overflow {
    struct overflow_entry {
        uint64_t slot;
        int value; /* 0: nothing stands here */
    } * entries;   /* owned */
    size_t room;   /* 0 or a power of two */
    size_t count;
    bool failed; /* memory ran out: something is missing */
};

/* Sets the value (not 0) of a slot. */
void overflow_put(struct overflow *overflow, uint64_t slot, int value);

/* The value of a slot, 0 if it has none. */
int overflow_get(const struct overflow *overflow, uint64_t slot);

/* All entries by rising slot, as a list of overflow->count that the caller frees; NULL when memory runs out. */
struct overflow_entry *overflow_sorted(const struct overflow *overflow);

/* Leaves out slots whose bytes say by now that their values do fit. False when memory runs out, or has before. */
bool overflow_prune(struct overflow *overflow, const uint8_t *bytes);

void overflow_free(struct overflow *overflow);

#endif
