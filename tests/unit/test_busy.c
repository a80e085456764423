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

static void marks(void **state)
{
    (void)state;
    struct busy *busy = new_marks();
    assert_false(busy_has(busy, 5, 7));
    busy_begin(busy, 5, 7);
    busy_begin(busy, 5, 7);
    busy_begin(busy, 6, 7);
    assert_true(busy_has(busy, 5, 7));
    assert_true(busy_has(busy, 6, 7));
    assert_false(busy_has(busy, 5, 8));
    assert_false(busy_has(busy, 7, 5));
    busy_end(busy, 5, 7); /* whoever is through first takes the mark away */
    assert_false(busy_has(busy, 5, 7));
    assert_true(busy_has(busy, 6, 7));
    free(busy);
}

/* Far more than there is room for: some are lost, none is made up, and none stays. */
static void too_many(void **state)
{
    (void)state;
    enum { MANY = 4 * BUSY_LINES * BUSY_LINE };
    struct busy *busy = new_marks();
    int kept = 0;
    for (int i = 0; i < MANY; i++)
        busy_begin(busy, (uint64_t)i * UINT64_C(0x2545f4914f6cdd1d), (paua_move)(i % 4096));
    for (int i = 0; i < MANY; i++) {
        uint64_t key = (uint64_t)i * UINT64_C(0x2545f4914f6cdd1d);
        kept += busy_has(busy, key, (paua_move)(i % 4096));
        assert_false(busy_has(busy, key, (paua_move)((i + 1) % 4096)));
        busy_end(busy, key, (paua_move)(i % 4096));
    }
    assert_true(kept > BUSY_LINES && kept <= BUSY_LINES * BUSY_LINE);
    for (int i = 0; i < MANY; i++)
        assert_false(
            busy_has(busy, (uint64_t)i * UINT64_C(0x2545f4914f6cdd1d), (paua_move)(i % 4096)));
    free(busy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks),
        cmocka_unit_test(too_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
