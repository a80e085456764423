/* The PostgreSQL store where connections are lost: reads recover, and a write is stored once or is
 * reported as not stored. Between the store and the server stands a relay that cuts connections at
 * chosen moments. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/unicode.h"
#include "store/core/store.h"
#include "store/open.h"
#include "store/tables/games.h"
#include "store_place.h"

/* UTF-8 is told from what is not. */
static void test_utf8(void **state)
{
    static const char *const good[] = {"",
                                       "abc",
                                       "\xC3\xA9",
                                       "\xE2\x82\xAC",
                                       "\xED\x9F\xBF",
                                       "\xF0\x90\x80\x80",
                                       "\xF4\x8F\xBF\xBF"};
    static const char *const bad[] = {"\x80",         "\xC0\xAF",         "\xC3",
                                      "a\xC3(",       "\xE2\x82",         "\xED\xA0\x80",
                                      "\xE0\x9F\xBF", "\xF4\x90\x80\x80", "\xF0\x8F\xBF\xBF",
                                      "\xFF"};

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(utf8_valid(good[i], strlen(good[i])));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(utf8_valid(bad[i], strlen(bad[i])));
}

#ifdef PAUA_POSTGRES

/* When the relay cuts the connections that write: never; as soon as the server has answered a
 * commit; or before it gets the commit, which follows the second row of a write. */
enum cut { CUT_NEVER, CUT_AFTER_COMMIT, CUT_BEFORE_COMMIT };

struct relay {
    char folder[64], path[128];
    char server[128]; /* the path of the server's socket */
    int listener;
    _Atomic int cut, refuse, cuts, links; /* `links`: connections that are passed on */
    _Atomic int stall;                    /* takes the beginning of a long statement, and no more */
    pthread_t thread;
};

struct link {
    struct relay *relay;
    int client;
};

struct world {
    struct store_place at;
    struct relay relay;
    char place[640]; /* through the relay */
    store *store;
};

static int connect_to(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);

    snprintf(address.sun_path, sizeof address.sun_path, "%.100s", path);
    if (connect(fd, (struct sockaddr *)&address, sizeof address) == 0)
        return fd;
    close(fd);
    return -1;
}

static bool copy_bytes(const char *bytes, ssize_t size, int to)
{
    return send(to, bytes, (size_t)size, MSG_NOSIGNAL) == size;
}

/* Passes the bytes of one connection on, until an end closes or it is cut. */
static void *relay_link(void *context)
{
    struct link *link = context;
    struct relay *relay = link->relay;
    int server = connect_to(relay->server);
    struct pollfd ends[] = {{.fd = link->client, .events = POLLIN},
                            {.fd = server, .events = POLLIN}};
    char bytes[65536];
    int inserts = 0;
    bool open = server >= 0, stalled = false;

    while (open) {
        int cut = atomic_load(&relay->cut);

        stalled = stalled && atomic_load(&relay->stall);
        ends[0].events = stalled ? 0 : POLLIN;
        if (poll(ends, 2, 20) <= 0)
            continue;

        if (ends[0].revents) {
            ssize_t size = recv(link->client, bytes, sizeof bytes, 0);

            open = size > 0 && copy_bytes(bytes, size, server);
            stalled = size == sizeof bytes && atomic_load(&relay->stall);
        }
        if (open && ends[1].revents) {
            ssize_t size = recv(server, bytes, sizeof bytes, 0);

            open = size > 0;
            if (open && cut == CUT_BEFORE_COMMIT && memmem(bytes, (size_t)size, "INSERT 0 1", 11))
                inserts++;
            bool now =
                open && ((cut == CUT_AFTER_COMMIT && memmem(bytes, (size_t)size, "COMMIT", 7)) ||
                         inserts == 2);
            if (now) {
                atomic_store(&relay->cut, CUT_NEVER);
                atomic_fetch_add(&relay->cuts, 1);
            }
            open = open && !now && copy_bytes(bytes, size, link->client);
        }
    }
    close(link->client);
    if (server >= 0)
        close(server);
    free(link);
    atomic_fetch_sub(&relay->links, 1);
    return NULL;
}

static void *relay_run(void *context)
{
    struct relay *relay = context;
    int client;

    while ((client = accept(relay->listener, NULL, NULL)) >= 0) {
        struct link *link = malloc(sizeof *link);
        pthread_t thread;

        if (atomic_load(&relay->refuse) || !link) {
            close(client);
            free(link);
            continue;
        }
        *link = (struct link){relay, client};
        atomic_fetch_add(&relay->links, 1);
        assert_int_equal(pthread_create(&thread, NULL, relay_link, link), 0);
        pthread_detach(thread);
    }
    return NULL;
}

