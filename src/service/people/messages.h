/* messages.h - what people write to one another, and what protects them: limits, blocks, reports.
 *
 * Who is blocked is not told so: his messages are stored in his own box alone, his challenges and
 * chats are refused with answers that others get for other reasons.
 */
#ifndef SERVICE_MESSAGES_H
#define SERVICE_MESSAGES_H

#include <jansson.h>

#include "http/http.h"
#include "store/tables/messages.h"

#define MESSAGE_TEXT_MAX   1000 /* characters of a message; lines may end in it */
#define MESSAGES_MINUTE    10   /* that an account sends in a minute */
#define MESSAGES_STRANGER  3    /* in a day to somebody who has never written to it */
#define MESSAGES_STRANGERS 20   /* in a day to all of those */
#define MESSAGES_KEPT      2000 /* in a box; older ones are removed */
#define REPORT_TEXT_MAX    500  /* characters */
#define REPORTS_HOUR       10   /* of an account */

struct messages;
struct env;

/* NULL: out of memory. */
struct messages *messages_new(struct env *env);
void messages_free(struct messages *self); /* NULL is allowed */

/* The store that it works with, borrowed. */
store *messages_store(const struct messages *self);

/* Whether the account may send one more message to another, which counts. False: the request has
 * its response. */
bool messages_admit(struct messages *self, http_request *request, const char *account,
                    const char *to);
/* The same for a report. */
bool messages_admit_report(struct messages *self, http_request *request, const char *account);

/* A number for a message, or something else that comes later than what has a smaller number, also
 * after a restart. No two servers with the same store give the same. */
int64_t messages_number(struct messages *self);
/* The same for a notice (notices.h). Nothing of it is stored, and a server that is killed has not
 * saved the running time since its last write: so these go by the date. */
int64_t messages_notice_number(struct messages *self);

/* Whether this server has given such a number, and not another one with the same store. */
bool messages_number_is_own(struct messages *self, int64_t number);
/* One of another server: those of this one are larger from now on. */
void messages_hear_number(struct messages *self, int64_t number);

/* Whether a text has 1 to `most` characters, not only blanks, and no control character but line
 * feeds. */
bool message_text_valid(const char *text, int most);

/* A message as its owner sees it. NULL: out of memory. */
json_t *message_json(const store_message *message);

/* All that an account has written and got, blocked, reported and follows, for its export. False:
 * out of memory, or the store cannot be read. */
bool messages_export(struct messages *self, const char *account, json_t *to);

#endif /* SERVICE_MESSAGES_H */
