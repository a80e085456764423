/* The archive: texts come back in order and once, counts add up, nothing uncommitted is there. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sqlite3.h>

#include "store/open.h"
#include "store/tables/archive.h"
#include "store/tables/games.h"
#include "store_place.h"

typedef struct world {
    struct store_place at;
    archive *archive;
} world;

static archive *open_archive(const world *w, enum archive_mode mode)
{
    char message[STORE_MESSAGE_MAX] = "";
    archive *opened = NULL;

    if (archive_open(w->at.place, mode, &opened, message) != PAUA_OK)
        fail_msg("%s", message);
    return opened;
}

static int start(void **state)
{
    world *w = calloc(1, sizeof *w);

    store_place_make(&w->at);
    w->archive = open_archive(w, ARCHIVE_WRITE);
    *state = w;
    return 0;
}

static int stop(void **state)
{
    world *w = *state;
    char command[160];

    archive_close(w->archive);
    snprintf(command, sizeof command, "rm -r '%s'", w->at.folder);
    assert_int_equal(system(command), 0);
    free(w);
    return 0;
}

/* Adds a text; whether it was known. */
static bool add(archive *a, const char *text)
{
    bool known = false;

    assert_int_equal(archive_add(a, text, strlen(text), &known), PAUA_OK);
    return known;
}

static void tally(archive *a, uint64_t key, uint32_t choice, uint32_t times, uint32_t won)
{
    const archive_count count = {key, choice, times, {won, 0, 1}};

    assert_int_equal(archive_add_count(a, ARCHIVE_TEXTS, &count), PAUA_OK);
}

static bool join(const char *text, size_t length, void *context)
{
    char *all = context;

    assert_int_equal(strlen(text), length);
    strcat(strcat(all, text), ";");
    return strlen(all) < 100;
}

static void check_texts(archive *a, const char *wanted)
{
    char all[256] = "";

    assert_int_equal(archive_texts(a, join, all), PAUA_OK);
    assert_string_equal(all, wanted);
}

static bool join_count(const archive_count *count, void *context)
{
    char *all = context;

    sprintf(all + strlen(all), "%u:%u=%u,%u,%u;", count->choice, count->times, count->parts[0],
            count->parts[1], count->parts[2]);
    return true;
}

static void check_counts(archive *a, uint64_t key, const char *wanted)
{
    char all[256] = "";

    assert_int_equal(archive_counts(a, ARCHIVE_TEXTS, key, join_count, all), PAUA_OK);
    assert_string_equal(all, wanted);
}

static void texts_come_back_in_order_and_once(void **state)
{
    world *w = *state;

    assert_int_equal(archive_begin(w->archive), PAUA_OK);
    assert_false(add(w->archive, "second name first"));
    assert_false(add(w->archive, "a"));
    assert_true(add(w->archive, "second name first"));
    assert_int_equal(archive_commit(w->archive), PAUA_OK);
    check_texts(w->archive, "second name first;a;");
    archive_close(w->archive);
    w->archive = open_archive(w, ARCHIVE_WRITE);
    assert_int_equal(archive_begin(w->archive), PAUA_OK);
    assert_true(add(w->archive, "a"));
    assert_false(add(w->archive, "b"));
    assert_int_equal(archive_commit(w->archive), PAUA_OK);
    check_texts(w->archive, "second name first;a;b;");
}

static void counts_add_up(void **state)
{
    world *w = *state;
    const uint64_t high = UINT64_MAX - 5;

    assert_int_equal(archive_begin(w->archive), PAUA_OK);
    tally(w->archive, high, 7, 2, 1);
    tally(w->archive, high, 3, 1, 0);
    tally(w->archive, high, 7, 10, 4);
    tally(w->archive, 1, 7, 1, 1);
    assert_int_equal(archive_commit(w->archive), PAUA_OK);
    check_counts(w->archive, high, "3:1=0,0,1;7:12=5,0,2;");
    check_counts(w->archive, 1, "7:1=1,0,1;");
    check_counts(w->archive, 2, "");
}

static void what_is_not_committed_is_not_there(void **state)
{
    world *w = *state;
    uint64_t mark = 1;

    assert_int_equal(archive_begin(w->archive), PAUA_OK);
    add(w->archive, "kept");
    assert_int_equal(archive_commit(w->archive), PAUA_OK);
    assert_int_equal(archive_begin(w->archive), PAUA_OK);
    add(w->archive, "lost");
    tally(w->archive, 1, 1, 1, 1);
    assert_int_equal(archive_clear_counts(w->archive, 99), PAUA_OK);
    archive_rollback(w->archive);
    check_texts(w->archive, "kept;");
    assert_int_equal(archive_begin(w->archive), PAUA_OK);
    add(w->archive, "lost again");
    archive_close(w->archive);
    w->archive = open_archive(w, ARCHIVE_READ);
    check_texts(w->archive, "kept;");
    check_counts(w->archive, 1, "");
    assert_int_equal(archive_mark(w->archive, &mark), PAUA_OK);
    assert_int_equal(mark, 0);
}

