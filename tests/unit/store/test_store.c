/* The store: what goes in comes out, in order; what does not fit is refused; writes share
 * commits. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "store/core/batch.h"
#include "store/core/store.h"
#include "store/maintenance.h"
#include "store/open.h"
#include "store/tables/games.h"
#include "store_place.h"

#define LOG_SIZE 4096

typedef struct world {
    struct store_place at;
    store *store;
} world;

/* How writes ended. */
typedef struct tally {
    _Atomic int done, of[PAUA_STATUS_COUNT];
} tally;

static void on_done(paua_status status, void *context)
{
    tally *t = context;

    atomic_fetch_add(&t->of[status], 1);
    atomic_fetch_add(&t->done, 1);
}

static void wait_for(tally *t, int count)
{
    for (int i = 0; i < 20000 && atomic_load(&t->done) < count; i++)
        usleep(1000);
    assert_int_equal(atomic_load(&t->done), count);
}

static int start(void **state)
{
    world *w = calloc(1, sizeof *w);

    store_place_make(&w->at);
    *state = w;
    store_place_reopen(&w->at, &w->store);
    return 0;
}

static int stop(void **state)
{
    world *w = *state;

    store_close(w->store);
    store_place_remove(&w->at);
    free(w);
    return 0;
}

static void create(world *w, const char *id, bool pending, tally *t)
{
    store_game game = {.id = id,
                       .created_ms = 1234,
                       .setup = "{\"a\":1}",
                       .state = {.result = "*", .reason = "", .pending = pending}};

    assert_int_equal(store_create(w->store, &game, on_done, t), PAUA_OK);
}

static void append(world *w, const char *id, int64_t number, bool pending, tally *t)
{
    char text[32];
    store_event event = {.number = number, .at_ms = 5000 + number, .type = "move", .text = text};

    snprintf(text, sizeof text, "text %d", (int)number);
    assert_int_equal(
        store_append(w->store, id, &event,
                     &(store_state){.result = "1-0", .reason = "why", .pending = pending}, on_done,
                     t),
        PAUA_OK);
}

/* A game with one event, in the second of its closing in milliseconds. */
static void list(world *w, const char *id, store_listing listing, int64_t closes_ms, tally *t)
{
    store_event event = {.number = 1, .at_ms = 1000 * closes_ms, .type = "move", .text = ""};

    create(w, id, false, t);
    assert_int_equal(
        store_append(
            w->store, id, &event,
            &(store_state){.result = "*", .reason = "", .listing = listing, .closes_ms = closes_ms},
            on_done, t),
        PAUA_OK);
}

/* Writes down what a game consists of. */
static bool log_game(const store_game *game, void *context)
{
    char *log = context;

    snprintf(log, LOG_SIZE, "%s %d %s %d %s %s %d;", game->id, (int)game->created_ms, game->setup,
             (int)game->events, game->state.result, game->state.reason, game->state.pending);
    return true;
}

static bool log_event(const store_event *event, void *context)
{
    char *log = context;
    size_t used = strlen(log);

    snprintf(log + used, LOG_SIZE - used, "%d %d %s %s;", (int)event->number, (int)event->at_ms,
             event->type, event->text);
    return true;
}

static paua_status load(world *w, const char *id, char log[LOG_SIZE])
{
    static const store_reader reader = {log_game, log_event};
    char message[STORE_MESSAGE_MAX];

    log[0] = '\0';
    paua_status status = store_load(w->store, id, &reader, log, message);
    if (status == PAUA_ERROR_CORRUPT)
        strcpy(log, message);
    return status;
}

