/* messages.c - the tables of messages and reports; blocks.c has that of blocks. */
#include "store/tables/messages.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "store/core/access.h"
#include "store/core/change.h"
#include "store/tables/checksum.h"
#include "store/tables/rows.h"

#define MESSAGE_COLUMNS                                                                            \
    "message.owner, message.number, message.peer, message.sent, message.at, message.seen,"         \
    " message.text, message.sum"
enum { MESSAGE_COLUMN_COUNT = 8 };

/* The column "sent" is 0 for a message that came, 1 for one that the owner has sent, or the key
 * that it was sent with. */
#define OF_KEY " FROM message WHERE owner = ?1 AND peer = ?2 AND sent = ?3"

#define ACCOUNT_COLUMNS "account.id, account.name, account.lookup, account.created, account.closed"

#define REPORT_COLUMNS                                                                             \
    "number, reporter, accused, name, message, game, event, quote, text, at, closed, sum"

static const char add_message[] =
    "INSERT INTO message (owner, number, peer, sent, at, seen, text, sum)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING RETURNING number";
static const char expect_new_message[] = "SELECT 1 AS free WHERE NOT EXISTS (SELECT 1" OF_KEY ")";
static const char mark_messages[] = "UPDATE message SET seen = 1"
                                    " WHERE owner = ?1 AND peer = ?2 AND number <= ?3 AND seen = 0";
static const char remove_message[] =
    "DELETE FROM message WHERE owner = ?1 AND peer = ?2 AND number = ?3";
static const char remove_conversation[] = "DELETE FROM message WHERE owner = ?1 AND peer = ?2";
static const char trim_messages[] =
    "DELETE FROM message WHERE owner = ?1 AND number <="
    " (SELECT number FROM message WHERE owner = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)";
static const char erase_message[] = "DELETE FROM message WHERE number = ?1 RETURNING number";

static const char add_report[] = "INSERT INTO report (" REPORT_COLUMNS ")"
                                 " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)"
                                 " ON CONFLICT DO NOTHING RETURNING number";
static const char close_report[] =
    "UPDATE report SET closed = ?2 WHERE number = ?1 AND closed = 0 RETURNING number";

#define CONVERSATIONS                                                                              \
    "SELECT " MESSAGE_COLUMNS ", " ACCOUNT_COLUMNS ","                                             \
    " (SELECT count(*) FROM message AS new WHERE new.owner = message.owner"                        \
    " AND new.peer = message.peer AND new.seen = 0)"                                               \
    " FROM message JOIN account ON account.id = message.peer WHERE message.owner = ?1"
static const char list_conversations[] =
    CONVERSATIONS " AND message.number IN"
                  " (SELECT max(number) FROM message WHERE owner = ?1 GROUP BY peer)"
                  " AND (?2 = 0 OR message.number < ?2) ORDER BY message.number DESC LIMIT ?3";
/* The messages before number ?2 in its conversation. */
static const char list_stand_ins[] =
    CONVERSATIONS " AND message.number < ?2 AND message.peer ="
                  " (SELECT peer FROM message WHERE owner = ?1 AND number = ?2)"
                  " ORDER BY message.number DESC";
static const char list_messages[] =
    "SELECT " MESSAGE_COLUMNS " FROM message WHERE owner = ?1 AND (?2 = 0 OR number < ?2)"
    " ORDER BY number DESC LIMIT ?3";
static const char list_conversation[] =
    "SELECT " MESSAGE_COLUMNS " FROM message WHERE owner = ?1 AND (?2 = 0 OR number < ?2)"
    " AND peer = ?4 ORDER BY number DESC LIMIT ?3";
static const char list_written[] =
    "SELECT " MESSAGE_COLUMNS " FROM message WHERE peer = ?1 AND sent = 0"
    " AND (?2 = 0 OR number < ?2) ORDER BY number DESC LIMIT ?3";
static const char find_message[] =
    "SELECT " MESSAGE_COLUMNS " FROM message WHERE owner = ?1 AND number = ?2";
static const char find_key[] = "SELECT " MESSAGE_COLUMNS OF_KEY;
static const char all_messages[] = "SELECT " MESSAGE_COLUMNS " FROM message";
static const char count_unseen[] = "SELECT count(*) FROM message WHERE owner = ?1 AND seen = 0";
static const char list_reports[] =
    "SELECT " REPORT_COLUMNS " FROM report WHERE (?1 = '' OR reporter = ?1)"
    " AND (?2 = 0 OR closed = 0) AND number > ?3 ORDER BY number LIMIT ?4";

