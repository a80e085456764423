/* overflow.c - a hash table with linear probing and multiplicative hashing (Knuth, TAOCP 3,
 * 6.4), at most half full. */
#include "solve/overflow.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "table/format.h"

enum { ROOM_FIRST = 1024 };

/* The entry of a slot, or the empty one where it belongs. The table has at least one empty
 * entry. */
static struct overflow_entry *find_entry(const struct overflow *overflow, uint64_t slot)
{
    assert(overflow->room > overflow->count);
    size_t at = (slot * UINT64_C(0x9e3779b97f4a7c15)) >> 32;
    for (;; at++) {
        struct overflow_entry *entry = &overflow->entries[at & (overflow->room - 1)];
        if (entry->value == 0 || entry->slot == slot)
            return entry;
    }
}

/* Doubles the table. False: out of memory, the table is as it was. */
static bool grow_table(struct overflow *overflow)
{
    struct overflow larger = {.room = overflow->room ? 2 * overflow->room : ROOM_FIRST,
                              .count = overflow->count};
    larger.entries = calloc(larger.room, sizeof *larger.entries);
    if (!larger.entries)
        return false;
    for (size_t i = 0; i < overflow->room; i++)
        if (overflow->entries[i].value)
            *find_entry(&larger, overflow->entries[i].slot) = overflow->entries[i];
    free(overflow->entries);
    *overflow = larger;
    return true;
}

void overflow_put(struct overflow *overflow, uint64_t slot, int value)
{
    assert(value != 0);
    if (2 * overflow->count >= overflow->room && !grow_table(overflow)) {
        overflow->failed = true;
        return;
    }
    struct overflow_entry *entry = find_entry(overflow, slot);
    if (entry->value == 0)
        overflow->count++;
    *entry = (struct overflow_entry){slot, value};
}

int overflow_get(const struct overflow *overflow, uint64_t slot)
{
    return overflow->room ? find_entry(overflow, slot)->value : 0;
}

/* Orders entries by slot. */
static int compare_slots(const void *a, const void *b)
{
    const struct overflow_entry *left = a, *right = b;
    return left->slot < right->slot ? -1 : left->slot > right->slot;
}

struct overflow_entry *overflow_sorted(const struct overflow *overflow)
{
    struct overflow_entry *list = malloc((overflow->count + 1) * sizeof *list);
    size_t count = 0;
    for (size_t i = 0; list && i < overflow->room; i++)
        if (overflow->entries[i].value)
            list[count++] = overflow->entries[i];
    if (list)
        qsort(list, count, sizeof *list, compare_slots);
    return list;
}

bool overflow_prune(struct overflow *overflow, const uint8_t *bytes)
{
    struct overflow settled = {.failed = overflow->failed};
    for (size_t i = 0; i < overflow->room; i++) {
        const struct overflow_entry *entry = &overflow->entries[i];
        int byte = entry->value ? bytes[entry->slot] : 0;
        if (byte == FORMAT_OVERFLOW_WIN || byte == FORMAT_OVERFLOW_LOSS)
            overflow_put(&settled, entry->slot, entry->value);
    }
    overflow_free(overflow);
    *overflow = settled;
    return !settled.failed;
}

void overflow_free(struct overflow *overflow)
{
    free(overflow->entries);
    memset(overflow, 0, sizeof *overflow);
}
