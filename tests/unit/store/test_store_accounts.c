/* Accounts on disk: what is added is found, batches are whole or not there, names and hashes are
 * unique, ratings follow one another. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/core/batch.h"
#include "store/maintenance.h"
#include "store/open.h"
#include "store/tables/correspondence.h"
#include "store/tables/games.h"
#include "store/tables/mail.h"
#include "store/tables/messages.h"
#include "store/tables/pair_games.h"
#include "store/tables/ratings.h"
#include "store/tables/subscriptions.h"
#include "store/tables/tournaments.h"
#include "store_place.h"

#define LOG_SIZE 2048

struct world {
    struct store_place at;
    store *store;
};

static int start(void **state)
{
    struct world *w = calloc(1, sizeof *w);

    store_place_make(&w->at);
    *state = w;
    store_place_reopen(&w->at, &w->store);
    return 0;
}

static int stop(void **state)
{
    struct world *w = *state;

    store_close(w->store);
    store_place_remove(&w->at);
    free(w);
    return 0;
}

static void on_done(paua_status status, void *context)
{
    atomic_store((_Atomic int *)context, (int)status);
}

/* Commits a batch, and returns how it ended. */
static paua_status commit(struct world *w, store_batch *batch)
{
    _Atomic int status = -1;

    assert_int_equal(store_commit(w->store, batch, on_done, &status), PAUA_OK);
    for (int i = 0; i < 20000 && atomic_load(&status) < 0; i++)
        usleep(500);
    return (paua_status)atomic_load(&status);
}

static store_account account_of(const char *id, const char *name, const char *key)
{
    return (store_account){
        .id = id, .name = name, .key = key, .password = "$argon2id$x", .created_ms = 7};
}

static store_login login_of(const char *id, const char *account, unsigned char first,
                            store_login_kind kind)
{
    store_login login = {.id = id,
                         .account = account,
                         .kind = kind,
                         .label = "a label",
                         .scopes = 3,
                         .created_ms = 10 + first,
                         .used_ms = 20,
                         .expires_ms = 30};

    memset(login.hash, first, sizeof login.hash);
    return login;
}

static store_game game_of(const char *id, int64_t created_ms)
{
    return (store_game){
        .id = id, .created_ms = created_ms, .setup = "{}", .state = {.result = "*", .reason = ""}};
}

static paua_status add_account(struct world *w, const char *id, const char *name, const char *key)
{
    const store_account account = account_of(id, name, key);
    store_batch *batch = store_batch_new();

    batch_add_account(batch, &account);
    return commit(w, batch);
}

static void write_account(const store_account *account, void *context)
{
    char *log = context;
    size_t used = strlen(log);

    snprintf(log + used, LOG_SIZE - used, "%s %s %s %s [%s] [%s] %d %d;", account->id,
             account->name, account->key, account->password, account->mail, account->settings,
             (int)account->created_ms, (int)account->closed_ms);
}

static bool each_account(const store_account *account, void *context)
{
    char *log = context;
    size_t used = strlen(log);

    snprintf(log + used, LOG_SIZE - used, "%s ", account->name);
    return true;
}

static bool each_login(const store_login *login, void *context)
{
    char *log = context;
    size_t used = strlen(log);

    snprintf(log + used, LOG_SIZE - used, "%s %d %s %u %d %d %d %d;", login->id, (int)login->kind,
             login->label, login->scopes, (int)login->created_ms, (int)login->used_ms,
             (int)login->expires_ms, login->hash[31]);
    return true;
}

static void found_login(const store_login *login, const store_account *account, void *context)
{
    each_login(login, context);
    each_account(account, context);
}

static bool each_id(const char *id, void *context)
{
    char *log = context;
    size_t used = strlen(log);

    snprintf(log + used, LOG_SIZE - used, "%s ", id);
    return true;
}

static bool each_id_of_login(const store_login *login, void *context)
{
    return each_id(login->id, context);
}

static bool each_seat(int side, const char *account, void *context)
{
    char *log = context;
    size_t used = strlen(log);

    snprintf(log + used, LOG_SIZE - used, "%d %s;", side, account);
    return true;
}

static bool each_rating(const store_rating *rating, void *context)
{
    char *log = context;
    size_t used = strlen(log);

    snprintf(log + used, LOG_SIZE - used, "%s %s %d %.1f %.1f %.2f %d-%d-%d %s %.1f;",
             rating->account, rating->category, rating->games, rating->rating, rating->deviation,
             rating->volatility, rating->wins, rating->draws, rating->losses, rating->game,
             rating->change);
    return true;
}

static bool each_standing(const store_account *account, const store_rating *rating, void *context)
{
    char *log = context;
    size_t used = strlen(log);

    snprintf(log + used, LOG_SIZE - used, "%s %.0f;", account->name, rating->rating);
    return true;
}

static void test_accounts_are_found(void **state)
{
    struct world *w = *state;
    char log[LOG_SIZE] = "";

    assert_int_equal(add_account(w, "aaaaaaaa", "Ann", "ann"), PAUA_OK);
    assert_int_equal(add_account(w, "bbbbbbbb", "Bob", "bob"), PAUA_OK);
    assert_int_equal(store_account_by_id(w->store, "aaaaaaaa", write_account, log), PAUA_OK);
    assert_string_equal(log, "aaaaaaaa Ann ann $argon2id$x [] [] 7 0;");
    assert_int_equal(store_account_by_key(w->store, "Ann", write_account, log),
                     PAUA_ERROR_NOT_FOUND);
    store_place_reopen(&w->at, &w->store);
    log[0] = '\0';
    assert_int_equal(store_account_by_key(w->store, "bob", write_account, log), PAUA_OK);
    assert_string_equal(log, "bbbbbbbb Bob bob $argon2id$x [] [] 7 0;");
    log[0] = '\0';
    assert_int_equal(store_accounts(w->store, "", 10, each_account, log), PAUA_OK);
    assert_int_equal(store_accounts(w->store, "ann", 10, each_account, log), PAUA_OK);
    assert_string_equal(log, "Ann Bob Bob ");

    store_account changed = account_of("bbbbbbbb", "Bob", "bob");
    store_batch *batch = store_batch_new();
    changed.mail = "bob@example.org";
    changed.closed_ms = 9;
    batch_save_account(batch, &changed);
    assert_int_equal(commit(w, batch), PAUA_OK);
    log[0] = '\0';
    assert_int_equal(store_account_by_id(w->store, "bbbbbbbb", write_account, log), PAUA_OK);
    assert_string_equal(log, "bbbbbbbb Bob bob $argon2id$x [bob@example.org] [] 7 9;");
}

static void test_names_and_ids_are_unique(void **state)
{
    struct world *w = *state;
    const store_account nobody = account_of("nobody__", "N", "n");
    store_batch *batch = store_batch_new();

    assert_int_equal(add_account(w, "aaaaaaaa", "Ann", "ann"), PAUA_OK);
    assert_int_equal(add_account(w, "aaaaaaaa", "Eve", "eve"), PAUA_ERROR_CONFLICT);
    assert_int_equal(add_account(w, "eeeeeeee", "ANN", "ann"), PAUA_ERROR_CONFLICT);
    batch_save_account(batch, &nobody);
    assert_int_equal(commit(w, batch), PAUA_ERROR_CONFLICT);
}

/* Where one member of a batch conflicts none is stored, wherever it stands; other batches of the
 * same transaction are. */
