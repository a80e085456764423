/* letters.h - what the server writes to people about their accounts: texts for mailer_add(). */
#ifndef SERVICE_LETTERS_H
#define SERVICE_LETTERS_H

#include "service/mail/mailer.h"

#define LETTER_SIZE 2000 /* bytes, with the NUL */

/* Each writes the body and returns the subject. A code is in those that bring it, in no other. */

/* Whoever reads this can confirm the address for the account. */
const char *letter_confirm(const char *name, const char *code, char body[LETTER_SIZE]);
/* Whoever reads this can choose a new password. */
const char *letter_reset(const char *name, const char *code, char body[LETTER_SIZE]);
/* To the address that was, once another one is confirmed or it is removed ("" as `masked`). */
const char *letter_moved(const char *name, const char *masked, char body[LETTER_SIZE]);
/* To the address that is confirmed now. */
const char *letter_welcome(const char *name, char body[LETTER_SIZE]);

/* Whole bodies: to a mail whose commands were begun when the server ended; to one that came to an
 * address that has expired; to one of nobody who is known. */
const char *letter_interrupted(void);
const char *letter_expired(void);
const char *letter_stranger(void);

#endif /* SERVICE_LETTERS_H */
