/* Grades, accuracy, turning points, the curve of who led, and reviews of games. */
#include "scene.h"

#include "search/review.h"

enum { REVIEWED = 40 };

static void near(double a, double b)
{
    assert_true(a > b - 1e-9 && a < b + 1e-9);
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
    assert_null(paua_grade_name(PAUA_GRADE_COUNT));
    assert_int_equal(paua_grade_glyph(PAUA_GRADE_GOOD), 0);
    assert_int_equal(paua_grade_glyph(PAUA_GRADE_INACCURACY), 6);
    assert_int_equal(paua_grade_glyph(PAUA_GRADE_MISTAKE), 2);
    assert_int_equal(paua_grade_glyph(PAUA_GRADE_BLUNDER), 4);
    assert_int_equal(paua_grade_glyph(PAUA_GRADE_COUNT), 0);
}

/* Falls with the share lost alone, and moves without any expectation do not raise it. */
static void accuracy_falls_with_the_share_lost(void **state)
{
    (void)state;
    assert_true(review_accuracy(0.0, 7.0) == 100.0);
    assert_true(review_accuracy(0.0, 0.0) == 100.0);
    assert_true(review_accuracy(20 * PAUA_ACCURACY_HALF, 20.0) == 50.0);
    double half = review_accuracy(0.5, 10.0), same = review_accuracy(1.0, 20.0);
    assert_true(half > same - 1e-9 && half < same + 1e-9);
    for (int i = 0; i < 10; i++)
        assert_true(review_accuracy(0.1 * i, 10.0) > review_accuracy(0.1 * (i + 1), 10.0));
}

/* A review whose Black expects these before the first move and after each. */
static paua_review curve_of(const double *black, int count, paua_review_move *moves)
{
    paua_review review = {.moves = count, .expectation = {black[0], 1 - black[0]}};
    for (int i = 0; i < count; i++) {
        moves[i].expectation[PAUA_BLACK] = black[i + 1];
        moves[i].expectation[PAUA_WHITE] = 1 - black[i + 1];
    }
    return review;
}

static int turning_of(paua_side winner, const double *black, int count)
{
    paua_review_move moves[REVIEWED] = {0};
    paua_review review = curve_of(black, count, moves);
    return review_turning(&review, moves, 1u << winner);
}

static void turning_points(void **state)
{
    (void)state;
    /* White led, then Black for good: the fourth move made that clear */
    const double back[] = {0.5, 0.3, 0.45, 0.55, 0.7, 0.6, 0.9};
    assert_int_equal(turning_of(PAUA_BLACK, back, 6), 4);
    assert_int_equal(turning_of(PAUA_WHITE, back, 6), 0); /* behind when the game ended */
    /* the lead changes twice; the last time counts, also with a lead that shrinks */
    const double twice[] = {0.2, 0.8, 0.1, 0.9, 0.55, 0.9};
    assert_int_equal(turning_of(PAUA_BLACK, twice, 5), 3);
    /* a level game that one move decides, and one that drifts */
    const double leap[] = {0.5, 0.52, 0.48, 0.8, 1.0};
    assert_int_equal(turning_of(PAUA_BLACK, leap, 4), 3);
    const double drift[] = {0.5, 0.45, 0.5, 0.55, 0.62, 0.7, 1.0};
    assert_int_equal(turning_of(PAUA_BLACK, drift, 6), 0);
    /* ahead by and by, level again, then one move: that one */
    const double late[] = {0.5, 0.6, 0.7, 0.6, 0.5, 0.9, 1.0};
    assert_int_equal(turning_of(PAUA_BLACK, late, 6), 5);
    /* ahead all along; never clearly ahead; no moves */
    assert_int_equal(turning_of(PAUA_BLACK, (double[]){0.7, 0.8, 0.6, 0.9}, 3), 0);
    assert_int_equal(turning_of(PAUA_WHITE, (double[]){0.7, 0.5, 0.4, 0.4}, 3), 0);
    assert_int_equal(turning_of(PAUA_BLACK, (double[]){0.7}, 0), 0);
}

