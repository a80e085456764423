/* Rules as text. */
#include <paua/rules_setting.h>

#include "full_board.h"
#include "random_positions.h"

static paua_rules rules_of(const char *text)
{
    paua_rules rules;
    paua_error error;

    if (paua_rules_parse(full, text, &rules, &error) != PAUA_OK)
        fail_msg("%s: byte %zu: %s", text, error.at, error.message);
    return rules;
}

static void presets_are_their_names(void **state)
{
    (void)state;
    for (int i = 0; i < paua_preset_count(); i++) {
        char text[PAUA_RULES_TEXT_MAX];
        paua_rules preset, read = rules_of(paua_preset_name(i));
        assert_int_equal(paua_rules_preset(full, paua_preset_name(i), &preset), PAUA_OK);
        assert_true(paua_rules_same(&preset, &read));
        size_t length = paua_rules_format(full, &preset, text, sizeof text);
        assert_int_equal(length, strlen(text));
        assert_string_equal(text, paua_preset_name(i));
    }
}

static void settings_change_a_preset(void **state)
{
    paua_rules rules = rules_of(" win=4,repetition=0 ");

    (void)state;
    assert_int_equal(rules.win, 4);
    assert_int_equal(rules.repetition, 0);
    assert_int_equal(rules.quiet, paua_rules_default(full).quiet);
    rules = rules_of("solver,quiet=65535,plies=7,centre=15,line=16,stuck=loss,limit=score,ko=yes");
    assert_int_equal(rules.win, paua_rules_default(full).win);
    assert_int_equal(rules.quiet, 65535);
    assert_int_equal(rules.plies, 7);
    assert_int_equal(rules.centre_turn, 15);
    assert_int_equal(rules.line_turn, 16);
    assert_true(rules.stuck_loses && rules.score_decides && rules.ko);
    rules = rules_of("ko,ko=no,stuck=loss,stuck=draw,turn=2.5,game=0.001,gain=4294967.295");
    assert_false(rules.ko || rules.stuck_loses);
    assert_int_equal(rules.turn_ms, 2500);
    assert_int_equal(rules.game_ms, 1);
    assert_int_equal(rules.gain_ms, UINT32_MAX);
    rules = rules_of("turn=2.05");
    assert_int_equal(rules.turn_ms, 2050);
    rules = rules_of("turn=250ms,game=3m,gain=1.5s");
    assert_int_equal(rules.turn_ms, 250);
    assert_int_equal(rules.game_ms, 180000);
    assert_int_equal(rules.gain_ms, 1500);
    rules = rules_of("game=300,delay=2.5");
    assert_int_equal(rules.game_ms, 300000);
    assert_int_equal(rules.delay_ms, 2500);
    rules = rules_of("turn=5,days=49");
    assert_int_equal(rules.turn_ms, UINT32_C(49) * 24 * 3600 * 1000);
    rules = rules_of("days=3,turn=5");
    assert_int_equal(rules.turn_ms, 5000);
    rules = rules_of("bank=10,gain=1d,cap=20d");
    assert_int_equal(rules.game_ms, UINT32_C(10) * 24 * 3600 * 1000);
    assert_int_equal(rules.gain_ms, 24 * 3600 * 1000);
    assert_int_equal(rules.cap_ms, UINT32_C(20) * 24 * 3600 * 1000);
}

/* Whole days for a turn are written as days, however they were given. */
static void days_are_written_as_days(void **state)
{
    const char *const texts[][2] = {
        {"days=1", "classic,days=1"},         {"turn=24h", "classic,days=1"},
        {"course,days=49", "course,days=49"}, {"turn=86399.999", "classic,turn=86399.999"},
        {"turn=86401", "classic,turn=86401"}, {"course,turn=0", "course,turn=0"},
        {"game=48h", "classic,bank=2"},       {"bank=3,gain=1d", "classic,bank=3,gain=86400"},
        {"game=86401", "classic,game=86401"}, {"bank=1,cap=2d", "classic,bank=1,cap=172800"}};

    (void)state;
    for (size_t i = 0; i < LENGTH(texts); i++) {
        char text[PAUA_RULES_TEXT_MAX];
        paua_rules rules = rules_of(texts[i][0]);
        paua_rules_format(full, &rules, text, sizeof text);
        assert_string_equal(text, texts[i][1]);
    }
}

/* Each one stands just before those that need it. */
static void settings_are_listed(void **state)
{
    const paua_rules_setting *list[PAUA_RULES_SETTINGS_MAX];
    const int count = paua_rules_settings_list(list);

    (void)state;
    assert_int_equal(paua_rules_setting_count(), count);
    assert_non_null(paua_rules_setting_at(count - 1));
    assert_null(paua_rules_setting_at(count));
    assert_null(paua_rules_setting_at(-1));
    for (int i = 0; i < count; i++) {
        int before = i - 1;
        while (list[i]->needs && strcmp(list[before]->name, list[i]->needs) != 0) {
            assert_non_null(list[before]->needs);
            before--;
        }
        for (int j = 0; j < i; j++)
            assert_string_not_equal(list[j]->name, list[i]->name);
    }
}

