/* accounts.c - identifies the account that sends a request, and writes the changes of accounts into
 * batches. A direct-mapped cache trusts sessions and tokens for ten seconds, so that a move need
 * not read the store; not so where other servers have the same store, because a login that was
 * ended there must be ended here at once. */
#include "service/accounts/accounts.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <sodium.h>

#include "base/clock.h"
#include "service/accounts/settings.h"
#include "service/core/env.h"
#include "service/core/response.h"
#include "store/core/batch.h"
#include "store/core/change_feed.h"
#include "store/tables/correspondence.h"
#include "store/tables/mail.h"
#include "store/tables/messages.h"
#include "store/tables/sendings.h"
#include "store/tables/subscriptions.h"

enum { CACHED_LOGINS = 1024 };
#define CACHED_MS 10000                     /* how long a cached login is trusted */
#define TOUCH_MS  ((int64_t)60 * 60 * 1000) /* how often a use is written */
#define DAY_MS    ((int64_t)24 * 60 * 60 * 1000)

struct cached_login {
    struct login login;
    int64_t read_ms; /* clock_now_ms(); 0: free */
};

struct accounts {
    struct env *env;
    accounts_mail_identify identify_mail; /* NULL: no mail is accepted */
    void *mailer;                         /* borrowed */
    pthread_mutex_t mutex;                /* guards what follows */
    uint64_t generation;                  /* how often the cache was cleared */
    struct cached_login cached[CACHED_LOGINS];
};

struct accounts *accounts_new(struct env *env)
{
    struct accounts *self = calloc(1, sizeof *self);

    if (!self)
        return NULL;
    self->env = env;
    pthread_mutex_init(&self->mutex, NULL);
    return self;
}

void accounts_accept_mail(struct accounts *self, accounts_mail_identify identify, void *mailer)
{
    self->identify_mail = identify;
    self->mailer = mailer;
}

void accounts_free(struct accounts *self)
{
    if (!self)
        return;
    pthread_mutex_destroy(&self->mutex);
    free(self);
}

/* The slot of a hash, which is uniform. */
static struct cached_login *cached_slot(struct accounts *self,
                                        const unsigned char hash[STORE_SECRET_HASH])
{
    return &self->cached[(hash[0] | (unsigned)hash[1] << 8) % CACHED_LOGINS];
}

/* Finds a login in the cache. *generation is for cached_add(). */
static bool cached_find(struct accounts *self, const unsigned char hash[STORE_SECRET_HASH],
                        struct login *out, uint64_t *generation)
{
    pthread_mutex_lock(&self->mutex);
    const struct cached_login *slot = cached_slot(self, hash);
    bool found = slot->read_ms && clock_now_ms() - slot->read_ms < CACHED_MS &&
                 sodium_memcmp(slot->login.hash, hash, STORE_SECRET_HASH) == 0;
    if (found)
        *out = slot->login;
    *generation = self->generation;
    pthread_mutex_unlock(&self->mutex);
    return found;
}

/* Adds a login from the store, unless the cache was cleared since `generation`. */
static void cached_add(struct accounts *self, const struct login *login, uint64_t generation)
{
    pthread_mutex_lock(&self->mutex);
    if (generation == self->generation)
        *cached_slot(self, login->hash) =
            (struct cached_login){.login = *login, .read_ms = clock_now_ms()};
    pthread_mutex_unlock(&self->mutex);
}

void accounts_forget_logins(struct accounts *self)
{
    pthread_mutex_lock(&self->mutex);
    self->generation++;
    for (int i = 0; i < CACHED_LOGINS; i++)
        self->cached[i].read_ms = 0;
    pthread_mutex_unlock(&self->mutex);
}

/* Copies a row of the store. */
static void on_login(const store_login *login, const store_account *account, void *context)
{
    struct login *out = context;

    snprintf(out->account, sizeof out->account, "%s", account->id);
    snprintf(out->name, sizeof out->name, "%s", account->name);
    snprintf(out->id, sizeof out->id, "%s", login->id);
    out->kind = login->kind;
    out->scopes = login->scopes;
    out->bot = account_is_bot(account);
    out->used_ms = login->used_ms;
    out->expires_ms = login->expires_ms;
    memcpy(out->hash, login->hash, sizeof out->hash);
}

static void on_touched(paua_status status, void *context)
{
    (void)status, (void)context; /* the next use writes it again */
}

/* Records a use; it extends a session. */
static void login_touch(struct accounts *self, struct login *login, int64_t now_ms)
{
    store_batch *batch = store_batch_new();

    login->used_ms = now_ms;
    if (login->kind == STORE_SESSION)
        login->expires_ms = now_ms + SESSION_DAYS * DAY_MS;
    batch_touch_login(batch, login->hash, login->used_ms, login->expires_ms);
    store_commit(self->env->store, batch, on_touched, NULL);
}

