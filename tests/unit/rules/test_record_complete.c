/* Records that lack tags, start, notation or result, and what is filled in. */
#include "unit.h"

/* Reads the one game of a text forgivingly, completes and replays it. Returns what is written of
 * it: its notes, a line each, then the record; or "no LINE PLY REASON". */
static const char *completed(const char *text)
{
    static char all[8192];
    paua_apgn_text left = {text, strlen(text)};
    paua_apgn_reader *reader;
    const paua_record *record;
    paua_record *out;
    paua_replay replay = {0};
    paua_notes notes = {0};
    paua_error why = {.code = PAUA_OK};
    size_t used = 0;

    assert_int_equal(paua_apgn_reader_new(paua_apgn_read_text, &left, &reader), PAUA_OK);
    assert_int_equal(paua_record_new(&out), PAUA_OK);
    paua_apgn_forgive(reader);
    paua_status status = paua_apgn_next(reader, &record, &why);
    if (status == PAUA_OK)
        status = paua_record_complete(record, out, &notes, &why);
    if (status == PAUA_OK)
        status = paua_replay_record(&replay, out, NULL, NULL, &why);
    if (status == PAUA_OK) {
        for (int i = 0; i < notes.count; i++)
            used += (size_t)sprintf(all + used, "# %s\n", notes.text[i]);
        paua_apgn_write(out, all + used, sizeof all - used);
    } else {
        assert_int_equal(why.code, status);
        sprintf(all, "no %ld %d %s\n", why.line, why.ply, why.message);
    }
    assert_int_equal(paua_apgn_next(reader, &record, NULL), PAUA_ERROR_NOT_FOUND);
    paua_replay_end(&replay);
    paua_record_free(out);
    paua_apgn_reader_free(reader);
    return all;
}

#define ALL_MISSING                                                                                \
    "# missing tags were filled in: Event, Date, Black, White, Variant, Result, Notation\n"
#define UNKNOWN(variant, result)                                                                   \
    "[Event \"?\"]\n[Date \"????.??.??\"]\n[Black \"?\"]\n[White \"?\"]\n[Variant \"" variant      \
    "\"]\n[Result \"" result "\"]\n[Notation \"Aba-Pro\"]\n"

static void a_list_of_moves_is_a_game(void **state)
{
    static const char wanted[] = "# the tag Variant is missing: the moves are legal from standard\n"
                                 "# the result is missing: '*' by the board\n" ALL_MISSING UNKNOWN(
                                     "standard", "*") "\n1. a1b2 i5h5 2. b2c3 *\n";

    (void)state;
    assert_string_equal(completed("1. a1b2 i5h5 2. b2c3"), wanted);
    assert_string_equal(completed("a1b2, i5h5,\nb2c3\n"), wanted);
    assert_string_equal(completed("A1B2 I5H5 B2C3"), wanted);
    assert_string_equal(completed("[a1, c3, b2] [i5, g5, h5] [b2, d4, c3]"), wanted);
    assert_string_equal(
        completed("1. a1b2 1-0"),
        "# the tag Variant is missing: the moves are legal from standard\n" ALL_MISSING UNKNOWN(
            "standard", "1-0") "\n1. a1b2 1-0\n");
}

static void another_layout_is_found_by_the_moves(void **state)
{
    (void)state;
    assert_string_equal(completed("1. i9h8 i6h6 2. i8h7 a5b5"),
                        "# the tag Variant is missing: the moves are legal from belgian-daisy\n"
                        "# the result is missing: '*' by the board\n" ALL_MISSING UNKNOWN(
                            "belgian-daisy", "*") "\n1. i9h8 i6h6 2. i8h7 a5b5 *\n");
}

static void comments_and_variations_stay(void **state)
{
    (void)state;
    assert_string_equal(completed("1. a1b2! {good} (1. [a2, c4, b3] i5h5) i5h5 2. e9e8"),
                        "no 1 3 e9e8: Black has no marble on e9\n");
    assert_string_equal(completed("1. a1b2! {good} (1. [a2, c4, b3] i5h5) i5h5"),
                        "# the tag Variant is missing: the moves are legal from standard\n"
                        "# the result is missing: '*' by the board\n" ALL_MISSING UNKNOWN(
                            "standard", "*") "\n1. a1b2! {good} (1. a2b3 i5h5) 1... i5h5 *\n");
}

static void what_match_runners_write_is_read(void **state)
{
    (void)state;
    assert_string_equal(
        completed("[Event \"Cup\"]\n[Site \"CuteGames\"]\n[Date \"??\"]\n[Round \"1\"]\n"
                  "[Player1 \"Ada\"]\n[Player2 \"Bo\"]\n[Result \"0-1\"]\n"
                  "[FEN \"wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbb1 w 0-0 3 4\"]\n"
                  "[PlyCount \"2\"]\n\n1... i5h5 2. a1b2 0-1\n\n\n"),
        "# the start is that of the tag FEN\n"
        "# missing tags were filled in: Black, White, Variant, Notation\n"
        "[Event \"Cup\"]\n[Date \"??\"]\n[Black \"Ada\"]\n[White \"Bo\"]\n[Variant \"5x5x5\"]\n"
        "[Result \"0-1\"]\n[Notation \"Aba-Pro\"]\n[SetUp \"1\"]\n"
        "[Position \"wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbb1 w 0-0 3 4\"]\n"
        "[Site \"CuteGames\"]\n[Round \"1\"]\n[Player1 \"Ada\"]\n[Player2 \"Bo\"]\n"
        "[PlyCount \"2\"]\n\n1... i5h5 2. a1b2 0-1\n");
    /* the standard start as a FEN is the layout */
    assert_string_equal(
        completed("[Event \"Cup\"]\n[Result \"*\"]\n"
                  "[FEN \"wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 0 1\"]\n\n1. a1b2 *\n"),
        "# the start is that of the tag FEN\n"
        "# missing tags were filled in: Date, Black, White, Variant, Notation\n"
        "[Event \"Cup\"]\n[Date \"????.??.??\"]\n[Black \"?\"]\n[White \"?\"]\n"
        "[Variant \"standard\"]\n[Result \"*\"]\n[Notation \"Aba-Pro\"]\n\n1. a1b2 *\n");
}