static void test_batches_are_whole(void **state)
{
    struct world *w = *state;
    char log[LOG_SIZE] = "";
    const store_account ann = account_of("aaaaaaaa", "Ann", "ann"),
                        bob = account_of("bbbbbbbb", "Bob", "bob");
    const store_login login = login_of("s1______", "bbbbbbbb", 1, STORE_SESSION);
    const store_game game = game_of("game____", 5);
    const store_event event = {.number = 2, .at_ms = 1, .type = "move", .text = "a1b2"};
    _Atomic int first = -1, second = -1, third = -1;

    assert_int_equal(add_account(w, "aaaaaaaa", "Ann", "ann"), PAUA_OK);
    for (int turn = 0; turn < 2; turn++) {
        store_batch *bad = store_batch_new(), *good = store_batch_new(), *late = store_batch_new();
        batch_add_account(bad, &bob);
        batch_add_login(bad, &login);
        batch_create_game(bad, &game, NULL);
        batch_seat_account(bad, "game____", 1, "bbbbbbbb");
        if (turn == 0)
            batch_add_account(bad, &ann); /* taken */
        else
            batch_append_event(bad, "game____", &event, &game.state); /* not number 1 */
        batch_add_account(good, turn == 0 ? &(store_account){.id = "c1", .name = "C", .key = "c"}
                                          : &(store_account){.id = "d1", .name = "D", .key = "d"});
        batch_seat_account(late, "nogame__", 0, "aaaaaaaa");
        first = second = third = -1;
        assert_int_equal(store_commit(w->store, bad, on_done, &first), PAUA_OK);
        assert_int_equal(store_commit(w->store, good, on_done, &second), PAUA_OK);
        assert_int_equal(store_commit(w->store, late, on_done, &third), PAUA_OK);
        for (int i = 0; i < 20000 && atomic_load(&third) < 0; i++)
            usleep(500);
        assert_int_equal(first, PAUA_ERROR_CONFLICT);
        assert_int_equal(second, PAUA_OK);
        assert_int_equal(third, PAUA_ERROR_CONFLICT);
        assert_int_equal(store_account_by_key(w->store, "bob", write_account, log),
                         PAUA_ERROR_NOT_FOUND);
        assert_int_equal(store_login_find(w->store, login.hash, found_login, log),
                         PAUA_ERROR_NOT_FOUND);
        assert_int_equal(store_account_games(w->store, "bbbbbbbb", true, NULL, 10, each_id, log),
                         PAUA_OK);
        assert_string_equal(log, "");
    }
    assert_int_equal(store_accounts(w->store, "", 10, each_account, log), PAUA_OK);
    assert_string_equal(log, "Ann C D ");
}

static void test_logins(void **state)
{
    struct world *w = *state;
    char log[LOG_SIZE] = "";
    const store_login sessions[] = {login_of("s1______", "aaaaaaaa", 1, STORE_SESSION),
                                    login_of("s2______", "aaaaaaaa", 2, STORE_SESSION),
                                    login_of("s3______", "aaaaaaaa", 3, STORE_SESSION)};
    const store_login token = login_of("t1______", "aaaaaaaa", 4, STORE_TOKEN);
    store_batch *batch = store_batch_new();

    assert_int_equal(add_account(w, "aaaaaaaa", "Ann", "ann"), PAUA_OK);
    for (int i = 0; i < 3; i++)
        batch_add_login(batch, &sessions[i]);
    batch_add_login(batch, &token);
    assert_int_equal(commit(w, batch), PAUA_OK);
    assert_int_equal(store_login_find(w->store, sessions[1].hash, found_login, log), PAUA_OK);
    assert_string_equal(log, "s2______ 0 a label 3 12 20 30 2;Ann ");

    batch = store_batch_new();
    batch_add_login(batch, &token); /* there is one with this hash */
    assert_int_equal(commit(w, batch), PAUA_ERROR_CONFLICT);

    batch = store_batch_new();
    batch_touch_login(batch, sessions[1].hash, 88, 99);
    /* Somebody else's, and no token: nothing happens. */
    batch_remove_login(batch, "bbbbbbbb", STORE_SESSION, "s2______");
    batch_remove_login(batch, "aaaaaaaa", STORE_TOKEN, "s2______");
    batch_remove_login(batch, "aaaaaaaa", STORE_SESSION, "s3______");
    assert_int_equal(commit(w, batch), PAUA_OK);
    log[0] = '\0';
    assert_int_equal(store_logins(w->store, "aaaaaaaa", each_login, log), PAUA_OK);
    assert_string_equal(log, "t1______ 1 a label 3 14 20 30 4;s2______ 0 a label 3 12 88 99 2;"
                             "s1______ 0 a label 3 11 20 30 1;");

    batch = store_batch_new();
    batch_remove_logins(batch, "aaaaaaaa", STORE_SESSION, sessions[0].hash);
    assert_int_equal(commit(w, batch), PAUA_OK);
    log[0] = '\0';
    store_logins(w->store, "aaaaaaaa", each_login, log);
    assert_string_equal(log, "t1______ 1 a label 3 14 20 30 4;s1______ 0 a label 3 11 20 30 1;");

    batch = store_batch_new();
    batch_remove_logins(batch, "aaaaaaaa", STORE_SESSION, NULL);
    assert_int_equal(commit(w, batch), PAUA_OK);
    assert_int_equal(store_login_find(w->store, sessions[0].hash, found_login, log),
                     PAUA_ERROR_NOT_FOUND);

    /* A closed account acts no more, even with what was left of it. */
    store_account closed = account_of("aaaaaaaa", "Ann", "ann");
    closed.closed_ms = 1;
    batch = store_batch_new();
    batch_save_account(batch, &closed);
    assert_int_equal(commit(w, batch), PAUA_OK);
    assert_int_equal(store_login_find(w->store, token.hash, found_login, log),
                     PAUA_ERROR_NOT_FOUND);
}

/* What is to happen only while the password is what it was; sessions beyond a number. */
static void test_expected_passwords_and_too_many_sessions(void **state)
{
    struct world *w = *state;
    char log[LOG_SIZE] = "";

    assert_int_equal(add_account(w, "aaaaaaaa", "Ann", "ann"), PAUA_OK);
    for (unsigned char i = 1; i <= 6; i++) {
        store_login login =
            login_of((char[]){'s', (char)('0' + i), '\0'}, "aaaaaaaa", i, STORE_SESSION);
        store_batch *batch = store_batch_new();

        if (i == 6)
            login.kind = STORE_TOKEN;
        login.used_ms = i == 2 ? 100 : i; /* the second was used last */
        batch_expect_password(batch, "aaaaaaaa", i == 4 ? "another" : "$argon2id$x");
        batch_add_login(batch, &login);
        batch_trim_logins(batch, "aaaaaaaa", STORE_SESSION, 3);
        assert_int_equal(commit(w, batch), i == 4 ? PAUA_ERROR_CONFLICT : PAUA_OK);
    }
    store_logins(w->store, "aaaaaaaa", each_id_of_login, log);
    assert_string_equal(log, "s6 s5 s3 s2 ");

    store_account closed = account_of("aaaaaaaa", "Ann", "ann");
    store_batch *batch = store_batch_new();
    closed.closed_ms = 1;
    batch_save_account(batch, &closed);
    assert_int_equal(commit(w, batch), PAUA_OK);
    batch = store_batch_new();
    batch_expect_password(batch, "aaaaaaaa", "$argon2id$x");
    assert_int_equal(commit(w, batch), PAUA_ERROR_CONFLICT);
}

/* A batch that expects no block conflicts where either has blocked the other, also in the same
 * transaction, and nothing of it is stored. */
