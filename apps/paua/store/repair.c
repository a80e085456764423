/* repair.c - `paua store repair`: writes a new store of all games that are whole, of the accounts,
 * and of the imported games that are whole. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#include "store/open.h"
#include "store/repair.h"
#include "store/tables/archive.h"

/* On the new store's thread. */
static void on_written(paua_status status, void *context)
{
    struct repair *repair = context;

    pthread_mutex_lock(&repair->mutex);
    repair->failed = repair->failed || status != PAUA_OK;
    repair->queued--;
    pthread_cond_signal(&repair->written);
    pthread_mutex_unlock(&repair->mutex);
}

bool repair_await(struct repair *repair, int most)
{
    pthread_mutex_lock(&repair->mutex);
    while (repair->queued >= most)
        pthread_cond_wait(&repair->written, &repair->mutex);
    bool good = !repair->failed;
    repair->queued += good;
    pthread_mutex_unlock(&repair->mutex);
    return good;
}

/* A write that was not queued counts no more. */
static bool check_queued(struct repair *repair, paua_status status)
{
    if (status != PAUA_OK)
        on_written(status, repair);
    return status == PAUA_OK;
}

bool repair_commit(struct repair *repair, store_batch *batch)
{
    if (repair_await(repair, REPAIR_WRITES_MAX))
        return check_queued(repair, store_commit(repair->to, batch, on_written, repair));
    store_batch_free(batch);
    return false;
}

/* A store whose own running time is damaged continues after the newest event. */
static void note_running(struct repair *repair, int64_t clock_ms)
{
    if (clock_ms > repair->running_ms)
        repair->running_ms = clock_ms;
}

/* Creates the game in the new store, as it is at its end. */
static bool copy_row(const store_game *row, void *context)
{
    struct repair *repair = context;
    store_game game = *row;

    snprintf(repair->id, sizeof repair->id, "%s", row->id);
    snprintf(repair->result, sizeof repair->result, "%s", row->state.result);
    snprintf(repair->reason, sizeof repair->reason, "%s", row->state.reason);
    repair->state = row->state;
    repair->state.result = repair->result;
    repair->state.reason = repair->reason;
    game.events = 0;
    note_running(repair, row->clock_ms);
    return repair_await(repair, REPAIR_WRITES_MAX) &&
           check_queued(repair, store_create(repair->to, &game, on_written, repair));
}

static bool copy_event(const store_event *event, void *context)
{
    struct repair *repair = context;

    note_running(repair, event->clock_ms);
    return repair_await(repair, REPAIR_WRITES_MAX) &&
           check_queued(repair, store_append(repair->to, repair->id, event, &repair->state,
                                             on_written, repair));
}

static bool skip_row(const store_game *row, void *context)
{
    (void)row, (void)context;
    return true;
}

/* Counts what can be read of a damaged game. */
static bool count_event(const store_event *event, void *context)
{
    struct repair *repair = context;

    (void)event;
    repair->readable++;
    return true;
}

/* Lists a game that is left out. */
static void report_lost(struct store_games *games, const char *id, const char *why,
                        struct repair *repair, struct check_report *report)
{
    static const store_reader counting = {skip_row, count_event};
    char line[STORE_MESSAGE_MAX + 64], message[STORE_MESSAGE_MAX];

    repair->readable = 0;
    store_load(games->store, id, &counting, repair, message);
    snprintf(line, sizeof line, "%s (%lld events can be read)", why, repair->readable);
    report->damaged++;
    check_report_add(report, line);
}

/* Copies a game that is whole. Returns 0, or an exit code after an error line. */
static int repair_game(struct store_games *games, const char *id, struct repair *repair,
                       struct check_report *report)
{
    static const store_reader copying = {copy_row, copy_event};
    char message[GAME_LOAD_MESSAGE_MAX];
    struct game *game = NULL;
    paua_status status = game_load(games->boards, games->store, id, &game, message);

    report->games++;
    if (status == PAUA_OK) {
        game_free(game);
        status = store_load(games->store, id, &copying, repair, message);
        /* The copying stopped: a write has failed, and the new store says why. */
        if (status == PAUA_ERROR_CONFLICT)
            store_failure(repair->to, message);
        return status == PAUA_OK ? repair_seats(games->store, id, repair, report)
                                 : complain_with(EXIT_ENVIRONMENT, "game %s cannot be copied: %s",
                                                 id, *message ? message : paua_status_text(status));
    }
    if (status == PAUA_ERROR_NO_MEMORY || status == PAUA_ERROR_IO)
        return store_complain(status, message);
    if (status == PAUA_ERROR_NOT_FOUND)
        snprintf(message, sizeof message, "game %s: it is not found by its id", id);
    unicode_make_line(message);
    report_lost(games, id, message, repair, report);
    return EXIT_DONE;
}

