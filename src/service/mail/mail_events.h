/* mail_events.h - a mail for each event that concerns a player, or a game that he follows: at once,
 * in the digest (digests.h), or not at all, as the player's settings say.
 *
 * An item is stored in the batch of the event (store/tables/mail_items.h): none is lost by a kill.
 * A thread of its own turns the items into mails; the batch that queues the mails removes the item,
 * so that several servers of a store queue each of them once. A player who follows the game on the
 * page at that moment gets no mail about it. Of games with a clock in minutes only challenges,
 * seats, pairings and ends are mailed.
 */
#ifndef SERVICE_MAIL_EVENTS_H
#define SERVICE_MAIL_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "store/core/batch.h"

struct attempts;
struct games;
struct mail_events;
struct mailer;

/* Listens to the games, if the server sends mail; `mails` (mail_attempts.h) limits those of an
 * account: what is above goes into its digest. NULL: out of memory. */
struct mail_events *mail_events_new(struct games *games, struct mailer *mailer,
                                    struct attempts *mails);
/* Starts the thread. False: the system has no thread left. */
bool mail_events_start(struct mail_events *self);
/* Ends the thread; the items stay in the store. NULL is allowed. */
void mail_events_halt(struct mail_events *self);
void mail_events_free(struct mail_events *self); /* NULL is allowed */

/* Adds to the batch of a message that its recipient is to be told. */
void mail_events_add_message(struct mail_events *self, const char *account, int64_t number,
                             store_batch *batch);
/* Wakes the thread after an item was committed. With any lock. */
void mail_events_wake(struct mail_events *self);

#endif /* SERVICE_MAIL_EVENTS_H */
