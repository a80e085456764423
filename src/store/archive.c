/* archive.c - keeps texts and counts in tables of a store's SQLite file. Statements are
 * prepared when they are first used. */
#define _GNU_SOURCE
#include "store/archive.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include "store/sqlite_file.h"
#include "store/sqlite_reads.h"
#include "store/sqlite_schema.h"

enum archive_statement {
    BEGIN,
    COMMIT,
    ROLLBACK,
    ADD_TEXT,
    ADD_COUNT, /* for each source */
    DELETE_COUNTS = ADD_COUNT + ARCHIVE_SOURCES,
    DELETE_MARK = DELETE_COUNTS + ARCHIVE_SOURCES,
    SET_COUNTED,
    CLEAR_COUNTED,
    INSERT_MARK,
    SELECT_MARK,
    SELECT_TEXTS,
    SELECT_UNCOUNTED,
    SELECT_FINISHED, /* the same of a store that has no counts of its games */
    SELECT_COUNTS,
    STATEMENTS = SELECT_COUNTS + ARCHIVE_SOURCES
};

#define ADD_TO(table)                                                                              \
    "INSERT INTO " table " (key, choice, times, first, second, third)"                             \
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (key, choice) DO UPDATE SET"                     \
    " times = times + ?3, first = first + ?4, second = second + ?5, third = third + ?6"
#define SELECT_FROM(table)                                                                         \
    "SELECT choice, times, first, second, third FROM " table " WHERE key = ?1 ORDER BY choice"

static const char *const statements[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [ADD_TEXT] = "INSERT INTO archive_text (identity, text) VALUES (?1, ?2)"
                 " ON CONFLICT (identity) DO NOTHING",
    [ADD_COUNT] = ADD_TO("archive_count"),
    [ADD_COUNT + ARCHIVE_PLAYED] = ADD_TO("played_count"),
    [DELETE_COUNTS] = "DELETE FROM archive_count",
    [DELETE_COUNTS + ARCHIVE_PLAYED] = "DELETE FROM played_count",
    [SET_COUNTED] = "UPDATE game SET counted = 1 WHERE id = ?1",
    [CLEAR_COUNTED] = "UPDATE game SET counted = 0 WHERE counted",
    [DELETE_MARK] = "DELETE FROM archive_mark",
    [INSERT_MARK] = "INSERT INTO archive_mark (value) VALUES (?1)",
    [SELECT_MARK] = "SELECT value FROM archive_mark",
    [SELECT_TEXTS] = "SELECT text FROM archive_text ORDER BY number",
    [SELECT_UNCOUNTED] = "SELECT id FROM game WHERE result <> '*' AND NOT counted"
                         " ORDER BY key LIMIT ?1",
    [SELECT_FINISHED] = "SELECT id FROM game WHERE result <> '*' ORDER BY key LIMIT ?1",
    [SELECT_COUNTS] = SELECT_FROM("archive_count"),
    [SELECT_COUNTS + ARCHIVE_PLAYED] = SELECT_FROM("played_count"),
};

struct archive {
    char *path; /* owned */
    struct sqlite_file sqlite;
    sqlite3 *connection; /* NULL: an empty file, opened for reading */
    sqlite3_stmt *prepared[STATEMENTS];
    enum archive_mode mode;
    int version; /* of the file */
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
    assert(self->mode != ARCHIVE_READ);
    int code = statement_run(self, which);

    return code == SQLITE_DONE ? PAUA_OK : archive_fail_write(self, code);
}