static void test_expected_company(void **state)
{
    struct world *w = *state;
    char log[LOG_SIZE] = "";

    assert_int_equal(add_account(w, "aaaaaaaa", "Ann", "ann"), PAUA_OK);
    assert_int_equal(add_account(w, "bbbbbbbb", "Bob", "bob"), PAUA_OK);
    for (unsigned char i = 1; i <= 4; i++) {
        store_login login =
            login_of((char[]){'s', (char)('0' + i), '\0'}, "aaaaaaaa", i, STORE_SESSION);
        store_batch *batch = store_batch_new();

        batch_add_login(batch, &login);
        if (i == 2)
            batch_add_block(batch, "aaaaaaaa", "bbbbbbbb", 1);
        else if (i == 3)
            batch_add_block(batch, "bbbbbbbb", "aaaaaaaa", 1);
        else if (i == 4)
            batch_add_block(batch, "bbbbbbbb", "cccccccc", 1);
        batch_expect_no_block(batch, "aaaaaaaa", "bbbbbbbb");
        assert_int_equal(commit(w, batch), i == 2 || i == 3 ? PAUA_ERROR_CONFLICT : PAUA_OK);
    }
    store_logins(w->store, "aaaaaaaa", each_id_of_login, log);
    assert_string_equal(log, "s4 s1 ");
    store_batch *batch = store_batch_new();
    batch_add_block(batch, "bbbbbbbb", "aaaaaaaa", 1);
    assert_int_equal(commit(w, batch), PAUA_OK);
    batch = store_batch_new();
    batch_expect_no_block(batch, "aaaaaaaa", "bbbbbbbb");
    assert_int_equal(commit(w, batch), PAUA_ERROR_CONFLICT);
}

static void write_settings(const store_account *account, void *context)
{
    snprintf(context, LOG_SIZE, "%s", account->settings);
}

/* Settings are saved without the rest of the account, so that a password that is changed at the
 * same time stays changed. */
static void test_settings_alone(void **state)
{
    struct world *w = *state;
    store_account account = account_of("aaaaaaaa", "Ann", "ann");
    char log[LOG_SIZE] = "";

    assert_int_equal(add_account(w, "aaaaaaaa", "Ann", "ann"), PAUA_OK);
    store_batch *batch = store_batch_new();
    batch_save_settings(batch, "aaaaaaaa", "", "{\"games_max\":3}");
    batch_expect_password(batch, "aaaaaaaa", "$argon2id$x");
    assert_int_equal(commit(w, batch), PAUA_OK);
    assert_int_equal(store_account_by_id(w->store, "aaaaaaaa", write_settings, log), PAUA_OK);
    assert_string_equal(log, "{\"games_max\":3}");
    batch = store_batch_new();
    batch_save_settings(batch, "aaaaaaaa", "", "{\"bot\":true}"); /* made of what was before */
    assert_int_equal(commit(w, batch), PAUA_ERROR_CONFLICT);
    store_account_by_id(w->store, "aaaaaaaa", write_settings, log);
    assert_string_equal(log, "{\"games_max\":3}");
    batch = store_batch_new();
    batch_save_settings(batch, "bbbbbbbb", "", "{}");
    assert_int_equal(commit(w, batch), PAUA_ERROR_CONFLICT);
    account.closed_ms = 1;
    batch = store_batch_new();
    batch_save_account(batch, &account);
    assert_int_equal(commit(w, batch), PAUA_OK);
    batch = store_batch_new();
    batch_save_settings(batch, "aaaaaaaa", "{\"games_max\":3}", "{}");
    assert_int_equal(commit(w, batch), PAUA_ERROR_CONFLICT);
}

static bool write_vacation(const store_vacation *vacation, void *context)
{
    snprintf(context, LOG_SIZE, "%s %d %d %d %d %d %d", vacation->account ? vacation->account : "-",
             (int)vacation->begins_ms, (int)vacation->ends_ms, (int)vacation->automatic,
             (int)vacation->spent, vacation->year, vacation->days);
    return true;
}

/* A vacation is stored if the account still has what it was made of, and goes with the account. */
static void test_vacations(void **state)
{
    struct world *w = *state;
    const store_vacation one = {.account = "aaaaaaaa", .begins_ms = 5, .ends_ms = 9, .year = 2026},
                         other = {.account = "aaaaaaaa", .automatic = true, .days = 3};
    store_account account = account_of("aaaaaaaa", "Ann", "ann");
    store_vacation found;
    char log[LOG_SIZE] = "";

    assert_int_equal(add_account(w, "aaaaaaaa", "Ann", "ann"), PAUA_OK);
    store_batch *batch = store_batch_new();
    batch_set_vacation(batch, NULL, &one);
    assert_int_equal(commit(w, batch), PAUA_OK);
    for (int i = 0; i < 2; i++) {
        batch = store_batch_new();
        batch_set_vacation(batch, i ? &other : NULL, &other); /* of what it has no more */
        assert_int_equal(commit(w, batch), PAUA_ERROR_CONFLICT);
    }
    assert_int_equal(store_vacation_read(w->store, "aaaaaaaa", &found), PAUA_OK);
    write_vacation(&found, log);
    assert_string_equal(log, "- 5 9 0 0 2026 0");
    batch = store_batch_new();
    batch_set_vacation(batch, &found, &other);
    assert_int_equal(commit(w, batch), PAUA_OK);
    assert_int_equal(store_vacations(w->store, write_vacation, log), PAUA_OK);
    assert_string_equal(log, "aaaaaaaa 0 0 1 0 0 3");

    account.closed_ms = 1;
    batch = store_batch_new();
    batch_save_account(batch, &account);
    assert_int_equal(commit(w, batch), PAUA_OK);
    log[0] = '\0';
    assert_int_equal(store_vacations(w->store, write_vacation, log), PAUA_OK);
    assert_string_equal(log, "");
    batch = store_batch_new();
    batch_set_vacation(batch, &other, &one);
    assert_int_equal(commit(w, batch), PAUA_ERROR_CONFLICT);
    assert_int_equal(store_vacation_read(w->store, "aaaaaaaa", &found), PAUA_OK);
    write_vacation(&found, log);
    assert_string_equal(log, "- 0 0 0 0 0 0");
}

static void test_games_of_an_account(void **state)
{
    struct world *w = *state;
    char log[LOG_SIZE] = "";
    store_batch *batch = store_batch_new();
    const store_game games[] = {game_of("one_____", 1), game_of("two_____", 2),
                                game_of("three___", 3)};
    const store_event event = {.number = 1, .at_ms = 1, .type = "close", .text = "- idle"};
    const store_state ended = {.result = "*", .reason = "idle"};

    assert_int_equal(add_account(w, "aaaaaaaa", "Ann", "ann"), PAUA_OK);
    assert_int_equal(add_account(w, "bbbbbbbb", "Bob", "bob"), PAUA_OK);
    for (int i = 0; i < 3; i++) {
        batch_create_game(batch, &games[i], NULL);
        batch_seat_account(batch, games[i].id, 0, "aaaaaaaa");
    }
    batch_seat_account(batch, "one_____", 1, "aaaaaaaa"); /* against herself */
    batch_seat_account(batch, "two_____", 1, "aaaaaaaa");
    batch_seat_account(batch, "two_____", 1, "bbbbbbbb"); /* the last word counts */
    batch_append_event(batch, "three___", &event, &ended);
    assert_int_equal(commit(w, batch), PAUA_OK);
    assert_int_equal(store_account_games(w->store, "aaaaaaaa", true, NULL, 9, each_id, log),
                     PAUA_OK);
    assert_string_equal(log, "two_____ one_____ ");
    log[0] = '\0';
    int64_t before = 102; /* the number of the second game: what follows it */
    store_account_games(w->store, "aaaaaaaa", true, &before, 9, each_id, log);
    assert_int_equal(before, 0);
    store_account_games(w->store, "aaaaaaaa", true, &before, 1, each_id, log);
    assert_int_equal(before, 102);
    store_account_games(w->store, "aaaaaaaa", false, NULL, 9, each_id, log);
    store_account_games(w->store, "bbbbbbbb", true, NULL, 9, each_id, log);
    assert_string_equal(log, "one_____ two_____ three___ two_____ ");
    log[0] = '\0';
    assert_int_equal(store_game_seats(w->store, "two_____", each_seat, log), PAUA_OK);
    assert_string_equal(log, "0 aaaaaaaa;1 bbbbbbbb;");

    /* The seats of a game that is removed go with it. */
    _Atomic int status = -1;
    assert_int_equal(store_remove(w->store, "three___", on_done, &status), PAUA_OK);
    for (int i = 0; i < 20000 && atomic_load(&status) < 0; i++)
        usleep(500);
    assert_int_equal(status, PAUA_OK);
    log[0] = '\0';
    store_account_games(w->store, "aaaaaaaa", false, NULL, 9, each_id, log);
    assert_string_equal(log, "");
    store_place_reopen(&w->at, &w->store);
}