static void test_round_trip(void **state)
{
    static const char expected[] =
        "one 1234 {\"a\":1} 2 1-0 why 0;1 5001 move text 1;2 5002 move text 2;";
    world *w = *state;
    tally t = {0};
    char log[LOG_SIZE];

    create(w, "one", true, &t);
    append(w, "one", 1, true, &t);
    append(w, "one", 2, false, &t);
    create(w, "two", false, &t);
    wait_for(&t, 4);
    assert_int_equal(t.of[PAUA_OK], 4);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(load(w, "one", log), PAUA_OK);
        assert_string_equal(log, expected);
        assert_int_equal(load(w, "two", log), PAUA_OK);
        assert_string_equal(log, "two 1234 {\"a\":1} 0 *  0;");
        assert_int_equal(load(w, "three", log), PAUA_ERROR_NOT_FOUND);
        assert_int_equal(store_check(w->store), PAUA_OK);
        store_place_reopen(&w->at, &w->store);
    }
}

static void test_what_does_not_fit(void **state)
{
    world *w = *state;
    tally t = {0};
    char log[LOG_SIZE];

    create(w, "one", false, &t);
    create(w, "one", false, &t);     /* taken */
    append(w, "none", 1, false, &t); /* no such game */
    append(w, "one", 2, false, &t);  /* too early */
    append(w, "one", 1, false, &t);
    append(w, "one", 1, false, &t); /* again */
    append(w, "one", 0, false, &t);
    append(w, "one", 2, false, &t);
    wait_for(&t, 8);
    /* They fail alone, though they shared a transaction with those that fit. */
    assert_int_equal(t.of[PAUA_OK], 3);
    assert_int_equal(t.of[PAUA_ERROR_CONFLICT], 5);
    assert_int_equal(load(w, "one", log), PAUA_OK);
    assert_non_null(strstr(log, "one 1234 {\"a\":1} 2 1-0"));
    assert_int_equal(store_count(w->store).failures, 0);
}

static bool refuse_event(const store_event *event, void *context)
{
    (void)context;
    return event->number < 2;
}

static void test_reader_that_gives_up(void **state)
{
    static const store_reader reader = {log_game, refuse_event};
    world *w = *state;
    tally t = {0};
    char log[LOG_SIZE], message[STORE_MESSAGE_MAX];

    create(w, "one", false, &t);
    for (int i = 1; i < 5; i++)
        append(w, "one", i, false, &t);
    wait_for(&t, 5);
    assert_int_equal(store_load(w->store, "one", &reader, log, message), PAUA_ERROR_CONFLICT);
    assert_int_equal(load(w, "one", log), PAUA_OK);
}

/* Closes the store and changes it. */
static void change(world *w, const char *changes)
{
    store_close(w->store);
    w->store = NULL;
    store_place_change(&w->at, changes);
}

static bool add_id(const char *id, void *context)
{
    char *ids = context;

    strcat(ids, id);
    return strlen(ids) < 3;
}

static void test_pending(void **state)
{
    world *w = *state;
    tally t = {0};
    char ids[16] = "";

    for (const char *id = "abcdef"; *id; id++)
        create(w, (char[]){*id, '\0'}, true, &t);
    append(w, "b", 1, false, &t);
    wait_for(&t, 7);
    store_place_reopen(&w->at, &w->store);
    assert_int_equal(store_pending(w->store, add_id, ids), PAUA_OK);
    assert_string_equal(ids, "acd"); /* oldest first, until the callback stops it */
}

/* Writes down at which server the game is. */
static bool log_place(const store_game *game, void *context)
{
    strcpy(context, game->state.elsewhere ? "elsewhere" : "here");
    return true;
}

/* A file has one server: a pending game that comes from a server of a database is its own. */
static void test_pending_of_another_slot(void **state)
{
    static const store_reader reader = {log_place, log_event};
    char log[LOG_SIZE], message[STORE_MESSAGE_MAX], ids[16] = "";
    world *w = *state;
    tally t = {0};

    if (store_place_is_postgres())
        skip();
    create(w, "a", true, &t);
    create(w, "b", false, &t);
    create(w, "c", true, &t);
    wait_for(&t, 3);
    change(w, "UPDATE game SET pending = 2 WHERE id = 'a'");
    store_place_reopen(&w->at, &w->store);
    assert_int_equal(store_pending(w->store, add_id, ids), PAUA_OK);
    assert_string_equal(ids, "ac");
    assert_int_equal(store_load(w->store, "a", &reader, log, message), PAUA_OK);
    assert_string_equal(log, "here");
}

