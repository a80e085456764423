/* The marks of moves that threads look into. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "search/busy.h"

static struct busy *new_marks(void)
{
    struct busy *busy = aligned_alloc(_Alignof(struct busy), sizeof *busy);
    assert_non_null(busy);
    memset(busy, 0, sizeof *busy);
    return busy;
}

/* As different as keys are. */
static uint64_t key_of(int number)
{
    return (uint64_t)(number + 1) * UINT64_C(0x2545f4914f6cdd1d);
}

static void marks(void **state)
{
    (void)state;
    struct busy *busy = new_marks();
    assert_false(busy_has(busy, key_of(5), 7));
    busy_begin(busy, key_of(5), 7);
    busy_begin(busy, key_of(5), 7);
    busy_begin(busy, key_of(6), 7);
    assert_true(busy_has(busy, key_of(5), 7));
    assert_true(busy_has(busy, key_of(6), 7));
    assert_false(busy_has(busy, key_of(5), 8));
    assert_false(busy_has(busy, key_of(7), 5));
    busy_end(busy, key_of(5), 7); /* whoever is through first takes the mark away */
    assert_false(busy_has(busy, key_of(5), 7));
    assert_true(busy_has(busy, key_of(6), 7));
    free(busy);
}

/* Most moves of one position have places of their own. */
static void neighbours(void **state)
{
    (void)state;
    enum { MOVES = 4 };
    struct busy *busy = new_marks();
    int kept = 0;
    for (int n = 0; n < 100; n++) {
        for (int i = 0; i < MOVES; i++)
            busy_begin(busy, key_of(n), (paua_move)(0x400 + 9 * i));
        for (int i = 0; i < MOVES; i++)
            kept += busy_has(busy, key_of(n), (paua_move)(0x400 + 9 * i));
    }
    assert_true(kept > 100 * MOVES * 3 / 4);
    free(busy);
}

/* Far more than there is room for: some are lost, hardly one is made up, and none stays. */
static void too_many(void **state)
{
    (void)state;
    enum { PLACES = BUSY_LINES * BUSY_LINE, MANY = 4 * PLACES };
    struct busy *busy = new_marks();
    int kept = 0, made_up = 0;
    for (int i = 0; i < MANY; i++)
        busy_begin(busy, key_of(i), (paua_move)(i % 4096));
    for (int i = 0; i < MANY; i++) {
        kept += busy_has(busy, key_of(i), (paua_move)(i % 4096));
        made_up += busy_has(busy, key_of(i), (paua_move)((i + 1) % 4096));
    }
    assert_true(kept > PLACES / 2 && kept <= PLACES + made_up);
    assert_true(made_up < MANY / 4096);
    for (int i = 0; i < MANY; i++)
        busy_end(busy, key_of(i), (paua_move)(i % 4096));
    for (int i = 0; i < MANY; i++)
        assert_false(busy_has(busy, key_of(i), (paua_move)(i % 4096)));
    free(busy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks),
        cmocka_unit_test(neighbours),
        cmocka_unit_test(too_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
