/* test_rules.c - move generation, make and unmake, perft against known counts, ends of games. */
#include "full_board.h"

/* Counts to check against: sequences of distinct moves, no end of game. */
static void counts_of_move_sequences(void **state)
{
    const struct {
        const char *layout;
        uint64_t counts[4];
    } known[] = {
        {"standard", {44, 1936, 98912, 5045110}},
        {"belgian-daisy", {52, 2692, 149322, 8270666}},
        {"german-daisy", {80, 6244, 493480, 38240570}},
    };
    const paua_rules rules = paua_rules_solver(full);

    (void)state;
    for (size_t i = 0; i < LENGTH(known); i++) {
        paua_position start = position_of(full, known[i].layout);
        assert_int_equal(paua_perft(full, &rules, &start, 0), 1);
        assert_int_equal(paua_perft_make(full, &rules, &start, 0), 1);
        for (int depth = 1; depth <= 4; depth++)
            assert_int_equal(paua_perft(full, &rules, &start, depth), known[i].counts[depth - 1]);
        for (int depth = 1; depth <= 3; depth++)
            assert_int_equal(paua_perft_make(full, &rules, &start, depth),
                             known[i].counts[depth - 1]);
    }
}

/* Played by text on the full board; the result has to be exactly `after`. */
static void check_played(const char *before, const char *text, const char *after)
{
    paua_position position = position_of(full, before), wanted = position_of(full, after);
    paua_position old = position;
    paua_move move = move_of(full, &position, text);
    char got[PAUA_POSITION_TEXT_MAX];
    paua_undo undo;

    paua_position_make(full, &position, move, &undo);
    paua_position_format(full, &position, got, sizeof got);
    if (!paua_position_same(&position, &wanted) || position.quiet != wanted.quiet ||
        position.ply != wanted.ply)
        fail_msg("%s after %s is %s", text, before, got);
    assert_int_equal(position.key, wanted.key);
    paua_position_unmake(full, &position, move, &undo);
    assert_true(paua_position_same(&position, &old));
    assert_int_equal(position.key, old.key);
    assert_int_equal(position.quiet, old.quiet);
    assert_int_equal(position.ply, old.ply);
}

static void check_refused(const char *before, const char *text)
{
    paua_position position = position_of(full, before);
    paua_move move = PAUA_NO_MOVE;
    paua_error error;

    if (paua_move_parse(full, &position, text, &move, &error) != PAUA_ERROR_ILLEGAL_MOVE)
        fail_msg("%s in %s is not refused", text, before);
    assert_int_equal(error.code, PAUA_ERROR_ILLEGAL_MOVE);
    assert_string_not_equal(error.message, "");
    assert_int_equal(move, PAUA_NO_MOVE);
}

#define ROW_E(row) "5/6/7/8/" row "/8/7/6/5"

static void lines_move_in_line(void **state)
{
    (void)state;
    check_played(ROW_E("b8"), "e1e2", ROW_E("1b7") " w 0-0 1 2");
    check_played(ROW_E("bb7"), "e1e2", ROW_E("1bb6") " w 0-0 1 2");
    check_played(ROW_E("bbb6"), "e1e2", ROW_E("1bbb5") " w 0-0 1 2");
    check_played(ROW_E("bbb6"), "e2e3", ROW_E("b1bb5") " w 0-0 1 2");
    check_played(ROW_E("6www") " w 0-0 7 9", "e9e8", ROW_E("5www1") " b 0-0 8 10");
    /* R9: four cannot be moved from behind the third-last, but the last three can */
    check_refused(ROW_E("bbbb5"), "e1e2");
    check_played(ROW_E("bbbb5"), "e2e3", ROW_E("b1bbb4") " w 0-0 1 2");
    check_refused(ROW_E("bbbbb4"), "e2e3");
}

static void own_marbles_stay_on_the_board(void **state)
{
    (void)state;
    check_refused(ROW_E("6bbb"), "e8e9");
    check_refused(ROW_E("6bbb"), "e7e8");
    check_refused("bbb2/6/7/8/9/8/7/6/5", "i7i6");
}

