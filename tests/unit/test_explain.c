/* Hanging marbles against brute force, threats, expectations, grades, and reviews of games. */
#include "random_positions.h"

#include "search/explain.h"

enum { POSITIONS = 20000, REVIEWED = 40 };

static paua_game *game_of(const paua_board *board, const paua_rules *rules, const char *text)
{
    paua_game *game = NULL;
    paua_position start = position_of(board, text);
    assert_int_equal(paua_game_new(board, rules, &start, &game), PAUA_OK);
    return game;
}

/* With an evaluation that stays the same when the default changes. */
static paua_engine *engine_of(const paua_board *board)
{
    paua_engine *engine = NULL;
    assert_int_equal(paua_engine_new(board, 1 << 20, "abla-combined", &engine), PAUA_OK);
    return engine;
}

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
    assert_true(paua_score_expectation(0) == 0.5);
    assert_true(paua_score_expectation(PAUA_SCORE_WIN - 7) == 1.0);
    assert_true(paua_score_expectation(7 - PAUA_SCORE_WIN) == 0.0);
    for (int score = -20000; score < 20000; score += 100) {
        double here = paua_score_expectation(score), next = paua_score_expectation(score + 100);
        assert_true(here < next || (score > 15000 && here <= next));
        double sum = here + paua_score_expectation(-score);
        assert_true(sum > 1 - 1e-12 && sum < 1 + 1e-12);
    }
    double e = 2.718281828459045;
    double one = paua_score_expectation((int)PAUA_EXPECTATION_SCALE);
    assert_true(one > e / (1 + e) - 1e-9 && one < e / (1 + e) + 1e-9);
}

static void grades_have_bounds(void **state)
{
    (void)state;
    assert_int_equal(paua_grade_of_loss(0.0), PAUA_GRADE_GOOD);
    assert_int_equal(paua_grade_of_loss(0.049), PAUA_GRADE_GOOD);
    assert_int_equal(paua_grade_of_loss(0.05), PAUA_GRADE_INACCURACY);
    assert_int_equal(paua_grade_of_loss(0.10), PAUA_GRADE_MISTAKE);
    assert_int_equal(paua_grade_of_loss(0.199), PAUA_GRADE_MISTAKE);
    assert_int_equal(paua_grade_of_loss(0.20), PAUA_GRADE_BLUNDER);
    assert_int_equal(paua_grade_of_loss(1.0), PAUA_GRADE_BLUNDER);
    assert_string_equal(paua_grade_name(PAUA_GRADE_BLUNDER), "blunder");
    assert_string_equal(paua_grade_name(PAUA_GRADE_BEST), "best");
    assert_null(paua_grade_name(PAUA_GRADES));
    assert_int_equal(paua_grade_glyph(PAUA_GRADE_GOOD), 0);
    assert_int_equal(paua_grade_glyph(PAUA_GRADE_INACCURACY), 6);
    assert_int_equal(paua_grade_glyph(PAUA_GRADE_MISTAKE), 2);
    assert_int_equal(paua_grade_glyph(PAUA_GRADE_BLUNDER), 4);
    assert_int_equal(paua_grade_glyph(PAUA_GRADES), 0);
}

/* Falls with the share lost alone, and moves without any expectation do not raise it. */
static void accuracy_falls_with_the_share_lost(void **state)
{
    (void)state;
    assert_true(explain_accuracy(0.0, 7.0) == 100.0);
    assert_true(explain_accuracy(0.0, 0.0) == 100.0);
    assert_true(explain_accuracy(20 * PAUA_ACCURACY_HALF, 20.0) == 50.0);
    double half = explain_accuracy(0.5, 10.0), same = explain_accuracy(1.0, 20.0);
    assert_true(half > same - 1e-9 && half < same + 1e-9);
    for (int i = 0; i < 10; i++)
        assert_true(explain_accuracy(0.1 * i, 10.0) > explain_accuracy(0.1 * (i + 1), 10.0));
}