static bool add_any_id(const char *id, void *context)
{
    strcat(context, id);
    return true;
}

static void test_lists(void **state)
{
    world *w = *state;
    tally t = {0};
    char seeks[16] = "", live[16] = "", expired[16] = "", first[16] = "";
    char new_seek[16] = "", new_live[16] = "", recent[16] = "";

    list(w, "a", STORE_SEEK, 9, &t);
    list(w, "b", STORE_LIVE, 8, &t);
    list(w, "c", STORE_NOT_LISTED, 6, &t);
    list(w, "d", STORE_LIVE, 5, &t);
    list(w, "e", STORE_SEEK, 0, &t);
    list(w, "f", STORE_LIVE, 7, &t);
    wait_for(&t, 12);
    store_place_reopen(&w->at, &w->store);
    assert_int_equal(store_seeks(w->store, 10, add_any_id, seeks), PAUA_OK);
    assert_string_equal(seeks, "ea");
    assert_int_equal(store_seeks(w->store, 1, add_any_id, new_seek), PAUA_OK);
    assert_string_equal(new_seek, "e");
    assert_int_equal(store_live(w->store, 0, 10, add_any_id, live), PAUA_OK);
    assert_string_equal(live, "bfd"); /* by their last move, not by their creation */
    assert_int_equal(store_live(w->store, 0, 1, add_any_id, new_live), PAUA_OK);
    assert_string_equal(new_live, "b");
    assert_int_equal(store_live(w->store, 7000, 10, add_any_id, recent), PAUA_OK);
    assert_string_equal(recent, "bf");
    assert_int_equal(store_expired(w->store, 7, 10, add_any_id, expired), PAUA_OK);
    assert_string_equal(expired, "dcf");
    assert_int_equal(store_expired(w->store, 7, 1, add_any_id, first), PAUA_OK);
    assert_string_equal(first, "d");
}

/* Only a game that has closed without a result is removed, with its events and nobody else's. */
static void test_removal(void **state)
{
    world *w = *state;
    tally t = {0}, removals = {0};
    char unplayed[16] = "", expired[16] = "", log[LOG_SIZE];
    const store_event event = {.number = 1, .type = "close", .text = ""};
    const store_state closed = {.result = "*", .reason = "idle", .closes_ms = 3};

    list(w, "a", STORE_SEEK, 5, &t);
    append(w, "a", 2, false, &t);
    list(w, "b", STORE_NOT_LISTED, 6, &t);
    create(w, "c", false, &t);
    assert_int_equal(store_append(w->store, "c", &event, &closed, on_done, &t), PAUA_OK);
    wait_for(&t, 7);
    int64_t before = store_bytes(w->store);
    assert_true(before > 0);
    assert_int_equal(store_unplayed(w->store, 2, 10, add_any_id, unplayed), PAUA_OK);
    assert_string_equal(unplayed, "");
    assert_int_equal(store_unplayed(w->store, 7, 10, add_any_id, unplayed), PAUA_OK);
    assert_string_equal(unplayed, "c");
    assert_int_equal(store_expired(w->store, 7, 10, add_any_id, expired), PAUA_OK);
    assert_string_equal(expired, "b");
    for (const char *const *id = (const char *const[]){"a", "b", "c", "c", "x", NULL}; *id; id++)
        assert_int_equal(store_remove(w->store, *id, on_done, &removals), PAUA_OK);
    wait_for(&removals, 5);
    assert_int_equal(removals.of[PAUA_OK], 1);
    assert_int_equal(removals.of[PAUA_ERROR_CONFLICT], 4);
    store_place_reopen(&w->at, &w->store);
    assert_int_equal(load(w, "c", log), PAUA_ERROR_NOT_FOUND);
    assert_int_equal(load(w, "b", log), PAUA_OK);
    assert_int_equal(load(w, "a", log), PAUA_OK);
    assert_non_null(strstr(log, "2 5002 move text 2;"));
    assert_true(store_bytes(w->store) <= before);
}

