/* postgres_sql.c - connects to PostgreSQL, prepares statements and runs them. Values and results
 * are in PostgreSQL's binary format: integers and reals of 8 bytes, most significant byte first. */
#include "store/postgres/postgres_sql.h"

#include <assert.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/unicode.h"

#define PARAMETERS_MAX     16     /* of a statement */
#define STATEMENT_SIZE     4096   /* bytes of the text of a statement, with its NUL */
#define SERVER_VERSION_MIN 130000 /* PostgreSQL 13, as PQserverVersion() has it */

/* How long no new connection is tried after one that failed, and after one that got no answer. */
#define CONNECT_RETRY_MS 500
#define HANGING_RETRY_MS 3000

/* Types of PostgreSQL, by their fixed numbers (pg_type.dat). */
enum { OID_BYTEA = 17, OID_INT8 = 20, OID_TEXT = 25, OID_FLOAT8 = 701 };

/* SQLSTATE (PostgreSQL, appendix A): two errors, and the class of violated constraints. */
#define STATE_DATA_CORRUPTED   "XX001"
#define STATE_INDEX_CORRUPTED  "XX002"
#define STATE_CLASS_CONSTRAINT "23"

struct postgres_row {
    struct sql_row base;
    PGresult *result;
    int number;
};

/* Keeps the first line of a reason for sql_failure(). Returns `status`. */
static paua_status keep_failure(struct postgres_sql *sql, paua_status status, const char *why)
{
    snprintf(sql->base.failure, sizeof sql->base.failure, "%.*s", (int)strcspn(why, "\n"), why);
    return status;
}

static bool is_connected(const struct postgres_sql *sql)
{
    return sql->connection && PQstatus(sql->connection) == CONNECTION_OK;
}

void postgres_sql_close(struct postgres_sql *sql)
{
    PQfinish(sql->connection);
    sql->connection = NULL;
    sql->count = 0;
    atomic_store(&sql->is_behind, false);
}

/* The deadline of a statement that begins now, by clock_now_ms(); 0: none. */
static int64_t statement_deadline(const struct postgres_sql *sql)
{
    const int ms = atomic_load(&sql->timeout_ms);

    return ms > 0 ? clock_now_ms() + ms : 0;
}

/* Waits until the socket is ready, or for a signal or a fault: callers ask libpq again in any case.
 * False: the deadline has passed. */
static bool await_socket(const PGconn *connection, short events, int64_t until_ms)
{
    const int64_t left_ms = until_ms - clock_now_ms();

    if (until_ms != 0 && left_ms <= 0)
        return false;
    poll(&(struct pollfd){.fd = PQsocket(connection), .events = events}, 1,
         until_ms ? (int)left_ms : -1);
    return true;
}

/* Hands what was sent to the network: the database may read no more. False: the deadline has
 * passed. Where the connection is lost, the next result says so. */
static bool flush_sent(struct postgres_sql *sql, int64_t until_ms)
{
    while (PQflush(sql->connection) == 1) {
        if (!await_socket(sql->connection, POLLIN | POLLOUT, until_ms))
            return false;
        if (!PQconsumeInput(sql->connection)) /* else the database might wait for us to read */
            break;
    }
    return true;
}

/* Waits for the results of what was sent; returns the last one, to be freed. NULL: the deadline has
 * passed (then the connection is behind), or the connection is lost. `sent` is what PQsend...()
 * returned: without it there is nothing to wait for. */
static PGresult *await_result(struct postgres_sql *sql, bool sent)
{
    const int64_t until_ms = statement_deadline(sql);
    PGresult *last = NULL;

    if (sent && !flush_sent(sql, until_ms)) {
        atomic_store(&sql->is_behind, true);
        return NULL;
    }
    while (sent) {
        while (PQisBusy(sql->connection)) {
            if (!await_socket(sql->connection, POLLIN, until_ms)) {
                PQclear(last);
                atomic_store(&sql->is_behind, true);
                return NULL;
            }
            if (!PQconsumeInput(sql->connection))
                break; /* the next result says why */
        }
        PGresult *next = PQgetResult(sql->connection);
        if (!next)
            break;
        PQclear(last);
        last = next;
    }
    return last;
}

