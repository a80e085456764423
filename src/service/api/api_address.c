/* api_address.c - confirms and removes the mail address of an account, and mails a code to people
 * who have forgotten the password. Setting an address needs the password: api_account.c. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mail/address.h"
#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/core/request.h"
#include "service/core/response.h"
#include "service/mail/drafts.h"
#include "store/tables/mail.h"
#include "json/json_text.h"

#define CLIENT_RESETS_MAX  20 /* mails requested by a client in an hour */
#define ACCOUNT_RESETS_MAX 3  /* mails for an account in an hour */
#define WRONG_TOKENS_MAX   20 /* of an account, from a client, in WRONG_PASSWORD_MS */

bool address_require_mail(struct service *service, http_request *request)
{
    if (mailer_enabled(service->mailer))
        return true;
    respond_error(request, 503, "no_mail", "this server sends no mail");
    return false;
}

/* An account with its addresses, and what its tokens are bound to; "" where there is none. */
struct owner {
    char id[ACCOUNT_ID_SIZE + 1], name[ACCOUNT_NAME_SIZE];
    char mail[MAIL_ADDRESS_SIZE], pending[MAIL_ADDRESS_SIZE];
    char associated_data[MAILER_ASSOCIATED_DATA_SIZE];
};

static void on_account(const store_account *account, void *context)
{
    struct owner *owner = context;

    snprintf(owner->id, sizeof owner->id, "%s", account->id);
    snprintf(owner->name, sizeof owner->name, "%s", account->name);
    snprintf(owner->mail, sizeof owner->mail, "%s", account->mail);
    mailer_associated_data(account, owner->associated_data);
}

static void on_pending(const char *address, int64_t requested_ms, void *context)
{
    struct owner *owner = context;

    (void)requested_ms;
    snprintf(owner->pending, sizeof owner->pending, "%s", address);
}

/* Reads both addresses of an account. False: the request has its response. */
static bool read_owner(struct service *service, http_request *request, const char *account,
                       struct owner *out)
{
    *out = (struct owner){.id = ""};
    paua_status status = store_account_by_id(service->env.store, account, on_account, out);
    if (status == PAUA_OK) {
        status = store_pending_address(service->env.store, account, on_pending, out);
        if (status == PAUA_OK || status == PAUA_ERROR_NOT_FOUND) /* none is pending */
            return true;
    }
    respond_read_error(request, status);
    return false;
}

/* Reads "code" from the body. Returns the body, which holds *token and which the caller frees.
 * NULL: the request has its response. */
static json_t *read_token(http_request *request, const char **token)
{
    static const char *const members[] = {"code", NULL};
    struct api_error error;
    json_t *body = request_body_object(request, members, &error);

    if (!body) {
        respond_api_error(request, &error);
        return NULL;
    }
    if (json_require_text(body, "code", token, &error))
        return body;
    json_decref(body);
    respond_api_error(request, &error);
    return NULL;
}

/* Counts a token as wrong until it is checked. False: too many; the request has its response. */
static bool admit_token(struct service *service, http_request *request, const char *account,
                        struct client_attempt *attempt)
{
    char key[sizeof "code " + ACCOUNT_ID_SIZE]; /* not that of the account's wrong passwords */

    snprintf(key, sizeof key, "code %s", account);
    *attempt = client_attempt_of(service->wrong_passwords, http_request_client(request), key);
    int wait = client_attempt_take(service->wrong_passwords, attempt, WRONG_TOKENS_MAX);
    if (wait == 0)
        return true;
    respond_too_many(request, "too many wrong codes", wait);
    return false;
}

/* Adds a mail about the account, to its address. */
static void add_notice(struct service *service, store_batch *batch, const struct owner *owner,
                       const char *subject, const char *body)
{
    mailer_add(service->mailer, batch,
               &(struct mailer_text){.kind = MAILER_NOTICE,
                                     .account = owner->id,
                                     .to = owner->mail,
                                     .subject = subject,
                                     .body = body});
}