/* A write that would make the store larger than its limit fails; smaller ones go on. */
static void test_limit(void **state)
{
    world *w = *state;
    tally t = {0};
    char *setup = malloc(100001);

    assert_non_null(setup);
    /* Letters that do not compress. */
    uint64_t random = 1;
    for (int i = 0; i < 100000; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        setup[i] = (char)('0' + (random >> 58));
    }
    setup[100000] = '\0';
    store_set_limit(w->store, store_bytes(w->store) + 81920);
    store_game game = {.id = "large", .setup = setup, .state = {.result = "*", .reason = ""}};
    assert_int_equal(store_create(w->store, &game, on_done, &t), PAUA_OK);
    wait_for(&t, 1);
    assert_int_equal(t.of[PAUA_ERROR_IO], 1);
    create(w, "small", false, &t);
    wait_for(&t, 2);
    assert_int_equal(t.of[PAUA_OK], 1);
    free(setup);
}

/* What store_load() says of a game's number. */
static bool read_number(const store_game *game, void *context)
{
    *(int64_t *)context = game->number;
    return true;
}

static bool skip_event(const store_event *event, void *context)
{
    (void)event, (void)context;
    return true;
}

static int64_t number_of(world *w, const char *id)
{
    static const store_reader reader = {read_number, skip_event};
    char message[STORE_MESSAGE_MAX];
    int64_t number = 0;

    assert_int_equal(store_load(w->store, id, &reader, &number, message), PAUA_OK);
    return number;
}

/* Creates a game that wants a number (0: any) and returns the one that it gets. */
static int64_t create_numbered(world *w, const char *id, int64_t wish, tally *t)
{
    const store_game game = {.id = id,
                             .number = wish,
                             .created_ms = 1234,
                             .setup = "{}",
                             .state = {.result = "*", .reason = ""}};
    store_batch *batch = store_batch_new();
    const int before = atomic_load(&t->done);
    int64_t number = 0;

    assert_true(batch_create_game(batch, &game, &number));
    assert_int_equal(store_commit(w->store, batch, on_done, t), PAUA_OK);
    wait_for(t, before + 1);
    return number;
}

static void set_found_id(const char *id, void *context)
{
    strcpy(context, id);
}

/* Games are numbered from 101. No number is given twice, neither after the removal of the newest
 * game nor where one game brings its own; a failed write may leave one out. */
static void test_numbers(void **state)
{
    world *w = *state;
    tally t = {0};
    char id[40] = "";

    assert_int_equal(create_numbered(w, "one", 0, &t), 101);
    assert_int_equal(create_numbered(w, "two", 0, &t), 102);
    append(w, "two", 1, false, &t);
    wait_for(&t, 3);
    assert_int_equal(store_remove(w->store, "one", on_done, &t), PAUA_OK); /* not closed: refused */
    wait_for(&t, 4);
    store_event event = {.number = 1, .at_ms = 1, .type = "close", .text = ""};
    assert_int_equal(create_numbered(w, "gone", 0, &t), 103);
    assert_int_equal(store_append(w->store, "gone", &event,
                                  &(store_state){.result = "*", .reason = "idle"}, on_done, &t),
                     PAUA_OK);
    assert_int_equal(store_remove(w->store, "gone", on_done, &t), PAUA_OK);
    wait_for(&t, 7);
    assert_int_equal(t.of[PAUA_OK], 6);
    assert_int_equal(create_numbered(w, "four", 0, &t), 104);
    store_place_reopen(&w->at, &w->store);
    assert_int_equal(create_numbered(w, "far", 200, &t), 200);
    assert_int_equal(create_numbered(w, "near", 150, &t), 201);
    create_numbered(w, "one", 0, &t);
    assert_int_equal(t.of[PAUA_ERROR_CONFLICT], 2);
    assert_in_range(create_numbered(w, "last", 0, &t), 202, 203);
    const struct {
        const char *id;
        int64_t number;
    } expected[] = {{"one", 101}, {"two", 102}, {"four", 104}, {"far", 200}, {"near", 201}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_int_equal(number_of(w, expected[i].id), expected[i].number);
        assert_int_equal(store_find_number(w->store, expected[i].number, set_found_id, id),
                         PAUA_OK);
        assert_string_equal(id, expected[i].id);
    }
    for (int64_t number = 0; number < 300; number += 103)
        assert_int_equal(store_find_number(w->store, number, set_found_id, id),
                         PAUA_ERROR_NOT_FOUND);
    assert_string_equal(id, "near");
}