/* Among three, ahead of both others; the first is the loser of a lead. */
static void turning_points_of_three(void **state)
{
    (void)state;
    paua_review_move moves[2] = {{.expectation = {0.5, 0.15, 0.35}},
                                 {.expectation = {0.1, 0.3, 0.6}}};
    const paua_review review = {.moves = 2, .expectation = {0.6, 0.2, 0.2}};
    assert_int_equal(review_turning(&review, moves, 1u << PAUA_RED), 2);
    assert_int_equal(review_turning(&review, moves, 1u << PAUA_WHITE), 0);
    assert_int_equal(review_turning(&review, moves, 1u << PAUA_BLACK), 0);
    /* partners have their team's expectation */
    moves[1] = (paua_review_move){.expectation = {0.2, 0.8, 0.2, 0.8}};
    moves[0] = (paua_review_move){.expectation = {0.8, 0.2, 0.8, 0.2}};
    assert_int_equal(review_turning(&review, moves, 0xA), 2);
}

static paua_move best_of(paua_engine *engine, const paua_game *game, int depth)
{
    paua_move best;
    const paua_limits limits = {.size = sizeof(paua_limits), .depth = depth};
    assert_int_equal(paua_engine_search(engine, game, &limits, &best, NULL, NULL, NULL), PAUA_OK);
    return best;
}

/* Whether the player to move can eject a marble of `side` at once; *move is then how. */
static bool can_take(const paua_board *board, const paua_position *position, paua_side side,
                     paua_move *move)
{
    paua_move_list list;
    paua_moves_generate(board, position, &list);
    for (int i = 0; i < list.count; i++) {
        int victim = paua_move_victim(board, list.moves[i]);
        *move = list.moves[i];
        if (victim != PAUA_NO_CELL && position->marbles[side] & PAUA_SET(victim))
            return true;
    }
    return false;
}

/* A move after which the next player can eject at once, and how. */
static paua_move giving_away(const paua_board *board, const paua_game *game, paua_move *reply)
{
    paua_move_list list;
    const paua_side side = (paua_side)paua_game_position(game)->to_move;
    paua_moves_generate(board, paua_game_position(game), &list);
    for (int i = 0; i < list.count; i++) {
        paua_position after = *paua_game_position(game);
        paua_undo undo;
        paua_position_make(board, &after, list.moves[i], &undo);
        if (can_take(board, &after, side, reply))
            return list.moves[i];
    }
    return PAUA_NO_MOVE;
}

/* Good moves at the depth of review() until a marble can be given away; *blunder is the number of
 * that move, from 0. The reply takes it; with win 1 that ends the game. */
static paua_game *game_with_a_blunder(const paua_position *start, const paua_board *board,
                                      paua_engine *engine, int win, int *blunder)
{
    paua_rules rules = paua_rules_default(board);
    paua_game *game = NULL;
    paua_move gift = PAUA_NO_MOVE, reply;
    rules.win = (uint8_t)win;
    assert_int_equal(paua_game_new(board, &rules, start, &game), PAUA_OK);
    for (int ply = 0; !gift; ply++) {
        gift = ply >= 6 ? giving_away(board, game, &reply) : PAUA_NO_MOVE;
        *blunder = ply;
        assert_int_equal(paua_game_play(game, gift ? gift : best_of(engine, game, 4)), PAUA_OK);
        assert_true(ply < REVIEWED - 4);
    }
    assert_int_equal(paua_game_play(game, reply), PAUA_OK);
    return game;
}

static paua_review review_to(int depth, paua_engine *engine, const paua_game *game,
                             paua_result result, paua_review_move *moves)
{
    paua_review out;
    const paua_limits limits = {
        .size = sizeof(paua_limits), .depth = depth, .level = 1, .multipv = 3};
    memset(moves, 0, REVIEWED * sizeof *moves);
    assert_int_equal(paua_review_game(engine, game, result, &limits, moves, &out, NULL, NULL),
                     PAUA_OK);
    assert_int_equal(out.moves, paua_game_moves(game));
    return out;
}

