/* array.c - growing arrays by doubling (Cormen et al., "Introduction to Algorithms", dynamic
 * tables). They never shrink. */
#include "base/array.h"

#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { CAPACITY_FIRST = 16 };

/* The next capacity from `capacity` on that is enough: doubled, but never beyond `most`. */
static size_t array_capacity(size_t capacity, size_t needed, size_t most)
{
    if (capacity < CAPACITY_FIRST)
        capacity = CAPACITY_FIRST;
    else
        capacity = capacity > most / 2 ? most : 2 * capacity;
    return capacity < needed ? needed : capacity;
}

/* `most` is the largest capacity that the caller's variable can hold. */
static bool array_grow(void *items, size_t *capacity, size_t needed, size_t item_bytes, size_t most)
{
    if (needed <= *capacity)
        return true;
    if (most > SIZE_MAX / 2 / item_bytes)
        most = SIZE_MAX / 2 / item_bytes;
    if (needed > most)
        return false;
    size_t larger = array_capacity(*capacity, needed, most);

    /* The pointer may have any type: it is copied as bytes. */
    void *old;
    memcpy(&old, items, sizeof old);
    void *moved = realloc(old, larger * item_bytes);
    if (!moved)
        return false;
    memcpy(items, &moved, sizeof moved);
    *capacity = larger;
    return true;
}

bool array_reserve(void *items, size_t *capacity, size_t needed, size_t item_bytes)
{
    return array_grow(items, capacity, needed, item_bytes, SIZE_MAX);
}

bool array_reserve_int(void *items, int *capacity, int needed, size_t item_bytes)
{
    assert(*capacity >= 0 && needed >= 0);
    size_t wide = (size_t)*capacity;
    bool good = array_grow(items, &wide, (size_t)needed, item_bytes, INT_MAX);
    *capacity = (int)wide;
    return good;
}
