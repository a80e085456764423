/* sqlite_maintenance.c - reads as much of a damaged file as can be read, says what is wrong with
 * it, also beside a server (PRAGMA quick_check), and copies files with SQLite's backup. */
#include "store/sqlite/sqlite_maintenance.h"

#include <stdio.h>
#include <string.h>

#include "store/sqlite/sqlite_file.h"
#include "store/sqlite/sqlite_reads.h"

#define KEYS_LOST_MAX 20000 /* rows one after the other that cannot be read: more are not tried */
#define PROBLEMS_MAX  "100"

/* Walks through the rows of games by key. A row that cannot be read is left out: it continues
 * behind its key. *lost: there was one. */
static paua_status each_row(sqlite3 *reader, bool (*each)(const char *id, void *context),
                            void *context, bool *lost)
{
    sqlite3_stmt *next = NULL;
    sqlite3_int64 key = INT64_MIN;
    int code, failures = 0;

    if (sqlite3_prepare_v2(reader,
                           "SELECT key, id FROM main.game NOT INDEXED WHERE key > ?1"
                           " ORDER BY key LIMIT 1",
                           -1, &next, NULL) != SQLITE_OK) {
        *lost = true;
        return sqlite_translate(sqlite3_extended_errcode(reader));
    }
    do {
        sqlite3_bind_int64(next, 1, key);
        code = sqlite3_step(next);
        /* Keys of a damaged page may lead back, which would never end. */
        bool back = code == SQLITE_ROW && sqlite3_column_int64(next, 0) <= key;
        if (code == SQLITE_ROW && !back) {
            failures = 0;
            key = sqlite3_column_int64(next, 0);
            if (!each(sqlite_column(next, 1), context))
                code = SQLITE_DONE;
        } else if (back || sqlite_translate(code) == PAUA_ERROR_CORRUPT) {
            *lost = true;
            key = key < 0 ? 0 : key + 1;
            code = ++failures < KEYS_LOST_MAX ? SQLITE_ROW : SQLITE_DONE;
        }
        sqlite3_reset(next);
    } while (code == SQLITE_ROW && key < INT64_MAX);
    sqlite3_finalize(next);
    return sqlite_translate(code);
}

/* The ids in the index whose rows cannot be read. */
static paua_status each_lost(sqlite3 *reader, bool (*each)(const char *id, void *context),
                             void *context)
{
    sqlite3_stmt *index = NULL, *row = NULL;
    int code =
        sqlite3_prepare_v2(reader, "SELECT id, key FROM main.game ORDER BY id", -1, &index, NULL);

    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(reader, "SELECT setup FROM main.game NOT INDEXED WHERE key = ?1",
                                  -1, &row, NULL);
    if (code == SQLITE_OK) {
        while ((code = sqlite3_step(index)) == SQLITE_ROW) {
            sqlite3_bind_int64(row, 1, sqlite3_column_int64(index, 1));
            bool found = sqlite3_step(row) == SQLITE_ROW;
            sqlite3_reset(row);
            if (!found && !each(sqlite_column(index, 0), context))
                break;
        }
    }
    sqlite3_finalize(index);
    sqlite3_finalize(row);
    paua_status status = sqlite_translate(code);
    return status == PAUA_ERROR_CORRUPT ? PAUA_OK : status;
}

paua_status sqlite_each_game(sqlite3 *reader, bool (*each)(const char *id, void *context),
                             void *context)
{
    bool lost = false;

    sqlite_reads_forget();
    paua_status status = each_row(reader, each, context, &lost);
    bool damaged = lost && (status == PAUA_OK || status == PAUA_ERROR_CORRUPT);
    return damaged ? each_lost(reader, each, context) : status;
}

/* Hands the lines of a query to the caller, without `good`. False: the caller has seen enough. */
static bool each_line(sqlite3 *reader, const char *sql, const char *good,
                      bool (*each)(const char *problem, void *context), void *context)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(reader, sql, -1, &statement, NULL);
    bool more = true;

    while (more && code != SQLITE_DONE && (code == SQLITE_OK || code == SQLITE_ROW)) {
        code = sqlite3_step(statement);
        if (code != SQLITE_ROW)
            continue;
        const char *line = sqlite_column(statement, 0);
        while (more && *line && strcmp(line, good) != 0) {
            char problem[STORE_MESSAGE_MAX];
            int length = (int)strcspn(line, "\n");

            snprintf(problem, sizeof problem, "%.*s", length, line);
            more = each(problem, context);
            line += length + (line[length] == '\n');
        }
    }
    if (more && code != SQLITE_DONE && !sqlite_reads_failure())
        more = each(sqlite3_errmsg(reader), context);
    sqlite3_finalize(statement);
    return more;
}

paua_status sqlite_check_structure(sqlite3 *reader,
                                   bool (*each)(const char *problem, void *context), void *context,
                                   bool *more)
{
    sqlite_reads_forget();
    *more = each_line(reader, "PRAGMA integrity_check(" PROBLEMS_MAX ")", "ok", each, context);
    return sqlite_reads_failure() ? PAUA_ERROR_IO : PAUA_OK;
}

paua_status sqlite_copy(sqlite3 *reader, const char *path, char message[STORE_MESSAGE_MAX])
{
    sqlite3 *copy = NULL;
    paua_status status = PAUA_OK;

    sqlite_reads_forget();
    if (!sqlite_connect(path, SQLITE_OPEN_READWRITE, &copy)) {
        status = sqlite_complain(copy, path, message);
    } else {
        sqlite3_backup *backup = sqlite3_backup_init(copy, "main", reader, "main");

        /* In one step: nothing that is written meanwhile is among it. */
        if (backup)
            sqlite3_backup_step(backup, -1);
        if (!backup || sqlite3_backup_finish(backup) != SQLITE_OK)
            status = sqlite_complain(copy, path, message);
    }
    sqlite3_close(copy);
    return status;
}

/* The thread. A disk that cannot be read is noticed by whoever needs what is there. */
static void *scan_run(void *context)
{
    struct sqlite_scan *scan = context;
    char found[120];

    sqlite_reads_forget();
    if (!sqlite_structure_whole(scan->connection, found, sizeof found) && !sqlite_reads_failure() &&
        !atomic_load(&scan->ending)) {
        snprintf(scan->finding, sizeof scan->finding, "is damaged: %s", found);
        atomic_store(&scan->damaged, true);
    }
    atomic_store(&scan->ended, true);
    return NULL;
}

bool sqlite_scan_begin(struct sqlite_scan *scan, const char *path)
{
    if (sqlite_connect(path, SQLITE_OPEN_READONLY, &scan->connection) &&
        pthread_create(&scan->thread, NULL, scan_run, scan) == 0)
        return true;
    sqlite3_close(scan->connection);
    scan->connection = NULL;
    return false;
}

void sqlite_scan_end(struct sqlite_scan *scan)
{
    if (!scan->connection)
        return;
    /* An interrupt ends only a statement that is running: repeat it. */
    atomic_store(&scan->ending, true);
    while (!atomic_load(&scan->ended)) {
        sqlite3_interrupt(scan->connection);
        sqlite3_sleep(1);
    }
    pthread_join(scan->thread, NULL);
    sqlite3_close(scan->connection);
    scan->connection = NULL;
}

const char *sqlite_scan_finding(const struct sqlite_scan *scan)
{
    return atomic_load(&scan->damaged) ? scan->finding : NULL;
}
