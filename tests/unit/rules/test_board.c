/* test_board.c - boards of every size: numbering, neighbours, symmetries, layouts and their
 * names. */
#include "unit.h"

#include <limits.h>

#include "board/shape.h"

/* R2, written out once more: the step in each direction as (row, number). */
static const int steps[PAUA_DIRECTION_COUNT][2] = {
    [PAUA_EAST] = {0, 1},  [PAUA_NORTH_EAST] = {1, 1},   [PAUA_NORTH_WEST] = {1, 0},
    [PAUA_WEST] = {0, -1}, [PAUA_SOUTH_WEST] = {-1, -1}, [PAUA_SOUTH_EAST] = {-1, 0},
};

/* Calls check() for every board there is and returns their number. */
static int for_every_board(void (*check)(const paua_board *board))
{
    int boards = 0;

    for (int a = 1; a <= PAUA_CELLS_MAX; a++)
        for (int b = 1; b <= PAUA_CELLS_MAX; b++)
            for (int c = 1; c <= PAUA_CELLS_MAX; c++) {
                if (paua_board_cells_of(a, b, c) == 0)
                    continue;
                paua_board *board = board_of(a, b, c);
                check(board);
                paua_board_free(board);
                boards++;
            }
    return boards;
}

static void boards_have_as_many_cells_as_r1_says(void **state)
{
    const int known[][4] = {{2, 2, 2, 7},  {2, 2, 3, 10}, {2, 3, 3, 14}, {3, 3, 3, 19},
                            {3, 3, 4, 24}, {5, 5, 5, 61}, {1, 1, 1, 1},  {1, 1, 5, 5},
                            {4, 4, 4, 37}, {3, 4, 9, 60}, {1, 7, 8, 56}, {2, 5, 6, 40},
                            {1, 1, 61, 61}};

    (void)state;
    for (size_t i = 0; i < LENGTH(known); i++) {
        const int *k = known[i];
        assert_int_equal(paua_board_cells_of(k[0], k[1], k[2]), k[3]);
        assert_int_equal(paua_board_cells_of(k[2], k[0], k[1]), k[3]);
        assert_int_equal(paua_board_cells_of(k[0], k[2], k[1]), k[3]);
    }
}

static void other_boards_are_refused(void **state)
{
    const int wrong[][3] = {{0, 5, 5},       {5, 0, 5},
                            {5, 5, 0},       {-1, 5, 5},
                            {5, 5, 6},       {1, 1, 62},
                            {62, 1, 1},      {6, 6, 6},
                            {INT_MAX, 1, 1}, {1, INT_MAX, 1},
                            {1, 2, 31},      {31, 2, 1},
                            {2, 2, 21},      {INT_MAX, INT_MAX, 2},
                            {INT_MIN, 1, 1}};

    (void)state;
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        paua_board *board = NULL;
        const int *w = wrong[i];
        assert_int_equal(paua_board_cells_of(w[0], w[1], w[2]), 0);
        assert_int_equal(paua_board_new(w[0], w[1], w[2], &board), PAUA_ERROR_UNSUPPORTED);
        assert_null(board);
    }
    paua_board_free(NULL);
}

static void check_numbering(const paua_board *board)
{
    int a = paua_board_side(board, 0), b = paua_board_side(board, 1), c = paua_board_side(board, 2);
    paua_set seen = 0;
    int cells = 0;

    assert_int_equal(paua_board_rows(board), b + c - 1);
    for (int row = 0; row < paua_board_rows(board); row++) {
        int first = 1 + (row > b - 1 ? row - (b - 1) : 0);
        int last = a + (row < c - 1 ? row : c - 1);
        assert_int_equal(paua_board_row_first(board, row), first);
        assert_int_equal(paua_board_row_last(board, row), last);
        assert_int_equal(paua_board_cell(board, row, first - 1), PAUA_NO_CELL);
        assert_int_equal(paua_board_cell(board, row, last + 1), PAUA_NO_CELL);
        for (int column = first; column <= last; column++, cells++) {
            int cell = paua_board_cell(board, row, column);
            assert_in_range(cell, 0, paua_board_cells(board) - 1);
            assert_int_equal(paua_board_row(board, cell), row);
            assert_int_equal(paua_board_column(board, cell), column);
            seen |= PAUA_SET(cell);
        }
    }
    assert_int_equal(cells, paua_board_cells_of(a, b, c));
    assert_int_equal(paua_board_cells(board), cells);
    assert_int_equal(count_of(seen), cells);
    assert_true(seen == paua_board_all(board));
    assert_int_equal(paua_board_cell(board, -1, 1), PAUA_NO_CELL);
    assert_int_equal(paua_board_cell(board, paua_board_rows(board), b), PAUA_NO_CELL);
    assert_int_equal(paua_board_cell(board, INT_MAX, INT_MAX), PAUA_NO_CELL);
    assert_int_equal(paua_board_cell(board, 0, INT_MIN), PAUA_NO_CELL);
}

