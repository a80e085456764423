/* archive.c - keeps texts and counts in three tables of a store's SQLite file. Statements are
 * prepared when they are first used. */
#define _GNU_SOURCE
#include "store/archive.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/sqlite_file.h"

enum archive_statement {
    BEGIN,
    COMMIT,
    ROLLBACK,
    ADD_TEXT,
    ADD_COUNT,
    DELETE_COUNTS,
    DELETE_MARK,
    INSERT_MARK,
    SELECT_MARK,
    SELECT_TEXTS,
    SELECT_COUNTS,
    STATEMENTS
};

static const char *const statements[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [ADD_TEXT] = "INSERT INTO archive_text (identity, text) VALUES (?1, ?2)"
                 " ON CONFLICT (identity) DO NOTHING",
    [ADD_COUNT] =
        "INSERT INTO archive_count (key, choice, times, first, second, third)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (key, choice) DO UPDATE SET"
        " times = times + ?3, first = first + ?4, second = second + ?5, third = third + ?6",
    [DELETE_COUNTS] = "DELETE FROM archive_count",
    [DELETE_MARK] = "DELETE FROM archive_mark",
    [INSERT_MARK] = "INSERT INTO archive_mark (value) VALUES (?1)",
    [SELECT_MARK] = "SELECT value FROM archive_mark",
    [SELECT_TEXTS] = "SELECT text FROM archive_text ORDER BY number",
    [SELECT_COUNTS] = "SELECT choice, times, first, second, third FROM archive_count WHERE key = ?1"
                      " ORDER BY choice",
};

struct archive {
    char *path; /* owned */
    struct sqlite_file sqlite;
    sqlite3 *connection; /* NULL: an empty file, opened for reading */
    sqlite3_stmt *prepared[STATEMENTS];
    bool writing;
    bool absent; /* the file is of a version without archives */
    bool committed;
    char failure[STORE_MESSAGE_MAX];
};

/* Keeps the reason for archive_failure(). Returns `status`. */
static paua_status archive_fail(archive *self, paua_status status)
{
    snprintf(self->failure, sizeof self->failure, "%.300s: %s", self->path,
             self->connection ? sqlite3_errmsg(self->connection) : paua_status_text(status));
    return status;
}

/* Rolls back after a failed write. */
static paua_status archive_fail_write(archive *self, int code)
{
    paua_status status = archive_fail(self, sqlite_translate(code));

    archive_rollback(self);
    return status;
}

/* The prepared statement, NULL on failure. */
static sqlite3_stmt *statement_get(archive *self, int which)
{
    if (!self->prepared[which] &&
        sqlite3_prepare_v3(self->connection, statements[which], -1, SQLITE_PREPARE_PERSISTENT,
                           &self->prepared[which], NULL) != SQLITE_OK)
        return NULL;
    return self->prepared[which];
}

/* Runs a statement without rows. Returns SQLite's code. */
static int statement_run(archive *self, int which)
{
    sqlite3_stmt *statement = statement_get(self, which);
    int code = statement ? sqlite3_step(statement) : sqlite3_extended_errcode(self->connection);

    if (statement)
        sqlite3_reset(statement);
    return code;
}

/* Runs a statement that writes. */
static paua_status statement_run_write(archive *self, int which)
{
    assert(self->writing);
    int code = statement_run(self, which);

    return code == SQLITE_DONE ? PAUA_OK : archive_fail_write(self, code);
}

paua_status archive_begin(archive *self)
{
    return statement_run_write(self, BEGIN);
}

paua_status archive_commit(archive *self)
{
    paua_status status = statement_run_write(self, COMMIT);

    self->committed = self->committed || status == PAUA_OK;
    return status;
}

void archive_rollback(archive *self)
{
    /* After some failures SQLite has rolled back already. */
    if (!sqlite3_get_autocommit(self->connection))
        statement_run(self, ROLLBACK);
}

paua_status archive_add(archive *self, const uint8_t identity[ARCHIVE_IDENTITY_BYTES],
                        const char *text, size_t length, bool *known)
{
    sqlite3_stmt *statement = statement_get(self, ADD_TEXT);

    if (statement) {
        sqlite3_bind_blob(statement, 1, identity, ARCHIVE_IDENTITY_BYTES, SQLITE_STATIC);
        sqlite3_bind_text64(statement, 2, text, length, SQLITE_STATIC, SQLITE_UTF8);
    }
    paua_status status = statement_run_write(self, ADD_TEXT);
    *known = status == PAUA_OK && sqlite3_changes(self->connection) == 0;
    return status;
}

paua_status archive_add_count(archive *self, const archive_count *count)
{
    sqlite3_stmt *statement = statement_get(self, ADD_COUNT);

    if (statement) {
        sqlite3_bind_int64(statement, 1, (sqlite3_int64)count->key);
        sqlite3_bind_int64(statement, 2, count->choice);
        sqlite3_bind_int64(statement, 3, count->times);
        for (int i = 0; i < 3; i++)
            sqlite3_bind_int64(statement, 4 + i, count->parts[i]);
    }
    return statement_run_write(self, ADD_COUNT);
}

