/* test_notation.c - positions and moves in native and standard form: what is read, refused,
 * written. */
#include "full_board.h"

#define EMPTY "5/6/7/8/9/8/7/6/5"

/* What every failed parser has to have filled in. */
static void check_error(const char *text, const paua_error *error, paua_status status, size_t at)
{
    if (error->code != status || error->at != at)
        fail_msg("\"%s\": %s at byte %zu (%s)", text, paua_status_name(error->code), error->at,
                 error->message);
    assert_string_not_equal(error->message, "");
    assert_null(strchr(error->message, '\n'));
    assert_non_null(memchr(error->message, '\0', sizeof error->message));
}

static void positions_are_read_with_what_is_left_out(void **state)
{
    const struct {
        const char *text;
        const char *whole;
    } cases[] = {
        {EMPTY, EMPTY " b 0-0 0 1"},
        {EMPTY " w", EMPTY " w 0-0 0 1"},
        {EMPTY " w 2-13", EMPTY " w 2-13 0 1"},
        {EMPTY " b 0-61 65535", EMPTY " b 0-61 65535 1"},
        {EMPTY " b 0-0 0 65535", EMPTY " b 0-0 0 65535"},
        {" \t\r\n" EMPTY "\t w \n 1-2\r\n7  8 \n", EMPTY " w 1-2 7 8"},
        {"11111/222/1b5/8/333/8/7/51/5", "5/6/1b5/8/9/8/7/6/5 b 0-0 0 1"},
        {"5x5x5:" EMPTY, EMPTY " b 0-0 0 1"},
        {"standard", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 0 1"},
        {" standard  w 2-1 3 9 ", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb w 2-1 3 9"},
    };
    char text[PAUA_POSITION_TEXT_MAX];

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        paua_position position = position_of(full, cases[i].text);
        assert_int_equal(paua_position_check(full, &position), PAUA_OK);
        size_t length = paua_position_format(full, &position, text, sizeof text);
        assert_string_equal(text, cases[i].whole);
        assert_int_equal(length, strlen(cases[i].whole));
    }
}

static void wrong_positions_are_refused(void **state)
{
    const struct {
        const char *text;
        paua_status status;
        size_t at;
    } cases[] = {
        {"", PAUA_ERROR_BAD_POSITION, 0},
        {"5/6/7/8/9/8/7/6/z4", PAUA_ERROR_BAD_SYNTAX, 16},
        {"5/6/7/8/9/8/7/6/B4", PAUA_ERROR_BAD_SYNTAX, 16},
        {"5/6/7/8/9/8/7/6/0", PAUA_ERROR_BAD_SYNTAX, 16},
        {"5/6/7/8/9/8/7/6/\xff", PAUA_ERROR_BAD_SYNTAX, 16},
        {"5/6/7/8/9/8/7/6/4", PAUA_ERROR_BAD_POSITION, 16},
        {"5/6/7/8/9/8/7/6/6", PAUA_ERROR_BAD_POSITION, 16},
        {"5/6/7/8/9/8/7/6/999999999", PAUA_ERROR_BAD_POSITION, 16},
        {"5/6/7/8/9/8/7/6", PAUA_ERROR_BAD_POSITION, 14},
        {EMPTY "/", PAUA_ERROR_BAD_POSITION, 18},
        {EMPTY "/5", PAUA_ERROR_BAD_POSITION, 18},
        {"5 /6/7/8/9/8/7/6/5", PAUA_ERROR_BAD_POSITION, 0},
        {"2/3/2", PAUA_ERROR_BAD_POSITION, 0},
        {"2x2x2:2/3/2", PAUA_ERROR_BAD_POSITION, 0},
        {"4x5x5:" EMPTY, PAUA_ERROR_BAD_POSITION, 0},
        {"5x4x5:" EMPTY, PAUA_ERROR_BAD_POSITION, 0},
        {"5x5x4:" EMPTY, PAUA_ERROR_BAD_POSITION, 0},
        {"b0", PAUA_ERROR_BAD_POSITION, 0},
        {"5x5:5", PAUA_ERROR_BAD_SYNTAX, 0},
        {":" EMPTY, PAUA_ERROR_BAD_SYNTAX, 0},
        {"9x9x9:" EMPTY, PAUA_ERROR_UNSUPPORTED, 0},
        {"5x5x5:standard", PAUA_ERROR_BAD_SYNTAX, 6},
        {"Standrad", PAUA_ERROR_BAD_SYNTAX, 0},
        {"Standard-3x", PAUA_ERROR_BAD_SYNTAX, 0},
        {"standards", PAUA_ERROR_BAD_SYNTAX, 0},
        {EMPTY " x", PAUA_ERROR_BAD_SYNTAX, 18},
        {EMPTY " bw", PAUA_ERROR_BAD_SYNTAX, 18},
        {EMPTY " b x", PAUA_ERROR_BAD_SYNTAX, 20},
        {EMPTY " b 1", PAUA_ERROR_BAD_SYNTAX, 21},
        {EMPTY " b 1-", PAUA_ERROR_BAD_SYNTAX, 22},
        {EMPTY " b 1_0", PAUA_ERROR_BAD_SYNTAX, 21},
        {EMPTY " b -1-0", PAUA_ERROR_BAD_SYNTAX, 20},
        {EMPTY " b 62-0", PAUA_ERROR_BAD_SYNTAX, 20},
        {EMPTY " b 0-62", PAUA_ERROR_BAD_SYNTAX, 22},
        {EMPTY " b 0-99999999999999999999", PAUA_ERROR_BAD_SYNTAX, 22},
        {EMPTY " b 0-0x", PAUA_ERROR_BAD_POSITION, 0}, /* two play */
        {EMPTY " b 0-0 x", PAUA_ERROR_BAD_SYNTAX, 24},
        {EMPTY " b 0-0 65536", PAUA_ERROR_BAD_SYNTAX, 24},
        {EMPTY " b 0-0 -1", PAUA_ERROR_BAD_SYNTAX, 24},
        {EMPTY " b 0-0 0 65536", PAUA_ERROR_BAD_SYNTAX, 26},
        {EMPTY " b 0-0 0 1 1", PAUA_ERROR_BAD_SYNTAX, 28},
        {EMPTY " b 0-0 0 1x", PAUA_ERROR_BAD_SYNTAX, 27},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        paua_position position = {.ply = 77}, untouched = position;
        paua_error error = {.at = 999};
        assert_int_not_equal(paua_position_parse(full, cases[i].text, &position, NULL), PAUA_OK);
        paua_status status = paua_position_parse(full, cases[i].text, &position, &error);
        check_error(cases[i].text, &error, cases[i].status, cases[i].at);
        assert_int_equal(status, error.code);
        assert_memory_equal(&position, &untouched, sizeof position);
    }
}

/* Nobody has had more marbles than the largest board has cells; see paua_position_check(). */
static void more_marbles_than_cells_are_refused(void **state)
{
    paua_position position;
    paua_error error;

    (void)state;
    assert_int_equal(paua_position_parse(full, "standard b 47-47", &position, NULL), PAUA_OK);
    assert_int_equal(paua_position_parse(full, "standard b 48-0", &position, &error),
                     PAUA_ERROR_BAD_POSITION);
    assert_true(error.at <= strlen("standard b 48-0"));
    assert_int_equal(paua_position_parse(full, "standard b 0-48", &position, &error),
                     PAUA_ERROR_BAD_POSITION);
}

static void texts_tell_their_board(void **state)
{
    const struct {
        const char *text;
        int sides[3];
    } cases[] = {
        {EMPTY, {5, 5, 5}},
        {"wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb w 1-0 3 4", {5, 5, 5}},
        {"2/3/2", {2, 2, 2}},
        {"3/4/3", {3, 2, 2}},
        {"2/3/3/2", {2, 2, 3}},
        {"2x2x3:2/3/3/2", {2, 2, 3}},
        {"2x3x2:2/3/3/2", {2, 3, 2}},
        {"5", {5, 1, 1}},
        {"b2w", {4, 1, 1}},
        {"b1", {2, 2, 2}},       /* a layout */
        {"2x1x1:b1", {2, 1, 1}}, /* two cells */
        {"1/1/1", {1, 1, 3}},
        {"5/5", {5, 1, 2}},
        {"9999997", {61, 1, 1}},
        {"standard", {5, 5, 5}},
        {" c0 w", {3, 2, 2}},
        {"d0", {2, 3, 3}},
        {"e0 b 1-0", {3, 3, 3}},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        int sides[3] = {0};
        assert_int_equal(paua_position_shape(cases[i].text, sides, NULL), PAUA_OK);
        assert_memory_equal(sides, cases[i].sides, sizeof sides);
        paua_board *board = board_of(sides[0], sides[1], sides[2]);
        paua_position position = position_of(board, cases[i].text);
        assert_int_equal(paua_position_check(board, &position), PAUA_OK);
        paua_board_free(board);
    }
}

static void texts_of_no_board_are_refused(void **state)
{
    const struct {
        const char *text;
        paua_status status;
        size_t at;
    } cases[] = {
        {"", PAUA_ERROR_BAD_SYNTAX, 0},
        {"   ", PAUA_ERROR_BAD_SYNTAX, 3},
        {"/", PAUA_ERROR_BAD_SYNTAX, 0},
        {"5/6", PAUA_ERROR_BAD_SYNTAX, 0},
        {"2/3/4", PAUA_ERROR_BAD_SYNTAX, 0},
        {"3/4/4/2", PAUA_ERROR_BAD_SYNTAX, 6},
        {"3/4/2/3", PAUA_ERROR_BAD_SYNTAX, 4},
        {"no-such-layout", PAUA_ERROR_BAD_SYNTAX, 0},
        {"2/3/1z", PAUA_ERROR_BAD_SYNTAX, 5},
        {"9/9/9/9/9/9/9", PAUA_ERROR_UNSUPPORTED, 0},
        {"xxx", PAUA_ERROR_BAD_SYNTAX, 0}, /* one row without a number has its prefix */
        {" bbb w", PAUA_ERROR_BAD_SYNTAX, 1},
        {"...", PAUA_ERROR_BAD_SYNTAX, 0},
        {"99999999", PAUA_ERROR_UNSUPPORTED, 0},
        {"99999971", PAUA_ERROR_UNSUPPORTED, 0},
        {"5x5x6:5", PAUA_ERROR_UNSUPPORTED, 0},
        {"5x5:5", PAUA_ERROR_BAD_SYNTAX, 0},
        {"5x5x5x5:5", PAUA_ERROR_BAD_SYNTAX, 0},
        {"1111111111111111111111x1x1:5", PAUA_ERROR_BAD_SYNTAX, 0},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        int sides[3] = {7, 8, 9};
        paua_error error = {.at = 999};
        assert_int_not_equal(paua_position_shape(cases[i].text, sides, NULL), PAUA_OK);
        paua_status status = paua_position_shape(cases[i].text, sides, &error);
        check_error(cases[i].text, &error, cases[i].status, cases[i].at);
        assert_int_equal(status, error.code);
        assert_int_equal(sides[0] * 100 + sides[1] * 10 + sides[2], 789);
    }
}

/* Every length of buffer: what fits is there with its NUL, nothing beyond, the full length
 * returned. */
static void check_truncation(const char *whole, size_t (*format)(char *text, size_t cap))
{
    size_t length = strlen(whole);

    assert_int_equal(format(NULL, 0), length);
    for (size_t cap = 0; cap <= length + 3; cap++) {
        char text[PAUA_POSITION_TEXT_MAX];
        size_t kept = cap == 0 ? 0 : cap <= length ? cap - 1 : length;
        memset(text, '#', sizeof text);
        assert_int_equal(format(text, cap), length);
        assert_memory_equal(text, whole, kept);
        if (cap > 0)
            assert_int_equal(text[kept], '\0');
        assert_int_equal(text[cap], '#');
    }
}

static size_t format_position(char *text, size_t cap)
{
    paua_position position = position_of(full, "belgian-daisy w 12-11 65535 65535");

    return paua_position_format(full, &position, text, cap);
}

static size_t format_broadside(char *text, size_t cap)
{
    paua_position position = position_of(full, "standard");

    return paua_move_format(full, move_of(full, &position, "c3c5d3"), text, cap);
}

static void texts_are_cut_where_the_buffer_ends(void **state)
{
    (void)state;
    check_truncation("ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww w 12-11 65535 65535",
                     format_position);
    check_truncation("c3c5d3", format_broadside);
}

/* The longest texts there are, on every board: single marbles between single empty cells. */
static void check_longest(const paua_board *board)
{
    char text[PAUA_POSITION_TEXT_MAX], name[8];
    paua_set odd = 0;

    for (paua_set left = paua_board_all(board); left; left &= left - 1) {
        int cell = __builtin_ctzll(left);
        if (paua_board_column(board, cell) % 2)
            odd |= PAUA_SET(cell);
        assert_ptr_equal(paua_cell_format(board, cell, name), name);
        assert_in_range(strlen(name), 2, 4);
    }
    paua_position position, read;
    assert_int_equal(paua_position_setup(board, odd, 0, PAUA_WHITE, &position), PAUA_OK);
    position.ejected[PAUA_BLACK] = PAUA_CELLS_MAX;
    position.ejected[PAUA_WHITE] = (uint8_t)(PAUA_CELLS_MAX - count_of(odd));
    position.ply = position.quiet = UINT16_MAX;
    position.key = paua_position_key(board, &position);
    assert_true(paua_position_format(board, &position, text, sizeof text) < sizeof text);
    read = position_of(board, text);
    assert_true(paua_position_same(&position, &read));
    int sides[3];
    assert_int_equal(paua_position_shape(text, sides, NULL), PAUA_OK);
    for (int i = 0; i < 3; i++)
        assert_int_equal(sides[i], paua_board_side(board, i));
}

/* Two thirds of the cells black, so that there are moves of every kind. */
static void check_moves(const paua_board *board)
{
    static paua_move_list list;
    paua_set black = 0;
    paua_position position;

    for (paua_set left = paua_board_all(board); left; left &= left - 1) {
        int cell = __builtin_ctzll(left);
        if ((paua_board_row(board, cell) + paua_board_column(board, cell)) % 6 < 4)
            black |= PAUA_SET(cell);
    }
    assert_int_equal(paua_position_setup(board, black, 0, PAUA_BLACK, &position), PAUA_OK);
    paua_moves_generate(board, &position, &list);
    for (int i = 0; i < list.count; i++) {
        char text[PAUA_MOVE_TEXT_MAX];
        assert_true(paua_move_format(board, list.moves[i], text, sizeof text) < sizeof text);
        assert_int_equal(move_of(board, &position, text), list.moves[i]);
    }
}

static void texts_fit_on_every_board(void **state)
{
    (void)state;
    for (int a = 1; a <= PAUA_CELLS_MAX; a++)
        for (int b = 1; b <= PAUA_CELLS_MAX; b++)
            for (int c = 1; c <= PAUA_CELLS_MAX; c++) {
                if (paua_board_cells_of(a, b, c) == 0)
                    continue;
                paua_board *board = board_of(a, b, c);
                check_longest(board);
                check_moves(board);
                paua_board_free(board);
            }
}

static void cells_have_their_names(void **state)
{
    paua_board *line = board_of(1, 1, 61);
    char name[8];

    (void)state;
    assert_string_equal(paua_cell_format(full, paua_board_cell(full, 0, 1), name), "a1");
    assert_string_equal(paua_cell_format(full, paua_board_cell(full, 4, 5), name), "e5");
    assert_string_equal(paua_cell_format(full, paua_board_cell(full, 8, 9), name), "i9");
    assert_string_equal(paua_cell_format(line, paua_board_cell(line, 25, 26), name), "z26");
    assert_string_equal(paua_cell_format(line, paua_board_cell(line, 26, 27), name), "aa27");
    assert_string_equal(paua_cell_format(line, paua_board_cell(line, 60, 61), name), "bi61");
    paua_board_free(line);
}

static void moves_are_read_either_way(void **state)
{
    const char *const same[][2] = {{"A1B2", "a1b2"},     {" a1b2\n", "a1b2"},
                                   {"c5c3d5", "c3c5d3"}, {"C5C3D5", "c3c5d3"},
                                   {"b2a2b3", "a2b2a3"}, {"\tc3c4d4 ", "c3c4d4"}};
    paua_position standard = position_of(full, "standard");
    paua_position two = position_of(full, "5/6/7/8/9/8/7/1b4/1b3");

    (void)state;
    for (size_t i = 0; i < LENGTH(same); i++) {
        const paua_position *position = same[i][1][0] == 'a' && same[i][1][4] ? &two : &standard;
        char text[PAUA_MOVE_TEXT_MAX];
        paua_move move = move_of(full, position, same[i][0]);
        assert_int_equal(move, move_of(full, position, same[i][1]));
        assert_int_equal(paua_move_format(full, move, text, sizeof text), strlen(same[i][1]));
        assert_string_equal(text, same[i][1]);
    }
}

static void capitals_are_read_up_to_the_last_row(void **state)
{
    paua_board *line = board_of(1, 1, 61);
    paua_set marble = PAUA_SET(paua_board_cell(line, 25, 26));
    paua_position position;
    char text[PAUA_MOVE_TEXT_MAX];

    (void)state;
    assert_int_equal(paua_position_setup(line, marble, 0, PAUA_BLACK, &position), PAUA_OK);
    paua_move_format(line, move_of(line, &position, "Z26Y25"), text, sizeof text);
    assert_string_equal(text, "z26y25");
    paua_move_format(line, move_of(line, &position, "Z26AA27"), text, sizeof text);
    assert_string_equal(text, "z26aa27");
    paua_board_free(line);
}

static void wrong_moves_are_refused(void **state)
{
    const struct {
        const char *text;
        paua_status status;
        size_t at;
    } cases[] = {
        {"", PAUA_ERROR_BAD_SYNTAX, 0},
        {"  ", PAUA_ERROR_BAD_SYNTAX, 2},
        {"a", PAUA_ERROR_BAD_SYNTAX, 0},
        {"11", PAUA_ERROR_BAD_SYNTAX, 0},
        {"a1", PAUA_ERROR_BAD_SYNTAX, 2},
        {"a1b", PAUA_ERROR_BAD_SYNTAX, 2},
        {"a1b9", PAUA_ERROR_BAD_SYNTAX, 2},
        {"a0b1", PAUA_ERROR_BAD_SYNTAX, 0},
        {"j1a1", PAUA_ERROR_BAD_SYNTAX, 0},
        {"a1b2x", PAUA_ERROR_BAD_SYNTAX, 4},
        {"a1-b2", PAUA_ERROR_BAD_SYNTAX, 2},
        {"a1b2c3d4", PAUA_ERROR_BAD_SYNTAX, 6},
        {"a99999999999b1", PAUA_ERROR_BAD_SYNTAX, 0},
        {"aaaaaaaaa1b1", PAUA_ERROR_BAD_SYNTAX, 0},
        {"a1c3", PAUA_ERROR_BAD_SYNTAX, 0},   /* not next to each other */
        {"a1a1", PAUA_ERROR_BAD_SYNTAX, 0},   /* nowhere to go */
        {"a1a3a4", PAUA_ERROR_BAD_SYNTAX, 0}, /* along the line */
        {"a1a1b1", PAUA_ERROR_BAD_SYNTAX, 0}, /* no line */
        {"a1b3b1", PAUA_ERROR_BAD_SYNTAX, 0}, /* not straight */
        {"c3c6d3", PAUA_ERROR_BAD_SYNTAX, 0}, /* four */
        {"c3c5e5", PAUA_ERROR_BAD_SYNTAX, 0}, /* too far */
        {"e5e6", PAUA_ERROR_ILLEGAL_MOVE, 0}, /* no marble there */
        {"i5h5", PAUA_ERROR_ILLEGAL_MOVE, 0}, /* not one's own */
        {"a1a2", PAUA_ERROR_ILLEGAL_MOVE, 0}, /* five in a row */
        {"b1b2", PAUA_ERROR_ILLEGAL_MOVE, 0},
        {"a1a2b1", PAUA_ERROR_ILLEGAL_MOVE, 0}, /* own marbles in the way */
        {"c4c6d4", PAUA_ERROR_ILLEGAL_MOVE, 0}, /* only two of three are own */
        {"e5e6f5", PAUA_ERROR_ILLEGAL_MOVE, 0},
    };
    paua_position position = position_of(full, "standard");

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        paua_error error = {.at = 999};
        paua_move move = 0x7777;
        assert_int_not_equal(paua_move_parse(full, &position, cases[i].text, &move, NULL), PAUA_OK);
        paua_status status = paua_move_parse(full, &position, cases[i].text, &move, &error);
        check_error(cases[i].text, &error, cases[i].status, cases[i].at);
        assert_int_equal(status, error.code);
        assert_int_equal(move, 0x7777);
    }
}

