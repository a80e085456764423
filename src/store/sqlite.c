/* sqlite.c - the store in one SQLite file.
 *
 * Write-ahead log, synchronous=FULL: a commit returns when the disk has it. One connection writes,
 * another reads, so reading never waits for a disk. The file is held with flock() while it is
 * open, so that two servers never share it; other programs may still read it (backups).
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "store/backend.h"

#define APPLICATION_ID        0x50617561 /* "Paua" */
#define HEADER_SIZE           100 /* of every SQLite file; offsets from its format description */
#define HEADER_VERSION_AT     60
#define HEADER_APPLICATION_AT 68

/* Each step takes the file from the version that is its index to the next one. */
static const char *const migrations[] = {
    "CREATE TABLE game ("
    "  key INTEGER PRIMARY KEY,"
    "  id TEXT NOT NULL UNIQUE,"
    "  created INTEGER NOT NULL," /* ms since 1970 */
    "  setup TEXT NOT NULL,"      /* JSON: what never changes */
    "  events INTEGER NOT NULL,"  /* number of the newest event */
    "  result TEXT NOT NULL,"
    "  reason TEXT NOT NULL,"
    "  pending INTEGER NOT NULL" /* 1: goes on by itself after a restart */
    ") STRICT;"
    "CREATE INDEX game_pending ON game (key) WHERE pending;"
    "CREATE TABLE event ("
    "  game INTEGER NOT NULL REFERENCES game (key),"
    "  number INTEGER NOT NULL,"
    "  at INTEGER NOT NULL," /* ms since 1970 */
    "  type TEXT NOT NULL,"
    "  text TEXT NOT NULL,"
    "  PRIMARY KEY (game, number)"
    ") STRICT, WITHOUT ROWID;",
};
#define VERSION ((int)(sizeof migrations / sizeof migrations[0]))

enum {
    BEGIN,
    COMMIT,
    ROLLBACK,
    CREATE,
    ADVANCE,
    APPEND,
    READ_BEGIN,
    READ_END,
    READ_GAME,
    READ_EVENTS,
    READ_PENDING,
    READ_CHECK,
    STATEMENTS
};

static const char *const statements[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [CREATE] = "INSERT INTO game (id, created, setup, events, result, reason, pending)"
               " VALUES (?1, ?2, ?3, 0, ?4, ?5, ?6)",
    [ADVANCE] = "UPDATE game SET events = ?2, result = ?3, reason = ?4, pending = ?5"
                " WHERE id = ?1 AND events = ?2 - 1 RETURNING key",
    [APPEND] = "INSERT INTO event (game, number, at, type, text) VALUES (?1, ?2, ?3, ?4, ?5)",
    [READ_BEGIN] = "BEGIN",
    [READ_END] = "COMMIT",
    [READ_GAME] = "SELECT key, id, created, setup, events, result, reason, pending"
                  " FROM game WHERE id = ?1",
    [READ_EVENTS] = "SELECT number, at, type, text FROM event WHERE game = ?1 ORDER BY number",
    [READ_PENDING] = "SELECT id FROM game WHERE pending ORDER BY key",
    [READ_CHECK] = "SELECT count(*) FROM (SELECT key FROM game LIMIT 1)",
};

typedef struct database {
    int file; /* holds the flock */
    sqlite3 *writer, *reader;
    sqlite3_stmt *prepared[STATEMENTS];
} database;

static paua_status refuse(char message[STORE_MESSAGE_MAX], paua_status status, const char *path,
                          const char *why)
{
    snprintf(message, STORE_MESSAGE_MAX, "%.300s: %s", path, why);
    return status;
}

static unsigned big_endian(const unsigned char *at)
{
    return (unsigned)at[0] << 24 | (unsigned)at[1] << 16 | (unsigned)at[2] << 8 | at[3];
}

static paua_status check_identity(unsigned application, unsigned version, const char *path,
                                  char message[STORE_MESSAGE_MAX])
{
    char why[120];

    if (application != APPLICATION_ID)
        return refuse(message, PAUA_UNSUPPORTED, path, "is not a Paua store");
    if (version > (unsigned)VERSION) {
        snprintf(why, sizeof why,
                 "is a store of version %u, expected at most %d: a newer paua made it", version,
                 VERSION);
        return refuse(message, PAUA_UNSUPPORTED, path, why);
    }
    return PAUA_OK;
}