static void relay_start(struct relay *relay, const char *place)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};

    strcpy(relay->folder, "/tmp/paua-relay-XXXXXX");
    assert_non_null(mkdtemp(relay->folder));
    snprintf(relay->path, sizeof relay->path, "%s/.s.PGSQL.5432", relay->folder);
    snprintf(relay->server, sizeof relay->server, "%.100s/.s.PGSQL.5432",
             strstr(place, "host=") + strlen("host="));
    relay->listener = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%.100s", relay->path);
    assert_int_equal(bind(relay->listener, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(relay->listener, 16), 0);
    assert_int_equal(pthread_create(&relay->thread, NULL, relay_run, relay), 0);
}

static int start(void **state)
{
    struct world *w = calloc(1, sizeof *w);
    char message[STORE_MESSAGE_MAX];

    store_place_make(&w->at);
    relay_start(&w->relay, w->at.place);
    snprintf(w->place, sizeof w->place, "postgresql://paua@/paua?host=%s", w->relay.folder);
    if (store_open(w->place, &w->store, message) != PAUA_OK)
        fail_msg("%s", message);
    *state = w;
    return 0;
}

static int stop(void **state)
{
    struct world *w = *state;

    store_close(w->store);
    shutdown(w->relay.listener, SHUT_RDWR);
    pthread_join(w->relay.thread, NULL);
    while (atomic_load(&w->relay.links) > 0)
        usleep(1000);
    close(w->relay.listener);
    unlink(w->relay.path);
    rmdir(w->relay.folder);
    store_place_remove(&w->at);
    free(w);
    return 0;
}

static void on_done(paua_status status, void *context)
{
    atomic_store((_Atomic int *)context, (int)status);
}

static int wait_for(_Atomic int *status)
{
    for (int i = 0; i < 20000 && atomic_load(status) < 0; i++)
        usleep(1000);
    return atomic_load(status);
}

static int create(struct world *w, const char *id)
{
    const store_game game = {.id = id, .setup = "{}", .state = {.result = "*", .reason = ""}};
    _Atomic int status = -1;

    assert_int_equal(store_create(w->store, &game, on_done, &status), PAUA_OK);
    return wait_for(&status);
}

static int append_text(struct world *w, const char *id, int64_t number, const char *text)
{
    const store_event event = {.number = number, .type = "move", .text = text};
    const store_state now = {.result = "*", .reason = ""};
    _Atomic int status = -1;

    assert_int_equal(store_append(w->store, id, &event, &now, on_done, &status), PAUA_OK);
    return wait_for(&status);
}

static int append(struct world *w, const char *id, int64_t number)
{
    return append_text(w, id, number, "text");
}

static bool on_game(const store_game *game, void *context)
{
    (void)game, (void)context;
    return true;
}

static bool on_event(const store_event *event, void *context)
{
    (void)event;
    ++*(int *)context;
    return true;
}

/* How many events a game has, read as a whole; -1: it cannot be read. */
static int count_events(struct world *w, const char *id)
{
    static const store_reader reader = {on_game, on_event};
    char message[STORE_MESSAGE_MAX];
    int events = 0;

    return store_load(w->store, id, &reader, &events, message) == PAUA_OK ? events : -1;
}

/* All events that the database has; without the store's deadline, which a busy machine may miss. */
static int count_stored_events(const struct world *w)
{
    PGconn *connection = PQconnectdb(w->at.place);
    PGresult *result = PQexec(connection, "SELECT count(*) FROM paua.event");

    if (PQresultStatus(result) != PGRES_TUPLES_OK)
        fail_msg("%s", PQerrorMessage(connection));
    const int events = atoi(PQgetvalue(result, 0, 0));
    PQclear(result);
    PQfinish(connection);
    return events;
}

static void end_sessions(struct world *w)
{
    store_place_change(&w->at, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                               " WHERE application_name = 'paua'");
}

/* Both connections are ended by the server: the next read and the next write work. */
static void test_ended_sessions(void **state)
{
    struct world *w = *state;

    assert_int_equal(create(w, "one"), PAUA_OK);
    for (int i = 1; i <= 3; i++) {
        end_sessions(w);
        assert_int_equal(append(w, "one", i), PAUA_OK);
        end_sessions(w);
        assert_int_equal(count_events(w, "one"), i);
        assert_int_equal(store_check(w->store), PAUA_OK);
    }
}