static void clearing_forgets_the_counts_and_keeps_the_texts(void **state)
{
    world *w = *state;
    uint64_t mark = 0;

    assert_int_equal(archive_begin(w->archive), PAUA_OK);
    add(w->archive, "kept");
    tally(w->archive, 1, 1, 1, 1);
    assert_int_equal(archive_clear_counts(w->archive, UINT64_MAX), PAUA_OK);
    tally(w->archive, 2, 1, 1, 1);
    assert_int_equal(archive_commit(w->archive), PAUA_OK);
    check_texts(w->archive, "kept;");
    check_counts(w->archive, 1, "");
    check_counts(w->archive, 2, "1:1=1,0,1;");
    assert_int_equal(archive_mark(w->archive, &mark), PAUA_OK);
    assert_true(mark == UINT64_MAX);
}

static void it_is_read_beside_a_server_but_written_by_one_alone(void **state)
{
    world *w = *state;
    char message[STORE_MESSAGE_MAX] = "";
    store *server = NULL;
    archive *second = NULL;

    assert_int_equal(archive_begin(w->archive), PAUA_OK);
    add(w->archive, "text");
    assert_int_equal(archive_commit(w->archive), PAUA_OK);
    assert_int_equal(store_open(w->at.place, &server, message), PAUA_ERROR_CONFLICT);
    archive_close(w->archive);
    assert_int_equal(store_open(w->at.place, &server, message), PAUA_OK);
    assert_int_equal(archive_open(w->at.place, ARCHIVE_WRITE, &second, message),
                     PAUA_ERROR_CONFLICT);
    assert_non_null(strstr(message, "in use by another"));
    w->archive = open_archive(w, ARCHIVE_READ);
    check_texts(w->archive, "text;");
    store_close(server);
}

/* Reports a write that is waited for. */
static void on_written(paua_status status, void *context)
{
    *(_Atomic int *)context = (int)status;
}

/* Adds a game with one event and this result to a store. */
static void add_game(store *server, const char *id, const char *result)
{
    _Atomic int done = -1;
    store_game game = {.id = id, .setup = "{}", .state = {.result = "*", .reason = ""}};
    store_event event = {.number = 1, .type = "move", .text = "a1b2"};
    store_state reached = {.result = result, .reason = ""};

    assert_int_equal(store_create(server, &game, on_written, &done), PAUA_OK);
    while (done < 0)
        usleep(100);
    assert_int_equal(done, PAUA_OK);
    done = -1;
    assert_int_equal(store_append(server, id, &event, &reached, on_written, &done), PAUA_OK);
    while (done < 0)
        usleep(100);
    assert_int_equal(done, PAUA_OK);
}

/* Appends an id and a blank. */
static bool join_id(const char *id, void *context)
{
    strcat(strcat(context, id), " ");
    return true;
}

static void check_uncounted(archive *a, const char *wanted)
{
    char all[256] = "";

    assert_int_equal(archive_uncounted(a, 2, join_id, all), PAUA_OK);
    assert_string_equal(all, wanted);
}

static void finished_games_are_counted_beside_the_server(void **state)
{
    world *w = *state;
    char message[STORE_MESSAGE_MAX] = "", all[256] = "";
    archive_count count = {.key = 5, .choice = 1, .times = 2, .parts = {1, 1, 0}};
    store *server = NULL, *reader = NULL;

    archive_close(w->archive);
    assert_int_equal(store_open(w->at.place, &server, message), PAUA_OK);
    add_game(server, "one", "1-0");
    add_game(server, "two", "*");
    add_game(server, "three", "1/2-1/2");
    add_game(server, "four", "0-1");
    assert_int_equal(store_open_reading(w->at.place, &reader, message), PAUA_OK);
    assert_int_equal(store_finished(reader, join_id, all), PAUA_OK);
    assert_string_equal(all, "one three four ");
    store_close(reader);
    w->archive = open_archive(w, ARCHIVE_JOIN);
    assert_true(archive_joined(w->archive));
    check_uncounted(w->archive, "one three ");
    assert_int_equal(archive_begin(w->archive), PAUA_OK);
    assert_int_equal(archive_set_counted(w->archive, "one"), PAUA_OK);
    assert_int_equal(archive_add_count(w->archive, ARCHIVE_PLAYED, &count), PAUA_OK);
    assert_int_equal(archive_commit(w->archive), PAUA_OK);
    check_uncounted(w->archive, "three four ");
    check_counts(w->archive, 5, ""); /* of the texts */
    all[0] = '\0';
    assert_int_equal(archive_counts(w->archive, ARCHIVE_PLAYED, 5, join_count, all), PAUA_OK);
    assert_string_equal(all, "1:2=1,1,0;");
    add_game(server, "five", "1-0"); /* the server goes on */
    assert_int_equal(archive_begin(w->archive), PAUA_OK);
    assert_int_equal(archive_clear_counts(w->archive, 7), PAUA_OK);
    assert_int_equal(archive_commit(w->archive), PAUA_OK);
    check_uncounted(w->archive, "one three ");
    store_close(server);
}

