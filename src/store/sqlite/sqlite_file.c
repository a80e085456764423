/* sqlite_file.c - opens a store's SQLite file: locks it, checks it before anything is written, and
 * migrates it to the current version. */
#define _GNU_SOURCE
#include "store/sqlite/sqlite_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "store/core/backend.h"
#include "store/sqlite/sqlite_reads.h"
#include "store/sqlite/sqlite_schema.h"
#include "store/sqlite/sqlite_sql.h"

#define HEADER_SIZE           100 /* of every SQLite file; offsets from its format description */
#define HEADER_VERSION_AT     60
#define HEADER_APPLICATION_AT 68
#define JOURNAL_PAGES_AT      16 /* in the header of a rollback journal */

/* How often, and how many milliseconds apart, a lock is tried. */
enum { LOCK_ATTEMPTS = 20, LOCK_PAUSE_MS = 10 };

paua_status sqlite_refuse(char message[STORE_MESSAGE_MAX], paua_status status, const char *path,
                          const char *why)
{
    return store_refuse(message, status, "%.300s: %s", path, why);
}

/* Refuses a file that the disk cannot read: it may be undamaged. */
static paua_status refuse_unreadable(char message[STORE_MESSAGE_MAX], const char *path, int why)
{
    return store_refuse(message, PAUA_ERROR_IO, "%.300s: cannot be read: %s", path, strerror(why));
}

/* A 32-bit number of the header. */
static unsigned big_endian(const unsigned char *at)
{
    return (unsigned)at[0] << 24 | (unsigned)at[1] << 16 | (unsigned)at[2] << 8 | at[3];
}

/* Refuses files of other programs, of newer versions, and of those before the oldest one. */
static paua_status check_identity(unsigned application, unsigned version, const char *path,
                                  char message[STORE_MESSAGE_MAX])
{
    const int newest = schema_version(&sqlite_schema);
    char why[160];

    if (application != SQLITE_SCHEMA_APPLICATION)
        return sqlite_refuse(message, PAUA_ERROR_UNSUPPORTED, path, "is not a Paua store");
    if (version > (unsigned)newest) {
        snprintf(why, sizeof why,
                 "is a store of version %u, expected at most %d: it was made by a newer paua",
                 version, newest);
        return sqlite_refuse(message, PAUA_ERROR_UNSUPPORTED, path, why);
    }
    if (version < (unsigned)sqlite_schema.oldest)
        return sqlite_refuse(
            message, schema_refuse_old(&sqlite_schema, (int)version, why, sizeof why), path, why);
    return PAUA_OK;
}

/* Whether the file was being created when the power went: its rollback journal goes back to a file
 * without pages. SQLite does that when it opens the file. */
static bool was_being_created(const char *path)
{
    static const unsigned char magic[8] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
    unsigned char header[20] = {0};
    char name[4096];

    snprintf(name, sizeof name, "%s-journal", path);
    int journal = open(name, O_RDONLY | O_CLOEXEC);
    if (journal < 0)
        return false;
    ssize_t got = pread(journal, header, sizeof header, 0);
    close(journal);
    return got == (ssize_t)sizeof header && memcmp(header, magic, sizeof magic) == 0 &&
           big_endian(header + JOURNAL_PAGES_AT) == 0;
}

/* Whether the file has a write-ahead log with content. */
static bool has_log(const char *path)
{
    char name[4096];
    struct stat about;

    snprintf(name, sizeof name, "%s-wal", path);
    return stat(name, &about) == 0 && about.st_size > 0;
}

/* Checks the header before SQLite opens the file, which could change a file that is not ours. */
static paua_status check_header(int file, const char *path, bool *fresh,
                                char message[STORE_MESSAGE_MAX])
{
    struct stat about;

    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode))
        return sqlite_refuse(message, PAUA_ERROR_IO, path,
                             "is not a file, expected a store or the name of a new file");
    *fresh = about.st_size == 0;
    if (*fresh)
        return PAUA_OK;
    unsigned char header[HEADER_SIZE];
    ssize_t got = pread(file, header, sizeof header, 0);
    if (got < 0)
        return refuse_unreadable(message, path, errno);
    if (got == (ssize_t)sizeof header && memcmp(header, "SQLite format 3", 16) != 0 &&
        was_being_created(path))
        return PAUA_OK;
    if (got != (ssize_t)sizeof header || memcmp(header, "SQLite format 3", 16) != 0)
        return sqlite_refuse(message, PAUA_ERROR_UNSUPPORTED, path, "is not a Paua store");
    unsigned version = big_endian(header + HEADER_VERSION_AT);
    /* The log may have a migration to a later version: SQLite knows. */
    if (version < (unsigned)sqlite_schema.oldest && has_log(path))
        version = (unsigned)sqlite_schema.oldest;
    return check_identity(big_endian(header + HEADER_APPLICATION_AT), version, path, message);
}