static const store_certainty all_ratings = {.deviation_max = 350};

static void add_rating(store_batch *batch, const char *account, int games, double rating,
                       double deviation)
{
    char game[16];

    snprintf(game, sizeof game, "game%d", games);
    batch_set_rating(batch, &(store_rating){.account = account,
                                            .category = "2-fast",
                                            .rating = rating,
                                            .deviation = deviation,
                                            .volatility = 0.06,
                                            .games = games,
                                            .wins = games,
                                            .at_ms = 1000 * games,
                                            .game = game,
                                            .change = 1.5});
}

static paua_status rate(struct world *w, const char *account, int games, double rating,
                        double deviation)
{
    store_batch *batch = store_batch_new();

    add_rating(batch, account, games, rating, deviation);
    return commit(w, batch);
}

static void test_ratings_follow_one_another(void **state)
{
    struct world *w = *state;
    char log[LOG_SIZE] = "";

    assert_int_equal(add_account(w, "aaaaaaaa", "Ann", "ann"), PAUA_OK);
    assert_int_equal(add_account(w, "bbbbbbbb", "Bob", "bob"), PAUA_OK);
    assert_int_equal(add_account(w, "cccccccc", "Cid", "cid"), PAUA_OK);
    assert_int_equal(rate(w, "aaaaaaaa", 2, 1600, 90), PAUA_ERROR_CONFLICT); /* there is no first */
    assert_int_equal(rate(w, "aaaaaaaa", 1, 1550, 99), PAUA_OK);
    assert_int_equal(rate(w, "aaaaaaaa", 1, 1560, 99),
                     PAUA_ERROR_CONFLICT); /* computed from an old one */
    assert_int_equal(rate(w, "aaaaaaaa", 2, 1600, 90), PAUA_OK);
    assert_int_equal(rate(w, "aaaaaaaa", 2, 1700, 90), PAUA_ERROR_CONFLICT);
    assert_int_equal(rate(w, "bbbbbbbb", 1, 1800, 70), PAUA_OK);
    assert_int_equal(rate(w, "cccccccc", 1, 1900, 300), PAUA_OK);
    assert_int_equal(store_ratings(w->store, "aaaaaaaa", each_rating, log), PAUA_OK);
    assert_string_equal(log, "aaaaaaaa 2-fast 2 1600.0 90.0 0.06 2-0-0 game2 1.5;");
    log[0] = '\0';
    assert_int_equal(store_rating_history(w->store, "aaaaaaaa", "2-fast", 0, 9, each_rating, log),
                     PAUA_OK);
    assert_string_equal(log, "aaaaaaaa 2-fast 2 1600.0 90.0 0.06 2-0-0 game2 1.5;"
                             "aaaaaaaa 2-fast 1 1550.0 99.0 0.06 1-0-0 game1 1.5;");
    log[0] = '\0';
    store_rating_history(w->store, "aaaaaaaa", "2-fast", 2, 9, each_rating, log);
    assert_string_equal(log, "aaaaaaaa 2-fast 1 1550.0 99.0 0.06 1-0-0 game1 1.5;");
    log[0] = '\0';
    assert_int_equal(store_game_ratings(w->store, "game1", each_rating, log), PAUA_OK);
    assert_string_equal(log, "aaaaaaaa 2-fast 1 1550.0 99.0 0.06 1-0-0 game1 1.5;"
                             "bbbbbbbb 2-fast 1 1800.0 70.0 0.06 1-0-0 game1 1.5;"
                             "cccccccc 2-fast 1 1900.0 300.0 0.06 1-0-0 game1 1.5;");
}

static void found_rating(const store_rating *rating, void *context)
{
    each_rating(rating, context);
}

/* A rating is looked up as it was at a moment; rate() gives game N the time 1000 N. */
static void test_ratings_at_a_time(void **state)
{
    struct world *w = *state;
    char log[LOG_SIZE] = "";

    assert_int_equal(add_account(w, "aaaaaaaa", "Ann", "ann"), PAUA_OK);
    assert_int_equal(rate(w, "aaaaaaaa", 1, 1550, 99), PAUA_OK);
    assert_int_equal(rate(w, "aaaaaaaa", 2, 1600, 90), PAUA_OK);
    assert_int_equal(store_rating_at(w->store, "aaaaaaaa", "2-fast", 999, found_rating, log),
                     PAUA_ERROR_NOT_FOUND);
    assert_int_equal(store_rating_at(w->store, "aaaaaaaa", "2-fast", 1999, found_rating, log),
                     PAUA_OK);
    assert_int_equal(store_rating_at(w->store, "aaaaaaaa", "2-fast", 9999, found_rating, log),
                     PAUA_OK);
    assert_int_equal(store_rating_at(w->store, "aaaaaaaa", "3-fast", 9999, found_rating, log),
                     PAUA_ERROR_NOT_FOUND);
    assert_string_equal(log, "aaaaaaaa 2-fast 1 1550.0 99.0 0.06 1-0-0 game1 1.5;"
                             "aaaaaaaa 2-fast 2 1600.0 90.0 0.06 2-0-0 game2 1.5;");
}

static void count_opponents(struct world *w, const char *account)
{
    store_batch *batch = store_batch_new();

    batch_count_opponents(batch, account, "2-fast");
    assert_int_equal(commit(w, batch), PAUA_OK);
}

/* Others who have played the first game of all, and are in no standings. */
static void add_opponents(struct world *w, int count)
{
    for (int i = 0; i < count; i++) {
        const char letter = (char)('r' + i);
        const char id[] = {letter, letter, letter, letter, letter, letter, letter, letter, '\0'};

        assert_int_equal(add_account(w, id, id, id), PAUA_OK);
        assert_int_equal(rate(w, id, 1, 1000, 400), PAUA_OK);
    }
}