/* The answer to a commit is lost: the write is reported as stored, and is there once. */
static void test_lost_answer(void **state)
{
    struct world *w = *state;

    assert_int_equal(create(w, "one"), PAUA_OK);
    assert_int_equal(append(w, "one", 1), PAUA_OK);
    for (int i = 2; i <= 4; i++) {
        atomic_store(&w->relay.cut, CUT_AFTER_COMMIT);
        assert_int_equal(append(w, "one", i), PAUA_OK);
        assert_int_equal(atomic_load(&w->relay.cuts), i - 1);
        assert_int_equal(count_events(w, "one"), i);
    }
    assert_int_equal(append(w, "one", 4), PAUA_ERROR_CONFLICT);
}

/* A commit that the server never got: the write is reported as not stored, and is not there. */
static void test_lost_commit(void **state)
{
    struct world *w = *state;
    char message[STORE_MESSAGE_MAX];

    assert_int_equal(create(w, "one"), PAUA_OK);
    assert_int_equal(append(w, "one", 1), PAUA_OK);
    atomic_store(&w->relay.cut, CUT_BEFORE_COMMIT);
    assert_int_equal(append(w, "one", 2), PAUA_ERROR_IO);
    assert_int_equal(atomic_load(&w->relay.cuts), 1);
    store_failure(w->store, message);
    assert_true(*message != '\0');
    assert_int_equal(count_events(w, "one"), 1);
    assert_int_equal(append(w, "one", 2), PAUA_OK);
    assert_int_equal(count_events(w, "one"), 2);
}

/* No server for a while: writes and reads fail, and work again afterwards. */
static void test_server_away(void **state)
{
    struct world *w = *state;

    assert_int_equal(create(w, "one"), PAUA_OK);
    atomic_store(&w->relay.refuse, 1);
    end_sessions(w);
    assert_int_equal(append(w, "one", 1), PAUA_ERROR_IO);
    assert_int_equal(count_events(w, "one"), -1);
    assert_int_equal(store_check(w->store), PAUA_ERROR_IO);
    atomic_store(&w->relay.refuse, 0);
    usleep(600000);
    assert_int_equal(append(w, "one", 1), PAUA_OK);
    assert_int_equal(count_events(w, "one"), 1);
}

static void on_watched(bool hangs, void *context)
{
    (void)hangs, (void)context;
}

/* A server that reads no more of a long statement: it is given up at the deadline, and what follows
 * works once the server reads again. */
static void test_server_that_does_not_read(void **state)
{
    enum { LONG_TEXT = 8 << 20, DEADLINE_MS = 400 };
    struct world *w = *state;
    char *text = malloc(LONG_TEXT + 1);

    memset(text, 'x', LONG_TEXT);
    text[LONG_TEXT] = '\0';
    assert_int_equal(create(w, "one"), PAUA_OK);
    assert_int_equal(append_text(w, "one", 1, text), PAUA_OK);
    assert_int_equal(store_watch(w->store, DEADLINE_MS, on_watched, NULL), PAUA_OK);
    for (int i = 2; i <= 3; i++) {
        atomic_store(&w->relay.stall, 1);
        assert_int_equal(append_text(w, "one", i, text), PAUA_ERROR_IO);
        atomic_store(&w->relay.stall, 0);
        for (int try = 0; try < 1000 && append(w, "one", i) != PAUA_OK; try++)
            usleep(10000);
        assert_int_equal(count_stored_events(w), i);
    }
    free(text);
}

/* Bytes that are not UTF-8 fail alone: the writes that share their commit are stored. */
static void test_text_that_is_none(void **state)
{
    struct world *w = *state;
    _Atomic int bad = -1, good = -1;
    const store_game game = {.id = "two", .setup = "{}", .state = {.result = "*", .reason = ""}};
    const store_event event = {.number = 1, .type = "chat", .text = "\xC3("};
    const store_state now = {.result = "*", .reason = ""};

    assert_int_equal(create(w, "one"), PAUA_OK);
    assert_int_equal(store_append(w->store, "one", &event, &now, on_done, &bad), PAUA_OK);
    assert_int_equal(store_create(w->store, &game, on_done, &good), PAUA_OK);
    assert_int_equal(wait_for(&good), PAUA_OK);
    assert_int_equal(wait_for(&bad), PAUA_ERROR_CONFLICT);
    assert_int_equal(count_events(w, "one"), 0);
    assert_int_equal(count_events(w, "\xFF"), -1);
    assert_int_equal(append_text(w, "one", 1, "\xC3\xA9"), PAUA_OK);
}

