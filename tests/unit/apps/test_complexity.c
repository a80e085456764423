/* How many positions there are, against brute force and against the binomial formula. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

#include <paua/paua.h>

#include "complexity/count.h"

/* A board with a start position; the caller frees the board. */
static paua_position start_on(int a, int b, int c, const char *text, paua_board **board)
{
    paua_position start;
    assert_int_equal(paua_board_new(a, b, c, board), PAUA_OK);
    assert_int_equal(paua_position_parse(*board, text, &start, NULL), PAUA_OK);
    return start;
}

static void check_count(int a, int b, int c, const char *text, int win, const char *arrangements,
                        const char *states)
{
    struct position_count count;
    char digits[80];
    paua_board *board;
    paua_position start = start_on(a, b, c, text, &board);
    positions_count(board, &start, win, &count);
    assert_string_equal(big_text(&count.arrangements, digits), arrangements);
    assert_string_equal(big_text(&count.states, digits), states);
    paua_board_free(board);
}

/* Every way to fill seven cells, one by one. */
static void by_enumeration(void **state)
{
    const int marbles = 2, win = 1, cells = 7;
    int arrangements = 0, states = 0;
    char texts[2][24];
    (void)state;
    for (int code = 0; code < 2187; code++) { /* 3^7 */
        int counts[3] = {0};
        for (int i = 0, rest = code; i < cells; i++, rest /= 3)
            counts[rest % 3]++;
        int lost[2] = {marbles - counts[1], marbles - counts[2]};
        if (lost[0] < 0 || lost[1] < 0 || lost[0] > win || lost[1] > win ||
            (lost[0] == win && lost[1] == win))
            continue;
        arrangements++;
        states += lost[0] == win || lost[1] == win ? 1 : 2;
    }
    snprintf(texts[0], sizeof texts[0], "%d", arrangements);
    snprintf(texts[1], sizeof texts[1], "%d", states);
    check_count(2, 2, 2, "b1", win, texts[0], texts[1]);
}

/* Larger ones, by the formula in whole numbers of any size. */
static void by_formula(void **state)
{
    (void)state;
    check_count(3, 2, 2, "c0", 1, "9240", "13440");
    check_count(5, 5, 5, "standard", 6, "20390507180780328321982560", "40759739097209572243931820");
    check_count(5, 5, 5, "belgian-daisy", 6, "20390507180780328321982560",
                "40759739097209572243931820");
    /* the pillar takes a cell; three players: each marble on the board or not */
    check_count(5, 5, 5, "pillar", 6, "11413777797504989259700620", "22813788873432547006395540");
    check_count(5, 5, 5, "standard-3", 6, "95901738832359248978913811503064",
                "287705216497077746936741434509192");
}

/* The logarithm of a number of 50 digits. */
static void logarithm(void **state)
{
    struct position_count count;
    paua_board *board;
    (void)state;
    paua_position start = start_on(5, 5, 5, "standard-6", &board);
    positions_count(board, &start, 6, &count);
    char digits[80];
    big_text(&count.states, digits);
    double log = big_log10(&count.states);
    assert_int_equal((int)log, (int)strlen(digits) - 1);
    paua_board_free(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_enumeration),
        cmocka_unit_test(by_formula),
        cmocka_unit_test(logarithm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
