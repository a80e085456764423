/* mail.h - mail on disk: what is to be sent, what was received, and addresses to be confirmed. As
 * accounts.h, whose `mail` is the confirmed address of an account.
 */
#ifndef STORE_MAIL_H
#define STORE_MAIL_H

#include "store/core/batch.h"

typedef struct store_mail {
    const char *id;          /* never reused */
    const char *account;     /* whom it is for; "": nobody who has one */
    const char *recipient;   /* an address */
    const char *subject;     /* in UTF-8, as the body */
    const char *body;        /* lines */
    const char *in_reply_to; /* the Message-ID of the mail that it answers; "": none */
    const char *references;  /* the Message-IDs before that one */
    const char *topic;       /* mails with the same one form a thread; "": of its own */
    const char *position;    /* of a game, for a picture; "": none */
    const char *move;        /* that led to the position; "": none */
    int kind;                /* up to the caller */
    int64_t created_ms;      /* since 1970 */
    int64_t next_ms;         /* of the next attempt, since 1970 */
    int attempts;            /* so far */
} store_mail;

/* A mail that is to be sent. A conflict: the id is taken. */
bool batch_add_mail(store_batch *batch, const store_mail *mail);
/* Begins attempt `attempts` + 1, and puts the next one off until then. A conflict: the mail is
 * gone, or somebody has tried it meanwhile. */
bool batch_take_mail(store_batch *batch, const char *id, int attempts, int64_t next_ms);
/* Removes a mail, which was sent or is given up. */
bool batch_remove_mail(store_batch *batch, const char *id);

/* Sets the pending address of an account, which is to be confirmed; it replaces another one. */
bool batch_set_pending_address(store_batch *batch, const char *account, const char *address,
                               int64_t requested_ms);
/* Removes the pending address: this one (a conflict: it is not pending), or whichever there is. */
bool batch_remove_pending_address(store_batch *batch, const char *account, const char *address);
bool batch_clear_pending_address(store_batch *batch, const char *account);
/* Sets the confirmed address of an account, which was `was` when this was decided; "": none. A
 * conflict: it is another by now, or the account does not exist or is closed. */
bool batch_set_confirmed_address(store_batch *batch, const char *account, const char *was,
                                 const char *address);

/* Remembers a received mail by its key, until it expires. A conflict: it was received before. */
bool batch_add_seen(store_batch *batch, const char *key, int64_t expires_ms);
/* Marks it as answered. A conflict: it was not received, or was answered before. */
bool batch_end_seen(store_batch *batch, const char *key);
/* Forgets the keys that have expired by then. */
bool batch_trim_seen(store_batch *batch, int64_t now_ms);

/* A secret of the server, unless it has one of this name. */
bool batch_add_secret(store_batch *batch, const char *name, const char *value);
/* The date at which a server runs, as a text. It is kept beside the secrets, by a name that none of
 * them has; store_secrets() lists it. */
#define STORE_DATE_NAME "date"
bool batch_set_date(store_batch *batch, const char *date);

/* At most `most` mails whose next attempt is due, those first that have waited longest. */
paua_status store_mails_due(store *self, int64_t now_ms, int most,
                            bool (*each)(const store_mail *mail, void *context), void *context);
/* All that are to be sent, or (`account` not NULL) those of an account, oldest first. */
paua_status store_mails(store *self, const char *account,
                        bool (*each)(const store_mail *mail, void *context), void *context);
/* When the next attempt is due, and how many mails there are. *next_ms is INT64_MAX if none. */
paua_status store_mail_next(store *self, int64_t *next_ms, int *count);

/* The pending address of an account. PAUA_ERROR_NOT_FOUND: none. */
paua_status store_pending_address(store *self, const char *account,
                                  void (*found)(const char *address, int64_t requested_ms,
                                                void *context),
                                  void *context);

/* Whether a mail was received, and answered. A key that has expired counts as unknown, whether or
 * not it was forgotten (batch_trim_seen) yet. */
enum store_seen { STORE_UNSEEN, STORE_SEEN, STORE_SEEN_DONE };
paua_status store_seen(store *self, const char *key, int64_t now_ms, enum store_seen *out);
/* All that are remembered. */
paua_status store_all_seen(store *self,
                           bool (*each)(const char *key, int64_t expires_ms, bool done,
                                        void *context),
                           void *context);

/* The secret of this name, or (`name` "") all. */
paua_status store_secrets(store *self, const char *name,
                          bool (*each)(const char *name, const char *value, void *context),
                          void *context);

#endif /* STORE_MAIL_H */
