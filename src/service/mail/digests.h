/* digests.h - "Your turn in four games": one mail for all slow games that wait for somebody,
 * instead of one for each move. */
#ifndef SERVICE_DIGESTS_H
#define SERVICE_DIGESTS_H

struct mailer;

/* Looks at every account with an address, and queues the mails that are due: at most one a day for
 * each account ("daily"), or whenever a turn has begun ("turns"), with reminders and what is lost
 * on time soon. What somebody was told of a turn he is not told again. On the thread of the
 * mailer. */
void digests_queue(struct mailer *mailer);

#endif /* SERVICE_DIGESTS_H */