/* Standings have the ratings that are sure at that time, of accounts that are open. */
static void test_standings(void **state)
{
    struct world *w = *state;
    char log[LOG_SIZE] = "";
    store_certainty sure = {.deviation_max = 110};

    assert_int_equal(add_account(w, "aaaaaaaa", "Ann", "ann"), PAUA_OK);
    assert_int_equal(add_account(w, "bbbbbbbb", "Bob", "bob"), PAUA_OK);
    assert_int_equal(add_account(w, "cccccccc", "Cid", "cid"), PAUA_OK);
    assert_int_equal(rate(w, "aaaaaaaa", 1, 1600, 90), PAUA_OK);
    assert_int_equal(rate(w, "bbbbbbbb", 1, 1800, 70), PAUA_OK);
    assert_int_equal(rate(w, "cccccccc", 1, 1900, 300), PAUA_OK); /* not sure enough */
    add_opponents(w, 3);
    for (const char *const *id = (const char *const[]){"aaaaaaaa", "bbbbbbbb", "cccccccc", NULL};
         *id; id++)
        count_opponents(w, *id);
    assert_int_equal(store_standings(w->store, "2-fast", &sure, true, 0, 9, each_standing, log),
                     PAUA_OK);
    assert_string_equal(log, "Bob 1800;Ann 1600;");
    log[0] = '\0';
    store_standings(w->store, "2-fast", &all_ratings, true, 1, 1, each_standing, log);
    assert_string_equal(log, "Bob 1800;");

    /* With time Ann's is not sure any more: 0.06^2 * 1000 = 3.6 a millisecond, 90^2 + 4000 = 110^2
     * is reached after 1111. */
    sure.growth = 1000;
    sure.now_ms = 1000 + 1111;
    log[0] = '\0';
    store_standings(w->store, "2-fast", &sure, true, 0, 9, each_standing, log);
    sure.now_ms++;
    store_standings(w->store, "2-fast", &sure, true, 0, 9, each_standing, log);
    assert_string_equal(log, "Bob 1800;Ann 1600;Bob 1800;");
    log[0] = '\0';
    store_batch *batch = store_batch_new();
    batch_save_account(
        batch, &(store_account){.id = "bbbbbbbb", .name = "Bob", .key = "bob", .closed_ms = 5});
    assert_int_equal(commit(w, batch), PAUA_OK);
    store_standings(w->store, "2-fast", &all_ratings, true, 0, 9, each_standing, log);
    assert_string_equal(log, "Cid 1900;Ann 1600;");
    log[0] = '\0';
    batch = store_batch_new();
    batch_save_settings(batch, "cccccccc", "", "{\"games_max\":0,\"bot\":true}");
    assert_int_equal(commit(w, batch), PAUA_OK);
    store_standings(w->store, "2-fast", &all_ratings, false, 0, 9, each_standing, log);
    assert_string_equal(log, "Ann 1600;");
}

/* Standings have who has played five others in the newest 50 games. */
static void test_standings_need_opponents(void **state)
{
    struct world *w = *state;
    char log[LOG_SIZE] = "";

    /* By rate() the n-th games of all are one game. */
    assert_int_equal(add_account(w, "aaaaaaaa", "Ann", "ann"), PAUA_OK);
    assert_int_equal(add_account(w, "bbbbbbbb", "Bob", "bob"), PAUA_OK);
    add_opponents(w, 4);
    assert_int_equal(rate(w, "aaaaaaaa", 1, 1600, 90), PAUA_OK);
    count_opponents(w, "aaaaaaaa");
    store_standings(w->store, "2-fast", &all_ratings, true, 0, 9, each_standing, log);
    assert_string_equal(log, ""); /* four */
    assert_int_equal(rate(w, "bbbbbbbb", 1, 1500, 90), PAUA_OK);
    count_opponents(w, "aaaaaaaa");
    count_opponents(w, "bbbbbbbb");
    store_standings(w->store, "2-fast", &all_ratings, true, 0, 9, each_standing, log);
    assert_string_equal(log, "Ann 1600;Bob 1500;");
    /* Her newest 50 games but the oldest are against Bob alone, then all. */
    store_batch *batch = store_batch_new();
    for (int games = 2; games <= 50; games++) {
        add_rating(batch, "aaaaaaaa", games, 1600, 90);
        add_rating(batch, "bbbbbbbb", games, 1500, 90);
    }
    assert_int_equal(commit(w, batch), PAUA_OK);
    for (int games = 50; games <= 51; games++) {
        if (games == 51)
            assert_int_equal(rate(w, "aaaaaaaa", games, 1600, 90), PAUA_OK);
        count_opponents(w, "aaaaaaaa");
        log[0] = '\0';
        store_standings(w->store, "2-fast", &all_ratings, true, 0, 9, each_standing, log);
        assert_string_equal(log, games == 50 ? "Ann 1600;Bob 1500;" : "Bob 1500;");
    }
}

static bool each_pair_game(const store_pair_game *row, void *context)
{
    char *log = context;
    size_t used = strlen(log);

    snprintf(log + used, LOG_SIZE - used, "%lld %s %s %s;", (long long)row->at_ms, row->game,
             row->players[0].account, row->players[1].account);
    return true;
}

static bool each_pair(const store_pair *pair, void *context)
{
    char *log = context;
    size_t used = strlen(log);

    snprintf(log + used, LOG_SIZE - used,
             "%s %s %d: %d-%d-%d %+.0f %+.0f %d, %d %d %lld %lld %lld;", pair->name, pair->other,
             pair->games, pair->wins, pair->draws, pair->losses, pair->change, pair->other_change,
             pair->not_counted, pair->short_games, pair->same_address, (long long)pair->paused_ms,
             (long long)pair->lag_ms, (long long)pair->other_lag_ms);
    return true;
}

/* Games of pairs are counted in any order of the two, and kept for 30 days. */
static bool each_counts(bool is_short, bool same_address, const store_pair_counts *counts,
                        void *context)
{
    char *log = context;
    size_t used = strlen(log);

    snprintf(log + used, LOG_SIZE - used, "%d%d %d %d %d;", is_short, same_address, counts->games,
             counts->short_games, counts->same_address);
    return true;
}

static void test_pair_games(void **state)
{
    struct world *w = *state;
    const int64_t first_ms = 5000, second_ms = first_ms + PAIR_GAME_KEPT_MS;
    const store_pair_game rows[] = {
        {first_ms,
         "one",
         "2-fast",
         {{"bbbbbbbb", 2, 30, 7}, {"aaaaaaaa", 0, -30, 0}},
         true,
         true,
         false,
         0},
        {second_ms,
         "two",
         "2-fast",
         {{"aaaaaaaa", 1, -2, 0}, {"bbbbbbbb", 1, 2, 9}},
         true,
         false,
         true,
         40},
        {second_ms,
         "three",
         "2-fast",
         {{"aaaaaaaa", 2, 0, 3}, {"bbbbbbbb", 0, 0, 0}},
         false,
         true,
         false,
         2},
        {second_ms + 1,
         "four",
         "2-fast",
         {{"aaaaaaaa", 2, 1, 0}, {"cccccccc", 0, -1, 0}},
         true,
         false,
         false,
         0},
    };
    store_pair_counts counts;
    char log[LOG_SIZE] = "";

    assert_int_equal(add_account(w, "aaaaaaaa", "Ann", "ann"), PAUA_OK);
    assert_int_equal(add_account(w, "bbbbbbbb", "Bob", "bob"), PAUA_OK);
    assert_int_equal(add_account(w, "cccccccc", "Cid", "cid"), PAUA_OK);
    for (int i = 0; i < 4; i++) {
        store_batch *batch = store_batch_new();

        if (i == 3) {
            assert_int_equal(store_pairs(w->store, 0, 9, each_pair, log), PAUA_OK);
            assert_string_equal(log, "Bob Ann 2: 1-1-0 +32 -32 1, 2 1 42 16 3;");
        }
        batch_add_pair_game(batch, &rows[i]);
        assert_int_equal(commit(w, batch), PAUA_OK);
    }
    for (int swap = 0; swap < 2; swap++) {
        const char *one = swap ? "bbbbbbbb" : "aaaaaaaa", *other = swap ? "aaaaaaaa" : "bbbbbbbb";

        assert_int_equal(
            store_pair_count(w->store, one, other, "2-fast", second_ms - 1, second_ms, &counts),
            PAUA_OK);
        assert_int_equal(counts.games, 1);
        assert_int_equal(counts.short_games, 0);
        assert_int_equal(counts.same_address, 1);
        store_pair_count(w->store, one, other, "2-fast", second_ms, second_ms + 9, &counts);
        assert_int_equal(counts.games, 0);
        store_pair_count(w->store, one, other, "2-slow", 0, second_ms, &counts);
        assert_int_equal(counts.games, 0);
    }
    /* What came before a game that does not count; others have no such rows. */
    log[0] = '\0';
    store_pairs_of_game(w->store, "three", second_ms, 1, each_counts, log);
    store_pairs_of_game(w->store, "three", second_ms, second_ms, each_counts, log);
    store_pairs_of_game(w->store, "two", second_ms, second_ms, each_counts, log);
    store_pairs_of_game(w->store, "three", first_ms, second_ms, each_counts, log);
    assert_string_equal(log, "10 1 0 1;10 2 1 1;");
    store_batch *trim = store_batch_new();
    batch_trim_pair_games(trim, second_ms + 1 - PAIR_GAME_KEPT_MS); /* the first row is older */
    assert_int_equal(commit(w, trim), PAUA_OK);
    log[0] = '\0';
    assert_int_equal(store_pair_game_rows(w->store, each_pair_game, log), PAUA_OK);
    assert_string_equal(log, "2592005000 three aaaaaaaa bbbbbbbb;2592005000 two aaaaaaaa bbbbbbbb;"
                             "2592005001 four aaaaaaaa cccccccc;");
    log[0] = '\0';
    assert_int_equal(store_pairs(w->store, second_ms, 9, each_pair, log), PAUA_OK);
    assert_string_equal(log, "Ann Cid 1: 1-0-0 +1 -1 0, 0 0 0 0 0;");
    /* The same game again is a conflict. */
    store_batch *batch = store_batch_new();
    batch_add_pair_game(batch, &rows[3]);
    assert_int_equal(commit(w, batch), PAUA_ERROR_CONFLICT);
    store_place_reopen(&w->at, &w->store);
}