static bool count_id(const char *id, void *context)
{
    (void)id;
    ++*(int *)context;
    return true;
}

/* A store of which nothing is read for want of memory is not one without games. */
static void test_games_without_memory(void **state)
{
    world *w = *state;
    tally t = {0};
    int count = 0;

    create(w, "one", false, &t);
    wait_for(&t, 1);
    sqlite3_hard_heap_limit64(1);
    paua_status status = store_games(w->store, count_id, &count);
    sqlite3_hard_heap_limit64(0);
    assert_int_equal(status, PAUA_ERROR_NO_MEMORY);
    assert_int_equal(store_games(w->store, count_id, &count), PAUA_OK);
    assert_int_equal(count, 1);
}

/* A store of before the oldest version is refused, and stays as it is. */
static void test_a_store_that_is_too_old(void **state)
{
    world *w = *state;
    tally t = {0};
    char log[LOG_SIZE], message[STORE_MESSAGE_MAX];
    const bool postgres = store_place_is_postgres();

    create(w, "one", false, &t);
    wait_for(&t, 1);
    change(w, postgres ? "UPDATE store SET version = 4" : "PRAGMA user_version = 15");
    assert_int_equal(store_open(w->at.place, &w->store, message), PAUA_ERROR_BAD_ARGUMENT);
    assert_non_null(strstr(message, postgres ? "is a store of version 4, expected at least 5"
                                             : "is a store of version 15, expected at least 16"));
    assert_non_null(strstr(message, "cec67819"));
    assert_int_equal(store_open_reading(w->at.place, &w->store, message), PAUA_ERROR_BAD_ARGUMENT);
    assert_non_null(strstr(message, "cec67819"));

    store_place_change(&w->at,
                       postgres ? "UPDATE store SET version = 9" : "PRAGMA user_version = 20");
    w->store = NULL;
    store_place_reopen(&w->at, &w->store);
    assert_int_equal(load(w, "one", log), PAUA_OK);
}

/* Adds up what store_load() and store_deadlines() give. */
typedef struct times {
    int64_t clock, spent, deadlines;
    int count;
} times;

static bool add_game_times(const store_game *game, void *context)
{
    times *sum = context;

    sum->clock += game->clock_ms;
    sum->deadlines += game->state.deadline_ms;
    return true;
}

static bool add_event_times(const store_event *event, void *context)
{
    times *sum = context;

    sum->clock += event->clock_ms;
    sum->spent += event->spent_ms;
    return true;
}

static bool add_deadline(const char *id, int64_t deadline_ms, void *context)
{
    times *sum = context;

    assert_string_equal(id, "one");
    sum->deadlines += deadline_ms;
    sum->count++;
    return true;
}

/* Adds up the rows of whole tables that statements have stepped over. */
static int on_statement(unsigned what, void *context, void *statement, void *time)
{
    (void)what, (void)time;
    *(int *)context += sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1);
    return 0;
}

static int stepped; /* of all connections that are opened while on_connection() is registered */

static int on_connection(sqlite3 *connection, char **error, const struct sqlite3_api_routines *api)
{
    (void)error, (void)api;
    return sqlite3_trace_v2(connection, SQLITE_TRACE_PROFILE, on_statement, &stepped);
}

