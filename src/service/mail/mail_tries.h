/* mail_tries.h - how many mails go out because somebody asks for them: nobody can have the server
 * write to others without end. Addresses that differ in case alone are the same. */
#ifndef SERVICE_MAIL_TRIES_H
#define SERVICE_MAIL_TRIES_H

#include <stdbool.h>

#include "service/core/tries.h"

/* Seconds until an account may have a code sent to this address; 0: now. Then it is counted. */
int mail_tries_code_wait(struct tries *mails, const char *account, const char *address);
void mail_tries_add_code(struct tries *mails, const char *account, const char *address);

/* Counts a mail to an address, or ("") to any. False: there were as many as may be in an hour. */
bool mail_tries_take(struct tries *mails, const char *whom, int most);

#endif /* SERVICE_MAIL_TRIES_H */
