/* postgres.c - the backend that keeps games in a PostgreSQL database. One connection writes,
 * another one reads, and that of a server's third thread is notified of what other servers have
 * written (postgres_cluster.h). A commit whose answer was lost is looked up: each transaction
 * leaves its number in the row of its writer. */
#define _GNU_SOURCE
#include "store/postgres/postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sodium.h>

#include "base/clock.h"
#include "store/postgres/postgres_cluster.h"
#include "store/postgres/postgres_schema.h"
#include "store/postgres/postgres_sql.h"

/* How long, and how many milliseconds apart, a lost commit is looked up. */
enum { RESOLVE_MS = 60000, RESOLVE_PAUSE_MS = 200 };

#define LIMIT_CHECK_BYTES 16384 /* written since the size was measured last */
#define LIMIT_CHECK_MS    1000
#define CLEAN_MS          60000

static const char begin_write[] = "BEGIN";
static const char commit_write[] = "COMMIT";
static const char roll_back[] = "ROLLBACK";
/* Transactions of several writers come one after the other: no two wait for each other's rows. */
static const char lock_writers[] = "SELECT ms FROM running FOR UPDATE";
static const char mark_commit[] = "INSERT INTO writer (id, commits) VALUES (?1, ?2)"
                                  " ON CONFLICT (id) DO UPDATE SET commits = excluded.commits";
static const char read_mark[] = "SELECT commits FROM writer WHERE id = ?1";
static const char remove_mark[] = "DELETE FROM writer WHERE id = ?1";
static const char save_running[] = "UPDATE running SET ms = greatest(ms, ?1) RETURNING ms";
static const char read_running[] = "SELECT ms FROM running";
static const char begin_read[] = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
static const char read_bytes[] =
    "SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint FROM pg_class AS c"
    " JOIN pg_namespace AS n ON n.oid = c.relnamespace"
    " WHERE n.nspname = 'paua' AND c.relkind = 'r'";

struct postgres_store {
    char *place; /* owned */
    char name[200];
    struct postgres_sql writing, reading;
    struct postgres_cluster cluster;
    struct postgres_notification notification; /* of the current transaction */
    bool shared;                               /* a server's: beside others */
    int64_t running_ms;                        /* in the current transaction; 0: not known */
    bool created;
    char id[2 * 8 + 1]; /* of this writer */
    int64_t commits;    /* the number of the current transaction, or the last one */
    int64_t limit;      /* 0: none */
    int64_t checked_ms;
    bool too_large;     /* a transaction was undone for that */
    int64_t cleaned_ms; /* when the tables were cleaned last; 0: never */
};

static void pause_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

/* Takes the lock of one who writes alone, for as long as the connection lasts. */
static paua_status lock_alone(struct postgres_sql *sql, void *context)
{
    (void)context;
    return postgres_lock_alone(sql);
}

/* Takes the locks of a server, and looks at the version, which others may have changed while there
 * was no connection. */
static paua_status lock_shared(struct postgres_sql *sql, void *context)
{
    struct postgres_store *self = context;
    int slot = atomic_load(&sql->base.slot);
    paua_status status = postgres_lock_shared(sql, &slot);

    atomic_store(&self->writing.base.slot, slot);
    atomic_store(&self->reading.base.slot, slot);
    return status == PAUA_OK ? postgres_schema_expect(sql) : status;
}

/* Brings the tables up to date for a server, while no other one uses them as they were. */
static paua_status migrate_shared(struct postgres_store *self)
{
    struct postgres_sql *sql = &self->writing;
    int version = 0;
    bool created;
    paua_status status = postgres_schema_version(sql, &version);
    const int newest = schema_version(&postgres_schema);
    const bool alone = version > 0 && version < newest;

    if (status != PAUA_OK || version == newest)
        return status;
    if (alone)
        status = postgres_lock_alone(sql);
    if (status == PAUA_ERROR_CONFLICT)
        sql_set_failure(&sql->base, "is in use by a paua of an earlier version");
    if (status == PAUA_OK)
        status = postgres_schema_migrate(sql, &created);
    if (status == PAUA_OK && alone)
        status = postgres_unlock_alone(sql);
    return status;
}