/* Of what never changes of a message in a box. */
static int64_t message_checksum(const store_message *message)
{
    uint64_t sum = checksum_add_text(CHECKSUM_MESSAGE, message->owner);

    sum = checksum_add_text(sum, message->peer);
    sum = checksum_add_number(sum, message->number);
    sum = checksum_add_number(sum, message->sent);
    sum = checksum_add_number(sum, message->at_ms);
    return (int64_t)checksum_add_text(sum, message->text);
}

/* Of what never changes of a report. */
static int64_t report_checksum(const store_report *report)
{
    uint64_t sum = checksum_add_text(CHECKSUM_REPORT, report->reporter);

    sum = checksum_add_number(sum, report->number);
    sum = checksum_add_text(sum, report->accused);
    sum = checksum_add_text(sum, report->name);
    sum = checksum_add_number(sum, report->message);
    sum = checksum_add_text(sum, report->game);
    sum = checksum_add_number(sum, report->event);
    sum = checksum_add_text(sum, report->quote);
    sum = checksum_add_text(sum, report->text);
    return (int64_t)checksum_add_number(sum, report->at_ms);
}

static paua_status perform_message(struct sql *sql, const store_message *message)
{
    const sql_value values[] = {
        sql_text(message->owner),    sql_integer(message->number),
        sql_text(message->peer),     sql_integer(message->key ? message->key : message->sent),
        sql_integer(message->at_ms), sql_integer(message->seen),
        sql_text(message->text),     sql_integer(message_checksum(message)),
    };

    return sql_change(sql, add_message, values, ARRAY_COUNT(values));
}

static paua_status perform_report(struct sql *sql, const store_report *report)
{
    const sql_value values[] = {
        sql_integer(report->number),    sql_text(report->reporter),
        sql_text(report->accused),      sql_text(report->name),
        sql_integer(report->message),   sql_text(report->game),
        sql_integer(report->event),     sql_text(report->quote),
        sql_text(report->text),         sql_integer(report->at_ms),
        sql_integer(report->closed_ms), sql_integer(report_checksum(report)),
    };

    return sql_change(sql, add_report, values, ARRAY_COUNT(values));
}

struct message_change {
    struct store_change base;
    enum message_change_kind {
        ADD_MESSAGE,
        EXPECT_NEW_MESSAGE, /* from `owner` to `peer` with `key` of `message` */
        MARK_MESSAGES,
        REMOVE_MESSAGE,
        REMOVE_CONVERSATION,
        TRIM_MESSAGES, /* to `number` of `message` */
        ERASE_MESSAGE
    } kind;
    store_message message;
};

static paua_status perform_box(struct sql *sql, const struct store_change *base)
{
    const struct message_change *change = (const struct message_change *)base;
    const store_message *message = &change->message;
    const sql_value of_box[] = {sql_text(message->owner), sql_text(message->peer),
                                sql_integer(message->number)};

    switch (change->kind) {
    case ADD_MESSAGE:
        return perform_message(sql, message);
    case EXPECT_NEW_MESSAGE:
        return sql_change(sql, expect_new_message,
                          (sql_value[]){of_box[0], of_box[1], sql_integer(message->key)}, 3);
    case MARK_MESSAGES:
        return sql_run(sql, mark_messages, of_box, ARRAY_COUNT(of_box), NULL, NULL);
    case REMOVE_MESSAGE:
        return sql_run(sql, remove_message, of_box, ARRAY_COUNT(of_box), NULL, NULL);
    case REMOVE_CONVERSATION:
        return sql_run(sql, remove_conversation, of_box, 2, NULL, NULL);
    case TRIM_MESSAGES:
        return sql_run(sql, trim_messages, (sql_value[]){of_box[0], of_box[2]}, 2, NULL, NULL);
    case ERASE_MESSAGE:
        return sql_change(sql, erase_message, &of_box[2], 1);
    }
    return PAUA_OK;
}

/* Other servers need to know of a message that an account has got. */
static bool describe_box(const struct store_change *base, store_cluster_change *out)
{
    const struct message_change *change = (const struct message_change *)base;

    out->number = change->message.number;
    switch (change->kind) {
    case ADD_MESSAGE:
        return !change->message.sent &&
               store_announce(STORE_TABLE_MESSAGE, change->message.owner, out);
    case EXPECT_NEW_MESSAGE:
    case MARK_MESSAGES:
    case REMOVE_MESSAGE:
    case REMOVE_CONVERSATION:
    case TRIM_MESSAGES:
    case ERASE_MESSAGE:
        return false;
    }
    return false;
}

