/* Two servers with one store: slots, the lead, what one hears of the other, in which order, and
 * what is taken over. Of SQLite, where there is but one server, what that one is told. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "store/core/batch.h"
#include "store/core/change.h"
#include "store/core/change_feed.h"
#include "store/core/subscription.h"
#include "store/open.h"
#include "store/tables/accounts.h"
#include "store/tables/correspondence.h"
#include "store/tables/games.h"
#include "store/tables/mail.h"
#include "store/tables/mail_items.h"
#include "store/tables/messages.h"
#include "store/tables/pair_games.h"
#include "store/tables/ratings.h"
#include "store/tables/rows.h"
#include "store/tables/sendings.h"
#include "store/tables/subscriptions.h"
#include "store/tables/tournaments.h"
#include "store_place.h"

#define HEARD_MAX 400

/* What a watcher has heard. */
struct heard {
    pthread_mutex_t mutex;
    enum store_cluster_change_kind kinds[HEARD_MAX];
    char ids[HEARD_MAX][16];
    int64_t numbers[HEARD_MAX];
    int count, missed, adopted, departed;
    char last_adopted[16];
};

struct world {
    struct store_place at;
    store *stores[2];
    struct heard heard[2];
};

static void on_news(const store_cluster_change *news, void *context)
{
    struct heard *heard = context;

    pthread_mutex_lock(&heard->mutex);
    if (heard->count < HEARD_MAX) {
        heard->kinds[heard->count] = news->kind;
        heard->numbers[heard->count] = news->number;
        snprintf(heard->ids[heard->count++], sizeof heard->ids[0], "%s", news->id);
    }
    pthread_mutex_unlock(&heard->mutex);
}

static void on_missed(void *context)
{
    struct heard *heard = context;

    pthread_mutex_lock(&heard->mutex);
    heard->missed++;
    pthread_mutex_unlock(&heard->mutex);
}

static void on_adopted(const char *id, void *context)
{
    struct heard *heard = context;

    pthread_mutex_lock(&heard->mutex);
    heard->adopted++;
    snprintf(heard->last_adopted, sizeof heard->last_adopted, "%s", id);
    pthread_mutex_unlock(&heard->mutex);
}

static void on_asked(int slot, void *context)
{
    (void)context;
    assert_in_range(slot, 0, STORE_SLOTS - 1);
}

static void on_departed(unsigned slots, void *context)
{
    struct heard *heard = context;

    assert_int_not_equal(slots, 0);

    pthread_mutex_lock(&heard->mutex);
    heard->departed++;
    pthread_mutex_unlock(&heard->mutex);
}

static const store_feed_listener listener = {on_news, on_missed, on_asked, on_adopted, on_departed};

static void open_store(struct world *w, int i)
{
    char message[STORE_MESSAGE_MAX] = "";

    if (store_open_shared(w->at.place, &w->stores[i], message) != PAUA_OK)
        fail_msg("%s", message);
    assert_int_equal(store_subscribe(w->stores[i], &listener, &w->heard[i]), PAUA_OK);
}

static int start(void **state)
{
    struct world *w = calloc(1, sizeof *w);

    assert_non_null(w);
    store_place_make(&w->at);
    for (int i = 0; i < 2; i++)
        pthread_mutex_init(&w->heard[i].mutex, NULL);
    *state = w;
    return 0;
}

static int stop(void **state)
{
    struct world *w = *state;

    for (int i = 0; i < 2; i++)
        store_close(w->stores[i]);
    store_place_remove(&w->at);
    free(w);
    return 0;
}

/* Waits until a count has become so large. */
static void wait_for(struct heard *heard, const int *count, int least)
{
    bool enough = false;

    for (int tries = 0; tries < 3000 && !enough; tries++) {
        pthread_mutex_lock(&heard->mutex);
        enough = *count >= least;
        pthread_mutex_unlock(&heard->mutex);
        usleep(5000);
    }
    assert_true(enough);
}

static void on_done(paua_status status, void *context)
{
    atomic_store((_Atomic int *)context, (int)status);
}

static paua_status wait_done(_Atomic int *done)
{
    while (atomic_load(done) < 0)
        usleep(100);
    return (paua_status)atomic_load(done);
}

