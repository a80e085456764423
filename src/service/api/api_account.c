/* api_account.c - the calls that verify or set a password: sign up, sign in, change it, set an
 * address, close the account.
 *
 * Each takes three steps: an HTTP thread reads the body and defers the request; the thread of the
 * passwords hashes or verifies; the store's thread commits the change and responds. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "service/accounts/account_json.h"
#include "service/accounts/accounts.h"
#include "service/api/account_request.h"
#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/core/response.h"
#include "service/mail/drafts.h"
#include "service/mail/mail_attempts.h"
#include "store/core/batch.h"
#include "store/tables/mail.h"
#include "json/json_text.h"

#define DAY_MS              ((int64_t)24 * 60 * 60 * 1000)
#define NAME_ATTEMPTS_MAX   10  /* wrong passwords for a name, from an address */
#define CLIENT_ATTEMPTS_MAX 100 /* wrong passwords for any name, from an address */
#define SIGN_INS_MAX        30  /* of an account, from an address */
#define BROWSER_BYTES       200 /* of User-Agent: the name of the browser stands near the end */
#define BUSY_SECONDS        5

/* 429. Returns false. */
static bool refuse_attempts(http_request *request, int wait_seconds, const char *what)
{
    respond_too_many(request, what, wait_seconds);
    return false;
}

/* Whether the client may attempt a password for this account. Counts the attempt before it is
 * verified, so that parallel attempts do not exceed the limit. False: the request has its
 * response. */
static bool admit_attempt(struct account_request *self, const char *account)
{
    const http_client *client = http_request_client(self->request);
    struct attempts *attempts = self->service->wrong_passwords;

    self->of_name = client_attempt_of(attempts, client, account);
    self->of_client = client_attempt_of(attempts, client, "");
    int wait = client_attempt_take(attempts, &self->of_name, NAME_ATTEMPTS_MAX);
    if (wait != 0)
        return refuse_attempts(self->request, wait, "too many wrong passwords");
    wait = client_attempt_take(attempts, &self->of_client, CLIENT_ATTEMPTS_MAX);
    if (wait != 0) {
        client_attempt_withdraw(attempts, &self->of_name);
        return refuse_attempts(self->request, wait, "too many wrong passwords");
    }
    self->attempts = attempts;
    return true;
}

/* Whether the client may sign in to this account once more. Counts it before the password is
 * verified, as admit_attempt() does. False: the request has its response. */
static bool admit_sign_in(struct account_request *self)
{
    struct attempts *sign_ins = self->service->sign_ins;
    const struct client_attempt sign_in = client_attempt_of(
        sign_ins, http_request_client(self->request), self->key[0] ? self->key : "?");

    int wait = client_attempt_take(sign_ins, &sign_in, SIGN_INS_MAX);
    if (wait != 0)
        return refuse_attempts(self->request, wait,
                               "too many sign-ins (a program signs in once, or has a token)");

    self->sign_in = sign_in;
    return true;
}

/* Whether the client may create an account. False: the request has its response. */
static bool admit_sign_up(struct account_request *self)
{
    struct attempts *attempts = self->service->sign_ups;
    const int most = self->service->env.limits.client_accounts;

    if (most == 0)
        return true;

    self->of_client = client_attempt_of(attempts, http_request_client(self->request), "");
    int wait = client_attempt_take(attempts, &self->of_client, most);
    if (wait != 0) {
        env_count_limited(&self->service->env, LIMIT_CLIENT_ACCOUNTS);
        return refuse_attempts(self->request, wait, "too many new accounts from here");
    }

    self->attempts = attempts;
    return true;
}

/* Copies an account of the store. */
static void copy_account(const store_account *account, void *context)
{
    struct account_request *self = context;

    self->account = *account;
    snprintf(self->id, sizeof self->id, "%s", account->id);
    snprintf(self->name, sizeof self->name, "%s", account->name);
    snprintf(self->key, sizeof self->key, "%s", account->key);
    snprintf(self->hash, sizeof self->hash, "%s", account->closed_ms ? "" : account->password);
    self->mail = strdup(account->mail);
    self->settings = strdup(account->settings);
}

/* Points the account to its copied texts. */
static void set_texts(struct account_request *self, const char *password)
{
    self->account.id = self->id;
    self->account.name = self->name;
    self->account.key = self->key;
    self->account.password = password;
    self->account.mail = self->mail;
    self->account.settings = self->settings;
}

