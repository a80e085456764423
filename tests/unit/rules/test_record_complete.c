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

#define DAISY "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww"
#define BOWL  "bb1ww/bbbwww/1bb1ww1/8/9/8/1ww1bb1/wwwbbb/ww1bb"

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

/* Only where the tag says so: most of these cells are ours, too. */
static void numbers_of_each_row_are_read_by_name(void **state)
{
    static const char wanted[] =
        "# the tag Variant is missing: the moves are legal from standard\n"
        "# missing tags were filled in: Event, Date, Black, White, Variant, Result\n"
        "# numbers of the cells begin with 1 in each row\n" UNKNOWN(
            "standard", "1-0") "\n1. a1b2 i5h5 2. b2c3 h5g5 (2... i6h6) 1-0\n";

    (void)state;
    assert_string_equal(completed("[Notation \"Row-Local\"]\n\n1. a1b2 i1h2 2. b2c3 h2g3 "
                                  "(2... I2>SE) 1-0"),
                        wanted);
    assert_string_equal(completed("1. a1b2 i1h2"),
                        "no 1 2 i1h2: expected a cell of this board, as in a1b2 or a1a3b1\n");
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
        "[Variant \"Abalone\"]\n[Result \"*\"]\n[Notation \"Aba-Pro\"]\n[SetUp \"1\"]\n"
        "[Position \"" BOWL " b 0-0 0 1\"]\n[UTCDate \"2026.11.23\"]\n\n1. a4a3 i8i7 *\n");
    /* the name alone stands for the Belgian daisy */
    snprintf(text, sizeof text, "%s\n1. a2a3 *\n", tags);
    assert_non_null(strstr(completed(text), "[Variant \"Abalone\"]\n"));
    assert_non_null(strstr(completed(text), "[Position \"" DAISY " b 0-0 0 1\"]\n"));
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

/* The move text of a completed game of the standard layout that has no tags but Event, its notes in
 * front of it, without those on what everyone of these games lacks. */
static const char *moves_of(const char *moves)
{
    static char text[2048], all[2048];
    size_t used = 0;

    snprintf(text, sizeof text, "[Event \"E\"]\n[Variant \"standard\"]\n\n%s", moves);
    const char *found = completed(text);
    for (const char *line = found; *line == '#'; line = strchr(line, '\n') + 1)
        if (strncmp(line, "# missing tags", 14) != 0)
            used += (size_t)sprintf(all + used, "%.*s;", (int)strcspn(line, "\n") - 2, line + 2);
    const char *begin = strstr(found, "\n\n");
    snprintf(all + used, sizeof all - used, "%s", begin ? begin + 2 : found);
    return all;
}

static void what_readers_of_pgn_skip_loses_no_game(void **state)
{
    static const char *const cases[][2] = {
        {"1. a1b2 i5h5 1-0 {on time}",
         "a comment behind the result was put before it;1. a1b2 i5h5 {on time} 1-0\n"},
        {"1. a1b2 i5h5 1-0 ; on time",
         "a comment behind the result was put before it;1. a1b2 i5h5 ; on time\n1-0\n"},
        {"1. a1b2 1-0 Black won on time\n", "text behind the result was left out;1. a1b2 1-0\n"},
        {"1. a1b2 1-0\n\nA game to remember.\n{yes}\n",
         "a comment behind the result was put before it;text behind the result was left out;"
         "1. a1b2 {yes} 1-0\n"},
        {"1. a1b2 i5h5 (1... -- 2. a2b3 {deep} (2. b2b3) i6h6) 2. b2c3 *",
         "a variation with a null move, or without a move to replace, was left out;"
         "1. a1b2 i5h5 2. b2c3 *\n"},
        {"1. a1b2 i5h5 (1... i6h6 (1... Z0) 2. b1c2) 2. b2c3 *",
         "a variation with a null move, or without a move to replace, was left out;"
         "1. a1b2 i5h5 (1... i6h6 2. b1c2) 2. b2c3 *\n"},
        {"(1. a2b3) 1. a1b2 () i5h5 *",
         "a variation with a null move, or without a move to replace, was left out;"
         "1. a1b2 i5h5 *\n"},
        {"1. a1b2 i5h5 +- 1-0", "evaluation signs became glyphs;1. a1b2 i5h5 $18 1-0\n"},
        {"1. a1b2= i5h5-/+ 2. b2c3 \u00b1 *",
         "evaluation signs became glyphs;1. a1b2 $10 i5h5 $17 2. b2c3 $16 *\n"},
        {"!! 1. a1b2 !!! (=) i5h5\n%an escape\n(1... i6h6 *) *",
         "marks of other programs were left out;1. a1b2 i5h5 (1... i6h6) *\n"},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++)
        assert_string_equal(moves_of(cases[i][0]), cases[i][1]);
    /* a move that nobody makes is none in the game itself */
    assert_string_equal(moves_of("1. a1b2 -- *"),
                        "no 4 2 --: expected a cell of this board, as in a1b2 or a1a3b1\n");
    assert_string_equal(moves_of("1. a1b2 (1. a2b3 --"),
                        "no 4 1 the game ends inside a variation, expected ')'\n");
}

