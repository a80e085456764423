/* Fortresses: proofs hold against attackers that push whenever they can, and what is no fortress is
 * not proved; forced ejections are found; passive moves are counted. */
#include <paua/lab/fortress.h>
#include <paua/lab/passivity.h>

#include "full_board.h"

#include "base/random.h"

/* Black on 4x4x4: a wall around three cells at the edge. */
#define FORTRESS "wwww/wwwww/wwwww1/2bbb2/bbbbb1/bbbbb/3b"

/* White pushes where it can and else moves at random; Black plays a safe move of a new proof. */
static void hold_against(const char *start, uint64_t seed, int plies)
{
    paua_board *board = board_of(4, 4, 4);
    paua_position position = position_of(board, start);
    paua_move_list list;
    paua_undo undo;

    for (int i = 0; i < plies; i++) {
        paua_fortress fortress;
        assert_int_equal(paua_fortress_prove(board, &position, PAUA_BLACK, &fortress), PAUA_OK);
        if (!fortress.proved || (position.to_move == PAUA_BLACK && !fortress.move))
            fail_msg("seed %llu, ply %d: the proof is lost", (unsigned long long)seed, i);
        paua_moves_generate(board, &position, &list);
        paua_move move = list.moves[random_below(&seed, (uint64_t)list.count)];
        if (position.to_move == PAUA_BLACK)
            move = fortress.move;
        else if (paua_move_pushed(list.moves[0]))
            fail_msg("White can push at ply %d", i);
        assert_true(paua_move_legal(board, &position, move));
        paua_position_make(board, &position, move, &undo);
    }
    paua_board_free(board);
}

static void a_fortress_holds(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= (SANITIZED ? 2 : 6); seed++) {
        hold_against(FORTRESS " b", seed, 300);
        hold_against(FORTRESS " w", seed, 300);
    }
}

enum { ANSWERS_MAX = 4096 };

/* All answers of a fortress. */
struct answer_book {
    paua_fortress_answer list[ANSWERS_MAX];
    int count;
};

static void keep_answer(const paua_fortress_answer *answer, void *context)
{
    struct answer_book *book = context;
    assert_true(book->count < ANSWERS_MAX);
    book->list[book->count++] = *answer;
}

/* The last answer whose cells are taken, in an arrangement. */
static const paua_fortress_answer *look_up(const struct answer_book *book, int arrangement,
                                           paua_set attackers)
{
    const paua_fortress_answer *found = NULL;
    for (int i = 0; i < book->count; i++)
        if (book->list[i].arrangement == arrangement && !(book->list[i].taken & ~attackers))
            found = &book->list[i];
    return found;
}

/* White pushes where it can and else moves at random; Black plays by the book alone. */
static void follow_book(const struct answer_book *book, uint64_t seed, int plies)
{
    paua_board *board = board_of(4, 4, 4);
    paua_position position = position_of(board, FORTRESS " b");
    paua_move_list list;
    paua_undo undo;
    int arrangement = 1;

    for (int i = 0; i < plies; i++) {
        paua_moves_generate(board, &position, &list);
        paua_move move = list.moves[random_below(&seed, (uint64_t)list.count)];
        if (position.to_move == PAUA_BLACK) {
            const paua_fortress_answer *answer =
                look_up(book, arrangement, position.marbles[PAUA_WHITE]);
            assert_non_null(answer);
            assert_true(answer->marbles == position.marbles[PAUA_BLACK]);
            move = answer->move;
            arrangement = answer->to;
        } else if (paua_move_pushed(list.moves[0])) {
            fail_msg("White can push at ply %d", i);
        }
        assert_true(paua_move_legal(board, &position, move));
        paua_position_make(board, &position, move, &undo);
    }
    paua_board_free(board);
}

