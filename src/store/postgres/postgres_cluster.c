/* postgres_cluster.c - locks and notifications. */
#define _GNU_SOURCE
#include "store/postgres/postgres_cluster.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/array.h"
#include "base/clock.h"

/* How often, and how many milliseconds apart, a lock is tried: that of a server which was killed
 * lasts for a moment. */
enum { LOCK_ATTEMPTS = 20, LOCK_PAUSE_MS = 50 };

#define PAYLOAD_MAX 7900 /* bytes: PostgreSQL takes less than 8000 */
#define ANSWER_MS   1500 /* how long another server may take to answer */
#define MISSING_MAX 3    /* checks after which a server has gone: not one that connects again */

static const char notify[] = "SELECT pg_notify('paua', ?1)";
static const char try_leading[] =
    "SELECT CASE WHEN pg_try_advisory_lock(1348564321, 3) THEN 1 ELSE 0 END::bigint";
static const char find_slots[] =
    "SELECT coalesce(bit_or(1::bigint << (objid::bigint - 16)::int), 0)::bigint FROM pg_locks"
    " WHERE locktype = 'advisory' AND granted AND classid = 1348564321 AND objsubid = 2"
    " AND objid BETWEEN 16 AND 31"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
static const char begin_write[] = "BEGIN";
static const char commit_write[] = "COMMIT";
static const char roll_back[] = "ROLLBACK";
static const char lock_writers[] = "SELECT ms FROM running FOR UPDATE";
/* Those of slots that are not among the bits of ?2. */
static const char find_left[] =
    "SELECT count(*) FROM game WHERE pending <> 0 AND ((?1 >> (pending - 1)::int) & 1) = 0";
static const char take_left[] =
    "UPDATE game SET pending = ?1 WHERE pending <> 0 AND ((?2 >> (pending - 1)::int) & 1) = 0"
    " RETURNING id";

static void pause_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

/* Calls a function that tries to take or leaves a lock. */
static paua_status call_lock(struct postgres_sql *sql, const char *call, bool *taken)
{
    PGresult *result = postgres_sql_query(sql, call);
    const bool asked = PQresultStatus(result) == PGRES_TUPLES_OK;

    *taken = asked && strcmp(PQgetvalue(result, 0, 0), "t") == 0;
    PQclear(result);
    if (asked)
        return PAUA_OK;
    sql_set_failure(&sql->base, atomic_load(&sql->is_behind) ? "the database does not answer"
                                                             : PQerrorMessage(sql->connection));
    return PAUA_ERROR_IO;
}

/* Takes a lock, in several attempts: whoever has it may be about to leave it. */
static paua_status take_lock(struct postgres_sql *sql, const char *call)
{
    for (int attempt = 0; attempt < LOCK_ATTEMPTS; attempt++) {
        bool taken;
        paua_status status = call_lock(sql, call, &taken);

        if (status != PAUA_OK || taken)
            return status;
        pause_ms(LOCK_PAUSE_MS);
    }
    sql_set_failure(&sql->base, "is in use by another paua");
    return PAUA_ERROR_CONFLICT;
}

paua_status postgres_lock_alone(struct postgres_sql *sql)
{
    return take_lock(sql, "SELECT pg_try_advisory_lock(1348564321, 2)");
}

paua_status postgres_unlock_alone(struct postgres_sql *sql)
{
    bool left;

    return call_lock(sql, "SELECT pg_advisory_unlock(1348564321, 2)", &left);
}

paua_status postgres_lock_shared(struct postgres_sql *sql, int *slot)
{
    char call[64];
    bool taken = false;
    paua_status status = take_lock(sql, "SELECT pg_try_advisory_lock_shared(1348564321, 2)");

    for (int i = 0; i < STORE_SLOTS && status == PAUA_OK && !taken; i++) {
        const int tried = (*slot + i) % STORE_SLOTS;

        snprintf(call, sizeof call, "SELECT pg_try_advisory_lock(1348564321, %d)", 16 + tried);
        status = call_lock(sql, call, &taken);
        if (taken)
            *slot = tried;
    }
    if (status != PAUA_OK || taken)
        return status;
    sql_set_failure(&sql->base, "is in use by 16 servers: there is no place for another one");
    return PAUA_ERROR_CONFLICT;
}

/* A new connection is notified of all that is committed from now on, and does not lead. Others may
 * have come meanwhile. */
static paua_status on_connect(struct postgres_sql *sql, void *context)
{
    struct postgres_cluster *self = context;

    self->connected = false;
    atomic_store(&self->leads, false);
    atomic_store(&self->is_shared, true);
    return postgres_sql_execute(sql, "LISTEN paua");
}

