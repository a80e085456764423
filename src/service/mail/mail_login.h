/* mail_login.h - who has sent a mail: whoever knows an address that the server has signed for an
 * account (mailer.h). What From says counts for nothing. */
#ifndef SERVICE_MAIL_LOGIN_H
#define SERVICE_MAIL_LOGIN_H

#include "mail/address.h"
#include "service/accounts/accounts.h"
#include "service/mail/mailer.h"

struct mail_login {
    enum mailer_code code;           /* whether the server has signed it, and it is still good */
    struct login login;              /* of CODE_GOOD and CODE_EXPIRED */
    char address[MAIL_ADDRESS_SIZE]; /* of the account */
    int64_t expires_ms;
};

/* Looks at a token. Returns PAUA_OK, or why the store cannot be read. */
paua_status mail_login_find(struct mailer *mailer, const char *token, struct mail_login *out);

/* The sender of a request with "Authorization: Mail TOKEN": nobody, but where the request comes
 * from this machine and gives a command, or is a call of one. So whoever has such an address can do
 * what commands can do, and nothing else. As accounts_identify(). */
paua_status mail_identify(void *mailer, const http_request *request, const char *token,
                          struct login *out);

#endif /* SERVICE_MAIL_LOGIN_H */