static bool each_tournament(const store_tournament *one, void *context)
{
    char *log = context;
    size_t used = strlen(log);

    snprintf(log + used, LOG_SIZE - used, "%s %lld %s;", one->id, (long long)one->revision,
             one->text);
    return true;
}

static void write_tournament(const store_tournament *one, void *context)
{
    each_tournament(one, context);
}

static paua_status set_tournament(struct world *w, const char *id, int64_t revision, int64_t at_ms,
                                  bool unfinished, const char *text)
{
    store_batch *batch = store_batch_new();

    batch_set_tournament(batch, &(store_tournament){id, revision, at_ms, unfinished, text});
    return commit(w, batch);
}

static bool each_fault(const char *fault, void *context);
static void find_faults(struct world *w, char log[LOG_SIZE]);

/* A tournament is saved by who knows its newest revision; what is damaged is left out and found. */
static void test_tournaments(void **state)
{
    struct world *w = *state;
    char log[LOG_SIZE] = "";

    assert_int_equal(set_tournament(w, "tttttttt", 1, 10, true, "{}"), PAUA_OK);
    assert_int_equal(set_tournament(w, "tttttttt", 1, 10, true, "{}"), PAUA_ERROR_CONFLICT);
    assert_int_equal(set_tournament(w, "tttttttt", 3, 10, true, "[3]"), PAUA_ERROR_CONFLICT);
    assert_int_equal(set_tournament(w, "tttttttt", 2, 10, true, "[2]"), PAUA_OK);
    assert_int_equal(set_tournament(w, "uuuuuuuu", 2, 10, true, "[2]"), PAUA_ERROR_CONFLICT);
    assert_int_equal(set_tournament(w, "uuuuuuuu", 1, 20, true, "[1]"), PAUA_OK);
    assert_int_equal(set_tournament(w, "vvvvvvvv", 1, 30, false, "[0]"), PAUA_OK);
    assert_int_equal(
        store_tournaments(w->store, STORE_TOURNAMENTS_UNFINISHED, 0, 9, NULL, each_tournament, log),
        PAUA_OK);
    assert_string_equal(log, "uuuuuuuu 1 [1];tttttttt 2 [2];");
    log[0] = '\0';
    store_tournaments(w->store, STORE_TOURNAMENTS_UNFINISHED, 20, 9, NULL, each_tournament, log);
    store_tournaments(w->store, STORE_TOURNAMENTS_UNFINISHED, 0, 1, NULL, each_tournament, log);
    store_tournaments(w->store, STORE_TOURNAMENTS_FINISHED, 0, 9, NULL, each_tournament, log);
    assert_string_equal(log, "tttttttt 2 [2];uuuuuuuu 1 [1];vvvvvvvv 1 [0];");
    log[0] = '\0';
    assert_int_equal(store_tournament_find(w->store, "vvvvvvvv", write_tournament, log), PAUA_OK);
    assert_int_equal(store_tournament_find(w->store, "wwwwwwww", write_tournament, log),
                     PAUA_ERROR_NOT_FOUND);
    assert_string_equal(log, "vvvvvvvv 1 [0];");
    store_close(w->store);
    w->store = NULL;
    find_faults(w, log);
    assert_string_equal(log, "");
    store_place_change(&w->at, "UPDATE tournament SET text = '[9]' WHERE id = 'uuuuuuuu'");
    find_faults(w, log);
    assert_string_equal(log, "1 tournaments are not what their checksums say;");
    store_place_reopen(&w->at, &w->store);
    log[0] = '\0';
    assert_int_equal(
        store_tournaments(w->store, STORE_TOURNAMENTS_UNFINISHED, 0, 9, NULL, each_tournament, log),
        PAUA_ERROR_CORRUPT);
    assert_string_equal(log, "tttttttt 2 [2];");
    assert_int_equal(store_tournament_find(w->store, "uuuuuuuu", write_tournament, log),
                     PAUA_ERROR_CORRUPT);
}

/* A page of at most so many finished tournaments. Returns the beginning of the next one. */
static int64_t page_tournaments(struct world *w, int64_t before_ms, int most, paua_status expected,
                                char log[LOG_SIZE])
{
    int64_t next_ms = -1;

    log[0] = '\0';
    assert_int_equal(store_tournaments(w->store, STORE_TOURNAMENTS_FINISHED, before_ms, most,
                                       &next_ms, each_tournament, log),
                     expected);
    return next_ms;
}

/* Pages do not end within a millisecond, and damaged rows do not end the pages. */
static void test_tournament_pages(void **state)
{
    struct world *w = *state;
    char log[LOG_SIZE];

    set_tournament(w, "aaaaaaaa", 1, 10, false, "1");
    set_tournament(w, "bbbbbbbb", 1, 20, false, "2");
    set_tournament(w, "cccccccc", 1, 20, false, "3");
    set_tournament(w, "dddddddd", 1, 20, false, "4");
    set_tournament(w, "eeeeeeee", 1, 30, false, "5");
    set_tournament(w, "ffffffff", 1, 40, true, "6");
    assert_int_equal(page_tournaments(w, 0, 2, PAUA_OK, log), 20);
    assert_string_equal(log, "eeeeeeee 1 5;bbbbbbbb 1 2;cccccccc 1 3;dddddddd 1 4;");
    assert_int_equal(page_tournaments(w, 20, 2, PAUA_OK, log), 0);
    assert_string_equal(log, "aaaaaaaa 1 1;");
    assert_int_equal(page_tournaments(w, 10, 2, PAUA_OK, log), 0);
    assert_string_equal(log, "");

    store_close(w->store);
    w->store = NULL;
    store_place_change(&w->at, "UPDATE tournament SET text = '7' WHERE id = 'eeeeeeee'");
    store_place_reopen(&w->at, &w->store);
    assert_int_equal(page_tournaments(w, 0, 1, PAUA_ERROR_CORRUPT, log), 30);
    assert_string_equal(log, "");
    assert_int_equal(page_tournaments(w, 30, 1, PAUA_OK, log), 20);
    assert_string_equal(log, "bbbbbbbb 1 2;cccccccc 1 3;dddddddd 1 4;");
}

