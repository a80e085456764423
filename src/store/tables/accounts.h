/* accounts.h - people on disk: accounts, their sessions and tokens, the seats that they play, their
 * ratings. Texts and numbers; what they mean is up to the caller.
 *
 * Reads return PAUA_OK (also where nothing was found, unless it says otherwise), PAUA_NOT_FOUND,
 * PAUA_IO, PAUA_CORRUPT or PAUA_NO_MEMORY. Texts are valid during the callback only, which may not
 * read from the same store. From any thread. Writes are batches (batch.h).
 */
#ifndef STORE_ACCOUNTS_H
#define STORE_ACCOUNTS_H

#include "store/core/store.h"

#define STORE_SECRET_HASH 32 /* bytes of the hash of a secret */

typedef struct store_account {
    const char *id;       /* 8 characters, never given away again */
    const char *name;     /* as its owner writes it */
    const char *key;      /* what the name is found by, unique: the name in lower case */
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

/* A rating after a game, or as it is now. */
typedef struct store_rating {
    const char *account;
    const char *category; /* such as "2-fast" */
    double rating, deviation, volatility;
    int games; /* that were rated, this one included */
    int wins, draws, losses;
    int64_t at_ms;    /* of the last game, since 1970 */
    const char *game; /* its id */
    double change;    /* of the rating, by that game */
} store_rating;

/* Calls `found` for the account of this id, or key. PAUA_NOT_FOUND: there is none. */
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

/* The session or token with this hash, and its account. PAUA_NOT_FOUND: there is none, or the
 * account is closed; whether it has expired is up to the caller. */
paua_status store_login_find(store *self, const unsigned char hash[STORE_SECRET_HASH],
                             void (*found)(const store_login *login, const store_account *account,
                                           void *context),
                             void *context);
/* All of an account, newest first. */
paua_status store_logins(store *self, const char *account,
                         bool (*each)(const store_login *login, void *context), void *context);

/* Ids of the games with a seat of this account: of those without a result or reason (`open`), or
 * of all others; newest first, at most `most`, created before `before_ms` (0: any). */
paua_status store_account_games(store *self, const char *account, bool open, int64_t before_ms,
                                int most, bool (*each)(const char *id, void *context),
                                void *context);

/* Which accounts play which sides of a game, by side. */
paua_status store_game_seats(store *self, const char *game,
                             bool (*each)(int side, const char *account, void *context),
                             void *context);

/* The ratings of an account, one a category. */
paua_status store_ratings(store *self, const char *account,
                          bool (*each)(const store_rating *rating, void *context), void *context);
/* The history of one of them, newest first: of the games before number `before` (0: all). */
paua_status store_rating_history(store *self, const char *account, const char *category, int before,
                                 int most, bool (*each)(const store_rating *rating, void *context),
                                 void *context);
/* One of them as it was then. PAUA_NOT_FOUND: the account had none. */
paua_status store_rating_at(store *self, const char *account, const char *category, int64_t at_ms,
                            void (*found)(const store_rating *rating, void *context),
                            void *context);
/* What a game made of the ratings of its players. */
paua_status store_game_ratings(store *self, const char *game,
                               bool (*each)(const store_rating *rating, void *context),
                               void *context);

/* Whose ratings are sure. The square of a deviation grows with the time since the last game by
 * `growth` times the square of the volatility in a millisecond. */
typedef struct store_sureness {
    double deviation_max;
    double growth;
    int64_t now_ms; /* since 1970 */
} store_sureness;

/* The accounts of a category whose ratings are sure, best first, from rank `skip` on; closed
 * accounts are left out, and without `bots` those whose settings have "bot":true. */
paua_status store_standings(store *self, const char *category, const store_sureness *sure,
                            bool bots, int skip, int most,
                            bool (*each)(const store_account *account, const store_rating *rating,
                                         void *context),
                            void *context);

#endif /* STORE_ACCOUNTS_H */
