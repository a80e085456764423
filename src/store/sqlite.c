/* sqlite.c - the backend that keeps games in an SQLite file. One connection writes, another one
 * reads, so that reading never waits for the disk. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/backend.h"
#include "store/sqlite_file.h"
#include "store/sqlite_reads.h"
#include "store/sqlite_schema.h"
#include "store/sqlite_sql.h"
#include "store/sqlite_upkeep.h"

enum game_statement {
    BEGIN,
    COMMIT,
    ROLLBACK,
    SAVE_POINT,
    ROLLBACK_POINT,
    RELEASE_POINT,
    CREATE,
    ADVANCE,
    APPEND,
    REMOVE_EVENTS,
    REMOVE_SEATS,
    REMOVE,
    SAVE_RUNNING,
    CHANGE_RUNNING,
    READ_BEGIN,
    READ_END,
    READ_GAME,
    FIND_GAME,
    READ_EVENTS,
    READ_PENDING, /* in the order of store_list */
    READ_FINISHED,
    READ_LISTED,
    READ_EXPIRED,
    READ_UNPLAYED,
    READ_DEADLINES,
    READ_RUNNING,
    READ_CHECK,
    READ_BYTES,
    STATEMENTS
};

#define GAME_COLUMNS                                                                               \
    "SELECT key, id, created, setup, events, result, reason, pending, listing, closes, deadline,"  \
    " clock, content_sum, state_sum FROM game"

static const char *const statements[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [SAVE_POINT] = "SAVEPOINT batch",
    [ROLLBACK_POINT] = "ROLLBACK TO batch",
    [RELEASE_POINT] = "RELEASE batch",
    [CREATE] = "INSERT INTO game (id, events, result, reason, pending, listing, closes, deadline,"
               " state_sum, content_sum, created, setup, clock)"
               " VALUES (?1, 0, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
    /* SQLite has no exclusive or. */
    [ADVANCE] = "UPDATE game SET events = ?2, result = ?3, reason = ?4, pending = ?5, listing = ?6,"
                " closes = ?7, deadline = ?8, state_sum = ?9,"
                " content_sum = (content_sum | ?10) - (content_sum & ?10)"
                " WHERE id = ?1 AND events = ?2 - 1 RETURNING key",
    [APPEND] = "INSERT INTO event (game, number, at, type, text, clock, spent)"
               " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [REMOVE_EVENTS] = "DELETE FROM event WHERE game ="
                      " (SELECT key FROM game WHERE id = ?1 AND result = '*' AND reason <> '')",
    [REMOVE_SEATS] = "DELETE FROM seat WHERE game ="
                     " (SELECT key FROM game WHERE id = ?1 AND result = '*' AND reason <> '')",
    [REMOVE] = "DELETE FROM game WHERE id = ?1 AND result = '*' AND reason <> '' RETURNING key",
    [SAVE_RUNNING] = "UPDATE running SET ms = ?1",
    /* SQLite writes nothing where nothing changes. */
    [CHANGE_RUNNING] = "UPDATE running SET ms = ms + 1",
    [READ_BEGIN] = "BEGIN",
    [READ_END] = "COMMIT",
    [READ_GAME] = GAME_COLUMNS " WHERE id = ?1",
    [FIND_GAME] = GAME_COLUMNS " WHERE +id = ?1", /* without the index */
    [READ_EVENTS] = "SELECT number, at, type, text, clock, spent"
                    " FROM event WHERE game = ?1 ORDER BY number",
    [READ_PENDING] = "SELECT id FROM game WHERE pending ORDER BY key LIMIT ?2",
    [READ_FINISHED] = "SELECT id FROM game WHERE result <> '*' ORDER BY key LIMIT ?2",
    [READ_LISTED] = "SELECT id FROM game WHERE listing AND (listing = 1 OR (SELECT at FROM event"
                    " WHERE event.game = game.key AND event.number = game.events) >= ?1)"
                    " ORDER BY key DESC LIMIT ?2",
    /* A game that has closed has a reason. */
    [READ_EXPIRED] = "SELECT id FROM game WHERE closes AND closes <= ?1 AND reason = ''"
                     " ORDER BY closes LIMIT ?2",
    [READ_UNPLAYED] = "SELECT id FROM game WHERE closes AND closes <= ?1 AND reason <> ''"
                      " ORDER BY closes LIMIT ?2",
    [READ_DEADLINES] = "SELECT id, deadline FROM game WHERE deadline",
    [READ_RUNNING] = "SELECT ms FROM running",
    [READ_CHECK] = "SELECT count(*) FROM (SELECT key FROM game LIMIT 1)",
    [READ_BYTES] = "SELECT (page_count - freelist_count) * page_size"
                   " FROM pragma_page_count, pragma_freelist_count, pragma_page_size",
};