static void what_playstrategy_writes_is_read(void **state)
{
    static const char tags[] = "[Event \"Casual\"]\n[UTCDate \"2026.11.23\"]\n[White \"Bo\"]\n"
                               "[Black \"Ada\"]\n[Result \"*\"]\n[Variant \"Abalone\"]\n";
    char text[1024];

    (void)state;
    /* cells as numbers and letters, the move number 0; d1c1 is our a4a3 */
    snprintf(text, sizeof text,
             "%s[FEN \"SS1ss/SSSsss/1SS1ss1/8/9/8/1ss1SS1/sssSSS/ss1SS 0 0 b 0 0\"]\n\n"
             "1. d1c1 h9g9 *\n",
             tags);
    assert_string_equal(
        completed(text),
        "# the start is that of the tag FEN\n"
        "# missing tags were filled in: Date, Notation\n"
        "# letters and numbers of the cells were exchanged\n"
        "[Event \"Casual\"]\n[Date \"2026.11.23\"]\n[Black \"Ada\"]\n[White \"Bo\"]\n"
        "[Variant \"bowl-2\"]\n[Result \"*\"]\n[Notation \"Aba-Pro\"]\n"
        "[UTCDate \"2026.11.23\"]\n\n1. a4a3 i8i7 *\n");
    /* the name alone stands for the Belgian daisy */
    snprintf(text, sizeof text, "%s\n1. a2a3 *\n", tags);
    assert_non_null(strstr(completed(text), "[Variant \"belgian-daisy\"]"));
}

static void a_push_may_name_the_cell_behind_it(void **state)
{
    (void)state;
    /* d2d3 pushes two marbles; other programs name where the last one comes to stand */
    assert_non_null(strstr(
        completed("[Event \"?\"]\n[Position \"5/6/7/8/9/1bbbww2/7/6/5 b\"]\n\n1. d2d7 1-0\n"),
        "\n1. d2d3 1-0\n"));
    assert_non_null(strstr(
        completed("[Event \"?\"]\n[Position \"5/6/7/8/9/3bbbww/7/6/5 b\"]\n\n1. d4xd8 1-0\n"),
        "\n1. d4d5 1-0\n"));
}

static void the_board_gives_the_result(void **state)
{
    const char *text;

    (void)state;
    text = completed("[Event \"?\"]\n[Position \"5/6/7/8/6bbw/8/7/6/w4-0b5w b\"]\n\n1. e7e8");
    assert_non_null(strstr(text, "# the result is missing: '1-0' by the board\n"));
    assert_non_null(strstr(text, "\n1. e7e8 1-0\n"));
    text = completed("[Event \"?\"]\n[Result \"0-1\"]\n\n1. a1b2");
    assert_non_null(
        strstr(text, "# the result behind the moves is missing: it is that of the tag"));
    assert_non_null(strstr(text, "\n1. a1b2 0-1\n"));
}

static void what_lacks_nothing_is_copied(void **state)
{
    static const char text[] =
        "[Event \"E\"]\n[Date \"2026.11.21\"]\n[Black \"A\"]\n[White \"B\"]\n"
        "[Variant \"Belgian Daisy\"]\n[Result \"*\"]\n[Notation \"pbm\"]\n[FEN \"x\"]\n"
        "[Position \"5/6/7/8/6bbw/8/7/6/w4-0b5w w\"]\n\n1... I5,H5 {so} *\n";

    (void)state;
    assert_string_equal(completed(text), text);
}

static void what_fits_nowhere_is_refused(void **state)
{
    static const struct {
        const char *text, *start; /* of the answer */
    } cases[] = {
        {"hello", "no 1 1 hello: "},
        {"a1b2 i5h5 nonsense", "no 1 3 nonsense: "},
        /* a2b2 would be legal */
        {"[Event \"E\"]\n[Variant \"standard\"]\n\nb1b2", "no 4 1 b1b2: "},
        {"[Event \"E\"]\n\n", "no 3 0 the game ends without a result"},
        {"[Event E]\n1. a1b2", "no 1 0 expected a tag such as [Event \"...\"]\n"},
        {"[Event \"E\"]\n[FEN \"nowhere\"]\n\n1. a1b2 *", "no 0 0 FEN 'nowhere': "},
        {"[Event \"E\"]\n[FEN \"ww/3/bb b 0-0 0 1\"]\n\n1. a1b9 *", "no 4 1 a1b9: "},
        {"a1b2 (a1b2", "no 1 1 the game ends inside a variation, expected ')'\n"},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const char *found = completed(cases[i].text);
        if (strncmp(found, cases[i].start, strlen(cases[i].start)) != 0)
            fail_msg("%s: %s", cases[i].text, found);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_of_moves_is_a_game),
        cmocka_unit_test(another_layout_is_found_by_the_moves),
        cmocka_unit_test(comments_and_variations_stay),
        cmocka_unit_test(what_match_runners_write_is_read),
        cmocka_unit_test(what_playstrategy_writes_is_read),
        cmocka_unit_test(a_push_may_name_the_cell_behind_it),
        cmocka_unit_test(the_board_gives_the_result),
        cmocka_unit_test(what_lacks_nothing_is_copied),
        cmocka_unit_test(what_fits_nowhere_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