/* The password is wrong. The response does not reveal whether the name exists. */
static void refuse_password(struct account_request *self)
{
    atomic_fetch_add(&self->service->env.counters.sign_ins_failed, 1);
    if (self->call == SIGN_IN)
        respond_error(self->request, 401, "bad_credentials", "the name or the password is wrong");
    else if (self->call == RESET_PASSWORD)
        respond_error(self->request, 403, "bad_code", "the code is wrong or has expired");
    else
        respond_error(self->request, 403, "bad_credentials", "the password is wrong");
    account_request_free(self);
}

/* Forgets the sessions that the call has ended, and ends their streams. */
static void end_sessions(struct account_request *self)
{
    const bool ends_own = self->call == CHANGE_PASSWORD || self->call == CLOSE_ACCOUNT ||
                          self->call == RESET_PASSWORD;

    if (!ends_own && !self->ended[0][0])
        return;
    accounts_forget_logins(self->service->accounts);
    if (ends_own)
        notices_check_logins(self->service->notices, self->id);
    for (int i = 0; i < SESSION_COOKIES && self->ended[i][0]; i++)
        notices_check_logins(self->service->notices, self->ended[i]);
}

/* A token is on its way. */
static void respond_address(struct account_request *self)
{
    char masked[MAIL_MASKED_SIZE];

    mail_address_mask(self->address, masked);
    respond_committed_text(self->request, 202,
                           json_write_text(json_pack("{s:s}", "pending", masked), JSON_COMPACT));
}

/* The write has ended: responds. On the store's thread. */
static void on_committed(paua_status status, void *context)
{
    struct account_request *self = context;
    http_request *request = self->request;

    end_sessions(self);
    account_request_settle(self, status == PAUA_OK);

    if (status == PAUA_ERROR_CONFLICT && self->call == SIGN_UP) {
        respond_error(request, 409, "name_taken", "this name is taken");
    } else if (status == PAUA_ERROR_CONFLICT) { /* the password was changed meanwhile */
        refuse_password(self);
        return;
    } else if (status != PAUA_OK) {
        respond_unwritable(&self->service->env, request);
    } else if (self->call == CLOSE_ACCOUNT) {
        closings_add(self->service->games.closings, self->id);
        session_set_cookie(request, NULL);
        http_respond_static(request, 204, NULL, "", 0);
    } else if (self->call == RESET_PASSWORD) {
        http_respond_static(request, 204, NULL, "", 0);
    } else if (self->call == SET_ADDRESS) {
        mailer_wake(self->service->mailer);
        respond_address(self);
    } else {
        if (self->secret[0])
            session_set_cookie(request, self->secret);
        json_t *account;
        account_json(self->service->env.store, &self->login, ADDRESS_MASKED, &account);
        respond_committed_text(
            request, self->call == SIGN_UP ? 201 : 200,
            json_write_text(json_pack("{s:o}", "account", account), JSON_COMPACT));
    }
    account_request_free(self);
}

/* The beginning of User-Agent in ASCII, as the label of the session. */
static void name_browser(const http_request *request, char label[BROWSER_BYTES + 1])
{
    const char *browser = http_header(request, "User-Agent");
    int length = 0;

    for (; browser && browser[length] && length < BROWSER_BYTES; length++)
        label[length] =
            (char)(browser[length] >= ' ' && browser[length] < 0x7f ? browser[length] : '?');
    label[length] = '\0';
}

/* Ends the sessions of other accounts in the cookies of the request: the server could not
 * distinguish them from the new one, and another host may have set them (accounts.c). */
static void batch_end_others(store_batch *batch, struct account_request *self)
{
    struct login sessions[SESSION_COOKIES];
    int count = 0, ended = 0;

    if (accounts_sessions(self->service->accounts, self->request, sessions, &count) != PAUA_OK)
        return;
    for (int i = 0; i < count; i++) {
        if (strcmp(sessions[i].account, self->id) == 0)
            continue;
        batch_remove_login(batch, sessions[i].account, STORE_SESSION, sessions[i].id);
        memcpy(self->ended[ended++], sessions[i].account, sizeof self->ended[0]);
    }
}

/* Adds a new session to a batch, always with a new secret (against session fixation). */
static void batch_session(store_batch *batch, struct account_request *self)
{
    const int64_t now_ms = env_now_ms();
    char label[BROWSER_BYTES + 1];

    login_make(&self->login, self->secret);
    name_browser(self->request, label);
    store_login login = {.id = self->login.id,
                         .account = self->id,
                         .kind = STORE_SESSION,
                         .label = label,
                         .created_ms = now_ms,
                         .used_ms = now_ms,
                         .expires_ms = now_ms + SESSION_DAYS * DAY_MS};
    memcpy(login.hash, self->login.hash, sizeof login.hash);
    snprintf(self->login.account, sizeof self->login.account, "%s", self->id);
    batch_add_login(batch, &login);
    batch_end_others(batch, self);
}

