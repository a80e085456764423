/* Hanging marbles against brute force, threats, expectations. */
#include "random_positions.h"
#include "scene.h"

#include "search/expectation.h"

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

/* Tries every move of one opponent and counts marbles; the moves are those of *hanging from *way
 * on. */
static void check_opponent(const paua_board *board, const paua_position *position, paua_side side,
                           int opponent, const paua_hanging *hanging, int *way, paua_set *marbles)
{
    paua_position turned = *position;
    paua_move_list list;
    turned.to_move = (uint8_t)opponent;
    turned.key = paua_position_key(board, &turned);
    paua_moves_generate(board, &turned, &list);
    for (int i = 0; i < list.count; i++) {
        paua_position after = turned;
        paua_undo undo;
        paua_position_make(board, &after, list.moves[i], &undo);
        if (marbles_of(&after, side) == marbles_of(&turned, side)) {
            if (!paua_move_ejects(list.moves[i])) /* else it is another's */
                assert_int_equal(paua_move_victim(board, list.moves[i]), PAUA_NO_CELL);
            continue;
        }
        int cell = edge_ahead(board, list.moves[i]);
        assert_int_equal(paua_move_victim(board, list.moves[i]), cell);
        assert_true(turned.marbles[side] & PAUA_SET(cell));
        assert_true(turned.marbles[opponent] & PAUA_SET(paua_move_cell(list.moves[i])));
        *marbles |= PAUA_SET(cell);
        assert_true(*way < hanging->moves.count);
        assert_int_equal(hanging->moves.moves[(*way)++], list.moves[i]);
    }
}

/* Tries the moves of all others in turn but those of the partner and of who has left. */
static void check_hanging(const paua_board *board, const paua_position *position, paua_side side)
{
    paua_side opponents[PAUA_PLAYERS_MAX];
    paua_hanging hanging;
    paua_set marbles = 0;
    int way = 0, count = 0;
    paua_hanging_find(board, position, side, &hanging);
    int listed = paua_opponents_list(position, side, opponents);
    for (int i = 1; i < position->players; i++) {
        int other = ((int)side + i) % position->players;
        if ((position->out | paua_position_team(position, side)) >> other & 1)
            continue;
        assert_int_equal(opponents[count++], other);
        check_opponent(board, position, side, other, &hanging, &way, &marbles);
    }
    assert_int_equal(count, listed);
    assert_int_equal(way, hanging.moves.count);
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
            paua_position position = random_position(&random, board, k % 2 ? PAUA_SIDES : 0);
            paua_hanging hanging;
            for (int side = 0; side < position.players; side++)
                check_hanging(board, &position, (paua_side)side);
            paua_hanging_find(board, &position, PAUA_WHITE, &hanging);
            found += hanging.marbles != 0;
        }
        paua_board_free(board);
    }
    assert_true(found > 1000);
}

/* Compares with the definition, move by move on copies. */
static void check_fork(const paua_board *board, const paua_position *position, paua_side side)
{
    paua_position turned = *position;
    paua_move_list list;
    paua_hanging hanging, after;
    bool saved = false;
    turned.to_move = (uint8_t)side;
    turned.key = paua_position_key(board, &turned);
    paua_hanging_find(board, position, side, &hanging);
    paua_moves_generate(board, &turned, &list);
    for (int i = 0; i < list.count; i++) {
        paua_position next = turned;
        paua_undo undo;
        paua_position_make(board, &next, list.moves[i], &undo);
        paua_hanging_find(board, &next, side, &after);
        saved = saved || !after.marbles || next.ejected[side] >= 6;
    }
    saved = saved || list.count == 0;
    assert_true(paua_fork_find(board, position, side, 6) == (saved ? 0 : hanging.marbles));
}

/* The fork of figure 3 in "Solving Abalone on Small Boards"; one move saves all after it is undone, a
 * move that wins saves all, too, and a single marble without a way out is no pair. */