static void pushes_need_more_marbles(void **state)
{
    (void)state;
    check_refused(ROW_E("bw7"), "e1e2");
    check_played(ROW_E("bbw6"), "e1e2", ROW_E("1bbw5") " w 0-0 1 2");
    check_refused(ROW_E("bbww5"), "e1e2");
    check_played(ROW_E("bbbw5"), "e1e2", ROW_E("1bbbw4") " w 0-0 1 2");
    check_played(ROW_E("bbbww4"), "e1e2", ROW_E("1bbbww3") " w 0-0 1 2");
    check_refused(ROW_E("bbbwww3"), "e1e2");
    check_refused(ROW_E("bbbbw4"), "e1e2");
    check_played(ROW_E("bbbbw4"), "e2e3", ROW_E("b1bbbw3") " w 0-0 1 2");
}

static void pushes_need_room(void **state)
{
    (void)state;
    check_refused(ROW_E("bbbwb4"), "e1e2");
    check_refused(ROW_E("bbbwwb3"), "e1e2");
    check_refused(ROW_E("bbwb5"), "e1e2");
    check_refused(ROW_E("bbww5"), "e1e2");
    /* a marble two cells beyond does not matter */
    check_played(ROW_E("bbbw1w3"), "e1e2", ROW_E("1bbbww3") " w 0-0 1 2");
    check_played(ROW_E("bbbw1b3"), "e1e2", ROW_E("1bbbwb3") " w 0-0 1 2");
    check_played(ROW_E("bbbww1w2"), "e1e2", ROW_E("1bbbwww2") " w 0-0 1 2");
    check_played(ROW_E("bbw1w4"), "e1e2", ROW_E("1bbww4") " w 0-0 1 2");
}

static void marbles_are_ejected(void **state)
{
    (void)state;
    check_played(ROW_E("6bbw") " b 2-1 5 40", "e7e8", ROW_E("7bb") " w 3-1 0 41");
    check_played(ROW_E("5bbbw"), "e6e7", ROW_E("6bbb") " w 1-0 0 2");
    check_played(ROW_E("4bbbww"), "e5e6", ROW_E("5bbbw") " w 1-0 0 2");
    check_played(ROW_E("bbwww4") " w 1-5 9 11", "e5e4", ROW_E("bwww5") " b 1-6 0 12");
    check_refused(ROW_E("7bw"), "e8e9");
    check_refused(ROW_E("5bbww"), "e6e7");
    check_refused(ROW_E("3bbbwww"), "e4e5");
}

static void pushes_go_in_every_direction(void **state)
{
    (void)state;
    check_played(ROW_E("5bwww") " w 0-0 0 1", "e9e8", ROW_E("4bwww1") " b 0-0 1 2");
    check_played("5/6/7/8/4b4/3b4/2w4/6/5", "e5d4", "5/6/7/8/9/3b4/2b4/1w4/5 w 0-0 1 2");
    check_played("5/6/7/8/9/8/2b4/1b4/w4", "c3b2", "5/6/7/8/9/8/7/1b4/b4 w 1-0 0 2");
    check_played("5/6/7/8/4b4/3b4/2w4/1w4/w4 w 0-0 0 1", "a1b2",
                 "5/6/7/4b3/4b4/3w4/2w4/1w4/5 b 0-0 1 2");
    check_played("5/6/7/8/9/8/4w2/4b1/4b", "a5b5", "5/6/7/8/9/4w3/4b2/4b1/5 w 0-0 1 2");
    check_played("w4/1w4/2b4/8/9/8/7/6/5 w 0-0 0 1", "i5h5", "5/1w4/2w4/3b4/9/8/7/6/5 b 0-0 1 2");
}

