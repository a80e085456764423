/* json_text.c - notes on each thread whether an allocation for JSON has failed, and keeps jansson's
 * parser from crashing then. */
#include "json/json_text.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* jansson's parser (2.14 at least) ignores that a buffer could not grow, and reads past its end. So
 * it never runs out of memory: after the first failure it gets memory from a reserve that was
 * allocated before, and its result is dropped. */
#define RESERVE_PER_BYTE 160 /* a byte of text, as in "[[[", takes less than this */
#define RESERVE_LEAST    8192

struct json_reserve {
    char *memory; /* NULL: no text is being parsed */
    size_t size, used;
};

static _Thread_local struct json_reserve reserve;
static _Thread_local bool allocation_failed;

/* Allocates from the reserve; NULL: it is used up. */
static void *reserve_allocate(size_t size)
{
    const size_t alignment = _Alignof(max_align_t);
    size_t rounded = (size + alignment - 1) / alignment * alignment;

    if (rounded < size || rounded > reserve.size - reserve.used)
        return NULL;
    void *made = reserve.memory + reserve.used;
    reserve.used += rounded;
    return made;
}

/* The allocator for jansson. */
static void *json_allocate(size_t size)
{
    void *made = malloc(size);

    if (made)
        return made;
    allocation_failed = true;
    return reserve_allocate(size);
}

/* Frees memory of json_allocate(), unless it belongs to the reserve. */
static void json_release(void *memory)
{
    uintptr_t at = (uintptr_t)memory, begin = (uintptr_t)reserve.memory;

    if (at < begin || at - begin >= reserve.size)
        free(memory);
}

void json_watch_memory(void)
{
    json_set_alloc_funcs(json_allocate, json_release);
}

/* Whether an allocation has failed since the last call. */
static bool take_allocation_failure(void)
{
    bool failed = allocation_failed;

    allocation_failed = false;
    return failed;
}

paua_status json_parse_text(const char *text, size_t size, size_t flags, json_t **out,
                            json_error_t *why)
{
    *out = NULL;
    if (size > SIZE_MAX / 2 / RESERVE_PER_BYTE)
        return PAUA_ERROR_NO_MEMORY;
    reserve.size = size * RESERVE_PER_BYTE + RESERVE_LEAST;
    reserve.used = 0;
    reserve.memory = malloc(reserve.size);
    if (!reserve.memory)
        return PAUA_ERROR_NO_MEMORY;
    take_allocation_failure();
    json_t *json = json_loadb(text, size, flags, why);
    bool failed = take_allocation_failure();
    if (failed)
        json_decref(json);
    else
        *out = json;
    free(reserve.memory);
    reserve = (struct json_reserve){0};
    return failed ? PAUA_ERROR_NO_MEMORY : json ? PAUA_OK : PAUA_ERROR_BAD_SYNTAX;
}

char *json_write_text(json_t *json, size_t flags)
{
    char *text = json ? json_dumps(json, flags) : NULL;

    json_decref(json);
    if (!take_allocation_failure())
        return text;
    free(text);
    return NULL;
}
