/* Arrays that grow (base/array.h). */
#include <limits.h>

#include "base/array.h"
#include "unit.h"

static void items_stay_while_it_grows(void **state)
{
    (void)state;
    int *list = NULL;
    int count = 0, capacity = 0, moves = 0;
    for (int i = 0; i < 100000; i++) {
        const int before = capacity;
        assert_true(ARRAY_RESERVE(list, capacity, count + 1));
        moves += capacity != before;
        list[count++] = i;
    }
    for (int i = 0; i < count; i++)
        assert_int_equal(list[i], i);
    assert_in_range(capacity, 100000, 200000);
    assert_in_range(moves, 10, 20); /* doubled, not grown by one */
    free(list);
}

static void a_large_need_is_met_at_once(void **state)
{
    (void)state;
    char *text = NULL;
    size_t capacity = 0;
    assert_true(ARRAY_RESERVE(text, capacity, (size_t)5));
    memcpy(text, "four", 5);
    assert_true(ARRAY_RESERVE(text, capacity, (size_t)1000000));
    assert_true(capacity >= 1000000);
    assert_string_equal(text, "four");
    char *same = text;
    assert_true(ARRAY_RESERVE(text, capacity, (size_t)7));
    assert_ptr_equal(text, same);
    free(text);
}

/* Copies of one capacity grow alike. */
static void arrays_share_a_capacity(void **state)
{
    (void)state;
    char *bytes = NULL;
    double *numbers = NULL;
    int capacity = 0;
    for (int needed = 1; needed < 3000; needed += 7) {
        int first = capacity, second = capacity;
        assert_true(ARRAY_RESERVE(bytes, first, needed));
        assert_true(ARRAY_RESERVE(numbers, second, needed));
        assert_int_equal(first, second);
        capacity = first;
    }
    free(bytes);
    free(numbers);
}

static void what_is_too_large_changes_nothing(void **state)
{
    (void)state;
    struct large {
        char bytes[1 << 20];
    } *list = NULL;
    int capacity = 0;
    assert_true(ARRAY_RESERVE(list, capacity, 2));
    const int before = capacity;
    struct large *same = list;
    list[1].bytes[0] = 'x';

    /* The product overflows. */
    size_t wide = (size_t)before;
    assert_false(ARRAY_RESERVE(list, wide, SIZE_MAX));
    assert_false(ARRAY_RESERVE(list, wide, SIZE_MAX >> 20));
    assert_int_equal(wide, before);
    assert_ptr_equal(list, same);
    assert_int_equal(list[1].bytes[0], 'x');
    free(list);
}

/* Beyond half of what an int holds there is no doubling. */
static void capacities_stay_within_their_type(void **state)
{
    (void)state;
    char *list = NULL;
    int capacity = 0;
    if (!ARRAY_RESERVE(list, capacity, INT_MAX / 2 + 2))
        skip();
    assert_int_equal(capacity, INT_MAX / 2 + 2);
    if (ARRAY_RESERVE(list, capacity, capacity + 1))
        assert_int_equal(capacity, INT_MAX);
    free(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_stay_while_it_grows),
        cmocka_unit_test(a_large_need_is_met_at_once),
        cmocka_unit_test(arrays_share_a_capacity),
        cmocka_unit_test(what_is_too_large_changes_nothing),
        cmocka_unit_test(capacities_stay_within_their_type),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