paua_status archive_clear_counts(archive *self, uint64_t mark)
{
    sqlite3_stmt *statement = statement_get(self, INSERT_MARK);
    paua_status status = statement_run_write(self, DELETE_COUNTS);

    if (statement)
        sqlite3_bind_int64(statement, 1, (sqlite3_int64)mark);
    if (status == PAUA_OK)
        status = statement_run_write(self, DELETE_MARK);
    return status == PAUA_OK ? statement_run_write(self, INSERT_MARK) : status;
}

/* Calls `row` for each row of a query; it returns false to stop. */
static paua_status each_row(archive *self, int which, uint64_t key,
                            bool (*row)(sqlite3_stmt *statement, void *context), void *context)
{
    if (self->absent)
        return PAUA_OK;
    sqlite3_stmt *statement = statement_get(self, which);
    int code = SQLITE_ROW;
    if (!statement)
        return archive_fail(self, sqlite_translate(sqlite3_extended_errcode(self->connection)));
    if (which == SELECT_COUNTS)
        sqlite3_bind_int64(statement, 1, (sqlite3_int64)key);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW && row(statement, context))
        ;
    paua_status status = code == SQLITE_DONE || code == SQLITE_ROW
                             ? PAUA_OK
                             : archive_fail(self, sqlite_translate(code));
    sqlite3_reset(statement);
    return status;
}

/* Reads the mark, the only row. */
static bool on_mark(sqlite3_stmt *statement, void *context)
{
    *(uint64_t *)context = (uint64_t)sqlite3_column_int64(statement, 0);
    return false;
}

paua_status archive_mark(archive *self, uint64_t *mark)
{
    *mark = 0;
    return each_row(self, SELECT_MARK, 0, on_mark, mark);
}

struct archive_text_reader {
    bool (*each)(const char *text, size_t length, void *context);
    void *context;
};

/* Hands the text of a game to the caller. */
static bool on_text(sqlite3_stmt *statement, void *context)
{
    const struct archive_text_reader *reader = context;
    const char *text = sqlite_column(statement, 0);

    return reader->each(text, (size_t)sqlite3_column_bytes(statement, 0), reader->context);
}

paua_status archive_texts(archive *self,
                          bool (*each)(const char *text, size_t length, void *context),
                          void *context)
{
    struct archive_text_reader reader = {each, context};

    return each_row(self, SELECT_TEXTS, 0, on_text, &reader);
}

struct archive_count_reader {
    bool (*each)(const archive_count *count, void *context);
    void *context;
    uint64_t key;
};

/* Hands the counts of a move to the caller. */
static bool on_count(sqlite3_stmt *statement, void *context)
{
    const struct archive_count_reader *reader = context;
    archive_count count = {.key = reader->key,
                           .choice = (uint32_t)sqlite3_column_int64(statement, 0),
                           .times = (uint32_t)sqlite3_column_int64(statement, 1)};

    for (int i = 0; i < 3; i++)
        count.parts[i] = (uint32_t)sqlite3_column_int64(statement, 2 + i);
    return reader->each(&count, reader->context);
}

paua_status archive_counts(archive *self, uint64_t key,
                           bool (*each)(const archive_count *count, void *context), void *context)
{
    struct archive_count_reader reader = {each, context, key};

    return each_row(self, SELECT_COUNTS, key, on_count, &reader);
}

const char *archive_failure(const archive *self)
{
    return self->failure;
}

/* Opens the file that self->path names. */
static paua_status archive_open_file(archive *self, bool writing, char message[STORE_MESSAGE_MAX])
{
    int version = 0;
    paua_status status;

    self->writing = writing;
    if (writing) {
        status = sqlite_file_open(self->path, &self->sqlite, message);
        self->connection = self->sqlite.connection;
        return status;
    }
    status = sqlite_file_read(self->path, &self->connection, &version, message);
    self->absent = version < SQLITE_FILE_ARCHIVE;
    self->committed = true;
    return status;
}

paua_status archive_open(const char *place, bool writing, archive **out,
                         char message[STORE_MESSAGE_MAX])
{
    static const char scheme[] = "sqlite:";
    const char *path = place + strlen(scheme);
    archive *self;

    if (strncmp(place, scheme, strlen(scheme)) != 0 || !*path) {
        snprintf(message, STORE_MESSAGE_MAX, "'%.200s': expected sqlite:FILE", place);
        return PAUA_BAD_ARGUMENT;
    }
    self = calloc(1, sizeof *self);
    if (self) {
        self->sqlite.descriptor = -1;
        self->path = strdup(path);
    }
    if (!self || !self->path) {
        free(self);
        snprintf(message, STORE_MESSAGE_MAX, "%s", paua_status_text(PAUA_NO_MEMORY));
        return PAUA_NO_MEMORY;
    }
    paua_status status = archive_open_file(self, writing, message);
    if (status == PAUA_OK)
        *out = self;
    else
        archive_close(self);
    return status;
}

void archive_close(archive *self)
{
    if (!self)
        return;
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(self->prepared[i]);
    if (self->writing)
        sqlite_file_close(&self->sqlite);
    else
        sqlite3_close(self->connection);
    if (self->sqlite.created && !self->committed)
        unlink(self->path);
    free(self->path);
    free(self);
}
