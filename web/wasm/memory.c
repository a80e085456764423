/* memory.c - malloc and its family for the module, over heap.c. The C library's, dlmalloc, would be
 * an eighth of the module; it is made for programs with many small blocks and threads.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"

enum { PAGE_SIZE = 65536 }; /* of WebAssembly's memory */

static struct heap heap;

/* Not malloc() itself, so that the compiler does not make calloc() call calloc(). */
static void *allocate_block(size_t size)
{
    void *memory = heap_take(&heap, size);
    const size_t needed = heap_needed(size);

    if (memory || needed == 0)
        return memory;
    const size_t pages = (needed - 1) / PAGE_SIZE + 1;
    const size_t first = __builtin_wasm_memory_grow(0, pages);
    if (first == SIZE_MAX)
        return NULL;
    heap_add(&heap, (void *)(first * PAGE_SIZE), pages * PAGE_SIZE);
    return heap_take(&heap, size);
}

void *malloc(size_t size)
{
    return allocate_block(size);
}

void *calloc(size_t count, size_t size)
{
    size_t bytes;

    if (__builtin_mul_overflow(count, size, &bytes))
        return NULL;
    void *memory = allocate_block(bytes);
    return memory ? memset(memory, 0, bytes) : NULL;
}

void *realloc(void *memory, size_t size)
{
    if (!memory)
        return allocate_block(size);
    const size_t had = heap_size_of(memory);
    if (had >= size)
        return memory;
    void *larger = allocate_block(size);
    if (!larger)
        return NULL;
    memcpy(larger, memory, had);
    heap_give_back(&heap, memory);
    return larger;
}

void free(void *memory)
{
    if (memory)
        heap_give_back(&heap, memory);
}