static void what_is_written_is_short(void **state)
{
    const char *const texts[] = {
        "classic",      "arena,win=3",       "ko,stuck=loss",       "course,plies=100,turn=0.25",
        "solver,win=1", "tournament,gain=0", "classic,limit=score", "course,turn=2,delay=0.5"};

    (void)state;
    for (size_t i = 0; i < LENGTH(texts); i++) {
        char text[PAUA_RULES_TEXT_MAX];
        paua_rules rules = rules_of(texts[i]);
        paua_rules_format(full, &rules, text, sizeof text);
        assert_string_equal(text, texts[i]);
    }
}

/* A value of a setting, a number or a time less than `most` above the least. */
static int64_t random_value(uint64_t *random, const paua_rules_setting *setting, int most)
{
    if (setting->choices[0])
        return (int64_t)random_below(random, 2);
    if (setting->kind == PAUA_SETTING_TIME)
        return random_below(random, 3) ? (int64_t)random_below(random, most) * 50
                                       : (uint32_t)random_bits(random);
    const int range = setting->most - setting->least + 1;
    return setting->least + (int64_t)random_below(random, range < most ? range : most);
}

static void any_rules_are_read_back(void **state)
{
    uint64_t random = 99;

    (void)state;
    for (int i = 0; i < 20000; i++) {
        char text[PAUA_RULES_TEXT_MAX];
        int most = i % 2 ? 1000 : 3;
        paua_rules rules = {0};
        const paua_rules_setting *setting;
        for (int j = 0; (setting = paua_rules_setting_at(j)); j++)
            if (setting->kind != PAUA_SETTING_DAYS)
                paua_rules_setting_set(setting, &rules, random_value(&random, setting, most));
        if (i % 5 == 0)
            rules.turn_ms = (uint32_t)random_below(&random, 50) * 86400000;
        size_t length = paua_rules_format(full, &rules, text, sizeof text);
        assert_true(length < sizeof text);
        paua_rules read = rules_of(text);
        if (!paua_rules_same(&rules, &read))
            fail_msg("%s", text);
    }
}

static void wrong_rules_are_refused(void **state)
{
    const struct {
        const char *text;
        size_t at;
    } cases[] = {
        {"", 0},
        {"   ", 3},
        {"blitz", 0},
        {"Classic", 0},
        {"classic,", 8},
        {"classic win=3", 8},
        {"win", 3},
        {"win=", 4},
        {"win=0", 4},
        {"win=62", 4},
        {"win=3x", 4},
        {"win=-1", 4},
        {"win=3,,", 6},
        {"win =3", 3},
        {"ko=maybe", 3},
        {"ko=yess", 3},
        {"stuck=", 6},
        {"turn=1.", 5},
        {"turn=1x", 5},
        {"turn=5000000s", 5},
        {"turn=1 s", 7},
        {"turn=1.0001", 5},
        {"turn=.5", 5},
        {"turn=4294967.296", 5},
        {"turn=99999999999", 5},
        {"quiet=65536", 6},
        {"solver,classic", 7},
        {"repetition=256", 11},
        {"delay=", 6},
        {"delay=x", 6},
        {"days=0", 5},
        {"days=50", 5},
        {"days=1.5", 5},
        {"days=1d", 5},
        {"bank=0", 5},
        {"bank=50", 5},
        {"cap=x", 4},
        {"gain=50d", 5},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        paua_rules rules = {.win = 77}, untouched = rules;
        paua_error error = {.at = 999};
        paua_status status = paua_rules_parse(full, cases[i].text, &rules, &error);
        if (status != PAUA_ERROR_BAD_SYNTAX || error.code != status || error.at != cases[i].at)
            fail_msg("'%s': %s at byte %zu (%s)", cases[i].text, paua_status_name(status), error.at,
                     error.message);
        assert_string_not_equal(error.message, "");
        assert_memory_equal(&rules, &untouched, sizeof rules);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(presets_are_their_names), cmocka_unit_test(settings_change_a_preset),
        cmocka_unit_test(settings_are_listed),     cmocka_unit_test(what_is_written_is_short),
        cmocka_unit_test(any_rules_are_read_back), cmocka_unit_test(days_are_written_as_days),
        cmocka_unit_test(wrong_rules_are_refused),
    };

    return cmocka_run_group_tests_name("rules as text", tests, set_up, tear_down);
}
