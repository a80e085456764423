/* heap.c - first fit over a list of free blocks, which are joined with their neighbours. */
#include <assert.h>
#include <stdint.h>

#include "heap.h"

/* What stands before the memory of a block. */
enum { HEADER_SIZE = HEAP_ALIGNMENT };
static_assert(sizeof(struct heap_block) <= HEADER_SIZE, "the header keeps the alignment");

static struct heap_block *block_of(const void *memory)
{
    return (struct heap_block *)((uintptr_t)memory - HEADER_SIZE);
}

static struct heap_block *block_end(struct heap_block *block)
{
    return (struct heap_block *)((char *)block + block->size);
}

/* Joins a block with the next free one where that begins at its end. */
static void join_next(struct heap_block *block)
{
    if (!block->next || block_end(block) != block->next)
        return;
    block->size += block->next->size;
    block->next = block->next->next;
}

size_t heap_needed(size_t size)
{
    const size_t most = SIZE_MAX - HEADER_SIZE - HEAP_ALIGNMENT;

    if (size > most)
        return 0;
    return (size + HEADER_SIZE + HEAP_ALIGNMENT - 1) / HEAP_ALIGNMENT * HEAP_ALIGNMENT;
}

/* Puts a block into the list at its place. */
static void insert_block(struct heap *heap, struct heap_block *block)
{
    struct heap_block *before = NULL;
    struct heap_block *after = heap->free;

    for (; after && after < block; after = after->next)
        before = after;
    block->next = after;
    join_next(block);
    if (!before) {
        heap->free = block;
        return;
    }
    before->next = block;
    join_next(before);
}

void heap_add(struct heap *heap, void *memory, size_t size)
{
    struct heap_block *block = memory;

    block->size = size;
    insert_block(heap, block);
}

void *heap_take(struct heap *heap, size_t size)
{
    const size_t needed = heap_needed(size);

    if (needed == 0)
        return NULL;
    for (struct heap_block **link = &heap->free; *link; link = &(*link)->next) {
        struct heap_block *block = *link;
        if (block->size < needed)
            continue;
        if (block->size < needed + HEADER_SIZE + HEAP_ALIGNMENT) {
            *link = block->next;
        } else { /* the rest stays free */
            struct heap_block *rest = (struct heap_block *)((char *)block + needed);
            *rest = (struct heap_block){.size = block->size - needed, .next = block->next};
            block->size = needed;
            *link = rest;
        }
        return (char *)block + HEADER_SIZE;
    }
    return NULL;
}

void heap_give_back(struct heap *heap, void *memory)
{
    insert_block(heap, block_of(memory));
}

size_t heap_size_of(const void *memory)
{
    return block_of(memory)->size - HEADER_SIZE;
}
