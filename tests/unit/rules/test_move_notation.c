/* Moves in every notation: by hand, and written and read back over random positions. `--positions
 * N` sets how many. */
#include "full_board.h"
#include "random_positions.h"

static int positions_wanted = SANITIZED ? 4000 : 5000;
/* Every legal move in every notation is read back, by its own reader and by the one that
 * recognises. */
static int check_round_trip(const paua_board *board, const paua_position *position)
{
    static paua_move_list list;
    int texts = 0;

    paua_moves_generate(board, position, &list);
    for (int i = 0; i < list.count; i++)
        for (int notation = 0; notation < PAUA_NOTATION_COUNT; notation++) {
            char text[PAUA_MOVE_TEXT_MAX], capitals[PAUA_MOVE_TEXT_MAX];
            paua_move move = PAUA_NO_MOVE;
            paua_error error = {.code = PAUA_OK};
            size_t length = paua_move_write(board, position, (paua_notation)notation, list.moves[i],
                                            text, sizeof text);
            assert_in_range(length, 3, sizeof text - 1);
            assert_int_equal(strlen(text), length);
            for (size_t at = 0; at <= length; at++)
                capitals[at] =
                    (char)(text[at] >= 'a' && text[at] <= 'z' ? text[at] - 32 : text[at]);
            if (paua_move_read(board, position, (paua_notation)notation, text, &move, &error) !=
                    PAUA_OK ||
                move != list.moves[i])
                fail_msg("%s: %s is read as %x: %s", paua_notation_name(notation), text, move,
                         error.message);
            if (paua_move_parse(board, position, text, &move, &error) != PAUA_OK ||
                move != list.moves[i])
                fail_msg("%s: %s is recognised as %x: %s", paua_notation_name(notation), text, move,
                         error.message);
            if (paua_board_rows(board) <= 26)
                assert_int_equal(paua_move_parse(board, position, capitals, &move, NULL), PAUA_OK);
            assert_int_equal(move, list.moves[i]);
            texts++;
        }
    return texts;
}

static void every_notation_is_read_back(void **state)
{
    uint64_t random = 0x6d61726e6f7461ull;
    long texts = 0;
    paua_board *boards[LENGTH(random_boards)];

    (void)state;
    for (size_t i = 0; i < LENGTH(random_boards); i++)
        boards[i] = board_of(random_boards[i][0], random_boards[i][1], random_boards[i][2]);
    for (int i = 0; i < positions_wanted; i++) {
        const paua_board *board = boards[random_below(&random, LENGTH(random_boards))];
        paua_position position = random_position(&random, board, i % 3 ? 0 : 2);
        texts += check_round_trip(board, &position);
    }
    for (size_t i = 0; i < LENGTH(random_boards); i++)
        paua_board_free(boards[i]);
    assert_true(texts > positions_wanted * 50L);
    print_message("%d positions, %ld texts\n", positions_wanted, texts);
}

static void check_read(paua_notation notation, const char *position_text, const char *text,
                       const char *standard)
{
    paua_position position = position_of(full, position_text);
    paua_error error;
    paua_move move, parsed;

    if (paua_move_read(full, &position, notation, text, &move, &error) != PAUA_OK)
        fail_msg("%s: byte %zu: %s", text, error.at, error.message);
    if (move != move_of(full, &position, standard))
        fail_msg("%s is not %s", text, standard);
    if (paua_move_parse(full, &position, text, &parsed, &error) == PAUA_OK)
        assert_int_equal(parsed, move);
}

#define MIDDLE   "5/6/7/8/3bbb3/8/7/6/5 b"
#define TRIANGLE "5/6/7/8/9/3bb3/2bbb2/6/5 b"