/* Also the attack that a single cycle of moves loses to: e2d2, e3d2. */
static void every_attack_has_an_answer(void **state)
{
    static struct answer_book book;
    paua_board *board = board_of(4, 4, 4);
    paua_position position = position_of(board, FORTRESS " b");
    bool seen[PAUA_FORTRESS_SETS + 1] = {false};
    int arrangements = 0;

    (void)state;
    assert_int_equal(paua_fortress_answers(board, &position, PAUA_BLACK, keep_answer, &book),
                     PAUA_OK);
    for (int i = 0; i < book.count; i++) {
        arrangements += !seen[book.list[i].arrangement];
        seen[book.list[i].arrangement] = true;
        assert_true(book.list[i].to >= 1 && book.list[i].to <= book.list[i].arrangements);
    }
    assert_int_equal(arrangements, 39);
    for (uint64_t seed = 1; seed <= (SANITIZED ? 3 : 40); seed++)
        follow_book(&book, seed, 400);
    paua_set attack = PAUA_SET(cell_of(board, "d2")) | PAUA_SET(cell_of(board, "e3"));
    for (int i = 1; i <= arrangements; i++)
        assert_non_null(look_up(&book, i, attack));
    paua_board_free(board);
}

static bool proved_on(paua_board *board, const char *text)
{
    paua_position position = position_of(board, text);
    paua_fortress fortress;

    assert_int_equal(paua_fortress_prove(board, &position, PAUA_BLACK, &fortress), PAUA_OK);
    return fortress.proved;
}

static void what_is_no_fortress_is_not_proved(void **state)
{
    paua_board *board = board_of(4, 4, 4);

    (void)state;
    assert_false(proved_on(full, "standard"));
    assert_false(proved_on(full, "belgian-daisy w"));
    assert_true(proved_on(board, FORTRESS " w"));
    /* an attacker inside */
    assert_false(proved_on(board, "wwww/wwwww/1wwww1/2bbb2/bbbbb1/bbbbb/1w1b w"));
    /* no cell left to move to */
    assert_false(proved_on(board, "wwww/wwwww/1wwww1/2bbb2/bbbbb1/bbbbb/bbbb b"));
    /* a wall with a gap */
    assert_false(proved_on(board, "wwww/wwwww/1wwww1/7/bbbbb1/bbbbb/3b b"));
    /* one marble of the wall can be pushed at once */
    assert_false(proved_on(board, "wwww/wwwww/6/2bbb2/bbbb2/bbbbb/w2b w"));
    paua_board_free(board);
}

static void other_games_are_refused(void **state)
{
    paua_position pillar = position_of(full, "pillar"), three = position_of(full, "standard-3");
    paua_fortress fortress;

    (void)state;
    assert_int_equal(paua_fortress_prove(full, &pillar, PAUA_BLACK, &fortress),
                     PAUA_ERROR_UNSUPPORTED);
    assert_int_equal(paua_fortress_prove(full, &three, PAUA_BLACK, &fortress),
                     PAUA_ERROR_UNSUPPORTED);
    assert_int_equal(paua_fortress_prove(full, &three, PAUA_RED, &fortress),
                     PAUA_ERROR_BAD_ARGUMENT);
}

static void check_forced(const char *text, paua_side side, int depth, int plies)
{
    const paua_rules rules = paua_rules_solver(full);
    paua_position position = position_of(full, text);
    paua_engine *engine = NULL;
    paua_game *game = NULL;
    paua_move line[PAUA_DEPTH_MAX];
    int found = -1, count, done;

    assert_int_equal(paua_engine_new(full, 1 << 20, NULL, &engine), PAUA_OK);
    assert_int_equal(paua_game_new(full, &rules, &position, &game), PAUA_OK);
    assert_int_equal(paua_ejection_forced(engine, game, side, depth, &found, line, &count, &done),
                     PAUA_OK);
    if (found != plies)
        fail_msg("%s: %d plies, expected %d", text, found, plies);
    assert_int_equal(count > 0, plies > 0);
    assert_int_equal(paua_ejection_forced(engine, game, side, 0, &found, line, &count, &done),
                     PAUA_ERROR_BAD_ARGUMENT);
    paua_game_free(game);
    paua_engine_free(engine);
}

