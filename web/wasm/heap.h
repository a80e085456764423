/* heap.h - a small heap: blocks of memory that are given out, taken back and joined.
 *
 * A list of free blocks by address; the first that is large enough serves (Knuth, TAOCP 1, 2.5,
 * algorithm A). It is for the few large blocks of the rules module: each call walks the list.
 * Not thread-safe.
 */
#ifndef WASM_HEAP_H
#define WASM_HEAP_H

#include <stddef.h>

enum { HEAP_ALIGNMENT = 16 };

struct heap_block {
    size_t size;             /* bytes with this header, a multiple of HEAP_ALIGNMENT */
    struct heap_block *next; /* of a free block: the next free one, at a higher address */
};

struct heap {
    struct heap_block *free;
};

/* The bytes that heap_take() needs at most for a block of this size; 0 where it is too large. */
size_t heap_needed(size_t size);

/* Lends memory to the heap for good: aligned, its size a multiple of HEAP_ALIGNMENT. */
void heap_add(struct heap *heap, void *memory, size_t size);

/* A block of at least this size, aligned; NULL where none is free. */
void *heap_take(struct heap *heap, size_t size);

/* Takes a block back. */
void heap_give_back(struct heap *heap, void *memory);

/* The bytes that a block has, at least those that were asked for. */
size_t heap_size_of(const void *memory);

#endif
