/* archive.c - the archive in a store's SQLite file. */
#define _GNU_SOURCE
#include "store/archive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/sqlite_file.h"

enum {
    BEGIN,
    COMMIT,
    ROLLBACK,
    ADD,
    TALLY,
    FORGET,
    UNMARK,
    SET_MARK,
    MARK,
    TEXTS,
    COUNTS,
    STATEMENTS
};

static const char *const statements[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [ADD] = "INSERT INTO archive_text (identity, text) VALUES (?1, ?2)"
            " ON CONFLICT (identity) DO NOTHING",
    [TALLY] = "INSERT INTO archive_count (key, choice, times, first, second, third)"
              " VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (key, choice) DO UPDATE SET"
              " times = times + ?3, first = first + ?4, second = second + ?5, third = third + ?6",
    [FORGET] = "DELETE FROM archive_count",
    [UNMARK] = "DELETE FROM archive_mark",
    [SET_MARK] = "INSERT INTO archive_mark (value) VALUES (?1)",
    [MARK] = "SELECT value FROM archive_mark",
    [TEXTS] = "SELECT text FROM archive_text ORDER BY number",
    [COUNTS] = "SELECT choice, times, first, second, third FROM archive_count WHERE key = ?1"
               " ORDER BY choice",
};

struct archive {
    char *path; /* owned */
    struct sqlite_file file;
    sqlite3 *connection; /* NULL: an empty file, opened for reading */
    sqlite3_stmt *prepared[STATEMENTS];
    bool writing;
    bool absent; /* the file is older than archives are */
    bool committed;
    char failure[STORE_MESSAGE_MAX];
};

/* Says why the last call failed. */
static paua_status fail(archive *a, paua_status status)
{
    snprintf(a->failure, sizeof a->failure, "%.300s: %s", a->path,
             a->connection ? sqlite3_errmsg(a->connection) : paua_status_text(status));
    return status;
}

static paua_status fail_writing(archive *a, int code)
{
    paua_status status = fail(a, sqlite_translate(code));

    archive_rollback(a);
    return status;
}

/* Statements are made when they are first needed: most users need few. */
static sqlite3_stmt *statement_of(archive *a, int which)
{
    if (!a->prepared[which] &&
        sqlite3_prepare_v3(a->connection, statements[which], -1, SQLITE_PREPARE_PERSISTENT,
                           &a->prepared[which], NULL) != SQLITE_OK)
        return NULL;
    return a->prepared[which];
}

/* Runs a statement that gives no rows. */
static int run(archive *a, int which)
{
    sqlite3_stmt *statement = statement_of(a, which);
    int code = statement ? sqlite3_step(statement) : sqlite3_extended_errcode(a->connection);

    if (statement)
        sqlite3_reset(statement);
    return code;
}

static paua_status run_writing(archive *a, int which)
{
    int code = run(a, which);

    return code == SQLITE_DONE ? PAUA_OK : fail_writing(a, code);
}

paua_status archive_begin(archive *a)
{
    return run_writing(a, BEGIN);
}

paua_status archive_commit(archive *a)
{
    paua_status status = run_writing(a, COMMIT);

    a->committed = a->committed || status == PAUA_OK;
    return status;
}

void archive_rollback(archive *a)
{
    /* Some failures have rolled back already. */
    if (!sqlite3_get_autocommit(a->connection))
        run(a, ROLLBACK);
}

paua_status archive_add(archive *a, const uint8_t identity[ARCHIVE_IDENTITY_BYTES],
                        const char *text, size_t length, bool *known)
{
    sqlite3_stmt *statement = statement_of(a, ADD);

    if (statement) {
        sqlite3_bind_blob(statement, 1, identity, ARCHIVE_IDENTITY_BYTES, SQLITE_STATIC);
        sqlite3_bind_text64(statement, 2, text, length, SQLITE_STATIC, SQLITE_UTF8);
    }
    paua_status status = run_writing(a, ADD);
    *known = status == PAUA_OK && sqlite3_changes(a->connection) == 0;
    return status;
}

paua_status archive_tally(archive *a, const archive_count *count)
{
    sqlite3_stmt *statement = statement_of(a, TALLY);

    if (statement) {
        sqlite3_bind_int64(statement, 1, (sqlite3_int64)count->key);
        sqlite3_bind_int64(statement, 2, count->choice);
        sqlite3_bind_int64(statement, 3, count->times);
        for (int i = 0; i < 3; i++)
            sqlite3_bind_int64(statement, 4 + i, count->parts[i]);
    }
    return run_writing(a, TALLY);
}

