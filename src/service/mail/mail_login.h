/* mail_login.h - identifies the sender of a mail by the recipient address, which has a token that
 * the server has made for an account (mailer.h). The header From proves nothing. */
#ifndef SERVICE_MAIL_LOGIN_H
#define SERVICE_MAIL_LOGIN_H

#include "mail/address.h"
#include "service/accounts/accounts.h"
#include "service/mail/mailer.h"

struct mail_login {
    enum mail_token_status token_status;
    struct login login;              /* unless MAIL_TOKEN_INVALID */
    char address[MAIL_ADDRESS_SIZE]; /* of the account */
    int64_t expires_ms;
};

/* Checks a token and finds its account. PAUA_OK, or why the store cannot be read. */
paua_status mail_login_find(struct mailer *mailer, const char *token, struct mail_login *out);

/* Identifies the sender of "Authorization: Mail TOKEN", like accounts_identify(). The token counts
 * only in requests from this machine that are commands or calls of commands: whoever has such an
 * address can do what commands can do, and nothing else. */
paua_status mail_identify(void *mailer, const http_request *request, const char *token,
                          struct login *out);

#endif /* SERVICE_MAIL_LOGIN_H */