static void broadside_lines_need_empty_cells(void **state)
{
    (void)state;
    check_played(ROW_E("bb7"), "e1e2f2", "5/6/7/bb6/9/8/7/6/5 w 0-0 1 2");
    check_played(ROW_E("bb7"), "e2e1f3", "5/6/7/bb6/9/8/7/6/5 w 0-0 1 2");
    check_played(ROW_E("2bbb4"), "e3e5d3", "5/6/7/8/9/2bbb3/7/6/5 w 0-0 1 2");
    check_played("5/6/7/8/4w4/3w4/2w4/6/5 w 0-0 0 1", "c3e5c4",
                 "5/6/7/8/5w3/4w3/3w3/6/5 b 0-0 1 2");
    check_refused("5/6/7/2w5/2bbb4/8/7/6/5", "e3e5f4");
    check_refused("5/6/7/3w4/2bbb4/8/7/6/5", "e3e5f4");
    check_refused("5/6/7/4b3/2bbb4/8/7/6/5", "e3e5f4");
    check_refused(ROW_E("bb7"), "e2e1f2"); /* e1 would leave the board */
    check_refused(ROW_E("bwb6"), "e1e3f2");
    check_refused(ROW_E("b1b6"), "e1e3f2");
    check_refused(ROW_E("www6"), "e1e3f2");
}

static void check_outcome(const char *text, paua_rules rules, paua_result result,
                          paua_reason reason)
{
    paua_position position = position_of(full, text);
    paua_outcome outcome = paua_position_outcome(full, &rules, &position);

    if (outcome.result != result || outcome.reason != reason)
        fail_msg("%s: %s %s", text, paua_result_text(outcome.result),
                 paua_reason_name(outcome.reason));
}

#define STUCK_BLACK "5/6/7/8/9/8/7/ww4/bw3"
#define STUCK_WHITE "3bw/4bb/7/8/9/8/7/6/5"

static void ejections_win(void **state)
{
    const paua_rules rules = paua_rules_default(full);

    (void)state;
    check_outcome("standard", rules, PAUA_RESULT_ONGOING, PAUA_REASON_NONE);
    check_outcome("standard w 5-5", rules, PAUA_RESULT_ONGOING, PAUA_REASON_NONE);
    check_outcome("standard w 6-5", rules, PAUA_RESULT_BLACK_WINS, PAUA_REASON_EJECTIONS);
    check_outcome("standard b 0-6", rules, PAUA_RESULT_WHITE_WINS, PAUA_REASON_EJECTIONS);
    check_outcome("standard b 0-7", rules, PAUA_RESULT_WHITE_WINS, PAUA_REASON_EJECTIONS);
    check_outcome("standard b 0-1", (paua_rules){.win = 1}, PAUA_RESULT_WHITE_WINS,
                  PAUA_REASON_EJECTIONS);
}

static void stuck_sides_draw_or_lose(void **state)
{
    const paua_rules draws = {.win = 6}, loses = {.win = 6, .stuck_loses = true};

    (void)state;
    check_outcome(STUCK_BLACK " b", draws, PAUA_RESULT_DRAW, PAUA_REASON_STUCK);
    check_outcome(STUCK_BLACK " b", loses, PAUA_RESULT_WHITE_WINS, PAUA_REASON_STUCK);
    check_outcome(STUCK_BLACK " w", loses, PAUA_RESULT_ONGOING, PAUA_REASON_NONE);
    check_outcome(STUCK_WHITE " w", draws, PAUA_RESULT_DRAW, PAUA_REASON_STUCK);
    check_outcome(STUCK_WHITE " w", loses, PAUA_RESULT_BLACK_WINS, PAUA_REASON_STUCK);
    check_outcome(STUCK_WHITE " b", loses, PAUA_RESULT_ONGOING, PAUA_REASON_NONE);
    check_outcome(ROW_E("w8") " b", loses, PAUA_RESULT_WHITE_WINS, PAUA_REASON_STUCK);
}

