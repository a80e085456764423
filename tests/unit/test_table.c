/* The transposition table: what an entry tells, and which one gives way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "search/table.h"

static struct table_hit entry(int depth)
{
    return (struct table_hit){.move = 77,
                              .score = (int16_t)(-300 + depth),
                              .eval = -12,
                              .depth = (uint8_t)depth,
                              .bound = TABLE_UPPER};
}

static void set_up(struct table *table)
{
    assert_true(table_create(table, 65536));
}

static void tells_what_was_stored(void **state)
{
    (void)state;
    struct table table = {0};
    struct table_hit hit;
    set_up(&table);
    assert_false(table_probe(&table, 5, &hit));
    table_store(&table, 5, entry(9));
    assert_true(table_probe(&table, 5, &hit));
    assert_int_equal(hit.move, 77);
    assert_int_equal(hit.score, -291);
    assert_int_equal(hit.eval, -12);
    assert_int_equal(hit.depth, 9);
    assert_int_equal(hit.bound, TABLE_UPPER);
    table_clear(&table);
    assert_false(table_probe(&table, 5, &hit));
    table_destroy(&table);
}

static void knows_its_search(void **state)
{
    (void)state;
    struct table table = {0};
    struct table_hit hit;
    set_up(&table);
    table_store(&table, 5, entry(9));
    assert_true(table_probe(&table, 5, &hit) && hit.now);
    table_grow_old(&table);
    assert_true(table_probe(&table, 5, &hit) && !hit.now);
    table_store(&table, 5, entry(8));
    assert_true(table_probe(&table, 5, &hit) && hit.now);
    table_destroy(&table);
}

/* What nothing has been searched for gives way before any depth. */
static void the_least_gives_way(void **state)
{
    (void)state;
    struct table table = {0};
    struct table_hit hit;
    set_up(&table);
    const uint64_t step = table.mask + 1; /* keys of one bucket */
    for (int i = 0; i < TABLE_BUCKET; i++)
        table_store(&table, 5 + (uint64_t)i * step, entry(i == 1 ? 0 : 1 + i));
    table_store(&table, 5 + TABLE_BUCKET * step, entry(1));
    for (int i = 0; i <= TABLE_BUCKET; i++)
        assert_int_equal(table_probe(&table, 5 + (uint64_t)i * step, &hit), i != 1);
    table_destroy(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_what_was_stored),
        cmocka_unit_test(knows_its_search),
        cmocka_unit_test(the_least_gives_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
