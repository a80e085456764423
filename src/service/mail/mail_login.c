/* mail_login.c - identifies the account of a token in an address. */
#include "service/mail/mail_login.h"

#include <stdio.h>
#include <string.h>

#include "service/core/env.h"
#include "service/mail/mailer.h"

struct token_reading {
    struct mailer *mailer;
    const char *token;
    struct mail_login *out;
};

static void on_account(const store_account *account, void *context)
{
    struct token_reading *reading = context;
    struct mail_login *out = reading->out;
    char associated_data[MAILER_ASSOCIATED_DATA_SIZE];

    mailer_associated_data(account, associated_data);
    out->token_status =
        mailer_check_token(reading->mailer, MAIL_REPLY, reading->token, associated_data);
    if (out->token_status == MAIL_TOKEN_INVALID)
        return;
    snprintf(out->login.account, sizeof out->login.account, "%s", account->id);
    snprintf(out->login.name, sizeof out->login.name, "%s", account->name);
    out->login.kind = STORE_SESSION;
    out->login.expires_ms = out->expires_ms;
    snprintf(out->address, sizeof out->address, "%s", account->mail);
}

paua_status mail_login_find(struct mailer *mailer, const char *token, struct mail_login *out)
{
    struct token_reading reading = {mailer, token, out};
    struct mail_token_payload payload;

    *out = (struct mail_login){.token_status = MAIL_TOKEN_INVALID};
    if (!mailer_enabled(mailer) || !mail_token_read(token, &payload))
        return PAUA_OK;
    out->expires_ms = payload.expires_ms;
    paua_status status =
        store_account_by_id(mailer_env(mailer)->store, payload.account, on_account, &reading);
    return status == PAUA_ERROR_NOT_FOUND ? PAUA_OK : status;
}

paua_status mail_identify(void *mailer, const http_request *request, const char *token,
                          struct login *out)
{
    struct mail_login found;

    if (!http_is_local(request) ||
        !(http_is_call(request) || strcmp(http_path(request), "/api/1/command") == 0))
        return PAUA_OK;
    paua_status status = mail_login_find(mailer, token, &found);
    if (status == PAUA_OK && found.token_status == MAIL_TOKEN_VALID)
        *out = found.login;
    return status;
}
