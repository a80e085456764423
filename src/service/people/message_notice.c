/* message_notice.c - makes the notice of a message, also from the store. */
#define _GNU_SOURCE
#include "service/people/message_notice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/core/account_name.h"
#include "service/core/date.h"
#include "service/people/messages.h"
#include "service/people/notices.h"
#include "json/json_text.h"

char *message_notice_json(const char *from, const store_message *message)
{
    return json_write_text(json_pack("{s:s,s:I,s:o,s:s}", "from", from, "number",
                                     (json_int_t)message->number, "at", date_json(message->at_ms),
                                     "text", message->text),
                           JSON_COMPACT);
}

/* A message that was found, and who has written it. */
struct found_message {
    store_message message; /* only what the notice says */
    char *text;            /* owned */
    char peer[ACCOUNT_ID_SIZE + 1], name[ACCOUNT_NAME_SIZE];
};

static void on_message(const store_message *message, void *context)
{
    struct found_message *found = context;

    found->message.number = message->number;
    found->message.at_ms = message->at_ms;
    found->text = strdup(message->text);
    snprintf(found->peer, sizeof found->peer, "%s", message->peer);
}

static void on_account(const store_account *account, void *context)
{
    struct found_message *found = context;

    snprintf(found->name, sizeof found->name, "%s", account->name);
}

void message_notice_read(struct messages *messages, struct notices *notices, const char *account,
                         int64_t number)
{
    store *people = messages_store(messages);
    struct found_message found = {.text = NULL};
    char *json = NULL;

    messages_hear_number(messages, number);
    if (!notices_want(notices, account))
        return;
    if (store_message_find(people, account, number, on_message, &found) == PAUA_OK && found.text &&
        store_account_by_id(people, found.peer, on_account, &found) == PAUA_OK) {
        found.message.text = found.text;
        json = message_notice_json(found.name, &found.message);
    }
    if (json)
        notices_message(notices, account, json);
    free(json);
    free(found.text);
}