static void a_first_line_may_name_the_layout(void **state)
{
    (void)state;
    assert_string_equal(completed("Belgian daisy\n1. i9h8 i6h6"),
                        "# the first line names the layout\n"
                        "# the result is missing: '*' by the board\n"
                        "# missing tags were filled in: Event, Date, Black, White, Result, Notation"
                        "\n" UNKNOWN("Belgian daisy", "*") "\n1. i9h8 i6h6 *\n");
    assert_non_null(strstr(completed("\xef\xbb\xbfMarguerite belge :\r\n\r\n1. i9h8 i6h6"),
                           "[Variant \"Marguerite belge\"]"));
    assert_memory_equal(completed("World final\n1. i9h8 i6h6"), "no 1 1 World: ", 14);
}

/* Games of a list without tags are told apart by their results. */
static void a_list_of_games_has_several(void **state)
{
    static const char text[] = "1. a1b2 1-0\n\n1. a1b2 i5h5 0-1 {so}\nBelgian daisy\na1a2 *\n\n";
    static const int plies[] = {1, 2, 1}, lines[] = {1, 3, 4};
    paua_apgn_text left = {text, sizeof text - 1};
    paua_apgn_reader *reader;
    const paua_record *record;
    paua_record *out;
    paua_replay replay = {0};
    paua_notes notes;
    paua_error why;

    (void)state;
    assert_int_equal(paua_apgn_reader_new(paua_apgn_read_text, &left, &reader), PAUA_OK);
    assert_int_equal(paua_record_new(&out), PAUA_OK);
    paua_apgn_forgive(reader);
    for (size_t i = 0; i < LENGTH(plies); i++) {
        assert_int_equal(paua_apgn_next(reader, &record, &why), PAUA_OK);
        assert_int_equal(paua_record_complete(record, out, &notes, &why), PAUA_OK);
        assert_int_equal(paua_replay_record(&replay, out, NULL, NULL, &why), PAUA_OK);
        assert_int_equal(replay.plies, plies[i]);
        assert_int_equal(paua_apgn_game(reader), i + 1);
        assert_int_equal(paua_apgn_line(reader), lines[i]);
    }
    assert_int_equal(paua_apgn_next(reader, &record, &why), PAUA_ERROR_NOT_FOUND);
    paua_replay_end(&replay);
    paua_record_free(out);
    paua_apgn_reader_free(reader);
}

static void other_names_of_layouts_stay(void **state)
{
    static const char *const names[] = {"snakes_variant", "Snakes Variante", "snakes-variation"};
    char text[256];

    (void)state;
    for (size_t i = 0; i < LENGTH(names); i++) {
        snprintf(text, sizeof text, "[Event \"E\"]\n[Variant \"%s\"]\n\n1. d2c1 f8e7 *", names[i]);
        const char *found = completed(text);
        snprintf(text, sizeof text, "[Variant \"%s\"]\n", names[i]);
        assert_non_null(strstr(found, text));
        assert_null(strstr(found, "Position"));
        assert_null(strstr(found, "is no layout"));
    }
}

