/* sendings.c - the table of what accounts have sent to others within a day. */
#include "store/tables/sendings.h"

#include <assert.h>

#include "store/core/access.h"
#include "store/core/change.h"

static const char add_sending[] =
    "INSERT INTO sending (sender, kind, at, id, recipient) VALUES (?1, ?2, ?3, ?4, ?5)"
    " ON CONFLICT DO NOTHING RETURNING at";
static const char trim_sendings[] = "DELETE FROM sending WHERE at < ?1";
static const char trim_known_messages[] =
    "DELETE FROM sending WHERE sender = ?1 AND kind = 0 AND at < ?2 AND EXISTS (SELECT 1 FROM "
    "message"
    " WHERE message.owner = ?1 AND message.peer = sending.recipient AND message.sent = 0)";
static const char list_sendings[] =
    "SELECT sender, kind, at, sending.id, recipient, account.name FROM sending"
    " LEFT JOIN account ON account.id = recipient"
    " WHERE sender = ?1 ORDER BY at DESC, kind, sending.id, recipient";

struct sending_change {
    struct store_change base;
    enum sending_change_kind {
        ADD_SENDING,
        TRIM_SENDINGS,      /* before `at_ms` of `sending`, as the next */
        TRIM_KNOWN_MESSAGES /* of its sender */
    } kind;
    store_sending sending;
};

static paua_status perform_sending(struct sql *sql, const struct store_change *base)
{
    const struct sending_change *change = (const struct sending_change *)base;
    const store_sending *sending = &change->sending;
    const sql_value sender = sql_text(sending->sender), at = sql_integer(sending->at_ms);

    switch (change->kind) {
    case ADD_SENDING:
        return sql_change(sql, add_sending,
                          (sql_value[]){sender, sql_integer(sending->kind), at,
                                        sql_text(sending->id), sql_text(sending->recipient)},
                          5);
    case TRIM_SENDINGS:
        return sql_run(sql, trim_sendings, &at, 1, NULL, NULL);
    case TRIM_KNOWN_MESSAGES:
        return sql_run(sql, trim_known_messages, (sql_value[]){sender, at}, 2, NULL, NULL);
    }
    return PAUA_OK;
}

/* Adds a change of sendings. */
static bool add_change(store_batch *batch, enum sending_change_kind kind,
                       const store_sending *sending)
{
    static const size_t texts[] = {offsetof(struct sending_change, sending.sender),
                                   offsetof(struct sending_change, sending.recipient),
                                   offsetof(struct sending_change, sending.id)};
    static const struct change_type type =
        CHANGE_TYPE(sending_change, texts, perform_sending, NULL);
    struct sending_change change = {.base.type = &type, .kind = kind, .sending = *sending};

    return batch_add(batch, &change.base);
}

bool batch_add_sending(store_batch *batch, const store_sending *sending)
{
    return add_change(batch, ADD_SENDING, sending);
}

bool batch_trim_sendings(store_batch *batch, int64_t before_ms)
{
    return add_change(batch, TRIM_SENDINGS, &(store_sending){.at_ms = before_ms});
}

bool batch_trim_known_messages(store_batch *batch, const char *sender, int64_t before_ms)
{
    assert(*sender);
    return add_change(batch, TRIM_KNOWN_MESSAGES,
                      &(store_sending){.sender = sender, .at_ms = before_ms});
}

/* The caller's function for each row. */
struct sending_query {
    bool (*each)(const store_sending *sending, const char *name, void *context);
    void *context;
};

static bool on_sending(const struct sql_row *row, void *context)
{
    const struct sending_query *query = context;
    const store_sending sending = {
        .sender = sql_row_text(row, 0),
        .kind = sql_row_integer(row, 1) == 0 ? STORE_SENDING_MESSAGE : STORE_SENDING_CHALLENGE,
        .at_ms = sql_row_integer(row, 2),
        .id = sql_row_text(row, 3),
        .recipient = sql_row_text(row, 4),
    };

    return query->each(&sending, sql_row_text(row, 5), query->context);
}

paua_status store_sendings(store *self, const char *sender,
                           bool (*each)(const store_sending *sending, const char *name,
                                        void *context),
                           void *context)
{
    struct sending_query query = {.each = each, .context = context};

    return store_query(self, list_sendings, (sql_value[]){sql_text(sender)}, 1, on_sending, &query);
}
