/* archive.c - keeps texts and counts in tables of a store's database. */
#define _GNU_SOURCE
#include "store/tables/archive.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "base/array.h"

static const char add_text[] = "INSERT INTO archive_text (identity, text) VALUES (?1, ?2)"
                               " ON CONFLICT (identity) DO NOTHING RETURNING number";
static const char set_counted[] =
    "UPDATE game SET counted = 1 WHERE id = ?1 AND counted = 0 RETURNING id";
static const char clear_counted[] = "UPDATE game SET counted = 0 WHERE counted <> 0";
static const char delete_mark[] = "DELETE FROM archive_mark";
static const char insert_mark[] = "INSERT INTO archive_mark (value) VALUES (?1)";
static const char select_mark[] = "SELECT value FROM archive_mark";
static const char select_texts[] = "SELECT text FROM archive_text ORDER BY number";
static const char select_uncounted[] =
    "SELECT id FROM game WHERE result <> '*' AND counted = 0 ORDER BY key LIMIT ?1";

/* Of the counts of each source. */
#define ADD_TO(table)                                                                              \
    "INSERT INTO " table " AS old (key, choice, times, first, second, third)"                      \
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (key, choice) DO UPDATE SET"                     \
    " times = old.times + ?3, first = old.first + ?4, second = old.second + ?5,"                   \
    " third = old.third + ?6"
#define SELECT_FROM(table)                                                                         \
    "SELECT choice, times, first, second, third FROM " table " WHERE key = ?1 ORDER BY choice"
static const char *const add_count[ARCHIVE_SOURCES] = {ADD_TO("archive_count"),
                                                       ADD_TO("played_count")};
static const char *const select_counts[ARCHIVE_SOURCES] = {SELECT_FROM("archive_count"),
                                                           SELECT_FROM("played_count")};
static const char *const delete_counts[ARCHIVE_SOURCES] = {"DELETE FROM archive_count",
                                                           "DELETE FROM played_count"};

struct archive {
    const store_backend *backend;
    void *database;  /* NULL: an empty file, opened for reading */
    struct sql *sql; /* that all calls use */
    enum archive_mode mode;
    bool committed;
    char failure[STORE_MESSAGE_MAX];
};

/* Keeps the reason for archive_failure(). Returns `status`. */
static paua_status archive_fail(archive *self, paua_status status)
{
    snprintf(self->failure, sizeof self->failure, "%.300s: %s", self->backend->name(self->database),
             sql_failure(self->sql));
    return status;
}

/* Ends a writing call. A failure rolls back. */
static paua_status end_write(archive *self, paua_status status)
{
    if (status == PAUA_OK)
        return PAUA_OK;
    archive_fail(self, status);
    archive_rollback(self);
    return status;
}

/* Runs a statement that writes. */
static paua_status run_write(archive *self, const char *statement, const sql_value *values,
                             int count)
{
    assert(self->mode != ARCHIVE_READ);
    return end_write(self, sql_run(self->sql, statement, values, count, NULL, NULL));
}

paua_status archive_begin(archive *self)
{
    return end_write(self, self->backend->begin(self->database));
}

paua_status archive_commit(archive *self)
{
    paua_status status = end_write(self, backend_commit(self->backend, self->database));

    self->committed = self->committed || status == PAUA_OK;
    return status;
}

void archive_rollback(archive *self)
{
    self->backend->rollback(self->database);
}

void archive_identify(const char *text, size_t length, uint8_t identity[ARCHIVE_IDENTITY_BYTES])
{
    crypto_generichash(identity, ARCHIVE_IDENTITY_BYTES, (const unsigned char *)text, length, NULL,
                       0);
}

paua_status archive_add(archive *self, const char *text, size_t length, bool *known)
{
    uint8_t identity[ARCHIVE_IDENTITY_BYTES];

    archive_identify(text, length, identity);
    const sql_value values[] = {sql_blob(identity, sizeof identity), sql_text_size(text, length)};
    paua_status status = sql_change(self->sql, add_text, values, ARRAY_COUNT(values));
    *known = status == PAUA_ERROR_CONFLICT;
    return *known ? PAUA_OK : end_write(self, status);
}

paua_status archive_add_count(archive *self, enum archive_source source, const archive_count *count)
{
    const sql_value values[] = {
        sql_integer((int64_t)count->key), sql_integer(count->choice),
        sql_integer(count->times),        sql_integer(count->parts[0]),
        sql_integer(count->parts[1]),     sql_integer(count->parts[2]),
    };

    return run_write(self, add_count[source], values, ARRAY_COUNT(values));
}

paua_status archive_set_counted(archive *self, const char *id)
{
    const sql_value value = sql_text(id);

    assert(self->mode != ARCHIVE_READ);
    return end_write(self, sql_change(self->sql, set_counted, &value, 1));
}