/* Locks a file. A command that opens the store to read it has a lock for an instant: a server that
 * starts just then waits for that. */
static bool lock_soon(int file, int how)
{
    const struct timespec pause = {.tv_nsec = LOCK_PAUSE_MS * 1000000L};

    for (int attempt = 1; flock(file, how | LOCK_NB) != 0; attempt++) {
        if (errno != EWOULDBLOCK || attempt == LOCK_ATTEMPTS)
            return false;
        nanosleep(&pause, NULL);
    }
    return true;
}

/* Opens the log and tries to lock it. -1: there is none. False: somebody else has it. */
static bool log_lock(const char *path, int how, int *log)
{
    char name[4096];

    snprintf(name, sizeof name, "%s-wal", path);
    *log = open(name, O_RDONLY | O_CLOEXEC);
    if (*log < 0 || lock_soon(*log, how))
        return true;
    close(*log);
    *log = -1;
    return false;
}

/* Refuses a file beside the log of a server that continues without its own file: SQLite would take
 * the log for this one's. */
static paua_status check_log(const char *path, char message[STORE_MESSAGE_MAX])
{
    int log;

    if (!log_lock(path, LOCK_SH, &log))
        return sqlite_refuse(message, PAUA_ERROR_CONFLICT, path,
                             "its log (-wal) is in use by another paua, whose file was removed or "
                             "replaced: stop that one first");
    if (log >= 0)
        close(log);
    return PAUA_OK;
}

const char *sqlite_file_displaced(const struct sqlite_file *file)
{
    const char *const ends[] = {"", "-wal"};
    const struct stat *const opened[] = {&file->about, &file->log_about};
    struct stat named;
    char name[4096];

    for (int i = 0; i < 2; i++) {
        snprintf(name, sizeof name, "%s%s", file->path, ends[i]);
        if (stat(name, &named) != 0)
            return i == 0 ? "the file was removed under the running server"
                          : "the file's log (-wal) was removed under the running server";
        if (opened[i]->st_dev != named.st_dev || opened[i]->st_ino != named.st_ino)
            return i == 0 ? "the file was replaced under the running server"
                          : "the file's log (-wal) was replaced under the running server";
    }
    return NULL;
}

/* Opens or creates the file, and locks it against other processes. */
static paua_status file_lock(const char *path, int *file, bool *created,
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
        return sqlite_refuse(message, PAUA_ERROR_IO, path, why);
    }
    if (!lock_soon(*file, LOCK_EX))
        return sqlite_refuse(message, PAUA_ERROR_CONFLICT, path, "is in use by another paua");
    return check_log(path, message);
}

paua_status sqlite_translate(int code)
{
    switch (code & 0xff) {
    case SQLITE_OK:
    case SQLITE_DONE:
    case SQLITE_ROW:
        return PAUA_OK;
    case SQLITE_CONSTRAINT:
        return PAUA_ERROR_CONFLICT;
    case SQLITE_NOMEM:
        return PAUA_ERROR_NO_MEMORY;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return sqlite_reads_failure() ? PAUA_ERROR_IO : PAUA_ERROR_CORRUPT;
    default:
        return PAUA_ERROR_IO;
    }
}

paua_status sqlite_complain(sqlite3 *connection, const char *path, char message[STORE_MESSAGE_MAX])
{
    paua_status status = PAUA_ERROR_NO_MEMORY;
    char why[160] = "out of memory";

    if (connection && sqlite_reads_failure())
        return refuse_unreadable(message, path, sqlite_reads_failure());
    if (connection) {
        status = sqlite_translate(sqlite3_extended_errcode(connection));
        snprintf(why, sizeof why, "%s%s", status == PAUA_ERROR_CORRUPT ? "is damaged: " : "",
                 sqlite3_errmsg(connection));
    }
    return sqlite_refuse(message, status == PAUA_OK ? PAUA_ERROR_IO : status, path, why);
}