/* Adds a mail to the old address of an account. */
static void add_moved(struct service *service, store_batch *batch, const struct owner *owner,
                      const char *masked)
{
    char body[DRAFT_SIZE];
    const char *subject = draft_moved(owner->name, masked, body);

    add_notice(service, batch, owner, subject, body);
}

/* Makes the pending address the one of the account. */
static void confirm_address(struct service *service, http_request *request,
                            const struct owner *owner)
{
    char masked[MAIL_MASKED_SIZE], body[DRAFT_SIZE];
    store_batch *batch = store_batch_new();

    mail_address_mask(owner->pending, masked);
    batch_remove_pending_address(batch, owner->id, owner->pending);
    batch_set_confirmed_address(batch, owner->id, owner->mail, owner->pending);
    if (*owner->mail && strcmp(owner->mail, owner->pending) != 0)
        add_moved(service, batch, owner, masked);

    const char *subject = draft_welcome(owner->name, body);
    mailer_add(service->mailer, batch,
               &(struct mailer_text){.kind = MAILER_DIGEST,
                                     .account = owner->id,
                                     .to = owner->pending,
                                     .subject = subject,
                                     .body = body});

    respond_committed(
        &service->env, request, batch,
        &(struct committed_response){
            .status = 200,
            .on_committed = mailer_on_committed,
            .context = service->mailer,
            .json = json_write_text(json_pack("{s:s}", "address", masked), JSON_COMPACT),
            .conflict_code = "bad_code",
            .conflict = "the code is wrong or has expired"});
}

/* Whether a token is the one for the pending address of an account. */
static bool is_code_of(struct service *service, const char *token, const struct owner *owner)
{
    struct mail_token_payload payload;

    return mail_token_read(token, &payload) && strcmp(payload.account, owner->id) == 0 &&
           mailer_check_token(service->mailer, MAIL_ADDRESS, token, owner->pending) ==
               MAIL_TOKEN_VALID;
}

static void api_confirm_address(http_request *request, void *context)
{
    struct service *service = context;
    struct login login;
    struct owner owner;
    const char *token;
    struct client_attempt attempt;
    json_t *body;

    if (!accounts_require(service->accounts, request, 0, &login) ||
        !address_require_mail(service, request) || !(body = read_token(request, &token)))
        return;
    if (admit_token(service, request, login.account, &attempt)) {
        const bool is_read = read_owner(service, request, login.account, &owner);
        const bool is_right = is_read && is_code_of(service, token, &owner);

        if (!is_read || is_right) /* it was not found to be wrong */
            client_attempt_withdraw(service->wrong_passwords, &attempt);
        if (is_right)
            confirm_address(service, request, &owner);
        else if (is_read)
            respond_error(request, 403, "bad_code", "the code is wrong or has expired");
    }
    json_decref(body);
}

static void on_removed(paua_status status, void *data, void *context)
{
    struct service *service = context;

    mailer_on_committed(status, data, service->mailer);
    if (status == PAUA_ERROR_CONFLICT)
        accounts_forget_logins(service->accounts); /* the account may be closed */
}

static bool on_removal_conflict(http_request *request, void *data, void *context);

/* `tried`: the address in an attempt that conflicted, or NULL. */
static void remove_address(struct service *service, http_request *request, const char *tried)
{
    struct login login;
    struct owner owner;

    if (!accounts_require(service->accounts, request, 0, &login) ||
        !read_owner(service, request, login.account, &owner))
        return;
    char *was = strdup(owner.mail);
    if (!was) {
        respond_no_memory(request);
        return;
    }
    if (tried && strcmp(tried, was) == 0) { /* nothing has changed: it is damaged */
        free(was);
        respond_unwritable(&service->env, request);
        return;
    }
    store_batch *batch = store_batch_new();
    batch_clear_pending_address(batch, owner.id);
    batch_set_confirmed_address(batch, owner.id, owner.mail, "");
    if (*owner.mail && mailer_enabled(service->mailer))
        add_moved(service, batch, &owner, "");
    respond_committed(&service->env, request, batch,
                      &(struct committed_response){.status = 204,
                                                   .respond_conflict = on_removal_conflict,
                                                   .on_committed = on_removed,
                                                   .data = was,
                                                   .context = service});
}