paua_status archive_begin(archive *self)
{
    sqlite_reads_forget();
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

void archive_identify(const char *text, size_t length, uint8_t identity[ARCHIVE_IDENTITY_BYTES])
{
    crypto_generichash(identity, ARCHIVE_IDENTITY_BYTES, (const unsigned char *)text, length, NULL,
                       0);
}

paua_status archive_add(archive *self, const char *text, size_t length, bool *known)
{
    sqlite3_stmt *statement = statement_get(self, ADD_TEXT);
    uint8_t identity[ARCHIVE_IDENTITY_BYTES];

    archive_identify(text, length, identity);

    if (statement) {
        sqlite3_bind_blob(statement, 1, identity, ARCHIVE_IDENTITY_BYTES, SQLITE_STATIC);
        sqlite3_bind_text64(statement, 2, text, length, SQLITE_STATIC, SQLITE_UTF8);
    }
    paua_status status = statement_run_write(self, ADD_TEXT);
    *known = status == PAUA_OK && sqlite3_changes(self->connection) == 0;
    return status;
}

paua_status archive_add_count(archive *self, enum archive_source source, const archive_count *count)
{
    sqlite3_stmt *statement = statement_get(self, ADD_COUNT + (int)source);

    if (statement) {
        sqlite3_bind_int64(statement, 1, (sqlite3_int64)count->key);
        sqlite3_bind_int64(statement, 2, count->choice);
        sqlite3_bind_int64(statement, 3, count->times);
        for (int i = 0; i < 3; i++)
            sqlite3_bind_int64(statement, 4 + i, count->parts[i]);
    }
    return statement_run_write(self, ADD_COUNT + (int)source);
}

paua_status archive_set_counted(archive *self, const char *id)
{
    sqlite3_stmt *statement = statement_get(self, SET_COUNTED);

    if (statement)
        sqlite3_bind_text(statement, 1, id, -1, SQLITE_STATIC);
    return statement_run_write(self, SET_COUNTED);
}

paua_status archive_clear_counts(archive *self, uint64_t mark)
{
    static const int steps[] = {DELETE_COUNTS + ARCHIVE_TEXTS, DELETE_COUNTS + ARCHIVE_PLAYED,
                                CLEAR_COUNTED, DELETE_MARK, INSERT_MARK};
    sqlite3_stmt *statement = statement_get(self, INSERT_MARK);
    paua_status status = PAUA_OK;

    if (statement)
        sqlite3_bind_int64(statement, 1, (sqlite3_int64)mark);
    for (size_t i = 0; status == PAUA_OK && i < sizeof steps / sizeof steps[0]; i++)
        status = statement_run_write(self, steps[i]);
    return status;
}

/* Calls `row` for each row of a query, whose one parameter, if it has one, is `key`; it returns
 * false to stop. */
static paua_status each_row(archive *self, int which, uint64_t key,
                            bool (*row)(sqlite3_stmt *statement, void *context), void *context)
{
    sqlite_reads_forget();
    sqlite3_stmt *statement = statement_get(self, which);
    int code = SQLITE_ROW;
    if (!statement)
        return archive_fail(self, sqlite_translate(sqlite3_extended_errcode(self->connection)));
    if (sqlite3_bind_parameter_count(statement) > 0)
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
    if (self->version < SQLITE_SCHEMA_ARCHIVE)
        return PAUA_OK;
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

    if (self->version < SQLITE_SCHEMA_ARCHIVE)
        return PAUA_OK;
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

paua_status archive_counts(archive *self, enum archive_source source, uint64_t key,
                           bool (*each)(const archive_count *count, void *context), void *context)
{
    struct archive_count_reader reader = {each, context, key};

    if (self->version < (source == ARCHIVE_PLAYED ? SQLITE_SCHEMA_PLAYED : SQLITE_SCHEMA_ARCHIVE))
        return PAUA_OK;
    return each_row(self, SELECT_COUNTS + (int)source, key, on_count, &reader);
}

struct archive_id_reader {
    bool (*each)(const char *id, void *context);
    void *context;
};

/* Hands the id of a game to the caller. */
static bool on_id(sqlite3_stmt *statement, void *context)
{
    const struct archive_id_reader *reader = context;

    return reader->each(sqlite_column(statement, 0), reader->context);
}

paua_status archive_uncounted(archive *self, int max, bool (*each)(const char *id, void *context),
                              void *context)
{
    struct archive_id_reader reader = {each, context};
    int which = self->version < SQLITE_SCHEMA_PLAYED ? SELECT_FINISHED : SELECT_UNCOUNTED;

    return self->version > 0 ? each_row(self, which, (uint64_t)max, on_id, &reader) : PAUA_OK;
}

const char *archive_failure(const archive *self)
{
    return self->failure;
}

/* Opens the file that self->path names. */
static paua_status archive_open_file(archive *self, enum archive_mode mode,
                                     char message[STORE_MESSAGE_MAX])
{
    self->mode = mode;
    self->version = SQLITE_SCHEMA_PLAYED; /* at least, where it is written to */
    if (mode == ARCHIVE_WRITE) {
        paua_status status = sqlite_file_open(self->path, &self->sqlite, message);
        self->connection = self->sqlite.connection;
        return status;
    }
    self->committed = true;
    if (mode == ARCHIVE_JOIN)
        return sqlite_file_join(self->path, &self->connection, message);
    return sqlite_file_read(self->path, &self->connection, &self->version, message);
}

paua_status archive_open(const char *place, enum archive_mode mode, archive **out,
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
        self->sqlite = SQLITE_FILE_CLOSED;
        self->path = strdup(path);
    }
    if (!self || !self->path) {
        free(self);
        snprintf(message, STORE_MESSAGE_MAX, "%s", paua_status_text(PAUA_NO_MEMORY));
        return PAUA_NO_MEMORY;
    }
    paua_status status = archive_open_file(self, mode, message);
    if (status == PAUA_OK)
        *out = self;
    else
        archive_close(self);
    return status;
}

bool archive_joined(const archive *self)
{
    return self->mode == ARCHIVE_JOIN;
}

void archive_close(archive *self)
{
    if (!self)
        return;
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(self->prepared[i]);
    if (self->mode == ARCHIVE_WRITE)
        sqlite_file_close(&self->sqlite);
    else
        sqlite3_close(self->connection);
    if (self->sqlite.created && !self->committed)
        unlink(self->path);
    free(self->path);
    free(self);
}
