/* test_units.c - times and sizes with their units, and what is not one. */
#include "unit.h"

#include <string.h>

#include "base/units.h"

static int64_t time_of(const char *text, int64_t bare_ms)
{
    int64_t ms = -1;

    bool read = units_read_time(text, strlen(text), bare_ms, &ms);
    assert_int_equal(read, ms != -1);
    return ms;
}

static void times_have_units(void **state)
{
    (void)state;
    assert_int_equal(time_of("100", 1), 100);
    assert_int_equal(time_of("100", 1000), 100000);
    assert_int_equal(time_of("100ms", 1000), 100);
    assert_int_equal(time_of("0", 1), 0);
    assert_int_equal(time_of("1s", 1), 1000);
    assert_int_equal(time_of("1.5s", 1), 1500);
    assert_int_equal(time_of(".6", 1000), 600);
    assert_int_equal(time_of("3m", 1), 180000);
    assert_int_equal(time_of("0.25h", 1), 900000);
    assert_int_equal(time_of("2d", 1), 172800000);
    assert_int_equal(time_of("0.0006s", 1), 1);
    assert_int_equal(time_of("1.00000000000000000001s", 1), 1000);
    assert_int_equal(time_of("9223372036854775806", 1), INT64_MAX - 1);
}

static void other_times_are_refused(void **state)
{
    static const char *const texts[] = {"",
                                        "s",
                                        "1 s",
                                        " 1",
                                        "-1",
                                        "+1",
                                        "1.5",
                                        "1.5ms",
                                        "1x",
                                        "1sx",
                                        "1e3",
                                        "1..",
                                        "1min",
                                        "1S",
                                        "1MS",
                                        "1ms ",
                                        ".",
                                        "0x10",
                                        "9223372036854775807",
                                        "18446744073709551616",
                                        "9999999999999999s"};

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_int_equal(time_of(texts[i], 1), -1);
    assert_int_equal(time_of("60+0.6", 1000), -1);
}

static uint64_t size_of(const char *text, uint64_t bare_bytes)
{
    uint64_t bytes = UINT64_MAX;

    bool read = units_read_size(text, strlen(text), bare_bytes, &bytes);
    assert_int_equal(read, bytes != UINT64_MAX);
    return bytes;
}

static void sizes_have_units(void **state)
{
    (void)state;
    assert_int_equal(size_of("4096", 1), 4096);
    assert_int_equal(size_of("64", 1 << 20), 64 << 20);
    assert_int_equal(size_of("500M", 1), 500 << 20);
    assert_int_equal(size_of("64MB", 1), 64 << 20);
    assert_int_equal(size_of("1K", 1 << 20), 1024);
    assert_int_equal(size_of("8G", 1), UINT64_C(8) << 30);
    assert_int_equal(size_of("2TB", 1), UINT64_C(2) << 40);
}

static void other_sizes_are_refused(void **state)
{
    static const char *const texts[] = {
        "",   "M",  "MB",  "1.5G", "-1",   "1 M",       "500m",
        "1B", "1X", "1MM", "1MiB", "1MBB", "16777216T", "18446744073709551616"};

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_int_equal(size_of(texts[i], 1), UINT64_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_have_units),
        cmocka_unit_test(other_times_are_refused),
        cmocka_unit_test(sizes_have_units),
        cmocka_unit_test(other_sizes_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