/* Adds the mail with the token that confirms an address. */
static void batch_token(store_batch *batch, struct account_request *self)
{
    char token[MAIL_TOKEN_SIZE + 1], body[DRAFT_SIZE];

    mail_attempts_add_token(self->service->mails, self->id, self->address);
    mailer_make_token(self->service->mailer, MAIL_ADDRESS, self->id, self->address,
                      MAIL_CONFIRM_HOURS, token);
    const char *subject = draft_confirm(self->name, token, body);
    mailer_add(self->service->mailer, batch,
               &(struct mailer_text){.kind = MAILER_NOTICE,
                                     .account = self->id,
                                     .to = self->address,
                                     .subject = subject,
                                     .body = body});
}

/* Commits the change of the call, unless the password was changed meanwhile. `hash`: of the
 * password that the account has then. */
static void commit_change(struct account_request *self, const char *hash)
{
    const int64_t now_ms = env_now_ms();
    store_batch *batch = store_batch_new();

    set_texts(self, hash);
    switch (self->call) {
    case SIGN_UP:
        id_make(self->id);
        self->account.created_ms = now_ms;
        batch_add_account(batch, &self->account);
        batch_session(batch, self);
        break;
    case SIGN_IN:
        atomic_fetch_add(&self->service->env.counters.sign_ins, 1);
        batch_expect_password(batch, self->id, self->hash);
        batch_session(batch, self);
        batch_trim_logins(batch, self->id, STORE_SESSION, SESSIONS_MAX);
        break;
    case CHANGE_PASSWORD:
        batch_change_password(batch, self->id, self->hash, hash, self->login.hash);
        break;
    case RESET_PASSWORD:
        batch_change_password(batch, self->id, self->hash, hash, NULL);
        break;
    case SET_ADDRESS:
        batch_expect_password(batch, self->id, self->hash);
        batch_set_pending_address(batch, self->id, self->address, now_ms);
        batch_token(batch, self);
        break;
    case CLOSE_ACCOUNT:
        batch_expect_password(batch, self->id, self->hash);
        batch_close_account(batch, &self->account, now_ms);
        break;
    }
    if (store_commit(self->service->env.store, batch, on_committed, self) == PAUA_OK)
        return;
    respond_no_memory(self->request);
    account_request_free(self);
}

/* 503: the queue of hashes is full. */
static void refuse_busy(struct account_request *self)
{
    http_add_retry_after(self->request, BUSY_SECONDS);
    respond_error(self->request, 503, "busy", "too many passwords wait; try again in a moment");
    account_request_free(self);
}

/* The password was not hashed. */
static void refuse_unhashed(struct account_request *self, enum password_result result)
{
    if (result == PASSWORD_BUSY) {
        refuse_busy(self);
        return;
    }
    respond_no_memory(self->request);
    account_request_free(self);
}

/* The new password is hashed. */
static void on_hashed(enum password_result result, const char *hash, void *context)
{
    struct account_request *self = context;

    if (result == PASSWORD_RIGHT)
        commit_change(self, hash);
    else
        refuse_unhashed(self, result);
}

/* The password is verified. */
static void on_verified(enum password_result result, const char *hash, void *context)
{
    struct account_request *self = context;

    (void)hash;
    if (result == PASSWORD_RIGHT)
        self->sign_in = (struct client_attempt){{0}}; /* stays counted */
    account_request_settle(self, result == PASSWORD_WRONG);
    if (result == PASSWORD_NO_MEMORY || result == PASSWORD_BUSY) {
        refuse_unhashed(self, result);
    } else if (result == PASSWORD_WRONG) {
        refuse_password(self);
    } else if (self->call != CHANGE_PASSWORD) {
        commit_change(self, self->hash);
    } else if (!passwords_hash(self->service->passwords, http_request_client(self->request),
                               self->new_password, on_hashed, self)) {
        refuse_busy(self);
    }
}

/* Queues the verification of the password, also for an account that does not exist. */
static void verify_password(struct account_request *self)
{
    http_defer(self->request);
    if (!passwords_verify(self->service->passwords, http_request_client(self->request),
                          self->password, self->hash, on_verified, self))
        refuse_busy(self);
}

