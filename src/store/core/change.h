/* change.h - the members of a batch (batch.h): each is one write, with all that it needs. */
#ifndef STORE_CHANGE_H
#define STORE_CHANGE_H

#include "store/core/batch.h"
#include "store/core/checksum.h"
#include "store/core/sql.h"
#include "store/tables/slow.h"

enum change_kind {
    CHANGE_CREATE_GAME,
    CHANGE_APPEND_EVENT,
    CHANGE_REMOVE_GAME,
    CHANGE_SEAT_ACCOUNT,
    CHANGE_ADD_ACCOUNT,
    CHANGE_SAVE_ACCOUNT,
    CHANGE_EXPECT_PASSWORD, /* id and password of `person` */
    CHANGE_SAVE_PASSWORD,   /* the same */
    CHANGE_SAVE_SETTINGS,
    CHANGE_ADD_LOGIN,
    CHANGE_TOUCH_LOGIN,
    CHANGE_REMOVE_LOGIN,
    CHANGE_REMOVE_LOGINS,
    CHANGE_TRIM_LOGINS,
    CHANGE_SET_RATING,
    CHANGE_ADD_MESSAGE, /* the first one of messages_perform() */
    CHANGE_MARK_MESSAGES,
    CHANGE_REMOVE_MESSAGES,
    CHANGE_TRIM_MESSAGES, /* to `number` of `message` */
    CHANGE_ERASE_MESSAGE,
    CHANGE_ADD_BLOCK, /* `owner` of `message` blocks `peer` */
    CHANGE_REMOVE_BLOCK,
    CHANGE_EXPECT_NO_BLOCK, /* between `owner` and `peer` of `message` */
    CHANGE_ADD_REPORT,
    CHANGE_CLOSE_REPORT,
    CHANGE_ADD_SUBSCRIPTION, /* the first one of subscriptions_perform() */
    CHANGE_REMOVE_SUBSCRIPTION,
    CHANGE_TRIM_SUBSCRIPTIONS,
    CHANGE_ADD_MAIL, /* the first one of mail_perform() */
    CHANGE_TAKE_MAIL,
    CHANGE_REMOVE_MAIL,
    CHANGE_REMOVE_MAILS, /* of `account` of `mail` */
    CHANGE_SET_ADDRESS,  /* of the account `name` of `entry`, as SAVE and REMOVE */
    CHANGE_REMOVE_ADDRESS,
    CHANGE_SAVE_ADDRESS,
    CHANGE_ADD_SEEN, /* `name` of `entry`, as the next two */
    CHANGE_END_SEEN,
    CHANGE_TRIM_SEEN,
    CHANGE_ADD_SECRET,      /* `name` and `value` of `entry` */
    CHANGE_SET_CONDITIONAL, /* the first one of slow_perform() */
    CHANGE_REMOVE_CONDITIONAL,
    CHANGE_SET_VACATION,
    CHANGE_SET_REMINDER,
    CHANGE_SET_TOURNAMENT,
    CHANGE_TELL_PRESENCE /* stores nothing */
};

/* A game that an account follows. */
struct store_subscription {
    const char *account, *game;
    int64_t since_ms;
    int most; /* of TRIM_SUBSCRIPTIONS */
};

/* A row of a table with one text by name. */
struct store_entry {
    const char *name, *value;
    int64_t at_ms;
};

struct store_change {
    struct store_change *next;
    enum change_kind kind;
    union {
        struct {
            store_game game; /* of an event only id and state, of a removal and a seat only id */
            store_event event;
            store_sums sums;
            int64_t *number;     /* of a game that is created: where it goes, or NULL */
            int side;            /* of a seat, */
            const char *account; /* and who plays it */
        };
        store_account person;
        struct {
            store_login login;
            bool keeps; /* of REMOVE_LOGINS: all but the one with the hash of `login` */
            int most;   /* of TRIM_LOGINS */
        };
        store_rating rating;
        store_message message;
        store_complaint report;
        store_conditional conditional;
        store_vacation vacation;
        store_reminder reminder;
        struct store_subscription subscription;
        store_mail mail;
        struct store_entry entry;
        store_tournament tournament;
        struct {
            const char *game;
            int64_t number;
        } presence;
    };
    char texts[]; /* what the pointers above point to */
};

struct store_batch {
    struct store_batch *next; /* in the queue of the store */
    struct store_change *first, **last;
    bool failed; /* memory was out: the batch is not whole */
    bool unfit;  /* a text is not UTF-8: it conflicts */
    paua_status status;
    store_done done;
    void *context;
};

/* Copies a change, with its texts at these offsets, to the end of the batch. False: memory is
 * out. */
bool batch_add(store_batch *batch, const struct store_change *change, const size_t *offsets,
               size_t count);

/* Adds the removal of a game: store_remove(). */
bool batch_remove_game(store_batch *batch, const char *game);

/* Performs a change of what accounts.h reads, in the current transaction. Returns what store_done
 * reports, or PAUA_CORRUPT or PAUA_NO_MEMORY. */
paua_status accounts_perform(struct sql *sql, const struct store_change *change);

/* The same of what messages.h reads, subscriptions.h and tournaments.h. */
paua_status messages_perform(struct sql *sql, const struct store_change *change);
paua_status subscriptions_perform(struct sql *sql, const struct store_change *change);
/* The same for what mail.h reads. */
paua_status mail_perform(struct sql *sql, const struct store_change *change);
paua_status tournaments_perform(struct sql *sql, const struct store_change *change);
/* The same for what slow.h reads. */
paua_status slow_perform(struct sql *sql, const struct store_change *change);

/* The connection that reads, for this thread alone until store_end_reading(). */
struct sql *store_begin_reading(store *self);
void store_end_reading(store *self);

#endif /* STORE_CHANGE_H */