static void an_absent_store_is_not_made_by_reading(void **state)
{
    world *w = *state;
    char message[STORE_MESSAGE_MAX] = "", place[640];
    store *reader = NULL;
    archive *joined = NULL;

    snprintf(place, sizeof place, "%s-none", w->at.place);
    assert_int_equal(store_open_reading(place, &reader, message), PAUA_ERROR_NOT_FOUND);
    assert_int_equal(archive_open(place, ARCHIVE_JOIN, &joined, message), PAUA_ERROR_NOT_FOUND);
    assert_int_equal(access(place + 7, F_OK), -1);
    assert_null(reader);
}

static void what_is_no_archive_is_refused(void **state)
{
    world *w = *state;
    char message[STORE_MESSAGE_MAX] = "", place[640];
    archive *opened = NULL;
    FILE *file;

    assert_int_equal(archive_open("nowhere", ARCHIVE_READ, &opened, message),
                     PAUA_ERROR_BAD_ARGUMENT);
    assert_int_equal(archive_open("sqlite:", ARCHIVE_WRITE, &opened, message),
                     PAUA_ERROR_BAD_ARGUMENT);
    snprintf(place, sizeof place, "%s-none", w->at.place);
    assert_int_equal(archive_open(place, ARCHIVE_READ, &opened, message), PAUA_ERROR_NOT_FOUND);
    assert_int_equal(access(place + 7, F_OK), -1);
    file = fopen(place + 7, "w");
    fputs("this is some other file, which must not be touched in any way at all, whatever it is: "
          "a hundred bytes and more",
          file);
    fclose(file);
    assert_int_equal(archive_open(place, ARCHIVE_READ, &opened, message), PAUA_ERROR_UNSUPPORTED);
    assert_int_equal(archive_open(place, ARCHIVE_WRITE, &opened, message), PAUA_ERROR_UNSUPPORTED);
    assert_int_equal(archive_open("sqlite:/tmp", ARCHIVE_WRITE, &opened, message), PAUA_ERROR_IO);
    assert_null(opened);
}

/* A file to which nothing was committed leaves no trace, a new one least of all. */
static void a_file_without_a_commit_is_removed(void **state)
{
    world *w = *state;

    archive_close(w->archive);
    assert_int_equal(access(w->at.file, F_OK), -1);
    w->archive = open_archive(w, ARCHIVE_WRITE);
    assert_int_equal(archive_begin(w->archive), PAUA_OK);
    assert_int_equal(archive_commit(w->archive), PAUA_OK);
    archive_close(w->archive);
    assert_int_equal(access(w->at.file, F_OK), 0);
    w->archive = open_archive(w, ARCHIVE_WRITE);
}

/* A full disk, by a limit of the file's size: in a process of its own, for limits stay. */
static void a_full_disk_takes_everything_back(void **state)
{
    world *w = *state;
    int status = 0;

    assert_int_equal(archive_begin(w->archive), PAUA_OK);
    add(w->archive, "kept");
    assert_int_equal(archive_commit(w->archive), PAUA_OK);
    archive_close(w->archive);
    w->archive = NULL;
    pid_t child = fork();
    if (child == 0) {
        const struct rlimit limit = {300000, 300000};
        archive *a = NULL;
        char message[STORE_MESSAGE_MAX], text[2000];
        paua_status added = PAUA_OK;
        bool known;

        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &limit);
        memset(text, 'x', sizeof text);
        if (archive_open(w->at.place, ARCHIVE_WRITE, &a, message) != PAUA_OK ||
            archive_begin(a) != PAUA_OK)
            _exit(10);
        for (int i = 0; added == PAUA_OK && i < 5000; i++) {
            memcpy(text, &i, sizeof i);
            added = archive_add(a, text, sizeof text, &known);
        }
        if (added == PAUA_OK)
            added = archive_commit(a);
        _exit(added == PAUA_ERROR_IO && *archive_failure(a) ? 0 : 11);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    w->archive = open_archive(w, ARCHIVE_WRITE);
    check_texts(w->archive, "kept;");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)
    const struct CMUnitTest tests[] = {
        TEST(texts_come_back_in_order_and_once),
        TEST(counts_add_up),
        TEST(what_is_not_committed_is_not_there),
        TEST(clearing_forgets_the_counts_and_keeps_the_texts),
        TEST(it_is_read_beside_a_server_but_written_by_one_alone),
        TEST(finished_games_are_counted_beside_the_server),
    };
    const struct CMUnitTest of_sqlite[] = {
        TEST(an_absent_store_is_not_made_by_reading),
        TEST(what_is_no_archive_is_refused),
        TEST(a_file_without_a_commit_is_removed),
        TEST(a_full_disk_takes_everything_back),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    return store_place_is_postgres() ? failed
                                     : failed + cmocka_run_group_tests(of_sqlite, NULL, NULL);
}