static paua_review review(paua_engine *engine, const paua_game *game, paua_result result,
                          paua_review_move *moves)
{
    return review_to(4, engine, game, result, moves);
}

static void a_gift_is_the_turning_point(void **state)
{
    paua_review_move moves[REVIEWED];
    int blunder;
    (void)state;
    paua_board *board = board_of(5, 5, 5);
    paua_engine *engine = engine_of(board);
    const paua_position start = position_of(board, "belgian-daisy");
    paua_game *game = game_with_a_blunder(&start, board, engine, 1, &blunder);
    paua_outcome outcome = paua_game_outcome(game);
    assert_int_equal(outcome.reason, PAUA_REASON_EJECTIONS);
    paua_review out = review(engine, game, outcome.result, moves);
    assert_int_equal(moves[blunder].grade, PAUA_GRADE_BLUNDER);
    assert_int_equal(moves[blunder].after, 2 - PAUA_SCORE_WIN);
    assert_true(moves[blunder].score > -PAUA_SCORE_FORCED);
    assert_true(moves[blunder].loss > 0.3);
    assert_int_equal(out.turning, blunder + 1);
    assert_int_equal(moves[blunder + 1].grade, PAUA_GRADE_BEST); /* it was taken */
    /* a draw or an unfinished game has no turning point */
    assert_int_equal(review(engine, game, PAUA_RESULT_DRAW, moves).turning, 0);
    assert_int_equal(review(engine, game, PAUA_RESULT_ONGOING, moves).turning, 0);
    paua_game_free(game);
    paua_engine_free(engine);
    paua_board_free(board);
}

static void reviews_add_up(void **state)
{
    paua_review_move moves[REVIEWED], again[REVIEWED];
    int blunder, counts[PAUA_PLAYERS_MAX][PAUA_GRADE_COUNT] = {{0}};
    double losses[PAUA_SIDES] = {0}, expectations[PAUA_SIDES] = {0}, most = 0;
    (void)state;
    paua_board *board = board_of(5, 5, 5);
    paua_engine *engine = engine_of(board);
    const paua_position start = position_of(board, "belgian-daisy");
    paua_game *game = game_with_a_blunder(&start, board, engine, 6, &blunder);
    paua_review out = review(engine, game, PAUA_RESULT_ONGOING, moves);
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
        assert_int_equal(move->side, side);
        assert_true(move->expectation[0] >= 0.0 && move->expectation[0] <= 1.0);
        near(move->expectation[0] + move->expectation[1], 1.0);
        assert_true((move->grade == PAUA_GRADE_BEST) == (move->after == move->score));
        if (move->played == move->best)
            assert_int_equal(move->grade, PAUA_GRADE_BEST);
        if (move->grade != PAUA_GRADE_BEST)
            assert_int_equal(move->grade, paua_grade_of_loss(move->loss));
        counts[side][move->grade]++;
        losses[side] += move->loss;
        expectations[side] += paua_score_expectation(move->score, PAUA_SIDES);
        most = move->loss > most ? move->loss : most;
        paua_position_make(board, &position, move->played, &undo);
    }
    assert_memory_equal(counts, out.grades, sizeof counts);
    for (int side = 0; side < PAUA_SIDES; side++) {
        near(out.accuracy[side], review_accuracy(losses[side], expectations[side]));
    }
    assert_true(most == moves[blunder].loss); /* the worst move */
    assert_true(moves[blunder].grade >= PAUA_GRADE_MISTAKE);
    assert_true(out.accuracy[1 - blunder % 2] > out.accuracy[blunder % 2]);
    /* the same again, whatever the engine searched in between */
    review(engine, game, PAUA_RESULT_ONGOING, again);
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
    const paua_position start = position_of(board, "belgian-daisy");
    paua_game *game = game_with_a_blunder(&start, board, engine, 1, &blunder);
    const paua_limits limits = {.size = sizeof(paua_limits), .depth = 2},
                      none = {.size = sizeof(paua_limits), .level = 3};
    for (int patient = 0; patient < 20; patient++) {
        struct patience patience = {.left = patient};
        paua_review out;
        assert_int_equal(paua_review_game(engine, game, PAUA_RESULT_BLACK_WINS, &limits, moves,
                                          &out, lose_patience, &patience),
                         PAUA_OK);
        assert_int_equal(out.moves, patience.done);
        assert_true(out.moves < paua_game_moves(game));
        assert_int_equal(out.turning, 0);
    }
    paua_review untouched = {.moves = 77};
    assert_int_equal(
        paua_review_game(engine, game, PAUA_RESULT_DRAW, &none, moves, &untouched, NULL, NULL),
        PAUA_ERROR_BAD_ARGUMENT);
    const paua_limits shorter = {.size = sizeof(paua_limits) - 1, .depth = 2};
    assert_int_equal(
        paua_review_game(engine, game, PAUA_RESULT_DRAW, &shorter, moves, &untouched, NULL, NULL),
        PAUA_ERROR_BAD_ARGUMENT);
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
    const paua_limits limits = {.size = sizeof(paua_limits), .depth = 2};
    (void)state;
    paua_board *board = board_of(2, 2, 2);
    paua_rules rules = paua_rules_default(board);
    paua_engine *engine = engine_of(board);
    const char *starts[] = {"b0", "ww/3/bb b 1-0"};
    for (int i = 0; i < 2; i++) {
        paua_game *game = game_of(board, &rules, starts[i]);
        assert_int_equal(paua_review_game(engine, game, PAUA_RESULT_BLACK_WINS, &limits, moves,
                                          &out, NULL, NULL),
                         PAUA_OK);
        assert_int_equal(out.moves, 0);
        assert_int_equal(out.turning, 0);
        assert_true(out.accuracy[0] == 100.0 && out.accuracy[1] == 100.0);
        paua_game_free(game);
    }
    paua_engine_free(engine);
    paua_board_free(board);
}

