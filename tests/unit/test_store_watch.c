/* Two servers with one store: slots, the lead, what one hears of the other, in which order, and what
 * is taken over. Of SQLite, where there is but one server, what that one is told. */
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
#include "store/core/news.h"
#include "store/core/watch.h"
#include "store_place.h"

#define HEARD_MAX 400

/* What a watcher has heard. */
struct heard {
    pthread_mutex_t mutex;
    enum store_news_kind kinds[HEARD_MAX];
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

static void on_news(const store_news *news, void *context)
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

static const store_watcher watcher = {on_news, on_missed, on_asked, on_adopted, on_departed};

static void open_store(struct world *w, int i)
{
    char message[STORE_MESSAGE_MAX] = "";

    if (store_open_shared(w->at.place, &w->stores[i], message) != PAUA_OK)
        fail_msg("%s", message);
    assert_int_equal(store_watch(w->stores[i], &watcher, &w->heard[i]), PAUA_OK);
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
    store_hear_running(w->stores[0], now + 5000);
    assert_in_range(store_running_ms(w->stores[0]), now + 5000, now + 15000);
    store_hear_running(w->stores[0], 1);
    assert_true(store_running_ms(w->stores[0]) >= now + 5000);
    assert_int_equal(w->heard[0].count, 0);
}

/* What cannot be told in a line is not; what is none is not read. */
static void test_lines(void **state)
{
    static const char *const bad[] = {
        "", "g", "g abc", "g abc 1 2", "x abc 1 2 3", "g abc 1 2 9", "g abc 1 2 -1", "g abc a 2 1"};
    char line[NEWS_LINE_MAX], id[NEWS_LINE_MAX], longer[300];
    struct store_change change = {.kind = CHANGE_APPEND_EVENT,
                                  .game = {.id = "abc", .state = {.deadline_ms = 77}},
                                  .event = {.number = 9}};
    store_news news;

    (void)state;
    assert_true(news_write(&change, line));
    assert_true(news_read(line, id, &news));
    assert_string_equal(id, "abc");
    assert_int_equal(news.number, 9);
    assert_int_equal(news.deadline_ms, 77);
    change.game.id = "a c";
    assert_false(news_write(&change, line));
    memset(longer, 'a', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    change.game.id = longer;
    assert_false(news_write(&change, line));
    change = (struct store_change){.kind = CHANGE_ADD_MESSAGE,
                                   .message = {.owner = "abc", .sent = true}};
    assert_false(news_write(&change, line));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(news_read(bad[i], id, &news));
    assert_false(news_read(longer, id, &news));
}

#ifdef PAUA_POSTGRES

/* Each has its slot, one leads, and each hears what the other has written, in order, and not its
 * own; of many writes in one commit, too. */
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
        assert_int_equal(append(w->stores[1 - number % 2], "one", number, false), PAUA_CONFLICT);
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
    assert_int_equal(w->heard[1].kinds[76], STORE_NEWS_SUBSCRIPTIONS);
    assert_int_equal(w->heard[1].kinds[376], STORE_NEWS_LOGINS);
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
    assert_int_equal(store_open_shared(w->at.place, &refused, message), PAUA_CONFLICT);
    assert_non_null(strstr(message, "no place for another one"));
    assert_int_equal(store_open(w->at.place, &refused, message), PAUA_CONFLICT);
    assert_non_null(strstr(message, "is in use by another paua"));
    for (int i = 0; i < STORE_SLOTS; i++)
        store_close(others[i]);
    store_close(w->stores[0]);
    w->stores[0] = NULL;
    assert_int_equal(store_open(w->at.place, &refused, message), PAUA_OK);
    assert_int_equal(store_open_shared(w->at.place, &others[0], message), PAUA_CONFLICT);
    store_close(refused);
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
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
