/* test_presets.c - the named sets of rules are what docs/rules.md says, and games by each of them
 * end. */
#include "full_board.h"

static paua_rules preset(const paua_board *board, const char *name)
{
    paua_rules rules;

    assert_int_equal(paua_rules_preset(board, name, &rules), PAUA_OK);
    return rules;
}

/* The table of docs/rules.md. */
static void presets_are_as_documented(void **state)
{
    static const struct {
        const char *name;
        paua_rules rules;
    } table[] = {
        {"classic", {.win = 6, .repetition = 3, .quiet = 200}},
        {"tournament",
         {.win = 6,
          .repetition = 3,
          .quiet = 100,
          .centre_turn = 15,
          .game_ms = 20 * 60 * 1000,
          .gain_ms = 5000}},
        {"course", {.win = 6, .plies = 80, .score_decides = true, .turn_ms = 5000}},
        {"arena", {.win = 6, .repetition = 3, .quiet = 100, .plies = 400, .score_decides = true}},
        {"ko", {.win = 6, .ko = true}},
        {"solver", {.win = 6}},
    };

    (void)state;
    assert_int_equal(paua_preset_count(), LENGTH(table));
    for (int i = 0; i < (int)LENGTH(table); i++) {
        paua_rules rules = preset(full, table[i].name);
        assert_string_equal(paua_preset_name(i), table[i].name);
        assert_true(strlen(paua_preset_text(i)) > 10);
        assert_null(strchr(paua_preset_text(i), '\n'));
        if (!paua_rules_same(&rules, &table[i].rules))
            fail_msg("%s is another set of rules", table[i].name);
    }
    paua_rules classic = paua_rules_default(full), solver = paua_rules_solver(full);
    assert_true(paua_rules_same(&classic, &table[0].rules));
    assert_true(paua_rules_same(&solver, &table[5].rules));
}

static void wrong_names_are_refused(void **state)
{
    static const char *const wrong[] = {"", "Classic", "classic ", "clas", "blitz"};
    paua_rules rules = {.win = 9}, before = rules;

    (void)state;
    for (size_t i = 0; i < LENGTH(wrong); i++)
        assert_int_equal(paua_rules_preset(full, wrong[i], &rules), PAUA_ERROR_NOT_FOUND);
    assert_memory_equal(&rules, &before, sizeof rules);
    for (int i = -1; i <= paua_preset_count(); i += paua_preset_count() + 1) {
        assert_null(paua_preset_name(i));
        assert_null(paua_preset_text(i));
    }
}

/* R10: the win count depends on the board. */
static void boards_set_the_number_to_win(void **state)
{
    static const int boards[][4] = {{2, 2, 2, 1}, {2, 2, 3, 1}, {2, 3, 3, 2}, {3, 3, 3, 2},
                                    {3, 3, 4, 2}, {4, 4, 4, 6}, {5, 5, 5, 6}, {1, 1, 13, 1}};

    (void)state;
    for (size_t i = 0; i < LENGTH(boards); i++) {
        paua_board *board = board_of(boards[i][0], boards[i][1], boards[i][2]);
        for (int k = 0; k < paua_preset_count(); k++)
            assert_int_equal(preset(board, paua_preset_name(k)).win, boards[i][3]);
        paua_board_free(board);
    }
}

static void every_setting_makes_a_difference(void **state)
{
    const paua_rules same = {.win = 6};
    const paua_rules_setting *setting;

    (void)state;
    assert_true(paua_rules_same(&same, &same));
    for (int i = 0; (setting = paua_rules_setting_at(i)); i++) {
        paua_rules other = same;
        paua_rules_setting_set(setting, &other, 1);
        assert_int_equal(paua_rules_setting_get(setting, &other), 1);
        assert_false(paua_rules_same(&same, &other));
    }
}

/* Moves that push where there are any, else some other; the same ones every time. */
static int play_out(paua_game *game, int plies)
{
    static paua_move_list list;
    uint32_t random = 1;
    int played = 0;

    while (played < plies && paua_game_outcome(game).result == PAUA_RESULT_ONGOING) {
        int pushes = 0;
        random = random * 1664525 + 1013904223;
        paua_game_generate(game, &list);
        assert_true(list.count > 0);
        while (pushes < list.count && paua_move_pushed(list.moves[pushes]) > 0)
            pushes++;
        int among = pushes && random >> 30 ? pushes : list.count;
        int chosen = (int)((random >> 8) % (unsigned)among);
        assert_int_equal(paua_game_play(game, list.moves[chosen]), PAUA_OK);
        played++;
    }
    return played;
}

