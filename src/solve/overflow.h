/* overflow.h - the few values that do not fit a record's byte, by slot or by another number of
 * the record.
 *
 * One thread at a time may put; any number may get while none puts.
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
        int value; /* 0: an empty entry */
    } * entries;   /* owned */
    size_t room;   /* 0 or a power of two */
    size_t count;
    bool failed; /* memory ran out: a value was lost */
};

/* Sets the value (not 0) of a slot. */
void overflow_put(struct overflow *overflow, uint64_t slot, int value);

/* The value of a slot, 0 if it has none. */
int overflow_get(const struct overflow *overflow, uint64_t slot);

/* All overflow->count entries by rising slot, in a list that the caller frees; NULL: out of
 * memory. */
struct overflow_entry *overflow_sorted(const struct overflow *overflow);

/* Removes stale entries: those of slots whose bytes hold their values by now. False: out of
 * memory, now or before. */
bool overflow_prune(struct overflow *overflow, const uint8_t *bytes);

void overflow_free(struct overflow *overflow);

#endif