/* No game of the new store gets a number that one of the old store has had, as far as that can be
 * read. Returns 0, or an exit code after an error line; the caller awaits the write. */
static int repair_numbers(struct store_games *games, struct repair *repair)
{
    int64_t number = 0;
    paua_status status = store_last_number(games->store, &number);
    if (status != PAUA_OK && status != PAUA_ERROR_CORRUPT)
        return store_complain(status, "the numbers of the games cannot be read");
    store_batch *batch = store_batch_new();

    batch_skip_numbers(batch, number);
    repair_commit(repair, batch);
    return EXIT_DONE;
}

/* Copies all games. Returns 0, or an exit code after an error line. */
static int repair_games(struct store_games *games, const char *to, struct check_report *report)
{
    struct repair repair = {.mutex = PTHREAD_MUTEX_INITIALIZER,
                            .written = PTHREAD_COND_INITIALIZER};
    char message[STORE_MESSAGE_MAX];
    int code = EXIT_DONE;

    if (store_open(to, &repair.to, message) != PAUA_OK)
        return complain_with(EXIT_ENVIRONMENT, "%s", message);
    repair.running_ms = store_running_ms(games->store);
    code = repair_accounts(games->store, &repair, report);
    for (size_t i = 0; code == EXIT_DONE && i < games->count; i++) {
        code = interrupt_seen() ? store_complain_interrupted()
                                : repair_game(games, games->ids[i], &repair, report);
        if (i % 200 == 0)
            progress_show(&report->progress, "game %zu of %zu", i + 1, games->count);
    }
    progress_clear(&report->progress);
    if (code == EXIT_DONE)
        code = repair_numbers(games, &repair);
    if (!repair_await(&repair, 1) && code == EXIT_DONE) {
        store_failure(repair.to, message);
        code = complain_with(EXIT_ENVIRONMENT, "the new store: %s", message);
    }
    store_continue(repair.to, repair.running_ms);
    store_close(repair.to);
    return code;
}

/* Imported games on their way to the new store. */
struct text_copy {
    archive *to;
    paua_status status;
};

static bool copy_text(const char *text, size_t length, void *context)
{
    struct text_copy *copy = context;
    bool known;

    copy->status = archive_add(copy->to, text, length, &known);
    return copy->status == PAUA_OK;
}

/* Copies the imported games and counts them. Returns 0, or an exit code after an error line. */
static int repair_archive(struct store_games *games, const char *to)
{
    char message[STORE_MESSAGE_MAX];
    struct text_copy copy = {.status = PAUA_OK};

    if (archive_open(to, ARCHIVE_WRITE, &copy.to, message) != PAUA_OK)
        return complain_with(EXIT_ENVIRONMENT, "%s", message);
    int code = EXIT_DONE;
    paua_status status = archive_begin(copy.to);
    if (status == PAUA_OK && store_texts(games->store, copy_text, &copy) != PAUA_OK)
        code = complain_with(EXIT_ENVIRONMENT, "the imported games cannot be read");
    if (status == PAUA_OK)
        status = copy.status;
    if (status == PAUA_OK && code == EXIT_DONE)
        status = archive_commit(copy.to);
    if (status != PAUA_OK && code == EXIT_DONE)
        code = complain_with(EXIT_ENVIRONMENT, "%s", archive_failure(copy.to));
    if (code == EXIT_DONE)
        code = cli_archive_reindex(copy.to);
    archive_close(copy.to);
    return code;
}

/* A database gets a store only where it has none. Returns 0, or an exit code after an error
 * line. */
static int check_no_store(const char *place)
{
    char message[STORE_MESSAGE_MAX];
    store *there = NULL;
    paua_status status = store_open_reading(place, &there, message);

    store_close(there);
    if (status == PAUA_ERROR_NOT_FOUND)
        return EXIT_DONE;
    return complain_with(EXIT_ENVIRONMENT, "--out: %s",
                         status == PAUA_OK ? "the database has a store already, which stays (to "
                                             "remove it: DROP SCHEMA paua CASCADE)"
                                           : message);
}

int store_check_new(const char *place)
{
    return store_place_is_file(place) ? store_check_absent(store_place_path(place))
                                      : check_no_store(place);
}

int store_repair(const char *from, const char *to, struct check_report *report, long long *kept)
{
    struct store_games games;
    int code = store_check_new(to);

    if (code != EXIT_DONE)
        return code;
    code = store_games_open(from, &games);
    if (code == EXIT_DONE) {
        code = repair_games(&games, to, report);
        if (code == EXIT_DONE)
            code = store_examine_rest(&games, report);
        if (code == EXIT_DONE && interrupt_seen())
            code = store_complain_interrupted();
        if (code == EXIT_DONE)
            code = repair_archive(&games, to);
        if (code != EXIT_DONE && store_place_is_file(to))
            store_remove_files(store_place_path(to));
    }
    store_games_close(&games);
    *kept = report->games - report->damaged;
    return code;
}
