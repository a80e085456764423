/* mail.c - the tables of mail that is sent and that has come, of pending addresses, and of the
 * secrets of the server. */
#include "store/tables/mail.h"

#include <stdio.h>

#include <assert.h>

#include "base/array.h"
#include "store/core/access.h"
#include "store/core/change.h"

#define MAIL_COLUMNS                                                                               \
    "id, account, recipient, subject, body, answered, thread, kind, created, next, tries, topic,"  \
    " position, move"

static const char add_mail[] = "INSERT INTO mail (" MAIL_COLUMNS ")"
                               " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13,"
                               " ?14)"
                               " ON CONFLICT DO NOTHING RETURNING tries";
static const char take_mail[] =
    "UPDATE mail SET tries = tries + 1, next = ?3 WHERE id = ?1 AND tries = ?2 RETURNING tries";
static const char remove_mail[] = "DELETE FROM mail WHERE id = ?1";
static const char list_due[] =
    "SELECT " MAIL_COLUMNS " FROM mail WHERE next <= ?1 ORDER BY next, id LIMIT ?2";
static const char list_mails[] =
    "SELECT " MAIL_COLUMNS " FROM mail WHERE ?1 = 0 OR account = ?2 ORDER BY created, id";
static const char find_next[] = "SELECT min(next), count(*) FROM mail";

static const char set_pending[] =
    "INSERT INTO address (account, address, asked) VALUES (?1, ?2, ?3) ON CONFLICT (account)"
    " DO UPDATE SET address = ?2, asked = ?3 RETURNING asked";
static const char remove_pending[] =
    "DELETE FROM address WHERE account = ?1 AND address = ?2 RETURNING asked";
static const char clear_pending[] = "DELETE FROM address WHERE account = ?1";
static const char set_confirmed[] =
    "UPDATE account SET mail = ?2 WHERE id = ?1 AND mail = ?3 AND closed = 0 RETURNING closed";
static const char find_pending[] = "SELECT address, asked FROM address WHERE account = ?1";

static const char add_seen[] = "INSERT INTO mail_seen (key, expires, done) VALUES (?1, ?2, 0)"
                               " ON CONFLICT DO NOTHING RETURNING done";
static const char end_seen[] =
    "UPDATE mail_seen SET done = 1 WHERE key = ?1 AND done = 0 RETURNING done";
static const char trim_seen[] = "DELETE FROM mail_seen WHERE expires <= ?1";
static const char find_seen[] = "SELECT done FROM mail_seen WHERE key = ?1 AND expires > ?2";
static const char list_seen[] = "SELECT key, expires, done FROM mail_seen";

static const char add_secret[] =
    "INSERT INTO secret (name, value) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
static const char set_date[] =
    "INSERT INTO secret (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2";
static const char list_secrets[] = "SELECT name, value FROM secret WHERE ?1 = '' OR name = ?1";

struct mail_change {
    struct store_change base;
    enum mail_change_kind { ADD_MAIL, TAKE_MAIL, REMOVE_MAIL } kind;
    store_mail mail;
};

/* A change of one of the tables with a text by name. */
struct entry_change {
    struct store_change base;
    enum entry_change_kind {
        SET_PENDING, /* address of the account `name` */
        REMOVE_PENDING,
        CLEAR_PENDING,
        SET_CONFIRMED, /* of the account `name`, `was` before */
        ADD_SEEN,
        END_SEEN,
        TRIM_SEEN,
        ADD_SECRET,
        SET_DATE
    } kind;
    const char *name, *value, *was;
    int64_t at_ms;
};

static paua_status perform_mail(struct sql *sql, const struct store_change *base)
{
    const struct mail_change *change = (const struct mail_change *)base;
    const store_mail *mail = &change->mail;
    const sql_value row[] = {
        sql_text(mail->id),         sql_text(mail->account),     sql_text(mail->recipient),
        sql_text(mail->subject),    sql_text(mail->body),        sql_text(mail->in_reply_to),
        sql_text(mail->references), sql_integer(mail->kind),     sql_integer(mail->created_ms),
        sql_integer(mail->next_ms), sql_integer(mail->attempts), sql_text(mail->topic),
        sql_text(mail->position),   sql_text(mail->move),
    };

    switch (change->kind) {
    case ADD_MAIL:
        return sql_change(sql, add_mail, row, ARRAY_COUNT(row));
    case TAKE_MAIL:
        return sql_change(
            sql, take_mail,
            (sql_value[]){row[0], sql_integer(mail->attempts), sql_integer(mail->next_ms)}, 3);
    case REMOVE_MAIL:
        return sql_run(sql, remove_mail, row, 1, NULL, NULL);
    }
    return PAUA_OK;
}