/* Runs SQL without results; true on success. */
static bool execute_sql(sqlite3 *connection, const char *sql)
{
    return sqlite3_exec(connection, sql, NULL, NULL, NULL) == SQLITE_OK;
}

const char *sqlite_column(sqlite3_stmt *statement, int i)
{
    const unsigned char *text = sqlite3_column_text(statement, i);

    return text ? (const char *)text : "";
}

/* The number that a query returns, -1 on failure. */
static int64_t query_number(sqlite3 *connection, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    int64_t number = -1;

    if (sqlite3_prepare_v2(connection, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return number;
}

void sqlite_file_limit(struct sqlite_file *file, int64_t bytes)
{
    int64_t page = query_number(file->connection, "PRAGMA page_size");
    char text[64];

    if (page <= 0)
        return;
    snprintf(text, sizeof text, "PRAGMA max_page_count = %lld", (long long)(bytes / page));
    query_number(file->connection, text);
}

/* The first line of the text that a query returns, or SQLite's message. */
static void query_text(sqlite3 *connection, const char *sql, char *text, size_t cap)
{
    sqlite3_stmt *statement = NULL;

    if (sqlite3_prepare_v2(connection, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        snprintf(text, cap, "%s", sqlite_column(statement, 0));
    else
        snprintf(text, cap, "%s", sqlite3_errmsg(connection));
    text[strcspn(text, "\n")] = '\0';
    sqlite3_finalize(statement);
}

bool sqlite_structure_whole(sqlite3 *connection, char *found, size_t cap)
{
    query_text(connection, "PRAGMA quick_check(1)", found, cap);
    return strcmp(found, "ok") == 0;
}

/* Checks what the file is, and the structure of all of it. Nothing is written before this has
 * passed. `later`: the structure of a file of the current version is checked in the background. */
static paua_status check_content(sqlite3 *connection, const char *path, int *version, bool later,
                                 char message[STORE_MESSAGE_MAX])
{
    const int64_t application = query_number(connection, "PRAGMA application_id");

    *version = (int)query_number(connection, "PRAGMA user_version");
    if (application < 0 || *version < 0)
        return sqlite_complain(connection, path, message);

    /* Empty: its creation was interrupted, and SQLite has rolled it back. */
    if (*version == 0 && query_number(connection, "SELECT count(*) FROM sqlite_schema") == 0)
        return PAUA_OK;
    paua_status status = check_identity((unsigned)application, (unsigned)*version, path, message);
    if (status != PAUA_OK)
        return status;

    char found[120], why[160];
    if ((later && *version == schema_version(&sqlite_schema)) ||
        sqlite_structure_whole(connection, found, sizeof found))
        return PAUA_OK;
    if (sqlite_reads_failure())
        return refuse_unreadable(message, path, sqlite_reads_failure());
    snprintf(why, sizeof why, "is damaged: %s", found);
    return sqlite_refuse(message, PAUA_ERROR_CORRUPT, path, why);
}

/* Closes a file that is refused. A write-ahead log that it came with stays as it is; an empty one
 * that SQLite has made goes. */
static void connection_close_refused(sqlite3 *connection, bool had_log)
{
    if (had_log && connection)
        sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)NULL);
    sqlite3_close(connection);
}

bool sqlite_connect(const char *path, int flags, sqlite3 **out)
{
    const char *vfs = sqlite_reads_vfs();

    if (!vfs || sqlite3_open_v2(path, out, flags | SQLITE_OPEN_NOMUTEX, vfs) != SQLITE_OK)
        return false;
    sqlite3_busy_timeout(*out, 5000);
    sqlite3_extended_result_codes(*out, 1);
    return sqlite3_db_config(*out, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL) == SQLITE_OK &&
           execute_sql(*out, "PRAGMA trusted_schema = OFF; PRAGMA cache_size = -2000");
}

/* Switches to a write-ahead log with synchronous=FULL: from now on a commit is on disk when it
 * returns. */
static bool use_write_ahead(sqlite3 *connection)
{
    char mode[120];

    query_text(connection, "PRAGMA journal_mode = WAL", mode, sizeof mode);
    /* The first connection to read opens the log. It must be this one, because a reading connection
     * could not checkpoint the log and remove it at the end. */
    return strcmp(mode, "wal") == 0 &&
           execute_sql(connection,
                       "PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 16777216") &&
           query_number(connection, "PRAGMA user_version") == schema_version(&sqlite_schema);
}

/* Opens the writing connection, checks the content and migrates it to the current version. */
static paua_status connect_writer(struct sqlite_file *file, const char *path, bool fresh,
                                  bool later, char message[STORE_MESSAGE_MAX])
{
    int version = 0;
    bool had_log = has_log(path);
    paua_status status = PAUA_OK;

    if (!sqlite_connect(path, SQLITE_OPEN_READWRITE, &file->connection))
        return sqlite_complain(file->connection, path, message);
    if (!fresh)
        status = check_content(file->connection, path, &version, later, message);
    if (status != PAUA_OK) {
        connection_close_refused(file->connection, had_log);
        file->connection = NULL;
        return status;
    }
    /* Created in one transaction with a rollback journal; the write-ahead log comes afterwards. */
    const int newest = schema_version(&sqlite_schema);
    if (sqlite_schema_migrate(file->connection, version, newest) != PAUA_OK ||
        !use_write_ahead(file->connection))
        return sqlite_complain(file->connection, path, message);
    if (!log_lock(path, LOCK_EX, &file->log_descriptor) || file->log_descriptor < 0)
        return sqlite_refuse(message, PAUA_ERROR_IO, path, "its log (-wal) is not where it was");
    if (fstat(file->descriptor, &file->about) != 0 ||
        fstat(file->log_descriptor, &file->log_about) != 0)
        return sqlite_refuse(message, PAUA_ERROR_IO, path, strerror(errno));
    return PAUA_OK;
}

paua_status sqlite_file_open(const char *path, struct sqlite_file *file, bool *later,
                             char message[STORE_MESSAGE_MAX])
{
    bool fresh = false;

    *file = SQLITE_FILE_CLOSED;
    file->path = strdup(path);
    if (!file->path)
        return sqlite_refuse(message, PAUA_ERROR_NO_MEMORY, path, "out of memory");

    sqlite_reads_forget();
    paua_status status = file_lock(path, &file->descriptor, &file->created, message);
    if (status == PAUA_OK)
        status = check_header(file->descriptor, path, &fresh, message);
    if (status != PAUA_OK)
        return status;

    struct stat about;
    const bool large =
        fstat(file->descriptor, &about) == 0 && about.st_size > SQLITE_FILE_LARGE_BYTES;
    if (later)
        *later = large;
    return connect_writer(file, path, fresh, later && large, message);
}

void sqlite_file_close(struct sqlite_file *file)
{
    /* The log by this name may be somebody else's: it stays. */
    if (file->log_descriptor >= 0 && sqlite_file_displaced(file))
        sqlite3_db_config(file->connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)NULL);
    sqlite3_close(file->connection);
    /* Last: to close any descriptor of the file drops SQLite's own locks on it (POSIX). */
    if (file->descriptor >= 0)
        close(file->descriptor);
    if (file->log_descriptor >= 0)
        close(file->log_descriptor);
    free(file->path);
}

/* Takes a file to the wanted version without a write-ahead log: its header, which others look at
 * before SQLite has read the log, has the new version as soon as the transaction is committed, and
 * the next one to open the file rolls back what was not. */
static paua_status migrate_locked(sqlite3 *connection, const char *path, store_migration *wanted,
                                  char message[STORE_MESSAGE_MAX])
{
    int version = 0;
    paua_status status = check_content(connection, path, &version, false, message);

    if (status != PAUA_OK)
        return status;
    struct sqlite_sql sql;
    sqlite_sql_init(&sql, connection);
    status = migration_plan(&sqlite_schema, &sql.base, version, wanted);
    sqlite_sql_clear(&sql);
    if (status != PAUA_OK)
        return sqlite_refuse(message, status, path, sql_failure(&sql.base));
    if (version == wanted->to || (wanted->lost > 0 && !wanted->lose))
        return PAUA_OK;
    char mode[120];
    query_text(connection, "PRAGMA journal_mode = DELETE", mode, sizeof mode);
    if (strcmp(mode, "delete") != 0)
        return sqlite_refuse(message, PAUA_ERROR_CONFLICT, path,
                             "is in use by a paua that reads it");
    status = sqlite_schema_migrate(connection, version, wanted->to);
    if (status != PAUA_OK)
        status = sqlite_complain(connection, path, message);
    return status;
}

paua_status sqlite_file_migrate(const char *path, store_migration *wanted,
                                char message[STORE_MESSAGE_MAX])
{
    struct sqlite_file file = SQLITE_FILE_CLOSED;
    bool fresh = false;

    if (access(path, F_OK) != 0 && errno == ENOENT)
        return sqlite_refuse(message, PAUA_ERROR_NOT_FOUND, path, "there is no such store");

    sqlite_reads_forget();
    paua_status status = file_lock(path, &file.descriptor, &file.created, message);
    if (status == PAUA_OK)
        status = check_header(file.descriptor, path, &fresh, message);
    if (status == PAUA_OK && fresh)
        status = sqlite_refuse(message, PAUA_ERROR_UNSUPPORTED, path, "is not a Paua store");

    const bool had_log = has_log(path);
    if (status == PAUA_OK && !sqlite_connect(path, SQLITE_OPEN_READWRITE, &file.connection))
        status = sqlite_complain(file.connection, path, message);
    if (status == PAUA_OK)
        status = migrate_locked(file.connection, path, wanted, message);

    if (status != PAUA_OK)
        connection_close_refused(file.connection, had_log);
    else
        sqlite3_close(file.connection);
    file.connection = NULL;
    sqlite_file_close(&file);
    return status;
}

/* Opens a connection to a file that is there. */
static paua_status connect_reader(const char *path, sqlite3 **out, int *version,
                                  char message[STORE_MESSAGE_MAX])
{
    /* Writable if possible: then the last connection to close removes a log that it made. One that
     * a killed process left stays until the next server starts. */
    bool had_log = has_log(path);

    if (!sqlite_connect(path, SQLITE_OPEN_READWRITE, out))
        return sqlite_complain(*out, path, message);
    if (had_log)
        sqlite3_db_config(*out, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)NULL);
    int64_t application = query_number(*out, "PRAGMA application_id");
    *version = (int)query_number(*out, "PRAGMA user_version");
    if (application < 0 || *version < 0)
        return sqlite_complain(*out, path, message);
    return check_identity((unsigned)application, (unsigned)*version, path, message);
}