bool postgres_sql_catch_up(struct postgres_sql *sql)
{
    if (!atomic_load(&sql->is_behind))
        return true;
    /* Also sends on. Where the connection is lost, PQgetResult() does not wait. */
    const bool lost = !PQconsumeInput(sql->connection);
    while (lost || !PQisBusy(sql->connection)) {
        PGresult *late = PQgetResult(sql->connection);

        if (!late) {
            atomic_store(&sql->is_behind, false);
            return true;
        }
        PQclear(late);
    }
    return false;
}

PGresult *postgres_sql_query(struct postgres_sql *sql, const char *text)
{
    return await_result(sql, PQsendQuery(sql->connection, text));
}

/* Why the last statement has failed, if it has no result that says so. */
static const char *failure_reason(const struct postgres_sql *sql)
{
    return atomic_load(&sql->is_behind) ? "the database does not answer"
                                        : PQerrorMessage(sql->connection);
}

paua_status postgres_sql_execute(struct postgres_sql *sql, const char *text)
{
    PGresult *result = postgres_sql_query(sql, text);
    ExecStatusType code = PQresultStatus(result);
    bool good = code == PGRES_COMMAND_OK || code == PGRES_TUPLES_OK;

    if (!good)
        keep_failure(sql, PAUA_ERROR_IO, failure_reason(sql));
    PQclear(result);
    return good ? PAUA_OK : PAUA_ERROR_IO;
}

/* Waits until a connection is made or has failed. False: the deadline has passed. */
static bool await_connection(PGconn *connection, int64_t until_ms)
{
    PostgresPollingStatusType wants = PGRES_POLLING_WRITING;

    if (!connection || PQstatus(connection) == CONNECTION_BAD)
        return true;
    while (wants != PGRES_POLLING_OK && wants != PGRES_POLLING_FAILED) {
        if (!await_socket(connection, wants == PGRES_POLLING_READING ? POLLIN : POLLOUT, until_ms))
            return false;
        wants = PQconnectPoll(connection);
    }
    return true;
}

/* Opens the connection, or lets it fail: see is_connected(). Both ends notice within a minute that
 * the other is gone (for the other direction see prepare_session()); what the address says of this
 * takes precedence. False: the deadline has passed. */
static bool open_connection(struct postgres_sql *sql)
{
    static const char *const names[] = {
        "connect_timeout",  "keepalives_idle",  "keepalives_interval",
        "keepalives_count", "tcp_user_timeout", "fallback_application_name",
        "dbname",           "client_encoding",  NULL};
    const char *const values[] = {"5", "20", "10", "3", "30000", "paua", sql->place, "UTF8", NULL};
    const int64_t until_ms = statement_deadline(sql);

    sql->connection =
        until_ms ? PQconnectStartParams(names, values, 1) : PQconnectdbParams(names, values, 1);
    return until_ms == 0 || await_connection(sql->connection, until_ms);
}

/* Checks the server and sets what every session needs. A commit is on disk when it returns,
 * whatever the server's default; a transaction whose client is gone does not keep others waiting.
 * */