void postgres_cluster_init(struct postgres_cluster *self, const char *place, const char *id)
{
    *self = (struct postgres_cluster){.id = id};
    postgres_sql_init(&self->sql, place, true);
    self->sql.on_connect = on_connect;
    self->sql.context = self;
}

void postgres_cluster_close(struct postgres_cluster *self)
{
    postgres_sql_close(&self->sql);
}

/* The next notification of another server: its running time and lines. NULL: there is none. */
static PGnotify *next_notification(struct postgres_cluster *self, const char **text)
{
    const size_t size = strlen(self->id);
    PGnotify *found;

    while ((found = PQnotifies(self->sql.connection))) {
        if (strncmp(found->extra, self->id, size) != 0 && strchr(found->extra, ' ')) {
            *text = strchr(found->extra, ' ') + 1;
            atomic_store(&self->is_shared, true);
            return found;
        }
        PQfreemem(found);
    }
    return NULL;
}

/* Waits until something has come over the connection, and takes it in. */
static paua_status wait_for_input(struct postgres_cluster *self, int wake, int wait_ms)
{
    struct pollfd files[] = {{.fd = PQsocket(self->sql.connection), .events = POLLIN},
                             {.fd = wake, .events = POLLIN}};

    poll(files, 2, wait_ms);
    if (!files[0].revents || PQconsumeInput(self->sql.connection))
        return PAUA_OK;
    sql_set_failure(&self->sql.base, PQerrorMessage(self->sql.connection));
    postgres_sql_close(&self->sql);
    atomic_store(&self->leads, false);
    atomic_store(&self->is_shared, true); /* as long as nobody knows */
    return PAUA_ERROR_IO;
}

/* Requests what the others have sent before this one listened. */
static paua_status request_state(struct postgres_cluster *self)
{
    char request[64];

    snprintf(request, sizeof request, "%s 0\nh%d", self->id, self->slot);
    return sql_run(&self->sql.base, notify, (sql_value[]){sql_text(request)}, 1, NULL, NULL);
}

paua_status postgres_await_changes(struct postgres_cluster *self, int wake, int wait_ms,
                                   bool *missed,
                                   void (*each)(const char *notification, void *context),
                                   void *context)
{
    PGnotify *notification;
    paua_status status = postgres_sql_connect(&self->sql);

    *missed = status == PAUA_OK && !self->connected;
    /* What came while this one joined was not passed on. */
    if (*missed || (status == PAUA_OK && !self->asked))
        status = request_state(self);
    self->asked = status == PAUA_OK;
    self->connected = status == PAUA_OK;
    if (status != PAUA_OK || *missed)
        return status;
    const char *text;
    /* A statement may have taken some in already. */
    notification = next_notification(self, &text);
    if (!notification) {
        status = wait_for_input(self, wake, wait_ms);
        notification = status == PAUA_OK ? next_notification(self, &text) : NULL;
    }
    for (; notification; notification = next_notification(self, &text)) {
        each(text, context);
        PQfreemem(notification);
    }
    return status;
}

/* The ids of games that were taken over. */
struct taken_games {
    char (*ids)[64];
    size_t count, room;
};

static bool add_taken(const struct sql_row *row, void *context)
{
    struct taken_games *taken = context;

    if (ARRAY_RESERVE(taken->ids, taken->room, taken->count + 1))
        snprintf(taken->ids[taken->count++], sizeof *taken->ids, "%s", sql_row_text(row, 0));
    return true;
}

/* Takes over the pending games of slots that are not in `there`. Writers wait for one another. */
static paua_status take_over(struct postgres_cluster *self, int slot, int64_t there,
                             struct taken_games *taken)
{
    struct sql *sql = &self->sql.base;
    const sql_value values[] = {sql_integer(1 + slot), sql_integer(there)};
    int64_t left = 0, ms;
    paua_status status = sql_number(sql, find_left, &values[1], 1, &left);

    if (status != PAUA_OK || left == 0)
        return status;
    status = sql_run(sql, begin_write, NULL, 0, NULL, NULL);
    self->sql.in_transaction = status == PAUA_OK;
    if (status == PAUA_OK)
        status = sql_number(sql, lock_writers, NULL, 0, &ms);
    if (status == PAUA_OK)
        status = sql_run(sql, take_left, values, 2, add_taken, taken);
    if (status == PAUA_OK)
        status = sql_run(sql, commit_write, NULL, 0, NULL, NULL);
    else if (self->sql.connection)
        sql_run(sql, roll_back, NULL, 0, NULL, NULL);
    self->sql.in_transaction = false;
    return status;
}

