/* The guide: each of its examples is played by the rules and compared with the position that the
 * help of the network server (seed 004) draws; what it calls illegal is refused. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "command/guide.h"

static paua_board *board; /* of every drawing */

/* The i-th section of this kind on a page, from 0; NULL after the last one. */
static const struct guide_section *section_at(const char *page, enum guide_kind kind, int i)
{
    for (const struct guide_section *at = guide_page_find(page)->sections; at->kind != GUIDE_END;
         at++) {
        if (at->kind == kind && i-- == 0)
            return at;
    }
    return NULL;
}

/* The rows of a frame's position, behind the number of marbles that player one has ejected. */
static const char *rows_of(const struct guide_drawing *drawing, int frame, char *text, size_t cap)
{
    const paua_position *position = &drawing->frames[frame].position;

    text[0] = (char)('0' + position->ejected[PAUA_BLACK]);
    text[1] = ' ';
    paua_position_format(drawing->board, position, text + 2, cap - 2);
    text[2 + strcspn(text + 2, " ")] = '\0';
    return text;
}

/* The rows after the n-th frame of a section with these moves; NULL: its own. */
static void check_frame(const struct guide_section *section, const char *moves, int frame,
                        const char *expected)
{
    struct guide_drawing drawing;
    char text[PAUA_POSITION_TEXT_MAX];
    paua_error error = {.code = PAUA_OK};

    if (guide_drawing_play(board, section, moves, &drawing, &error) != PAUA_OK)
        fail_msg("%s: %s: %s", section->text, moves ? moves : section->moves, error.message);
    assert_in_range(frame, 0, drawing.frame_count - 1);
    assert_string_equal(rows_of(&drawing, frame, text, sizeof text), expected);
}

/* The five moves, three pushes and the ejection. */
static void test_rules_examples(void **state)
{
    static const char *const after[] = {
        "0 5/6/7/8/5b3/8/7/6/5",    "0 5/6/7/8/5bb2/8/7/6/5",   "0 5/6/7/3bb3/9/8/7/6/5",
        "0 5/6/7/8/5bbb1/8/7/6/5",  "0 5/6/7/3bbb2/9/8/7/6/5",  "0 5/6/7/8/5bbw1/8/7/6/5",
        "0 5/6/7/8/4bbbw1/8/7/6/5", "0 5/6/7/8/4bbbww/8/7/6/5", "1 5/6/7/8/5bbbw/8/7/6/5"};

    (void)state;
    for (int i = 0; i < 9; i++)
        check_frame(section_at("rules", GUIDE_EXAMPLE, i), NULL, 1, after[i]);
    assert_null(section_at("rules", GUIDE_EXAMPLE, 9));
    check_frame(section_at("rules", GUIDE_BOARD, 0), NULL, 0,
                "0 bbbbb/bbbbbb/2bbb2/8/9/8/2www2/wwwwww/wwwww");
}

static void test_refused(void **state)
{
    static const char *const reasons[] = {"2 against 2", "3 against 3", "your own marble at E8",
                                          "needs an empty cell"};
    struct guide_drawing drawing;
    paua_error error;

    (void)state;
    for (int i = 0; i < 4; i++) {
        const struct guide_section *section = section_at("rules", GUIDE_REFUSED, i);

        assert_int_equal(guide_drawing_play(board, section, NULL, &drawing, &error), PAUA_OK);
        assert_int_equal(drawing.frame_count, 1);
        assert_non_null(strstr(error.message, reasons[i]));
        assert_int_equal(guide_drawing_play(board, section, section->moves, &drawing, &error),
                         PAUA_ERROR_ILLEGAL_MOVE);
    }
    assert_null(section_at("rules", GUIDE_REFUSED, 4));

    /* a legal move is no example of a refused one */
    struct guide_section legal = *section_at("rules", GUIDE_REFUSED, 0);
    legal.moves = "e4,e3";
    assert_int_equal(guide_drawing_play(board, &legal, NULL, &drawing, &error),
                     PAUA_ERROR_BAD_ARGUMENT);
}