static paua_status prepare_session(struct postgres_sql *sql)
{
    static const char settings[] =
        "SET search_path = paua; SET tcp_keepalives_idle = 20; SET tcp_keepalives_interval = 10;"
        "SET tcp_keepalives_count = 3; SET idle_in_transaction_session_timeout = '60s';"
        "SET client_min_messages = warning; SET standard_conforming_strings = on;"
        "SELECT set_config('synchronous_commit', 'on', false)"
        " WHERE current_setting('synchronous_commit') IN ('off', 'local')";
    const char *encoding = PQparameterStatus(sql->connection, "server_encoding");

    if (PQserverVersion(sql->connection) < SERVER_VERSION_MIN)
        return keep_failure(sql, PAUA_ERROR_UNSUPPORTED, "the server is older than PostgreSQL 13");
    if (!encoding || strcmp(encoding, "UTF8") != 0)
        return keep_failure(sql, PAUA_ERROR_UNSUPPORTED,
                            "the encoding of the database is not UTF8 (CREATE DATABASE ... "
                            "ENCODING 'UTF8')");
    paua_status status = postgres_sql_execute(sql, settings);
    if (status == PAUA_OK && !sql->writes)
        status = postgres_sql_execute(sql, "SET default_transaction_read_only = on");
    return status;
}

/* libpq would print warnings of the server to stderr. */
static void ignore_notice(void *context, const PGresult *result)
{
    (void)context, (void)result;
}

paua_status postgres_sql_connect(struct postgres_sql *sql)
{
    if (is_connected(sql))
        return PAUA_OK;
    postgres_sql_close(sql);
    if (clock_now_ms() < sql->retry_ms)
        return PAUA_ERROR_IO; /* sql_failure() still has the reason of the last attempt */
    const bool answered = open_connection(sql);
    paua_status status = PAUA_OK;
    if (!answered)
        status = keep_failure(sql, PAUA_ERROR_IO, "the database does not answer");
    else if (!sql->connection)
        status = keep_failure(sql, PAUA_ERROR_IO, "out of memory");
    else if (!is_connected(sql))
        status = keep_failure(sql, PAUA_ERROR_IO, PQerrorMessage(sql->connection));
    if (status == PAUA_OK) {
        PQsetNoticeReceiver(sql->connection, ignore_notice, NULL);
        PQsetnonblocking(sql->connection, 1); /* sending: flush_sent() waits */
        status = prepare_session(sql);
    }
    if (status == PAUA_OK && sql->on_connect)
        status = sql->on_connect(sql, sql->context);
    if (status != PAUA_OK) {
        const bool hangs = !answered || atomic_load(&sql->is_behind);

        postgres_sql_close(sql);
        sql->retry_ms = clock_now_ms() + (hangs ? HANGING_RETRY_MS : CONNECT_RETRY_MS);
    }
    return status;
}

/* Writes 8 bytes, the most significant one first. */
static void put_number(unsigned char to[8], uint64_t number)
{
    for (int i = 0; i < 8; i++)
        to[i] = (unsigned char)(number >> (56 - 8 * i));
}

/* The parameters of a statement, as libpq takes them: the data of texts and blobs is borrowed. */
struct statement_parameters {
    unsigned char numbers[PARAMETERS_MAX][8];
    const char *values[PARAMETERS_MAX];
    int sizes[PARAMETERS_MAX], formats[PARAMETERS_MAX];
    Oid types[PARAMETERS_MAX];
};

/* False: a text is missing, has a NUL or is not UTF-8; PostgreSQL would refuse it. */
static bool fill_parameters(struct statement_parameters *to, const sql_value *values, int count)
{
    assert(count <= PARAMETERS_MAX);
    for (int i = 0; i < count; i++) {
        const sql_value *value = &values[i];
        uint64_t bits;

        to->formats[i] = 1;
        to->sizes[i] = value->type == SQL_INTEGER || value->type == SQL_REAL ? 8 : (int)value->size;
        to->values[i] = value->data ? value->data : (const char *)to->numbers[i];
        switch (value->type) {
        case SQL_INTEGER:
            to->types[i] = OID_INT8;
            put_number(to->numbers[i], (uint64_t)value->integer);
            break;
        case SQL_REAL:
            to->types[i] = OID_FLOAT8;
            memcpy(&bits, &value->real, sizeof bits);
            put_number(to->numbers[i], bits);
            break;
        case SQL_TEXT:
            to->types[i] = OID_TEXT;
            if (!value->data || memchr(value->data, '\0', value->size) ||
                !utf8_valid(value->data, value->size))
                return false;
            break;
        case SQL_BLOB:
            to->types[i] = OID_BYTEA;
            break;
        }
    }
    return true;
}