/* Opens a server's connections. */
static paua_status open_shared(struct postgres_store *self)
{
    paua_status status = postgres_sql_connect(&self->writing);

    if (status == PAUA_OK)
        status = migrate_shared(self);
    if (status == PAUA_OK)
        status = lock_shared(&self->writing, self);
    self->writing.on_connect = lock_shared;
    self->writing.context = self;
    if (status != PAUA_OK)
        return status;
    self->shared = true;
    status = postgres_cluster_join(&self->cluster, atomic_load(&self->writing.base.slot));
    if (status != PAUA_OK)
        sql_set_failure(&self->writing.base, sql_failure(&self->cluster.sql.base));
    return status;
}

/* Frees everything; accepts a store that was opened only in part. */
static void postgres_close(void *context, bool discard)
{
    struct postgres_store *self = context;

    if (self->commits > 0 && postgres_sql_connect(&self->writing) == PAUA_OK) {
        const sql_value id = sql_text(self->id);

        sql_run(&self->writing.base, remove_mark, &id, 1, NULL, NULL);
    }
    if (discard && self->created && self->writing.connection)
        postgres_schema_drop(&self->writing);
    postgres_sql_close(&self->writing);
    postgres_sql_close(&self->reading);
    postgres_cluster_close(&self->cluster);
    free(self->notification.text);
    free(self->place);
    free(self);
}

/* What messages call the database: the address may have a password. */
static void name_database(struct postgres_store *self)
{
    PQconninfoOption *options = PQconninfoParse(self->place, NULL);
    const char *database = "", *host = "";

    for (PQconninfoOption *option = options; option && option->keyword; option++) {
        if (strcmp(option->keyword, "dbname") == 0 && option->val)
            database = option->val;
        if (strcmp(option->keyword, "host") == 0 && option->val)
            host = option->val;
    }
    snprintf(self->name, sizeof self->name, "database %.60s%s%.100s", database, *host ? " at " : "",
             host);
    PQconninfoFree(options);
}

/* Connects as the mode wants it, and looks at the tables. */
static paua_status open_connections(struct postgres_store *self, enum store_mode mode)
{
    paua_status status = PAUA_OK;

    if (mode == STORE_MODE_WRITE)
        self->writing.on_connect = lock_alone;
    if (mode == STORE_MODE_SHARE) {
        status = open_shared(self);
    } else if (mode != STORE_MODE_READ) {
        status = postgres_sql_connect(&self->writing);
        if (status == PAUA_OK)
            status = mode == STORE_MODE_JOIN
                         ? postgres_schema_expect(&self->writing)
                         : postgres_schema_migrate(&self->writing, &self->created);
    }
    if (status != PAUA_OK)
        sql_set_failure(&self->reading.base, sql_failure(&self->writing.base));
    if (status != PAUA_OK || mode == STORE_MODE_JOIN)
        return status;
    status = postgres_sql_connect(&self->reading);
    return status == PAUA_OK ? postgres_schema_expect(&self->reading) : status;
}

/* One without connections. NULL: out of memory. */
static struct postgres_store *postgres_new(const char *where)
{
    struct postgres_store *self = calloc(1, sizeof *self);
    unsigned char random[8];

    if (!self || asprintf(&self->place, "postgresql:%s", where) <= 0) {
        free(self);
        return NULL;
    }
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(self->id, sizeof self->id, random, sizeof random);
    name_database(self);
    postgres_sql_init(&self->writing, self->place, true);
    postgres_sql_init(&self->reading, self->place, false);
    postgres_cluster_init(&self->cluster, self->place, self->id);
    return self;
}

/* Writes why a connection failed; NULL: out of memory. Returns `status`. */
static paua_status refuse_database(const struct postgres_store *self,
                                   const struct postgres_sql *sql, paua_status status,
                                   char message[STORE_MESSAGE_MAX])
{
    return store_refuse(message, status, "%.200s: %.300s", self ? self->name : "",
                        self ? sql_failure(&sql->base) : paua_status_text(PAUA_ERROR_NO_MEMORY));
}

static paua_status postgres_open(const char *where, enum store_mode mode, void **out,
                                 char message[STORE_MESSAGE_MAX])
{
    struct postgres_store *self = postgres_new(where);
    paua_status status = self ? open_connections(self, mode) : PAUA_ERROR_NO_MEMORY;

    if (status == PAUA_OK) {
        *out = self;
        return PAUA_OK;
    }
    refuse_database(self, mode == STORE_MODE_JOIN ? &self->writing : &self->reading, status,
                    message);
    if (self)
        postgres_close(self, true);
    return status;
}