/* The examples of the network server's help: White's marbles, rows from the top. */
static void the_network_server_is_understood(void **state)
{
    (void)state;
    check_read(PAUA_NOTATION_PBM, "standard w", "c5,d5", "g7f6");
    check_read(PAUA_NOTATION_PBM, "standard w", "C5,D5", "g7f6");
    check_read(PAUA_NOTATION_PBM, "standard w", "a1-c3,b2", "i5h5");
    check_read(PAUA_NOTATION_PBM, "standard w", "a1-c3,d4", "i5h5");
    check_read(PAUA_NOTATION_PBM, "standard w", " a1 - c3 , d4 ", "i5h5");
    check_read(PAUA_NOTATION_PBM, "standard w", "c3-c5,d4", "g5g7f5");
    check_read(PAUA_NOTATION_PBM, "standard w", "c3-c5,d6", "g5g7f5");
    check_read(PAUA_NOTATION_PBM, "standard w", "c5-c3,d6", "g5g7f5");
    check_read(PAUA_NOTATION_PBM, "5/6/7/8/6w2/6w1/6b/6/5 w", "e7-f8,f8", "e7d7");
    check_read(PAUA_NOTATION_PBM, "5/6/7/8/6w2/6w1/6b/6/5 w", "e7-f8,g9", "e7d7");
    check_read(PAUA_NOTATION_PBM, MIDDLE, "e6-e4,e3", "e6e5");
}

static void triples_are_understood(void **state)
{
    (void)state;
    check_read(PAUA_NOTATION_TRIPLE, "standard", "[a1, c3, b2]", "a1b2");
    check_read(PAUA_NOTATION_TRIPLE, "standard", "[a1,c3,b2]", "a1b2");
    check_read(PAUA_NOTATION_TRIPLE, "standard", "(a1, c3, b2)", "a1b2");
    check_read(PAUA_NOTATION_TRIPLE, "standard", " A1 ,C3 ,B2 ", "a1b2");
    check_read(PAUA_NOTATION_TRIPLE, "standard", "[c3, a1, d4]", "a1b2");
    check_read(PAUA_NOTATION_TRIPLE, "standard", "[c3, c3, d3]", "c3d3");
    check_read(PAUA_NOTATION_TRIPLE, "standard", "[c3, c5, d4]", "c3c5d4");
    check_read(PAUA_NOTATION_TRIPLE, "standard", "[c5, c3, d6]", "c3c5d4");
    check_read(PAUA_NOTATION_TRIPLE, MIDDLE, "[e4, e6, e3]", "e6e5");
}

static void nacre_is_understood(void **state)
{
    (void)state;
    check_read(PAUA_NOTATION_NACRE, "standard", "a1b2", "a1b2");
    check_read(PAUA_NOTATION_NACRE, "standard", "a1d4", "a1b2");
    check_read(PAUA_NOTATION_NACRE, "standard", "c3d6", "c3c5d4");
    check_read(PAUA_NOTATION_NACRE, "standard", "c3c5d4", "c3c5d4");
    check_read(PAUA_NOTATION_NACRE, MIDDLE, "e4e7", "e4e5");
}

static void directions_are_understood(void **state)
{
    (void)state;
    check_read(PAUA_NOTATION_DIRECTION, "standard", "a1NE", "a1b2");
    check_read(PAUA_NOTATION_DIRECTION, "standard", "a1 ne", "a1b2");
    check_read(PAUA_NOTATION_DIRECTION, "standard", "c3c5NE", "c3c5d4");
    check_read(PAUA_NOTATION_DIRECTION, "standard", "C5-C3 ne", "c3c5d4");
    check_read(PAUA_NOTATION_DIRECTION, "standard", "c3 c4 c5 NE", "c3c5d4");
    check_read(PAUA_NOTATION_DIRECTION, MIDDLE, "e4e6E", "e4e5");
    check_read(PAUA_NOTATION_DIRECTION, MIDDLE, "e4e6w", "e6e5");
    check_read(PAUA_NOTATION_DIRECTION, MIDDLE, "e5e6E", "e5e6");
    check_read(PAUA_NOTATION_DIRECTION, MIDDLE, "e5E", "e5e6");
    check_read(PAUA_NOTATION_DIRECTION, "standard", "A1>NE", "a1b2");
    check_read(PAUA_NOTATION_DIRECTION, "standard", "c3-c5>NE", "c3c5d4");
    check_read(PAUA_NOTATION_DIRECTION, MIDDLE, "e5>E", "e5e6");
}

