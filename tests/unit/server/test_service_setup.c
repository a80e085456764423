/* Setups: from a request to the store and back; ids and keys. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/core/keys.h"
#include "service/games/model/computer_account.h"
#include "service/games/model/setup.h"

static int start(void **state)
{
    *state = boards_new();
    return *state == NULL;
}

static int stop(void **state)
{
    boards_free(*state);
    return 0;
}

static bool request(struct boards *boards, const char *text, struct setup *out,
                    struct api_error *error)
{
    json_t *body = json_loads(text, 0, NULL);
    bool good;

    assert_non_null(body);
    good = setup_read_game(boards, body, out, error);
    json_decref(body);
    return good;
}

static void assert_same(const struct setup *a, const struct setup *b)
{
    assert_ptr_equal(a->board, b->board);
    assert_string_equal(a->layout, b->layout);
    assert_true(paua_position_same(&a->start, &b->start));
    assert_int_equal(a->start.ply, b->start.ply);
    assert_int_equal(a->start.quiet, b->start.quiet);
    assert_int_equal(a->rated, b->rated);
    assert_memory_equal(&a->rules, &b->rules, sizeof a->rules);
    for (int side = 0; side < a->start.players; side++) {
        assert_int_equal(a->seats[side].kind, b->seats[side].kind);
        assert_int_equal(a->seats[side].listed, b->seats[side].listed);
        assert_int_equal(a->seats[side].rating_min, b->seats[side].rating_min);
        assert_int_equal(a->seats[side].rating_max, b->seats[side].rating_max);
        assert_string_equal(a->seats[side].name, b->seats[side].name);
        assert_int_equal(a->seats[side].level, b->seats[side].level);
        assert_memory_equal(&a->seats[side].opponent, &b->seats[side].opponent,
                            sizeof a->seats[side].opponent);
        assert_memory_equal(a->seats[side].key_hash, b->seats[side].key_hash, SEAT_KEY_HASH_SIZE);
    }
}

static void test_round_trip(void **state)
{
    static const char *const bodies[] = {
        "{\"layout\":\"standard\",\"seats\":[{\"kind\":\"person\"},{\"kind\":\"person\"}]}",
        "{\"layout\":\"-B5\",\"seats\":[{\"kind\":\"person\"},{\"kind\":\"person\"}]}",
        "{\"layout\":\"belgian-daisy\",\"seats\":[{\"kind\":\"computer\",\"level\":10},"
        "{\"kind\":\"person\"}],\"rules\":{\"win\":3,\"stuck\":\"loss\",\"repetition\":0,"
        "\"quiet\":7,\"plies\":9}}",
        ("{\"layout\":\"bowl\",\"players\":4,\"teams\":true,\"rules\":\"course,turn=2.5\","
         "\"seats\":["
         "{\"kind\":\"person\",\"name\":\" Zo\\u00eb \"},{\"kind\":\"open\"},"
         "{\"kind\":\"open\",\"listed\":false},{\"kind\":\"computer\",\"level\":2}]}"),
        ("{\"layout\":\"bowl-3\",\"rated\":true,\"rules\":\"course,turn=30\",\"seats\":["
         "{\"kind\":\"open\"},{\"kind\":\"open\",\"rating\":[0,1500]},"
         "{\"kind\":\"open\",\"listed\":false,\"rating\":[1400,4000]}]}"),
        ("{\"layout\":\"standard\",\"seats\":[{\"kind\":\"computer\",\"opponent\":\"abapro:5\"},"
         "{\"kind\":\"computer\",\"opponent\":\"random\"}]}"),
        ("{\"position\":\"2x3x2:bb/3/3/ww w 0-0 5 70\",\"seats\":[{\"kind\":\"person\"},"
         "{\"kind\":\"computer\",\"level\":1}]}"),
    };
    struct setup setup, restored;
    struct api_error error;

    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        if (!request(*state, bodies[i], &setup, &error))
            fail_msg("%s: %s", bodies[i], error.message);
        for (int side = 0; side < setup.start.players; side++) {
            char key[SEAT_KEY_SIZE + 1];

            seat_key_make(key);
            if (!seat_is_computer(&setup.seats[side]))
                seat_key_hash(key, setup.seats[side].key_hash);
        }
        char *text = setup_store(&setup);
        assert_int_equal(setup_restore(*state, text, &restored), PAUA_OK);
        assert_same(&setup, &restored);
        free(text);
    }
}

/* Which games may be rated, and why others may not. */
static void test_rated(void **state)
{
    static const char seats[] =
        "\"rated\":true,\"seats\":[{\"kind\":\"open\"},{\"kind\":\"open\"}]";
    static const struct {
        const char *game, *why; /* NULL: it may */
    } games[] = {
        {"\"layout\":\"standard\",\"rules\":\"classic,turn=9\"", NULL},
        {"\"layout\":\"standard\",\"rules\":\"tournament\"", NULL},
        {"\"layout\":\"standard\",\"rules\":\"tournament,turn=20,delay=2\"", NULL},
        {"\"layout\":\"third-colour\",\"rules\":\"arena,days=3\"", NULL},
        {"\"layout\":\"standard\"", "clock"},
        {"\"layout\":\"standard\",\"rules\":\"course,turn=0\"", "clock"},
        {"\"layout\":\"standard\",\"rules\":\"course,plies=81\"", "preset"},
        {"\"layout\":\"standard\",\"rules\":\"classic,game=60,passive=4\"", "preset"},
        {"\"layout\":\"d0\",\"rules\":\"course\"", "full board"},
        {"\"layout\":\"b5\",\"rules\":\"course\"", "full board"},
        {"\"position\":\"standard\",\"rules\":\"course\"", "layout"},
    };
    struct setup setup;
    struct api_error error;
    char body[512];

    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        snprintf(body, sizeof body, "{%s,%s}", games[i].game, seats);
        bool good = request(*state, body, &setup, &error);
        if (good != !games[i].why)
            fail_msg("%s", body);
        if (good)
            assert_true(setup.rated && setup_is_public(&setup));
        else if (!strstr(error.message, games[i].why))
            fail_msg("%s: %s", body, error.message);
    }
}

