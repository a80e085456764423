#include "unit.h"

static const paua_drawing plain = {.last = PAUA_NO_MOVE};
static const paua_drawing named = {.last = PAUA_NO_MOVE, .coordinates = true};

typedef size_t draw_function(const paua_board *, const paua_position *, const paua_drawing *,
                             char *, size_t);

/* The whole drawing; free it. */
static char *draw(draw_function *function, const paua_board *board, const paua_position *position,
                  const paua_drawing *how)
{
    size_t length = function(board, position, how, NULL, 0);
    char *text = malloc(length + 1);

    assert_non_null(text);
    assert_int_equal(function(board, position, how, text, length + 1), length);
    assert_int_equal(strlen(text), length);
    return text;
}

static int occurrences(const char *text, const char *part)
{
    int count = 0;

    for (const char *at = text; (at = strstr(at, part)); at += strlen(part))
        count++;
    return count;
}

static void check_text(const paua_board *board, const char *position_text, const char *move,
                       const paua_drawing *how, const char *wanted)
{
    paua_position position = position_of(board, position_text);
    paua_drawing drawing = *how;
    paua_undo undo;
    char *text;

    if (move) {
        drawing.last = move_of(board, &position, move);
        paua_position_make(board, &position, drawing.last, &undo);
    }
    text = draw(paua_draw_text, board, &position, &drawing);
    assert_string_equal(text, wanted);
    free(text);
}

static void text_is_drawn_row_by_row(void **state)
{
    paua_board *small = board_of(2, 2, 2), *lone = board_of(1, 1, 1), *slanted = board_of(2, 3, 1);
    const paua_drawing turned = {.coordinates = true, .turned = true};
    const paua_drawing coloured = {.colour = true};

    (void)state;
    check_text(small, "wb/1b1/bw", NULL, &plain, "  O @\n . @ .\n  @ O\n");
    check_text(small, "wb/1b1/bw", NULL, &named, " c  O @\nb  . @ .\n a  @ O 3\n     1 2\n");
    check_text(small, "wb/1b1/bw", NULL, &turned, " a  O @\nb  . @ .\n c  @ O 1\n     3 2\n");
    check_text(small, "b1/3/w1", NULL, &coloured,
               "  \033[1;34m@\033[0m .\n . . .\n  \033[1;33mO\033[0m .\n");
    check_text(lone, "b", NULL, &named, "a  @\n    1\n");
    check_text(slanted, "b1/2/w1", NULL, &plain, " @ .\n  . .\n   O .\n");
    paua_board_free(small);
    paua_board_free(lone);
    paua_board_free(slanted);
}

static void the_last_move_stands_in_brackets(void **state)
{
    paua_board *board = board_of(3, 3, 3);
    const paua_drawing turned = {.turned = true};

    (void)state;
    check_text(board, "3/4/5/4/b2", "a1b2", &plain,
               "   . . .\n  . . . .\n . . . . .\n  .(@). .\n  (.). .\n");
    check_text(board, "3/4/5/4/bb1", "a1a2", &plain,
               "   . . .\n  . . . .\n . . . . .\n  . . . .\n  (. @ @)\n");
    check_text(board, "3/4/5/4/bb1", "a1a2b1", &plain,
               "   . . .\n  . . . .\n . . . . .\n (@ @). .\n  (. .).\n");
    check_text(board, "3/4/5/4/bb1", "a1a2", &turned,
               "  (@ @ .)\n  . . . .\n . . . . .\n  . . . .\n   . . .\n");
    paua_board_free(board);
}

static void a_short_buffer_gets_the_beginning(void **state)
{
    paua_board *board = board_of(5, 5, 5);
    paua_position position = position_of(board, "standard");
    draw_function *const functions[] = {paua_draw_text, paua_draw_svg};

    (void)state;
    for (size_t f = 0; f < LENGTH(functions); f++) {
        char *whole = draw(functions[f], board, &position, &named);
        size_t length = strlen(whole);
        for (size_t cap = 1; cap <= length + 1; cap += cap < 40 ? 1 : 37) {
            char *part = malloc(cap);
            assert_non_null(part);
            assert_int_equal(functions[f](board, &position, &named, part, cap), length);
            assert_int_equal(strlen(part), cap - 1 < length ? cap - 1 : length);
            assert_memory_equal(part, whole, strlen(part));
            free(part);
        }
        free(whole);
    }
    paua_board_free(board);
}

/* All boards there are: every cell, every row letter and column number, inside the picture. */
static void every_board_can_be_drawn(void **state)
{
    int boards = 0;

    (void)state;
    for (int a = 1; a <= 61; a++) {
        for (int b = 1; b <= 61; b++) {
            for (int c = 1; c <= 61; c++) {
                if (!paua_board_cells_of(a, b, c))
                    continue;
                paua_board *board = board_of(a, b, c);
                paua_set black = paua_board_all(board) & 0x5555555555555555;
                paua_set white = paua_board_all(board) & ~black;
                paua_position position;
                assert_int_equal(paua_position_setup(board, black, white, PAUA_BLACK, &position),
                                 PAUA_OK);
                for (int turned = 0; turned < 2; turned++) {
                    paua_drawing how = {.coordinates = true, .turned = turned};
                    char *text = draw(paua_draw_text, board, &position, &how);
                    char *svg = draw(paua_draw_svg, board, &position, &how);
                    assert_int_equal(occurrences(text, "@"), count_of(black));
                    assert_int_equal(occurrences(text, "O"), count_of(white));
                    assert_int_equal(occurrences(text, "\n"), paua_board_rows(board) + 1);
                    assert_int_equal(occurrences(svg, "<circle"), 2 * paua_board_cells(board));
                    free(text);
                    free(svg);
                }
                paua_board_free(board);
                boards++;
            }
        }
    }
    assert_true(boards > 500);
}

static void svg_shows_what_happened(void **state)
{
    paua_board *board = board_of(5, 5, 5);
    paua_position position = position_of(board, "5/6/7/8/9/8/7/6/bbbww b 2-3");
    paua_drawing how = plain;
    paua_undo undo;
    char *svg;

    (void)state;
    how.last = move_of(board, &position, "a1a2");
    paua_position_make(board, &position, how.last, &undo);
    svg = draw(paua_draw_svg, board, &position, &how);
    /* cells, marbles, where the last one came from, where three stand, three and three out */
    assert_int_equal(occurrences(svg, "<circle"), 61 + 4 + 1 + 3 + 6);
    assert_int_equal(occurrences(svg, "<text"), 0);
    assert_non_null(strstr(svg, "<desc>5/6/7/8/9/8/7/6/1bbbw w 3-3 0 2</desc>"));
    assert_int_equal(occurrences(svg, "<g"), occurrences(svg, "</g>"));
    free(svg);
    how = named;
    svg = draw(paua_draw_svg, board, &position, &how);
    assert_int_equal(occurrences(svg, "<text"), 9 + 9);
    free(svg);
    paua_board_free(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_drawn_row_by_row),
        cmocka_unit_test(the_last_move_stands_in_brackets),
        cmocka_unit_test(a_short_buffer_gets_the_beginning),
        cmocka_unit_test(every_board_can_be_drawn),
        cmocka_unit_test(svg_shows_what_happened),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
