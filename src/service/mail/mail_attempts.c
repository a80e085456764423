/* mail_attempts.c - counts the mails that people request. */
#include "service/mail/mail_attempts.h"

#include <ctype.h>

#include "mail/address.h"

/* Codes in an hour. */
#define ADDRESS_CODES_MAX 3  /* to an address */
#define ACCOUNT_CODES_MAX 10 /* requested by an account */

enum { CODES_TO, CODES_OF, MAILS_TO }; /* kinds of keys */

/* The key of an address in lower case. */
static uint64_t address_key(const struct attempts *mails, uint64_t kind, const char *address)
{
    char lower[MAIL_ADDRESS_SIZE];
    size_t i = 0;

    for (; address[i] && i + 1 < sizeof lower; i++)
        lower[i] = (char)tolower((unsigned char)address[i]);
    lower[i] = '\0';
    return attempts_key(mails, kind, lower);
}

int mail_attempts_token_wait(struct attempts *mails, const char *account, const char *address)
{
    int to = attempts_wait_seconds(mails, address_key(mails, CODES_TO, address), ADDRESS_CODES_MAX);
    int of =
        attempts_wait_seconds(mails, attempts_key(mails, CODES_OF, account), ACCOUNT_CODES_MAX);

    return to > of ? to : of;
}

void mail_attempts_add_token(struct attempts *mails, const char *account, const char *address)
{
    attempts_add(mails, address_key(mails, CODES_TO, address));
    attempts_add(mails, attempts_key(mails, CODES_OF, account));
}

bool mail_attempts_take(struct attempts *mails, const char *whom, int most)
{
    const uint64_t key = address_key(mails, MAILS_TO, whom);

    if (attempts_wait_seconds(mails, key, most) != 0)
        return false;
    attempts_add(mails, key);
    return true;
}