static bool each_fault(const char *fault, void *context)
{
    char *log = context;
    size_t used = strlen(log);

    snprintf(log + used, LOG_SIZE - used, "%s;", fault);
    return true;
}

/* The faults of a closed store. */
static void find_faults(struct world *w, char log[LOG_SIZE])
{
    char message[STORE_MESSAGE_MAX] = "";
    store *reading = NULL;

    log[0] = '\0';
    assert_int_equal(store_open_reading(w->at.place, &reading, message), PAUA_OK);
    assert_int_equal(store_check_consistency(reading, each_fault, log), PAUA_OK);
    store_close(reading);
}

static void test_rows_that_belong_to_nothing_are_faults(void **state)
{
    struct world *w = *state;
    char log[LOG_SIZE];
    const store_login login = login_of("s1______", "aaaaaaaa", 1, STORE_SESSION);
    const store_game game = game_of("game____", 5);
    store_batch *batch = store_batch_new();

    assert_int_equal(add_account(w, "aaaaaaaa", "Ann", "ann"), PAUA_OK);
    batch_add_login(batch, &login);
    batch_create_game(batch, &game, NULL);
    batch_seat_account(batch, "game____", 0, "aaaaaaaa");
    assert_int_equal(commit(w, batch), PAUA_OK);
    assert_int_equal(rate(w, "aaaaaaaa", 1, 1550, 99), PAUA_OK);
    store_close(w->store);
    w->store = NULL;
    find_faults(w, log);
    assert_string_equal(log, "");
    store_place_change(&w->at, "UPDATE rating SET rating = 2900");
    find_faults(w, log);
    assert_string_equal(log, "1 ratings belong to no account or are not what the last game left;");
    store_place_change(&w->at, "DELETE FROM account");
    find_faults(w, log);
    assert_string_equal(log, "1 sessions or tokens belong to no account;"
                             "1 seats belong to no game or account;"
                             "1 ratings belong to no account or are not what the last game left;");
}

static bool each_mail(const store_mail *mail, void *context)
{
    char *log = context;
    size_t used = strlen(log);

    snprintf(log + used, LOG_SIZE - used, "%s %s %s %s [%s] [%s] [%s] %d %d %d %d [%s %s %s];",
             mail->id, mail->account, mail->recipient, mail->subject, mail->body, mail->in_reply_to,
             mail->references, mail->kind, (int)mail->created_ms, (int)mail->next_ms,
             mail->attempts, mail->topic, mail->position, mail->move);
    return true;
}

static void found_address(const char *address, int64_t requested_ms, void *context)
{
    snprintf(context, LOG_SIZE, "%s %d", address, (int)requested_ms);
}

static bool each_secret(const char *name, const char *value, void *context)
{
    snprintf(context, LOG_SIZE, "%s=%s", name, value);
    return true;
}

static paua_status add_mail(struct world *w, const char *id, const char *account, int64_t next_ms)
{
    store_batch *batch = store_batch_new();

    batch_add_mail(batch, &(store_mail){.id = id,
                                        .account = account,
                                        .recipient = "ann@example.org",
                                        .subject = "Hello",
                                        .body = "a\nb\n",
                                        .in_reply_to = "<1@x>",
                                        .references = "<0@x>",
                                        .topic = "game-1",
                                        .position = "belgian-daisy",
                                        .move = "a1b2",
                                        .kind = 2,
                                        .created_ms = 5,
                                        .next_ms = next_ms});
    return commit(w, batch);
}

/* A mail is taken by one, who may try it; after a restart it is still there, until it is
 * removed. */
static void test_mail_waits(void **state)
{
    struct world *w = *state;
    char log[LOG_SIZE] = "";
    int64_t next_ms;
    int count;

    assert_int_equal(store_mail_next(w->store, &next_ms, &count), PAUA_OK);
    assert_int_equal(count, 0);
    assert_true(next_ms == INT64_MAX);
    assert_int_equal(add_account(w, "aaaaaaaa", "Ann", "ann"), PAUA_OK);
    assert_int_equal(add_mail(w, "m2", "aaaaaaaa", 200), PAUA_OK);
    assert_int_equal(add_mail(w, "m1", "", 100), PAUA_OK);
    assert_int_equal(add_mail(w, "m1", "", 100), PAUA_ERROR_CONFLICT);
    assert_int_equal(store_mails_due(w->store, 199, 9, each_mail, log), PAUA_OK);
    assert_string_equal(log, "m1  ann@example.org Hello [a\nb\n] [<1@x>] [<0@x>] 2 5 100 0 "
                             "[game-1 belgian-daisy a1b2];");
    for (int again = 0; again < 2; again++) {
        store_batch *batch = store_batch_new();

        batch_take_mail(batch, "m1", 0, 300);
        assert_int_equal(commit(w, batch), again ? PAUA_ERROR_CONFLICT : PAUA_OK);
    }
    store_place_reopen(&w->at, &w->store);
    log[0] = '\0';
    assert_int_equal(store_mails_due(w->store, 250, 9, each_mail, log), PAUA_OK);
    assert_memory_equal(log, "m2 aaaaaaaa ", 12);
    assert_int_equal(store_mail_next(w->store, &next_ms, &count), PAUA_OK);
    assert_int_equal(count, 2);
    assert_int_equal(next_ms, 200);
    store_batch *batch = store_batch_new();
    batch_remove_mail(batch, "m1");
    batch_remove_account_rows(batch, "aaaaaaaa");
    assert_int_equal(commit(w, batch), PAUA_OK);
    assert_int_equal(store_mail_next(w->store, &next_ms, &count), PAUA_OK);
    assert_int_equal(count, 0);
}

/* Commits a batch of these changes, and looks at how it ended. */
#define COMMIT(w, expected, ...)                                                                   \
    do {                                                                                           \
        store_batch *batch = store_batch_new();                                                    \
                                                                                                   \
        __VA_ARGS__;                                                                               \
        assert_int_equal(commit(w, batch), expected);                                              \
    } while (0)

/* An address is confirmed once, the one that was asked for last; what has come is remembered. */
static void test_addresses_and_seen_mails(void **state)
{
    struct world *w = *state;
    char log[LOG_SIZE] = "";
    enum store_seen seen;

    assert_int_equal(add_account(w, "aaaaaaaa", "Ann", "ann"), PAUA_OK);
    assert_int_equal(store_pending_address(w->store, "aaaaaaaa", found_address, log),
                     PAUA_ERROR_NOT_FOUND);
    COMMIT(w, PAUA_OK, batch_set_pending_address(batch, "aaaaaaaa", "a@x", 3));
    COMMIT(w, PAUA_OK, batch_set_pending_address(batch, "aaaaaaaa", "b@x", 4));
    assert_int_equal(store_pending_address(w->store, "aaaaaaaa", found_address, log), PAUA_OK);
    assert_string_equal(log, "b@x 4");
    COMMIT(w, PAUA_ERROR_CONFLICT, batch_remove_pending_address(batch, "aaaaaaaa", "a@x"));
    for (int again = 0; again < 2; again++)
        COMMIT(w, again ? PAUA_ERROR_CONFLICT : PAUA_OK,
               batch_remove_pending_address(batch, "aaaaaaaa", "b@x");
               batch_set_confirmed_address(batch, "aaaaaaaa", "", "b@x"));
    COMMIT(w, PAUA_ERROR_CONFLICT, batch_set_confirmed_address(batch, "aaaaaaaa", "", "c@x"));
    COMMIT(w, PAUA_ERROR_CONFLICT, batch_set_confirmed_address(batch, "bbbbbbbb", "", "b@x"));
    log[0] = '\0';
    store_account_by_id(w->store, "aaaaaaaa", write_account, log);
    assert_non_null(strstr(log, "[b@x]"));

    COMMIT(w, PAUA_ERROR_CONFLICT, batch_end_seen(batch, "k"));
    for (int again = 0; again < 2; again++)
        COMMIT(w, again ? PAUA_ERROR_CONFLICT : PAUA_OK, batch_add_seen(batch, "k", 50));
    assert_int_equal(store_seen(w->store, "k", 49, &seen), PAUA_OK);
    assert_int_equal(seen, STORE_SEEN);
    for (int again = 0; again < 2; again++)
        COMMIT(w, again ? PAUA_ERROR_CONFLICT : PAUA_OK, batch_end_seen(batch, "k"));
    COMMIT(w, PAUA_OK, batch_trim_seen(batch, 49));
    store_seen(w->store, "k", 49, &seen);
    assert_int_equal(seen, STORE_SEEN_DONE);
    store_seen(w->store, "k", 50, &seen); /* expired, but not forgotten yet */
    assert_int_equal(seen, STORE_UNSEEN);
    COMMIT(w, PAUA_OK, batch_trim_seen(batch, 50));
    store_seen(w->store, "k", 49, &seen);
    assert_int_equal(seen, STORE_UNSEEN);

    COMMIT(w, PAUA_OK, batch_add_secret(batch, "mail", "one"));
    COMMIT(w, PAUA_OK, batch_add_secret(batch, "mail", "two"));
    assert_int_equal(store_secrets(w->store, "mail", each_secret, log), PAUA_OK);
    assert_string_equal(log, "mail=one");
}