static paua_status perform_entry(struct sql *sql, const struct store_change *base)
{
    const struct entry_change *change = (const struct entry_change *)base;
    const sql_value name = sql_text(change->name), at = sql_integer(change->at_ms);
    const sql_value both[] = {name, sql_text(change->value)};

    switch (change->kind) {
    case SET_PENDING:
        return sql_change(sql, set_pending, (sql_value[]){both[0], both[1], at}, 3);
    case REMOVE_PENDING:
        return sql_change(sql, remove_pending, both, 2);
    case CLEAR_PENDING:
        return sql_run(sql, clear_pending, both, 1, NULL, NULL);
    case SET_CONFIRMED:
        return sql_change(sql, set_confirmed,
                          (sql_value[]){both[0], both[1], sql_text(change->was)}, 3);
    case ADD_SEEN:
        return sql_change(sql, add_seen, (sql_value[]){name, at}, 2);
    case END_SEEN:
        return sql_change(sql, end_seen, both, 1);
    case TRIM_SEEN:
        return sql_run(sql, trim_seen, &at, 1, NULL, NULL);
    case ADD_SECRET:
        return sql_run(sql, add_secret, both, 2, NULL, NULL);
    case SET_DATE:
        return sql_run(sql, set_date, both, 2, NULL, NULL);
    }
    return PAUA_OK;
}

/* Callbacks for the rows of a query; those that are not wanted are NULL. */
struct mail_query {
    bool found;
    bool (*each_mail)(const store_mail *mail, void *context);
    void (*found_pending)(const char *address, int64_t requested_ms, void *context);
    bool (*each_seen)(const char *key, int64_t expires_ms, bool done, void *context);
    bool (*each_secret)(const char *name, const char *value, void *context);
    enum store_seen *seen;
    int64_t *next_ms;
    int *count;
    void *context;
};

static bool on_mail(const struct sql_row *row, void *context)
{
    struct mail_query *query = context;
    const store_mail mail = {
        .id = sql_row_text(row, 0),
        .account = sql_row_text(row, 1),
        .recipient = sql_row_text(row, 2),
        .subject = sql_row_text(row, 3),
        .body = sql_row_text(row, 4),
        .in_reply_to = sql_row_text(row, 5),
        .references = sql_row_text(row, 6),
        .kind = (int)sql_row_integer(row, 7),
        .created_ms = sql_row_integer(row, 8),
        .next_ms = sql_row_integer(row, 9),
        .attempts = (int)sql_row_integer(row, 10),
        .topic = sql_row_text(row, 11),
        .position = sql_row_text(row, 12),
        .move = sql_row_text(row, 13),
    };

    return query->each_mail(&mail, query->context);
}

paua_status store_mails_due(store *self, int64_t now_ms, int most,
                            bool (*each)(const store_mail *mail, void *context), void *context)
{
    struct mail_query query = {.each_mail = each, .context = context};

    return store_query(self, list_due, (sql_value[]){sql_integer(now_ms), sql_integer(most)}, 2,
                       on_mail, &query);
}

paua_status store_mails(store *self, const char *account,
                        bool (*each)(const store_mail *mail, void *context), void *context)
{
    struct mail_query query = {.each_mail = each, .context = context};

    return store_query(
        self, list_mails,
        (sql_value[]){sql_integer(account != NULL), sql_text(account ? account : "")}, 2, on_mail,
        &query);
}

static bool on_next(const struct sql_row *row, void *context)
{
    struct mail_query *query = context;

    *query->count = (int)sql_row_integer(row, 1);
    if (*query->count > 0)
        *query->next_ms = sql_row_integer(row, 0);
    return false;
}

paua_status store_mail_next(store *self, int64_t *next_ms, int *count)
{
    struct mail_query query = {.next_ms = next_ms, .count = count};

    *next_ms = INT64_MAX;
    *count = 0;
    return store_query(self, find_next, NULL, 0, on_next, &query);
}

static bool on_pending(const struct sql_row *row, void *context)
{
    struct mail_query *query = context;

    query->found = true;
    query->found_pending(sql_row_text(row, 0), sql_row_integer(row, 1), query->context);
    return false;
}

paua_status store_pending_address(store *self, const char *account,
                                  void (*found)(const char *address, int64_t requested_ms,
                                                void *context),
                                  void *context)
{
    struct mail_query query = {.found_pending = found, .context = context};
    paua_status status =
        store_query(self, find_pending, (sql_value[]){sql_text(account)}, 1, on_pending, &query);

    return status == PAUA_OK && !query.found ? PAUA_ERROR_NOT_FOUND : status;
}

static bool on_state(const struct sql_row *row, void *context)
{
    struct mail_query *query = context;

    *query->seen = sql_row_integer(row, 0) ? STORE_SEEN_DONE : STORE_SEEN;
    return false;
}

paua_status store_seen(store *self, const char *key, int64_t now_ms, enum store_seen *out)
{
    struct mail_query query = {.seen = out};

    *out = STORE_UNSEEN;
    return store_query(self, find_seen, (sql_value[]){sql_text(key), sql_integer(now_ms)}, 2,
                       on_state, &query);
}

