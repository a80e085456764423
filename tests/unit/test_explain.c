/* Hanging marbles against brute force, threats, expectations. */
#include "random_positions.h"
#include "scene.h"

#include <paua/review.h>

enum { POSITIONS = 20000 };

/* The last cell of the board in the direction of a move: where marbles leave it. */
static int edge_ahead(const paua_board *board, paua_move move)
{
    int cell = paua_move_cell(move), next;
    while ((next = paua_board_neighbour(board, cell, paua_move_direction(move))) != PAUA_NO_CELL)
        cell = next;
    return cell;
}

static int marbles_of(const paua_position *position, paua_side side)
{
    return __builtin_popcountll(position->marbles[side]);
}

/* Tries every move of the other side and counts marbles. */
static void check_hanging(const paua_board *board, const paua_position *position, paua_side side)
{
    paua_position turned = *position;
    paua_move_list list;
    paua_hanging hanging;
    paua_set marbles = 0;
    int ways = 0;
    turned.to_move = (uint8_t)PAUA_OTHER(side);
    turned.key = paua_position_key(board, &turned);
    assert_int_equal(paua_hanging_find(board, position, side, &hanging), PAUA_OK);
    paua_moves_generate(board, &turned, &list);
    for (int i = 0; i < list.count; i++) {
        paua_position after = turned;
        paua_undo undo;
        paua_position_make(board, &after, list.moves[i], &undo);
        if (marbles_of(&after, side) == marbles_of(&turned, side)) {
            if (!paua_move_ejects(list.moves[i])) /* else it is a neutral one */
                assert_int_equal(paua_move_victim(board, list.moves[i]), PAUA_NO_CELL);
            continue;
        }
        int cell = edge_ahead(board, list.moves[i]);
        assert_int_equal(paua_move_victim(board, list.moves[i]), cell);
        assert_true(turned.marbles[side] & PAUA_SET(cell));
        marbles |= PAUA_SET(cell);
        assert_true(ways < hanging.moves.count);
        assert_int_equal(hanging.moves.moves[ways++], list.moves[i]);
    }
    assert_int_equal(ways, hanging.moves.count);
    assert_true(marbles == hanging.marbles);
}

static void hanging_is_what_can_be_ejected(void **state)
{
    uint64_t random = 2026;
    int found = 0;
    (void)state;
    for (size_t i = 0; i < sizeof random_boards / sizeof *random_boards; i++) {
        const int *sides = random_boards[i];
        paua_board *board = board_of(sides[0], sides[1], sides[2]);
        for (int k = 0; k < POSITIONS / 24; k++) {
            paua_position position = random_position(&random, board, PAUA_SIDES);
            paua_hanging hanging;
            for (int side = 0; side < PAUA_SIDES; side++)
                check_hanging(board, &position, (paua_side)side);
            paua_hanging_find(board, &position, PAUA_WHITE, &hanging);
            found += hanging.marbles != 0;
        }
        paua_board_free(board);
    }
    assert_true(found > 1000);
}

static void several_players_are_refused(void **state)
{
    paua_hanging hanging;
    paua_threat threat;
    paua_review review;
    paua_review_move moves[1];
    const paua_limits limits = {.depth = 1};
    (void)state;
    paua_board *board = board_of(5, 5, 5);
    paua_rules rules = paua_rules_default(board);
    paua_position start = position_of(board, paua_layout_find_for("standard", 3)->rows);
    paua_engine *engine = engine_of(board);
    paua_game *game;
    assert_int_equal(paua_game_new(board, &rules, &start, &game), PAUA_OK);
    assert_int_equal(paua_hanging_find(board, &start, PAUA_BLACK, &hanging), PAUA_UNSUPPORTED);
    assert_int_equal(paua_threat_find(engine, game, &limits, 0, &threat, NULL, NULL),
                     PAUA_UNSUPPORTED);
    assert_int_equal(paua_review_game(engine, game, PAUA_DRAW, &limits, moves, &review, NULL, NULL),
                     PAUA_UNSUPPORTED);
    paua_game_free(game);
    paua_engine_free(engine);
    paua_board_free(board);
}