static void api_sign_up(http_request *request, void *context)
{
    struct account_request *self = account_request_read(context, request, SIGN_UP);

    if (!self)
        return;
    if (!admit_sign_up(self)) {
        account_request_free(self);
        return;
    }
    http_defer(request);
    if (!passwords_hash(self->service->passwords, http_request_client(self->request),
                        self->password, on_hashed, self))
        refuse_busy(self);
}

/* Whether the account was read, or does not exist. False: the request has its response. */
static bool check_account_read(struct account_request *self, paua_status status)
{
    bool copied = status != PAUA_OK || (self->mail && self->settings);

    if ((status == PAUA_OK || status == PAUA_ERROR_NOT_FOUND) && copied)
        return true;
    respond_read_error(self->request, copied ? status : PAUA_ERROR_NO_MEMORY);
    return false;
}

static void api_sign_in(http_request *request, void *context)
{
    struct account_request *self = account_request_read(context, request, SIGN_IN);

    if (!self)
        return;
    if (admit_attempt(self, self->key[0] ? self->key : "?") && admit_sign_in(self) &&
        check_account_read(
            self, store_account_by_key(self->service->env.store, self->key, copy_account, self)))
        verify_password(self);
    else
        account_request_free(self);
}

/* Whether a token may go to this address. False: the request has its response. */
static bool admit_address(struct account_request *self)
{
    int wait = mail_attempts_token_wait(self->service->mails, self->login.account, self->address);

    return wait == 0 || refuse_attempts(self->request, wait, "too many codes were sent");
}

/* A call for the own account, with a session and the password. */
static void handle_own_account(http_request *request, struct service *service,
                               enum account_call call)
{
    struct login login;
    struct account_request *self;

    if (!accounts_require(service->accounts, request, 0, &login) ||
        (call == SET_ADDRESS && !address_require_mail(service, request)) ||
        !(self = account_request_read(service, request, call)))
        return;
    self->login = login;
    if ((call != SET_ADDRESS || admit_address(self)) && admit_attempt(self, login.account) &&
        check_account_read(
            self, store_account_by_id(service->env.store, login.account, copy_account, self)))
        verify_password(self);
    else
        account_request_free(self);
}

static void api_change_account(http_request *request, void *context)
{
    handle_own_account(request, context, CHANGE_PASSWORD);
}

static void api_close_account(http_request *request, void *context)
{
    handle_own_account(request, context, CLOSE_ACCOUNT);
}

static void api_set_address(http_request *request, void *context)
{
    handle_own_account(request, context, SET_ADDRESS);
}

/* Copies the account if the token is for it. */
static void copy_account_of_token(const store_account *account, void *context)
{
    struct account_request *self = context;
    char associated_data[MAILER_ASSOCIATED_DATA_SIZE];

    mailer_associated_data(account, associated_data);
    if (mailer_check_token(self->service->mailer, MAIL_RESET, self->token, associated_data) ==
        MAIL_TOKEN_VALID)
        copy_account(account, self);
    sodium_memzero(associated_data, sizeof associated_data);
}

static void api_reset_password(http_request *request, void *context)
{
    struct service *service = context;
    struct account_request *self;
    struct mail_token_payload payload = {.account = "????????"};

    if (!address_require_mail(service, request) ||
        !(self = account_request_read(service, request, RESET_PASSWORD)))
        return;

    mail_token_read(self->token, &payload);
    if (!admit_attempt(self, "a code")) {
        account_request_free(self);
        return;
    }
    paua_status status =
        store_account_by_id(service->env.store, payload.account, copy_account_of_token, self);
    bool known = self->id[0] != '\0';
    account_request_settle(self, !known);

    if (status != PAUA_OK && status != PAUA_ERROR_NOT_FOUND) {
        respond_read_error(request, status);
        account_request_free(self);
    } else if (!known) {
        refuse_password(self);
    } else {
        http_defer(request);
        if (!passwords_hash(service->passwords, http_request_client(request), self->password,
                            on_hashed, self))
            refuse_busy(self);
    }
}

static const http_route routes[] = {
    {"POST", "/api/1/account", api_sign_up, PASSWORD_COST},
    {"PATCH", "/api/1/account", api_change_account, PASSWORD_COST},
    {"DELETE", "/api/1/account", api_close_account, PASSWORD_COST},
    {"PUT", "/api/1/account/address", api_set_address, PASSWORD_COST},
    {"POST", "/api/1/session", api_sign_in, PASSWORD_COST},
    {"POST", "/api/1/session/reset", api_reset_password, PASSWORD_COST},
};

const struct route_table account_routes = ROUTE_TABLE(routes);
