/* The heap of the page's module (web/wasm/heap.h), on memory of this test. */
#include "unit.h"

#include "../../../web/wasm/heap.h"

enum { SPACE = 1 << 16, BLOCKS = 64, ROUNDS = 200000 };

static _Alignas(HEAP_ALIGNMENT) unsigned char space[SPACE];

struct taken {
    unsigned char *memory;
    size_t size;
    unsigned char mark;
};

static void assert_whole(const struct heap *heap)
{
    assert_ptr_equal(heap->free, space);
    assert_null(heap->free->next);
    assert_int_equal(heap->free->size, SPACE);
}

static void assert_marked(const struct taken *one)
{
    for (size_t i = 0; i < one->size; i++)
        assert_int_equal(one->memory[i], one->mark);
}

/* Takes a block and fills it; nothing where the heap has none. */
static void take_block(struct heap *heap, struct taken *one, size_t size, unsigned char mark)
{
    *one = (struct taken){heap_take(heap, size), size, mark};
    if (!one->memory)
        return;
    assert_int_equal((uintptr_t)one->memory % HEAP_ALIGNMENT, 0);
    assert_true(one->memory >= space && one->memory + size <= space + SPACE);
    assert_in_range(heap_size_of(one->memory), size, size + 3 * HEAP_ALIGNMENT);
    memset(one->memory, mark, heap_size_of(one->memory));
}

static void blocks_keep_what_is_written(void **state)
{
    (void)state;
    struct heap heap = {0};
    struct taken all[BLOCKS] = {0};
    uint32_t random = 1;
    int refused = 0;
    heap_add(&heap, space, SPACE);
    for (int round = 0; round < ROUNDS; round++) {
        random = random * 1664525 + 1013904223;
        struct taken *one = &all[random >> 16 & (BLOCKS - 1)];
        if (one->memory) {
            assert_marked(one);
            heap_give_back(&heap, one->memory);
            one->memory = NULL;
        } else {
            take_block(&heap, one, (random >> 22) * 4, (unsigned char)round);
            refused += !one->memory;
        }
    }
    assert_in_range(refused, 1, ROUNDS / 4); /* it was full at times */
    for (int i = 0; i < BLOCKS; i++)
        if (all[i].memory)
            heap_give_back(&heap, all[i].memory);
    assert_whole(&heap);
}

static void memory_that_is_added_is_joined(void **state)
{
    (void)state;
    struct heap heap = {0};
    assert_null(heap_take(&heap, 1));
    heap_add(&heap, space, SPACE / 2);
    assert_null(heap_take(&heap, SPACE / 2));
    heap_add(&heap, space + SPACE / 2, SPACE / 2);
    assert_whole(&heap);
    void *most = heap_take(&heap, SPACE - HEAP_ALIGNMENT);
    assert_non_null(most);
    assert_null(heap.free);
    heap_give_back(&heap, most);
    assert_whole(&heap);
}

static void what_is_too_large_is_refused(void **state)
{
    (void)state;
    struct heap heap = {0};
    heap_add(&heap, space, SPACE);
    assert_null(heap_take(&heap, SPACE));
    assert_null(heap_take(&heap, SIZE_MAX));
    assert_null(heap_take(&heap, SIZE_MAX - HEAP_ALIGNMENT));
    assert_int_equal(heap_needed(SIZE_MAX), 0);
    assert_whole(&heap);
    void *none = heap_take(&heap, 0);
    void *other = heap_take(&heap, 0);
    assert_ptr_not_equal(none, other);
    heap_give_back(&heap, none);
    heap_give_back(&heap, other);
    assert_whole(&heap);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_keep_what_is_written),
        cmocka_unit_test(memory_that_is_added_is_joined),
        cmocka_unit_test(what_is_too_large_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
