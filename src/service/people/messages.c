/* messages.c - limits, numbers and JSON of messages and reports. */
#include "service/people/messages.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "service/core/date.h"
#include "service/core/env.h"
#include "service/core/response.h"
#include "store/core/change_feed.h"
#include "store/tables/rows.h"
#include "store/tables/sendings.h"
#include "store/tables/strangers.h"
#include "store/tables/subscriptions.h"

#define MINUTE_MS ((int64_t)60 * 1000)
#define HOUR_MS   (60 * MINUTE_MS)
#define DAY_MS    (24 * HOUR_MS)

/* Retry-After of a refusal: the store says that there are too many, not for how long. */
#define STRANGERS_RETRY_SECONDS 3600
#define MINUTE_RETRY_SECONDS    60
#define REPORTS_RETRY_SECONDS   3600

static const store_writing_limits writing_limits = {
    .one = MESSAGES_STRANGER, .all = MESSAGES_STRANGERS, .recent = MESSAGES_MINUTE};

/* The numbers of one server in a millisecond, and of all. A server that needs more continues with
 * those of the next millisecond. */
#define NUMBERS_PER_SLOT 16
#define NUMBERS_PER_MS   (STORE_SLOTS * NUMBERS_PER_SLOT)

struct messages {
    struct env *env;
    _Atomic int64_t last_number; /* of a message or report */
    _Atomic int64_t last_notice; /* of a notice */
};

struct messages *messages_new(struct env *env)
{
    struct messages *self = calloc(1, sizeof *self);

    if (self)
        self->env = env;
    return self;
}

void messages_free(struct messages *self)
{
    free(self);
}

static bool on_newest(const store_message *message, void *context)
{
    messages_note_number(context, message->number);
    return false;
}

/* Makes the next number larger than that of any message between two accounts, also of another
 * server. */
static paua_status note_newest(struct messages *self, const char *account, const char *other)
{
    return store_messages(self->env->store, account, other, 0, INT_MAX, NULL, on_newest, self);
}

/* What an account has written to another, of what counts now. */
static store_writing recent_writing(const char *account, const char *to)
{
    const int64_t now_ms = env_now_ms();

    return (store_writing){account, to, now_ms - DAY_MS, now_ms + SENDING_DATES_DIFFER_MS,
                           now_ms - MINUTE_MS};
}

void messages_count(struct messages *self, store_batch *batch, const store_message *message)
{
    const store_writing writing = recent_writing(message->owner, message->peer);
    char id[24];

    snprintf(id, sizeof id, "%lld", (long long)message->number);
    batch_trim_known_messages(batch, message->owner, env_due_ms(self->env) - SENDING_KNOWN_KEPT_MS);
    batch_expect_writing(batch, &writing, &writing_limits);
    batch_add_sending(batch, &(store_sending){.sender = message->owner,
                                              .recipient = message->peer,
                                              .kind = STORE_SENDING_MESSAGE,
                                              .at_ms = message->at_ms,
                                              .id = id});
}

bool messages_admit(struct messages *self, http_request *request, const char *account,
                    const char *to)
{
    const store_writing writing = recent_writing(account, to);
    store_writing_counts counts;

    paua_status status = store_writing_count(self->env->store, &writing, &counts);
    if (status == PAUA_OK)
        status = note_newest(self, account, to);
    if (status != PAUA_OK) {
        respond_read_error(request, status);
        return false;
    }
    if (counts.recent >= MESSAGES_MINUTE) {
        respond_too_many(request, "too many messages", MINUTE_RETRY_SECONDS);
        return false;
    }
    if (counts.known || (counts.one < MESSAGES_STRANGER && counts.all < MESSAGES_STRANGERS))
        return true;
    http_add_retry_after(request, STRANGERS_RETRY_SECONDS);
    respond_error(request, 429, "too_many", "too many messages to %s who %s not answered",
                  counts.one < MESSAGES_STRANGER ? "people" : "somebody",
                  counts.one < MESSAGES_STRANGER ? "have" : "has");
    return false;
}

/* The reports of an account that count now. */
static store_reporting recent_reports(const char *account)
{
    const int64_t now_ms = env_now_ms();

    return (store_reporting){account, now_ms - HOUR_MS, now_ms + SENDING_DATES_DIFFER_MS,
                             REPORTS_HOUR};
}

bool messages_expect_few_reports(store_batch *batch, const char *account)
{
    const store_reporting reporting = recent_reports(account);

    return batch_expect_few_reports(batch, &reporting);
}

bool messages_admit_report(struct messages *self, http_request *request, const char *account)
{
    const store_reporting reporting = recent_reports(account);
    bool few;

    paua_status status = store_reports_are_few(self->env->store, &reporting, &few);
    if (status != PAUA_OK) {
        respond_read_error(request, status);
        return false;
    }
    if (few)
        return true;
    respond_too_many(request, "too many reports", REPORTS_RETRY_SECONDS);
    return false;
}