paua_status sqlite_file_read(const char *path, sqlite3 **out, int *version,
                             char message[STORE_MESSAGE_MAX])
{
    bool fresh = false;
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC);

    sqlite_reads_forget();
    if (descriptor < 0 && errno == ENOENT)
        return sqlite_refuse(message, PAUA_ERROR_NOT_FOUND, path, "there is no such store");
    if (descriptor < 0)
        return sqlite_refuse(message, PAUA_ERROR_IO, path, strerror(errno));

    paua_status status = check_header(descriptor, path, &fresh, message);
    /* Where nobody writes to the file, its log is nobody's. */
    if (status == PAUA_OK && flock(descriptor, LOCK_SH | LOCK_NB) == 0)
        status = check_log(path, message);
    close(descriptor);
    *version = 0;
    if (status != PAUA_OK || fresh)
        return status;
    return connect_reader(path, out, version, message);
}

paua_status sqlite_file_join(const char *path, sqlite3 **out, char message[STORE_MESSAGE_MAX])
{
    int version = 0;

    sqlite_reads_forget();
    if (access(path, F_OK) != 0 && errno == ENOENT)
        return sqlite_refuse(message, PAUA_ERROR_NOT_FOUND, path, "there is no such store");
    /* Nothing but SQLite opens the file here: to close it would drop this process's locks on it
     * (POSIX), and the next reader that closes it would take its log away. */
    paua_status status = connect_reader(path, out, &version, message);
    if (status != PAUA_OK)
        return status;
    if (version != schema_version(&sqlite_schema))
        return sqlite_refuse(message, PAUA_ERROR_UNSUPPORTED, path,
                             "is a store of another version, and in use by another paua");
    return execute_sql(*out, "PRAGMA synchronous = FULL") ? PAUA_OK
                                                          : sqlite_complain(*out, path, message);
}
