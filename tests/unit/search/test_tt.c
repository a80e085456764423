/* The transposition table: what a probe finds, and which entry is replaced. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "search/tt.h"

static struct tt_hit entry(int depth)
{
    return (struct tt_hit){.move = 77,
                           .score = (int16_t)(-300 + depth),
                           .eval = -12,
                           .depth = (uint8_t)depth,
                           .bound = TT_UPPER};
}

static void set_up(struct tt *tt)
{
    assert_true(tt_create(tt, 65536));
}

static void finds_what_was_stored(void **state)
{
    (void)state;
    struct tt tt = {0};
    struct tt_hit hit;
    set_up(&tt);
    assert_false(tt_probe(&tt, 5, &hit));
    tt_store(&tt, 5, entry(9));
    assert_true(tt_probe(&tt, 5, &hit));
    assert_int_equal(hit.move, 77);
    assert_int_equal(hit.score, -291);
    assert_int_equal(hit.eval, -12);
    assert_int_equal(hit.depth, 9);
    assert_int_equal(hit.bound, TT_UPPER);
    tt_clear(&tt);
    assert_false(tt_probe(&tt, 5, &hit));
    tt_destroy(&tt);
}

/* Entries of earlier searches give way first, however deep. */
static void old_entries_give_way(void **state)
{
    (void)state;
    struct tt tt = {0};
    struct tt_hit hit;
    set_up(&tt);
    const uint64_t step = tt.mask + 1; /* keys of one bucket */
    tt_store(&tt, 5, entry(9));
    for (int search = 0; search < 3; search++)
        tt_new_search(&tt);
    for (int i = 1; i <= TT_BUCKET; i++)
        tt_store(&tt, 5 + (uint64_t)i * step, entry(1));
    assert_false(tt_probe(&tt, 5, &hit));
    for (int i = 1; i <= TT_BUCKET; i++)
        assert_true(tt_probe(&tt, 5 + (uint64_t)i * step, &hit));
    tt_destroy(&tt);
}

/* An entry of depth 0 is replaced before any other. */
static void least_depth_gives_way(void **state)
{
    (void)state;
    struct tt tt = {0};
    struct tt_hit hit;
    set_up(&tt);
    const uint64_t step = tt.mask + 1; /* keys of one bucket */
    for (int i = 0; i < TT_BUCKET; i++)
        tt_store(&tt, 5 + (uint64_t)i * step, entry(i == 1 ? 0 : 1 + i));
    tt_store(&tt, 5 + TT_BUCKET * step, entry(1));
    for (int i = 0; i <= TT_BUCKET; i++)
        assert_int_equal(tt_probe(&tt, 5 + (uint64_t)i * step, &hit), i != 1);
    tt_destroy(&tt);
}

/* A child has no copy of a large table. */
static void a_fork_does_not_copy(void **state)
{
    (void)state;
    struct tt tt = {0};
    struct tt_hit hit;
    assert_true(tt_create(&tt, 4 << 20));
    tt_store(&tt, 5, entry(9));
    pid_t child = fork();
    if (child == 0)
        _exit(tt_probe(&tt, 5, &hit) ? 1 : 0);
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
#if defined(__linux__)
    assert_int_equal(status, 0);
#endif
    assert_true(tt_probe(&tt, 5, &hit));
    tt_destroy(&tt);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_was_stored),
        cmocka_unit_test(old_entries_give_way),
        cmocka_unit_test(least_depth_gives_way),
        cmocka_unit_test(a_fork_does_not_copy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