/* The first number of a server in a millisecond. */
static int64_t first_number(int64_t ms, int slot)
{
    return ms * NUMBERS_PER_MS + slot * NUMBERS_PER_SLOT;
}

bool messages_number_is_own(struct messages *self, int64_t number)
{
    return number % NUMBERS_PER_MS / NUMBERS_PER_SLOT == store_slot(self->env->store);
}

/* The number after the last one, as of this time. */
static int64_t next_number(struct messages *self, _Atomic int64_t *number, int64_t now_ms)
{
    const int slot = store_slot(self->env->store);
    int64_t last = atomic_load(number), next;

    do {
        const int64_t last_ms = last / NUMBERS_PER_MS;
        const bool more =
            messages_number_is_own(self, last) && last % NUMBERS_PER_SLOT < NUMBERS_PER_SLOT - 1;

        if (now_ms > last_ms)
            next = first_number(now_ms, slot);
        else
            next = more ? last + 1 : first_number(last_ms + 1, slot);
    } while (!atomic_compare_exchange_weak(number, &last, next));
    return next;
}

int64_t messages_number(struct messages *self)
{
    return next_number(self, &self->last_number, env_running_ms(self->env));
}

int64_t messages_notice_number(struct messages *self)
{
    return next_number(self, &self->last_notice, env_now_ms());
}

void messages_note_number(struct messages *self, int64_t number)
{
    _Atomic int64_t *own = &self->last_number;
    int64_t last = atomic_load(own);

    while (number > last && !atomic_compare_exchange_weak(own, &last, number))
        ;
}

json_t *message_json(const store_message *message)
{
    return json_pack("{s:I,s:o,s:b,s:b,s:s}", "number", (json_int_t)message->number, "at",
                     date_json(message->at_ms), "sent", (int)message->sent, "unread",
                     (int)!message->seen, "text", message->text);
}

static bool export_conversation(const store_message *last, const store_account *peer, int unseen,
                                void *context)
{
    (void)last, (void)unseen;
    json_array_append_new(context, json_pack("{s:s,s:s}", "name", peer->name, "id", peer->id));
    return true;
}

static bool export_message(const store_message *message, void *context)
{
    json_array_append_new(context, message_json(message));
    return true;
}

static bool export_block(const store_account *blocked, int64_t at_ms, void *context)
{
    (void)at_ms;
    json_array_append_new(context, json_string(blocked->name));
    return true;
}

static bool export_report(const store_report *report, void *context)
{
    json_array_append_new(context,
                          json_pack("{s:I,s:o,s:s,s:s,s:s}", "number", (json_int_t)report->number,
                                    "at", date_json(report->at_ms), "name", report->name, "quote",
                                    report->quote, "text", report->text));
    return true;
}

static bool export_sending(const store_sending *sending, const char *name, void *context)
{
    const bool is_message = sending->kind == STORE_SENDING_MESSAGE;

    json_array_append_new(context,
                          json_pack("{s:o,s:s,s:s}", "at", date_json(sending->at_ms), "kind",
                                    is_message ? "message" : "challenge", "name", name));
    return true;
}

static bool export_game(const char *game, int64_t since_ms, void *context)
{
    (void)since_ms;
    json_array_append_new(context, json_string(game));
    return true;
}

paua_status messages_export(struct messages *self, const char *account, json_t *to)
{
    store *db = self->env->store;
    json_t *list = json_array(), *sent = json_array(), *blocks = json_array(),
           *reports = json_array(), *games = json_array(), *one;
    paua_status status =
        store_conversations(db, account, 0, INT_MAX, NULL, export_conversation, list);
    size_t i;

    if (status == PAUA_OK)
        status = store_sendings(db, account, export_sending, sent);
    if (status == PAUA_OK)
        status = store_blocks(db, account, export_block, blocks);
    if (status == PAUA_OK)
        status = store_reports(db, account, false, 0, INT_MAX, export_report, reports);
    if (status == PAUA_OK)
        status = store_subscriptions(db, account, export_game, games);

    json_array_foreach(list, i, one)
    {
        const char *peer = json_string_value(json_object_get(one, "id"));
        json_t *messages = json_array();

        if (status == PAUA_OK)
            status =
                peer ? store_messages(db, account, peer, 0, INT_MAX, NULL, export_message, messages)
                     : PAUA_ERROR_NO_MEMORY;
        json_object_set_new(one, "messages", messages);
        json_object_del(one, "id");
    }
    json_object_set_new(to, store_tables[STORE_TABLE_MESSAGE].exported, list);
    json_object_set_new(to, store_tables[STORE_TABLE_SENDING].exported, sent);
    json_object_set_new(to, store_tables[STORE_TABLE_BLOCK].exported, blocks);
    json_object_set_new(to, store_tables[STORE_TABLE_REPORT].exported, reports);
    json_object_set_new(to, store_tables[STORE_TABLE_SUBSCRIPTION].exported, games);
    return status;
}