/* Takes the tables to another version, with the lock of who writes alone. */
static paua_status postgres_migrate(const char *where, store_migration *wanted,
                                    char message[STORE_MESSAGE_MAX])
{
    struct postgres_store *self = postgres_new(where);
    paua_status status = PAUA_ERROR_NO_MEMORY;

    if (self) {
        self->writing.on_connect = lock_alone;
        status = postgres_sql_connect(&self->writing);
    }
    if (status == PAUA_OK)
        status = postgres_schema_migrate_to(&self->writing, wanted);
    if (status != PAUA_OK)
        refuse_database(self, &self->writing, status, message);
    if (self)
        postgres_close(self, false);
    return status;
}

static const char *postgres_name(void *context)
{
    return ((struct postgres_store *)context)->name;
}

static struct sql *postgres_writer(void *context)
{
    return &((struct postgres_store *)context)->writing.base;
}

static struct sql *postgres_reader(void *context)
{
    return &((struct postgres_store *)context)->reading.base;
}

/* A database does not move away: a connection that is lost is made anew. */
static const char *postgres_displaced(void *context)
{
    (void)context;
    return NULL;
}

/* Runs a statement without values or rows. */
static paua_status run_plain(struct postgres_sql *sql, const char *statement)
{
    return sql_run(&sql->base, statement, NULL, 0, NULL, NULL);
}

/* Begins a transaction, and waits for those of other writers. */
static paua_status postgres_begin(void *context)
{
    struct postgres_store *self = context;
    int64_t ms = 0;
    paua_status status = run_plain(&self->writing, begin_write);

    if (status != PAUA_OK)
        return status;
    self->writing.in_transaction = true;
    self->commits++;
    self->notification.used = 0;
    self->notification.lost = false;
    self->running_ms = 0;
    return sql_number(&self->writing.base, lock_writers, NULL, 0, &ms);
}

static void postgres_rollback(void *context)
{
    struct postgres_store *self = context;
    struct postgres_sql *sql = &self->writing;

    if (sql->connection && PQtransactionStatus(sql->connection) != PQTRANS_IDLE)
        run_plain(sql, roll_back);
    sql->in_transaction = false;
}

/* Whether the last transaction was committed, on a new connection. It waits for the old one's end:
 * until then that has the lock. PAUA_OK, PAUA_ERROR_CONFLICT (it was not), or PAUA_ERROR_IO (not
 * known yet). */
static paua_status find_commit(struct postgres_store *self)
{
    const sql_value id = sql_text(self->id);
    int64_t ms, commits = 0;

    if (postgres_sql_connect(&self->writing) != PAUA_OK ||
        run_plain(&self->writing, begin_write) != PAUA_OK)
        return PAUA_ERROR_IO;
    self->writing.in_transaction = true;
    paua_status status = sql_number(&self->writing.base, lock_writers, NULL, 0, &ms);
    if (status == PAUA_OK)
        status = sql_number(&self->writing.base, read_mark, &id, 1, &commits);
    postgres_rollback(self);
    if (status != PAUA_OK)
        return PAUA_ERROR_IO;
    return commits == self->commits ? PAUA_OK : PAUA_ERROR_CONFLICT;
}

/* The connection was lost during a commit. Returns PAUA_OK if it happened all the same, or
 * PAUA_ERROR_IO. */
static paua_status resolve_commit(struct postgres_store *self)
{
    const int64_t until = clock_now_ms() + RESOLVE_MS;
    paua_status status = PAUA_ERROR_IO;

    self->writing.in_transaction = false;
    while ((status = find_commit(self)) == PAUA_ERROR_IO && clock_now_ms() < until)
        pause_ms(RESOLVE_PAUSE_MS);
    if (status == PAUA_OK)
        return PAUA_OK;
    sql_set_failure(&self->writing.base,
                    status == PAUA_ERROR_CONFLICT
                        ? "the connection was lost during a commit, which did not happen"
                        : "the connection was lost during a commit, and it cannot be found out "
                          "whether that happened");
    return PAUA_ERROR_IO;
}