static void several_readings_are_listed(void **state)
{
    paua_position position = position_of(full, "5/6/7/4b3/4b4/3b4/7/6/4w");
    paua_move move = 0x7777;
    paua_error error;
    char text[PAUA_MOVE_TEXT_MAX];

    (void)state;
    assert_int_equal(paua_move_read(full, &position, PAUA_NOTATION_NACRE, "d4e6", &move, &error),
                     PAUA_ERROR_AMBIGUOUS);
    assert_string_equal(error.message, "d4e6 can be d4e5d5 or d4f6c4");
    assert_int_equal(paua_move_parse(full, &position, "d4e6", &move, &error), PAUA_ERROR_AMBIGUOUS);
    assert_int_equal(move, 0x7777);
    paua_move_write(full, &position, PAUA_NOTATION_NACRE, move_of(full, &position, "d4e5d5"), text,
                    sizeof text);
    assert_string_equal(text, "d4e5d5");
    paua_move_write(full, &position, PAUA_NOTATION_NACRE, move_of(full, &position, "d4f6c4"), text,
                    sizeof text);
    assert_string_equal(text, "d4f6c4");
    paua_move_write(full, &position, PAUA_NOTATION_NACRE, move_of(full, &position, "e5f6e4"), text,
                    sizeof text);
    assert_string_equal(text, "e5f6e4"); /* e5f5 is e5 alone */
    position = position_of(full, "standard");
    assert_int_equal(paua_move_read(full, &position, PAUA_NOTATION_NACRE, "c5d4", &move, &error),
                     PAUA_ERROR_AMBIGUOUS);
    assert_string_equal(error.message, "c5d4 can be c4c5d4 or c3c5d4");
}

/* Two cells next to each other are in-line, whoever does not say that he writes Nacre's way. */
static void an_in_line_move_is_not_taken_for_a_pair(void **state)
{
    paua_position position = position_of(full, "5/6/7/5w2/4bw3/4bw2/7/6/5 b");
    paua_move move = 0x7777;
    paua_error error;

    (void)state;
    assert_int_equal(paua_move_parse(full, &position, "d5d6", &move, &error),
                     PAUA_ERROR_ILLEGAL_MOVE);
    assert_non_null(strstr(error.message, "R7"));
    assert_int_equal(move, 0x7777);
}