/* Copies a statement with $1 for ?1. So its literals must not contain a question mark. */
static void write_statement(char to[STATEMENT_SIZE], const char *text)
{
    assert(strlen(text) < STATEMENT_SIZE);
    for (size_t i = 0; i <= strlen(text); i++)
        to[i] = text[i];
    for (char *mark = strchr(to, '?'); mark; mark = strchr(mark, '?'))
        *mark = '$';
}

/* Finds a statement by the address of its text, and prepares it when it is new. True: it is
 * prepared under *name. False: *failed is the result, to be freed, or NULL.
 *
 * No name is used twice, as the server may still prepare a statement that was given up. A number
 * is taken before the statement counts; if it cannot be prepared, the next attempt takes a new
 * one. */
static bool find_statement(struct postgres_sql *sql, const char *text,
                           const struct statement_parameters *with, int count, char name[16],
                           PGresult **failed)
{
    int i = 0;

    while (i < sql->count && sql->statements[i].text != text)
        i++;
    assert(i < POSTGRES_SQL_STATEMENTS);
    if (i == sql->count)
        sql->statements[i].number = ++sql->prepared;
    snprintf(name, 16, "s%d", sql->statements[i].number);
    if (i < sql->count)
        return true;
    char translated[STATEMENT_SIZE];
    write_statement(translated, text);
    *failed =
        await_result(sql, PQsendPrepare(sql->connection, name, translated, count, with->types));
    if (PQresultStatus(*failed) != PGRES_COMMAND_OK)
        return false;
    PQclear(*failed);
    sql->statements[sql->count++].text = text;
    return true;
}

/* Runs a statement once, prepared. Its result is to be freed; NULL as in await_result(). */
static PGresult *execute_statement(struct postgres_sql *sql, const char *text,
                                   const struct statement_parameters *with, int count)
{
    char name[16];
    PGresult *failed = NULL;

    if (!find_statement(sql, text, with, count, name, &failed))
        return failed;
    return await_result(sql, PQsendQueryPrepared(sql->connection, name, count, with->values,
                                                 with->sizes, with->formats, 1));
}

/* The status of a result, by its SQLSTATE; keeps a reason. Statements are written so that they
 * never violate a constraint, as PostgreSQL would end the transaction: one that does has met
 * damage. */
static paua_status result_status(struct postgres_sql *sql, const PGresult *result)
{
    ExecStatusType code = PQresultStatus(result);

    if (code == PGRES_COMMAND_OK || code == PGRES_TUPLES_OK)
        return PAUA_OK;
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    /* Not the details, which may quote a row. */
    const char *why = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    keep_failure(sql, PAUA_ERROR_IO, why ? why : failure_reason(sql));
    if (!state)
        return PAUA_ERROR_IO;
    return strcmp(state, STATE_DATA_CORRUPTED) == 0 || strcmp(state, STATE_INDEX_CORRUPTED) == 0 ||
                   strncmp(state, STATE_CLASS_CONSTRAINT, 2) == 0
               ? PAUA_ERROR_CORRUPT
               : PAUA_ERROR_IO;
}

/* Connects, and makes sure that the connection is free for a statement. PAUA_OK or PAUA_ERROR_IO.
 * */
static paua_status prepare_connection(struct postgres_sql *sql)
{
    if (!postgres_sql_catch_up(sql))
        return keep_failure(sql, PAUA_ERROR_IO, failure_reason(sql));
    if (sql->in_transaction && !is_connected(sql))
        return PAUA_ERROR_IO; /* the transaction is lost with its connection */
    if (postgres_sql_connect(sql) != PAUA_OK)
        return PAUA_ERROR_IO;
    /* A statement that was given up may have left its transaction open. */
    if (!sql->in_transaction && PQtransactionStatus(sql->connection) != PQTRANS_IDLE)
        return postgres_sql_execute(sql, "ROLLBACK");
    return PAUA_OK;
}