/* A list has an index: what is not on it costs nothing. */
static void test_lists_do_not_scan(void **state)
{
    world *w = *state;
    tally t = {0};
    char id[16], ids[160] = "";

    for (int i = 0; i < 50; i++) {
        snprintf(id, sizeof id, "game%d", i);
        create(w, id, false, &t);
    }
    list(w, "one", STORE_SEEK, 5, &t);
    list(w, "two", STORE_LIVE, 9, &t);
    wait_for(&t, 54);
    store_close(w->store);
    sqlite3_auto_extension((void (*)(void))on_connection);
    w->store = NULL;
    store_place_reopen(&w->at, &w->store);
    sqlite3_cancel_auto_extension((void (*)(void))on_connection);
    stepped = 0;
    assert_int_equal(store_pending(w->store, add_any_id, ids), PAUA_OK);
    assert_int_equal(store_seeks(w->store, 10, add_any_id, ids), PAUA_OK);
    assert_int_equal(store_live(w->store, 0, 10, add_any_id, ids), PAUA_OK);
    assert_int_equal(store_expired(w->store, 5, 10, add_any_id, ids), PAUA_OK);
    assert_int_equal(store_unplayed(w->store, 5, 10, add_any_id, ids), PAUA_OK);
    assert_int_equal(store_deadlines(w->store, add_deadline, &(times){0}), PAUA_OK);
    assert_string_equal(ids, "onetwoone");
    assert_in_range(stepped, 0, 5);
}

/* Holds the store's thread in the first write's callback, so that the others must wait and
 * share. */
static void hold(paua_status status, void *context)
{
    pthread_mutex_t *gate = context;

    assert_int_equal(status, PAUA_OK);
    pthread_mutex_lock(gate);
    pthread_mutex_unlock(gate);
}

static void test_writes_share_commits(void **state)
{
    world *w = *state;
    tally t = {0};
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    char id[16], log[LOG_SIZE];
    store_game game = {.id = "gate", .setup = "", .state = {.result = "*", .reason = ""}};

    pthread_mutex_lock(&gate);
    assert_int_equal(store_create(w->store, &game, hold, &gate), PAUA_OK);
    for (int i = 0; i < 500; i++) {
        snprintf(id, sizeof id, "game%d", i);
        create(w, id, false, &t);
        append(w, id, 1, false, &t);
    }
    pthread_mutex_unlock(&gate);
    wait_for(&t, 1000);
    assert_int_equal(t.of[PAUA_OK], 1000);
    assert_true(store_count(w->store).commits <= 3);
    assert_int_equal(load(w, "game499", log), PAUA_OK);
    pthread_mutex_destroy(&gate);
}

static void test_close_writes_what_is_queued(void **state)
{
    world *w = *state;
    tally t = {0};
    char log[LOG_SIZE];

    create(w, "one", false, &t);
    for (int i = 1; i <= 100; i++)
        append(w, "one", i, false, &t);
    store_place_reopen(&w->at, &w->store);
    assert_int_equal(t.of[PAUA_OK], 101);
    assert_int_equal(load(w, "one", log), PAUA_OK);
    assert_non_null(strstr(log, " 100 1-0"));
}

typedef struct worker {
    world *w;
    int number;
    tally t;
} worker;

static void *work(void *context)
{
    worker *me = context;
    char id[16], log[LOG_SIZE];

    snprintf(id, sizeof id, "game%d", me->number);
    create(me->w, id, false, &me->t);
    for (int i = 1; i <= 50; i++) {
        append(me->w, id, i, false, &me->t);
        load(me->w, id, log);
    }
    wait_for(&me->t, 51);
    return NULL;
}

static void test_threads(void **state)
{
    worker workers[8] = {0};
    pthread_t threads[8];

    for (int i = 0; i < 8; i++) {
        workers[i].w = *state;
        workers[i].number = i;
        assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    }
    for (int i = 0; i < 8; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(workers[i].t.of[PAUA_OK], 51);
    }
}