static void forks_cannot_be_saved(void **state)
{
    static const struct {
        const char *rows;
        int win, black, white;
    } cases[] = {
        {"w1w/1bb1/1bw w", 1, 0, 2}, /* whatever White moves, Black ejects one */
        {"w1w/1bb1/1bw b", 1, 0, 2}, /* whose turn it is does not matter */
        {"w1w/1bb1/bw1 w", 1, 0, 0}, /* b2a2 saves the one that hangs */
        {"bww/wbb1/3 w", 2, 0, 0},   /* nothing hangs */
        {"wb1/wb2/wb1 w", 1, 0, 0},  /* White cannot move */
    };
    (void)state;
    paua_board *board = board_of(3, 2, 2);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        paua_position position = position_of(board, cases[i].rows);
        for (int side = 0; side < PAUA_SIDES; side++) {
            paua_set forked = paua_fork_find(board, &position, (paua_side)side, cases[i].win);
            assert_int_equal(count_of(forked), side ? cases[i].white : cases[i].black);
            assert_false(forked & ~position.marbles[side]);
        }
    }
    paua_board_free(board);
    uint64_t random = 23;
    for (int k = 0; k < POSITIONS / 8; k++) {
        const int *sides =
            random_boards[(size_t)k % (sizeof random_boards / sizeof *random_boards)];
        board = board_of(sides[0], sides[1], sides[2]);
        paua_position position = random_position(&random, board, PAUA_SIDES);
        for (int side = 0; side < PAUA_SIDES; side++)
            check_fork(board, &position, (paua_side)side);
        paua_board_free(board);
    }
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
    paua_limits limits = {.size = sizeof(paua_limits), .depth = 3, .method = PAUA_METHOD_FULL};
    const paua_limits less = {.size = sizeof(paua_limits), .depth = 2, .method = PAUA_METHOD_FULL};
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
                     PAUA_ERROR_BAD_ARGUMENT);
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
    const paua_limits limits = {.size = sizeof(paua_limits), .depth = 1};
    const paua_position position = *paua_game_position(game);
    paua_threat threat;
    paua_hanging hanging;
    /* White to move; Black, who cannot move now, would eject from i5 */
    paua_hanging_find(board, &position, PAUA_WHITE, &hanging);
    assert_int_equal(paua_threat_find(engine, game, PAUA_BLACK, &limits, 100, &threat, NULL, NULL),
                     PAUA_OK);
    assert_true(threat.ejects);
    assert_true(hanging.marbles & PAUA_SET(paua_move_victim(board, threat.move)));
    assert_true(threat.has_gain);
    assert_int_equal(threat.gain, threat.score + 100);
    assert_true(threat.score > 0);
    assert_int_equal(threat.depth, 1);
    assert_int_equal(threat.line[0], threat.move);
    assert_true(paua_position_same(paua_game_position(game), &position));
    paua_game_free(game);
    /* no threat in a game that is over */
    game = game_of(board, &rules, "wwww1/1wwww1/1bbw3/2bbb3/3bbb3/8/7/6/bb3 w 6-0");
    assert_int_equal(paua_threat_find(engine, game, PAUA_BLACK, &limits, 0, &threat, NULL, NULL),
                     PAUA_OK);
    assert_int_equal(threat.move, PAUA_NO_MOVE);
    paua_game_free(game);
    paua_engine_free(engine);
    paua_board_free(board);
}

/* Red would eject from i5, Black has nothing near; White, whose turn it is, is no threat. */
static void threats_of_three(void **state)
{
    (void)state;
    paua_board *board = board_of(5, 5, 5);
    paua_rules rules = paua_rules_default(board);
    paua_game *game =
        game_of(board, &rules, "wwww1/1wwww1/1rrw3/2rrr3/3rrr3/8/7/6/bb3 w 0-0-0 0 1");
    paua_engine *engine = engine_of(board);
    const paua_limits limits = {.size = sizeof(paua_limits), .depth = 1, .nodes = 1000};
    paua_explanation all;
    paua_threat threat;
    assert_int_equal(paua_position_explain(engine, game, &limits, 100, &all, NULL, NULL), PAUA_OK);
    assert_int_equal(all.players, 3);
    assert_int_equal(all.threat_count, 2);
    assert_int_equal(all.threats[0].side, PAUA_RED);
    assert_true(all.threats[0].ejects && !all.threats[0].has_gain);
    assert_true(all.hanging[PAUA_WHITE].marbles &
                PAUA_SET(paua_move_victim(board, all.threats[0].move)));
    assert_int_equal(all.threats[1].side, PAUA_BLACK);
    assert_true(all.threats[1].move != PAUA_NO_MOVE && !all.threats[1].ejects);
    assert_true(!all.hanging[PAUA_BLACK].marbles && !all.hanging[PAUA_RED].marbles);
    assert_int_equal(paua_threat_find(engine, game, PAUA_WHITE, &limits, 0, &threat, NULL, NULL),
                     PAUA_ERROR_BAD_ARGUMENT);
    assert_int_equal(paua_threat_find(engine, game, PAUA_GREEN, &limits, 0, &threat, NULL, NULL),
                     PAUA_ERROR_BAD_ARGUMENT);
    const paua_limits shorter = {.size = sizeof(paua_limits) - 1, .depth = 1, .nodes = 1000};
    assert_int_equal(paua_threat_find(engine, game, PAUA_RED, &shorter, 0, &threat, NULL, NULL),
                     PAUA_ERROR_BAD_ARGUMENT);
    assert_int_equal(paua_position_explain(engine, game, &shorter, 100, &all, NULL, NULL),
                     PAUA_ERROR_BAD_ARGUMENT);
    /* who has left threatens nothing */
    assert_int_equal(paua_game_resign(game, PAUA_BLACK), PAUA_OK);
    assert_int_equal(paua_position_explain(engine, game, &limits, 100, &all, NULL, NULL), PAUA_OK);
    assert_int_equal(all.threat_count, 1);
    assert_int_equal(all.threats[0].side, PAUA_RED);
    assert_true(all.expectation[PAUA_BLACK] == 0.0);
    paua_game_free(game);
    paua_engine_free(engine);
    paua_board_free(board);
}