static void test_rules(void **state)
{
    struct setup setup;
    struct api_error error;

    assert_true(request(*state,
                        "{\"layout\":\"standard\",\"seats\":[{\"kind\":\"person\"},"
                        "{\"kind\":\"person\"}],\"rules\":{\"plies\":0}}",
                        &setup, &error));
    assert_int_equal(setup.rules.win, 6);
    assert_int_equal(setup.rules.plies, GAME_PLIES_MAX); /* every game ends */
}

static void test_damaged_setups(void **state)
{
    static const char good[] =
        "{\"board\":\"5x5x5\",\"layout\":\"\",\"start\":\"standard\",\"rules\":\"classic\","
        "\"seats\":[{\"level\":1},{\"level\":2}]}";
    /* As the first version wrote them. */
    static const char old[] =
        "{\"board\":\"5x5x5\",\"layout\":\"\",\"start\":\"standard\",\"rules\":{\"win\":3,"
        "\"stuck_loses\":true,\"repetition\":3,\"quiet\":7,\"plies\":9},\"seats\":"
        "[{\"level\":1},{\"level\":2}]}";
    static const char *const bad[] = {
        "",
        "{}",
        "[]",
        "{\"board\":\"5x5x5\"}",
        "{\"board\":\"9x9x9\",\"layout\":\"\",\"start\":\"standard\",\"seats\":[{\"level\":1},{"
        "\"level\":2}]}",
        "{\"board\":\"2x2x2\",\"layout\":\"\",\"start\":\"standard\",\"seats\":[{\"level\":1},{"
        "\"level\":2}]}",
        "{\"board\":\"5x5x5\",\"layout\":\"\",\"start\":\"standard\",\"seats\":[{\"level\":1}]}",
        "{\"board\":\"5x5x5\",\"layout\":\"\",\"start\":\"standard\",\"seats\":[{\"level\":1},{"
        "\"level\":11}]}",
        "{\"board\":\"5x5x5\",\"layout\":\"\",\"start\":\"standard\",\"seats\":[{\"key\":\"ab\"},{"
        "\"level\":1}]}",
        "{\"board\":\"5x5x5\",\"layout\":\"\",\"start\":\"standard\",\"seats\":[{\"key\":\"xy\"},{"
        "\"level\":1}]}",
        "{\"board\":\"5x5x5\",\"layout\":\"\",\"start\":\"standard\",\"rules\":{\"win\":0},"
        "\"seats\":"
        "[{\"level\":1},{\"level\":2}]}",
    };
    struct setup setup;

    assert_int_equal(setup_restore(*state, good, &setup), PAUA_OK);
    assert_int_equal(setup_restore(*state, old, &setup), PAUA_OK);
    assert_int_equal(setup.rules.win, 3);
    assert_true(setup.rules.stuck_loses);
    assert_int_equal(setup.rules.plies, 9);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (setup_restore(*state, bad[i], &setup) != PAUA_ERROR_CORRUPT)
            fail_msg("'%s' was taken", bad[i]);
    }
}