/* Finds the account of a secret. */
static paua_status find_login(struct accounts *self, const char *secret, store_login_kind kind,
                              struct login *out)
{
    const int64_t now_ms = env_now_ms();
    unsigned char hash[STORE_SECRET_HASH];
    struct login login = {0};
    uint64_t generation;

    seat_key_hash(secret, hash);
    bool cached =
        cached_find(self, hash, &login, &generation) && !store_is_shared(self->env->store);
    paua_status status =
        cached ? PAUA_OK : store_login_find(self->env->store, hash, on_login, &login);
    if (status == PAUA_ERROR_NOT_FOUND)
        return PAUA_OK;
    if (status != PAUA_OK)
        return status;

    if (login.kind != kind || (login.expires_ms && login.expires_ms <= now_ms))
        return PAUA_OK;
    const bool touches = now_ms - login.used_ms >= TOUCH_MS;
    if (touches)
        login_touch(self, &login, now_ms);
    if (!cached || touches)
        cached_add(self, &login, generation);
    *out = login;
    return PAUA_OK;
}

/* The secret of the token in a header Authorization; NULL: no token. */
static const char *token_secret(const char *header)
{
    const size_t prefix = strlen(TOKEN_PREFIX);

    if (strncasecmp(header, "Bearer ", 7) != 0 || strlen(header + 7) != TOKEN_SIZE ||
        strncmp(header + 7, TOKEN_PREFIX, prefix) != 0 || !seat_key_valid(header + 7 + prefix))
        return NULL;
    return header + 7 + prefix;
}

bool accounts_knows_bot(struct accounts *self, const http_request *request)
{
    const char *header = http_header(request, "Authorization"),
               *secret = header ? token_secret(header) : NULL;
    unsigned char hash[STORE_SECRET_HASH];
    struct login login;
    uint64_t generation;

    if (!secret)
        return false;
    seat_key_hash(secret, hash);
    return cached_find(self, hash, &login, &generation) && login.bot;
}

/* The name of the cookie of a session. Under TLS it is one that other hosts of the domain cannot
 * set (RFC 6265bis, section 4.1.3.2). */
static const char *session_cookie(const http_request *request)
{
    return http_is_secure(request) ? "__Host-paua_session" : "paua_session";
}

paua_status accounts_sessions(struct accounts *self, const http_request *request,
                              struct login sessions[SESSION_COOKIES], int *count)
{
    const char *secrets[SESSION_COOKIES];
    int found = http_cookies(request, session_cookie(request), secrets, SESSION_COOKIES);

    *count = 0;
    for (int i = 0; i < found && i < SESSION_COOKIES; i++) {
        struct login login = {0};
        bool is_new = true;

        paua_status status = seat_key_valid(secrets[i])
                                 ? find_login(self, secrets[i], STORE_SESSION, &login)
                                 : PAUA_OK;
        if (status != PAUA_OK)
            return status;
        for (int j = 0; j < *count; j++)
            is_new = is_new && strcmp(sessions[j].id, login.id) != 0;
        if (login.account[0] && is_new)
            sessions[(*count)++] = login;
    }
    return PAUA_OK;
}

/* Finds the session of the cookies. Without TLS another host of the domain can add some: what is no
 * session is ignored; of sessions of several accounts, or of too many cookies, nobody knows which
 * one is the visitor's own, so that he is nobody until he signs in or out, which ends them all. */
static paua_status find_session(struct accounts *self, const http_request *request,
                                struct login *out)
{
    struct login sessions[SESSION_COOKIES];
    int count;

    if (http_cookies(request, session_cookie(request), NULL, 0) > SESSION_COOKIES)
        return PAUA_OK;
    paua_status status = accounts_sessions(self, request, sessions, &count);
    for (int i = 1; i < count && status == PAUA_OK; i++) {
        if (strcmp(sessions[i].account, sessions[0].account) != 0)
            return PAUA_OK;
    }
    if (status == PAUA_OK && count > 0)
        *out = sessions[0];
    return status;
}

paua_status accounts_identify(struct accounts *self, const http_request *request, struct login *out)
{
    const char *header = http_header(request, "Authorization");

    *out = (struct login){0};
    if (header && strncasecmp(header, "Mail ", 5) == 0)
        return self->identify_mail ? self->identify_mail(self->mailer, request, header + 5, out)
                                   : PAUA_OK;
    if (header) {
        const char *secret = token_secret(header);

        return secret ? find_login(self, secret, STORE_TOKEN, out) : PAUA_OK;
    }
    return find_session(self, request, out);
}