/* The message names the rule that stands in the way, or the cell. */
static void refusals_say_why(void **state)
{
    const struct {
        const char *row; /* e */
        const char *move;
        const char *reason;
    } cases[] = {
        {"bbbb5", "e1e2", "R9"}, {"6bbb", "e7e8", "R8"},   {"bw7", "e1e2", "R7"},
        {"bbww5", "e1e2", "R7"}, {"bbbwb4", "e1e2", "R7"}, {"bbwb5", "e1e2", "R7"},
        {"9", "e1e2", "Black"},  {"9", "e1e2", "e1"},      {"b8", "e1e2f2", "e2"},
        {"1b7", "e1e2f2", "e1"}, {"b1b6", "e1e3f2", "e2"}, {"9 w", "e4e5", "White"},
        {"bw7 w", "e1e2", "e1"}, {"bb7", "e2e1f2", "R6"},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char text[PAUA_POSITION_TEXT_MAX];
        char row[16] = "", side[4] = "";
        paua_error error;
        paua_move move;
        sscanf(cases[i].row, "%15s %3s", row, side);
        snprintf(text, sizeof text, "5/6/7/8/%s/8/7/6/5 %s", row, side);
        paua_position position = position_of(full, text);
        assert_int_equal(paua_move_parse(full, &position, cases[i].move, &move, &error),
                         PAUA_ERROR_ILLEGAL_MOVE);
        if (strstr(error.message, cases[i].reason) == NULL)
            fail_msg("%s in %s: %s", cases[i].move, cases[i].row, error.message);
    }
}