static void every_board_is_numbered_as_r2_says(void **state)
{
    (void)state;
    assert_true(for_every_board(check_numbering) > 500);
}

static void check_neighbours(const paua_board *board)
{
    for (int d = 0; d < PAUA_DIRECTION_COUNT; d++) {
        paua_direction direction = (paua_direction)d;
        paua_set all = 0;
        for (paua_set left = paua_board_all(board); left; left &= left - 1) {
            int cell = __builtin_ctzll(left);
            int next = paua_board_cell(board, paua_board_row(board, cell) + steps[d][0],
                                       paua_board_column(board, cell) + steps[d][1]);
            paua_set stepped = next == PAUA_NO_CELL ? 0 : PAUA_SET(next);
            assert_int_equal(paua_board_neighbour(board, cell, direction), next);
            assert_true(paua_board_step(board, PAUA_SET(cell), direction) == stepped);
            all |= stepped;
        }
        assert_true(paua_board_step(board, paua_board_all(board), direction) == all);
        assert_true(paua_board_step(board, 0, direction) == 0);
    }
}

static void neighbours_and_steps_follow_the_coordinates(void **state)
{
    (void)state;
    assert_true(for_every_board(check_neighbours) > 500);
}

static void full_board_has_its_usual_coordinates(void **state)
{
    paua_board *board = board_of(5, 5, 5);
    int e5 = cell_of(board, "e5");
    const struct {
        paua_direction direction;
        const char *cell;
    } around[] = {{PAUA_EAST, "e6"}, {PAUA_NORTH_EAST, "f6"}, {PAUA_NORTH_WEST, "f5"},
                  {PAUA_WEST, "e4"}, {PAUA_SOUTH_WEST, "d4"}, {PAUA_SOUTH_EAST, "d5"}};

    (void)state;
    for (size_t i = 0; i < LENGTH(around); i++)
        assert_int_equal(paua_board_neighbour(board, e5, around[i].direction),
                         cell_of(board, around[i].cell));
    assert_int_equal(paua_board_row_first(board, 0), 1);
    assert_int_equal(paua_board_row_last(board, 0), 5);
    assert_int_equal(paua_board_row_last(board, 4), 9);
    assert_int_equal(paua_board_row_first(board, 8), 5);
    assert_int_equal(paua_board_row_last(board, 8), 9);
    assert_int_equal(paua_board_neighbour(board, cell_of(board, "a1"), PAUA_WEST), PAUA_NO_CELL);
    assert_int_equal(paua_board_neighbour(board, cell_of(board, "a1"), PAUA_SOUTH_WEST),
                     PAUA_NO_CELL);
    assert_int_equal(paua_board_neighbour(board, cell_of(board, "e9"), PAUA_EAST), PAUA_NO_CELL);
    assert_int_equal(paua_board_neighbour(board, cell_of(board, "e9"), PAUA_NORTH_EAST),
                     PAUA_NO_CELL);
    assert_int_equal(paua_board_neighbour(board, cell_of(board, "e9"), PAUA_NORTH_WEST),
                     cell_of(board, "f9"));
    paua_board_free(board);
}

static void constants_of_the_full_board_are_what_is_built(void **state)
{
    paua_board *board = board_of(5, 5, 5);

    (void)state;
    assert_true(board->full);
    assert_int_equal(board->shape.ring, board_full_shape.ring);
    assert_memory_equal(board->shape.turn, board_full_shape.turn, sizeof board_full_shape.turn);
    assert_memory_equal(board->shape.to, board_full_shape.to, sizeof board_full_shape.to);
    assert_memory_equal(board->shape.edge, board_full_shape.edge, sizeof board_full_shape.edge);
    assert_true(board->shape.all == board_full_shape.all);
    paua_board_free(board);
}

/* Distances by walking, from one cell to all. */
static void check_distances_from(const paua_board *board, int from)
{
    paua_set reached = PAUA_SET(from);

    assert_int_equal(paua_board_distance(board, from, from), 0);
    for (int steps_made = 1; reached != paua_board_all(board); steps_made++) {
        paua_set next = reached;
        for (int d = 0; d < PAUA_DIRECTION_COUNT; d++)
            next |= paua_board_step(board, reached, (paua_direction)d);
        assert_true(next != reached);
        for (paua_set left = next & ~reached; left; left &= left - 1)
            assert_int_equal(paua_board_distance(board, from, __builtin_ctzll(left)), steps_made);
        reached = next;
    }
}

static void check_distances(const paua_board *board)
{
    for (paua_set left = paua_board_all(board); left; left &= left - 1)
        check_distances_from(board, __builtin_ctzll(left));
}