/* A password in the address is in no message. */
static void test_no_password_in_messages(void **state)
{
    struct world *w = *state;
    char message[STORE_MESSAGE_MAX] = "", place[700];
    store *other = NULL;

    snprintf(place, sizeof place, "postgresql://paua:hunter2@/nowhere?host=%s", w->relay.folder);
    assert_int_equal(store_open(place, &other, message), PAUA_ERROR_IO);
    assert_non_null(strstr(message, "nowhere"));
    assert_null(strstr(message, "hunter2"));
    assert_int_equal(store_open(w->place, &other, message), PAUA_ERROR_CONFLICT);
    assert_non_null(strstr(message, "is in use by another paua"));
}

/* The columns of an SQLite store, and of this one, a line each: what a new version adds to one must
 * be in the other, too. */
static void test_same_tables(void **state)
{
    static const char columns[] =
        "SELECT t.name || '.' || c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c"
        " WHERE t.type = 'table' ORDER BY 1";
    static const char same_columns[] =
        "SELECT (table_name || '.' || column_name) COLLATE \"C\" FROM information_schema.columns"
        " WHERE table_schema = 'paua' AND table_name NOT IN ('store', 'writer') ORDER BY 1";
    struct world *w = *state;
    char place[128], message[STORE_MESSAGE_MAX];
    sqlite3 *file = NULL;
    sqlite3_stmt *statement = NULL;
    store *other = NULL;
    int row = 0;

    snprintf(place, sizeof place, "sqlite:%s", w->at.file);
    assert_int_equal(store_open(place, &other, message), PAUA_OK);
    store_close(other);
    PGconn *connection = PQconnectdb(w->at.place);
    PGresult *result = PQexec(connection, same_columns);
    assert_int_equal(PQresultStatus(result), PGRES_TUPLES_OK);
    assert_int_equal(sqlite3_open(w->at.file, &file), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(file, columns, -1, &statement, NULL), SQLITE_OK);
    for (; sqlite3_step(statement) == SQLITE_ROW; row++) {
        assert_in_range(row, 0, PQntuples(result) - 1);
        assert_string_equal(PQgetvalue(result, row, 0), sqlite3_column_text(statement, 0));
    }
    assert_int_equal(row, PQntuples(result));
    assert_true(row > 50);
    sqlite3_finalize(statement);
    sqlite3_close(file);
    PQclear(result);
    PQfinish(connection);
}

/* A store of a newer version is refused and not changed. */
static void test_newer_version(void **state)
{
    struct world *w = *state;
    char message[STORE_MESSAGE_MAX];
    store *other = NULL;

    store_close(w->store);
    w->store = NULL;
    store_place_change(&w->at, "UPDATE store SET version = 99");
    assert_int_equal(store_open(w->place, &other, message), PAUA_ERROR_UNSUPPORTED);
    assert_non_null(strstr(message, "made by a newer paua"));
    assert_int_equal(store_open_reading(w->place, &other, message), PAUA_ERROR_UNSUPPORTED);
    store_place_change(&w->at, "DROP SCHEMA paua CASCADE");
    assert_int_equal(store_open_reading(w->place, &other, message), PAUA_ERROR_NOT_FOUND);
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_utf8)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
#ifdef PAUA_POSTGRES
    const struct CMUnitTest of_postgres[] = {
        cmocka_unit_test_setup_teardown(test_ended_sessions, start, stop),
        cmocka_unit_test_setup_teardown(test_lost_answer, start, stop),
        cmocka_unit_test_setup_teardown(test_lost_commit, start, stop),
        cmocka_unit_test_setup_teardown(test_server_away, start, stop),
        cmocka_unit_test_setup_teardown(test_server_that_does_not_read, start, stop),
        cmocka_unit_test_setup_teardown(test_text_that_is_none, start, stop),
        cmocka_unit_test_setup_teardown(test_no_password_in_messages, start, stop),
        cmocka_unit_test_setup_teardown(test_newer_version, start, stop),
        cmocka_unit_test_setup_teardown(test_same_tables, start, stop),
    };

    if (store_place_is_postgres())
        failed += cmocka_run_group_tests(of_postgres, NULL, NULL);
#endif
    return failed;
}