paua_status accounts_confirm(struct accounts *self, const struct login *login, bool *out)
{
    struct login found;
    paua_status status = store_login_find(self->env->store, login->hash, on_login, &found);

    *out = status == PAUA_OK;
    return status == PAUA_ERROR_NOT_FOUND ? PAUA_OK : status;
}

bool login_may_play(const struct login *login)
{
    return !login->account[0] || login->kind != STORE_TOKEN || (login->scopes & SCOPE_PLAY);
}

bool accounts_require(struct accounts *self, http_request *request, unsigned scope,
                      struct login *out)
{
    paua_status status = accounts_identify(self, request, out);

    if (status != PAUA_OK)
        respond_read_error(request, status);
    else if (!out->account[0])
        respond_error(request, 401, "not_signed_in", "sign in, or send a token");
    else if (out->kind == STORE_TOKEN && !scope)
        respond_error(request, 403, "needs_session", "this needs a session: a token is not enough");
    else if (out->kind == STORE_TOKEN && !(out->scopes & scope))
        respond_error(request, 403, "no_scope", "this token does not allow that");
    else
        return true;
    return false;
}

void login_make(struct login *out, char secret[SEAT_KEY_SIZE + 1])
{
    seat_key_make(secret);
    seat_key_hash(secret, out->hash);
    id_make(out->id);
}

/* Where account_find() puts what it finds. */
struct found_account {
    char *id, *shown;
    bool closed;
};

static void on_account(const store_account *account, void *context)
{
    struct found_account *found = context;

    snprintf(found->id, ACCOUNT_ID_SIZE + 1, "%s", account->id);
    snprintf(found->shown, ACCOUNT_NAME_SIZE, "%s", account->name);
    found->closed = account->closed_ms != 0;
}

paua_status account_find(store *db, const char *name, char id[ACCOUNT_ID_SIZE + 1],
                         char shown[ACCOUNT_NAME_SIZE])
{
    struct found_account found = {.id = id, .shown = shown};
    char key[ACCOUNT_NAME_SIZE];

    if (!account_name_valid(name))
        return PAUA_ERROR_NOT_FOUND;
    account_name_key(name, key);
    paua_status status = store_account_by_key(db, key, on_account, &found);
    return status == PAUA_OK && found.closed ? PAUA_ERROR_NOT_FOUND : status;
}

void session_set_cookie(http_request *request, const char *secret)
{
    char text[200];

    snprintf(text, sizeof text, "%s=%s; Path=/; HttpOnly; SameSite=Lax; Max-Age=%d%s",
             session_cookie(request), secret ? secret : "",
             secret ? SESSION_DAYS * 24 * 60 * 60 : 0, http_is_secure(request) ? "; Secure" : "");
    http_add_header(request, "Set-Cookie", text);
    sodium_memzero(text, sizeof text);
}

void session_renew_cookie(http_request *request, const struct login *login)
{
    const char *secrets[SESSION_COOKIES];
    unsigned char hash[STORE_SECRET_HASH];
    int count = http_cookies(request, session_cookie(request), secrets, SESSION_COOKIES);

    if (http_header(request, "Authorization"))
        return;
    for (int i = 0; i < count && i < SESSION_COOKIES; i++) {
        if (!seat_key_valid(secrets[i]))
            continue;
        seat_key_hash(secrets[i], hash);
        if (sodium_memcmp(hash, login->hash, sizeof hash) == 0) {
            session_set_cookie(request, secrets[i]);
            return;
        }
    }
}

void batch_sign_out_account(store_batch *batch, const char *id, enum sign_out which)
{
    batch_remove_logins(batch, id, STORE_SESSION, NULL);
    if (which == SIGN_OUT_SESSIONS_AND_TOKENS)
        batch_remove_logins(batch, id, STORE_TOKEN, NULL);
}

void batch_change_password(store_batch *batch, const char *id, const char *old_hash,
                           const char *new_hash, const unsigned char *keep)
{
    batch_expect_password(batch, id, old_hash);
    batch_save_password(batch, id, new_hash);
    batch_remove_logins(batch, id, STORE_SESSION, keep);
}

void batch_close_account(store_batch *batch, const store_account *account, int64_t now_ms)
{
    const store_account closed = {.id = account->id,
                                  .name = account->name,
                                  .key = account->key,
                                  .password = "",
                                  .mail = "",
                                  .settings = "",
                                  .created_ms = account->created_ms,
                                  .closed_ms = now_ms};

    batch_save_account(batch, &closed);
    batch_remove_account_rows(batch, account->id);
}