static void distances_are_those_of_a_walk(void **state)
{
    (void)state;
    assert_true(for_every_board(check_distances) > 500);
}

static void eccentricity_is_measured_from_the_centre(void **state)
{
    paua_board *board = board_of(5, 5, 5);
    int centre = cell_of(board, "e5");

    (void)state;
    for (paua_set left = paua_board_all(board); left; left &= left - 1) {
        int cell = __builtin_ctzll(left);
        assert_int_equal(paua_board_eccentricity(board, cell),
                         2 * paua_board_distance(board, cell, centre));
    }
    assert_int_equal(paua_board_eccentricity(board, cell_of(board, "a1")), 8);
    assert_int_equal(paua_board_eccentricity(board, cell_of(board, "i7")), 8);
    paua_board_free(board);

    /* four cells in a row: the centre is between the two in the middle */
    const int of_four[] = {3, 1, 1, 3};
    board = board_of(4, 1, 1);
    for (int column = 1; column <= 4; column++)
        assert_int_equal(paua_board_eccentricity(board, paua_board_cell(board, 0, column)),
                         of_four[column - 1]);
    paua_board_free(board);
}

static int symmetries_expected(const paua_board *board)
{
    int a = paua_board_side(board, 0), b = paua_board_side(board, 1), c = paua_board_side(board, 2);

    return a == b && b == c ? 12 : a == b || b == c || a == c ? 4 : 2;
}

/* The number of the symmetry that does the same as first `one`, then `two`; -1 if there is none. */
static int composed(const paua_board *board, int one, int two)
{
    for (int s = 0; s < paua_board_symmetries(board); s++) {
        paua_set left = paua_board_all(board);
        for (; left; left &= left - 1) {
            int cell = __builtin_ctzll(left);
            int image = paua_board_map_cell(board, two, paua_board_map_cell(board, one, cell));
            if (paua_board_map_cell(board, s, cell) != image)
                break;
        }
        if (left == 0)
            return s;
    }
    return -1;
}

static void check_symmetry(const paua_board *board, int s)
{
    paua_set image = 0;

    for (paua_set left = paua_board_all(board); left; left &= left - 1) {
        int cell = __builtin_ctzll(left);
        int mapped = paua_board_map_cell(board, s, cell);
        if (s == 0)
            assert_int_equal(mapped, cell);
        assert_true(paua_board_map(board, s, PAUA_SET(cell)) == PAUA_SET(mapped));
        assert_int_equal(paua_board_eccentricity(board, cell),
                         paua_board_eccentricity(board, mapped));
        image |= PAUA_SET(mapped);
        for (int d = 0; d < PAUA_DIRECTION_COUNT; d++) {
            int next = paua_board_neighbour(board, cell, (paua_direction)d);
            if (next != PAUA_NO_CELL)
                assert_int_equal(
                    paua_board_distance(board, mapped, paua_board_map_cell(board, s, next)), 1);
        }
    }
    assert_true(image == paua_board_all(board));
    assert_true(paua_board_map(board, s, paua_board_all(board)) == image);
    assert_true(paua_board_map(board, s, 0) == 0);
}

static void check_symmetries(const paua_board *board)
{
    int count = paua_board_symmetries(board);

    assert_int_equal(count, symmetries_expected(board));
    for (int s = 0; s < count; s++)
        check_symmetry(board, s);
}

static void symmetries_keep_neighbours(void **state)
{
    (void)state;
    assert_true(for_every_board(check_symmetries) > 500);
}

static void symmetries_are_a_group(void **state)
{
    const int sides[][3] = {{5, 5, 5}, {2, 2, 2}, {3, 2, 2}, {2, 3, 2},
                            {2, 2, 3}, {2, 5, 6}, {4, 9, 3}};

    (void)state;
    for (size_t i = 0; i < LENGTH(sides); i++) {
        paua_board *board = board_of(sides[i][0], sides[i][1], sides[i][2]);
        int count = paua_board_symmetries(board);
        for (int one = 0; one < count; one++) {
            unsigned met = 0; /* each element once in every row of the table */
            for (int two = 0; two < count; two++) {
                int both = composed(board, one, two);
                assert_in_range(both, 0, count - 1);
                met |= 1u << both;
            }
            assert_int_equal(met, (1u << count) - 1);
        }
        paua_board_free(board);
    }
}

static void check_turn(const paua_board *from, const paua_board *to, bool same)
{
    int map[PAUA_CELLS_MAX];
    paua_set reached = 0;

    assert_int_equal(paua_board_turn(from, to, map), same);
    for (int cell = 0; same && cell < paua_board_cells(from); cell++) {
        reached |= PAUA_SET(map[cell]);
        for (int other = 0; other < paua_board_cells(from); other++)
            assert_int_equal(paua_board_distance(from, cell, other),
                             paua_board_distance(to, map[cell], map[other]));
    }
    if (same)
        assert_true(reached == paua_board_all(to));
}

