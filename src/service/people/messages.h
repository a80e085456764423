/* messages.h - messages between accounts, and the protection from abuse: limits, blocks, reports.
 *
 * A blocked account does not learn that it is blocked: its messages are stored in its own box
 * alone, its challenges and chats get the answers that others get for other reasons.
 */
#ifndef SERVICE_MESSAGES_H
#define SERVICE_MESSAGES_H

#include <jansson.h>

#include "http/http.h"
#include "store/tables/messages.h"

/* Characters of a message, which may have several lines, and of a report. */
#define MESSAGE_TEXT_MAX 1000
#define REPORT_TEXT_MAX  500

/* How much one account may send. A stranger is somebody from whom its box has no message. */
#define MESSAGES_MINUTE    10 /* messages in a minute */
#define MESSAGES_STRANGER  3  /* in a day to one stranger */
#define MESSAGES_STRANGERS 20 /* in a day to all strangers */
#define REPORTS_HOUR       10 /* reports in an hour */

#define MESSAGES_KEPT 2000 /* in a box; older ones are removed */

struct messages;
struct env;

/* NULL: out of memory. */
struct messages *messages_new(struct env *env);
void messages_free(struct messages *self); /* NULL is allowed */

/* Whether the account may send one more message to another, by what the store has of all servers:
 * what was not stored does not count. False: the request has its response. */
bool messages_admit(struct messages *self, http_request *request, const char *account,
                    const char *to);
/* Counts a message that the batch sends, and lets the batch conflict where messages_admit() would
 * refuse it: others may have been admitted at the same moment. */
void messages_count(struct messages *self, store_batch *batch, const store_message *message);
/* The same for a report, which counts as it is stored. */
bool messages_admit_report(struct messages *self, http_request *request, const char *account);
bool messages_expect_few_reports(store_batch *batch, const char *account);

/* The next number for a message, larger than all before, also after a restart. No two servers with
 * one store use the same. */
int64_t messages_number(struct messages *self);
/* The next number for a notice (notices.h). Notices are not stored, and a server that is killed has
 * not saved the running time since its last write, so these numbers go by the date. */
int64_t messages_notice_number(struct messages *self);

/* Whether a number is one of this server, not of another one with the same store. */
bool messages_number_is_own(struct messages *self, int64_t number);
/* Notes the number of a message of another server: the numbers of this one become larger. */
void messages_note_number(struct messages *self, int64_t number);

/* A message as its owner sees it. NULL: out of memory. */
json_t *message_json(const store_message *message);

/* Adds the messages of an account, what it has sent within a day, its blocks, reports and
 * subscriptions to its export. PAUA_OK, or why the store cannot be read. */
paua_status messages_export(struct messages *self, const char *account, json_t *to);

#endif /* SERVICE_MESSAGES_H */
