/* The memory of the page's module (web/wasm/heap.c), in an arena that stands for WebAssembly's. */
#include "unit.h"

enum { ARENA_PAGES = 256 };

static _Alignas(1 << 16) unsigned char arena[(size_t)ARENA_PAGES << 16];
static size_t pages_used;

/* As memory.grow: the former end in pages, (size_t)-1 where there is no more memory. */
static size_t arena_grow(size_t pages)
{
    if (pages > ARENA_PAGES - pages_used)
        return SIZE_MAX;
    const size_t end = (size_t)arena / (1 << 16) + pages_used;
    pages_used += pages;
    return end;
}

#define __builtin_wasm_memory_grow(memory, pages) arena_grow(pages)
#define malloc                                    heap_malloc
#define calloc                                    heap_calloc
#define realloc                                   heap_realloc
#define free                                      heap_free
void *heap_malloc(size_t size);
void *heap_calloc(size_t count, size_t size);
void *heap_realloc(void *object, size_t size);
void heap_free(void *object);
#include "../../../web/wasm/heap.c"
#undef malloc
#undef calloc
#undef realloc
#undef free

enum { OBJECTS = 200, ROUNDS = 40000, SIZE_LIMIT = 3000 };

struct object {
    unsigned char *bytes; /* NULL: none */
    size_t size;
    unsigned char pattern;
};

static unsigned long random_state;

static size_t random_below(size_t limit)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(random_state >> 33) % limit;
}

static void object_check(const struct object *object)
{
    assert_int_equal((uintptr_t)object->bytes % 16, 0);
    for (size_t i = 0; i < object->size; i++)
        assert_int_equal(object->bytes[i], object->pattern);
}

static void object_fill(struct object *object, size_t size, unsigned pattern)
{
    object->size = size;
    object->pattern = (unsigned char)pattern;
    memset(object->bytes, object->pattern, size);
}

/* What is free is in order, and joined: as much as there is, where nothing is in use. */
static size_t free_bytes(int *areas)
{
    size_t bytes = 0;
    *areas = 0;
    for (const struct area *area = free_areas; area; area = area->next) {
        assert_int_equal(area->size % 16, 0);
        assert_true(area->size >= sizeof *area);
        if (area->next)
            assert_true((const char *)area + area->size < (const char *)area->next);
        bytes += area->size;
        (*areas)++;
    }
    return bytes;
}

static void assert_all_free(void)
{
    int areas;
    assert_int_equal(free_bytes(&areas), pages_used * PAGE_BYTES);
    assert_int_equal(areas, pages_used ? 1 : 0);
}

static void objects_keep_their_bytes(void **state)
{
    (void)state;
    static struct object objects[OBJECTS];
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct object *object = &objects[random_below(OBJECTS)];
        const size_t size = random_below(SIZE_LIMIT);
        if (!object->bytes) {
            object->bytes = heap_malloc(size);
            assert_non_null(object->bytes);
            object_fill(object, size, round);
            continue;
        }
        object_check(object);
        if (random_below(3) == 0) {
            const size_t kept = size < object->size ? size : object->size;
            object->bytes = heap_realloc(object->bytes, size);
            assert_non_null(object->bytes);
            object->size = kept;
            object_check(object);
            object_fill(object, size, round);
        } else {
            heap_free(object->bytes);
            object->bytes = NULL;
        }
    }
    assert_true(pages_used <= 2 * (size_t)OBJECTS * SIZE_LIMIT / PAGE_BYTES);
    for (int i = 0; i < OBJECTS; i++) {
        if (objects[i].bytes)
            object_check(&objects[i]);
        heap_free(objects[i].bytes);
    }
    assert_all_free();
}

static void calloc_clears_what_was_used(void **state)
{
    (void)state;
    unsigned char *used = heap_malloc(5000);
    memset(used, 0xff, 5000);
    heap_free(used);
    unsigned char *cleared = heap_calloc(50, 100);
    for (int i = 0; i < 5000; i++)
        assert_int_equal(cleared[i], 0);
    heap_free(cleared);
    assert_all_free();
}

static void objects_of_no_bytes_are_distinct(void **state)
{
    (void)state;
    void *first = heap_malloc(0), *second = heap_realloc(NULL, 0);
    assert_non_null(first);
    assert_non_null(second);
    assert_ptr_not_equal(first, second);
    heap_free(first);
    heap_free(second);
    heap_free(NULL);
    assert_all_free();
}

static void too_large_is_refused_and_changes_nothing(void **state)
{
    (void)state;
    const size_t sizes[] = {(size_t)ARENA_PAGES * PAGE_BYTES, PTRDIFF_MAX, SIZE_MAX - 40, SIZE_MAX};
    unsigned char *kept = heap_malloc(100);
    memset(kept, 7, 100);
    const size_t before = pages_used;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_null(heap_malloc(sizes[i]));
        assert_null(heap_calloc(1, sizes[i]));
        assert_null(heap_calloc(sizes[i], 2));
        assert_null(heap_realloc(kept, sizes[i]));
    }
    assert_null(heap_calloc(SIZE_MAX / 2 + 2, 2)); /* 2, were it counted in 64 bits */
    assert_int_equal(pages_used, before);
    for (int i = 0; i < 100; i++)
        assert_int_equal(kept[i], 7);
    heap_free(kept);
    assert_all_free();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_keep_their_bytes),
        cmocka_unit_test(calloc_clears_what_was_used),
        cmocka_unit_test(objects_of_no_bytes_are_distinct),
        cmocka_unit_test(too_large_is_refused_and_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