static void boards_are_turned(void **state)
{
    static const int sides[][3] = {{2, 2, 3}, {3, 2, 2}, {2, 3, 2}, {2, 3, 4}, {4, 2, 3},
                                   {4, 3, 2}, {1, 1, 9}, {3, 3, 3}, {1, 9, 1}};

    (void)state;
    for (int i = 0; i < 9; i++) {
        paua_board *from = board_of(sides[i][0], sides[i][1], sides[i][2]);
        for (int j = 0; j < 9; j++) {
            bool same = false;
            for (int turn = 0; turn < 3; turn++)
                same |= sides[i][turn] == sides[j][0] && sides[i][(turn + 1) % 3] == sides[j][1] &&
                        sides[i][(turn + 2) % 3] == sides[j][2];
            paua_board *to = board_of(sides[j][0], sides[j][1], sides[j][2]);
            check_turn(from, to, same);
            paua_board_free(to);
        }
        paua_board_free(from);
    }
}

static void board_texts_are_read(void **state)
{
    const struct {
        const char *text;
        paua_status status;
        int sides[3]; /* or where the error is, in the first */
    } cases[] = {
        {"5x5x5", PAUA_OK, {5, 5, 5}},
        {"2x3x2", PAUA_OK, {2, 3, 2}},
        {"1x1x61", PAUA_OK, {1, 1, 61}},
        {"61x1x1", PAUA_OK, {61, 1, 1}},
        {"", PAUA_ERROR_BAD_SYNTAX, {0}},
        {"x", PAUA_ERROR_BAD_SYNTAX, {0}},
        {"5x5", PAUA_ERROR_BAD_SYNTAX, {3}},
        {"5x5x", PAUA_ERROR_BAD_SYNTAX, {4}},
        {"5x5x5x", PAUA_ERROR_BAD_SYNTAX, {5}},
        {"5x5x5 ", PAUA_ERROR_BAD_SYNTAX, {5}},
        {" 5x5x5", PAUA_ERROR_BAD_SYNTAX, {0}},
        {"5X5x5", PAUA_ERROR_BAD_SYNTAX, {1}},
        {"05x5x5", PAUA_ERROR_BAD_SYNTAX, {0}},
        {"-5x5x5", PAUA_ERROR_BAD_SYNTAX, {0}},
        {"5x+5x5", PAUA_ERROR_BAD_SYNTAX, {2}},
        {"5xx5", PAUA_ERROR_BAD_SYNTAX, {2}},
        {"5x5x6", PAUA_ERROR_UNSUPPORTED, {0}},
        {"62x1x1", PAUA_ERROR_UNSUPPORTED, {0}},
        {"1x1x620", PAUA_ERROR_UNSUPPORTED, {0}},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        int sides[3] = {-7, -7, -7};
        paua_error error = {.at = 999};
        paua_status status = paua_board_parse(cases[i].text, sides, &error);
        if (status != cases[i].status)
            fail_msg("%s gives %s", cases[i].text, paua_status_name(status));
        assert_int_equal(paua_board_parse(cases[i].text, sides, NULL), status);
        if (status == PAUA_OK) {
            assert_memory_equal(sides, cases[i].sides, sizeof sides);
            continue;
        }
        assert_int_equal(error.code, status);
        assert_string_not_equal(error.message, "");
        assert_int_equal(sides[0], -7);
        assert_int_equal(sides[2], -7);
        if (error.at != (size_t)cases[i].sides[0])
            fail_msg("%s: error at byte %zu", cases[i].text, error.at);
    }
}

/* Not something else after an overflow: 4294967301 is 2^32 + 5. */
static void long_numbers_are_too_large(void **state)
{
    char text[400] = "1x1x";
    int sides[3];
    paua_error error;

    (void)state;
    memset(text + 4, '9', sizeof text - 5);
    text[sizeof text - 1] = '\0';
    assert_int_equal(paua_board_parse(text, sides, &error), PAUA_ERROR_UNSUPPORTED);
    assert_int_equal(paua_board_parse("4294967301x5x5", sides, &error), PAUA_ERROR_UNSUPPORTED);
}

