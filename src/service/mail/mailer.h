/* mailer.h - the mail of a server: a queue in the store, which a thread of its own hands to the
 * host's mail server, and what it signs for those who get it.
 *
 * A mail is stored in the batch of what it speaks of. It stays in the store until the mail server
 * has accepted it, through restarts, and is tried again after growing pauses. It is sent once; only
 * where the process ends after the mail server has accepted a mail, and before that is stored, it
 * is sent again, with the same Message-ID.
 */
#ifndef SERVICE_MAILER_H
#define SERVICE_MAILER_H

#include "mail/token.h"
#include "service/mail/mail_config.h"
#include "store/core/batch.h"
#include "store/tables/accounts.h"

struct mailer;
struct games;

#define MAIL_CODE_HOURS  24 /* how long the code for an address is good, */
#define MAIL_RESET_HOURS 1  /* and the one for a new password, */
#define MAIL_REPLY_DAYS  30 /* and an address to reply to */

/* How a mail is written; stored, so numbers stay. */
enum mailer_kind {
    MAILER_ANSWER = 0, /* answers a mail; commands may be sent back */
    MAILER_NOTICE = 1, /* about the account itself; nothing can be sent back */
    MAILER_DIGEST = 2, /* commands may be sent back, one of which ends these */
    MAILER_PLAIN = 3   /* answers a mail of nobody who is known */
};

/* A mail to be sent; what is not there may be NULL. */
struct mailer_text {
    enum mailer_kind kind;
    const char *account; /* whose */
    const char *to;
    const char *subject, *body;
    const char *answered, *thread; /* Message-IDs */
};

/* Reads the secret with which the server signs, or makes it. Returns PAUA_OK, PAUA_NO_MEMORY, or
 * why the store cannot be read or written. */
paua_status mailer_new(struct games *games, const service_mail *config, struct mailer **out);
/* Starts to send. False: out of memory. */
bool mailer_start(struct mailer *self);
/* Ends the thread; what is not sent stays in the store. NULL is allowed, as for the next one. */
void mailer_halt(struct mailer *self);
void mailer_free(struct mailer *self);

/* What it works with, borrowed. */
struct games *mailer_games(const struct mailer *self);
struct env *mailer_env(const struct mailer *self);

/* Whether the server sends mail at all. The other calls need that. */
bool mailer_works(const struct mailer *self);
/* Its address. */
const char *mailer_address(const struct mailer *self);

/* Adds the mail to the batch. False: out of memory. */
bool mailer_add(struct mailer *self, store_batch *batch, const struct mailer_text *mail);
/* A mail was stored. From any thread, with any lock. */
void mailer_wake(struct mailer *self);
/* The same for committed_response.then; the mailer is the context. */
void mailer_on_committed(paua_status status, void *data, void *context);

/* A code for the owner of an account that is good for `hours`, while this text does not change. */
void mailer_sign(struct mailer *self, enum mail_purpose purpose, const char *account,
                 const char *bound, int hours, char code[MAIL_TOKEN_SIZE + 1]);

/* What the server has signed. */
enum mailer_code { CODE_GOOD, CODE_EXPIRED, CODE_WRONG };
enum mailer_code mailer_check(struct mailer *self, enum mail_purpose purpose, const char *code,
                              const char *bound);

/* What codes to reply and for new passwords are bound to, so that a new password or address ends
 * them: of an account that is open and has an address, else "". */
#define MAILER_BOUND_SIZE 512
void mailer_bound(const store_account *account, char out[MAILER_BOUND_SIZE]);

/* Mails that wait, and that were sent since the start. From any thread. */
int mailer_waiting(struct mailer *self);
unsigned long long mailer_sent(struct mailer *self);

#endif /* SERVICE_MAILER_H */