static bool on_seen(const struct sql_row *row, void *context)
{
    struct mail_query *query = context;

    return query->each_seen(sql_row_text(row, 0), sql_row_integer(row, 1),
                            sql_row_integer(row, 2) != 0, query->context);
}

paua_status store_all_seen(store *self,
                           bool (*each)(const char *key, int64_t expires_ms, bool done,
                                        void *context),
                           void *context)
{
    struct mail_query query = {.each_seen = each, .context = context};

    return store_query(self, list_seen, NULL, 0, on_seen, &query);
}

static bool on_secret(const struct sql_row *row, void *context)
{
    struct mail_query *query = context;

    return query->each_secret(sql_row_text(row, 0), sql_row_text(row, 1), query->context);
}

paua_status store_secrets(store *self, const char *name,
                          bool (*each)(const char *name, const char *value, void *context),
                          void *context)
{
    struct mail_query query = {.each_secret = each, .context = context};

    return store_query(self, list_secrets, (sql_value[]){sql_text(name)}, 1, on_secret, &query);
}

/* Adds a change of a mail to a batch. */
static bool add_mail_change(store_batch *batch, enum mail_change_kind kind, const store_mail *mail)
{
    static const size_t texts[] = {offsetof(struct mail_change, mail.id),
                                   offsetof(struct mail_change, mail.account),
                                   offsetof(struct mail_change, mail.recipient),
                                   offsetof(struct mail_change, mail.subject),
                                   offsetof(struct mail_change, mail.body),
                                   offsetof(struct mail_change, mail.in_reply_to),
                                   offsetof(struct mail_change, mail.references),
                                   offsetof(struct mail_change, mail.topic),
                                   offsetof(struct mail_change, mail.position),
                                   offsetof(struct mail_change, mail.move)};
    static const struct change_type type = CHANGE_TYPE(mail_change, texts, perform_mail, NULL);
    struct mail_change change = {.base.type = &type, .kind = kind, .mail = *mail};

    return batch_add(batch, &change.base);
}

bool batch_add_mail(store_batch *batch, const store_mail *mail)
{
    return add_mail_change(batch, ADD_MAIL, mail);
}

bool batch_take_mail(store_batch *batch, const char *id, int attempts, int64_t next_ms)
{
    return add_mail_change(batch, TAKE_MAIL,
                           &(store_mail){.id = id, .attempts = attempts, .next_ms = next_ms});
}

bool batch_remove_mail(store_batch *batch, const char *id)
{
    return add_mail_change(batch, REMOVE_MAIL, &(store_mail){.id = id});
}

/* Adds a change of an entry to a batch. */
static bool add_entry_change(store_batch *batch, struct entry_change change)
{
    static const size_t texts[] = {offsetof(struct entry_change, name),
                                   offsetof(struct entry_change, value),
                                   offsetof(struct entry_change, was)};
    static const struct change_type type = CHANGE_TYPE(entry_change, texts, perform_entry, NULL);

    change.base.type = &type;
    return batch_add(batch, &change.base);
}

static bool add_entry(store_batch *batch, enum entry_change_kind kind, const char *name,
                      const char *value, int64_t at_ms)
{
    return add_entry_change(
        batch, (struct entry_change){.kind = kind, .name = name, .value = value, .at_ms = at_ms});
}

bool batch_set_pending_address(store_batch *batch, const char *account, const char *address,
                               int64_t requested_ms)
{
    return add_entry(batch, SET_PENDING, account, address, requested_ms);
}

bool batch_remove_pending_address(store_batch *batch, const char *account, const char *address)
{
    assert(*account && *address);
    return add_entry(batch, REMOVE_PENDING, account, address, 0);
}

bool batch_clear_pending_address(store_batch *batch, const char *account)
{
    assert(*account);
    return add_entry(batch, CLEAR_PENDING, account, "", 0);
}

bool batch_set_confirmed_address(store_batch *batch, const char *account, const char *was,
                                 const char *address)
{
    return add_entry_change(
        batch, (struct entry_change){
                   .kind = SET_CONFIRMED, .name = account, .value = address, .was = was});
}

bool batch_add_seen(store_batch *batch, const char *key, int64_t expires_ms)
{
    return add_entry(batch, ADD_SEEN, key, "", expires_ms);
}

bool batch_end_seen(store_batch *batch, const char *key)
{
    return add_entry(batch, END_SEEN, key, "", 0);
}

bool batch_trim_seen(store_batch *batch, int64_t now_ms)
{
    return add_entry(batch, TRIM_SEEN, "", "", now_ms);
}

bool batch_add_secret(store_batch *batch, const char *name, const char *value)
{
    return add_entry(batch, ADD_SECRET, name, value, 0);
}

bool batch_set_date(store_batch *batch, const char *date)
{
    return add_entry(batch, SET_DATE, STORE_DATE_NAME, date, 0);
}