/* Too few marbles and a marble behind are different reasons. */
static void pushes_are_refused_for_the_right_reason(void **state)
{
    const char *const few[] = {"bw7", "bbww5", "bbbwww3"}, *const behind[] = {"bbbwb4", "bbwb5"};

    (void)state;
    for (size_t i = 0; i < LENGTH(few) + LENGTH(behind); i++) {
        char text[PAUA_POSITION_TEXT_MAX];
        bool too_few = i < LENGTH(few);
        paua_error error;
        paua_move move;
        snprintf(text, sizeof text, "5/6/7/8/%s/8/7/6/5",
                 too_few ? few[i] : behind[i - LENGTH(few)]);
        paua_position position = position_of(full, text);
        assert_int_equal(paua_move_parse(full, &position, "e1e2", &move, &error),
                         PAUA_ERROR_ILLEGAL_MOVE);
        assert_int_equal(strstr(error.message, "more marbles") != NULL, too_few);
    }
}

static void every_layout_is_written_and_read(void **state)
{
    (void)state;
    for (int i = 0; i < paua_layout_count(); i++) {
        const paua_layout *layout = paua_layout_at(i);
        paua_board *board = board_of(layout->sides[0], layout->sides[1], layout->sides[2]);
        paua_position position = position_of(board, layout->name);
        char text[PAUA_POSITION_TEXT_MAX];
        paua_position_format(board, &position, text, sizeof text);
        paua_position read = position_of(board, text);
        assert_true(paua_position_same(&position, &read));
        assert_int_equal(position.key, read.key);
        assert_memory_equal(text, layout->rows, strlen(layout->rows));
        paua_board_free(board);
    }
}

