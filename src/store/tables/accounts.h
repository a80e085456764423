/* accounts.h - people on disk: accounts, their sessions and tokens, the seats that they play. Texts
 * and numbers; what they mean is up to the caller.
 *
 * Reads return PAUA_OK (also where nothing was found, unless it says otherwise),
 * PAUA_ERROR_NOT_FOUND, PAUA_ERROR_IO, PAUA_ERROR_CORRUPT or PAUA_ERROR_NO_MEMORY. Texts are valid
 * during the callback only, which may not read from the same store. From any thread. Writes are
 * batches (batch.h).
 */
#ifndef STORE_ACCOUNTS_H
#define STORE_ACCOUNTS_H

#include "store/core/batch.h"

#define STORE_SECRET_HASH 32 /* bytes of the hash of a secret */

typedef struct store_account {
    const char *id;       /* 8 characters, never reused */
    const char *name;     /* as its owner writes it */
    const char *key;      /* the name in lower case, unique: for finding it */
    const char *password; /* its hash; "": nobody signs in */
    const char *mail;     /* "": none */
    const char *settings; /* JSON; "": none */
    int64_t created_ms;   /* since 1970 */
    int64_t closed_ms;    /* 0: open */
} store_account;

/* What a request shows to act for an account: a browser's session, or a program's token. */
typedef enum store_login_kind { STORE_SESSION, STORE_TOKEN } store_login_kind;

typedef struct store_login {
    unsigned char hash[STORE_SECRET_HASH]; /* of the secret */
    const char *id;                        /* 8 characters, to name it by */
    const char *account;
    store_login_kind kind;
    const char *label;  /* what its owner calls a token; the browser's name of itself */
    unsigned scopes;    /* of a token; bits */
    int64_t created_ms; /* since 1970 */
    int64_t used_ms;    /* last, to the hour or so */
    int64_t expires_ms; /* 0: never */
} store_login;

/* Calls `found` for the account of this id, or key. PAUA_ERROR_NOT_FOUND: there is none. */
paua_status store_account_by_id(store *self, const char *id,
                                void (*found)(const store_account *account, void *context),
                                void *context);
paua_status store_account_by_key(store *self, const char *key,
                                 void (*found)(const store_account *account, void *context),
                                 void *context);
/* Every account whose key comes after `after` ("": all), by key, at most `most`. */
paua_status store_accounts(store *self, const char *after, int most,
                           bool (*each)(const store_account *account, void *context),
                           void *context);

/* The session or token with this hash, and its account. PAUA_ERROR_NOT_FOUND: there is none, or the
 * account is closed; whether it has expired is up to the caller. */
paua_status store_login_find(store *self, const unsigned char hash[STORE_SECRET_HASH],
                             void (*found)(const store_login *login, const store_account *account,
                                           void *context),
                             void *context);
/* All of an account, newest first. */
paua_status store_logins(store *self, const char *account,
                         bool (*each)(const store_login *login, void *context), void *context);

/* Ids of the games with a seat of this account: of those without a result or reason (`open`), or
 * of all others; newest first, at most `most`. Open ones: first those that the account plays, then
 * challenges that wait for it. *before (NULL: the first page, and no other is wanted) is the number
 * of the game that the page follows in this order, 0: none; it becomes that of the next page, 0:
 * there is none. */
paua_status store_account_games(store *self, const char *account, bool open, int64_t *before,
                                int most, bool (*each)(const char *id, void *context),
                                void *context);

/* Ids of closed accounts with a seat in a game without a result or reason. */
paua_status store_closed_players(store *self, bool (*each)(const char *id, void *context),
                                 void *context);

/* Which accounts play which sides of a game, by side. */
paua_status store_game_seats(store *self, const char *game,
                             bool (*each)(int side, const char *account, void *context),
                             void *context);

/* Writes. A conflict: an added account whose id or name is taken; a saved one that does not
 * exist. */
bool batch_add_account(store_batch *batch, const store_account *account);
bool batch_save_account(store_batch *batch, const store_account *account);
/* Removes the rows that go with an account that is closed (rows.h); no conflict. */
bool batch_remove_account_rows(store_batch *batch, const char *account);

/* Stores nothing, but conflicts where the account is not open by now. */
bool batch_expect_account(store_batch *batch, const char *account);
/* The same where it has another password by now, too. */
bool batch_expect_password(store_batch *batch, const char *account, const char *password);

/* The password of an account alone, as its hash. A conflict: it does not exist, or is closed. */
bool batch_save_password(store_batch *batch, const char *account, const char *password);
/* The settings of an account alone, as JSON, which were `was` when the new ones were made of them.
 * A conflict: they are others by now, or the account does not exist or is closed. */
bool batch_save_settings(store_batch *batch, const char *account, const char *was,
                         const char *settings);

/* Sessions and tokens. A conflict: an added one whose hash or id is taken. Removing one that does
 * not exist is none. */
bool batch_add_login(store_batch *batch, const store_login *login);
bool batch_touch_login(store_batch *batch, const unsigned char hash[STORE_SECRET_HASH],
                       int64_t used_ms, int64_t expires_ms);
bool batch_remove_login(store_batch *batch, const char *account, store_login_kind kind,
                        const char *id);
/* All sessions of an account, or all tokens, but the one whose hash is `keep` (NULL: none). */
bool batch_remove_logins(store_batch *batch, const char *account, store_login_kind kind,
                         const unsigned char *keep);
/* All sessions of an account, or all tokens, but the `most` that were used last. */
bool batch_trim_logins(store_batch *batch, const char *account, store_login_kind kind, int most);

/* From now on the account plays this side of the game: store_account_games() lists the game. */
bool batch_seat_account(store_batch *batch, const char *game, int side, const char *account);

#endif /* STORE_ACCOUNTS_H */