/* Files may not grow: a write fails as a whole, with a reason; with room again writes succeed. */
static void test_full_disk(void **state)
{
    world *w = *state;
    tally good = {0}, bad = {0}, again = {0};
    struct rlimit was, none;
    char message[STORE_MESSAGE_MAX], log[LOG_SIZE];

    create(w, "one", false, &good);
    wait_for(&good, 1);
    store_failure(w->store, message);
    assert_string_equal(message, "");
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &was), 0);
    none = (struct rlimit){.rlim_cur = 1, .rlim_max = was.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    append(w, "one", 1, false, &bad);
    create(w, "two", false, &bad);
    wait_for(&bad, 2);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &was), 0);
    assert_int_equal(bad.of[PAUA_ERROR_IO], 2);
    store_failure(w->store, message);
    assert_true(strlen(message) > 0);
    assert_int_equal(store_count(w->store).failures, 2);
    assert_int_equal(load(w, "two", log), PAUA_ERROR_NOT_FOUND);
    assert_int_equal(load(w, "one", log), PAUA_OK);
    assert_string_equal(log, "one 1234 {\"a\":1} 0 *  0;");
    append(w, "one", 1, false, &again);
    wait_for(&again, 1);
    assert_int_equal(again.of[PAUA_OK], 1);
}

/* Clocks are kept with games and events; a game is listed while it has a deadline. */
static void test_clocks_are_stored(void **state)
{
    static const store_reader reader = {add_game_times, add_event_times};
    world *w = *state;
    tally t = {0};
    times sum = {0}, listed = {0}, none = {0};
    char message[STORE_MESSAGE_MAX];
    store_game game = {.id = "one",
                       .setup = "",
                       .clock_ms = 100,
                       .state = {.result = "*", .reason = "", .deadline_ms = 70000}};
    store_event event = {.number = 1, .type = "move", .text = "", .clock_ms = 20, .spent_ms = 7};

    create(w, "two", false, &t);
    assert_int_equal(store_create(w->store, &game, on_done, &t), PAUA_OK);
    game.state.deadline_ms = 90000;
    assert_int_equal(store_append(w->store, "one", &event, &game.state, on_done, &t), PAUA_OK);
    wait_for(&t, 3);
    assert_int_equal(store_load(w->store, "one", &reader, &sum, message), PAUA_OK);
    assert_int_equal(sum.clock, 120);
    assert_int_equal(sum.spent, 7);
    assert_int_equal(sum.deadlines, 90000);
    assert_int_equal(store_deadlines(w->store, add_deadline, &listed), PAUA_OK);
    assert_int_equal(listed.count, 1);
    assert_int_equal(listed.deadlines, 90000);
    append(w, "one", 2, false, &t);
    wait_for(&t, 4);
    assert_int_equal(store_deadlines(w->store, add_deadline, &none), PAUA_OK);
    assert_int_equal(none.count, 0);
}

