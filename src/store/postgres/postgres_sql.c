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

#define VALUES_MAX         16
#define TEXT_MAX           4096 /* of a statement, in bytes */
#define CONNECT_RETRY_MS   500  /* after a connection that failed, */
#define HANGING_RETRY_MS   3000 /* and after one that got no answer */
#define SERVER_VERSION_MIN 130000

/* Types of PostgreSQL, by their fixed numbers (pg_type.dat). */
enum { OID_BYTEA = 17, OID_INT8 = 20, OID_TEXT = 25, OID_FLOAT8 = 701 };

struct postgres_row {
    struct sql_row base;
    PGresult *result;
    int number;
};

/* Keeps the first line of a reason. Returns `status`. */
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

/* Until when a statement may take that begins now; 0: any time. */
static int64_t deadline_of(const struct postgres_sql *sql)
{
    const int ms = atomic_load(&sql->deadline_ms);

    return ms > 0 ? clock_now_ms() + ms : 0;
}

/* Waits for a socket. False: the deadline has passed. */
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

/* Waits for the results of what was sent; returns the last one. NULL: the deadline has passed, or
 * the connection is lost. */
static PGresult *await_result(struct postgres_sql *sql, bool sent)
{
    const int64_t until_ms = deadline_of(sql);
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
    bool lost = !PQconsumeInput(sql->connection); /* which also sends on */
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

PGresult *postgres_sql_ask(struct postgres_sql *sql, const char *text)
{
    return await_result(sql, PQsendQuery(sql->connection, text));
}

/* Why there is no result. */
static const char *missing_reason(const struct postgres_sql *sql)
{
    return atomic_load(&sql->is_behind) ? "the database does not answer"
                                        : PQerrorMessage(sql->connection);
}

paua_status postgres_sql_execute(struct postgres_sql *sql, const char *text)
{
    PGresult *result = postgres_sql_ask(sql, text);
    ExecStatusType code = PQresultStatus(result);
    bool good = code == PGRES_COMMAND_OK || code == PGRES_TUPLES_OK;

    if (!good)
        keep_failure(sql, PAUA_ERROR_IO, missing_reason(sql));
    PQclear(result);
    return good ? PAUA_OK : PAUA_ERROR_IO;
}

/* Completes a connection. False: the deadline has passed. */
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

/* Opens the connection. Peers that are gone are noticed within a minute; the address may say
 * otherwise. False: the deadline has passed. */
static bool open_connection(struct postgres_sql *sql)
{
    static const char *const names[] = {
        "connect_timeout",  "keepalives_idle",  "keepalives_interval",
        "keepalives_count", "tcp_user_timeout", "fallback_application_name",
        "dbname",           "client_encoding",  NULL};
    const char *const values[] = {"5", "20", "10", "3", "30000", "paua", sql->place, "UTF8", NULL};
    const int64_t until_ms = deadline_of(sql);

    sql->connection =
        until_ms ? PQconnectStartParams(names, values, 1) : PQconnectdbParams(names, values, 1);
    return until_ms == 0 || await_connection(sql->connection, until_ms);
}

/* What every session needs. A commit is on disk when it returns, whatever the server's default; a
 * transaction whose client is gone does not keep others waiting. */
static paua_status prepare_session(struct postgres_sql *sql)
{
    static const char always[] =
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
    paua_status status = postgres_sql_execute(sql, always);
    if (status == PAUA_OK && !sql->writes)
        status = postgres_sql_execute(sql, "SET default_transaction_read_only = on");
    return status;
}

/* Warnings of the server are no lines for stderr. */
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
        return PAUA_ERROR_IO; /* the failure of the last try stands */
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

/* Writes a number of 8 bytes as PostgreSQL reads it. */
static void put_number(unsigned char to[8], uint64_t number)
{
    for (int i = 0; i < 8; i++)
        to[i] = (unsigned char)(number >> (56 - 8 * i));
}

/* The parameters of a statement. */
struct statement_parameters {
    unsigned char numbers[VALUES_MAX][8];
    const char *values[VALUES_MAX];
    int sizes[VALUES_MAX], formats[VALUES_MAX];
    Oid types[VALUES_MAX];
};

/* False: a text is not UTF-8, which no database of ours has. */
static bool fill_parameters(struct statement_parameters *to, const sql_value *values, int count)
{
    assert(count <= VALUES_MAX);
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

/* Copies a statement with $1 for ?1. */
static void write_statement(char to[TEXT_MAX], const char *text)
{
    assert(strlen(text) < TEXT_MAX);
    for (size_t i = 0; i <= strlen(text); i++)
        to[i] = text[i];
    for (char *mark = strchr(to, '?'); mark; mark = strchr(mark, '?'))
        *mark = '$';
}

/* Finds a statement, and prepares it when it is new. True, with *name: it is prepared; else *failed
 * is the result, or NULL. One that was given up may be prepared later: no name is used twice. */
static bool find_statement(struct postgres_sql *sql, const char *text,
                           const struct statement_parameters *with, int count, char name[16],
                           PGresult **failed)
{
    char translated[TEXT_MAX];
    int i = 0;

    while (i < sql->count && sql->statements[i].text != text)
        i++;
    assert(i < POSTGRES_SQL_STATEMENTS);
    if (i == sql->count)
        sql->statements[i].number = ++sql->prepared;
    snprintf(name, 16, "s%d", sql->statements[i].number);
    if (i < sql->count)
        return true;
    write_statement(translated, text);
    *failed =
        await_result(sql, PQsendPrepare(sql->connection, name, translated, count, with->types));
    if (PQresultStatus(*failed) != PGRES_COMMAND_OK)
        return false;
    PQclear(*failed);
    sql->statements[sql->count++].text = text;
    return true;
}

/* Runs a statement on the connection. */
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

/* The status of a result, by its class of SQLSTATE (PostgreSQL, appendix A); keeps a reason. A
 * constraint that is violated ends the transaction here; statements avoid that, so it is damage. */
static paua_status result_status(struct postgres_sql *sql, const PGresult *result)
{
    ExecStatusType code = PQresultStatus(result);
    const char *state, *why;

    if (code == PGRES_COMMAND_OK || code == PGRES_TUPLES_OK)
        return PAUA_OK;
    state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    /* Not the details, which may quote a row. */
    why = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    keep_failure(sql, PAUA_ERROR_IO, why ? why : missing_reason(sql));
    if (!state)
        return PAUA_ERROR_IO;
    return strncmp(state, "XX001", 5) == 0 || strncmp(state, "XX002", 5) == 0 ||
                   strncmp(state, "23", 2) == 0
               ? PAUA_ERROR_CORRUPT
               : PAUA_ERROR_IO;
}

/* Connects, and makes sure that the connection is free for a statement. */
static paua_status be_ready(struct postgres_sql *sql)
{
    if (!postgres_sql_catch_up(sql))
        return keep_failure(sql, PAUA_ERROR_IO, missing_reason(sql));
    if (sql->in_transaction && !is_connected(sql))
        return PAUA_ERROR_IO;
    paua_status status = postgres_sql_connect(sql);
    if (status != PAUA_OK)
        return PAUA_ERROR_IO;
    /* A statement that was given up may have left its transaction open. */
    if (!sql->in_transaction && PQtransactionStatus(sql->connection) != PQTRANS_IDLE)
        return postgres_sql_execute(sql, "ROLLBACK");
    return PAUA_OK;
}

/* sql_run() */
static paua_status postgres_run(struct sql *base, const char *statement, const sql_value *values,
                                int count, bool (*each)(const struct sql_row *row, void *context),
                                void *context)
{
    struct postgres_sql *sql = (struct postgres_sql *)base;
    struct postgres_row row = {.base.driver = base->driver};
    struct statement_parameters with;

    /* Such a text is in no row, and nothing can be written with it. */
    if (!fill_parameters(&with, values, count))
        return sql->writes ? PAUA_ERROR_CONFLICT : PAUA_OK;
    paua_status status = be_ready(sql);
    if (status != PAUA_OK)
        return status;
    for (int i = 0; i < count; i++)
        sql->written += with.sizes[i];
    row.result = execute_statement(sql, statement, &with, count);
    status = result_status(sql, row.result);
    if (status != PAUA_OK && !is_connected(sql) && !sql->in_transaction) {
        PQclear(row.result);
        row.result = NULL;
        if (postgres_sql_connect(sql) != PAUA_OK)
            return PAUA_ERROR_IO;
        row.result = execute_statement(sql, statement, &with, count);
        status = result_status(sql, row.result);
    }
    int rows = status == PAUA_OK && each ? PQntuples(row.result) : 0;
    for (row.number = 0; row.number < rows; row.number++) {
        if (!each(&row.base, context))
            break;
    }
    PQclear(row.result);
    return status;
}

/* The bytes of a column. NULL: NULL. */
static const unsigned char *column_bytes(const struct sql_row *base, int i, size_t *size)
{
    const struct postgres_row *row = (const struct postgres_row *)base;

    *size = (size_t)PQgetlength(row->result, row->number, i);
    return PQgetisnull(row->result, row->number, i)
               ? NULL
               : (const unsigned char *)PQgetvalue(row->result, row->number, i);
}

/* An integer of 2, 4 or 8 bytes. */
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
    uint64_t bits = (uint64_t)row_integer(row, i);
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
    static const struct sql_driver driver = {.run = postgres_run,
                                             .integer = row_integer,
                                             .real = row_real,
                                             .text = row_text,
                                             .blob = row_blob};

    *sql = (struct postgres_sql){.base.driver = &driver, .place = place, .writes = writes};
}