static const struct {
    const char *name;
    int black, white;
} layouts[] = {
    {"6-9", 14, 14},
    {"alien-attack", 14, 14},
    {"aliening", 14, 14},
    {"alitration", 14, 14},
    {"anglattack", 14, 14},
    {"april-fish", 14, 14},
    {"atomouche", 12, 12},
    {"belgian-daisy", 14, 14},
    {"buttonhole", 14, 14},
    {"centrifuge", 14, 14},
    {"checkerboard", 14, 14},
    {"standard", 14, 14},
    {"corners", 13, 13},
    {"cross", 14, 14},
    {"crossed-hearts", 14, 14},
    {"crown", 14, 14},
    {"def-or-atak", 14, 14},
    {"domination", 14, 14},
    {"domination-vs-daisy", 14, 14},
    {"duel", 14, 14},
    {"dutch-daisy", 14, 14},
    {"face-2-face", 14, 14},
    {"food-mill", 14, 14},
    {"forcing", 14, 14},
    {"fracture", 14, 14},
    {"french-daisy", 14, 14},
    {"french-king-cake1", 14, 14},
    {"fujiyama1", 14, 14},
    {"german-daisy", 14, 14},
    {"horseshoes", 14, 14},
    {"i_m-a-robot", 14, 14},
    {"infiltralien", 14, 14},
    {"infiltration", 14, 14},
    {"intimidation", 14, 14},
    {"irish-daisy", 14, 14},
    {"labyrinth", 14, 14},
    {"mosaic", 14, 14},
    {"mquorric-1", 14, 14},
    {"neko", 14, 14},
    {"oath", 14, 14},
    {"octopus", 14, 14},
    {"pyramid", 14, 14},
    {"scottish-daisy", 14, 14},
    {"sibe", 14, 14},
    {"slaloms", 14, 14},
    {"snakes", 14, 14},
    {"snakes-variation", 14, 14},
    {"snowflake", 14, 14},
    {"spider", 14, 14},
    {"star", 14, 14},
    {"swiss-daisy", 14, 14},
    {"the-arrow", 14, 13},
    {"the-wall", 14, 14},
    {"tinsels", 14, 14},
    {"trench", 14, 14},
    {"true-daisy", 14, 14},
    {"wedding-rings", 14, 14},
    {"wheel", 14, 14},
    {"windmill", 14, 14},
    {"xmas-star", 14, 14},
    {"pillar", 14, 14},
    {"third-colour", 14, 14},
    {"central-marble", 14, 14},
    {"standard-2", 14, 14},
    {"b0", 2, 2},
    {"b1", 2, 2},
    {"c0", 3, 3},
    {"d0", 5, 5},
    {"e0", 6, 6},
    {"e0-balanced", 6, 6},
};

static void layouts_have_their_marbles(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(layouts); i++) {
        const paua_layout *layout = paua_layout_find(layouts[i].name);
        if (layout == NULL)
            fail_msg("no layout %s", layouts[i].name);
        paua_board *board = board_of(layout->sides[0], layout->sides[1], layout->sides[2]);
        paua_position position = position_of(board, layout->rows);
        assert_int_equal(count_of(position.marbles[PAUA_BLACK]), layouts[i].black);
        assert_int_equal(count_of(position.marbles[PAUA_WHITE]), layouts[i].white);
        paua_position named = position_of(board, layout->name);
        assert_true(paua_position_same(&position, &named));
        paua_board_free(board);
    }
}

static void layouts_are_listed_once(void **state)
{
    int count = paua_layout_count();

    (void)state;
    assert_true(count >= (int)LENGTH(layouts));
    for (int i = 0; i < count; i++) {
        const paua_layout *layout = paua_layout_at(i);
        assert_non_null(layout);
        assert_ptr_equal(paua_layout_find(layout->name), layout);
    }
    assert_null(paua_layout_at(-1));
    assert_null(paua_layout_at(count));
    assert_null(paua_layout_find(""));
    assert_null(paua_layout_find(" - "));
    assert_null(paua_layout_find("standards"));
}

