/* accounts.h - who sends a request: an account, by the session of a browser or the token of a
 * program. Sessions and tokens are found by the hashes of their secrets, in memory or in the store.
 */
#ifndef SERVICE_ACCOUNTS_H
#define SERVICE_ACCOUNTS_H

#include "http/http.h"
#include "service/core/account_name.h"
#include "service/core/keys.h"
#include "store/tables/accounts.h"

#define SESSION_COOKIE  "paua_session"
#define SESSION_DAYS    90  /* from its last use on */
#define SESSIONS_MAX    100 /* of an account; one more ends the one that was used least lately */
#define TOKEN_PREFIX    "paua_"
#define TOKEN_SIZE      (sizeof TOKEN_PREFIX - 1 + SEAT_KEY_SIZE) /* characters */
#define TOKENS_MAX      20                                        /* of an account */
#define TOKEN_LABEL_MAX 40                                        /* characters */

/* What a token allows; a session may do everything. Bits. */
enum account_scope { SCOPE_READ = 1, SCOPE_PLAY = 2 };

/* Who acts. Without an account all is zero. */
struct login {
    char account[ACCOUNT_ID_SIZE + 1]; /* its id; "": nobody */
    char name[ACCOUNT_NAME_SIZE];
    char id[ACCOUNT_ID_SIZE + 1]; /* of the session or token */
    store_login_kind kind;
    unsigned scopes;
    bool bot; /* the account is one: bots.h */
    int64_t used_ms, expires_ms;
    unsigned char hash[STORE_SECRET_HASH]; /* of its secret */
};

struct accounts;
struct env;

/* NULL: out of memory. */
struct accounts *accounts_new(struct env *env);
void accounts_free(struct accounts *self);

/* Finds the account behind "Authorization: Mail TOKEN"; as accounts_identify(). */
typedef paua_status (*accounts_mail_identify)(void *mailer, const http_request *request,
                                              const char *token, struct login *out);
/* Sets who does that; before the first request. Without it such requests are of nobody. */
void accounts_accept_mail(struct accounts *self, accounts_mail_identify identify, void *mailer);

/* Finds out who sends the request: by a token in Authorization, by the address that a mail has come
 * to (mail_login.h), or, without that header, by the cookie of a session. Returns PAUA_OK, also for
 * nobody, or why the store cannot be read. */
paua_status accounts_identify(struct accounts *self, const http_request *request,
                              struct login *out);

/* The same, with a response where it fails: 401 for nobody, 403 for a token that lacks a scope, or
 * for any token where `scope` is 0. False: the request has its response. */
bool accounts_require(struct accounts *self, http_request *request, unsigned scope,
                      struct login *out);

/* Whether the request has the token of a bot, as far as that is known without the store. */
bool accounts_knows_bot(struct accounts *self, const http_request *request);

/* Sessions and tokens have been removed: none is trusted that was found before. */
void accounts_forget_logins(struct accounts *self);

/* Whether a session or token is still there. Returns PAUA_OK, or why the store cannot be read. */
paua_status accounts_confirm(struct accounts *self, const struct login *login, bool *out);

/* Makes a secret, its hash and an id for a new session or token. */
void login_make(struct login *out, char secret[SEAT_KEY_SIZE + 1]);

/* The id and name of an account that is open, by its name in any case. PAUA_NOT_FOUND, or why the
 * store cannot be read. */
paua_status account_find(store *people, const char *name, char id[ACCOUNT_ID_SIZE + 1],
                         char shown[ACCOUNT_NAME_SIZE]);

/* Sets the cookie of a session, or removes it (NULL), with the response. */
void session_set_cookie(http_request *request, const char *secret);
/* Sends the cookie of the request again, which then lasts longer. */
void session_renew_cookie(http_request *request);

#endif
