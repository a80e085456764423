/* A disk that fails: every write, sync, read, truncation, deletion and opening fails once, and from
 * then on; and the power goes at every operation. Afterwards the store opens on a disk that works:
 * every event that was acknowledged is there, once, and nothing is called damaged. `--step N` tries
 * each Nth operation, 1 for all of them. */
#define _GNU_SOURCE
#include <pthread.h>

#include "folder.h"

#include <sqlite3.h>

#include "base/random.h"
#include "fault_disk.h"
#include "store/core/store.h"
#include "store/open.h"
#include "store/tables/games.h"

enum { GAMES = 3, EVENTS = 14, TRIES_MAX = 4 };

static int step = 3;

/* What a client knows of a game. */
struct client_game {
    char id[8];
    bool created;
    int acknowledged;      /* events */
    int tries[EVENTS + 2]; /* which attempt at an event was acknowledged */
    int last_try;          /* the attempt that was sent last, at the next event */
};

static struct client_game games[GAMES];
static store *open_now;
static long refused, starts_refused;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t answered = PTHREAD_COND_INITIALIZER;
static int waiting;
static paua_status answers[GAMES];

/* On the store's thread. `context` is a place in answers. */
static void on_done(paua_status status, void *context)
{
    pthread_mutex_lock(&mutex);
    *(paua_status *)context = status;
    waiting--;
    pthread_cond_signal(&answered);
    pthread_mutex_unlock(&mutex);
}

static void wait_answers(void)
{
    pthread_mutex_lock(&mutex);
    while (waiting > 0)
        pthread_cond_wait(&answered, &mutex);
    pthread_mutex_unlock(&mutex);
}

/* Small logs, so that they are often written back. */
static int on_connection(sqlite3 *connection, char **error, const struct sqlite3_api_routines *api)
{
    (void)error, (void)api;
    sqlite3_wal_autocheckpoint(connection, 7);
    return SQLITE_OK;
}

/* Opens the store; a failing disk may refuse that, but calls nothing damaged. */
static bool open_store(void)
{
    char message[STORE_MESSAGE_MAX] = "";
    paua_status status = store_open("sqlite:games.db", &open_now, message);

    if (status != PAUA_OK) {
        open_now = NULL;
        starts_refused++;
        assert_true(status == PAUA_ERROR_IO || status == PAUA_ERROR_NO_MEMORY);
        assert_null(strstr(message, "damage"));
    }
    return status == PAUA_OK;
}

static void event_text(const struct client_game *game, int number, int try, char text[64])
{
    snprintf(text, 64, "%.7s event %d try %d", game->id, number, try);
}

/* Sends the next write of each game at once. False: the power is gone, or a game stays refused. */
static bool send_round(void)
{
    for (int i = 0; i < GAMES; i++) {
        struct client_game *game = &games[i];
        char text[64];
        store_game row = {.id = game->id,
                          .setup = "{}",
                          .state = {.result = "*", .reason = "", .listing = STORE_LIVE}};
        store_event event = {.number = game->acknowledged + 1, .type = "move", .text = text};

        pthread_mutex_lock(&mutex);
        waiting++;
        pthread_mutex_unlock(&mutex);
        game->last_try++;
        event_text(game, game->acknowledged + 1, game->last_try, text);
        assert_int_equal(game->created ? store_append(open_now, game->id, &event, &row.state,
                                                      on_done, &answers[i])
                                       : store_create(open_now, &row, on_done, &answers[i]),
                         PAUA_OK);
    }
    wait_answers();
    bool going = true;
    for (int i = 0; i < GAMES; i++) {
        struct client_game *game = &games[i];

        if (answers[i] != PAUA_OK) {
            /* Never a conflict: what was refused before has left nothing. */
            assert_int_equal(answers[i], PAUA_ERROR_IO);
            refused++;
            going = going && game->last_try < TRIES_MAX;
        } else if (!game->created) {
            game->created = true;
            game->last_try = 0;
        } else {
            game->tries[++game->acknowledged] = game->last_try;
            game->last_try = 0;
        }
    }
    return going && !disk_is_cut();
}

/* Plays until each game has this many events. */
static void play_until(int events)
{
    if (!open_now && !open_store() && (disk_is_cut() || !open_store()))
        return;
    while (games[GAMES - 1].acknowledged < events && send_round())
        ;
}

/* Two lives of a server. */
static void play_games(void)
{
    memset(games, 0, sizeof games);
    for (int i = 0; i < GAMES; i++)
        snprintf(games[i].id, sizeof games[i].id, "game%d", i);
    play_until(EVENTS / 2);
    store_close(open_now);
    open_now = NULL;
    if (!disk_is_cut())
        play_until(EVENTS);
    store_close(open_now);
    open_now = NULL;
}

/* What is read of a game. */
struct found_game {
    const struct client_game *game;
    int events;
};

static bool on_game(const store_game *row, void *context)
{
    (void)row, (void)context;
    return true;
}

/* An event is the one that was acknowledged, or the one that was sent last. */
static bool on_event(const store_event *event, void *context)
{
    struct found_game *found = context;
    const struct client_game *game = found->game;
    char text[64];

    found->events++;
    assert_int_equal(event->number, found->events);
    event_text(game, found->events,
               found->events <= game->acknowledged ? game->tries[found->events] : game->last_try,
               text);
    assert_string_equal(event->text, text);
    return true;
}

