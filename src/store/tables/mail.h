/* mail.h - mail on disk: what is to be sent, what has come, and addresses that are yet to be
 * confirmed. As accounts.h, whose `mail` is the confirmed address of an account.
 */
#ifndef STORE_MAIL_H
#define STORE_MAIL_H

#include "store/core/store.h"

typedef struct store_mail {
    const char *id;        /* never given away again */
    const char *account;   /* whom it is for; "": nobody who has one */
    const char *recipient; /* an address */
    const char *subject;   /* in UTF-8, as the body */
    const char *body;      /* lines */
    const char *answered;  /* the Message-ID of the mail that it answers; "": none */
    const char *thread;    /* the Message-IDs before that one */
    int kind;              /* up to the caller */
    int64_t created_ms;    /* since 1970 */
    int64_t next_ms;       /* when it is to be tried, since 1970 */
    int tries;             /* so far */
} store_mail;

/* At most `most` mails that are to be tried by now, those first that have waited longest. */
paua_status store_mails_due(store *self, int64_t now_ms, int most,
                            bool (*each)(const store_mail *mail, void *context), void *context);
/* All that are to be sent, or (`account` not NULL) those of an account, oldest first. */
paua_status store_mails(store *self, const char *account,
                        bool (*each)(const store_mail *mail, void *context), void *context);
/* When the next one is to be tried, and how many there are. *next_ms is INT64_MAX if none. */
paua_status store_mail_next(store *self, int64_t *next_ms, int *count);

/* The address that an account wants to confirm. PAUA_NOT_FOUND: none. */
paua_status store_address(store *self, const char *account,
                          void (*found)(const char *address, int64_t asked_ms, void *context),
                          void *context);

/* Whether a mail has come, and was answered. */
enum store_seen { STORE_UNSEEN, STORE_SEEN, STORE_SEEN_DONE };
paua_status store_seen(store *self, const char *key, enum store_seen *out);
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
