/* heap.c - malloc for the module: a list of the free areas by address, of which the first that is
 * large enough is used. The page keeps few objects, so that the list stays short, and each visitor
 * loads the module: the code of the C library is twenty times as large. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_BYTES = 1 << 16 }; /* of WebAssembly */

/* A free area, or the header of an object, which stands right behind it. */
struct area {
    _Alignas(16) size_t size; /* in bytes with this header; a multiple of sizeof(struct area) */
    struct area *next;        /* the next free one; unused in an object */
};

static struct area *free_areas;

/* Makes the next free area part of this one where they touch. */
static void area_join_next(struct area *area)
{
    struct area *next = area->next;
    if (!next || (char *)area + area->size != (char *)next)
        return;
    area->size += next->size;
    area->next = next->next;
}

static void area_free(struct area *area)
{
    struct area *before = NULL;
    for (struct area *other = free_areas; other && other < area; other = other->next)
        before = other;
    struct area **link = before ? &before->next : &free_areas;
    area->next = *link;
    *link = area;
    area_join_next(area);
    if (before)
        area_join_next(before);
}

/* Adds a free area of at least this size; false if the browser has no more memory. */
static bool memory_grow(size_t size)
{
    const size_t pages = (size - 1) / PAGE_BYTES + 1;
    const size_t end = __builtin_wasm_memory_grow(0, pages);
    if (end == SIZE_MAX)
        return false;
    struct area *area = (struct area *)(end * PAGE_BYTES);
    area->size = pages * PAGE_BYTES;
    area_free(area);
    return true;
}

/* The end of the first free area that is large enough, as an area of its own; NULL if none is. */
static struct area *area_take(size_t size)
{
    for (struct area **link = &free_areas; *link; link = &(*link)->next) {
        struct area *area = *link;
        if (area->size < size)
            continue;
        area->size -= size;
        if (area->size == 0)
            *link = area->next;
        area = (struct area *)((char *)area + area->size);
        area->size = size;
        return area;
    }
    return NULL;
}

void *malloc(size_t size)
{
    if (size > PTRDIFF_MAX - 2 * sizeof(struct area))
        return NULL;
    size = (size + 2 * sizeof(struct area) - 1) & ~(sizeof(struct area) - 1);
    struct area *area = area_take(size);
    if (!area && memory_grow(size))
        area = area_take(size);
    return area ? area + 1 : NULL;
}

void free(void *object)
{
    if (object)
        area_free((struct area *)object - 1);
}

void *calloc(size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        return NULL;
    void *object = malloc(bytes);
    return object ? memset(object, 0, bytes) : NULL;
}

void *realloc(void *object, size_t size)
{
    void *moved = malloc(size);
    if (!object || !moved)
        return moved;
    const size_t old_size = ((struct area *)object - 1)->size - sizeof(struct area);
    memcpy(moved, object, old_size < size ? old_size : size);
    free(object);
    return moved;
}