/* Each of these is found when the game is read; undone, the game is whole again. */
static void test_changes_are_found(void **state)
{
    static const char row[] = "game one: its row fails its checksum";
    static const char content[] = "game one: its setup or an event fails the checksum";
    static const struct {
        const char *change, *expected;
    } changes[] = {
        {"UPDATE game SET events = 4", row},
        {"UPDATE game SET result = '0-1'", row},
        {"UPDATE game SET reason = 'because'", row},
        {"UPDATE game SET pending = 1 - pending", row},
        {"UPDATE game SET listing = 1 - listing", row},
        {"UPDATE game SET closes = 1 - closes", row},
        {"UPDATE game SET deadline = 1 - deadline", row},
        {"UPDATE game SET state_sum = 0", row},
        {"UPDATE game SET content_sum = 0", content},
        {"UPDATE game SET created = created + 1", content},
        {"UPDATE game SET clock = clock + 1", content},
        {"UPDATE game SET setup = '{\"a\":2}'", content},
        {"UPDATE event SET type = 'chat' WHERE number = 2", content},
        {"UPDATE event SET text = 'text 3' WHERE number = 2", content},
        {"UPDATE event SET at = at + 256 WHERE number = 2", content},
        {"UPDATE event SET clock = clock + 1 WHERE number = 2", content},
        {"UPDATE event SET spent = spent + 1 WHERE number = 2", content},
        {"DELETE FROM event WHERE number = 2", "game one: event 3 instead of 2"},
        {"DELETE FROM event WHERE number = 3", "game one: 2 events instead of 3"},
        {"INSERT INTO event SELECT game, 4, at, type, text, clock, spent FROM event"
         " WHERE number = 3",
         "game one: 4 events instead of 3"},
        {"UPDATE event SET number = 7 - number WHERE number > 2", "game one: event 4 instead of 3"},
        /* The same events in another order; another game under this id. */
        {"UPDATE event SET number = number + 4; UPDATE event SET number = 8 - number", content},
        {"UPDATE game SET id = CASE key WHEN 1 THEN 'x' ELSE 'one' END;"
         "UPDATE game SET id = 'two' WHERE id = 'x'",
         row},
    };
    char log[LOG_SIZE];
    world *w = *state;
    tally t = {0};

    create(w, "one", false, &t);
    create(w, "two", false, &t);
    for (int i = 1; i <= 3; i++) {
        append(w, "one", i, false, &t);
        append(w, "two", i, false, &t);
    }
    wait_for(&t, 8);
    change(w, "CREATE TABLE good_game AS SELECT * FROM game;"
              "CREATE TABLE good_event AS SELECT * FROM event");
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        change(w, changes[i].change);
        store_place_reopen(&w->at, &w->store);
        assert_int_equal(load(w, "one", log), PAUA_ERROR_CORRUPT);
        assert_string_equal(log, changes[i].expected);
        change(w, "DELETE FROM event; DELETE FROM game;"
                  "INSERT INTO game SELECT * FROM good_game;"
                  "INSERT INTO event SELECT * FROM good_event");
        store_place_reopen(&w->at, &w->store);
        assert_int_equal(load(w, "one", log), PAUA_OK);
    }
}

/* The running time goes on where it was, without the time in which the store was closed. */
static void test_running_time(void **state)
{
    world *w = *state;
    char message[STORE_MESSAGE_MAX];

    usleep(30000);
    int64_t before = store_running_ms(w->store), began = clock_now_ms();
    assert_true(before >= 30);
    store_close(w->store);
    w->store = NULL;
    int64_t open_ms = clock_now_ms() - began;
    usleep(500000);
    began = clock_now_ms();
    assert_int_equal(store_open(w->at.place, &w->store, message), PAUA_OK);
    int64_t after = store_running_ms(w->store);
    open_ms += clock_now_ms() - began;
    assert_true(after >= before);
    assert_true(after <= before + open_ms);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_round_trip, start, stop),
        cmocka_unit_test_setup_teardown(test_what_does_not_fit, start, stop),
        cmocka_unit_test_setup_teardown(test_reader_that_gives_up, start, stop),
        cmocka_unit_test_setup_teardown(test_pending, start, stop),
        cmocka_unit_test_setup_teardown(test_pending_of_another_slot, start, stop),
        cmocka_unit_test_setup_teardown(test_lists, start, stop),
        cmocka_unit_test_setup_teardown(test_writes_share_commits, start, stop),
        cmocka_unit_test_setup_teardown(test_close_writes_what_is_queued, start, stop),
        cmocka_unit_test_setup_teardown(test_threads, start, stop),
        cmocka_unit_test_setup_teardown(test_clocks_are_stored, start, stop),
        cmocka_unit_test_setup_teardown(test_removal, start, stop),
        cmocka_unit_test_setup_teardown(test_limit, start, stop),
        cmocka_unit_test_setup_teardown(test_numbers, start, stop),
        cmocka_unit_test_setup_teardown(test_changes_are_found, start, stop),
        cmocka_unit_test_setup_teardown(test_running_time, start, stop),
        cmocka_unit_test_setup_teardown(test_a_store_that_is_too_old, start, stop),
    };
    const struct CMUnitTest of_sqlite[] = {
        cmocka_unit_test_setup_teardown(test_lists_do_not_scan, start, stop),
        cmocka_unit_test_setup_teardown(test_full_disk, start, stop),
        cmocka_unit_test_setup_teardown(test_games_without_memory, start, stop),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    return store_place_is_postgres() ? failed
                                     : failed + cmocka_run_group_tests(of_sqlite, NULL, NULL);
}