static void layouts_are_found_as_people_write_them(void **state)
{
    static const char *const names[][2] = {
        {"Belgian Daisy", "belgian-daisy"},
        {"belgian_daisy", "belgian-daisy"},
        {"BELGIAN-DAISY", "belgian-daisy"},
        {"belgian", "belgian-daisy"},
        {"  Belgian   daisy ", "belgian-daisy"},
        {"german", "german-daisy"},
        {"SWISS", "swiss-daisy"},
        {"Wall", "the-wall"},
        {"classic", "standard"},
        {"Default", "standard"},
        {"im a robot", "i_m-a-robot"},
        {"I_M-A-ROBOT", "i_m-a-robot"},
        {"bowl", "bowl-2"},
        {"The Pillar", "pillar"},
        {"Third Color", "third-colour"},
        {"passive", "third-colour"},
        {"neutral", "third-colour"},
        {"central", "central-marble"},
        {"server", "standard-2"},
        {"Standard 2", "standard-2"},
        {"Standard 5", "standard-5"},
        {"B0", "b0"},
        {"B1", "b1"},
        /* the names of the specification of APGN, of its site, and in French */
        {"belgian", "belgian-daisy"},
        {"german_daisy", "german-daisy"},
        {"dutch_daisy", "dutch-daisy"},
        {"swiss_daisy", "swiss-daisy"},
        {"alien", "alien-attack"},
        {"alliances", "wedding-rings"},
        {"atomouche", "atomouche"},
        {"centrifugeuse", "centrifuge"},
        {"corners", "corners"},
        {"domination", "domination"},
        {"duel", "duel"},
        {"fujiyama", "fujiyama1"},
        {"snakes_variant", "snakes-variation"},
        {"snakes-variante", "snakes-variation"},
        {"star", "star"},
        {"the_wall", "the-wall"},
        {"69", "6-9"},
        {"pyramide", "pyramid"},
        {"korean daisy", "korean-daisy"},
        {"face_a_face", "face-2-face"},
        {"Face \u00e0 face", "face-2-face"},
        {"Marguerite belge", "belgian-daisy"},
        {"marguerite fran\u00e7aise", "french-daisy"},
        {"MARGUERITE \u00c9COSSAISE", "scottish-daisy"},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(names); i++) {
        const paua_layout *layout = paua_layout_find(names[i][0]);
        if (!layout)
            fail_msg("'%s' is not found", names[i][0]);
        assert_string_equal(layout->name, names[i][1]);
    }
    assert_string_equal(paua_layout_find_for("standard", 2)->name, "standard");
    assert_string_equal(paua_layout_find_for("Bowl", 5)->name, "bowl-5");
    assert_string_equal(paua_layout_find_for("classic", 4)->name, "standard-4");
    assert_null(paua_layout_find_for("belgian", 3));
    assert_null(paua_layout_find("accelium"));
    assert_null(paua_layout_find("the_clearing"));
    assert_null(paua_layout_find("custom"));
    assert_null(paua_layout_find_for("a name that is much longer than any layout's can be", 2));
}

/* Found by name wherever a layout is; a hyphen swaps the colours of what is named behind it. */
static void named_positions_have_negatives(void **state)
{
    int negatives = 0;

    (void)state;
    assert_int_equal(paua_named_position_count(), 12 + 14 + 8 + 9 + 2 + 5);
    for (int i = 0; i < paua_named_position_count(); i++) {
        const paua_layout *named = paua_named_position_at(i);
        assert_ptr_equal(paua_layout_find(named->name), named);
        assert_ptr_equal(paua_layout_find_for(named->name, 2), named);
        assert_null(paua_layout_find_for(named->name, 3));
        paua_board *board = board_of(named->sides[0], named->sides[1], named->sides[2]);
        paua_position position = position_of(board, named->name);
        int marbles = named->name[strspn(named->name, "-")] - '0' - ('b' - '2');
        if (!strpbrk(named->name, "0123456789")) { /* not of that paper */
            paua_board_free(board);
            continue;
        }
        assert_int_equal(count_of(position.marbles[PAUA_BLACK]), marbles + (marbles > 3));
        assert_int_equal(count_of(position.marbles[PAUA_WHITE]), marbles + (marbles > 3));
        if (named->name[0] == '-') {
            paua_position plain = position_of(board, named->name + 1);
            assert_int_equal(position.marbles[PAUA_BLACK], plain.marbles[PAUA_WHITE]);
            assert_int_equal(position.marbles[PAUA_WHITE], plain.marbles[PAUA_BLACK]);
            negatives++;
        }
        paua_board_free(board);
    }
    assert_int_equal(negatives, 14 + 9 + 2);
    assert_string_equal(paua_layout_find("B11")->name, "b11");
    assert_string_equal(paua_layout_find(" -C4 ")->name, "-c4");
    assert_string_equal(paua_layout_find("-B1")->name, "-b1");
    assert_string_equal(paua_layout_find("-standard")->name, "standard");
    assert_null(paua_layout_find("b14"));
    assert_null(paua_layout_find("c9"));
    assert_null(paua_named_position_at(-1));
    assert_null(paua_named_position_at(paua_named_position_count()));
}

static void misspelt_layouts_get_the_nearest_name(void **state)
{
    static const char *const names[][2] = {
        {"belgain daisy", "belgian-daisy"},
        {"Belgain", "belgian-daisy"},
        {"standrad", "standard"},
        {"germandaisy", "german-daisy"},
        {"orginal", "standard"},
        {"pyramide", "pyramid"},
        {"the wal", "the-wall"},
        {"fortres", "fortress"},
        {"domination vs dasy", "domination-vs-daisy"},
    };
    paua_error error;

    (void)state;
    for (size_t i = 0; i < LENGTH(names); i++) {
        const paua_layout *layout = paua_layout_nearest(names[i][0]);
        if (!layout)
            fail_msg("nothing is near '%s'", names[i][0]);
        assert_string_equal(layout->name, names[i][1]);
    }
    assert_null(paua_layout_nearest("nope"));
    assert_null(paua_layout_nearest("q9"));
    assert_null(paua_layout_nearest(""));
    assert_int_equal(paua_layout_unknown("belgain", &error), PAUA_ERROR_NOT_FOUND);
    assert_int_equal(error.code, PAUA_ERROR_NOT_FOUND);
    assert_string_equal(error.message,
                        "no layout is named 'belgain', did you mean 'belgian-daisy'?");
    paua_layout_unknown("nope", &error);
    assert_string_equal(error.message, "no layout is named 'nope'");
    paua_layout_unknown("no\npe\x7f", &error);
    assert_string_equal(error.message, "no layout is named 'no?pe?'");
    assert_int_equal(paua_layout_unknown("nope", NULL), PAUA_ERROR_NOT_FOUND);
}