static void more_rows_than_any_board_are_refused(void **state)
{
    char text[2 * 62] = "";
    int sides[3];
    paua_error error;

    (void)state;
    for (int row = 0; row < 61; row++)
        strcat(text, row > 0 ? "/1" : "1");
    assert_int_equal(paua_position_shape(text, sides, NULL), PAUA_OK);
    strcat(text, "/1");
    assert_int_not_equal(paua_position_shape(text, sides, &error), PAUA_OK);
    assert_int_equal(error.at, 2 * 61 - 1);
}

static void statuses_have_names_and_texts(void **state)
{
    (void)state;
    assert_string_equal(paua_status_name(PAUA_OK), "PAUA_OK");
    assert_string_equal(paua_status_name(PAUA_ERROR_ILLEGAL_MOVE), "PAUA_ERROR_ILLEGAL_MOVE");
    assert_null(paua_status_name(PAUA_STATUS_COUNT));
    assert_null(paua_status_name((paua_status)-1));
    assert_string_equal(paua_status_text(PAUA_ERROR_AMBIGUOUS),
                        "text can be read in more than one way");
    assert_non_null(paua_status_text((paua_status)4711));
    for (int one = 0; one < PAUA_STATUS_COUNT; one++)
        for (int two = 0; two < one; two++)
            assert_string_not_equal(paua_status_name((paua_status)one),
                                    paua_status_name((paua_status)two));
}

