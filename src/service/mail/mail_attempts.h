/* mail_attempts.h - limits the mails that people request, so that nobody can flood others through
 * the server. Addresses that differ only in case are the same. */
#ifndef SERVICE_MAIL_ATTEMPTS_H
#define SERVICE_MAIL_ATTEMPTS_H

#include <stdbool.h>

#include "service/core/attempts.h"

/* Seconds until an account may request a token for this address, 0: now; and counting the token. */
int mail_attempts_token_wait(struct attempts *mails, const char *account, const char *address);
void mail_attempts_add_token(struct attempts *mails, const char *account, const char *address);

/* Counts a mail to an address, or with "" to all of them. False: `most` were sent in this hour. */
bool mail_attempts_take(struct attempts *mails, const char *whom, int most);

#endif /* SERVICE_MAIL_ATTEMPTS_H */