struct report_change {
    struct store_change base;
    bool closes;
    store_report report;
};

static paua_status perform_report_change(struct sql *sql, const struct store_change *base)
{
    const struct report_change *change = (const struct report_change *)base;
    const sql_value closing[] = {sql_integer(change->report.number),
                                 sql_integer(change->report.closed_ms)};

    return change->closes ? sql_change(sql, close_report, closing, ARRAY_COUNT(closing))
                          : perform_report(sql, &change->report);
}

/* Callbacks for the rows of a query; those that are not wanted are NULL. */
struct message_query {
    bool found;
    int rows, damaged; /* of messages: all, and those of them that are left out */
    int64_t last;      /* the number of the last row with a message, damaged or not */
    bool ended;        /* each_conversation() wants no more */
    int *number;
    void (*found_message)(const store_message *message, void *context);
    bool (*each_message)(const store_message *message, void *context);
    bool (*each_conversation)(const store_message *last, const store_account *peer, int unseen,
                              void *context);
    bool (*each_report)(const store_report *report, void *context);
    void *context;
};

/* The message in MESSAGE_COLUMNS. False: it is damaged. */
static bool message_of_row(const struct sql_row *row, struct message_query *query,
                           store_message *out)
{
    *out = (store_message){
        .owner = sql_row_text(row, 0),
        .number = sql_row_integer(row, 1),
        .peer = sql_row_text(row, 2),
        .sent = sql_row_integer(row, 3) != 0,
        .key = sql_row_integer(row, 3) > 1 ? sql_row_integer(row, 3) : 0,
        .at_ms = sql_row_integer(row, 4),
        .seen = sql_row_integer(row, 5) != 0,
        .text = sql_row_text(row, 6),
    };
    query->rows++;
    query->last = out->number;
    bool intact = message_checksum(out) == sql_row_integer(row, 7);
    query->damaged += !intact;
    return intact;
}

/* The account in ACCOUNT_COLUMNS from column `i` on. */
static store_account account_of_row(const struct sql_row *row, int i)
{
    return (store_account){
        .id = sql_row_text(row, i),
        .name = sql_row_text(row, i + 1),
        .key = sql_row_text(row, i + 2),
        .password = "",
        .mail = "",
        .settings = "",
        .created_ms = sql_row_integer(row, i + 3),
        .closed_ms = sql_row_integer(row, i + 4),
    };
}

static bool on_message(const struct sql_row *row, void *context)
{
    struct message_query *query = context;
    store_message message;

    if (!message_of_row(row, query, &message))
        return true;
    query->found = true;
    if (query->each_message)
        return query->each_message(&message, query->context);
    if (query->found_message)
        query->found_message(&message, query->context);
    return true;
}

/* A message that stands for its conversation. */
static void show_conversation(const struct sql_row *row, struct message_query *query,
                              const store_message *message)
{
    const store_account peer = account_of_row(row, MESSAGE_COLUMN_COUNT);
    const int unseen = (int)sql_row_integer(row, MESSAGE_COLUMN_COUNT + 5);

    query->ended = !query->each_conversation(message, &peer, unseen, query->context);
}

/* Ends the reading at a damaged message, too: another one of its conversation is to be read. */
static bool on_conversation(const struct sql_row *row, void *context)
{
    struct message_query *query = context;
    store_message message;

    if (!message_of_row(row, query, &message))
        return false;
    show_conversation(row, query, &message);
    return !query->ended;
}

/* Ends the reading at the first message that is not damaged. */
static bool on_stand_in(const struct sql_row *row, void *context)
{
    struct message_query *query = context;
    store_message message;

    if (!message_of_row(row, query, &message))
        return true;
    show_conversation(row, query, &message);
    return false;
}

static bool on_number(const struct sql_row *row, void *context)
{
    struct message_query *query = context;

    *query->number = (int)sql_row_integer(row, 0);
    return false;
}

static bool on_report(const struct sql_row *row, void *context)
{
    struct message_query *query = context;
    const store_report report = {
        .number = sql_row_integer(row, 0),
        .reporter = sql_row_text(row, 1),
        .accused = sql_row_text(row, 2),
        .name = sql_row_text(row, 3),
        .message = sql_row_integer(row, 4),
        .game = sql_row_text(row, 5),
        .event = sql_row_integer(row, 6),
        .quote = sql_row_text(row, 7),
        .text = sql_row_text(row, 8),
        .at_ms = sql_row_integer(row, 9),
        .closed_ms = sql_row_integer(row, 10),
    };

    if (report_checksum(&report) != sql_row_integer(row, 11)) {
        query->damaged++;
        return true;
    }
    return !query->each_report || query->each_report(&report, query->context);
}