/* Each number is for the side to move. */
static void turning_points(void **state)
{
    (void)state;
    const double at_third[] = {0.5, 0.4, 0.6, 0.9, 0.1, 0.95}; /* White: .4 at 1, .9 at 3 */
    assert_int_equal(explain_turning(PAUA_BLACK, PAUA_BLACK, at_third, 5), 3);
    assert_int_equal(explain_turning(PAUA_WHITE, PAUA_BLACK, at_third, 5), 0); /* even at the end */
    const double first[] = {0.6, 0.8, 0.2, 0.8};
    assert_int_equal(explain_turning(PAUA_BLACK, PAUA_BLACK, first, 3), 1);
    const double white_first[] = {0.6, 0.8, 0.9, 0.2};
    assert_int_equal(explain_turning(PAUA_BLACK, PAUA_WHITE, white_first, 3), 2);
    const double never[] = {0.4, 0.8, 0.2, 0.8};
    assert_int_equal(explain_turning(PAUA_BLACK, PAUA_BLACK, never, 3), 0);
    const double none[] = {0.3};
    assert_int_equal(explain_turning(PAUA_BLACK, PAUA_BLACK, none, 0), 0);
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

static paua_move best_of(paua_engine *engine, const paua_game *game, int depth)
{
    paua_move best;
    const paua_limits limits = {.depth = depth};
    assert_int_equal(paua_engine_search(engine, game, &limits, &best, NULL, NULL, NULL), PAUA_OK);
    return best;
}

/* A move after which the opponent can eject at once, and could not before. */
static paua_move giving_away(const paua_board *board, const paua_game *game)
{
    paua_move_list list;
    const paua_side side = (paua_side)paua_game_position(game)->to_move;
    paua_moves_generate(board, paua_game_position(game), &list);
    for (int i = 0; i < list.count; i++) {
        paua_position after = *paua_game_position(game);
        paua_undo undo;
        paua_hanging hanging;
        paua_position_make(board, &after, list.moves[i], &undo);
        paua_hanging_find(board, &after, side, &hanging);
        if (hanging.marbles)
            return list.moves[i];
    }
    return PAUA_NO_MOVE;
}

/* Good moves at the depth of review(), from the daisy on, until a marble can be given away;
 * *blunder is the number of that move, from 0. The reply takes it; with win 1 that ends the
 * game. */
static paua_game *game_with_a_blunder(const paua_board *board, paua_engine *engine, int win,
                                      int *blunder)
{
    paua_rules rules = paua_rules_default(board);
    rules.win = (uint8_t)win;
    paua_game *game = game_of(board, &rules, "belgian-daisy");
    paua_move_list list;
    int ply = 0;
    for (;; ply++) {
        paua_move gift = ply >= 6 ? giving_away(board, game) : PAUA_NO_MOVE;
        assert_int_equal(paua_game_play(game, gift ? gift : best_of(engine, game, 4)), PAUA_OK);
        assert_true(ply < REVIEWED - 4);
        if (gift)
            break;
    }
    *blunder = ply;
    paua_moves_generate(board, paua_game_position(game), &list);
    assert_true(paua_move_ejects(list.moves[0]));
    assert_int_equal(paua_game_play(game, list.moves[0]), PAUA_OK);
    return game;
}

static paua_review review(paua_engine *engine, const paua_game *game, paua_result result,
                          paua_review_move *moves)
{
    paua_review out;
    const paua_limits limits = {.depth = 4, .level = 1, .multipv = 3};
    memset(moves, 0, REVIEWED * sizeof *moves);
    assert_int_equal(paua_review_game(engine, game, result, &limits, moves, &out, NULL, NULL),
                     PAUA_OK);
    assert_int_equal(out.moves, paua_game_moves(game));
    return out;
}

static void a_gift_is_the_turning_point(void **state)
{
    paua_review_move moves[REVIEWED];
    int blunder;
    (void)state;
    paua_board *board = board_of(5, 5, 5);
    paua_engine *engine = engine_of(board);
    paua_game *game = game_with_a_blunder(board, engine, 1, &blunder);
    paua_outcome outcome = paua_game_outcome(game);
    assert_int_equal(outcome.reason, PAUA_BY_EJECTIONS);
    paua_review out = review(engine, game, outcome.result, moves);
    assert_int_equal(moves[blunder].grade, PAUA_GRADE_BLUNDER);
    assert_int_equal(moves[blunder].after, 2 - PAUA_SCORE_WIN);
    assert_true(moves[blunder].score > -PAUA_SCORE_FORCED);
    assert_true(moves[blunder].loss > 0.3);
    assert_int_equal(out.turning, blunder + 1);
    assert_int_equal(moves[blunder + 1].grade, PAUA_GRADE_BEST); /* it was taken */
    /* a draw or an unfinished game has no turning point */
    assert_int_equal(review(engine, game, PAUA_DRAW, moves).turning, 0);
    assert_int_equal(review(engine, game, PAUA_ONGOING, moves).turning, 0);
    paua_game_free(game);
    paua_engine_free(engine);
    paua_board_free(board);
}

static void reviews_add_up(void **state)
{
    paua_review_move moves[REVIEWED], again[REVIEWED];
    int blunder, counts[PAUA_SIDES][PAUA_GRADES] = {{0}};
    double losses[PAUA_SIDES] = {0}, expectations[PAUA_SIDES] = {0}, most = 0;
    (void)state;
    paua_board *board = board_of(5, 5, 5);
    paua_engine *engine = engine_of(board);
    paua_game *game = game_with_a_blunder(board, engine, 6, &blunder);
    paua_review out = review(engine, game, PAUA_ONGOING, moves);
    paua_position position = *paua_game_start(game);
    for (int i = 0; i < out.moves; i++) {
        const paua_review_move *move = &moves[i];
        paua_undo undo;
        int side = i % PAUA_SIDES;
        assert_int_equal(move->played, paua_game_move(game, i));
        assert_true(paua_move_legal(board, &position, move->best));
        assert_int_equal(move->line[0], move->best);
        assert_true(move->line_count >= 1 && move->line_count <= PAUA_REVIEW_LINE);
        assert_true(move->after <= move->score && move->loss >= 0.0 && move->loss <= 1.0);
        assert_true((move->grade == PAUA_GRADE_BEST) == (move->after == move->score));
        if (move->played == move->best)
            assert_int_equal(move->grade, PAUA_GRADE_BEST);
        if (move->grade != PAUA_GRADE_BEST)
            assert_int_equal(move->grade, paua_grade_of_loss(move->loss));
        counts[side][move->grade]++;
        losses[side] += move->loss;
        expectations[side] += paua_score_expectation(move->score);
        most = move->loss > most ? move->loss : most;
        paua_position_make(board, &position, move->played, &undo);
    }
    assert_memory_equal(counts, out.grades, sizeof counts);
    for (int side = 0; side < PAUA_SIDES; side++) {
        double accuracy = explain_accuracy(losses[side], expectations[side]);
        assert_true(accuracy > out.accuracy[side] - 1e-9 && accuracy < out.accuracy[side] + 1e-9);
    }
    assert_true(most == moves[blunder].loss); /* the worst move */
    assert_true(moves[blunder].grade >= PAUA_GRADE_MISTAKE);
    assert_true(out.accuracy[1 - blunder % 2] > out.accuracy[blunder % 2]);
    /* the same again, whatever the engine searched in between */
    review(engine, game, PAUA_ONGOING, again);
    assert_memory_equal(moves, again, sizeof moves);
    paua_game_free(game);
    paua_engine_free(engine);
    paua_board_free(board);
}

struct patience {
    int left;
    int done;
};

static bool lose_patience(int done, int total, void *context)
{
    struct patience *patience = context;
    assert_true(done <= total);
    patience->done = done;
    return patience->left-- > 0;
}

static void reviews_stop(void **state)
{
    paua_review_move moves[REVIEWED];
    int blunder;
    (void)state;
    paua_board *board = board_of(5, 5, 5);
    paua_engine *engine = engine_of(board);
    paua_game *game = game_with_a_blunder(board, engine, 1, &blunder);
    const paua_limits limits = {.depth = 2}, none = {.level = 3};
    for (int patient = 0; patient < 20; patient++) {
        struct patience patience = {.left = patient};
        paua_review out;
        assert_int_equal(paua_review_game(engine, game, PAUA_BLACK_WINS, &limits, moves, &out,
                                          lose_patience, &patience),
                         PAUA_OK);
        assert_int_equal(out.moves, patience.done);
        assert_true(out.moves < paua_game_moves(game));
        assert_int_equal(out.turning, 0);
    }
    paua_review untouched = {.moves = 77};
    assert_int_equal(
        paua_review_game(engine, game, PAUA_DRAW, &none, moves, &untouched, NULL, NULL),
        PAUA_BAD_ARGUMENT);
    assert_int_equal(untouched.moves, 77);
    paua_game_free(game);
    paua_engine_free(engine);
    paua_board_free(board);
}

/* A game without moves has an empty review. */
static void empty_games(void **state)
{
    paua_review_move moves[1];
    paua_review out;
    const paua_limits limits = {.depth = 2};
    (void)state;
    paua_board *board = board_of(2, 2, 2);
    paua_rules rules = paua_rules_default(board);
    paua_engine *engine = engine_of(board);
    const char *starts[] = {"b0", "ww/3/bb b 1-0"};
    for (int i = 0; i < 2; i++) {
        paua_game *game = game_of(board, &rules, starts[i]);
        assert_int_equal(
            paua_review_game(engine, game, PAUA_BLACK_WINS, &limits, moves, &out, NULL, NULL),
            PAUA_OK);
        assert_int_equal(out.moves, 0);
        assert_int_equal(out.turning, 0);
        assert_true(out.accuracy[0] == 100.0 && out.accuracy[1] == 100.0);
        paua_game_free(game);
    }
    paua_engine_free(engine);
    paua_board_free(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hanging_is_what_can_be_ejected),
        cmocka_unit_test(several_players_are_refused),
        cmocka_unit_test(expectation_is_a_logistic_curve),
        cmocka_unit_test(grades_have_bounds),
        cmocka_unit_test(accuracy_falls_with_the_share_lost),
        cmocka_unit_test(turning_points),
        cmocka_unit_test(one_move_alone),
        cmocka_unit_test(threats),
        cmocka_unit_test(a_gift_is_the_turning_point),
        cmocka_unit_test(reviews_add_up),
        cmocka_unit_test(reviews_stop),
        cmocka_unit_test(empty_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