/* Special are those with marbles of nobody, in which both sides stand as in the standard layout, and
 * that layout turned. */
static void special_layouts_are_marked(void **state)
{
    paua_board *full = board_of(5, 5, 5);
    int special = 0;

    (void)state;
    for (int i = 0; i < paua_layout_count(); i++) {
        const paua_layout *layout = paua_layout_at(i);
        assert_int_equal(layout->special, strpbrk(layout->rows, "ncx") != NULL ||
                                              strcmp(layout->name, "standard-2") == 0);
        special += layout->special;
    }
    assert_int_equal(special, 4);
    paua_position pillar = position_of(full, "pillar"), third = position_of(full, "third-colour");
    paua_position central = position_of(full, "central-marble");
    assert_true(pillar.fixed == PAUA_SET(cell_of(full, "e5")) && !pillar.neutral);
    assert_true(third.neutral == (PAUA_SET(cell_of(full, "e4")) | PAUA_SET(cell_of(full, "e5")) |
                                  PAUA_SET(cell_of(full, "e6"))));
    assert_true(!third.central && !third.fixed);
    assert_true(central.central == PAUA_SET(cell_of(full, "e5")));
    paua_position standard = position_of(full, "standard");
    paua_position turned = position_of(full, "standard-2");
    assert_true(turned.marbles[PAUA_BLACK] == standard.marbles[PAUA_WHITE]);
    assert_true(turned.marbles[PAUA_WHITE] == standard.marbles[PAUA_BLACK]);
    for (int side = 0; side < 2; side++) {
        assert_true(pillar.marbles[side] == standard.marbles[side]);
        assert_true(third.marbles[side] == standard.marbles[side]);
        assert_true(central.marbles[side] == standard.marbles[side]);
    }
    paua_board_free(full);
}

/* Seed 000: a game on 2x2x2 begins with B1; B0 is there by name. */
static void games_on_two_begin_with_b1(void **state)
{
    int first = 0;

    (void)state;
    while (paua_layout_at(first)->sides[0] != 2)
        first++;
    assert_string_equal(paua_layout_at(first)->name, "b1");
    assert_string_equal(paua_layout_find("B0")->rows, "ww/3/bb");
}

/* The smallest image of both sides' marbles. */
static void make_canonical(const paua_board *board, const paua_position *position, paua_set out[2])
{
    out[0] = out[1] = ~(paua_set)0;
    for (int s = 0; s < paua_board_symmetries(board); s++) {
        paua_set black = paua_board_map(board, s, position->marbles[PAUA_BLACK]);
        paua_set white = paua_board_map(board, s, position->marbles[PAUA_WHITE]);
        if (black < out[0] || (black == out[0] && white < out[1])) {
            out[0] = black;
            out[1] = white;
        }
    }
}

/* Moves that do not lead to images of one another. */
static int count_unlike_moves(const paua_board *board, const paua_position *position)
{
    paua_set met[64][2];
    paua_move_list list;
    int count = 0;

    paua_moves_generate(board, position, &list);
    assert_in_range(list.count, 1, LENGTH(met));
    for (int i = 0; i < list.count; i++) {
        paua_position after = *position;
        paua_undo undo;
        int known = 0;
        paua_position_make(board, &after, list.moves[i], &undo);
        make_canonical(board, &after, met[count]);
        while (memcmp(met[known], met[count], sizeof met[count]) != 0)
            known++;
        count += known == count;
    }
    return count;
}

/* Two names of the network server's for each number of players, with marbles, pairs, and board in
 * order. */