/* PAUA_ERROR_IO if the current transaction makes the store too large. Measuring takes longer than
 * writing a move: not every transaction does it. */
static paua_status check_limit(struct postgres_store *self)
{
    int64_t bytes = 0, now_ms = clock_now_ms();

    if (self->limit <= 0 ||
        (self->writing.written < LIMIT_CHECK_BYTES && now_ms - self->checked_ms < LIMIT_CHECK_MS))
        return PAUA_OK;
    paua_status status = sql_number(&self->writing.base, read_bytes, NULL, 0, &bytes);
    if (status != PAUA_OK)
        return status;
    self->writing.written = 0;
    self->checked_ms = now_ms;
    if (bytes <= self->limit)
        return PAUA_OK;
    self->too_large = true;
    self->checked_ms = 0; /* the next transaction measures, too */
    sql_set_failure(&self->writing.base, "the store has reached its largest size");
    return PAUA_ERROR_IO;
}

/* Writes what belongs to each commit. */
static paua_status postgres_prepare(void *context)
{
    struct postgres_store *self = context;
    const sql_value mark[] = {sql_text(self->id), sql_integer(self->commits)};
    paua_status status = check_limit(self);

    if (status == PAUA_OK)
        status = sql_run(&self->writing.base, mark_commit, mark, 2, NULL, NULL);
    if (status == PAUA_OK && self->shared)
        status = postgres_notification_send(&self->notification, &self->writing, self->id,
                                            self->running_ms);
    return status;
}

/* Runs a statement for as long as it takes. */
static paua_status run_patiently(struct postgres_sql *sql, const char *statement)
{
    const int timeout_ms = atomic_exchange(&sql->timeout_ms, 0);
    paua_status status = run_plain(sql, statement);

    atomic_store(&sql->timeout_ms, timeout_ms);
    return status;
}

/* Commits: after PAUA_OK everything is on the server's disk. A commit that was sent is waited for:
 * until its answer nobody knows whether it happens. */
static paua_status postgres_commit(void *context)
{
    struct postgres_store *self = context;
    paua_status status = run_patiently(&self->writing, commit_write);

    if (status == PAUA_OK)
        self->writing.in_transaction = false;
    else if (PQstatus(self->writing.connection) != CONNECTION_OK)
        status = resolve_commit(self);
    return status;
}

/* A failed commit leaves nothing behind. Rows of a transaction that was too large take space until
 * the tables are cleaned. */
static void postgres_erase(void *context)
{
    struct postgres_store *self = context;
    int64_t now_ms = clock_now_ms();

    if (!self->too_large || (self->cleaned_ms && now_ms - self->cleaned_ms < CLEAN_MS) ||
        !self->writing.connection)
        return;
    self->too_large = false;
    self->cleaned_ms = now_ms;
    const int timeout_ms = atomic_exchange(&self->writing.timeout_ms, 0);
    postgres_sql_execute(&self->writing, "VACUUM game, event");
    atomic_store(&self->writing.timeout_ms, timeout_ms);
}

static paua_status postgres_save_running(void *context, int64_t *running_ms)
{
    struct postgres_store *self = context;
    const sql_value value = sql_integer(*running_ms);
    paua_status status = sql_number(&self->writing.base, save_running, &value, 1, running_ms);

    self->running_ms = *running_ms;
    return status;
}

static void postgres_notify(void *context, const char *line)
{
    struct postgres_store *self = context;

    if (self->shared)
        postgres_notification_add(&self->notification, line);
}

/* Whoever writes alone is notified of nothing. */
static paua_status postgres_await(void *context, int wake, int wait_ms, bool *missed,
                                  void (*each)(const char *commit, void *context), void *of_each)
{
    struct postgres_store *self = context;

    return postgres_await_changes(&self->cluster, wake, wait_ms, missed, each, of_each);
}

static paua_status postgres_cluster_servers(void *context, unsigned *departed,
                                            void (*adopt)(const char *id, void *context),
                                            void *of_adopt)
{
    struct postgres_store *self = context;

    return postgres_find_servers(&self->cluster, atomic_load(&self->writing.base.slot), departed,
                                 adopt, of_adopt);
}

static bool postgres_leads(void *context)
{
    struct postgres_store *self = context;

    return !self->shared || atomic_load(&self->cluster.leads);
}