static void quiet_and_long_games_are_drawn(void **state)
{
    const paua_rules rules = {.win = 6, .quiet = 10, .plies = 20};
    const paua_rules off = {.win = 6};

    (void)state;
    check_outcome("standard b 0-0 9 20", rules, PAUA_RESULT_ONGOING, PAUA_REASON_NONE);
    check_outcome("standard b 0-0 10 20", rules, PAUA_RESULT_DRAW, PAUA_REASON_QUIET);
    check_outcome("standard b 0-0 9 21", rules, PAUA_RESULT_DRAW,
                  PAUA_REASON_PLIES); /* 20 have been played */
    check_outcome("standard b 0-0 65535 65535", off, PAUA_RESULT_ONGOING, PAUA_REASON_NONE);
    check_outcome("standard b 0-0 65534 1", (paua_rules){.win = 6, .quiet = 65535},
                  PAUA_RESULT_ONGOING, PAUA_REASON_NONE);
    check_outcome("standard b 0-0 65535 1", (paua_rules){.win = 6, .quiet = 65535},
                  PAUA_RESULT_DRAW, PAUA_REASON_QUIET);
}

static void reasons_come_in_their_order(void **state)
{
    const paua_rules rules = {.win = 6, .quiet = 10, .plies = 20};

    (void)state;
    check_outcome(STUCK_BLACK " b 6-0 10 21", rules, PAUA_RESULT_BLACK_WINS, PAUA_REASON_EJECTIONS);
    check_outcome(STUCK_BLACK " b 5-0 10 21", rules, PAUA_RESULT_DRAW, PAUA_REASON_STUCK);
    check_outcome("standard b 5-0 10 21", rules, PAUA_RESULT_DRAW, PAUA_REASON_QUIET);
}

static void check_rules(int a, int b, int c, int win)
{
    paua_board *board = board_of(a, b, c);
    paua_rules played = paua_rules_default(board), solved = paua_rules_solver(board);

    assert_int_equal(played.win, win);
    assert_int_equal(played.repetition, 3);
    assert_int_equal(played.quiet, 200);
    assert_int_equal(played.plies, 0);
    assert_false(played.stuck_loses);
    assert_int_equal(solved.win, win);
    assert_int_equal(solved.repetition, 0);
    assert_int_equal(solved.quiet, 0);
    assert_int_equal(solved.plies, 0);
    assert_false(solved.stuck_loses);
    paua_board_free(board);
}

static void boards_have_their_rules(void **state)
{
    (void)state;
    check_rules(5, 5, 5, 6);
    check_rules(4, 4, 4, 6);
    check_rules(2, 2, 2, 1);
    check_rules(2, 2, 3, 1);
    check_rules(3, 2, 2, 1);
    check_rules(2, 3, 3, 2);
    check_rules(3, 3, 3, 2);
    check_rules(3, 3, 4, 2);
}

static void results_and_reasons_have_words(void **state)
{
    (void)state;
    assert_string_equal(paua_result_text(PAUA_RESULT_ONGOING), "*");
    assert_string_equal(paua_result_text(PAUA_RESULT_BLACK_WINS), "1-0");
    assert_string_equal(paua_result_text(PAUA_RESULT_WHITE_WINS), "0-1");
    assert_string_equal(paua_result_text(PAUA_RESULT_DRAW), "1/2-1/2");
    assert_string_equal(paua_reason_name(PAUA_REASON_EJECTIONS), "ejections");
    assert_string_equal(paua_reason_text(PAUA_REASON_STUCK), "no legal move");
    for (int reason = 0; reason < PAUA_REASON_COUNT; reason++)
        for (int other = 0; other < reason; other++)
            assert_string_not_equal(paua_reason_name((paua_reason)reason),
                                    paua_reason_name((paua_reason)other));
    assert_null(paua_reason_name(PAUA_REASON_COUNT));
    assert_null(paua_reason_text(PAUA_REASON_COUNT));
}