/* Runs a statement; again on a new connection if the old one was lost outside a transaction. */
static PGresult *run_statement(struct postgres_sql *sql, const char *statement,
                               const struct statement_parameters *with, int count,
                               paua_status *status)
{
    PGresult *result = execute_statement(sql, statement, with, count);

    *status = result_status(sql, result);
    if (*status == PAUA_OK || is_connected(sql) || sql->in_transaction)
        return result;
    PQclear(result);
    *status = PAUA_ERROR_IO;
    if (postgres_sql_connect(sql) != PAUA_OK)
        return NULL;
    result = execute_statement(sql, statement, with, count);
    *status = result_status(sql, result);
    return result;
}

/* Implements sql_run(). */
static paua_status postgres_run(struct sql *base, const char *statement, const sql_value *values,
                                int count, bool (*each)(const struct sql_row *row, void *context),
                                void *context)
{
    struct postgres_sql *sql = (struct postgres_sql *)base;
    struct postgres_row row = {.base.driver = base->driver};
    struct statement_parameters with;

    /* No row has a text that PostgreSQL refuses, so a reader finds nothing; a writer cannot write
     * it. */
    if (!fill_parameters(&with, values, count))
        return sql->writes ? PAUA_ERROR_CONFLICT : PAUA_OK;
    paua_status status = prepare_connection(sql);
    if (status != PAUA_OK)
        return status;
    for (int i = 0; i < count; i++)
        sql->written += with.sizes[i];
    row.result = run_statement(sql, statement, &with, count, &status);
    int rows = status == PAUA_OK && each ? PQntuples(row.result) : 0;
    for (row.number = 0; row.number < rows; row.number++) {
        if (!each(&row.base, context))
            break;
    }
    PQclear(row.result);
    return status;
}

/* The bytes of a column, valid as long as the result; NULL: the column is NULL. */
static const unsigned char *column_bytes(const struct sql_row *base, int i, size_t *size)
{
    const struct postgres_row *row = (const struct postgres_row *)base;

    *size = (size_t)PQgetlength(row->result, row->number, i);
    return PQgetisnull(row->result, row->number, i)
               ? NULL
               : (const unsigned char *)PQgetvalue(row->result, row->number, i);
}

/* An integer or a boolean, of 1 to 8 bytes with a sign. */
static int64_t row_integer(const struct sql_row *row, int i)
{
    size_t size;
    const unsigned char *bytes = column_bytes(row, i, &size);

    if (!bytes || size == 0 || size > 8)
        return 0;
    uint64_t number = bytes[0] & 0x80 ? UINT64_MAX : 0;
    for (size_t byte = 0; byte < size; byte++)
        number = number << 8 | bytes[byte];
    return (int64_t)number;
}

static double row_real(const struct sql_row *row, int i)
{
    size_t size;
    const unsigned char *bytes = column_bytes(row, i, &size);
    uint64_t bits = (uint64_t)row_integer(row, i); /* the same 8 bytes */
    double real;

    if (!bytes || size != sizeof bits)
        return 0;
    memcpy(&real, &bits, sizeof real);
    return real;
}

/* libpq ends every value with a NUL. */
static const char *row_text(const struct sql_row *row, int i, size_t *size)
{
    return (const char *)column_bytes(row, i, size);
}

static const void *row_blob(const struct sql_row *row, int i, size_t *size)
{
    return column_bytes(row, i, size);
}

void postgres_sql_init(struct postgres_sql *sql, const char *place, bool writes)
{
    static const struct sql_driver driver = {.has_slots = true,
                                             .run = postgres_run,
                                             .integer = row_integer,
                                             .real = row_real,
                                             .text = row_text,
                                             .blob = row_blob};

    *sql = (struct postgres_sql){.base.driver = &driver, .place = place, .writes = writes};
}