static void texts_of_no_move_are_refused(void **state)
{
    const struct {
        paua_notation notation;
        const char *text;
        size_t at;
    } cases[] = {
        {PAUA_NOTATION_PBM, "", 0},
        {PAUA_NOTATION_PBM, "c5", 2},
        {PAUA_NOTATION_PBM, "c5,", 3},
        {PAUA_NOTATION_PBM, "c5-,d5", 3},
        {PAUA_NOTATION_PBM, "c5,d5,", 5},
        {PAUA_NOTATION_PBM, "c5,e9", 0},
        {PAUA_NOTATION_PBM, "a6,a5", 0},
        {PAUA_NOTATION_PBM, "j1,a5", 0},
        {PAUA_NOTATION_PBM, "a1-d4,b2", 0},
        {PAUA_NOTATION_TRIPLE, "[", 1},
        {PAUA_NOTATION_TRIPLE, "[a1, c3]", 7},
        {PAUA_NOTATION_TRIPLE, "[a1, c3, b2", 11},
        {PAUA_NOTATION_TRIPLE, "[a1 c3", 4},
        {PAUA_NOTATION_TRIPLE, "a1,b1,e5", 0},
        {PAUA_NOTATION_TRIPLE, "(a1,c3,b2]", 9},
        {PAUA_NOTATION_TRIPLE, "a1,a4,a2", 0},
        {PAUA_NOTATION_NACRE, "a1", 2},
        {PAUA_NOTATION_NACRE, "a1e5", 0},
        {PAUA_NOTATION_NACRE, "a1a1", 0},
        {PAUA_NOTATION_NACRE, "a1b2c3d4", 6},
        {PAUA_NOTATION_DIRECTION, "NE", 0},
        {PAUA_NOTATION_DIRECTION, "a1", 2},
        {PAUA_NOTATION_DIRECTION, "a1N", 2},
        {PAUA_NOTATION_DIRECTION, "a1NEW", 2},
        {PAUA_NOTATION_DIRECTION, "a1NE x", 5},
        {PAUA_NOTATION_DIRECTION, "a1a4NE", 0},
        {PAUA_NOTATION_DIRECTION, "a1a3a2NE", 0},
        {PAUA_NOTATION_DIRECTION, "a1a2a3a4NE", 6},
        {(paua_notation)17, "a1b2", 0},
    };
    paua_position position = position_of(full, "standard");

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        paua_error error = {.at = 999};
        paua_move move = 0x7777;
        paua_status status =
            paua_move_read(full, &position, cases[i].notation, cases[i].text, &move, &error);
        if (status != (cases[i].notation < PAUA_NOTATION_COUNT ? PAUA_ERROR_BAD_SYNTAX
                                                               : PAUA_ERROR_BAD_ARGUMENT) ||
            error.at != cases[i].at)
            fail_msg("%s: %s at byte %zu (%s)", cases[i].text, paua_status_name(status), error.at,
                     error.message);
        assert_int_equal(error.code, status);
        assert_string_not_equal(error.message, "");
        assert_int_equal(move, 0x7777);
    }
}

/* What the refusal has to say. */
static void refusals_name_who_is_in_the_way(void **state)
{
    const struct {
        paua_notation notation;
        const char *position, *text, *said;
    } cases[] = {
        {PAUA_NOTATION_PBM, MIDDLE, "e4,e5",
         "blocked by your own marble at E5 (R7)"}, /* one marble, not the line */
        /* Cells are named as the notation has them: a1 is I5, i5 is A1. */
        {PAUA_NOTATION_PBM, "standard", "a1,b2", "Black has no marble on A1"},
        {PAUA_NOTATION_PBM, "standard", "a1-c3,b2", "Black has no marble on A1"},
        {PAUA_NOTATION_PBM, "standard", "I5-G3,H5", "Black has no marble on G3"},
        {PAUA_NOTATION_PBM, "standard", "i5,i6", "blocked by your own marble at I6 (R7)"},
        {PAUA_NOTATION_PBM, "5/6/7/8/bx7/8/7/6/5", "e1,e2",
         "blocked by the fixed marble at E2 (R17)"},
        {PAUA_NOTATION_PBM, "5/6/7/8/rb7/br6/7/6/ww3 b 0-0-0-0 0 1 br-wg", "f2-f3,g3",
         "F3 is Red's (R19)"},
        {PAUA_NOTATION_TRIPLE, "standard", "[i5, i5, h5]", "Black has no marble on i5"},
        {PAUA_NOTATION_DIRECTION, MIDDLE, "e4e5E", "blocked by your own marble at e6 (R7)"},
        {PAUA_NOTATION_DIRECTION, MIDDLE, "e6e7E", "no marble on e7"},
        {PAUA_NOTATION_NACRE, MIDDLE, "f5g7", "no marble on f5"},
        {PAUA_NOTATION_NACRE, "5/6/7/8/3b5/8/7/6/5", "e4f6",
         "no line from e4 can move its last marble to f6"},
        {PAUA_NOTATION_STANDARD, "5/6/7/8/bx7/8/7/6/5", "e1e2",
         "blocked by the fixed marble at e2 (R17)"},
        {PAUA_NOTATION_STANDARD, "5/6/7/8/bbwx5/8/7/6/5", "e1e2",
         "blocked by the fixed marble at e4 (R17)"},
        {PAUA_NOTATION_STANDARD, "5/6/7/8/bn7/8/7/6/5", "e1e2",
         "a push needs more marbles than it pushes: 1 against 1 (R7)"},
        {PAUA_NOTATION_STANDARD, "5/6/7/8/brb6/8/7/6/ww3 b 0-0-0-0 0 1 br-wg", "e2e3",
         "e2 is Red's (R19)"},
        {PAUA_NOTATION_STANDARD, "5/6/7/8/bwgr5/8/7/6/5 b 0-0-0-0 0 1 bg-wr", "e2e3",
         "no marble on e2"},
        {PAUA_NOTATION_STANDARD, "5/6/7/8/bbwr5/8/7/6/5 b 0-0-0-0 0 1 br-wg", "e1e2",
         "blocked by the marble of your partner, Red, at e4 (R19)"},
        {PAUA_NOTATION_STANDARD, "5/6/7/8/rb7/br6/7/6/ww3 b 0-0-0-0 0 1 br-wg", "d1d2c1",
         "d2 is Red's (R19)"},
        {PAUA_NOTATION_STANDARD, "5/6/7/8/8y/8/7/6/5 y 0-0-0-0-0 0 1", "e1e2",
         "Yellow has no marble on e1"},
        {PAUA_NOTATION_STANDARD, "5/6/7/8/6ppp/8/7/6/5 p 0-0-0-0-0-0 0 1", "e7e8", "R8"},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        paua_position position = position_of(full, cases[i].position);
        paua_move move = 0x7777;
        paua_error error = {.code = PAUA_OK};
        paua_status status =
            paua_move_read(full, &position, cases[i].notation, cases[i].text, &move, &error);
        if (status != PAUA_ERROR_ILLEGAL_MOVE || !strstr(error.message, cases[i].said))
            fail_msg("%s: %s: %s", cases[i].text, paua_status_name(status), error.message);
        assert_int_equal(move, 0x7777);
    }
}