/* The shares of the parties add up to 1; partners have the same. */
static void check_shares(const paua_position *position, const double expectation[PAUA_PLAYERS_MAX])
{
    double sum = 0.0;
    for (int side = 0; side < position->players; side++) {
        unsigned team = paua_position_team(position, (paua_side)side);
        assert_true(expectation[side] >= 0.0 && expectation[side] <= 1.0);
        for (int other = 0; other < position->players; other++)
            if (team >> other & 1)
                assert_true(expectation[other] == expectation[side]);
        if (!(team & ((1u << side) - 1)))
            sum += expectation[side];
    }
    for (int side = position->players; side < PAUA_PLAYERS_MAX; side++)
        assert_true(expectation[side] == 0.0);
    near(sum, 1.0);
}

/* Checks that the sides are those who moved, and all shares. */
static void check_moves(const paua_board *board, const paua_game *game, const paua_review *review,
                        const paua_review_move *moves)
{
    paua_position position = *paua_game_start(game);
    check_shares(&position, review->expectation);
    for (int i = 0, left = 0; i < review->moves; i++) {
        paua_undo undo;
        paua_reason reason;
        int when;
        for (; left < paua_game_departures(game); left++) {
            paua_side side = paua_game_departure(game, left, &when, &reason);
            if (when > i)
                break;
            assert_int_equal(paua_position_leave(board, &position, side), PAUA_OK);
        }
        assert_int_equal(moves[i].side, position.to_move);
        assert_true(paua_move_legal(board, &position, moves[i].best));
        assert_true(moves[i].after <= moves[i].score && moves[i].loss >= 0.0);
        paua_position_make(board, &position, moves[i].played, &undo);
        check_shares(&position, moves[i].expectation);
    }
}

/* For three to six players, and in teams: who gives a marble away where one decides has blundered,
 * and the game has turned. */