static void test_boards_are_shared(void **state)
{
    const int full[3] = {5, 5, 5}, small[3] = {2, 3, 2}, mirror[3] = {2, 2, 3}, huge[3] = {9, 9, 9};

    assert_non_null(boards_get(*state, full));
    assert_ptr_equal(boards_get(*state, full), boards_get(*state, full));
    assert_ptr_not_equal(boards_get(*state, small), boards_get(*state, mirror));
    assert_null(boards_get(*state, huge));
}

static void test_ids_and_keys(void **state)
{
    char ids[100][ID_SIZE + 1], keys[100][SEAT_KEY_SIZE + 1];

    (void)state;
    for (int i = 0; i < 100; i++) {
        id_make(ids[i]);
        seat_key_make(keys[i]);
        assert_true(id_valid(ids[i]));
        assert_int_equal(strlen(keys[i]), SEAT_KEY_SIZE);
        for (int k = 0; k < i; k++) {
            assert_string_not_equal(ids[i], ids[k]);
            assert_string_not_equal(keys[i], keys[k]);
        }
    }
    assert_false(id_valid(""));
    assert_false(id_valid("abcdefg"));
    assert_false(id_valid("abcdefghi"));
    assert_false(id_valid("abcdefg/"));
    assert_false(id_valid("abcdefg0"));
}

/* Layouts by any of their names; the game has the layout's own. */
/* Each computer has a name and an id of its own, always the same, and no person has such a name. */
static void test_computers(void **state)
{
    const int count = computer_account_count();
    struct seat seat, other;

    (void)state;
    assert_int_equal(count, PAUA_LEVELS + paua_opponent_count());
    for (int i = 0; i < count; i++) {
        computer_account_seat(i, &seat);
        assert_true(seat_is_computer(&seat) && id_valid(seat.account));
        assert_true(account_name_valid(seat.name) && account_name_is_computer(seat.name));
        assert_true(account_name_reserved(seat.name));
        assert_true(computer_account_find(seat.name, &other));
        assert_memory_equal(&other, &seat, sizeof seat);
        for (int j = 0; j < i; j++) {
            computer_account_seat(j, &other);
            assert_string_not_equal(other.account, seat.account);
            assert_string_not_equal(other.name, seat.name);
        }
    }
    computer_account_seat(4, &seat);
    assert_string_equal(seat.name, "paua.5");
    /* Stores have it: it never changes. */
    assert_string_equal(seat.account, "7EUqMc5y");
    assert_true(computer_account_find("PAUA.Chorus", &seat));
    assert_string_equal(seat.opponent.name, "chorus");
    static const char *const others[] = {"paua.0", "paua.05", "paua.11", "paua.",  "paua",
                                         "5",      "chorus",  "paua-5",  "paua.5 "};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(computer_account_find(others[i], &seat));
    /* What may be mistaken for one of them, and what may not. */
    assert_true(account_name_reserved("Paua-5") && account_name_reserved("paua5"));
    assert_false(account_name_reserved("pauanui") || account_name_reserved("pau"));
    assert_false(account_name_valid("a.5") || account_name_valid("paua.5.5"));
}