struct sqlite_store {
    struct sqlite_file file; /* its connection writes */
    sqlite3 *reader;
    sqlite3_stmt *prepared[STATEMENTS];
    struct sql writing, reading; /* statements of others, on the same connections */
    int version;                 /* of the file */
    char read_failure[STORE_MESSAGE_MAX];
};

/* Frees everything; accepts a store that was opened only in part. */
static void sqlite_close(void *context)
{
    struct sqlite_store *self = context;

    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(self->prepared[i]);
    sqlite_sql_clear(&self->writing);
    sqlite_sql_clear(&self->reading);
    sqlite3_close(self->reader);
    sqlite_file_close(&self->file);
    free(self);
}

/* Prepares the statements from the first one on, each on the connection that it needs. */
static paua_status statements_prepare(struct sqlite_store *self, int first, const char *path,
                                      char message[STORE_MESSAGE_MAX])
{
    for (int i = first; i < STATEMENTS; i++) {
        sqlite3 *connection = i < READ_BEGIN ? self->file.connection : self->reader;

        if (sqlite3_prepare_v3(connection, statements[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &self->prepared[i], NULL) != SQLITE_OK)
            return sqlite_complain(connection, path, message);
    }
    self->writing.connection = self->file.connection;
    self->reading.connection = self->reader;
    return PAUA_OK;
}

/* Opens or creates the file. On failure a file that was created is removed again. */
static paua_status sqlite_open(const char *path, void **out, char message[STORE_MESSAGE_MAX])
{
    struct sqlite_store *self = calloc(1, sizeof *self);
    bool created;
    paua_status status;

    if (!self)
        return sqlite_refuse(message, PAUA_NO_MEMORY, path, "out of memory");
    self->version = SQLITE_SCHEMA_VERSION;
    status = sqlite_file_open(path, &self->file, message);
    if (status == PAUA_OK && !sqlite_connect(path, SQLITE_OPEN_READONLY, &self->reader))
        status = sqlite_complain(self->reader, path, message);
    if (status == PAUA_OK)
        status = statements_prepare(self, BEGIN, path, message);
    if (status == PAUA_OK) {
        *out = self;
        return PAUA_OK;
    }
    created = self->file.created;
    sqlite_close(self);
    if (created)
        unlink(path);
    return status;
}

/* Opens a file without locking it. An empty one has no games: it is refused like an absent one. */
static paua_status sqlite_open_reading(const char *path, void **out,
                                       char message[STORE_MESSAGE_MAX])
{
    struct sqlite_store *self = calloc(1, sizeof *self);
    int version = 0;

    if (!self)
        return sqlite_refuse(message, PAUA_NO_MEMORY, path, "out of memory");
    self->file = SQLITE_FILE_CLOSED;
    paua_status status = sqlite_file_read(path, &self->reader, &version, message);
    if (status == PAUA_OK && version == 0)
        status = sqlite_refuse(message, PAUA_NOT_FOUND, path, "the store is empty");
    if (status == PAUA_OK)
        status = sqlite_schema_complete(self->reader, version)
                     ? PAUA_OK
                     : sqlite_complain(self->reader, path, message);
    self->version = version;
    if (status == PAUA_OK)
        status = statements_prepare(self, READ_BEGIN, path, message);
    if (status == PAUA_OK)
        *out = self;
    else
        sqlite_close(self);
    return status;
}

/* Runs a prepared statement without rows, or with at most one, whose number goes to *key. */
static paua_status statement_run(struct sqlite_store *self, int which, int64_t *key)
{
    sqlite3_stmt *statement = self->prepared[which];
    int code = sqlite3_step(statement);

    if (key && code == SQLITE_ROW) {
        *key = sqlite3_column_int64(statement, 0);
        code = sqlite3_step(statement);
    }
    sqlite3_reset(statement);
    return sqlite_translate(code);
}

/* Begins the transaction that the calls up to sqlite_commit() belong to. */
static paua_status sqlite_begin(void *context)
{
    sqlite_reads_forget();
    return statement_run(context, BEGIN, NULL);
}

static paua_status sqlite_save_point(void *context)
{
    return statement_run(context, SAVE_POINT, NULL);
}

/* Undoing leaves the savepoint where it is. */
static paua_status sqlite_release_point(void *context, bool keep)
{
    paua_status status = keep ? PAUA_OK : statement_run(context, ROLLBACK_POINT, NULL);

    return status == PAUA_OK ? statement_run(context, RELEASE_POINT, NULL) : status;
}

static struct sql *sqlite_writer(void *context)
{
    return &((struct sqlite_store *)context)->writing;
}

static struct sql *sqlite_reader(void *context)
{
    return &((struct sqlite_store *)context)->reading;
}

/* Commits: after PAUA_OK everything is on the disk. */
static paua_status sqlite_commit(void *context)
{
    return statement_run(context, COMMIT, NULL);
}

/* Undoes the current transaction, if there is one. */
static void sqlite_rollback(void *context)
{
    struct sqlite_store *self = context;

    /* After some failures SQLite has rolled back already. */
    if (!sqlite3_get_autocommit(self->file.connection))
        statement_run(self, ROLLBACK, NULL);
}

/* The reason of the last failure, for the log. */
static const char *sqlite_failure(void *context)
{
    struct sqlite_store *self = context;

    return sqlite3_errmsg(self->file.connection);
}

/* Whether the file is where it was. */
static const char *sqlite_displaced(void *context)
{
    const struct sqlite_store *self = context;

    return sqlite_file_displaced(&self->file);
}

/* Binds a text that stays valid while the statement runs. */
static void bind_text(sqlite3_stmt *statement, int i, const char *text)
{
    sqlite3_bind_text(statement, i, text, -1, SQLITE_STATIC);
}

/* Binds ?3 to ?10 of CREATE and ADVANCE. */
static void bind_state(sqlite3_stmt *statement, const store_state *state, store_sums sums)
{
    bind_text(statement, 3, state->result);
    bind_text(statement, 4, state->reason);
    sqlite3_bind_int(statement, 5, state->pending);
    sqlite3_bind_int(statement, 6, (int)state->listing);
    sqlite3_bind_int64(statement, 7, state->closes_ms);
    sqlite3_bind_int64(statement, 8, state->deadline_ms);
    sqlite3_bind_int64(statement, 9, sums.state);
    sqlite3_bind_int64(statement, 10, sums.content);
}

/* Adds a game without events. PAUA_CONFLICT: the identifier is taken. */
static paua_status sqlite_create(void *context, const store_game *game, store_sums sums)
{
    struct sqlite_store *self = context;
    sqlite3_stmt *statement = self->prepared[CREATE];

    bind_text(statement, 1, game->id);
    bind_state(statement, &game->state, sums);
    sqlite3_bind_int64(statement, 11, game->created_ms);
    bind_text(statement, 12, game->setup);
    sqlite3_bind_int64(statement, 13, game->clock_ms);
    return statement_run(self, CREATE, NULL);
}

/* Advances the game's row, which checks the number of the event, then adds the event. */
static paua_status sqlite_append(void *context, const char *id, const store_event *event,
                                 const store_state *state, store_sums sums)
{
    struct sqlite_store *self = context;
    sqlite3_stmt *statement = self->prepared[ADVANCE];
    int64_t key = -1;
    paua_status status;

    bind_text(statement, 1, id);
    sqlite3_bind_int64(statement, 2, event->number);
    bind_state(statement, state, sums);
    status = statement_run(self, ADVANCE, &key);
    if (status != PAUA_OK)
        return status;
    if (key < 0)
        return PAUA_CONFLICT;
    statement = self->prepared[APPEND];
    sqlite3_bind_int64(statement, 1, key);
    sqlite3_bind_int64(statement, 2, event->number);
    sqlite3_bind_int64(statement, 3, event->at_ms);
    bind_text(statement, 4, event->type);
    bind_text(statement, 5, event->text);
    sqlite3_bind_int64(statement, 6, event->clock_ms);
    sqlite3_bind_int64(statement, 7, event->spent_ms);
    status = statement_run(self, APPEND, NULL);
    /* The game has advanced: a conflict now means that the file is damaged. */
    return status == PAUA_CONFLICT ? PAUA_CORRUPT : status;
}

/* Removes a game that has closed without a result. */
static paua_status sqlite_remove(void *context, const char *id)
{
    struct sqlite_store *self = context;
    int64_t key = -1;

    bind_text(self->prepared[REMOVE_EVENTS], 1, id);
    bind_text(self->prepared[REMOVE_SEATS], 1, id);
    paua_status status = statement_run(self, REMOVE_EVENTS, NULL);
    if (status == PAUA_OK)
        status = statement_run(self, REMOVE_SEATS, NULL);
    if (status != PAUA_OK)
        return status;
    bind_text(self->prepared[REMOVE], 1, id);
    status = statement_run(self, REMOVE, &key);
    return status == PAUA_OK && key < 0 ? PAUA_CONFLICT : status;
}

/* Saves the running time, in the current transaction. */
static paua_status sqlite_save_running(void *context, int64_t running_ms)
{
    struct sqlite_store *self = context;

    sqlite3_bind_int64(self->prepared[SAVE_RUNNING], 1, running_ms);
    return statement_run(self, SAVE_RUNNING, NULL);
}

/* Commits a small transaction. */
static void commit_running(struct sqlite_store *self)
{
    if (sqlite_begin(self) != PAUA_OK || statement_run(self, CHANGE_RUNNING, NULL) != PAUA_OK ||
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

/* Keeps why the game, or the running time, cannot be read. Returns the status of the code. */
static paua_status fail_reading(struct sqlite_store *self, int code)
{
    int why = sqlite_reads_failure();

    snprintf(self->read_failure, sizeof self->read_failure, "%s%s", why ? "cannot be read: " : "",
             why ? strerror(why) : sqlite3_errmsg(self->reader));
    return sqlite_translate(code);
}

/* Whether games have checksums. */
static bool sqlite_has_sums(void *context)
{
    const struct sqlite_store *self = context;

    return self->version >= SQLITE_SCHEMA_SUMS;
}

/* Calls reader->event for each event of the game in row `key`. */
static paua_status read_events(struct sqlite_store *self, int64_t key, const backend_reader *reader,
                               void *context)
{
    sqlite3_stmt *statement = self->prepared[READ_EVENTS];
    int code;

    sqlite3_bind_int64(statement, 1, key);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        store_event event = {.number = sqlite3_column_int64(statement, 0),
                             .at_ms = sqlite3_column_int64(statement, 1),
                             .type = sqlite_column(statement, 2),
                             .text = sqlite_column(statement, 3),
                             .clock_ms = sqlite3_column_int64(statement, 4),
                             .spent_ms = sqlite3_column_int64(statement, 5)};

        if (!reader->event(&event, context)) {
            sqlite3_reset(statement);
            return PAUA_CONFLICT;
        }
    }
    paua_status status = fail_reading(self, code);
    sqlite3_reset(statement);
    return status;
}

/* Hands a game and its events to the reader. PAUA_CONFLICT: the reader stopped. */
static paua_status read_game(struct sqlite_store *self, const char *id, int how,
                             const backend_reader *reader, void *context)
{
    sqlite3_stmt *statement = self->prepared[how];
    paua_status status;
    int code;

    bind_text(statement, 1, id);
    code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        store_game game = {.id = sqlite_column(statement, 1),
                           .created_ms = sqlite3_column_int64(statement, 2),
                           .setup = sqlite_column(statement, 3),
                           .events = sqlite3_column_int64(statement, 4),
                           .state = {.result = sqlite_column(statement, 5),
                                     .reason = sqlite_column(statement, 6),
                                     .pending = sqlite3_column_int(statement, 7) != 0,
                                     .listing = (store_listing)sqlite3_column_int(statement, 8),
                                     .closes_ms = sqlite3_column_int64(statement, 9),
                                     .deadline_ms = sqlite3_column_int64(statement, 10)},
                           .clock_ms = sqlite3_column_int64(statement, 11)};
        store_sums sums = {.content = sqlite3_column_int64(statement, 12),
                           .state = sqlite3_column_int64(statement, 13)};

        status = reader->game(&game, sqlite_has_sums(self) ? &sums : NULL, context)
                     ? read_events(self, sqlite3_column_int64(statement, 0), reader, context)
                     : PAUA_CONFLICT;
    } else {
        status = code == SQLITE_DONE ? PAUA_NOT_FOUND : fail_reading(self, code);
    }
    sqlite3_reset(statement);
    return status;
}

/* One transaction, so that the game and its events belong together. */
static paua_status sqlite_load(void *context, const char *id, const backend_reader *reader,
                               void *reader_context)
{
    struct sqlite_store *self = context;
    paua_status status;

    sqlite_reads_forget();
    status = statement_run(self, READ_BEGIN, NULL);
    if (status == PAUA_OK)
        status = read_game(self, id, READ_GAME, reader, reader_context);
    else
        fail_reading(self, sqlite3_extended_errcode(self->reader));
    /* A command that only reads has time for a game that the index has lost. */
    if (status == PAUA_NOT_FOUND && !self->file.connection)
        status = read_game(self, id, FIND_GAME, reader, reader_context);
    if (!sqlite3_get_autocommit(self->reader))
        statement_run(self, READ_END, NULL);
    return status;
}

/* The reason of the last load that failed. */
static const char *sqlite_read_failure(void *context)
{
    struct sqlite_store *self = context;

    return self->read_failure;
}

/* Calls `each` for the games of a list. A negative `most` is no limit. */
static paua_status sqlite_list(void *context, store_list which, int64_t bound, int most,
                               bool (*each)(const char *id, void *context), void *each_context)
{
    struct sqlite_store *self = context;
    sqlite3_stmt *statement = self->prepared[READ_PENDING + which];
    int code;

    sqlite_reads_forget();

    sqlite3_bind_int64(statement, 1, bound);
    sqlite3_bind_int(statement, 2, most);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        if (!each(sqlite_column(statement, 0), each_context))
            break;
    }
    sqlite3_reset(statement);
    return sqlite_translate(code);
}