static paua_status create(store *self, const char *id, bool pending)
{
    _Atomic int done = -1;
    const store_game game = {
        .id = id, .setup = "{}", .state = {.result = "*", .reason = "", .pending = pending}};

    assert_int_equal(store_create(self, &game, on_done, &done), PAUA_OK);
    return wait_done(&done);
}

static paua_status append(store *self, const char *id, int64_t number, bool pending)
{
    _Atomic int done = -1;
    const store_event event = {.number = number, .type = "move", .text = "x"};
    const store_state now = {
        .result = "*", .reason = "", .pending = pending, .deadline_ms = 1000 + number};

    assert_int_equal(store_append(self, id, &event, &now, on_done, &done), PAUA_OK);
    return wait_done(&done);
}

static bool on_id(const char *id, void *context)
{
    (void)id;
    ++*(int *)context;
    return true;
}

static int count_pending(store *self)
{
    int count = 0;

    assert_int_equal(store_pending(self, on_id, &count), PAUA_OK);
    return count;
}

/* A server that is alone has slot 0 and leads. */
static void test_alone(void **state)
{
    struct world *w = *state;

    open_store(w, 0);
    assert_int_equal(store_slot(w->stores[0]), 0);
    assert_true(store_leads(w->stores[0]));
    assert_int_equal(create(w->stores[0], "one", true), PAUA_OK);
    assert_int_equal(append(w->stores[0], "one", 1, true), PAUA_OK);
    assert_int_equal(count_pending(w->stores[0]), 1);
    const int64_t now = store_running_ms(w->stores[0]);
    store_advance_running(w->stores[0], now + 5000);
    assert_in_range(store_running_ms(w->stores[0]), now + 5000, now + 15000);
    store_advance_running(w->stores[0], 1);
    assert_true(store_running_ms(w->stores[0]) >= now + 5000);
    assert_int_equal(w->heard[0].count, 0);
}