/* Looks at the file before SQLite does: opening a stranger could already change it. */
static paua_status check_header(int file, const char *path, bool *fresh,
                                char message[STORE_MESSAGE_MAX])
{
    unsigned char header[HEADER_SIZE];
    struct stat about;

    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode))
        return refuse(message, PAUA_IO, path, "is not a file, expected a store or a free name");
    *fresh = about.st_size == 0;
    if (*fresh)
        return PAUA_OK;
    if (pread(file, header, sizeof header, 0) != (ssize_t)sizeof header ||
        memcmp(header, "SQLite format 3", 16) != 0)
        return refuse(message, PAUA_UNSUPPORTED, path, "is not a Paua store");
    return check_identity(big_endian(header + HEADER_APPLICATION_AT),
                          big_endian(header + HEADER_VERSION_AT), path, message);
}

static paua_status file_hold(const char *path, int *file, bool *created,
                             char message[STORE_MESSAGE_MAX])
{
    char why[160];

    *created = false;
    *file = open(path, O_RDWR | O_CLOEXEC);
    if (*file < 0 && errno == ENOENT) {
        *file = open(path, O_RDWR | O_CLOEXEC | O_CREAT | O_EXCL, 0600);
        *created = *file >= 0;
    }
    if (*file < 0) {
        snprintf(why, sizeof why, "%s, expected a file that can be read and written",
                 strerror(errno));
        return refuse(message, PAUA_IO, path, why);
    }
    if (flock(*file, LOCK_EX | LOCK_NB) != 0)
        return refuse(message, PAUA_CONFLICT, path, "is in use by another paua serve");
    return PAUA_OK;
}

/* What SQLite says, as one of ours. */
static paua_status translate(int code)
{
    switch (code & 0xff) {
    case SQLITE_OK:
    case SQLITE_DONE:
    case SQLITE_ROW:
        return PAUA_OK;
    case SQLITE_CONSTRAINT:
        return PAUA_CONFLICT;
    case SQLITE_NOMEM:
        return PAUA_NO_MEMORY;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return PAUA_CORRUPT;
    default:
        return PAUA_IO;
    }
}

static paua_status complain(sqlite3 *connection, const char *path, char message[STORE_MESSAGE_MAX])
{
    paua_status status = PAUA_NO_MEMORY;
    char why[160] = "out of memory";

    if (connection) {
        status = translate(sqlite3_extended_errcode(connection));
        snprintf(why, sizeof why, "%s%s", status == PAUA_CORRUPT ? "is damaged: " : "",
                 sqlite3_errmsg(connection));
    }
    return refuse(message, status == PAUA_OK ? PAUA_IO : status, path, why);
}

