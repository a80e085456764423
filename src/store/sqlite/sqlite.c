/* sqlite.c - the backend that keeps games in an SQLite file. One connection writes, another one
 * reads, so that reading never waits for the disk. */
#define _GNU_SOURCE
#include "store/sqlite/sqlite.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/sqlite/sqlite_file.h"
#include "store/sqlite/sqlite_maintenance.h"
#include "store/sqlite/sqlite_reads.h"
#include "store/sqlite/sqlite_schema.h"
#include "store/sqlite/sqlite_sql.h"

static const char begin_write[] = "BEGIN IMMEDIATE";
static const char commit_write[] = "COMMIT";
static const char roll_back[] = "ROLLBACK";
static const char save_running[] = "UPDATE running SET ms = ?1";
/* SQLite writes nothing where nothing changes. */
static const char change_running[] = "UPDATE running SET ms = ms + 1";
static const char begin_read[] = "BEGIN";
static const char end_read[] = "COMMIT";
static const char read_running[] = "SELECT ms FROM running";
static const char read_bytes[] = "SELECT (page_count - freelist_count) * page_size"
                                 " FROM pragma_page_count, pragma_freelist_count, pragma_page_size";

struct sqlite_store {
    struct sqlite_file file; /* its connection writes */
    sqlite3 *joined;         /* instead of it, in a file that somebody else has opened */
    sqlite3 *reader;
    struct sqlite_sql writing, reading;
    struct sqlite_scan scan; /* of a large file, beside a server */
    int version;             /* of the file */
    char *path;              /* owned */
};

/* Frees everything; accepts a store that was opened only in part. */
static void sqlite_close(void *context, bool discard)
{
    struct sqlite_store *self = context;
    bool created = self->file.created;

    sqlite_scan_end(&self->scan);
    /* What a read that hangs may still use stays as it is: the process ends soon. */
    if (!sqlite_sql_clear(&self->writing) || !sqlite_sql_clear(&self->reading))
        return;
    sqlite3_close(self->reader);
    sqlite3_close(self->joined);
    sqlite_file_close(&self->file);
    if (created && discard)
        unlink(self->path);
    free(self->path);
    free(self);
}

/* Opens or creates the file, and a second connection to it that reads. Who serves it does not wait
 * until all of a large file is checked. */
static paua_status open_writing(struct sqlite_store *self, bool serves,
                                char message[STORE_MESSAGE_MAX])
{
    bool later = false;
    paua_status status = sqlite_file_open(self->path, &self->file, serves ? &later : NULL, message);

    self->version = schema_version(&sqlite_schema);
    if (status == PAUA_OK && !sqlite_connect(self->path, SQLITE_OPEN_READONLY, &self->reader))
        status = sqlite_complain(self->reader, self->path, message);
    if (status == PAUA_OK && later && !sqlite_scan_begin(&self->scan, self->path))
        status = sqlite_refuse(message, PAUA_ERROR_NO_MEMORY, self->path, "out of memory");
    return status;
}

/* Opens a file without locking it. */
static paua_status open_reading(struct sqlite_store *self, char message[STORE_MESSAGE_MAX])
{
    paua_status status = sqlite_file_read(self->path, &self->reader, &self->version, message);

    if (status == PAUA_OK && self->reader && !sqlite_schema_preview(self->reader, self->version))
        status = sqlite_complain(self->reader, self->path, message);
    return status;
}

/* On failure a file that was created is removed again. */
static paua_status sqlite_open(const char *path, enum store_mode mode, void **out,
                               char message[STORE_MESSAGE_MAX])
{
    struct sqlite_store *self = calloc(1, sizeof *self);
    paua_status status;

    if (!self)
        return sqlite_refuse(message, PAUA_ERROR_NO_MEMORY, path, "out of memory");
    self->file = SQLITE_FILE_CLOSED;
    self->path = strdup(path);
    if (!self->path)
        status = sqlite_refuse(message, PAUA_ERROR_NO_MEMORY, path, "out of memory");
    else if (mode == STORE_MODE_WRITE || mode == STORE_MODE_SHARE)
        status = open_writing(self, mode == STORE_MODE_SHARE, message);
    else if (mode == STORE_MODE_JOIN)
        status = sqlite_file_join(path, &self->joined, message);
    else
        status = open_reading(self, message);
    sqlite_sql_init(&self->writing, self->joined ? self->joined : self->file.connection);
    sqlite_sql_init(&self->reading, self->reader);
    bool empty = status == PAUA_OK && mode == STORE_MODE_READ && !self->reader;
    *out = status == PAUA_OK && !empty ? self : NULL;
    if (!*out)
        sqlite_close(self, true);
    return status;
}

/* What messages call the store. */
static const char *sqlite_name(void *context)
{
    return ((struct sqlite_store *)context)->path;
}

static struct sql *sqlite_writer(void *context)
{
    return &((struct sqlite_store *)context)->writing.base;
}

static struct sql *sqlite_reader(void *context)
{
    return &((struct sqlite_store *)context)->reading.base;
}

/* Runs a statement without values or rows on the connection that writes. */
static paua_status run_write(struct sqlite_store *self, const char *statement)
{
    return sql_run(&self->writing.base, statement, NULL, 0, NULL, NULL);
}

static paua_status sqlite_begin(void *context)
{
    return run_write(context, begin_write);
}

/* Commits: after PAUA_OK everything is on the disk. */
static paua_status sqlite_commit(void *context)
{
    return run_write(context, commit_write);
}

/* After some failures SQLite has rolled back already. */
static void sqlite_rollback(void *context)
{
    struct sqlite_store *self = context;

    if (!sqlite3_get_autocommit(self->writing.connection))
        run_write(self, roll_back);
}

