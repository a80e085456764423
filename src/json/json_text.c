/* json_text.c - notes on each thread whether an allocation for JSON has failed, and keeps jansson's
 * parser on its feet when one does. */
#include "json/json_text.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* jansson's parser ignores a buffer that could not grow, and reads on behind its end (2.14 at
 * least). So it is never refused memory: from the first failure on it gets what was set aside for
 * it before, and what it has read is dropped. A byte of text, as in "[[[", takes less than this. */
#define BYTES_PER_BYTE 160
#define BYTES_AT_LEAST 8192

struct reserve {
    char *memory; /* NULL: no text is being parsed */
    size_t size, used;
};

static _Thread_local struct reserve reserve;
static _Thread_local bool allocation_failed;

/* Memory out of what was set aside; NULL: nothing is left. */
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

/* jansson's allocator. */
static void *json_allocate(size_t size)
{
    void *made = malloc(size);

    if (made)
        return made;
    allocation_failed = true;
    return reserve_allocate(size);
}

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

/* Whether an allocation has failed since this was asked last. */
static bool take_failure(void)
{
    bool failed = allocation_failed;

    allocation_failed = false;
    return failed;
}

paua_status json_parse_text(const char *text, size_t size, size_t flags, json_t **out,
                            json_error_t *why)
{
    *out = NULL;
    if (size > SIZE_MAX / 2 / BYTES_PER_BYTE)
        return PAUA_NO_MEMORY;
    reserve.size = size * BYTES_PER_BYTE + BYTES_AT_LEAST;
    reserve.used = 0;
    reserve.memory = malloc(reserve.size);
    if (!reserve.memory)
        return PAUA_NO_MEMORY;
    take_failure();
    json_t *json = json_loadb(text, size, flags, why);
    bool failed = take_failure();
    if (failed)
        json_decref(json);
    else
        *out = json;
    free(reserve.memory);
    reserve = (struct reserve){0};
    return failed ? PAUA_NO_MEMORY : json ? PAUA_OK : PAUA_BAD_SYNTAX;
}

char *json_write_text(json_t *json, size_t flags)
{
    char *text = json ? json_dumps(json, flags) : NULL;

    json_decref(json);
    if (!take_failure())
        return text;
    free(text);
    return NULL;
}
