/* message_batch.c - adds what people write, block and report to batches. */
#include "store/core/change.h"

#define OFFSET(member) offsetof(struct store_change, member)
#define COUNT(offsets) (sizeof(offsets) / sizeof *(offsets))

/* Adds a change of messages or blocks. */
static bool add_change(store_batch *batch, enum change_kind kind, const store_message *message)
{
    static const size_t texts[] = {OFFSET(message.owner), OFFSET(message.peer),
                                   OFFSET(message.text)};
    struct store_change change = {.kind = kind, .message = *message};

    return batch_add(batch, &change, texts, COUNT(texts));
}

bool batch_add_message(store_batch *batch, const store_message *message)
{
    return add_change(batch, CHANGE_ADD_MESSAGE, message);
}

bool batch_mark_messages(store_batch *batch, const char *owner, const char *peer, int64_t number)
{
    return add_change(batch, CHANGE_MARK_MESSAGES,
                      &(store_message){.owner = owner, .peer = peer, .number = number});
}

bool batch_remove_messages(store_batch *batch, const char *owner, const char *peer, int64_t number)
{
    return add_change(batch, CHANGE_REMOVE_MESSAGES,
                      &(store_message){.owner = owner, .peer = peer, .number = number});
}

bool batch_trim_messages(store_batch *batch, const char *owner, int most)
{
    return add_change(batch, CHANGE_TRIM_MESSAGES,
                      &(store_message){.owner = owner, .number = most});
}

bool batch_erase_message(store_batch *batch, int64_t number)
{
    return add_change(batch, CHANGE_ERASE_MESSAGE, &(store_message){.number = number});
}

bool batch_add_block(store_batch *batch, const char *account, const char *blocked, int64_t at_ms)
{
    return add_change(batch, CHANGE_ADD_BLOCK,
                      &(store_message){.owner = account, .peer = blocked, .at_ms = at_ms});
}

bool batch_remove_block(store_batch *batch, const char *account, const char *blocked)
{
    return add_change(batch, CHANGE_REMOVE_BLOCK,
                      &(store_message){.owner = account, .peer = blocked});
}

bool batch_expect_no_block(store_batch *batch, const char *account, const char *other)
{
    return add_change(batch, CHANGE_EXPECT_NO_BLOCK,
                      &(store_message){.owner = account, .peer = other});
}

/* Adds a change of a report. */
static bool add_report(store_batch *batch, enum change_kind kind, const store_complaint *report)
{
    static const size_t texts[] = {OFFSET(report.reporter), OFFSET(report.accused),
                                   OFFSET(report.name),     OFFSET(report.game),
                                   OFFSET(report.quote),    OFFSET(report.text)};
    struct store_change change = {.kind = kind, .report = *report};

    return batch_add(batch, &change, texts, COUNT(texts));
}

bool batch_add_report(store_batch *batch, const store_complaint *report)
{
    return add_report(batch, CHANGE_ADD_REPORT, report);
}

bool batch_close_report(store_batch *batch, int64_t number, int64_t at_ms)
{
    return add_report(batch, CHANGE_CLOSE_REPORT,
                      &(store_complaint){.number = number, .closed_ms = at_ms});
}
