/* digests.h - one mail a day for all that is not mailed at once: "Your turn in four games", and
 * what else has happened; and reminders of games that wait for long or are lost on time soon.
 */
#ifndef SERVICE_DIGESTS_H
#define SERVICE_DIGESTS_H

struct mailer;

/* Queues the digests that are due, of all accounts with an address: at most one a day; and the
 * reminders that are mailed at once. Each turn is notified once. On the thread of mail_events.h. */
void digests_queue(struct mailer *mailer);

#endif /* SERVICE_DIGESTS_H */