static void versions_agree(void **state)
{
    (void)state;
    int major, minor, patch, end = 0;
    assert_int_equal(sscanf(paua_version(), "%d.%d.%d%n", &major, &minor, &patch, &end), 3);
    assert_int_equal(paua_version()[end], '\0');
    assert_int_equal(major, PAUA_VERSION_MAJOR);
    assert_int_equal(minor, PAUA_VERSION_MINOR);
    assert_int_equal(patch, PAUA_VERSION_PATCH);
    assert_string_equal(paua_version(), PAUA_VERSION);
}

/* Names of layouts may have blanks; the fields follow. */
static void layouts_are_read_as_people_write_them(void **state)
{
    static const char *const cases[][2] = {
        {"Belgian Daisy", "belgian-daisy"},
        {"belgian_daisy w", "belgian-daisy w"},
        {"I M A ROBOT w 2-1 0 9", "i_m-a-robot w 2-1 0 9"},
        {" The  Wall b", "the-wall b"},
        {"Standard 3 r", "standard-3 r"},
    };
    paua_board *seven = board_of(2, 2, 2);
    paua_error error;

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        paua_position position = position_of(full, cases[i][0]);
        paua_position expected = position_of(full, cases[i][1]);
        assert_true(paua_position_same(&position, &expected));
        assert_int_equal(position.ply, expected.ply);
    }
    paua_position position = position_of(seven, "B0"), expected = position_of(seven, "ww/3/bb");
    assert_true(paua_position_same(&position, &expected));
    assert_int_equal(paua_position_parse(full, "Belgain daisy", &position, &error),
                     PAUA_ERROR_BAD_SYNTAX);
    assert_string_equal(error.message, "'Belgain' is neither a layout nor a position, did you mean "
                                       "'belgian-daisy'?");
    paua_board_free(seven);
}