/* A computer's seat knows its account however it was named, and again from the store. */
static void test_computers_seats(void **state)
{
    static const struct {
        const char *seat, *name; /* "": it has none */
    } cases[] = {
        {"\"kind\":\"computer\",\"level\":5", "paua.5"},
        {"\"kind\":\"user\",\"name\":\"Paua.5\"", "paua.5"},
        {"\"kind\":\"computer\",\"opponent\":\"chorus\"", "paua.chorus"},
        {"\"kind\":\"computer\",\"opponent\":\"chorus:3\"", "paua.chorus"},
        {"\"kind\":\"user\",\"name\":\"paua.chorus\"", "paua.chorus"},
        {"\"kind\":\"computer\",\"opponent\":\"chorus:2\"", ""},
        {"\"kind\":\"computer\",\"opponent\":\"abla:w1=-1\"", ""},
    };
    struct setup setup, again;
    struct api_error error;
    char text[200];

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(text, sizeof text,
                 "{\"layout\":\"standard\",\"seats\":[{\"kind\":\"person\"},{%s}]}", cases[i].seat);
        assert_true(request(*state, text, &setup, &error));
        assert_true(seat_is_computer(&setup.seats[1]));
        assert_string_equal(setup.seats[1].name, cases[i].name);
        assert_int_equal(setup.seats[1].account[0] != '\0', cases[i].name[0] != '\0');
        char *stored = setup_store(&setup);
        assert_int_equal(setup_restore(*state, stored, &again), PAUA_OK);
        assert_same(&setup, &again);
        assert_string_equal(again.seats[1].account, setup.seats[1].account);
        free(stored);
    }
}

static void test_layout_names(void **state)
{
    struct setup setup;
    struct api_error error;
    json_t *body = json_pack("{s:s}", "layout", "Belgian Daisy");

    assert_true(setup_read_position(*state, body, &setup, &error));
    assert_string_equal(setup.layout, "belgian-daisy");
    json_decref(body);
    body = json_pack("{s:s}", "layout", "belgain");
    assert_false(setup_read_position(*state, body, &setup, &error));
    assert_string_equal(error.message,
                        "layout: no layout is named 'belgain', did you mean 'belgian-daisy'?");
    json_decref(body);
}

static void test_layouts(void **state)
{
    char *text = layouts_json(*state);
    json_t *json = text ? json_loads(text, 0, NULL) : NULL;

    assert_int_equal(json_array_size(json_object_get(json, "layouts")), paua_layout_count());
    json_decref(json);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_round_trip, start, stop),
        cmocka_unit_test_setup_teardown(test_rated, start, stop),
        cmocka_unit_test_setup_teardown(test_rules, start, stop),
        cmocka_unit_test_setup_teardown(test_damaged_setups, start, stop),
        cmocka_unit_test_setup_teardown(test_boards_are_shared, start, stop),
        cmocka_unit_test(test_ids_and_keys),
        cmocka_unit_test(test_computers),
        cmocka_unit_test_setup_teardown(test_computers_seats, start, stop),
        cmocka_unit_test_setup_teardown(test_layouts, start, stop),
        cmocka_unit_test_setup_teardown(test_layout_names, start, stop),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