paua_status archive_clear_counts(archive *self, uint64_t mark)
{
    const char *const steps[] = {delete_counts[ARCHIVE_TEXTS], delete_counts[ARCHIVE_PLAYED],
                                 clear_counted, delete_mark};
    const sql_value value = sql_integer((int64_t)mark);
    paua_status status = PAUA_OK;

    for (int i = 0; status == PAUA_OK && i < ARRAY_COUNT(steps); i++)
        status = run_write(self, steps[i], NULL, 0);
    return status == PAUA_OK ? run_write(self, insert_mark, &value, 1) : status;
}

/* Calls `each` for each row of a query, until it returns false. An empty file has no rows. */
static paua_status each_row(archive *self, const char *statement, const sql_value *values,
                            int count, bool (*each)(const struct sql_row *row, void *context),
                            void *context)
{
    if (!self->sql)
        return PAUA_OK;
    paua_status status = sql_run(self->sql, statement, values, count, each, context);
    return status == PAUA_OK ? PAUA_OK : archive_fail(self, status);
}

/* Reads the mark, the only row. */
static bool on_mark(const struct sql_row *row, void *context)
{
    *(uint64_t *)context = (uint64_t)sql_row_integer(row, 0);
    return false;
}

paua_status archive_mark(archive *self, uint64_t *mark)
{
    *mark = 0;
    return each_row(self, select_mark, NULL, 0, on_mark, mark);
}

struct archive_text_reader {
    bool (*each)(const char *text, size_t length, void *context);
    void *context;
};

/* Hands the text of a game to the caller. */
static bool on_text(const struct sql_row *row, void *context)
{
    const struct archive_text_reader *reader = context;
    size_t length;
    const char *text = sql_row_text_size(row, 0, &length);

    return reader->each(text, length, reader->context);
}

paua_status archive_texts(archive *self,
                          bool (*each)(const char *text, size_t length, void *context),
                          void *context)
{
    struct archive_text_reader reader = {each, context};

    return each_row(self, select_texts, NULL, 0, on_text, &reader);
}

struct archive_count_reader {
    bool (*each)(const archive_count *count, void *context);
    void *context;
    uint64_t key;
};

/* Hands the counts of a move to the caller. */
static bool on_count(const struct sql_row *row, void *context)
{
    const struct archive_count_reader *reader = context;
    archive_count count = {.key = reader->key,
                           .choice = (uint32_t)sql_row_integer(row, 0),
                           .times = (uint32_t)sql_row_integer(row, 1)};

    for (int i = 0; i < 3; i++)
        count.parts[i] = (uint32_t)sql_row_integer(row, 2 + i);
    return reader->each(&count, reader->context);
}

paua_status archive_counts(archive *self, enum archive_source source, uint64_t key,
                           bool (*each)(const archive_count *count, void *context), void *context)
{
    struct archive_count_reader reader = {each, context, key};
    const sql_value value = sql_integer((int64_t)key);

    return each_row(self, select_counts[source], &value, 1, on_count, &reader);
}

struct archive_id_reader {
    bool (*each)(const char *id, void *context);
    void *context;
};

/* Hands the id of a game to the caller. */
static bool on_id(const struct sql_row *row, void *context)
{
    const struct archive_id_reader *reader = context;

    return reader->each(sql_row_text(row, 0), reader->context);
}

paua_status archive_uncounted(archive *self, int max, bool (*each)(const char *id, void *context),
                              void *context)
{
    struct archive_id_reader reader = {each, context};
    const sql_value value = sql_integer(max);

    return each_row(self, select_uncounted, &value, 1, on_id, &reader);
}

const char *archive_failure(const archive *self)
{
    return self->failure;
}

paua_status archive_open_with(const store_backend *backend, const char *where,
                              enum archive_mode mode, archive **out,
                              char message[STORE_MESSAGE_MAX])
{
    static const enum store_mode modes[] = {[ARCHIVE_READ] = STORE_MODE_READ,
                                            [ARCHIVE_WRITE] = STORE_MODE_WRITE,
                                            [ARCHIVE_JOIN] = STORE_MODE_JOIN};
    archive *self = calloc(1, sizeof *self);
    if (!self)
        return store_refuse(message, PAUA_ERROR_NO_MEMORY, "%s",
                            paua_status_text(PAUA_ERROR_NO_MEMORY));

    *self = (archive){.backend = backend, .mode = mode, .committed = mode != ARCHIVE_WRITE};
    paua_status status = backend->open(where, modes[mode], &self->database, message);
    if (status != PAUA_OK) {
        free(self);
        return status;
    }
    if (self->database)
        self->sql = mode == ARCHIVE_READ ? backend->reader(self->database)
                                         : backend->writer(self->database);
    *out = self;
    return PAUA_OK;
}

bool archive_joined(const archive *self)
{
    return self->mode == ARCHIVE_JOIN;
}

void archive_set_deadline(archive *self, int deadline_ms)
{
    if (self->database)
        self->backend->set_deadline(self->database, deadline_ms);
}

void archive_close(archive *self)
{
    if (!self)
        return;
    if (self->database)
        self->backend->close(self->database, !self->committed);
    free(self);
}
