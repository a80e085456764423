/* Counted attempts of clients and their networks: all levels or none, and what is withdrawn. */
#include "unit.h"

#include <limits.h>

#include <sodium.h>

#include "service/core/attempts.h"
#include "service/core/response.h"

enum { MOST = 2, WINDOW_MS = 3600 * 1000 };

static int set_up(void **state)
{
    *state = sodium_init() < 0 ? NULL : attempts_new(WINDOW_MS);
    return *state ? 0 : 1;
}

static int tear_down(void **state)
{
    attempts_free(*state);
    return 0;
}

/* The keys of the i-th client of a /56, of which four are in a /48. */
static struct client_attempt attempt_of(const struct attempts *attempts, int client, int network)
{
    const http_client from = {{(uint64_t)(1 + 1000 * network + client),
                               0x560000 + (uint64_t)network, 0x480000 + (uint64_t)network / 4}};

    return client_attempt_of(attempts, &from, "ann");
}

/* Whether an attempt is counted. */
static bool take(struct attempts *attempts, int client, int network)
{
    const struct client_attempt attempt = attempt_of(attempts, client, network);
    const int wait = client_attempt_take(attempts, &attempt, MOST);

    assert_in_range(wait, 0, WINDOW_MS / 1000 + 1);
    return wait == 0;
}

/* Two attempts for a client, eight for a /56, thirty-two for a /48. */
static void test_levels(void **state)
{
    struct attempts *attempts = *state;

    assert_true(take(attempts, 0, 0) && take(attempts, 0, 0));
    assert_false(take(attempts, 0, 0));
    for (int client = 1; client < 4; client++)
        assert_true(take(attempts, client, 0) && take(attempts, client, 0));
    assert_false(take(attempts, 4, 0)); /* the fifth of the /56 */
    for (int network = 1; network < 4; network++) {
        for (int client = 0; client < 8; client++)
            assert_true(take(attempts, client, network));
    }
    assert_true(take(attempts, 0, 4)); /* another /48 */
}

/* What is refused at one level counts at none, and what is withdrawn is free again at all. */
static void test_all_or_none(void **state)
{
    struct attempts *attempts = *state;
    const struct client_attempt first = attempt_of(attempts, 0, 0);

    for (int network = 0; network < 4; network++) {
        for (int client = 0; client < 8; client++)
            assert_true(take(attempts, client, network));
    }
    for (int i = 0; i < 10; i++) /* by the /56, whose client has one left */
        assert_false(take(attempts, 0, 0));
    client_attempt_withdraw(attempts, &first);
    assert_false(take(attempts, 1, 1)); /* the /48 has room, this /56 has none */
    assert_true(take(attempts, 0, 0));
    assert_false(take(attempts, 0, 0));
    client_attempt_withdraw(attempts, &first);
    assert_true(take(attempts, 8, 0)); /* a neighbour's */
    assert_false(take(attempts, 9, 0));
}

/* Other names are counted apart; nobody is not counted. */
static void test_names_and_nobody(void **state)
{
    struct attempts *attempts = *state;
    const http_client client = {{7, 8, 9}}, v4 = {{7}}, nobody = {{0}};
    const struct client_attempt ann = client_attempt_of(attempts, &client, "ann"),
                                bob = client_attempt_of(attempts, &client, "bob"),
                                alone = client_attempt_of(attempts, &v4, "ann"),
                                free = client_attempt_of(attempts, &nobody, "ann");

    for (int i = 0; i < MOST; i++)
        assert_int_equal(client_attempt_take(attempts, &ann, MOST), 0);
    assert_true(client_attempt_take(attempts, &ann, MOST) > 0);
    assert_true(client_attempt_take(attempts, &alone, MOST) > 0);
    assert_int_equal(client_attempt_take(attempts, &bob, MOST), 0);
    for (int i = 0; i < 10; i++)
        assert_int_equal(client_attempt_take(attempts, &free, MOST), 0);
}

/* However many clients of it come, the table does not forget a network. */
static void test_many_clients(void **state)
{
    struct attempts *attempts = *state;
    int counted = 0;

    for (int i = 0; i < 20000; i++) {
        const http_client from = {{(uint64_t)(1000 + i), 0x560000 + (uint64_t)i, 0x48}};
        const struct client_attempt attempt = client_attempt_of(attempts, &from, "");

        counted += client_attempt_take(attempts, &attempt, 400) == 0;
    }
    assert_int_equal(counted, 400 * 16);
}

/* A refusal does not say "1 minutes", nor minutes where it is a day. */
static void test_wait_text(void **state)
{
    static const struct {
        int seconds;
        const char *text;
    } cases[] = {
        {1, "1 minute"},         {60, "1 minute"},          {61, "2 minutes"},
        {15 * 60, "15 minutes"}, {59 * 60, "59 minutes"},   {59 * 60 + 1, "1 hour"},
        {60 * 60, "1 hour"},     {60 * 60 + 1, "2 hours"},  {23 * 3600 + 1, "24 hours"},
        {24 * 3600, "24 hours"}, {INT_MAX, "596524 hours"},
    };
    char text[WAIT_TEXT_SIZE];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wait_text(cases[i].seconds, text);
        assert_string_equal(text, cases[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_levels, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_all_or_none, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_names_and_nobody, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_many_clients, set_up, tear_down),
        cmocka_unit_test(test_wait_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