static bool each_message(const store_message *message, void *context)
{
    char *log = context;
    size_t used = strlen(log);

    snprintf(log + used, LOG_SIZE - used, "%s:%d ", message->peer, (int)message->number);
    return true;
}

static bool each_block(const store_account *blocked, int64_t at_ms, void *context)
{
    char *log = context;
    size_t used = strlen(log);

    (void)at_ms;
    snprintf(log + used, LOG_SIZE - used, "%s ", blocked->id);
    return true;
}

static bool each_subscription(const char *game, int64_t since_ms, void *context)
{
    char *log = context;
    size_t used = strlen(log);

    (void)since_ms;
    snprintf(log + used, LOG_SIZE - used, "%s ", game);
    return true;
}

/* The messages of an account, the accounts that it blocks and the games that it follows. */
static void check_own_rows(struct world *w, const char *account, const char *expected)
{
    char log[LOG_SIZE] = "";

    store_messages(w->store, account, "", 0, 100, NULL, each_message, log);
    strcat(log, "| ");
    store_blocks(w->store, account, each_block, log);
    strcat(log, "| ");
    store_subscriptions(w->store, account, each_subscription, log);
    assert_string_equal(log, expected);
}

/* What one account removes, one by one or all, stays with another. */
static void test_removals(void **state)
{
    static const char *const ids[] = {"aaaaaaaa", "bbbbbbbb", "cccccccc"};
    static const char *const games[] = {"game1", "game2", "game3"};
    static const char rest[] = "aaaaaaaa:2 aaaaaaaa:1 | aaaaaaaa cccccccc | game1 ";
    struct world *w = *state;

    assert_int_equal(add_account(w, ids[0], "Ann", "ann"), PAUA_OK);
    assert_int_equal(add_account(w, ids[1], "Bob", "bob"), PAUA_OK);
    assert_int_equal(add_account(w, ids[2], "Cid", "cid"), PAUA_OK);
    for (int i = 0; i < 3; i++) {
        const store_game game = game_of(games[i], i);

        COMMIT(w, PAUA_OK, batch_create_game(batch, &game, NULL));
    }
    for (int i = 0; i < 2; i++) {
        for (int64_t number = 1; number <= 2; number++)
            COMMIT(w, PAUA_OK,
                   batch_add_message(batch, &(store_message){.owner = ids[i],
                                                             .peer = ids[!i],
                                                             .number = number,
                                                             .text = "Hello"}));
        COMMIT(w, PAUA_OK, batch_add_block(batch, ids[i], ids[!i], 1);
               batch_add_block(batch, ids[i], ids[2], 1);
               batch_add_subscription(batch, ids[i], "game1", 2));
    }
    COMMIT(
        w, PAUA_OK,
        batch_add_message(
            batch, &(store_message){.owner = ids[0], .peer = ids[2], .number = 3, .text = "Hello"});
        batch_add_message(
            batch, &(store_message){.owner = ids[0], .peer = ids[2], .number = 4, .text = "Hello"});
        batch_add_subscription(batch, ids[0], "game2", 1);
        batch_add_subscription(batch, ids[0], "game3", 0));
    COMMIT(w, PAUA_OK, batch_remove_message(batch, ids[0], ids[2], 3);
           batch_remove_message(batch, ids[0], ids[2], 2));
    COMMIT(w, PAUA_OK, batch_remove_block(batch, ids[0], ids[1]);
           batch_remove_subscription(batch, ids[0], "game2"));
    check_own_rows(w, ids[0], "cccccccc:4 bbbbbbbb:2 bbbbbbbb:1 | cccccccc | game1 game3 ");
    COMMIT(w, PAUA_OK, batch_remove_conversation(batch, ids[0], ids[1]));
    check_own_rows(w, ids[0], "cccccccc:4 | cccccccc | game1 game3 ");
    COMMIT(w, PAUA_OK, batch_remove_account_rows(batch, ids[0]));
    check_own_rows(w, ids[0], "| | ");
    check_own_rows(w, ids[1], rest);
    COMMIT(w, PAUA_OK, batch_set_pending_address(batch, ids[0], "a@x", 1);
           batch_set_pending_address(batch, ids[1], "b@x", 1));
    COMMIT(w, PAUA_OK, batch_clear_pending_address(batch, ids[0]));
    COMMIT(w, PAUA_ERROR_CONFLICT, batch_remove_pending_address(batch, ids[0], "a@x"));
    COMMIT(w, PAUA_OK, batch_remove_pending_address(batch, ids[1], "b@x"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_accounts_are_found, start, stop),
        cmocka_unit_test_setup_teardown(test_names_and_ids_are_unique, start, stop),
        cmocka_unit_test_setup_teardown(test_batches_are_whole, start, stop),
        cmocka_unit_test_setup_teardown(test_logins, start, stop),
        cmocka_unit_test_setup_teardown(test_expected_passwords_and_too_many_sessions, start, stop),
        cmocka_unit_test_setup_teardown(test_expected_company, start, stop),
        cmocka_unit_test_setup_teardown(test_settings_alone, start, stop),
        cmocka_unit_test_setup_teardown(test_vacations, start, stop),
        cmocka_unit_test_setup_teardown(test_games_of_an_account, start, stop),
        cmocka_unit_test_setup_teardown(test_ratings_follow_one_another, start, stop),
        cmocka_unit_test_setup_teardown(test_ratings_at_a_time, start, stop),
        cmocka_unit_test_setup_teardown(test_standings, start, stop),
        cmocka_unit_test_setup_teardown(test_standings_need_opponents, start, stop),
        cmocka_unit_test_setup_teardown(test_pair_games, start, stop),
        cmocka_unit_test_setup_teardown(test_mail_waits, start, stop),
        cmocka_unit_test_setup_teardown(test_addresses_and_seen_mails, start, stop),
        cmocka_unit_test_setup_teardown(test_removals, start, stop),
        cmocka_unit_test_setup_teardown(test_tournaments, start, stop),
        cmocka_unit_test_setup_teardown(test_tournament_pages, start, stop),
        cmocka_unit_test_setup_teardown(test_rows_that_belong_to_nothing_are_faults, start, stop),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