/* Calls `each` for the games with a deadline. */
static paua_status
sqlite_deadlines(void *context, bool (*each)(const char *id, int64_t deadline_ms, void *context),
                 void *each_context)
{
    struct sqlite_store *self = context;
    sqlite3_stmt *statement = self->prepared[READ_DEADLINES];
    int code;

    sqlite_reads_forget();

    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        if (!each(sqlite_column(statement, 0), sqlite3_column_int64(statement, 1), each_context))
            break;
    }
    sqlite3_reset(statement);
    return sqlite_translate(code);
}

/* The running time that was saved last. */
static paua_status sqlite_running(void *context, int64_t *running_ms)
{
    struct sqlite_store *self = context;

    *running_ms = 0;
    sqlite_reads_forget();
    paua_status status = statement_run(self, READ_RUNNING, running_ms);
    if (status != PAUA_OK)
        fail_reading(self, SQLITE_ERROR);
    if (status != PAUA_OK || *running_ms >= 1)
        return status;
    snprintf(self->read_failure, sizeof self->read_failure, "is missing");
    return PAUA_CORRUPT;
}

/* Whether the file can be read. */
static paua_status sqlite_check(void *context)
{
    int64_t count;

    sqlite_reads_forget();
    return statement_run(context, READ_CHECK, &count);
}