static void expectation_is_a_logistic_curve(void **state)
{
    (void)state;
    assert_true(paua_score_expectation(0, PAUA_SIDES) == 0.5);
    assert_true(paua_score_expectation(PAUA_SCORE_WIN - 7, PAUA_SIDES) == 1.0);
    assert_true(paua_score_expectation(7 - PAUA_SCORE_WIN, PAUA_SIDES) == 0.0);
    for (int score = -20000; score < 20000; score += 100) {
        double here = paua_score_expectation(score, PAUA_SIDES),
               next = paua_score_expectation(score + 100, PAUA_SIDES);
        assert_true(here < next || (score > 15000 && here <= next));
        double sum = here + paua_score_expectation(-score, PAUA_SIDES);
        assert_true(sum > 1 - 1e-12 && sum < 1 + 1e-12);
    }
    double e = 2.718281828459045;
    double one = paua_score_expectation((int)PAUA_EXPECTATION_SCALE, PAUA_SIDES);
    assert_true(one > e / (1 + e) - 1e-9 && one < e / (1 + e) + 1e-9);
    for (int parties = PAUA_SIDES; parties <= PAUA_PLAYERS_MAX; parties++) {
        assert_true(paua_score_expectation(0, parties) == 1.0 / parties);
        assert_true(paua_score_expectation(PAUA_SCORE_WIN - 7, parties) == 1.0);
    }
}

/* In a full-width search a single move (limits.only) scores as the position after it, and the best
 * of them as the position. */
static void one_move_alone(void **state)
{
    (void)state;
    paua_board *board = board_of(5, 5, 5);
    paua_rules rules = paua_rules_solver(board);
    paua_game *game = game_of(board, &rules, "belgian-daisy");
    paua_engine *engine = engine_of(board);
    paua_limits limits = {.depth = 3, .method = PAUA_METHOD_FULL};
    const paua_limits less = {.depth = 2, .method = PAUA_METHOD_FULL};
    paua_search_info info;
    paua_move best;
    paua_move_list list;
    int most = -PAUA_SCORE_WIN;
    assert_int_equal(paua_engine_search(engine, game, &limits, &best, &info, NULL, NULL), PAUA_OK);
    const int expected = info.score;
    paua_moves_generate(board, paua_game_position(game), &list);
    for (int i = 0; i < list.count; i++) {
        paua_move only;
        limits.only = list.moves[i];
        assert_int_equal(paua_engine_search(engine, game, &limits, &only, &info, NULL, NULL),
                         PAUA_OK);
        assert_int_equal(only, list.moves[i]);
        assert_int_equal(info.pv[0], list.moves[i]);
        const int score = info.score;
        paua_engine_clear(engine);
        assert_int_equal(paua_game_play(game, list.moves[i]), PAUA_OK);
        assert_int_equal(paua_engine_search(engine, game, &less, &only, &info, NULL, NULL),
                         PAUA_OK);
        assert_int_equal(info.score, -score);
        assert_int_equal(paua_game_takeback(game), PAUA_OK);
        most = score > most ? score : most;
    }
    assert_int_equal(most, expected);
    limits.only = (paua_move)(list.moves[0] ^ 0x4000);
    assert_int_equal(paua_engine_search(engine, game, &limits, &best, &info, NULL, NULL),
                     PAUA_BAD_ARGUMENT);
    paua_engine_free(engine);
    paua_game_free(game);
    paua_board_free(board);
}

static const char *const exposed = "wwww1/1wwww1/1bbw3/2bbb3/3bbb3/8/7/6/bb3 w";

static void threats(void **state)
{
    (void)state;
    paua_board *board = board_of(5, 5, 5);
    paua_rules rules = paua_rules_default(board);
    paua_game *game = game_of(board, &rules, exposed);
    paua_engine *engine = engine_of(board);
    const paua_limits limits = {.depth = 1};
    const paua_position position = *paua_game_position(game);
    paua_threat threat;
    paua_hanging hanging;
    /* White to move; Black, who cannot move now, would eject from i5 */
    paua_hanging_find(board, &position, PAUA_WHITE, &hanging);
    assert_int_equal(paua_threat_find(engine, game, &limits, 100, &threat, NULL, NULL), PAUA_OK);
    assert_true(threat.ejects);
    assert_true(hanging.marbles & PAUA_SET(paua_move_victim(board, threat.move)));
    assert_int_equal(threat.gain, threat.score + 100);
    assert_true(threat.score > 0);
    assert_int_equal(threat.depth, 1);
    assert_int_equal(threat.line[0], threat.move);
    assert_true(paua_position_same(paua_game_position(game), &position));
    paua_game_free(game);
    /* no threat in a game that is over */
    game = game_of(board, &rules, "wwww1/1wwww1/1bbw3/2bbb3/3bbb3/8/7/6/bb3 w 6-0");
    assert_int_equal(paua_threat_find(engine, game, &limits, 0, &threat, NULL, NULL), PAUA_OK);
    assert_int_equal(threat.move, PAUA_NO_MOVE);
    paua_game_free(game);
    paua_engine_free(engine);
    paua_board_free(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hanging_is_what_can_be_ejected),
        cmocka_unit_test(several_players_are_refused),
        cmocka_unit_test(expectation_is_a_logistic_curve),
        cmocka_unit_test(one_move_alone),
        cmocka_unit_test(threats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