/* Two to six players, each preset, both sorts of layouts: every game ends and says why. */
static void games_end_by_every_preset(void **state)
{
    (void)state;
    for (int players = 2; players <= 6; players++)
        for (int bowl = 0; bowl < 2; bowl++)
            for (int k = 0; k < paua_preset_count(); k++) {
                const paua_layout *layout =
                    paua_layout_find_for(bowl ? "bowl" : "standard", players);
                paua_rules rules = preset(full, paua_preset_name(k));
                paua_position start = position_of(full, layout->name);
                paua_game *game = NULL;
                assert_int_equal(start.players, players);
                assert_int_equal(paua_game_new(full, &rules, &start, &game), PAUA_OK);
                int played = play_out(game, 5000);
                paua_outcome outcome = paua_game_outcome(game);
                if (outcome.result == PAUA_RESULT_ONGOING)
                    fail_msg("%s by %s does not end", layout->name, paua_preset_name(k));
                if (rules.plies)
                    assert_true(played <= rules.plies);
                paua_game_free(game);
            }
}

/* "course": 80 plies, then who has ejected more, whatever the position. */
static void the_course_ends_after_80_plies(void **state)
{
    static const char *const dance[] = {"a1b1", "i9h9", "b1a1", "h9i9"};
    paua_rules rules = preset(full, "course");
    paua_position start = position_of(full, "4w/6/7/8/6bbw/8/7/6/b4");
    paua_game *game = NULL;

    (void)state;
    assert_int_equal(paua_game_new(full, &rules, &start, &game), PAUA_OK);
    assert_int_equal(paua_game_play(game, move_of(full, &start, "e7e8")), PAUA_OK);
    assert_int_equal(paua_game_play(game, move_of(full, paua_game_position(game), "i9h9")),
                     PAUA_OK);
    static const char *const then[] = {"a1b1", "h9i9", "b1a1", "i9h9"};
    for (int i = 0; i < 78; i++) {
        check_game_ends(game, PAUA_RESULT_ONGOING, PAUA_REASON_NONE);
        assert_int_equal(paua_game_play(game, move_of(full, paua_game_position(game), then[i % 4])),
                         PAUA_OK);
    }
    check_game_ends(game, PAUA_RESULT_BLACK_WINS, PAUA_REASON_SCORE);
    paua_game_free(game);

    start = position_of(full, "4w/6/7/8/9/8/7/6/b4");
    assert_int_equal(paua_game_new(full, &rules, &start, &game), PAUA_OK);
    for (int i = 0; i < 80; i++)
        assert_int_equal(
            paua_game_play(game, move_of(full, paua_game_position(game), dance[i % 4])), PAUA_OK);
    check_game_ends(game, PAUA_RESULT_DRAW, PAUA_REASON_SCORE);
    paua_game_free(game);
}

/* "tournament": fifteen turns without an ejection, and the one who has gone to the centre wins. */
static void the_tournament_looks_at_turn_15(void **state)
{
    static const char *const black[] = {"e1e2", "e2e3", "e3e4", "e4f4", "f4e4"};
    static const char *const white[] = {"i9h9", "h9i9"};
    paua_rules rules = preset(full, "tournament");
    paua_position start = position_of(full, "4w/6/7/8/b8/8/7/6/5");
    paua_game *game = NULL;

    (void)state;
    rules.repetition = 0;
    assert_int_equal(paua_game_new(full, &rules, &start, &game), PAUA_OK);
    for (int i = 0; i < 30; i++) {
        int turn = i / 2;
        const char *text = i % 2 ? white[turn % 2] : black[turn < 3 ? turn : 3 + (turn - 3) % 2];
        check_game_ends(game, PAUA_RESULT_ONGOING, PAUA_REASON_NONE);
        assert_int_equal(paua_game_play(game, move_of(full, paua_game_position(game), text)),
                         PAUA_OK);
    }
    check_game_ends(game, PAUA_RESULT_BLACK_WINS, PAUA_REASON_CENTRE);
    paua_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(presets_are_as_documented),
        cmocka_unit_test(wrong_names_are_refused),
        cmocka_unit_test(boards_set_the_number_to_win),
        cmocka_unit_test(every_setting_makes_a_difference),
        cmocka_unit_test(games_end_by_every_preset),
        cmocka_unit_test(the_course_ends_after_80_plies),
        cmocka_unit_test(the_tournament_looks_at_turn_15),
    };

    return cmocka_run_group_tests_name("presets", tests, set_up, tear_down);
}
