#include "solve/far.h"

#include <stdlib.h>
#include <string.h>

#include "table/format.h"

enum { ROOM_FIRST = 1024 };

/* The entry of a slot, or the empty one where it would stand. */
static struct far_entry *find(const struct far *far, uint64_t slot)
{
    size_t at = (slot * UINT64_C(0x9e3779b97f4a7c15)) >> 32; /* Knuth, multiplicative hashing */
    for (;; at++) {
        struct far_entry *entry = &far->entries[at & (far->room - 1)];
        if (entry->value == 0 || entry->slot == slot)
            return entry;
    }
}

static bool grow(struct far *far)
{
    struct far larger = {.room = far->room ? 2 * far->room : ROOM_FIRST, .count = far->count};
    larger.entries = calloc(larger.room, sizeof *larger.entries);
    if (!larger.entries)
        return false;
    for (size_t i = 0; i < far->room; i++)
        if (far->entries[i].value)
            *find(&larger, far->entries[i].slot) = far->entries[i];
    free(far->entries);
    *far = larger;
    return true;
}

void far_put(struct far *far, uint64_t slot, int value)
{
    if (2 * far->count >= far->room && !grow(far)) {
        far->failed = true;
        return;
    }
    struct far_entry *entry = find(far, slot);
    if (entry->value == 0)
        far->count++;
    *entry = (struct far_entry){slot, value};
}

int far_get(const struct far *far, uint64_t slot)
{
    return far->room ? find(far, slot)->value : 0;
}

static int compare(const void *a, const void *b)
{
    const struct far_entry *x = a, *y = b;
    return x->slot < y->slot ? -1 : x->slot > y->slot;
}

struct far_entry *far_sorted(const struct far *far)
{
    struct far_entry *list = malloc((far->count + 1) * sizeof *list);
    size_t count = 0;
    for (size_t i = 0; list && i < far->room; i++)
        if (far->entries[i].value)
            list[count++] = far->entries[i];
    if (list)
        qsort(list, count, sizeof *list, compare);
    return list;
}

bool far_settle(struct far *far, const uint8_t *bytes)
{
    struct far settled = {.failed = far->failed};
    for (size_t i = 0; i < far->room; i++) {
        const struct far_entry *entry = &far->entries[i];
        int byte = entry->value ? bytes[entry->slot] : 0;
        if (byte == FORMAT_FAR_WIN || byte == FORMAT_FAR_LOSS)
            far_put(&settled, entry->slot, entry->value);
    }
    far_free(far);
    *far = settled;
    return !settled.failed;
}

void far_free(struct far *far)
{
    free(far->entries);
    memset(far, 0, sizeof *far);
}