/* `before` of the page after one of at most `most` rows; 0: it was the last. */
static int64_t next_page(const struct message_query *query, int most)
{
    return query->rows >= most ? query->last : 0;
}

/* Shows the newest message of a conversation that is not damaged, if there is one, in place of the
 * last row. */
static paua_status show_stand_in(store *self, const char *owner, struct message_query *query)
{
    struct message_query older = {.each_conversation = query->each_conversation,
                                  .context = query->context};
    const sql_value values[] = {sql_text(owner), sql_integer(query->last)};
    paua_status status = store_query(self, list_stand_ins, values, 2, on_stand_in, &older);

    query->ended = older.ended;
    return status;
}

paua_status store_conversations(store *self, const char *owner, int64_t before, int most,
                                int64_t *next,
                                bool (*each)(const store_message *last, const store_account *peer,
                                             int unseen, void *context),
                                void *context)
{
    struct message_query query = {.each_conversation = each, .context = context};
    paua_status status;
    int damaged;

    do { /* again behind each conversation whose newest message is damaged */
        const sql_value values[] = {sql_text(owner), sql_integer(query.rows ? query.last : before),
                                    sql_integer(most - query.rows)};

        damaged = query.damaged;
        status = store_query(self, list_conversations, values, 3, on_conversation, &query);
        if (status == PAUA_OK && query.damaged > damaged)
            status = show_stand_in(self, owner, &query);
    } while (status == PAUA_OK && query.damaged > damaged && !query.ended && query.rows < most);
    if (next)
        *next = next_page(&query, most);
    return status;
}

paua_status store_messages(store *self, const char *owner, const char *peer, int64_t before,
                           int most, int64_t *next,
                           bool (*each)(const store_message *message, void *context), void *context)
{
    struct message_query query = {.each_message = each, .context = context};
    const sql_value values[] = {sql_text(owner), sql_integer(before), sql_integer(most),
                                sql_text(peer)};

    paua_status status = store_query(self, *peer ? list_conversation : list_messages, values,
                                     *peer ? 4 : 3, on_message, &query);

    if (next)
        *next = next_page(&query, most);
    return status;
}

paua_status store_messages_from(store *self, const char *writer, int64_t before, int most,
                                bool (*each)(const store_message *message, void *context),
                                void *context)
{
    struct message_query query = {.each_message = each, .context = context};

    return store_query(self, list_written,
                       (sql_value[]){sql_text(writer), sql_integer(before), sql_integer(most)}, 3,
                       on_message, &query);
}

paua_status store_message_find(store *self, const char *owner, int64_t number,
                               void (*found)(const store_message *message, void *context),
                               void *context)
{
    struct message_query query = {.found_message = found, .context = context};
    paua_status status =
        store_query(self, find_message, (sql_value[]){sql_text(owner), sql_integer(number)}, 2,
                    on_message, &query);

    return status == PAUA_OK && !query.found ? PAUA_ERROR_NOT_FOUND : status;
}

paua_status store_message_find_key(store *self, const char *owner, const char *peer, int64_t key,
                                   void (*found)(const store_message *message, void *context),
                                   void *context)
{
    struct message_query query = {.found_message = found, .context = context};
    const sql_value values[] = {sql_text(owner), sql_text(peer), sql_integer(key)};
    paua_status status =
        store_query(self, find_key, values, ARRAY_COUNT(values), on_message, &query);

    return status == PAUA_OK && !query.found ? PAUA_ERROR_NOT_FOUND : status;
}

paua_status store_unseen(store *self, const char *owner, int *out)
{
    struct message_query query = {.number = out};

    *out = 0;
    return store_query(self, count_unseen, (sql_value[]){sql_text(owner)}, 1, on_number, &query);
}

paua_status store_reports(store *self, const char *reporter, bool open, int64_t after, int most,
                          bool (*each)(const store_report *report, void *context), void *context)
{
    struct message_query query = {.each_report = each, .context = context};

    return store_query(
        self, list_reports,
        (sql_value[]){sql_text(reporter), sql_integer(open), sql_integer(after), sql_integer(most)},
        4, on_report, &query);
}