/* Of all pairs of cells and any marbles, no text overruns the readings; each error fits. */
static void every_pair_of_cells_is_read(void **state)
{
    uint64_t random = 77;
    paua_position position = random_position(&random, full, 2);

    (void)state;
    for (int from = 0; from < PAUA_CELLS_MAX; from++)
        for (int to = 0; to < PAUA_CELLS_MAX; to++) {
            char text[16], name[8];
            paua_move move;
            paua_error error = {.code = PAUA_OK};
            snprintf(text, sizeof text, "%s", paua_cell_format(full, from, name));
            snprintf(text + strlen(text), 8, "%s", paua_cell_format(full, to, name));
            paua_status status =
                paua_move_read(full, &position, PAUA_NOTATION_NACRE, text, &move, &error);
            if (status == PAUA_OK)
                assert_true(paua_move_legal(full, &position, move));
            else
                assert_in_range(strlen(error.message), 1, sizeof error.message - 1);
        }
}

static void notations_have_names(void **state)
{
    const char *const names[] = {"standard", "pbm", "triple", "nacre", "direction"};

    (void)state;
    for (int i = 0; i < PAUA_NOTATION_COUNT; i++)
        assert_string_equal(paua_notation_name(i), names[i]);
    assert_null(paua_notation_name(-1));
    assert_null(paua_notation_name(PAUA_NOTATION_COUNT));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_notation_is_read_back),
        cmocka_unit_test(the_network_server_is_understood),
        cmocka_unit_test(triples_are_understood),
        cmocka_unit_test(nacre_is_understood),
        cmocka_unit_test(directions_are_understood),
        cmocka_unit_test(several_readings_are_listed),
        cmocka_unit_test(an_in_line_move_is_not_taken_for_a_pair),
        cmocka_unit_test(texts_of_no_move_are_refused),
        cmocka_unit_test(refusals_name_who_is_in_the_way),
        cmocka_unit_test(every_pair_of_cells_is_read),
        cmocka_unit_test(notations_have_names),
    };

    if (argc == 3 && strcmp(argv[1], "--positions") == 0)
        positions_wanted = atoi(argv[2]);
    return cmocka_run_group_tests_name("move notation", tests, set_up, tear_down);
}