static bool postgres_is_shared(void *context)
{
    struct postgres_store *self = context;

    return atomic_load(&self->cluster.is_shared);
}

static void postgres_set_limit(void *context, int64_t bytes)
{
    ((struct postgres_store *)context)->limit = bytes;
}

static void postgres_set_deadline(void *context, int timeout_ms)
{
    struct postgres_store *self = context;

    atomic_store(&self->writing.timeout_ms, timeout_ms);
    atomic_store(&self->reading.timeout_ms, timeout_ms);
    atomic_store(&self->cluster.sql.timeout_ms, timeout_ms);
}

static bool postgres_is_behind(void *context)
{
    struct postgres_store *self = context;

    return atomic_load(&self->writing.is_behind) || atomic_load(&self->reading.is_behind);
}

static void postgres_catch_up(void *context)
{
    postgres_sql_catch_up(&((struct postgres_store *)context)->reading);
}

static paua_status postgres_begin_snapshot(void *context)
{
    struct postgres_sql *sql = &((struct postgres_store *)context)->reading;
    paua_status status = run_plain(sql, begin_read);

    sql->in_transaction = status == PAUA_OK;
    return status;
}

static void postgres_end_snapshot(void *context)
{
    struct postgres_sql *sql = &((struct postgres_store *)context)->reading;

    if (sql->connection && PQtransactionStatus(sql->connection) != PQTRANS_IDLE)
        run_plain(sql, roll_back);
    sql->in_transaction = false;
}

/* The running time that was saved last, or that of another server. */
static paua_status postgres_running(void *context, int64_t *running_ms)
{
    const struct postgres_cluster *cluster = &((struct postgres_store *)context)->cluster;
    struct sql *sql = postgres_reader(context);

    *running_ms = 0;
    paua_status status = sql_number(sql, read_running, NULL, 0, running_ms);
    if (status != PAUA_OK)
        return status;
    if (cluster->notified_ms &&
        *running_ms < cluster->running_ms + clock_now_ms() - cluster->notified_ms)
        *running_ms = cluster->running_ms + clock_now_ms() - cluster->notified_ms;
    if (*running_ms >= 1)
        return PAUA_OK;
    sql_set_failure(sql, "is missing");
    return PAUA_ERROR_CORRUPT;
}

/* Tables with their indexes; what was removed counts until PostgreSQL has cleaned up. */
static paua_status postgres_bytes(void *context, int64_t *bytes)
{
    return sql_number(postgres_reader(context), read_bytes, NULL, 0, bytes);
}

static paua_status postgres_copy(void *context, const char *path, char message[STORE_MESSAGE_MAX])
{
    (void)path;
    return store_refuse(message, PAUA_ERROR_UNSUPPORTED,
                        "%.200s: PostgreSQL has its own: pg_dump --schema=paua",
                        postgres_name(context));
}

const store_backend store_postgres = {
    .scheme = "postgresql",
    .form = "postgresql://...",
    .open = postgres_open,
    .close = postgres_close,
    .name = postgres_name,
    .writer = postgres_writer,
    .reader = postgres_reader,
    .displaced = postgres_displaced,
    .begin = postgres_begin,
    .prepare = postgres_prepare,
    .commit = postgres_commit,
    .rollback = postgres_rollback,
    .erase = postgres_erase,
    .save_running = postgres_save_running,
    .set_limit = postgres_set_limit,
    .set_deadline = postgres_set_deadline,
    .is_behind = postgres_is_behind,
    .catch_up = postgres_catch_up,
    .notify = postgres_notify,
    .await_changes = postgres_await,
    .find_servers = postgres_cluster_servers,
    .leads = postgres_leads,
    .is_shared = postgres_is_shared,
    .begin_snapshot = postgres_begin_snapshot,
    .end_snapshot = postgres_end_snapshot,
    .running = postgres_running,
    .bytes = postgres_bytes,
    .copy = postgres_copy,
    .continue_keys =
        "SELECT setval(pg_get_serial_sequence('game', 'key'), max(key)), (SELECT"
        " setval(pg_get_serial_sequence('archive_text', 'number'), max(number)) FROM archive_text)"
        " FROM game",
    .migrate = postgres_migrate,
};
