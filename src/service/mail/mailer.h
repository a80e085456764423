/* mailer.h - the outgoing mail of a server: a queue in the store, a background thread that hands it
 * to the host's mail server, and the tokens in mails.
 *
 * A mail is queued in the batch of the change that it reports. It stays in the store, through
 * restarts, until the mail server has accepted it; failed attempts are repeated with growing
 * pauses. It is sent once, except when the process ends between the acceptance and its commit: then
 * it is sent again with the same Message-ID. Thread-safe.
 */
#ifndef SERVICE_MAILER_H
#define SERVICE_MAILER_H

#include "mail/token.h"
#include "service/mail/mail_config.h"
#include "store/core/batch.h"
#include "store/tables/accounts.h"

struct mailer;
struct games;

/* How long tokens are valid. */
#define MAIL_CONFIRM_HOURS    24  /* that confirm an address */
#define MAIL_RESET_HOURS      1   /* for a new password */
#define MAIL_REPLY_DAYS       30  /* in an address to reply to */
#define MAIL_UNSUBSCRIBE_DAYS 366 /* in a link that unsubscribes; bound to the address alone */

/* Kinds of mails. The store has these numbers, so they stay. */
enum mailer_kind {
    MAILER_ANSWER = 0, /* answers a mail; accepts commands as a reply */
    MAILER_NOTICE = 1, /* about the account itself; accepts no reply */
    MAILER_DIGEST = 2, /* accepts commands as a reply, also to unsubscribe */
    MAILER_PLAIN = 3   /* answers a mail of a stranger */
};

/* A mail to be sent. Texts may be NULL. */
struct mailer_text {
    enum mailer_kind kind;
    const char *account; /* of the recipient */
    const char *to;
    const char *subject, *body;
    const char *in_reply_to, *references; /* Message-IDs */
    const char *thread, *position, *move; /* as those of a draft (mail/draft.h) */
};

/* Reads or makes the secret key for tokens. PAUA_OK, PAUA_ERROR_NO_MEMORY, or why the store cannot
 * be read or written. */
paua_status mailer_new(struct games *games, const service_mail *config, struct mailer **out);
/* Starts the thread. False: the system has no thread left. */
bool mailer_start(struct mailer *self);
/* Ends the thread; the queue stays in the store. NULL is allowed. */
void mailer_halt(struct mailer *self);
void mailer_free(struct mailer *self); /* NULL is allowed */

/* Borrowed. */
struct games *mailer_games(const struct mailer *self);
struct env *mailer_env(const struct mailer *self);

/* Whether the server sends mail, as the calls below require. */
bool mailer_enabled(const struct mailer *self);
/* The address of the server. */
const char *mailer_address(const struct mailer *self);

/* Adds the mail to the batch. False: out of memory. */
bool mailer_add(struct mailer *self, store_batch *batch, const struct mailer_text *mail);
/* Wakes the thread after a mail was committed. With any lock. */
void mailer_wake(struct mailer *self);
/* committed_response.on_committed that wakes the mailer, its context. */
void mailer_on_committed(paua_status status, void *data, void *context);

/* Makes a token for the owner of an account that is valid for `hours`, while the associated data is
 * unchanged. */
void mailer_make_token(struct mailer *self, enum mail_purpose purpose, const char *account,
                       const char *associated_data, int hours, char token[MAIL_TOKEN_SIZE + 1]);

/* Checks a token of mailer_make_token(). Without associated data ("") it is invalid. */
enum mail_token_status { MAIL_TOKEN_VALID, MAIL_TOKEN_EXPIRED, MAIL_TOKEN_INVALID };
enum mail_token_status mailer_check_token(struct mailer *self, enum mail_purpose purpose,
                                          const char *token, const char *associated_data);

/* The associated data of tokens for replies and new passwords: a new password or address ends their
 * validity. "" if the account is closed or has no address. */
#define MAILER_ASSOCIATED_DATA_SIZE 512
void mailer_associated_data(const store_account *account, char out[MAILER_ASSOCIATED_DATA_SIZE]);

/* Mails in the queue, and mails sent since the start. */
int mailer_waiting(struct mailer *self);
unsigned long long mailer_sent(struct mailer *self);

#endif /* SERVICE_MAILER_H */
