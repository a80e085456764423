/* drafts.h - the texts of mails about accounts, for mailer_add(). */
#ifndef SERVICE_DRAFTS_H
#define SERVICE_DRAFTS_H

#include "service/mail/mailer.h"

#define DRAFT_SIZE 2000 /* bytes, with the NUL */

/* Each writes the body and returns the subject. */

/* To a new address: the code that confirms it. */
const char *draft_confirm(const char *name, const char *code, char body[DRAFT_SIZE]);
/* The code for a new password. */
const char *draft_reset(const char *name, const char *code, char body[DRAFT_SIZE]);
/* To the old address: it was replaced by `masked`, or ("") removed. */
const char *draft_moved(const char *name, const char *masked, char body[DRAFT_SIZE]);
/* To the address that was confirmed. */
const char *draft_welcome(const char *name, char body[DRAFT_SIZE]);

/* Each returns the body of an answer to a mail. */

/* The server stopped while it executed the commands of the mail. */
const char *draft_interrupted(void);
/* The recipient address has expired. */
const char *draft_expired(void);
/* The recipient address belongs to no account. */
const char *draft_stranger(void);

#endif /* SERVICE_DRAFTS_H */
