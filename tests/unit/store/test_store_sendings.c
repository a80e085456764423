/* What limits count of messages and challenges: it stays when messages and games are removed, for a
 * day, and so are limits checked in the transaction. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/open.h"
#include "store/tables/games.h"
#include "store/tables/messages.h"
#include "store/tables/sendings.h"
#include "store/tables/strangers.h"
#include "store_place.h"

#define LOG_SIZE 2048
#define NOW      ((int64_t)1000 * SENDING_KEPT_MS)
#define MINUTE   60000

static const char *const ann = "aaaaaaaa", *const bob = "bbbbbbbb", *const cid = "cccccccc";

struct world {
    struct store_place at;
    store *store;
};

/* Commits a batch of the calls. */
#define COMMIT(w, expected, ...)                                                                   \
    do {                                                                                           \
        store_batch *batch = store_batch_new();                                                    \
                                                                                                   \
        __VA_ARGS__;                                                                               \
        assert_int_equal(store_commit_durably((w)->store, batch), expected);                       \
    } while (0)

/* A store with three accounts. */
static int start(void **state)
{
    struct world *w = calloc(1, sizeof *w);

    store_place_make(&w->at);
    *state = w;
    store_place_reopen(&w->at, &w->store);
    COMMIT(w, PAUA_OK,
           batch_add_account(batch, &(store_account){.id = ann, .name = "Ann", .key = "ann"});
           batch_add_account(batch, &(store_account){.id = bob, .name = "Bob", .key = "bob"});
           batch_add_account(batch, &(store_account){.id = cid, .name = "Cid", .key = "cid"}));
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

/* Adds a message to the box of the sender alone. */
static void add_message(store_batch *batch, const char *from, const char *to, int number,
                        int64_t at_ms)
{
    char id[24];

    snprintf(id, sizeof id, "%d", number);
    batch_add_message(batch, &(store_message){.owner = from,
                                              .peer = to,
                                              .number = number,
                                              .sent = true,
                                              .at_ms = at_ms,
                                              .text = "Hello"});
    batch_add_sending(batch, &(store_sending){.sender = from,
                                              .recipient = to,
                                              .kind = STORE_SENDING_MESSAGE,
                                              .at_ms = at_ms,
                                              .id = id});
}

/* Adds a message from one account to the box of another. */
static void add_answer(store_batch *batch, const char *from, const char *to, int number)
{
    batch_add_message(
        batch, &(store_message){
                   .owner = to, .peer = from, .number = number, .at_ms = NOW, .text = "Hello"});
}

static store_writing writing_to(const char *reader)
{
    return (store_writing){ann, reader, NOW - SENDING_KEPT_MS, NOW + MINUTE, NOW - MINUTE};
}

/* What Ann has written to somebody, and to all, and whether limits of these allow one more. */
static void check_counts(struct world *w, const char *reader, bool known, int one, int all,
                         int recent)
{
    const store_writing writing = writing_to(reader);
    store_writing_counts counts;

    assert_int_equal(store_writing_count(w->store, &writing, &counts), PAUA_OK);
    assert_int_equal(counts.known, known);
    assert_int_equal(counts.one, one);
    assert_int_equal(counts.all, all);
    assert_int_equal(counts.recent, recent);

    const store_writing_limits enough = {.one = one + 1, .all = all + 1, .recent = recent + 1};
    store_writing_limits few[3] = {enough, enough, enough};
    few[0].one = one;
    few[1].all = all;
    few[2].recent = recent;
    COMMIT(w, PAUA_OK, batch_expect_writing(batch, &writing, &enough));
    for (int i = 0; i < 3; i++)
        COMMIT(w, known && i < 2 ? PAUA_OK : PAUA_ERROR_CONFLICT,
               batch_expect_writing(batch, &writing, &few[i]));
}

static bool each_sending(const store_sending *sending, const char *name, void *context)
{
    char *log = context;
    size_t used = strlen(log);

    snprintf(log + used, LOG_SIZE - used, "%d %s %s %d;", (int)sending->kind, sending->id, name,
             (int)(NOW - sending->at_ms));
    return true;
}

static void check_sendings(struct world *w, const char *sender, const char *expected)
{
    char log[LOG_SIZE] = "";

    assert_int_equal(store_sendings(w->store, sender, each_sending, log), PAUA_OK);
    assert_string_equal(log, expected);
}

/* Whoever removes a message: it counts. Who answers is no stranger, whatever was written before. */
static void test_removed_messages_count(void **state)
{
    struct world *w = *state;

    COMMIT(w, PAUA_OK, add_message(batch, ann, bob, 1, NOW - 9 * MINUTE);
           add_message(batch, ann, bob, 2, NOW - MINUTE); add_message(batch, ann, cid, 3, NOW);
           add_message(batch, ann, cid, 4, NOW + MINUTE);
           add_message(batch, ann, cid, 5, NOW + MINUTE + 1);      /* a wrong date */
           add_message(batch, ann, bob, 6, NOW - SENDING_KEPT_MS); /* too old */
           add_message(batch, bob, cid, 7, NOW));                  /* of somebody else */
    check_counts(w, bob, false, 2, 4, 2);
    check_counts(w, cid, false, 2, 4, 2);

    COMMIT(w, PAUA_OK, batch_remove_message(batch, ann, bob, 1));
    COMMIT(w, PAUA_OK, batch_remove_conversation(batch, ann, cid));
    COMMIT(w, PAUA_OK, batch_trim_messages(batch, ann, 0));
    store_place_reopen(&w->at, &w->store);
    check_counts(w, bob, false, 2, 4, 2);

    COMMIT(w, PAUA_OK, add_answer(batch, bob, ann, 8));
    check_counts(w, bob, true, 2, 2, 2);
    check_counts(w, cid, false, 2, 2, 2);
}

/* What is no longer counted goes; a second one of the same number is a conflict. */
static void test_rows_are_kept_for_a_day(void **state)
{
    struct world *w = *state;

    COMMIT(w, PAUA_OK, add_message(batch, ann, bob, 1, NOW - 5);
           add_message(batch, ann, cid, 2, NOW - 4); add_message(batch, ann, bob, 3, NOW - 3);
           add_message(batch, bob, ann, 4, NOW - 5); add_answer(batch, bob, ann, 4));
    COMMIT(w, PAUA_ERROR_CONFLICT, add_message(batch, ann, bob, 1, NOW - 5));
    check_sendings(w, ann, "0 3 Bob 3;0 2 Cid 4;0 1 Bob 5;");
    COMMIT(w, PAUA_OK, batch_trim_known_messages(batch, ann, NOW - 3));
    check_sendings(w, ann, "0 3 Bob 3;0 2 Cid 4;");
    check_sendings(w, bob, "0 4 Ann 5;");
    COMMIT(w, PAUA_OK, batch_trim_sendings(batch, NOW - 4));
    check_sendings(w, ann, "0 3 Bob 3;0 2 Cid 4;");
    check_sendings(w, bob, "");
    COMMIT(w, PAUA_OK, batch_remove_account_rows(batch, bob));
    check_sendings(w, ann, "0 3 Bob 3;0 2 Cid 4;");
    COMMIT(w, PAUA_OK, batch_remove_account_rows(batch, ann));
    check_sendings(w, ann, "");
}

/* Adds a game in which Ann has challenged Bob. */
static void add_challenge(store_batch *batch, const char *id, int64_t at_ms)
{
    const store_game game = {.id = id,
                             .created_ms = at_ms,
                             .setup = "[{\"account\":\"aaaaaaaa\",\"name\":\"Ann\"},"
                                      "{\"account\":\"bbbbbbbb\",\"name\":\"Bob\",\"waits\":true}]",
                             .state = {.result = "*", .reason = ""}};

    batch_create_game(batch, &game, NULL);
    batch_seat_account(batch, id, 0, ann);
    batch_seat_account(batch, id, 1, bob);
    batch_add_sending(batch, &(store_sending){.sender = ann,
                                              .recipient = bob,
                                              .kind = STORE_SENDING_CHALLENGE,
                                              .at_ms = at_ms,
                                              .id = id});
}

/* Those that wait, were not accepted lately, and went to strangers. */
static void check_challenges(struct world *w, int waiting, int one, int strangers, bool known)
{
    const store_challenge challenge = {ann, bob, NOW - SENDING_KEPT_MS, NOW - MINUTE, NOW + MINUTE};
    const store_challenge_limits enough = {waiting + 1, one + 1, strangers + 1};
    store_challenge_limits few[3] = {enough, enough, enough};
    store_challenge_counts counts;

    assert_int_equal(store_challenge_count(w->store, &challenge, &counts), PAUA_OK);
    assert_int_equal(counts.waiting, waiting);
    assert_int_equal(counts.one, one);
    assert_int_equal(counts.strangers, strangers);
    assert_int_equal(counts.known > 0, known);
    COMMIT(w, PAUA_OK, batch_expect_challenges(batch, &challenge, &enough));
    few[0].waiting = waiting;
    few[1].one = one;
    few[2].strangers = strangers;
    for (int i = 0; i < 3; i++)
        COMMIT(w, known && i == 2 ? PAUA_OK : PAUA_ERROR_CONFLICT,
               batch_expect_challenges(batch, &challenge, &few[i]));
}

/* A challenge counts until it is accepted, also where its game is removed, or the sender has made a
 * thousand games since. */
static void test_challenges_count(void **state)
{
    struct world *w = *state;
    store_event join = {.number = 1, .type = "join", .text = "w @bbbbbbbb Bob", .at_ms = NOW};
    store_game game = {.created_ms = NOW, .setup = "[]", .state = {.result = "*", .reason = ""}};
    char id[16];

    check_challenges(w, 0, 0, 0, false);
    COMMIT(w, PAUA_OK, add_challenge(batch, "one_____", NOW); add_challenge(batch, "two_____", NOW);
           add_challenge(batch, "three___", NOW - MINUTE); /* not lately */
           add_challenge(batch, "four____", NOW));
    check_challenges(w, 4, 3, 4, false);
    COMMIT(w, PAUA_OK, batch_append_event(batch, "one_____", &join, &game.state));
    check_challenges(w, 3, 2, 3, false);

    store_close(w->store);
    store_place_change(&w->at, "DELETE FROM seat WHERE game = (SELECT key FROM game WHERE"
                               " id = 'two_____'); DELETE FROM game WHERE id = 'two_____'");
    w->store = NULL;
    store_place_reopen(&w->at, &w->store);
    check_challenges(w, 2, 2, 3, false);
    store_batch *games = store_batch_new();
    for (int i = 0; i < 1001; i++) {
        snprintf(id, sizeof id, "%08d", i);
        game.id = id;
        batch_create_game(games, &game, NULL);
        batch_seat_account(games, id, 0, ann);
    }
    assert_int_equal(store_commit_durably(w->store, games), PAUA_OK);
    check_challenges(w, 2, 2, 3, false);

    COMMIT(w, PAUA_OK, add_answer(batch, bob, ann, 1));
    check_challenges(w, 2, 2, 0, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_removed_messages_count, start, stop),
        cmocka_unit_test_setup_teardown(test_rows_are_kept_for_a_day, start, stop),
        cmocka_unit_test_setup_teardown(test_challenges_count, start, stop),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