static void positions_are_set_up_or_refused(void **state)
{
    paua_set a1 = PAUA_SET(cell_of(full, "a1")), b1 = PAUA_SET(cell_of(full, "b1"));
    paua_set outside = (paua_set)1 << 63;
    paua_position position = {.ply = 77}, untouched = position;

    (void)state;
    assert_int_equal(paua_position_setup(full, a1, a1 | b1, PAUA_BLACK, &position),
                     PAUA_ERROR_BAD_POSITION);
    assert_int_equal(paua_position_setup(full, outside, a1, PAUA_BLACK, &position),
                     PAUA_ERROR_BAD_POSITION);
    assert_int_equal(paua_position_setup(full, a1, outside, PAUA_BLACK, &position),
                     PAUA_ERROR_BAD_POSITION);
    assert_memory_equal(&position, &untouched, sizeof position);
    assert_int_equal(paua_position_setup(full, a1, b1, PAUA_WHITE, &position), PAUA_OK);
    assert_true(position.marbles[PAUA_BLACK] == a1 && position.marbles[PAUA_WHITE] == b1);
    assert_int_equal(position.to_move, PAUA_WHITE);
    assert_int_equal(position.ply, 1);
    assert_int_equal(position.quiet, 0);
    assert_int_equal(position.ejected[0] + position.ejected[1], 0);
    assert_int_equal(position.key, paua_position_key(full, &position));
    assert_int_equal(paua_position_check(full, &position), PAUA_OK);
    assert_int_equal(paua_position_setup(full, 0, 0, PAUA_BLACK, &position), PAUA_OK);
}

static void broken_positions_are_noticed(void **state)
{
    const paua_position good = position_of(full, "belgian-daisy w 2-1 3 9");
    enum { OVERLAP, OUTSIDE, KEY, PLY, SIDE, RESERVED, EJECTED, KINDS };

    (void)state;
    assert_int_equal(paua_position_check(full, &good), PAUA_OK);
    for (int kind = 0; kind < KINDS; kind++) {
        paua_position bad = good;
        switch (kind) {
        case OVERLAP:
            bad.marbles[PAUA_WHITE] |= bad.marbles[PAUA_BLACK] & (~bad.marbles[PAUA_BLACK] + 1);
            break;
        case OUTSIDE:
            bad.marbles[PAUA_WHITE] |= (paua_set)1 << 62;
            break;
        case KEY:
            bad.key ^= 1;
            break;
        case PLY:
            bad.ply = 0;
            break;
        case SIDE:
            bad.to_move = PAUA_SIDES;
            break;
        case RESERVED:
            bad.reserved = 1;
            break;
        case EJECTED: /* more than the board can ever have held */
            bad.ejected[PAUA_BLACK] = PAUA_CELLS_MAX;
            break;
        }
        if (kind != KEY && kind != OUTSIDE)
            bad.key = paua_position_key(full, &bad);
        if (paua_position_check(full, &bad) != PAUA_ERROR_BAD_POSITION)
            fail_msg("kind %d is not noticed", kind);
    }
}

static void keys_tell_positions_apart(void **state)
{
    const char *const texts[] = {
        "standard b",     "standard w",     "standard b 1-0",  "standard b 0-1",
        "standard b 1-1", "standard b 2-0", "belgian-daisy b", ROW_E("b8"),
        ROW_E("w8"),      ROW_E("1b7"),     ROW_E("bw7"),      ROW_E("wb7"),
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(texts); i++)
        for (size_t k = 0; k < LENGTH(texts); k++) {
            paua_position one = position_of(full, texts[i]), two = position_of(full, texts[k]);
            assert_int_equal(one.key == two.key, i == k);
            assert_int_equal(paua_position_same(&one, &two), i == k);
        }
    paua_position early = position_of(full, "standard w 1-0 0 2");
    paua_position late = position_of(full, "standard w 1-0 90 200");
    assert_true(paua_position_same(&early, &late));
    assert_int_equal(early.key, late.key);
}

static void play_all(paua_position *position, const char *const *moves, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        paua_undo undo;
        paua_position_make(full, position, move_of(full, position, moves[i]), &undo);
    }
}

