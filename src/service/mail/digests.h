/* digests.h - "Your turn in four games": one mail for all correspondence games in which it is the
 * turn of an account, instead of one for each move. */
#ifndef SERVICE_DIGESTS_H
#define SERVICE_DIGESTS_H

struct mailer;

/* Queues the digests that are due, of all accounts with an address: at most one a day ("daily"), or
 * one for each new turn ("turns"); also reminders and games that will be lost on time soon. Each
 * turn is notified once. On the thread of the mailer. */
void digests_queue(struct mailer *mailer);

#endif /* SERVICE_DIGESTS_H */