static void layouts_for_several_players(void **state)
{
    static const struct {
        const char *name;
        int players, marbles, last; /* of each player, and of the last one */
        paua_teams facing;
    } known[] = {
        {"standard", 2, 14, 14, PAUA_TEAMS_NONE},   {"bowl", 2, 14, 14, PAUA_TEAMS_NONE},
        {"standard", 3, 11, 11, PAUA_TEAMS_NONE},   {"bowl", 3, 10, 10, PAUA_TEAMS_NONE},
        {"standard", 4, 8, 8, PAUA_TEAMS_13_24},    {"bowl", 4, 7, 7, PAUA_TEAMS_14_23},
        {"standard", 5, 8, 7, PAUA_TEAMS_NONE},     {"bowl", 5, 7, 7, PAUA_TEAMS_NONE},
        {"standard", 6, 6, 6, PAUA_TEAMS_14_25_36}, {"bowl", 6, 6, 6, PAUA_TEAMS_14_25_36},
    };
    paua_board *full = board_of(5, 5, 5);

    (void)state;
    for (size_t i = 0; i < LENGTH(known); i++) {
        const paua_layout *layout = paua_layout_find_for(known[i].name, known[i].players);
        assert_non_null(layout);
        assert_int_equal(layout->players, known[i].players);
        assert_int_equal(layout->facing, known[i].facing);
        assert_ptr_equal(paua_layout_find_for(layout->name, layout->players), layout);
        assert_null(paua_layout_find_for(layout->name, layout->players + 5));
        paua_position position = position_of(full, layout->name);
        assert_int_equal(position.players, known[i].players);
        for (int side = 0; side < known[i].players; side++)
            assert_int_equal(count_of(position.marbles[side]),
                             side + 1 < known[i].players ? known[i].marbles : known[i].last);
        position.teams = (uint8_t)layout->facing;
        assert_int_equal(paua_position_complete(full, &position), PAUA_OK);
    }
    assert_null(paua_layout_find_for("standard", 7));
    assert_null(paua_layout_find_for("bowl", 1));
    assert_null(paua_layout_find_for("stand", 3));
    assert_null(paua_layout_find_for("", 3));
    assert_string_equal(paua_layout_find_for("belgian-daisy", 2)->name, "belgian-daisy");
    assert_null(paua_layout_find_for("belgian-daisy", 3));
    paua_board_free(full);
}

/* Where the facts of the rules say something about single cells. */
static void layouts_stand_the_right_way_up(void **state)
{
    paua_board *full = board_of(5, 5, 5), *ten = board_of(3, 2, 2), *fourteen = board_of(2, 3, 3);
    paua_position belgian = position_of(full, "belgian-daisy");
    paua_position standard = position_of(full, "standard");
    paua_position d0 = position_of(fourteen, "d0");
    paua_position c0 = position_of(ten, "c0");

    (void)state;
    assert_true(belgian.marbles[PAUA_BLACK] & PAUA_SET(cell_of(full, "a1")));
    assert_true(belgian.marbles[PAUA_BLACK] & PAUA_SET(cell_of(full, "i9")));
    assert_true(standard.marbles[PAUA_BLACK] & PAUA_SET(cell_of(full, "a1")));
    assert_true(standard.marbles[PAUA_WHITE] & PAUA_SET(cell_of(full, "i9")));
    for (int column = 1; column <= 3; column++) /* D0: the two rows at one end */
        assert_true(d0.marbles[PAUA_BLACK] & PAUA_SET(paua_board_cell(fourteen, 1, column)));
    assert_true(d0.marbles[PAUA_WHITE] & PAUA_SET(paua_board_cell(fourteen, 4, 4)));
    assert_int_equal(count_unlike_moves(ten, &c0), 4); /* said of C0 in the paper */
    paua_board_free(full);
    paua_board_free(ten);
    paua_board_free(fourteen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_have_as_many_cells_as_r1_says),
        cmocka_unit_test(other_boards_are_refused),
        cmocka_unit_test(every_board_is_numbered_as_r2_says),
        cmocka_unit_test(neighbours_and_steps_follow_the_coordinates),
        cmocka_unit_test(full_board_has_its_usual_coordinates),
        cmocka_unit_test(constants_of_the_full_board_are_what_is_built),
        cmocka_unit_test(distances_are_those_of_a_walk),
        cmocka_unit_test(eccentricity_is_measured_from_the_centre),
        cmocka_unit_test(symmetries_keep_neighbours),
        cmocka_unit_test(symmetries_are_a_group),
        cmocka_unit_test(boards_are_turned),
        cmocka_unit_test(board_texts_are_read),
        cmocka_unit_test(long_numbers_are_too_large),
        cmocka_unit_test(layouts_have_their_marbles),
        cmocka_unit_test(layouts_are_listed_once),
        cmocka_unit_test(layouts_are_found_as_people_write_them),
        cmocka_unit_test(named_positions_have_negatives),
        cmocka_unit_test(misspelt_layouts_get_the_nearest_name),
        cmocka_unit_test(special_layouts_are_marked),
        cmocka_unit_test(games_on_two_begin_with_b1),
        cmocka_unit_test(layouts_for_several_players),
        cmocka_unit_test(layouts_stand_the_right_way_up),
    };

    return cmocka_run_group_tests_name("board", tests, NULL, NULL);
}