/* Whether the file is where it was, and whole as far as that is known. */
static const char *sqlite_displaced(void *context)
{
    const struct sqlite_store *self = context;

    const char *finding = sqlite_scan_finding(&self->scan);

    return finding ? finding : sqlite_file_displaced(&self->file);
}

/* Saves the running time, in the current transaction. */
static paua_status sqlite_save_running(void *context, int64_t *running_ms)
{
    const sql_value value = sql_integer(*running_ms);

    return sql_run(sqlite_writer(context), save_running, &value, 1, NULL, NULL);
}

/* Commits a small transaction. */
static void commit_running(struct sqlite_store *self)
{
    if (sqlite_begin(self) != PAUA_OK || run_write(self, change_running) != PAUA_OK ||
        sqlite_commit(self) != PAUA_OK)
        sqlite_rollback(self);
}

/* A commit whose sync failed is in the log, and nothing but the next one is written in its place.
 * The first of these two is written without a sync, because the head of a log is synced before
 * anything follows it, and without writing the log back, which needs syncs; the second one is
 * synced, so that it lasts. */
static void sqlite_erase(void *context)
{
    struct sqlite_store *self = context;
    sqlite3 *connection = self->file.connection;

    sqlite3_wal_autocheckpoint(connection, 0);
    sqlite3_exec(connection, "PRAGMA synchronous = OFF", NULL, NULL, NULL);
    commit_running(self);
    /* Nothing is committed before this has worked: it may want memory. */
    while (sqlite3_exec(connection, "PRAGMA synchronous = FULL", NULL, NULL, NULL) != SQLITE_OK)
        sqlite3_sleep(100);
    sqlite3_wal_autocheckpoint(connection, SQLITE_FILE_LOG_PAGES);
    commit_running(self);
}

static bool sqlite_is_current(void *context)
{
    const struct sqlite_store *self = context;

    return self->version == schema_version(&sqlite_schema);
}

static paua_status sqlite_begin_snapshot(void *context)
{
    return sql_run(sqlite_reader(context), begin_read, NULL, 0, NULL, NULL);
}

static void sqlite_end_snapshot(void *context)
{
    if (!sqlite3_get_autocommit(((struct sqlite_store *)context)->reader))
        sql_run(sqlite_reader(context), end_read, NULL, 0, NULL, NULL);
}

/* The running time that was saved last. */
static paua_status sqlite_running(void *context, int64_t *running_ms)
{
    struct sql *sql = sqlite_reader(context);

    *running_ms = 0;
    paua_status status = sql_number(sql, read_running, NULL, 0, running_ms);
    if (status != PAUA_OK || *running_ms >= 1)
        return status;
    sql_set_failure(sql, "is missing");
    return PAUA_ERROR_CORRUPT;
}

/* These three are maintenance.h. */
static paua_status sqlite_games(void *context, bool (*each)(const char *id, void *context),
                                void *each_context)
{
    return sqlite_each_game(((struct sqlite_store *)context)->reader, each, each_context);
}

static paua_status sqlite_check(void *context, bool (*each)(const char *problem, void *context),
                                void *each_context, bool *more)
{
    return sqlite_check_structure(((struct sqlite_store *)context)->reader, each, each_context,
                                  more);
}

static paua_status sqlite_copy_to(void *context, const char *path, char message[STORE_MESSAGE_MAX])
{
    return sqlite_copy(((struct sqlite_store *)context)->reader, path, message);
}

/* The size of the pages that are in use. */
static paua_status sqlite_bytes(void *context, int64_t *bytes)
{
    return sql_number(sqlite_reader(context), read_bytes, NULL, 0, bytes);
}

/* SQLite then fails with "database or disk is full". */
static void sqlite_set_limit(void *context, int64_t bytes)
{
    struct sqlite_store *self = context;

    sqlite_file_limit(&self->file, bytes);
}

/* How long another program's lock of the file is waited for, and a read, but for those of the
 * thread that writes: they are part of a transaction, of which others do not wait for the end. */
static void sqlite_set_deadline(void *context, int deadline_ms)
{
    struct sqlite_store *self = context;

    sqlite3_busy_timeout(self->writing.connection, deadline_ms);
    if (self->reader) { /* not of an archive beside a store */
        sqlite3_busy_timeout(self->reader, deadline_ms);
        sqlite_sql_set_deadline(&self->reading, deadline_ms);
    } else {
        sqlite_sql_set_deadline(&self->writing, deadline_ms);
    }
}

static bool sqlite_is_behind(void *context)
{
    return sqlite_sql_hangs(&((struct sqlite_store *)context)->reading);
}

const store_backend store_sqlite = {
    .scheme = "sqlite",
    .form = "sqlite:FILE",
    .open = sqlite_open,
    .close = sqlite_close,
    .name = sqlite_name,
    .writer = sqlite_writer,
    .reader = sqlite_reader,
    .displaced = sqlite_displaced,
    .begin = sqlite_begin,
    .commit = sqlite_commit,
    .rollback = sqlite_rollback,
    .erase = sqlite_erase,
    .save_running = sqlite_save_running,
    .set_limit = sqlite_set_limit,
    .set_deadline = sqlite_set_deadline,
    .is_behind = sqlite_is_behind,
    .begin_snapshot = sqlite_begin_snapshot,
    .end_snapshot = sqlite_end_snapshot,
    .running = sqlite_running,
    .bytes = sqlite_bytes,
    .is_current = sqlite_is_current,
    .games = sqlite_games,
    .check_structure = sqlite_check,
    .copy = sqlite_copy_to,
    .migrate = sqlite_file_migrate,
};
