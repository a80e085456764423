/* What threads tell one another of moves: in order, and none made up. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "search/news.h"

static struct verdict nth(unsigned n)
{
    int depth = (int)(n % 100);
    return (struct verdict){.move = (paua_move)(n * 7 + 1),
                            .before = {(paua_move)(n * 5), (paua_move)(n * 3)},
                            .side = (uint8_t)(n % 6),
                            .depth = (int8_t)(n % 2 ? depth : -depth)};
}

static struct news *new_news(void)
{
    struct news *news = aligned_alloc(_Alignof(struct news), sizeof *news);
    assert_non_null(news);
    memset(news, 0, sizeof *news);
    return news;
}

/* The number of a verdict, from the parts that tell it; they fit no other below 2^16. */
static unsigned number_of(struct verdict verdict)
{
    for (unsigned n = 0; n < 1 << 16; n++) {
        struct verdict other = nth(n);
        if (memcmp(&verdict, &other, sizeof other) == 0)
            return n;
    }
    fail_msg("a verdict that nobody told");
    return 0;
}

static void in_order(void **state)
{
    (void)state;
    struct news *news = new_news();
    struct verdict verdict, expected;
    uint64_t seen = 0, late = 0;
    assert_false(news_next(news, &seen, &verdict));
    for (unsigned n = 0; n < 3 * NEWS_ROOM; n++) {
        news_tell(news, nth(n));
        if (n % 3)
            continue;
        for (; seen <= n; assert_memory_equal(&verdict, &expected, sizeof expected)) {
            expected = nth((unsigned)seen);
            assert_true(news_next(news, &seen, &verdict));
        }
        assert_false(news_next(news, &seen, &verdict));
    }
    /* who comes late hears the last ones, in order */
    unsigned heard = 0;
    for (; news_next(news, &late, &verdict); heard++)
        assert_int_equal(number_of(verdict), late - 1);
    assert_true(heard >= NEWS_ROOM / 2 && heard <= NEWS_ROOM);
    assert_int_equal(late, 3 * NEWS_ROOM);
    free(news);
}

enum { TOLD = 40000 };

static void *tell_all(void *context)
{
    for (unsigned n = 0; n < TOLD; n++)
        news_tell(context, nth(n));
    return NULL;
}

/* While another thread writes, and laps the reader: each verdict is a whole one. */
static void meanwhile(void **state)
{
    (void)state;
    struct news *news = new_news();
    struct verdict verdict;
    uint64_t seen = 0;
    unsigned heard = 0;
    pthread_t writer;
    assert_int_equal(pthread_create(&writer, NULL, tell_all, news), 0);
    while (seen < TOLD)
        if (news_next(news, &seen, &verdict) && heard++ % 64 == 0)
            assert_true(number_of(verdict) + 1 >= seen); /* or a later one, written over it */
    pthread_join(writer, NULL);
    assert_false(news_next(news, &seen, &verdict));
    assert_true(heard > 0);
    free(news);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_order),
        cmocka_unit_test(meanwhile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