static void near(double a, double b)
{
    assert_true(a > b - 1e-9 && a < b + 1e-9);
}

/* For two it is the score's; for three the others share what it leaves; partners have the same; the
 * end of a game decides all. */
static void expectations_are_shares(void **state)
{
    (void)state;
    paua_board *board = board_of(5, 5, 5);
    paua_rules rules = paua_rules_default(board);
    paua_engine *engine = engine_of(board);
    double share[PAUA_PLAYERS_MAX];
    paua_game *game = game_of(board, &rules, "belgian-daisy");
    paua_expectation_share(engine, game, 500, share);
    near(share[PAUA_BLACK], paua_score_expectation(500, 2));
    near(share[PAUA_WHITE], paua_score_expectation(-500, 2));
    paua_game_free(game);
    game = game_of(board, &rules, "standard-3");
    paua_expectation_share(engine, game, 500, share);
    near(share[PAUA_BLACK], paua_score_expectation(500, 3));
    near(share[PAUA_WHITE], share[PAUA_RED]); /* the layout is the same for all */
    near(share[0] + share[1] + share[2], 1.0);
    paua_expectation_share(engine, game, PAUA_SCORE_WIN - 3, share);
    assert_true(share[PAUA_BLACK] == 1.0 && share[PAUA_WHITE] == 0.0 && share[PAUA_RED] == 0.0);
    assert_int_equal(paua_game_agree_draw(game), PAUA_OK);
    paua_expectation_share(engine, game, 500, share);
    for (int side = 0; side < 3; side++)
        near(share[side], 1.0 / 3);
    paua_game_free(game);
    paua_position start = position_of(board, "standard-4");
    start.teams = PAUA_TEAMS_13_24;
    assert_int_equal(paua_position_complete(board, &start), PAUA_OK);
    assert_int_equal(paua_game_new(board, &rules, &start, &game), PAUA_OK);
    assert_int_equal(expectation_parties(&start), 2);
    paua_expectation_share(engine, game, 500, share);
    near(share[PAUA_BLACK], paua_score_expectation(500, 2));
    near(share[PAUA_RED], share[PAUA_BLACK]);
    near(share[PAUA_WHITE], 1.0 - share[PAUA_BLACK]);
    near(share[PAUA_GREEN], share[PAUA_WHITE]);
    paua_game_free(game);
    paua_engine_free(engine);
    paua_board_free(board);
}

/* Groups and hexagons of drawn positions, and of random ones by a slow count. */
static void formations(void **state)
{
    paua_board *board = board_of(5, 5, 5);
    paua_formation formation;
    (void)state;
    paua_position position = position_of(board, "standard");
    paua_formation_find(board, &position, PAUA_BLACK, &formation);
    assert_int_equal(formation.groups, 1);
    assert_int_equal(formation.largest, 14);
    assert_int_equal(formation.alone, 0);
    /* a row of five below one of six below one of three: the second row's middle is surrounded, as
     * are its neighbours in that row but for what the short row leaves open */
    assert_int_equal(formation.hexagons, PAUA_SET(paua_board_cell(board, 1, 3)) |
                                             PAUA_SET(paua_board_cell(board, 1, 4)));
    position = position_of(board, "belgian-daisy");
    paua_formation_find(board, &position, PAUA_WHITE, &formation);
    assert_int_equal(formation.groups, 2);
    assert_int_equal(formation.largest, 7);
    assert_int_equal(__builtin_popcountll(formation.hexagons), 2);
    /* a ring around nothing is a hexagon, too; one marble apart */
    position = position_of(board, "5/6/7/3bb3/3b1b3/3bb3/7/6/b4");
    paua_formation_find(board, &position, PAUA_BLACK, &formation);
    assert_int_equal(formation.groups, 2);
    assert_int_equal(formation.largest, 6);
    assert_int_equal(formation.alone, 1);
    assert_int_equal(formation.hexagons, PAUA_SET(paua_board_cell(board, 4, 5)));
    paua_formation_find(board, &position, PAUA_WHITE, &formation);
    assert_int_equal(formation.groups, 0);
    assert_int_equal(formation.largest, 0);
    assert_int_equal(formation.hexagons, 0);
    paua_board_free(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formations),
        cmocka_unit_test(hanging_is_what_can_be_ejected),
        cmocka_unit_test(forks_cannot_be_saved),
        cmocka_unit_test(expectation_is_a_logistic_curve),
        cmocka_unit_test(one_move_alone),
        cmocka_unit_test(threats),
        cmocka_unit_test(threats_of_three),
        cmocka_unit_test(expectations_are_shares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