static void orders_of_moves_meet_in_one_position(void **state)
{
    const char *const one[] = {"a1b2", "i9h8", "a5b5", "i5h5"};
    const char *const two[] = {"a5b5", "i5h5", "a1b2", "i9h8"};
    paua_position first = position_of(full, "standard"), second = first;

    (void)state;
    play_all(&first, one, LENGTH(one));
    play_all(&second, two, LENGTH(two));
    assert_true(paua_position_same(&first, &second));
    assert_int_equal(first.key, second.key);
}

static void counters_stay_at_their_end(void **state)
{
    (void)state;
    check_played(ROW_E("bb7") " b 0-0 65534 65534", "e1e2", ROW_E("1bb6") " w 0-0 65535 65535");
    check_played(ROW_E("bb7") " b 0-0 65535 65535", "e1e2", ROW_E("1bb6") " w 0-0 65535 65535");
    check_played(ROW_E("6bbw") " b 0-0 65535 65535", "e7e8", ROW_E("7bb") " w 1-0 0 65535");
}

/* position.h draws a move's bits. */
static void moves_have_the_bits_of_the_drawing(void **state)
{
    const paua_move push = 1 << 14 | 2 << 12 | 3 << 9 | 5 << 6 | 37;
    const struct {
        int shape, direction, count, axis;
    } shapes[] = {{4, 0, 2, 1}, {5, 0, 2, 2}, {6, 2, 3, 0},
                  {7, 2, 3, 1}, {4, 5, 2, 0}, {7, 4, 3, 0}};

    (void)state;
    assert_int_equal(paua_move_cell(push), 37);
    assert_int_equal(paua_move_direction(push), PAUA_SOUTH_EAST);
    assert_int_equal(paua_move_shape(push), 3);
    assert_int_equal(paua_move_count(push), 3);
    assert_int_equal(paua_move_pushed(push), 2);
    assert_true(paua_move_ejects(push));
    assert_false(paua_move_broadside(push));
    assert_int_equal(paua_move_axis(push), PAUA_SOUTH_EAST);
    for (size_t i = 0; i < LENGTH(shapes); i++) {
        paua_move move = (paua_move)(shapes[i].shape << 9 | shapes[i].direction << 6 | 7);
        assert_true(paua_move_broadside(move));
        assert_int_equal(paua_move_count(move), shapes[i].count);
        assert_int_equal(paua_move_axis(move), shapes[i].axis);
        assert_int_equal(paua_move_pushed(move), 0);
        assert_false(paua_move_ejects(move));
    }
}

static paua_set cells_of(const char *const *names, size_t count)
{
    paua_set set = 0;

    for (size_t i = 0; i < count; i++)
        set |= PAUA_SET(cell_of(full, names[i]));
    return set;
}

static void moves_leave_and_enter_their_cells(void **state)
{
    const char *const line[] = {"e5", "e6", "e7"}, *const along[] = {"e6", "e7", "e8"};
    const char *const above[] = {"f6", "f7", "f8"};
    paua_position position = position_of(full, ROW_E("4bbbw1"));
    paua_move push = move_of(full, &position, "e5e6");
    paua_move broadside = move_of(full, &position, "e7e5f8");

    (void)state;
    assert_true(paua_move_from(full, push) == cells_of(line, 3));
    assert_true(paua_move_to(full, push) == cells_of(along, 3));
    assert_int_equal(paua_move_pushed(push), 1);
    assert_false(paua_move_ejects(push));
    assert_true(paua_move_from(full, broadside) == cells_of(line, 3));
    assert_true(paua_move_to(full, broadside) == cells_of(above, 3));
    assert_int_equal(paua_move_cell(broadside), cell_of(full, "e5"));
    assert_int_equal(paua_move_axis(broadside), PAUA_EAST);
}