/* What does not fit a line is not written; what is malformed is not read. */
static void test_lines(void **state)
{
    static const char *const bad[] = {
        "", "g", "g abc", "g abc 1 2", "x abc 1 2 3", "g abc 1 2 9", "g abc 1 2 -1", "g abc a 2 1"};
    char line[CLUSTER_CHANGE_LINE_MAX], id[CLUSTER_CHANGE_LINE_MAX], longer[300];
    store_cluster_change change = {
        .kind = STORE_CHANGE_GAME, .id = "abc", .number = 9, .deadline_ms = 77};
    store_cluster_change read;

    (void)state;
    assert_true(cluster_change_write(&change, line));
    assert_true(cluster_change_read(line, id, &read));
    assert_string_equal(id, "abc");
    assert_int_equal(read.kind, STORE_CHANGE_GAME);
    assert_int_equal(read.number, 9);
    assert_int_equal(read.deadline_ms, 77);
    for (int kind = STORE_CHANGE_GAME; kind < STORE_CHANGE_KINDS; kind++) {
        change.kind = (enum store_cluster_change_kind)kind;
        assert_true(cluster_change_write(&change, line));
        assert_true(cluster_change_read(line, id, &read));
        assert_int_equal(read.kind, kind);
    }
    change.id = "a c";
    assert_false(cluster_change_write(&change, line));
    memset(longer, 'a', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    change.id = longer;
    assert_false(cluster_change_write(&change, line));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(cluster_change_read(bad[i], id, &read));
    assert_false(cluster_change_read(longer, id, &read));
}

/* What the only change of a batch is to other servers. False: nothing. Frees the batch. */
static bool describe(store_batch *batch, enum store_cluster_change_kind *kind, int64_t *number)
{
    const struct store_change *change = batch->first;
    store_cluster_change out = {.number = 0};
    const bool described = change->type->describe && change->type->describe(change, &out);

    *kind = out.kind;
    *number = out.number;
    assert_true(!described || strcmp(out.id, "abc") == 0);
    store_batch_free(batch);
    return described;
}

/* Logins say who is a bot, as settings do; nobody is notified of a new account. */
static void test_accounts_are_notified(void **state)
{
    enum store_cluster_change_kind kind;
    int64_t number;

    (void)state;
    store_batch *batch = store_batch_new();
    batch_save_settings(batch, "abc", "", "{\"bot\":true}");
    assert_true(describe(batch, &kind, &number));
    assert_int_equal(kind, STORE_CHANGE_LOGINS);

    batch = store_batch_new();
    batch_save_password(batch, "abc", "$argon2id$x");
    assert_true(describe(batch, &kind, &number));
    assert_int_equal(kind, STORE_CHANGE_LOGINS);

    batch = store_batch_new();
    batch_add_account(batch, &(store_account){.id = "abc"});
    assert_false(describe(batch, &kind, &number));
}

/* That the account has another vacation, or none any more since it is closed. */
static void test_vacations_are_notified(void **state)
{
    enum store_cluster_change_kind kind;
    int64_t number;
    bool kinds[STORE_CHANGE_KINDS] = {false};

    (void)state;
    store_batch *batch = store_batch_new();
    batch_set_vacation(batch, NULL, &(store_vacation){.account = "abc", .year = 2026});
    assert_true(describe(batch, &kind, &number));
    assert_int_equal(kind, STORE_CHANGE_VACATION);

    batch = store_batch_new();
    batch_remove_account_rows(batch, "abc");
    for (const struct store_change *change = batch->first; change; change = change->next) {
        store_cluster_change out;

        if (change->type->describe(change, &out))
            kinds[out.kind] = true;
    }
    store_batch_free(batch);
    assert_true(kinds[STORE_CHANGE_VACATION] && kinds[STORE_CHANGE_LOGINS]);
}

/* A message is notified to whom it is sent, an event with its number; not what nobody waits for. */
static void test_what_is_notified(void **state)
{
    const store_state now = {.result = "*", .reason = ""};
    store_message message = {.owner = "abc", .peer = "def", .number = 7, .text = "hello"};
    enum store_cluster_change_kind kind;
    int64_t number;

    (void)state;
    store_batch *batch = store_batch_new();
    batch_append_event(batch, "abc", &(store_event){.number = 9, .type = "move", .text = ""}, &now);
    assert_true(describe(batch, &kind, &number));
    assert_int_equal(kind, STORE_CHANGE_GAME);
    assert_int_equal(number, 9);

    batch = store_batch_new();
    batch_add_message(batch, &message);
    assert_true(describe(batch, &kind, &number));
    assert_int_equal(kind, STORE_CHANGE_MESSAGE);
    assert_int_equal(number, 7);

    message.sent = true;
    batch = store_batch_new();
    batch_add_message(batch, &message);
    assert_false(describe(batch, &kind, &number));

    batch = store_batch_new();
    batch_touch_login(batch, (unsigned char[STORE_SECRET_HASH]){1}, 1, 2);
    assert_false(describe(batch, &kind, &number));

    batch = store_batch_new();
    batch_notify_presence(batch, "abc", 4);
    assert_true(describe(batch, &kind, &number));
    assert_int_equal(kind, STORE_CHANGE_PRESENCE);
    assert_int_equal(number, 4);
}

/* Adds a change of a table: one that others would be notified of if they were of any. False: no
 * batch writes the table. No `default`: each new table has to have one. */
static bool change_table(store_batch *batch, enum store_table_id table)
{
    const store_state state = {.result = "*", .reason = ""};

    switch (table) {
    case STORE_TABLE_GAME:
        return batch_create_game(batch, &(store_game){.id = "abc", .setup = "", .state = state},
                                 NULL);
    case STORE_TABLE_EVENT:
        return batch_append_event(batch, "abc", &(store_event){.type = "", .text = ""}, &state);
    case STORE_TABLE_RUNNING:
        return batch_skip_numbers(batch, 7);
    case STORE_TABLE_ACCOUNT:
        return batch_save_account(batch, &(store_account){.id = "abc"});
    case STORE_TABLE_LOGIN:
        return batch_remove_login(batch, "abc", STORE_TOKEN, "l");
    case STORE_TABLE_SEAT:
        return batch_seat_account(batch, "one", 0, "abc");
    case STORE_TABLE_RATING:
    case STORE_TABLE_RATING_HISTORY:
        return batch_set_rating(batch, &(store_rating){.account = "abc"});
    case STORE_TABLE_PAIR_GAME:
        return batch_add_pair_game(batch, &(store_pair_game){.players = {{.account = "abc"}}});
    case STORE_TABLE_SENDING:
        return batch_add_sending(batch, &(store_sending){.sender = "abc"});
    case STORE_TABLE_MESSAGE:
        return batch_add_message(batch, &(store_message){.owner = "abc"});
    case STORE_TABLE_BLOCK:
        return batch_add_block(batch, "abc", "def", 1);
    case STORE_TABLE_REPORT:
        return batch_add_report(batch, &(store_report){.reporter = "abc"});
    case STORE_TABLE_CONDITIONAL:
        return batch_set_conditional(batch, &(store_conditional){.game = "abc"});
    case STORE_TABLE_VACATION:
        return batch_set_vacation(batch, NULL, &(store_vacation){.account = "abc"});
    case STORE_TABLE_REMINDER:
        return batch_set_reminder(batch, &(store_reminder){.account = "abc"});
    case STORE_TABLE_SUBSCRIPTION:
        return batch_add_subscription(batch, "abc", "one", 1);
    case STORE_TABLE_ADDRESS:
        return batch_set_pending_address(batch, "abc", "a@example.org", 1);
    case STORE_TABLE_MAIL:
        return batch_add_mail(batch, &(store_mail){.account = "abc"});
    case STORE_TABLE_MAIL_SEEN:
        return batch_add_seen(batch, "k", 1);
    case STORE_TABLE_MAIL_ITEM:
        return batch_add_mail_item(batch, &(store_mail_item){.account = "abc"});
    case STORE_TABLE_MAIL_CHOICE:
        return batch_set_mail_choice(batch, "abc", "one", 1, 1);
    case STORE_TABLE_SECRET:
        return batch_add_secret(batch, "mail", "s");
    case STORE_TABLE_TOURNAMENT:
        return batch_set_tournament(batch, &(store_tournament){.id = "abc"});
    case STORE_TABLE_ARCHIVE_TEXT: /* archive.c writes these four */
    case STORE_TABLE_ARCHIVE_COUNT:
    case STORE_TABLE_ARCHIVE_MARK:
    case STORE_TABLE_PLAYED_COUNT:
    case STORE_TABLES:
        return false;
    }
    return false;
}

/* A change of each table is notified as the list of tables says. */
static void test_each_table_is_notified(void **state)
{
    (void)state;
    for (int i = 0; i < STORE_TABLES; i++) {
        const store_table *table = &store_tables[i];
        store_batch *batch = store_batch_new();
        enum store_cluster_change_kind kind = STORE_NOT_ANNOUNCED;
        int64_t number;

        if (!change_table(batch, (enum store_table_id)i))
            store_batch_free(batch);
        else if (!describe(batch, &kind, &number))
            kind = STORE_NOT_ANNOUNCED;
        if (kind != table->announced)
            fail_msg("%s: notified as %d instead of %d", table->name, kind, table->announced);
    }
}

#ifdef PAUA_POSTGRES

/* Each has its slot, one leads, and each is notified of what the other has written, in order, and
 * not its own; of many writes in one commit, too. */
static void test_two(void **state)
{
    struct world *w = *state;

    open_store(w, 0);
    open_store(w, 1);
    assert_int_not_equal(store_slot(w->stores[0]), store_slot(w->stores[1]));
    assert_true(store_leads(w->stores[0]));
    assert_false(store_leads(w->stores[1]));
    assert_true(store_is_shared(w->stores[1]));
    int64_t apart = store_running_ms(w->stores[0]) - store_running_ms(w->stores[1]);
    assert_in_range(apart + 500, 0, 1000);
    assert_int_equal(create(w->stores[0], "one", false), PAUA_OK);
    for (int64_t number = 1; number <= 150; number++) {
        assert_int_equal(append(w->stores[number % 2], "one", number, false), PAUA_OK);
        assert_int_equal(append(w->stores[1 - number % 2], "one", number, false),
                         PAUA_ERROR_CONFLICT);
    }
    wait_for(&w->heard[1], &w->heard[1].count, 76);
    wait_for(&w->heard[0], &w->heard[0].count, 75);
    for (int i = 0; i < 75; i++) {
        assert_int_equal(w->heard[0].numbers[i], 2 * i + 1);
        assert_int_equal(w->heard[1].numbers[i], 2 * i);
        assert_string_equal(w->heard[1].ids[i], "one");
    }
    store_batch *batch = store_batch_new();
    _Atomic int done = -1;
    for (int i = 0; i < 300; i++)
        batch_add_subscription(batch, "account1", "one", i);
    batch_add_login(batch, &(store_login){.hash = {1}, .id = "l", .account = "account1"});
    batch_remove_logins(batch, "account1", STORE_SESSION, NULL);
    assert_int_equal(store_commit(w->stores[0], batch, on_done, &done), PAUA_OK);
    assert_int_equal(wait_done(&done), PAUA_OK);
    wait_for(&w->heard[1], &w->heard[1].count, 76 + 301);
    assert_int_equal(w->heard[1].count, 76 + 301);
    assert_int_equal(w->heard[1].kinds[76], STORE_CHANGE_SUBSCRIPTIONS);
    assert_int_equal(w->heard[1].kinds[376], STORE_CHANGE_LOGINS);
    assert_int_equal(w->heard[0].count, 75);
}

/* A pending game stays at its server, and goes to the other one when that is gone. */
static void test_taken_over(void **state)
{
    struct world *w = *state;

    open_store(w, 0);
    open_store(w, 1);
    assert_int_equal(create(w->stores[0], "one", true), PAUA_OK);
    assert_int_equal(create(w->stores[1], "two", true), PAUA_OK);
    assert_int_equal(append(w->stores[1], "one", 1, true), PAUA_OK); /* it was pending there */
    assert_int_equal(count_pending(w->stores[0]), 1);
    assert_int_equal(count_pending(w->stores[1]), 1);
    assert_int_equal(append(w->stores[1], "one", 2, false), PAUA_OK);
    assert_int_equal(append(w->stores[1], "one", 3, true), PAUA_OK);
    assert_int_equal(count_pending(w->stores[0]), 0);
    assert_int_equal(append(w->stores[1], "one", 4, false), PAUA_OK);
    assert_int_equal(append(w->stores[0], "one", 5, true), PAUA_OK);
    assert_int_equal(count_pending(w->stores[0]), 1);
    store_close(w->stores[0]);
    w->stores[0] = NULL;
    wait_for(&w->heard[1], &w->heard[1].adopted, 1);
    assert_string_equal(w->heard[1].last_adopted, "one");
    wait_for(&w->heard[1], &w->heard[1].departed, 1);
    assert_int_equal(count_pending(w->stores[1]), 2);
    for (int tries = 0; tries < 1000 && !store_leads(w->stores[1]); tries++)
        usleep(5000);
    assert_true(store_leads(w->stores[1]));
    assert_false(store_is_shared(w->stores[1]));
    open_store(w, 0);
    assert_int_equal(count_pending(w->stores[0]), 0);
}

/* Sixteen servers have a place, another one has none; who needs the store alone waits for all. */
static void test_full(void **state)
{
    struct world *w = *state;
    store *others[STORE_SLOTS] = {NULL}, *refused = NULL;
    char message[STORE_MESSAGE_MAX] = "";

    open_store(w, 0);
    for (int i = 1; i < STORE_SLOTS; i++)
        assert_int_equal(store_open_shared(w->at.place, &others[i], message), PAUA_OK);
    assert_int_equal(store_open_shared(w->at.place, &refused, message), PAUA_ERROR_CONFLICT);
    assert_non_null(strstr(message, "no place for another one"));
    assert_int_equal(store_open(w->at.place, &refused, message), PAUA_ERROR_CONFLICT);
    assert_non_null(strstr(message, "is in use by another paua"));
    for (int i = 0; i < STORE_SLOTS; i++)
        store_close(others[i]);
    store_close(w->stores[0]);
    w->stores[0] = NULL;
    assert_int_equal(store_open(w->at.place, &refused, message), PAUA_OK);
    assert_int_equal(store_open_shared(w->at.place, &others[0], message), PAUA_ERROR_CONFLICT);
    store_close(refused);
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accounts_are_notified),
        cmocka_unit_test(test_vacations_are_notified),
        cmocka_unit_test(test_what_is_notified),
        cmocka_unit_test(test_each_table_is_notified),
        cmocka_unit_test(test_lines),
        cmocka_unit_test_setup_teardown(test_alone, start, stop),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
#ifdef PAUA_POSTGRES
    const struct CMUnitTest of_postgres[] = {
        cmocka_unit_test_setup_teardown(test_two, start, stop),
        cmocka_unit_test_setup_teardown(test_taken_over, start, stop),
        cmocka_unit_test_setup_teardown(test_full, start, stop),
    };

    if (store_place_is_postgres())
        failed += cmocka_run_group_tests(of_postgres, NULL, NULL);
#endif
    return failed;
}
