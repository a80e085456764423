/* array.h - the length of arrays, and arrays that grow.
 *
 *     struct move *list = NULL; int count = 0, capacity = 0;
 *     if (!ARRAY_RESERVE(list, capacity, count + 1))
 *         return PAUA_ERROR_NO_MEMORY;
 *     list[count++] = move;
 *
 * The array is freed with free(). */
#ifndef BASE_ARRAY_H
#define BASE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

/* The number of items of an array (not of a pointer), as an int. */
#define ARRAY_COUNT(items) ((int)(sizeof(items) / sizeof *(items)))

/* Makes room for at least `needed` items in all: `items` is a pointer variable, NULL while
 * `capacity` is 0; `capacity` is an int or a size_t variable, and `needed` is of the same type, not
 * negative. Capacities double, so that n items cost O(n). False when memory runs out or the size
 * overflows: then both variables and the array are as they were. Each argument but `capacity` is
 * evaluated once.
 *
 * Two arrays with one capacity: reserve each with a copy of it; the copies end up equal. */
/* clang-format off */
#define ARRAY_RESERVE(items, capacity, needed)                                                     \
    _Generic((capacity), int: array_reserve_int, size_t: array_reserve)                            \
        (&(items), &(capacity), (needed), sizeof *(items)) /* NOLINT(bugprone-sizeof-expression) */
/* clang-format on */

/* The same with the address of the pointer and the bytes of an item. */
bool array_reserve(void *items, size_t *capacity, size_t needed, size_t item_bytes);
bool array_reserve_int(void *items, int *capacity, int needed, size_t item_bytes);

#endif