/* Offsets count bytes; messages count characters, in lines where there are several. */
static void messages_name_columns(void **state)
{
    static const struct {
        const char *text;
        size_t at;
        const char *message;
    } cases[] = {
        {"", 0, "column 1: why"},
        {"abc", 0, "column 1: why"},
        {"abc", 2, "column 3: why"},
        {"abc", 99, "column 4: why"},
        {"abc\n", 1, "column 2: why"},
        {"\u25cf \u25cb x", 8, "column 5: why"},
        {"\u25cf\u25cb", 1, "column 2: why"},
        {"b\nC5b,D9x", 6, "line 2, column 5: why"},
        {"a\nb\nc", 2, "line 2, column 1: why"},
    };
    char out[32];

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const paua_error error = {
            .code = PAUA_ERROR_BAD_SYNTAX, .at = cases[i].at, .message = "why"};
        assert_int_equal(paua_error_text(&error, cases[i].text, out, sizeof out),
                         strlen(cases[i].message));
        assert_string_equal(out, cases[i].message);
    }
    const paua_error error = {.code = PAUA_ERROR_BAD_SYNTAX, .at = 2, .message = "why"};
    assert_int_equal(paua_error_text(&error, "abc", out, 4), 13);
    assert_string_equal(out, "col");
    assert_int_equal(paua_error_text(&error, "abc", NULL, 0), 13);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_name_columns),
        cmocka_unit_test(layouts_are_read_as_people_write_them),
        cmocka_unit_test(positions_are_read_with_what_is_left_out),
        cmocka_unit_test(wrong_positions_are_refused),
        cmocka_unit_test(more_marbles_than_cells_are_refused),
        cmocka_unit_test(texts_tell_their_board),
        cmocka_unit_test(texts_of_no_board_are_refused),
        cmocka_unit_test(more_rows_than_any_board_are_refused),
        cmocka_unit_test(texts_are_cut_where_the_buffer_ends),
        cmocka_unit_test(texts_fit_on_every_board),
        cmocka_unit_test(cells_have_their_names),
        cmocka_unit_test(moves_are_read_either_way),
        cmocka_unit_test(capitals_are_read_up_to_the_last_row),
        cmocka_unit_test(wrong_moves_are_refused),
        cmocka_unit_test(refusals_say_why),
        cmocka_unit_test(pushes_are_refused_for_the_right_reason),
        cmocka_unit_test(every_layout_is_written_and_read),
        cmocka_unit_test(statuses_have_names_and_texts),
        cmocka_unit_test(versions_agree),
    };

    return cmocka_run_group_tests_name("notation", tests, set_up, tear_down);
}