/* All 65536 of them, in positions with and without pushes. */
static void any_bits_may_be_asked_about(void **state)
{
    const char *const texts[] = {"standard", "belgian-daisy", ROW_E("4bbbww"),
                                 ROW_E("bbwwwb3") " w", STUCK_BLACK};
    static bool listed[65536];
    static paua_move_list list;

    (void)state;
    for (size_t i = 0; i < LENGTH(texts); i++) {
        paua_position position = position_of(full, texts[i]);
        paua_moves_generate(full, &position, &list);
        assert_int_equal(list.count, paua_moves_count(full, &position));
        memset(listed, 0, sizeof listed);
        for (int k = 0; k < list.count; k++) {
            assert_false(listed[list.moves[k]]);
            listed[list.moves[k]] = true;
        }
        assert_false(listed[PAUA_NO_MOVE]);
        for (unsigned bits = 0; bits < 65536; bits++)
            if (paua_move_legal(full, &position, (paua_move)bits) != listed[bits])
                fail_msg("%04x in %s", bits, texts[i]);
    }
}

/* The definition, by nothing but generate and make. */
static uint64_t leaves(const paua_board *board, const paua_position *position, int win, int depth)
{
    paua_move_list *list = malloc(sizeof *list);
    uint64_t sum = 0;

    assert_non_null(list);
    paua_moves_generate(board, position, list);
    if (position->ejected[0] >= win || position->ejected[1] >= win)
        list->count = 0;
    for (int i = 0; i < list->count; i++) {
        paua_position after = *position;
        paua_undo undo;
        paua_position_make(board, &after, list->moves[i], &undo);
        sum += depth == 1 ? 1 : leaves(board, &after, win, depth - 1);
    }
    free(list);
    return sum;
}

static void finished_games_have_no_moves(void **state)
{
    paua_board *small = board_of(3, 3, 3);
    paua_position start = position_of(small, "e0");
    paua_position over = position_of(small, "e0");

    (void)state;
    for (int win = 1; win <= 3; win++) {
        paua_rules rules = {.win = (uint8_t)win};
        for (int depth = 1; depth <= 4; depth++) {
            uint64_t wanted = leaves(small, &start, win, depth);
            assert_int_equal(paua_perft(small, &rules, &start, depth), wanted);
            assert_int_equal(paua_perft_make(small, &rules, &start, depth), wanted);
        }
        over.ejected[PAUA_WHITE] = (uint8_t)win;
        over.key = paua_position_key(small, &over);
        assert_int_equal(paua_perft(small, &rules, &over, 0), 1);
        assert_int_equal(paua_perft(small, &rules, &over, 1), 0);
        assert_int_equal(paua_perft(small, &rules, &over, 3), 0);
        assert_int_equal(paua_perft_make(small, &rules, &over, 2), 0);
    }
    assert_true(leaves(small, &start, 1, 4) < leaves(small, &start, 9, 4));
    paua_board_free(small);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_of_move_sequences),
        cmocka_unit_test(lines_move_in_line),
        cmocka_unit_test(own_marbles_stay_on_the_board),
        cmocka_unit_test(pushes_need_more_marbles),
        cmocka_unit_test(pushes_need_room),
        cmocka_unit_test(marbles_are_ejected),
        cmocka_unit_test(pushes_go_in_every_direction),
        cmocka_unit_test(broadside_lines_need_empty_cells),
        cmocka_unit_test(ejections_win),
        cmocka_unit_test(stuck_sides_draw_or_lose),
        cmocka_unit_test(quiet_and_long_games_are_drawn),
        cmocka_unit_test(reasons_come_in_their_order),
        cmocka_unit_test(boards_have_their_rules),
        cmocka_unit_test(results_and_reasons_have_words),
        cmocka_unit_test(positions_are_set_up_or_refused),
        cmocka_unit_test(broken_positions_are_noticed),
        cmocka_unit_test(keys_tell_positions_apart),
        cmocka_unit_test(orders_of_moves_meet_in_one_position),
        cmocka_unit_test(counters_stay_at_their_end),
        cmocka_unit_test(moves_have_the_bits_of_the_drawing),
        cmocka_unit_test(moves_leave_and_enter_their_cells),
        cmocka_unit_test(any_bits_may_be_asked_about),
        cmocka_unit_test(finished_games_have_no_moves),
    };

    return cmocka_run_group_tests_name("rules", tests, set_up, tear_down);
}