static bool run(sqlite3 *connection, const char *sql)
{
    return sqlite3_exec(connection, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static const char *column(sqlite3_stmt *statement, int i)
{
    const unsigned char *text = sqlite3_column_text(statement, i);

    return text ? (const char *)text : "";
}

static int64_t number_of(sqlite3 *connection, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    int64_t number = -1;

    if (sqlite3_prepare_v2(connection, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return number;
}

static void text_of(sqlite3 *connection, const char *sql, char *text, size_t cap)
{
    sqlite3_stmt *statement = NULL;

    if (sqlite3_prepare_v2(connection, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        snprintf(text, cap, "%s", column(statement, 0));
    else
        snprintf(text, cap, "%s", sqlite3_errmsg(connection));
    text[strcspn(text, "\n")] = '\0';
    sqlite3_finalize(statement);
}

/* Reads the whole file's structure; nothing has been written before this passes. */
static paua_status check_content(sqlite3 *connection, const char *path, int *version,
                                 char message[STORE_MESSAGE_MAX])
{
    paua_status status;
    char found[120], why[160];
    int64_t application = number_of(connection, "PRAGMA application_id");

    *version = (int)number_of(connection, "PRAGMA user_version");
    if (application < 0 || *version < 0)
        return complain(connection, path, message);
    /* Its creation was interrupted and has just been taken back. */
    if (*version == 0 && number_of(connection, "SELECT count(*) FROM sqlite_schema") == 0)
        return PAUA_OK;
    status = check_identity((unsigned)application, (unsigned)*version, path, message);
    if (status != PAUA_OK)
        return status;
    text_of(connection, "PRAGMA quick_check(1)", found, sizeof found);
    if (strcmp(found, "ok") == 0)
        return PAUA_OK;
    snprintf(why, sizeof why, "is damaged: %s", found);
    return refuse(message, PAUA_CORRUPT, path, why);
}

static bool migrate(sqlite3 *connection, int version)
{
    char mark[80];

    for (; version < VERSION; version++) {
        snprintf(mark, sizeof mark, "PRAGMA application_id = %d; PRAGMA user_version = %d",
                 APPLICATION_ID, version + 1);
        if (!run(connection, "BEGIN IMMEDIATE") || !run(connection, migrations[version]) ||
            !run(connection, mark) || !run(connection, "COMMIT")) {
            return false;
        }
    }
    return true;
}

/* A file that is refused keeps its log, if it came with one; else SQLite takes its empty one away. */
static void connection_drop(sqlite3 *connection, bool logged)
{
    if (logged)
        sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)NULL);
    sqlite3_close(connection);
}

static bool has_log(const char *path)
{
    char name[4096];
    struct stat about;

    snprintf(name, sizeof name, "%s-wal", path);
    return stat(name, &about) == 0 && about.st_size > 0;
}

static bool connection_open(const char *path, int flags, sqlite3 **out)
{
    if (sqlite3_open_v2(path, out, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        return false;
    sqlite3_busy_timeout(*out, 5000);
    sqlite3_extended_result_codes(*out, 1);
    return sqlite3_db_config(*out, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL) == SQLITE_OK &&
           run(*out, "PRAGMA trusted_schema = OFF; PRAGMA cache_size = -2000");
}

static void sqlite_close(void *context)
{
    database *d = context;

    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(d->prepared[i]);
    sqlite3_close(d->reader);
    sqlite3_close(d->writer);
    /* Last: closing any descriptor of the file would drop SQLite's own locks on it. */
    close(d->file);
    free(d);
}

/* From here on commits are on disk when they return. */
static bool log_ahead(sqlite3 *connection)
{
    char mode[120];

    text_of(connection, "PRAGMA journal_mode = WAL", mode, sizeof mode);
    /* The first to read opens the log. It must be this connection, for at the end a reader could not
     * take the log into the file and remove it. */
    return strcmp(mode, "wal") == 0 &&
           run(connection, "PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 16777216") &&
           number_of(connection, "PRAGMA user_version") == VERSION;
}

static paua_status prepare(database *d, const char *path, char message[STORE_MESSAGE_MAX])
{
    for (int i = 0; i < STATEMENTS; i++) {
        sqlite3 *connection = i < READ_BEGIN ? d->writer : d->reader;

        if (sqlite3_prepare_v3(connection, statements[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &d->prepared[i], NULL) != SQLITE_OK)
            return complain(connection, path, message);
    }
    return PAUA_OK;
}

static paua_status connect_both(database *d, const char *path, bool fresh,
                                char message[STORE_MESSAGE_MAX])
{
    int version = 0;
    bool logged = has_log(path);
    paua_status status = PAUA_OK;

    if (!connection_open(path, SQLITE_OPEN_READWRITE, &d->writer))
        return complain(d->writer, path, message);
    if (!fresh)
        status = check_content(d->writer, path, &version, message);
    if (status != PAUA_OK) {
        connection_drop(d->writer, logged);
        d->writer = NULL;
        return status;
    }
    /* The file is born in one transaction with a journal that can take it back; then the log. */
    if (!migrate(d->writer, version) || !log_ahead(d->writer))
        return complain(d->writer, path, message);
    if (!connection_open(path, SQLITE_OPEN_READONLY, &d->reader))
        return complain(d->reader, path, message);
    return prepare(d, path, message);
}

static paua_status sqlite_open(const char *path, void **out, char message[STORE_MESSAGE_MAX])
{
    database *d = calloc(1, sizeof *d);
    bool created = false, fresh = false;
    paua_status status;

    if (!d)
        return refuse(message, PAUA_NO_MEMORY, path, "out of memory");
    status = file_hold(path, &d->file, &created, message);
    if (status == PAUA_OK)
        status = check_header(d->file, path, &fresh, message);
    if (status == PAUA_OK)
        status = connect_both(d, path, fresh, message);
    if (status == PAUA_OK) {
        *out = d;
        return PAUA_OK;
    }
    sqlite_close(d);
    if (created)
        unlink(path);
    return status;
}

/* Runs a prepared statement that gives no rows, or just the one in *key. */
static paua_status step(database *d, int which, int64_t *key)
{
    sqlite3_stmt *statement = d->prepared[which];
    int code = sqlite3_step(statement);

    if (key && code == SQLITE_ROW) {
        *key = sqlite3_column_int64(statement, 0);
        code = sqlite3_step(statement);
    }
    sqlite3_reset(statement);
    return translate(code);
}

static paua_status sqlite_begin(void *context)
{
    return step(context, BEGIN, NULL);
}

static paua_status sqlite_commit(void *context)
{
    return step(context, COMMIT, NULL);
}

static void sqlite_rollback(void *context)
{
    database *d = context;

    /* Some failures have rolled back already. */
    if (!sqlite3_get_autocommit(d->writer))
        step(d, ROLLBACK, NULL);
}

static const char *sqlite_failure(void *context)
{
    database *d = context;

    return sqlite3_errmsg(d->writer);
}

static void bind_text(sqlite3_stmt *statement, int i, const char *text)
{
    sqlite3_bind_text(statement, i, text, -1, SQLITE_STATIC);
}

static paua_status sqlite_create(void *context, const store_game *game)
{
    database *d = context;
    sqlite3_stmt *statement = d->prepared[CREATE];

    bind_text(statement, 1, game->id);
    sqlite3_bind_int64(statement, 2, game->created_ms);
    bind_text(statement, 3, game->setup);
    bind_text(statement, 4, game->state.result);
    bind_text(statement, 5, game->state.reason);
    sqlite3_bind_int(statement, 6, game->state.pending);
    return step(d, CREATE, NULL);
}

static paua_status sqlite_append(void *context, const char *id, const store_event *event,
                                 const store_state *state)
{
    database *d = context;
    sqlite3_stmt *statement = d->prepared[ADVANCE];
    int64_t key = -1;
    paua_status status;

    bind_text(statement, 1, id);
    sqlite3_bind_int64(statement, 2, event->number);
    bind_text(statement, 3, state->result);
    bind_text(statement, 4, state->reason);
    sqlite3_bind_int(statement, 5, state->pending);
    status = step(d, ADVANCE, &key);
    if (status != PAUA_OK)
        return status;
    if (key < 0)
        return PAUA_CONFLICT;
    statement = d->prepared[APPEND];
    sqlite3_bind_int64(statement, 1, key);
    sqlite3_bind_int64(statement, 2, event->number);
    sqlite3_bind_int64(statement, 3, event->at_ms);
    bind_text(statement, 4, event->type);
    bind_text(statement, 5, event->text);
    status = step(d, APPEND, NULL);
    /* The row has advanced already, so an event that does not fit means a damaged file. */
    return status == PAUA_CONFLICT ? PAUA_CORRUPT : status;
}

static paua_status read_events(database *d, int64_t key, const store_reader *reader, void *context)
{
    sqlite3_stmt *statement = d->prepared[READ_EVENTS];
    int code;

    sqlite3_bind_int64(statement, 1, key);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        store_event event = {.number = sqlite3_column_int64(statement, 0),
                             .at_ms = sqlite3_column_int64(statement, 1),
                             .type = column(statement, 2),
                             .text = column(statement, 3)};

        if (!reader->event(&event, context)) {
            sqlite3_reset(statement);
            return PAUA_CONFLICT;
        }
    }
    sqlite3_reset(statement);
    return translate(code);
}

static paua_status read_game(database *d, const char *id, const store_reader *reader, void *context)
{
    sqlite3_stmt *statement = d->prepared[READ_GAME];
    paua_status status;
    int code;

    bind_text(statement, 1, id);
    code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        store_game game = {.id = column(statement, 1),
                           .created_ms = sqlite3_column_int64(statement, 2),
                           .setup = column(statement, 3),
                           .events = sqlite3_column_int64(statement, 4),
                           .state = {.result = column(statement, 5),
                                     .reason = column(statement, 6),
                                     .pending = sqlite3_column_int(statement, 7) != 0}};

        status = reader->game(&game, context)
                     ? read_events(d, sqlite3_column_int64(statement, 0), reader, context)
                     : PAUA_CONFLICT;
    } else {
        status = code == SQLITE_DONE ? PAUA_NOT_FOUND : translate(code);
    }
    sqlite3_reset(statement);
    return status;
}

static paua_status sqlite_load(void *context, const char *id, const store_reader *reader,
                               void *reader_context)
{
    database *d = context;
    paua_status status = step(d, READ_BEGIN, NULL);

    if (status == PAUA_OK)
        status = read_game(d, id, reader, reader_context);
    if (!sqlite3_get_autocommit(d->reader))
        step(d, READ_END, NULL);
    return status;
}

static paua_status sqlite_pending(void *context, bool (*each)(const char *id, void *context),
                                  void *each_context)
{
    database *d = context;
    sqlite3_stmt *statement = d->prepared[READ_PENDING];
    int code;

    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        if (!each(column(statement, 0), each_context))
            break;
    }
    sqlite3_reset(statement);
    return translate(code);
}

static paua_status sqlite_check(void *context)
{
    int64_t count;

    return step(context, READ_CHECK, &count);
}

const store_backend store_sqlite = {
    .scheme = "sqlite",
    .open = sqlite_open,
    .close = sqlite_close,
    .begin = sqlite_begin,
    .create = sqlite_create,
    .append = sqlite_append,
    .commit = sqlite_commit,
    .rollback = sqlite_rollback,
    .failure = sqlite_failure,
    .load = sqlite_load,
    .pending = sqlite_pending,
    .check = sqlite_check,
};
