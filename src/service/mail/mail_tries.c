/* mail_tries.c - counts the mails that somebody has asked for. */
#include "service/mail/mail_tries.h"

#include <ctype.h>

#include "mail/address.h"

#define ADDRESS_CODES_MAX 3  /* that go to an address in an hour, */
#define ACCOUNT_CODES_MAX 10 /* and those that an account asks for */

enum { CODES_TO, CODES_OF, MAILS_TO }; /* kinds of keys */

static uint64_t address_key(const struct tries *mails, uint64_t kind, const char *address)
{
    char lower[MAIL_ADDRESS_SIZE];
    size_t i = 0;

    for (; address[i] && i + 1 < sizeof lower; i++)
        lower[i] = (char)tolower((unsigned char)address[i]);
    lower[i] = '\0';
    return tries_key(mails, kind, lower);
}

int mail_tries_code_wait(struct tries *mails, const char *account, const char *address)
{
    int to = tries_wait_seconds(mails, address_key(mails, CODES_TO, address), ADDRESS_CODES_MAX);
    int of = tries_wait_seconds(mails, tries_key(mails, CODES_OF, account), ACCOUNT_CODES_MAX);

    return to > of ? to : of;
}

void mail_tries_add_code(struct tries *mails, const char *account, const char *address)
{
    tries_add(mails, address_key(mails, CODES_TO, address));
    tries_add(mails, tries_key(mails, CODES_OF, account));
}

bool mail_tries_take(struct tries *mails, const char *whom, int most)
{
    const uint64_t key = address_key(mails, MAILS_TO, whom);

    if (tries_wait_seconds(mails, key, most) != 0)
        return false;
    tries_add(mails, key);
    return true;
}