/* Another address was confirmed meanwhile: that is removed, and gets the mail. */
static bool on_removal_conflict(http_request *request, void *data, void *context)
{
    remove_address(context, request, data);
    return true;
}

static void api_remove_address(http_request *request, void *context)
{
    remove_address(context, request, NULL);
}

/* Reads the account of a name. PAUA_OK, also if there is none, with no id, or why it cannot be
 * read. */
static paua_status find_owner(struct service *service, const char *name, struct owner *out)
{
    char key[ACCOUNT_NAME_SIZE];

    *out = (struct owner){.id = ""};
    if (!account_name_valid(name))
        return PAUA_OK;
    account_name_key(name, key);
    paua_status status = store_account_by_key(service->env.store, key, on_account, out);
    return status == PAUA_ERROR_NOT_FOUND ? PAUA_OK : status;
}

/* Adds the mail with a token, unless the account has reached its limit. */
static void add_reset(struct service *service, store_batch *batch, const struct owner *owner)
{
    char token[MAIL_TOKEN_SIZE + 1], body[DRAFT_SIZE];
    const uint64_t key = attempts_key(service->mails, 0, owner->id);

    if (attempts_wait_seconds(service->mails, key, ACCOUNT_RESETS_MAX) != 0)
        return;
    attempts_add(service->mails, key);
    mailer_make_token(service->mailer, MAIL_RESET, owner->id, owner->associated_data,
                      MAIL_RESET_HOURS, token);
    const char *subject = draft_reset(owner->name, token, body);
    add_notice(service, batch, owner, subject, body);
}

/* The response and its time do not reveal whether the account exists, or has an address: all cases
 * commit a batch. */
static void send_reset_code(struct service *service, http_request *request, const char *name)
{
    struct owner owner;
    paua_status status = find_owner(service, name, &owner);
    if (status != PAUA_OK) {
        respond_read_error(request, status);
        return;
    }
    store_batch *batch = store_batch_new();

    batch_remove_mail(batch, ""); /* of no effect: something to commit */
    if (*owner.associated_data)
        add_reset(service, batch, &owner);
    respond_committed(&service->env, request, batch,
                      &(struct committed_response){.status = 202,
                                                   .on_committed = mailer_on_committed,
                                                   .context = service->mailer});
}

/* False: the client has asked for too many mails; the request has its response. */
static bool admit_client(struct service *service, http_request *request)
{
    const struct client_attempt attempt =
        client_attempt_of(service->mails, http_request_client(request), "");
    int wait = client_attempt_take(service->mails, &attempt, CLIENT_RESETS_MAX);
    if (wait == 0)
        return true;
    respond_too_many(request, "too many mails were asked for", wait);
    return false;
}

static void api_send_reset_code(http_request *request, void *context)
{
    static const char *const members[] = {"name", NULL};
    struct service *service = context;
    struct api_error error;

    json_t *body = request_body_object(request, members, &error);
    const char *name;
    if (!body || !json_require_text(body, "name", &name, &error))
        respond_api_error(request, &error);
    else if (address_require_mail(service, request) && admit_client(service, request))
        send_reset_code(service, request, name);
    json_decref(body);
}

static const http_route routes[] = {
    {"POST", "/api/1/account/address", api_confirm_address, 1},
    {"DELETE", "/api/1/account/address", api_remove_address, 1},
    {"POST", "/api/1/session/forgotten", api_send_reset_code, PASSWORD_COST},
};

const struct route_table address_routes = ROUTE_TABLE(routes);
