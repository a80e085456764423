/* letters.h - what the server writes to people about their accounts: texts for mailer_add(). */
#ifndef SERVICE_DRAFTS_H
#define SERVICE_DRAFTS_H

#include "service/mail/mailer.h"

#define DRAFT_SIZE 2000 /* bytes, with the NUL */

/* Each writes the body and returns the subject. A code is in those that bring it, in no other. */

/* Whoever reads this can confirm the address for the account. */
const char *draft_confirm(const char *name, const char *code, char body[DRAFT_SIZE]);
/* Whoever reads this can choose a new password. */
const char *draft_reset(const char *name, const char *code, char body[DRAFT_SIZE]);
/* To the address that was, once another one is confirmed or it is removed ("" as `masked`). */
const char *draft_moved(const char *name, const char *masked, char body[DRAFT_SIZE]);
/* To the address that is confirmed now. */
const char *draft_welcome(const char *name, char body[DRAFT_SIZE]);

/* Whole bodies: to a mail whose commands were begun when the server ended; to one that came to an
 * address that has expired; to one of nobody who is known. */
const char *draft_interrupted(void);
const char *draft_expired(void);
const char *draft_stranger(void);

#endif /* SERVICE_DRAFTS_H */