/* On a disk that works: what was acknowledged is there, and besides at most what was sent last, if
 * `extra`, where its answer never came. */
static void check_games(bool extra)
{
    static const store_reader reader = {on_game, on_event};
    char message[STORE_MESSAGE_MAX] = "";
    store *opened = NULL;

    if (store_open("sqlite:games.db", &opened, message) != PAUA_OK)
        fail_msg("%s", message);
    for (int i = 0; i < GAMES; i++) {
        struct found_game found = {.game = &games[i]};
        paua_status status = store_load(opened, games[i].id, &reader, &found, message);

        if (status == PAUA_ERROR_NOT_FOUND) {
            assert_false(games[i].created);
            continue;
        }
        if (status != PAUA_OK)
            fail_msg("%s", message);
        assert_true(games[i].created || extra);
        assert_in_range(found.events, games[i].acknowledged, games[i].acknowledged + extra);
    }
    store_close(opened);
}

/* Begins with no store, or with one of an earlier life. */
static void begin(void)
{
    unlink("games.db");
    unlink("games.db-wal");
    unlink("games.db-shm");
    unlink("games.db-journal");
    disk_reset();
}

/* How many operations of a kind there are without a fault. */
static long count_operations(enum disk_operation kind)
{
    begin();
    play_games();
    check_games(false);
    assert_int_equal(games[0].acknowledged, EVENTS);
    return disk_count(kind);
}

static void every_operation_fails(void **state)
{
    static const char *const names[] = {"open", "read", "write", "sync", "truncate", "delete"};
    long injected = 0, tried = 0;

    (void)state;
    for (int kind = 0; kind < DISK_OPERATIONS; kind++) {
        long count = count_operations((enum disk_operation)kind);

        print_message("%ld operations of kind %s\n", count, names[kind]);
        for (long number = 1; number <= count; number += count > 20 ? step : 1) {
            for (int for_ever = 0; for_ever < 2; for_ever++) {
                begin();
                disk_fail((enum disk_operation)kind, number, for_ever);
                play_games();
                injected += disk_failed();
                tried++;
                disk_reset();
                check_games(false);
            }
        }
    }
    print_message("%ld runs, %ld faults injected; %ld writes and %ld starts refused; none lost, "
                  "doubled or called damaged\n",
                  tried, injected, refused, starts_refused);
    assert_true(refused > 0 && starts_refused > 0);
}

static void power_goes_at_every_operation(void **state)
{
    uint64_t random = 22;
    long count = count_operations(DISK_ANY), cuts = 0, acknowledged = 0;

    (void)state;
    for (long number = 1; number <= count; number += step) {
        for (int loss = 0; loss < LOSSES; loss++) {
            begin();
            disk_cut_at(number);
            play_games();
            disk_cut(); /* at the latest now */
            disk_lose((enum disk_loss)loss, &random);
            disk_reset();
            check_games(true);
            cuts++;
            for (int i = 0; i < GAMES; i++)
                acknowledged += games[i].acknowledged;
        }
    }
    print_message("%ld power cuts at %ld operations, %ld events acknowledged, none lost\n", cuts,
                  count, acknowledged);
    assert_true(acknowledged > 0);
}

/* A write that was answered with a failure is not there after the process is killed, though the
 * disk went on to refuse every sync (finding L1); nor after a power cut, once a sync succeeds. */
static void what_failed_is_not_stored(void **state)
{
    uint64_t random = 1;
    long syncs = count_operations(DISK_SYNC), failures = 0;

    (void)state;
    for (long number = 1; number <= syncs; number++) {
        for (int for_ever = 0; for_ever < 2; for_ever++) {
            begin();
            memset(games, 0, sizeof games);
            for (int i = 0; i < GAMES; i++)
                snprintf(games[i].id, sizeof games[i].id, "game%d", i);
            if (!open_store())
                continue;
            disk_fail(DISK_SYNC, number, for_ever);
            long before = refused;
            while (games[0].acknowledged < EVENTS && refused == before && send_round())
                ;
            failures += refused - before;
            disk_cut();
            store_close(open_now);
            open_now = NULL;
            disk_lose(for_ever ? LOSE_NOTHING : (enum disk_loss)(number % LOSSES), &random);
            disk_reset();
            check_games(false);
        }
    }
    print_message("%ld writes answered with a failure, none there after the end\n", failures);
    assert_true(failures > 0);
}

static int enter(void **state)
{
    disk_install();
    sqlite3_auto_extension((void (*)(void))on_connection);
    return enter_folder(state);
}

static int leave(void **state)
{
    static const char *const names[] = {"games.db"};

    (void)state;
    return leave_folder(names, 1);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operation_fails),
        cmocka_unit_test(power_goes_at_every_operation),
        cmocka_unit_test(what_failed_is_not_stored),
    };

    if (argc == 3 && strcmp(argv[1], "--step") == 0)
        step = atoi(argv[2]);
    return cmocka_run_group_tests(tests, enter, leave);
}
