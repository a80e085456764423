/* How many threads a command takes when it is told nothing. */
#include "base/cpu.h"
#include "unit.h"

static void no_more_than_there_may_be(void **state)
{
    int all = processors_count(1 << 20);

    (void)state;
    assert_in_range(all, 1, (1 << 20) - 1);
    assert_int_equal(processors_count(1), 1);
    assert_int_equal(processors_count(all), all);
    assert_int_equal(processors_count(all + 1), all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_more_than_there_may_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
