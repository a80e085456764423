/* mail_tries.h - how many mails go out because somebody asks for them: nobody can have the server
 * write to others without end. Addresses that differ in case alone are the same. */
#ifndef SERVICE_MAIL_ATTEMPTS_H
#define SERVICE_MAIL_ATTEMPTS_H

#include <stdbool.h>

#include "service/core/attempts.h"

/* Seconds until an account may have a code sent to this address; 0: now. Then it is counted. */
int mail_attempts_code_wait(struct attempts *mails, const char *account, const char *address);
void mail_attempts_add_code(struct attempts *mails, const char *account, const char *address);

/* Counts a mail to an address, or ("") to any. False: there were as many as may be in an hour. */
bool mail_attempts_take(struct attempts *mails, const char *whom, int most);

#endif /* SERVICE_MAIL_ATTEMPTS_H */