#define LONE "[Event \"E\"]\n[Variant \"%s\"]\n\n"

static void an_unknown_name_is_a_guess_only_if_one_layout_fits(void **state)
{
    char text[512];

    (void)state;
    snprintf(text, sizeof text, LONE "1. a1b2 *", "nowhere");
    assert_memory_equal(completed(text),
                        "no 0 0 Variant 'nowhere': no layout has this name, and the moves are "
                        "legal from standard and ",
                        88);
    snprintf(text, sizeof text, LONE "1. a1b2 a1b2 *", "nowhere");
    assert_memory_equal(completed(text),
                        "no 4 2 Variant 'nowhere': no layout has this name, and from none are the "
                        "moves legal: a1b2: ",
                        92);
    snprintf(text, sizeof text, LONE "1. a1b2 *", "custom");
    assert_string_equal(completed(text),
                        "no 0 0 Variant 'custom': expected the tag Position as well\n");
    /* no other layout has these marbles */
    snprintf(text, sizeof text, LONE "1. d3e4 e9f9 2. b2c3 *", "Toile d'araign\u00e9e");
    const char *found = completed(text);
    assert_memory_equal(found,
                        "# the Variant 'Toile d'araign\u00e9e' is no layout: the moves are legal "
                        "from ",
                        70);
    assert_non_null(strstr(found, "[Variant \"Toile d'araign\u00e9e\"]\n"));
    assert_non_null(strstr(found, "[SetUp \"1\"]\n[Position \""));
}

static void a_code_of_a_game_is_read(void **state)
{
    (void)state;
    /* three marbles to the north-east, three to the south-east, two beside each other */
    assert_string_equal(completed("ABAL1:standard:Ann_A|Bob:3a1b2c333i5h5g5\n4 2b6b53"),
                        "# the game is a code ABAL1\n"
                        "# the result is missing: '*' by the board\n"
                        "# missing tags were filled in: Event, Date, Result, Notation\n"
                        "[Event \"?\"]\n[Date \"????.??.??\"]\n[Black \"Ann A\"]\n[White \"Bob\"]\n"
                        "[Variant \"standard\"]\n[Result \"*\"]\n[Notation \"Aba-Pro\"]\n"
                        "\n1. a1b2 i5h5 2. b5b6c6 *\n");
    assert_non_null(strstr(completed("abal1:the_wall:1c60"), "\n1. "));
    assert_string_equal(
        completed("ABAL1:standard:4a1"),
        "no 1 1 expected 1 to 3 marbles, their cells and a direction from 0 to 5\n");
    assert_string_equal(completed("ABAL1:standard"),
                        "no 1 0 expected ABAL1:LAYOUT:BLACK|WHITE:MOVES, or ABAL1:LAYOUT:MOVES\n");
}

static void a_text_that_is_no_utf_8_is_latin(void **state)
{
    const char *found = completed("[Event \"Caf\xe9 \x80\"]\n[Black \"\xdcnal\"]\n\n1. a1b2 *");

    (void)state;
    assert_non_null(strstr(found, "# the text is not UTF-8: it was read as ISO-8859-1\n"));
    assert_non_null(strstr(found, "[Event \"Caf\u00e9 \u20ac\"]\n"));
    assert_non_null(strstr(found, "[Black \"\u00dcnal\"]\n"));
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
        cmocka_unit_test(numbers_of_each_row_are_read_by_name),
        cmocka_unit_test(a_push_may_name_the_cell_behind_it),
        cmocka_unit_test(what_readers_of_pgn_skip_loses_no_game),
        cmocka_unit_test(a_first_line_may_name_the_layout),
        cmocka_unit_test(a_list_of_games_has_several),
        cmocka_unit_test(other_names_of_layouts_stay),
        cmocka_unit_test(an_unknown_name_is_a_guess_only_if_one_layout_fits),
        cmocka_unit_test(a_code_of_a_game_is_read),
        cmocka_unit_test(a_text_that_is_no_utf_8_is_latin),
        cmocka_unit_test(the_board_gives_the_result),
        cmocka_unit_test(what_lacks_nothing_is_copied),
        cmocka_unit_test(what_fits_nowhere_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
