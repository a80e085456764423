/* sendings.h - whom an account has written to and challenged within a day: what limits count, also
 * after messages and games are removed (strangers.h). Reads as in messages.h.
 */
#ifndef STORE_SENDINGS_H
#define STORE_SENDINGS_H

#include "store/core/batch.h"

#define SENDING_KEPT_MS ((int64_t)24 * 60 * 60 * 1000)
/* Of messages to somebody who is no stranger only the last minute counts. */
#define SENDING_KNOWN_KEPT_MS ((int64_t)2 * 60 * 1000)
/* How far in the future a date may be that counts: that of another server differs, and this one's
 * requests have a date before they are stored. */
#define SENDING_DATES_DIFFER_MS ((int64_t)60 * 1000)

typedef struct store_sending {
    const char *sender, *recipient; /* ids of accounts */
    enum store_sending_kind { STORE_SENDING_MESSAGE, STORE_SENDING_CHALLENGE } kind;
    int64_t at_ms;  /* since 1970 */
    const char *id; /* the number of the message, the id of the game */
} store_sending;

/* A conflict: it is there. */
bool batch_add_sending(store_batch *batch, const store_sending *sending);

/* The next two are no conflict where there is nothing to remove. Those of all before a time: */
bool batch_trim_sendings(store_batch *batch, int64_t before_ms);
/* Messages of a sender before a time, to accounts that have written to him: */
bool batch_trim_known_messages(store_batch *batch, const char *sender, int64_t before_ms);

/* Calls `each` for those of a sender, newest first, until it returns false, with the name of the
 * recipient ("": no such account). */
paua_status store_sendings(store *self, const char *sender,
                           bool (*each)(const store_sending *sending, const char *name,
                                        void *context),
                           void *context);

#endif /* STORE_SENDINGS_H */