/* These four are upkeep.h. */
static paua_status sqlite_games(void *context, bool (*each)(const char *id, void *context),
                                void *each_context)
{
    return sqlite_each_game(((struct sqlite_store *)context)->reader, each, each_context);
}

static paua_status sqlite_faults(void *context, bool (*each)(const char *fault, void *context),
                                 void *each_context)
{
    struct sqlite_store *self = context;

    return sqlite_each_fault(self->reader, self->version, each, each_context);
}

static paua_status sqlite_texts(void *context,
                                bool (*each)(const char *text, size_t length, void *context),
                                void *each_context)
{
    struct sqlite_store *self = context;

    return sqlite_each_text(self->reader, self->version, each, each_context);
}

static paua_status sqlite_copy_to(void *context, const char *path, char message[STORE_MESSAGE_MAX])
{
    return sqlite_copy(((struct sqlite_store *)context)->reader, path, message);
}

/* The size of the pages that are in use. */
static paua_status sqlite_bytes(void *context, int64_t *bytes)
{
    return statement_run(context, READ_BYTES, bytes);
}

/* SQLite then fails with "database or disk is full". */
static void sqlite_set_limit(void *context, int64_t bytes)
{
    struct sqlite_store *self = context;

    sqlite_file_limit(&self->file, bytes);
}

const store_backend store_sqlite = {
    .scheme = "sqlite",
    .open = sqlite_open,
    .open_reading = sqlite_open_reading,
    .close = sqlite_close,
    .displaced = sqlite_displaced,
    .begin = sqlite_begin,
    .save_point = sqlite_save_point,
    .release_point = sqlite_release_point,
    .create = sqlite_create,
    .append = sqlite_append,
    .remove = sqlite_remove,
    .writer = sqlite_writer,
    .reader = sqlite_reader,
    .save_running = sqlite_save_running,
    .commit = sqlite_commit,
    .rollback = sqlite_rollback,
    .erase = sqlite_erase,
    .failure = sqlite_failure,
    .load = sqlite_load,
    .read_failure = sqlite_read_failure,
    .list = sqlite_list,
    .deadlines = sqlite_deadlines,
    .running = sqlite_running,
    .check = sqlite_check,
    .bytes = sqlite_bytes,
    .set_limit = sqlite_set_limit,
    .games = sqlite_games,
    .faults = sqlite_faults,
    .texts = sqlite_texts,
    .copy = sqlite_copy_to,
    .has_sums = sqlite_has_sums,
};