/* Which slots are taken, as bits. */
static paua_status read_slots(struct postgres_cluster *self, int slot, int64_t *there)
{
    int64_t leads = atomic_load(&self->leads);
    paua_status status =
        leads ? PAUA_OK : sql_number(&self->sql.base, try_leading, NULL, 0, &leads);

    if (status == PAUA_OK)
        status = sql_number(&self->sql.base, find_slots, NULL, 0, there);
    if (status != PAUA_OK)
        return status;
    /* The connection that has the lock may be lost and made anew by the second statement. */
    atomic_store(&self->leads, leads && self->connected);
    atomic_store(&self->is_shared, (*there & ~((int64_t)1 << slot)) != 0);
    *there |= (int64_t)1 << slot;
    return PAUA_OK;
}

paua_status postgres_find_servers(struct postgres_cluster *self, int slot, unsigned *departed,
                                  void (*adopt)(const char *id, void *context), void *context)
{
    struct taken_games taken = {.count = 0};
    int64_t there = 0;
    bool gone = false;

    self->slot = slot;
    paua_status status = read_slots(self, slot, &there);

    if (status != PAUA_OK)
        return status;
    for (int i = 0; i < STORE_SLOTS; i++) {
        const bool is_there = there >> i & 1;

        gone |= !is_there && self->missing[i] == MISSING_MAX - 1;
        if (is_there)
            self->missing[i] = 0;
        else if (self->missing[i] < MISSING_MAX)
            self->missing[i]++;
        if (self->missing[i] < MISSING_MAX)
            there |= (int64_t)1 << i;
    }
    if (gone)
        *departed = (unsigned)there;
    status = take_over(self, slot, there, &taken);
    for (size_t i = 0; i < taken.count && status == PAUA_OK; i++)
        adopt(taken.ids[i], context);
    free(taken.ids);
    return status;
}

/* Waits for the answer of another server. */
static paua_status await_answer(struct postgres_cluster *self)
{
    const int64_t until_ms = clock_now_ms() + ANSWER_MS;
    paua_status status = PAUA_OK;

    while (status == PAUA_OK && self->running_ms == 0 && clock_now_ms() < until_ms) {
        const char *text;
        PGnotify *notification;

        status = wait_for_input(self, -1, (int)(until_ms - clock_now_ms()) + 1);
        while (status == PAUA_OK && (notification = next_notification(self, &text))) {
            self->running_ms = strtoll(text, NULL, 10);
            self->notified_ms = clock_now_ms();
            PQfreemem(notification);
        }
    }
    return status;
}

paua_status postgres_cluster_join(struct postgres_cluster *self, int slot)
{
    struct taken_games taken = {.count = 0};
    int64_t there = 0;
    paua_status status = postgres_sql_connect(&self->sql);

    self->slot = slot;
    self->connected = status == PAUA_OK;
    if (status == PAUA_OK)
        status = read_slots(self, slot, &there);
    if (status == PAUA_OK && atomic_load(&self->is_shared))
        status = request_state(self);
    if (status == PAUA_OK && atomic_load(&self->is_shared))
        status = await_answer(self);
    if (status == PAUA_OK)
        status = take_over(self, slot, there, &taken);
    /* What they are is read with all that is pending here. */
    free(taken.ids);
    for (int i = 0; i < STORE_SLOTS; i++)
        self->missing[i] = there >> i & 1 ? 0 : MISSING_MAX;
    return status;
}

void postgres_notification_add(struct postgres_notification *notification, const char *line)
{
    const size_t length = strlen(line);

    if (notification->lost ||
        !ARRAY_RESERVE(notification->text, notification->room, notification->used + length + 1)) {
        notification->lost = true;
        return;
    }
    notification->text[notification->used++] = '\n';
    memcpy(notification->text + notification->used, line, length);
    notification->used += length;
}

paua_status postgres_notification_send(struct postgres_notification *notification,
                                       struct postgres_sql *sql, const char *id, int64_t running_ms)
{
    char payload[PAYLOAD_MAX + 1];
    const char *at = notification->lost ? "\n?" : notification->used ? notification->text : "";
    size_t left = notification->lost ? 2 : notification->used;
    paua_status status = PAUA_OK;

    do {
        const size_t head =
            (size_t)snprintf(payload, sizeof payload, "%s %lld", id, (long long)running_ms);
        size_t length = left < PAYLOAD_MAX - head ? left : PAYLOAD_MAX - head;

        /* As many whole lines as fit. */
        while (length < left && at[length] != '\n')
            length--;
        if (length > 0)
            memcpy(payload + head, at, length);
        const sql_value value = sql_text_size(payload, head + length);
        status = sql_run(&sql->base, notify, &value, 1, NULL, NULL);
        at += length;
        left -= length;
    } while (status == PAUA_OK && left > 0);
    notification->used = 0;
    notification->lost = false;
    return status;
}