paua_status archive_clear_counts(archive *a, uint64_t mark)
{
    sqlite3_stmt *statement = statement_of(a, SET_MARK);
    paua_status status = run_writing(a, FORGET);

    if (statement)
        sqlite3_bind_int64(statement, 1, (sqlite3_int64)mark);
    if (status == PAUA_OK)
        status = run_writing(a, UNMARK);
    return status == PAUA_OK ? run_writing(a, SET_MARK) : status;
}

/* Calls `row` for each row; it returns false to stop. */
static paua_status each_row(archive *a, int which, uint64_t key,
                            bool (*row)(sqlite3_stmt *statement, void *context), void *context)
{
    if (a->absent)
        return PAUA_OK;
    sqlite3_stmt *statement = statement_of(a, which);
    int code = SQLITE_ROW;
    if (!statement)
        return fail(a, sqlite_translate(sqlite3_extended_errcode(a->connection)));
    if (which == COUNTS)
        sqlite3_bind_int64(statement, 1, (sqlite3_int64)key);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW && row(statement, context))
        ;
    paua_status status =
        code == SQLITE_DONE || code == SQLITE_ROW ? PAUA_OK : fail(a, sqlite_translate(code));
    sqlite3_reset(statement);
    return status;
}

static bool take_mark(sqlite3_stmt *statement, void *context)
{
    *(uint64_t *)context = (uint64_t)sqlite3_column_int64(statement, 0);
    return false;
}

paua_status archive_mark(archive *a, uint64_t *mark)
{
    *mark = 0;
    return each_row(a, MARK, 0, take_mark, mark);
}

struct text_reader {
    bool (*each)(const char *text, size_t length, void *context);
    void *context;
};

static bool take_text(sqlite3_stmt *statement, void *context)
{
    const struct text_reader *reader = context;
    const char *text = sqlite_column(statement, 0);

    return reader->each(text, (size_t)sqlite3_column_bytes(statement, 0), reader->context);
}

paua_status archive_texts(archive *a, bool (*each)(const char *text, size_t length, void *context),
                          void *context)
{
    struct text_reader reader = {each, context};

    return each_row(a, TEXTS, 0, take_text, &reader);
}

struct count_reader {
    bool (*each)(const archive_count *count, void *context);
    void *context;
    uint64_t key;
};

static bool take_count(sqlite3_stmt *statement, void *context)
{
    const struct count_reader *reader = context;
    archive_count count = {.key = reader->key,
                           .choice = (uint32_t)sqlite3_column_int64(statement, 0),
                           .times = (uint32_t)sqlite3_column_int64(statement, 1)};

    for (int i = 0; i < 3; i++)
        count.parts[i] = (uint32_t)sqlite3_column_int64(statement, 2 + i);
    return reader->each(&count, reader->context);
}

paua_status archive_counts(archive *a, uint64_t key,
                           bool (*each)(const archive_count *count, void *context), void *context)
{
    struct count_reader reader = {each, context, key};

    return each_row(a, COUNTS, key, take_count, &reader);
}

const char *archive_failure(const archive *a)
{
    return a->failure;
}

static paua_status open_path(archive *a, bool writing, char message[STORE_MESSAGE_MAX])
{
    int version = 0;
    paua_status status;

    a->writing = writing;
    if (writing) {
        status = sqlite_file_open(a->path, &a->file, message);
        a->connection = a->file.connection;
        return status;
    }
    status = sqlite_file_read(a->path, &a->connection, &version, message);
    a->absent = version < SQLITE_FILE_ARCHIVE;
    a->committed = true;
    return status;
}

paua_status archive_open(const char *place, bool writing, archive **out,
                         char message[STORE_MESSAGE_MAX])
{
    static const char scheme[] = "sqlite:";
    const char *path = place + strlen(scheme);
    archive *a;

    if (strncmp(place, scheme, strlen(scheme)) != 0 || !*path) {
        snprintf(message, STORE_MESSAGE_MAX, "'%.200s': expected sqlite:FILE", place);
        return PAUA_BAD_ARGUMENT;
    }
    a = calloc(1, sizeof *a);
    if (a) {
        a->file.descriptor = -1;
        a->path = strdup(path);
    }
    if (!a || !a->path) {
        free(a);
        snprintf(message, STORE_MESSAGE_MAX, "%s", paua_status_text(PAUA_NO_MEMORY));
        return PAUA_NO_MEMORY;
    }
    paua_status status = open_path(a, writing, message);
    if (status == PAUA_OK)
        *out = a;
    else
        archive_close(a);
    return status;
}

void archive_close(archive *a)
{
    if (!a)
        return;
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(a->prepared[i]);
    if (a->writing)
        sqlite_file_close(&a->file);
    else
        sqlite3_close(a->connection);
    if (a->file.created && !a->committed)
        unlink(a->path);
    free(a->path);
    free(a);
}