/* Reports how many rows of a table are damaged. False: the caller wants no more. */
static bool report_damage(paua_status status, const struct message_query *query, const char *what,
                          bool (*each)(const char *problem, void *context), void *context)
{
    char problem[STORE_MESSAGE_MAX];

    if (status == PAUA_ERROR_CORRUPT)
        snprintf(problem, sizeof problem, "not all %s can be read", what);
    else if (query->damaged)
        snprintf(problem, sizeof problem, "%d %s are not what their checksums say", query->damaged,
                 what);
    else
        return true;
    return each(problem, context);
}

paua_status messages_check_consistency(store *self,
                                       bool (*each)(const char *problem, void *context),
                                       void *context)
{
    struct message_query messages = {.found = false}, reports = {.found = false};
    paua_status status = store_query(self, all_messages, NULL, 0, on_message, &messages);

    if (status == PAUA_ERROR_IO || status == PAUA_ERROR_NO_MEMORY)
        return status;
    bool more = report_damage(status, &messages, "messages", each, context);
    status = store_query(
        self, list_reports,
        (sql_value[]){sql_text(""), sql_integer(0), sql_integer(INT64_MIN), sql_integer(INT64_MAX)},
        4, on_report, &reports);
    if (status == PAUA_ERROR_IO || status == PAUA_ERROR_NO_MEMORY)
        return status;
    if (more)
        report_damage(status, &reports, "reports", each, context);
    return PAUA_OK;
}

/* Adds a change of messages. */
static bool add_change(store_batch *batch, enum message_change_kind kind,
                       const store_message *message)
{
    static const size_t texts[] = {offsetof(struct message_change, message.owner),
                                   offsetof(struct message_change, message.peer),
                                   offsetof(struct message_change, message.text)};
    static const struct change_type type =
        CHANGE_TYPE(message_change, texts, perform_box, describe_box);
    struct message_change change = {.base.type = &type, .kind = kind, .message = *message};

    return batch_add(batch, &change.base);
}

bool batch_add_message(store_batch *batch, const store_message *message)
{
    return add_change(batch, ADD_MESSAGE, message);
}

bool batch_expect_new_message(store_batch *batch, const char *owner, const char *peer, int64_t key)
{
    assert(key > 1);
    return add_change(batch, EXPECT_NEW_MESSAGE,
                      &(store_message){.owner = owner, .peer = peer, .key = key});
}

bool batch_mark_messages(store_batch *batch, const char *owner, const char *peer, int64_t number)
{
    return add_change(batch, MARK_MESSAGES,
                      &(store_message){.owner = owner, .peer = peer, .number = number});
}

bool batch_remove_message(store_batch *batch, const char *owner, const char *peer, int64_t number)
{
    assert(*owner && *peer && number != 0);
    return add_change(batch, REMOVE_MESSAGE,
                      &(store_message){.owner = owner, .peer = peer, .number = number});
}

bool batch_remove_conversation(store_batch *batch, const char *owner, const char *peer)
{
    assert(*owner && *peer);
    return add_change(batch, REMOVE_CONVERSATION, &(store_message){.owner = owner, .peer = peer});
}

bool batch_trim_messages(store_batch *batch, const char *owner, int most)
{
    return add_change(batch, TRIM_MESSAGES, &(store_message){.owner = owner, .number = most});
}

bool batch_erase_message(store_batch *batch, int64_t number)
{
    return add_change(batch, ERASE_MESSAGE, &(store_message){.number = number});
}

/* Adds a report, or its closing. */
static bool add_report_change(store_batch *batch, bool closes, const store_report *report)
{
    static const size_t texts[] = {offsetof(struct report_change, report.reporter),
                                   offsetof(struct report_change, report.accused),
                                   offsetof(struct report_change, report.name),
                                   offsetof(struct report_change, report.game),
                                   offsetof(struct report_change, report.quote),
                                   offsetof(struct report_change, report.text)};
    static const struct change_type type =
        CHANGE_TYPE(report_change, texts, perform_report_change, NULL);
    struct report_change change = {.base.type = &type, .closes = closes, .report = *report};

    return batch_add(batch, &change.base);
}

bool batch_add_report(store_batch *batch, const store_report *report)
{
    return add_report_change(batch, false, report);
}

bool batch_close_report(store_batch *batch, int64_t number, int64_t at_ms)
{
    return add_report_change(batch, true, &(store_report){.number = number, .closed_ms = at_ms});
}
