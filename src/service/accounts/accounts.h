/* accounts.h - identifies the account that sends a request, by the session of a browser or the
 * token of a program; ends sessions and tokens, and closes accounts. Sessions and tokens are found
 * by the hashes of their secrets, in memory or in the store. Thread-safe. */
#ifndef SERVICE_ACCOUNTS_H
#define SERVICE_ACCOUNTS_H

#include <stdbool.h>
#include <stdint.h>

#include "http/http.h"
#include "service/core/account_name.h"
#include "service/core/keys.h"
#include "store/core/batch.h"
#include "store/tables/accounts.h"

#define SESSION_DAYS    90  /* from the last use on */
#define SESSIONS_MAX    100 /* of an account; one more ends the least recently used */
#define SESSION_COOKIES 8   /* of a request; one with more has no session */
#define TOKEN_PREFIX    "paua_"
#define TOKEN_SIZE      (sizeof TOKEN_PREFIX - 1 + SEAT_KEY_SIZE) /* characters */
#define TOKENS_MAX      20                                        /* of an account */
#define TOKEN_LABEL_MAX 40                                        /* characters */

/* The scopes of a token, as bits; a session has all rights. */
enum account_scope { SCOPE_READ = 1, SCOPE_PLAY = 2 };

/* Who acts. All zero: nobody. */
struct login {
    int64_t used_ms, expires_ms;
    store_login_kind kind;
    unsigned scopes;
    char account[ACCOUNT_ID_SIZE + 1]; /* its id; "": nobody */
    char name[ACCOUNT_NAME_SIZE];
    char id[ACCOUNT_ID_SIZE + 1];          /* of the session or token */
    unsigned char hash[STORE_SECRET_HASH]; /* of its secret */
    bool bot;                              /* account_is_bot() */
};

/* Whether the login may act in games: it is nobody, a session, or a token with SCOPE_PLAY. */
bool login_may_play(const struct login *login);

struct accounts;
struct env;

/* NULL: out of memory. */
struct accounts *accounts_new(struct env *env);
void accounts_free(struct accounts *self);

/* Identifies the account of "Authorization: Mail TOKEN", like accounts_identify(). */
typedef paua_status (*accounts_mail_identify)(void *mailer, const http_request *request,
                                              const char *token, struct login *out);
/* Sets how to identify mail, before the first request. Without it, mail comes from nobody. */
void accounts_accept_mail(struct accounts *self, accounts_mail_identify identify, void *mailer);

/* Identifies the sender of a request: by the token in Authorization, by the address of a mail
 * (mail_login.h), or, without that header, by the cookie of a session; with sessions of several
 * accounts it comes from nobody. PAUA_OK, also for nobody; or why the store cannot be read. */
paua_status accounts_identify(struct accounts *self, const http_request *request,
                              struct login *out);

/* The valid sessions in the cookies of a request, each once; *count of them. PAUA_OK, or why the
 * store cannot be read. */
paua_status accounts_sessions(struct accounts *self, const http_request *request,
                              struct login sessions[SESSION_COOKIES], int *count);

/* Identifies the sender, or responds: 401 to nobody, 403 to a token without the scope, or to any
 * token if `scope` is 0. False: the request has its response. */
bool accounts_require(struct accounts *self, http_request *request, unsigned scope,
                      struct login *out);

/* Whether the request has the token of a bot that is in memory. Does not read the store. */
bool accounts_knows_bot(struct accounts *self, const http_request *request);

/* Sessions or tokens were removed: forgets those in memory. */
void accounts_forget_logins(struct accounts *self);

/* Whether the store still has a session or token. PAUA_OK, or why it cannot be read. */
paua_status accounts_confirm(struct accounts *self, const struct login *login, bool *out);

/* Makes a secret, its hash and an id for a new session or token. */
void login_make(struct login *out, char secret[SEAT_KEY_SIZE + 1]);

/* The id and name of an open account, by its name in any case. PAUA_OK, PAUA_ERROR_NOT_FOUND, or
 * why the store cannot be read. */
paua_status account_find(store *db, const char *name, char id[ACCOUNT_ID_SIZE + 1],
                         char shown[ACCOUNT_NAME_SIZE]);

/* Sets the cookie of a session, or removes it (NULL), with the response. */
void session_set_cookie(http_request *request, const char *secret);
/* Sends the cookie of the session of a request again with a new expiry. */
void session_renew_cookie(http_request *request, const struct login *login);

/* Changes of an account by its owner, by `paua admin`, or by POST /admin: each adds to a batch. */

/* The logins that a sign-out ends. */
enum sign_out { SIGN_OUT_SESSIONS, SIGN_OUT_SESSIONS_AND_TOKENS };

void batch_sign_out_account(store_batch *batch, const char *id, enum sign_out which);

/* Sets the password and ends all sessions but the one whose secret has the hash `keep`; NULL: all.
 * The batch conflicts unless the hash of the password is still `old_hash`. */
void batch_change_password(store_batch *batch, const char *id, const char *old_hash,
                           const char *new_hash, const unsigned char *keep);

/* Closes the account for ever. Removes its password, address and settings, its sessions and tokens,
 * the messages in its own box, what limits count of them and of its challenges, its blocks,
 * subscriptions and vacation, and mails to it that are not sent yet. Keeps its name, which stays
 * taken, and all that others see: its seats in games and tournaments, its ratings, the messages in
 * the boxes of others, and reports. */
void batch_close_account(store_batch *batch, const store_account *account, int64_t now_ms);

#endif