static void gifts_among_several(void **state)
{
    static const struct {
        const char *layout;
        paua_teams teams;
    } games[] = {{"standard-3", PAUA_TEAMS_NONE},
                 {"standard-4", PAUA_TEAMS_NONE},
                 {"bowl-5", PAUA_TEAMS_NONE},
                 {"bowl-6", PAUA_TEAMS_NONE},
                 {"standard-4", PAUA_TEAMS_13_24}};
    int judged = 0;
    (void)state;
    paua_board *board = board_of(5, 5, 5);
    paua_engine *engine = engine_of(board);
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        paua_review_move moves[REVIEWED], again[REVIEWED];
        int blunder;
        paua_position start = position_of(board, games[i].layout);
        start.teams = (uint8_t)games[i].teams;
        assert_int_equal(paua_position_complete(board, &start), PAUA_OK);
        paua_game *game = game_with_a_blunder(&start, board, engine, 1, &blunder);
        paua_result result = paua_game_outcome(game).result;
        paua_review out = review_to(2, engine, game, result, moves);
        check_moves(board, game, &out, moves);
        assert_int_equal(moves[blunder].after, 2 - PAUA_SCORE_WIN);
        if (moves[blunder].score > -PAUA_SCORE_FORCED) { /* no other marble could be taken */
            assert_true(moves[blunder].grade >= PAUA_GRADE_MISTAKE);
            assert_int_equal(out.turning, blunder + 1);
            judged++;
        }
        assert_true(moves[blunder].expectation[moves[blunder].side] == 0.0);
        assert_true(moves[blunder].expectation[moves[blunder + 1].side] == 1.0);
        assert_int_equal(moves[blunder + 1].grade, PAUA_GRADE_BEST);
        review_to(2, engine, game, result, again);
        assert_memory_equal(moves, again, sizeof moves);
        paua_game_free(game);
    }
    assert_true(judged >= 2);
    paua_engine_free(engine);
    paua_board_free(board);
}

/* A player leaves in the middle and another at the end, which ends the game. */
static void reviews_follow_who_leaves(void **state)
{
    (void)state;
    paua_review_move moves[REVIEWED];
    paua_board *board = board_of(5, 5, 5);
    paua_engine *engine = engine_of(board);
    paua_rules rules = paua_rules_default(board);
    paua_game *game = game_of(board, &rules, "standard-3");
    for (int i = 0; i < 12; i++) {
        if (i == 7)
            assert_int_equal(paua_game_resign(game, PAUA_BLACK), PAUA_OK);
        assert_int_equal(paua_game_play(game, best_of(engine, game, 2)), PAUA_OK);
    }
    assert_int_equal(paua_game_forfeit(game, PAUA_RED), PAUA_OK);
    paua_outcome outcome = paua_game_outcome(game);
    assert_int_equal(outcome.result, PAUA_RESULT_WHITE_WINS);
    paua_review out = review(engine, game, outcome.result, moves);
    check_moves(board, game, &out, moves);
    assert_true(moves[6].expectation[PAUA_BLACK] == 0.0 && moves[5].expectation[PAUA_BLACK] > 0.1);
    assert_true(moves[11].expectation[PAUA_RED] > 0.1); /* on the board nothing is lost */
    int black = 0;
    for (int grade = 0; grade < PAUA_GRADE_COUNT; grade++)
        black += out.grades[PAUA_BLACK][grade];
    assert_int_equal(black, 3); /* the first, fourth and seventh move */
    paua_game_free(game);
    paua_engine_free(engine);
    paua_board_free(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grades_have_bounds),
        cmocka_unit_test(accuracy_falls_with_the_share_lost),
        cmocka_unit_test(turning_points),
        cmocka_unit_test(turning_points_of_three),
        cmocka_unit_test(a_gift_is_the_turning_point),
        cmocka_unit_test(reviews_add_up),
        cmocka_unit_test(reviews_stop),
        cmocka_unit_test(gifts_among_several),
        cmocka_unit_test(reviews_follow_who_leaves),
        cmocka_unit_test(empty_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