static void forced_ejections_are_found(void **state)
{
    (void)state;
    check_forced("5/6/7/8/9/8/7/6/bbbww b", PAUA_WHITE, 3, 1);
    check_forced("5/6/7/8/9/8/7/6/bbbww b", PAUA_BLACK, 3, 0);
    check_forced("standard", PAUA_BLACK, 3, 0);
    /* one hanging marble can be saved, of two only one; who needs one more to win himself is not
     * let off */
    check_forced("5/6/7/8/6bbw/8/7/6/5 w", PAUA_WHITE, 2, 0);
    check_forced("5/6/7/8/6bbw/8/7/6/2bbw w", PAUA_WHITE, 3, 2);
    check_forced("5/6/7/8/2wwb1bbw/8/7/6/2bbw w 0-5", PAUA_WHITE, 3, 2);
}

/* A move, and whether it is passive where it is played. */
struct followed {
    const char *move;
    bool passive;
};

/* Plays the moves from a start on the full board. */
static void follow_moves(const char *start, const struct followed *moves, size_t count,
                         paua_passivity all[PAUA_PLAYERS_MAX])
{
    paua_position position = position_of(full, start);
    paua_undo undo;

    paua_passivity_begin(full, &position, all);
    for (size_t i = 0; i < count; i++) {
        paua_side side = (paua_side)position.to_move;
        paua_move move = move_of(full, &position, moves[i].move);
        paua_position_make(full, &position, move, &undo);
        if (paua_passivity_follow(full, &position, side, move, all) != moves[i].passive)
            fail_msg("%s is %s", moves[i].move, moves[i].passive ? "active" : "passive");
    }
}

static void passive_moves_are_counted(void **state)
{
    static const struct followed moves[] = {
        {"a1b2", false}, {"i5h5", false}, /* nearer to the centre */
        {"b2a1", true},  {"h5i5", true},  /* away */
        {"a1b2", true},  {"g5f5", false}, /* as near as before: nothing new */
        {"c5d5", false}, {"f5g5", true},
    };
    paua_passivity all[PAUA_PLAYERS_MAX];

    (void)state;
    follow_moves("standard", moves, sizeof moves / sizeof *moves, all);
    assert_int_equal(all[PAUA_BLACK].moves, 4);
    assert_int_equal(all[PAUA_BLACK].passive, 2);
    assert_int_equal(all[PAUA_BLACK].longest, 2);
    assert_int_equal(all[PAUA_BLACK].run, 0);
    assert_int_equal(all[PAUA_WHITE].run, 1);
    assert_true(paua_passivity_share(&all[PAUA_BLACK]) == 0.5);
    assert_true(paua_passivity_share(&all[PAUA_RED]) == 0.0);
}

/* A push is active also where it takes the line away from the centre, and a threat to push while it
 * is new. */
static void pushes_and_new_threats_are_active(void **state)
{
    static const struct followed moves[] = {{"e5e6", false}, {"e8e9", true}, {"e6e7", true},
                                            {"e9f9", true},  {"e8e7", true}, {"f9e8", true},
                                            {"e6e7", false}};
    paua_passivity all[PAUA_PLAYERS_MAX];

    (void)state;
    follow_moves("5/6/7/8/4bb1w1/8/7/6/5 b", moves, sizeof moves / sizeof *moves, all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fortress_holds),
        cmocka_unit_test(every_attack_has_an_answer),
        cmocka_unit_test(what_is_no_fortress_is_not_proved),
        cmocka_unit_test(other_games_are_refused),
        cmocka_unit_test(forced_ejections_are_found),
        cmocka_unit_test(passive_moves_are_counted),
        cmocka_unit_test(pushes_and_new_threats_are_active),
    };

    return cmocka_run_group_tests_name("fortress", tests, set_up, tear_down);
}