/* The labelled examples, in both ways of writing that each of them names. */
static void test_notation_examples(void **state)
{
    static const struct {
        const char *first, *second, *after;
    } rows[] = {
        {"c5,d5", "c5,d5", "0 bbbbb/bbbbbb/2bb3/4b3/9/8/2www2/wwwwww/wwwww"},
        {"a1-c3,b2", "a1-c3,d4", "0 1bbbb/bbbbbb/2bbb2/3b4/9/8/2www2/wwwwww/wwwww"},
        {"c3-c5,d4", "c3-c5,d6", "0 bbbbb/bbbbbb/7/3bbb2/9/8/2www2/wwwwww/wwwww"},
        {"e7-f8,f8", "e7-f8,g9", "1 bbbbb/bbbbbb/2b4/8/9/6b1/2www1b/wwwww1/wwwww"},
    };

    (void)state;
    for (int i = 0; i < 4; i++) {
        const struct guide_section *section = section_at("notation", GUIDE_EXAMPLE, i);

        assert_string_equal(section->moves, rows[i].first);
        assert_non_null(strstr(section->text, rows[i].first));
        assert_non_null(strstr(section->text, rows[i].second));
        check_frame(section, rows[i].first, 1, rows[i].after);
        check_frame(section, rows[i].second, 1, rows[i].after);
        check_frame(section_at("move", GUIDE_EXAMPLE, i), NULL, 1, rows[i].after);
    }
    assert_null(section_at("notation", GUIDE_EXAMPLE, 4));
}

/* The ten boards, whose drawings tests/cases/test_diagrams.py compares with the seed's. */
static void test_boards(void **state)
{
    static const char *const names[] = {"standard-2", "standard-3", "standard-4", "standard-5",
                                        "standard-6", "bowl-2",     "bowl-3",     "bowl-4",
                                        "bowl-5",     "bowl-6"};

    (void)state;
    for (int i = 0; i < 10; i++)
        assert_string_equal(section_at("boards", GUIDE_BOARD, i)->position, names[i]);
    assert_null(section_at("boards", GUIDE_BOARD, 10));
}

/* Every tip has one drawing with a move; three of them are the seed's diagrams, player one in
 * White's place. */
static void test_tips(void **state)
{
    (void)state;
    assert_int_equal(guide_tip_count(), 13);
    for (int i = 1; i <= 13; i++) {
        const struct guide_section *at = guide_tip_at(i);
        int drawings = 0;

        while ((++at)->kind != GUIDE_TIP && at->kind != GUIDE_END) {
            struct guide_drawing drawing;

            drawings += at->kind == GUIDE_EXAMPLE;
            if (at->kind != GUIDE_EXAMPLE)
                continue;
            assert_int_equal(guide_drawing_play(board, at, NULL, &drawing, NULL), PAUA_OK);
            assert_in_range(drawing.frame_count, 2, 3);
        }
        assert_int_equal(drawings, 1);
    }
    assert_null(guide_tip_at(0));
    assert_null(guide_tip_at(14));
    const struct guide_section *first = section_at("tips", GUIDE_EXAMPLE, 0);
    check_frame(first, NULL, 1, "0 1bbbb/bbbbbb/2bbb2/3b4/9/4w3/2www2/wwwwww/wwww1");
    check_frame(first, NULL, 2, "0 1bbb1/bbbbbb/2bbb2/3bb3/9/3ww3/2www2/wwwwww/www2");
    check_frame(section_at("tips", GUIDE_EXAMPLE, 1), NULL, 0,
                "0 5/6/3bbbw/3bbbw1/3bbbw2/2wbb1w1/1wwbww1/1www1w/1w3");
    const struct guide_section *race = section_at("tips", GUIDE_EXAMPLE, 9);
    check_frame(race, NULL, 0, "4 5/6/2w4/2w5/1wwwb4/wbwbb3/bwbb3/b2bbw/b3w");
    check_frame(race, NULL, 1, "4 5/6/2w4/2w5/1ww1b4/wbwbb3/bwbb3/w2bbw/b3w");
}

/* A page in memory; free() it. */
static char *page_text(const struct guide_page *page)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);

    guide_write_page(to, page);
    fclose(to);
    return text;
}

/* Every page fits 79 columns and has no trailing blanks; boards stand side by side. */
static void test_text(void **state)
{
    (void)state;
    for (int i = 0; guide_page_at(i); i++) {
        char *text = page_text(guide_page_at(i));

        for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
            int length = (int)strcspn(line, "\n");

            if (length > 79 || (length > 0 && line[length - 1] == ' '))
                fail_msg("%s: '%.*s'", guide_page_at(i)->name, length, line);
        }
        assert_null(strchr(text, '{'));
        free(text);
    }
    char *rules = page_text(guide_page_find("abalone"));
    assert_non_null(strstr(rules, " => E- . . . . "));
    free(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules_examples),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_notation_examples),
        cmocka_unit_test(test_boards),
        cmocka_unit_test(test_tips),
        cmocka_unit_test(test_text),
    };

    board = guide_board_new();
    int failed = board ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
    paua_board_free(board);
    return failed;
}
