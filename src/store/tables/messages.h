/* messages.h - what people write to one another on disk, whom they have blocked, and what they have
 * reported. As accounts.h: texts and numbers; what they mean is up to the caller.
 *
 * A message is two rows, one in the box of each side: what one of them removes stays in the
 * other's. Numbers are the caller's; those of later messages are larger.
 *
 * Reads return PAUA_OK (also where nothing was found, unless it says otherwise),
 * PAUA_ERROR_NOT_FOUND, PAUA_ERROR_IO, PAUA_ERROR_CORRUPT or PAUA_ERROR_NO_MEMORY. A message or
 * report that is not what its checksum says is left out. Texts are valid during the callback
 * only, which may not read from the same store. From any thread. Writes are batches (batch.h).
 */
#ifndef STORE_MESSAGES_H
#define STORE_MESSAGES_H

#include "store/tables/accounts.h"

/* A message in somebody's box. */
typedef struct store_message {
    const char *owner; /* the account whose box it is in */
    const char *peer;  /* the account at the other end */
    int64_t number;    /* the same in both boxes */
    bool sent;         /* by the owner */
    int64_t key;       /* if it was sent with an id of the client, its hash: more than 1; else 0 */
    bool seen;         /* by the owner */
    int64_t at_ms;     /* since 1970 */
    const char *text;
} store_message;

/* What somebody has reported: a message, or a line of a game's chat. */
typedef struct store_report {
    int64_t number;
    const char *reporter; /* an account */
    const char *accused;  /* an account; "": who has none */
    const char *name;     /* of the accused, as it was shown */
    int64_t message;      /* its number; 0: a line of a chat */
    const char *game;     /* "", or where the line was said, */
    int64_t event;        /* and the number of its event */
    const char *quote;    /* what was reported */
    const char *text;     /* why */
    int64_t at_ms;        /* since 1970 */
    int64_t closed_ms;    /* since 1970; 0: open */
} store_report;

/* Adds a message to the box of its owner. A conflict: the box has one of this number. */
bool batch_add_message(store_batch *batch, const store_message *message);
/* A conflict: the owner's box has a message to this peer with this key. */
bool batch_expect_new_message(store_batch *batch, const char *owner, const char *peer, int64_t key);
/* Marks the messages of a conversation up to a number as seen. */
bool batch_mark_messages(store_batch *batch, const char *owner, const char *peer, int64_t number);
/* Removes from the owner's box: a message or a conversation. No conflict: it has none. */
bool batch_remove_message(store_batch *batch, const char *owner, const char *peer, int64_t number);
bool batch_remove_conversation(store_batch *batch, const char *owner, const char *peer);
/* Removes all of a box but the newest `most`. */
bool batch_trim_messages(store_batch *batch, const char *owner, int most);
/* Removes a message from both boxes. A conflict: it is in neither. */
bool batch_erase_message(store_batch *batch, int64_t number);

/* Blocks an account (twice is no conflict); unblocks one (or nobody: no conflict). */
bool batch_add_block(store_batch *batch, const char *account, const char *blocked, int64_t at_ms);
bool batch_remove_block(store_batch *batch, const char *account, const char *blocked);
/* A conflict: one of the two has blocked the other. */
bool batch_expect_no_block(store_batch *batch, const char *account, const char *other);

/* A conflict: the number is taken, or the reporter has reported the same before. */
bool batch_add_report(store_batch *batch, const store_report *report);
/* A conflict: there is no open report of this number. */
bool batch_close_report(store_batch *batch, int64_t number, int64_t at_ms);

/* `each` returns false to end the reading.
 *
 * The next two lists come in pages: *next (NULL: not wanted) becomes the `before` of the page that
 * follows; 0: there is none. Damaged messages count as rows of a page. */

/* The newest message of each conversation in a box, newest first: those before `before` (0: all),
 * at most `most`; with the account at the other end and how many of its messages are not seen. For
 * a damaged message the newest one before it stands that is not, at the place of the damaged one. A
 * conversation of damaged messages alone is left out. */
paua_status store_conversations(store *self, const char *owner, int64_t before, int most,
                                int64_t *next,
                                bool (*each)(const store_message *last, const store_account *peer,
                                             int unseen, void *context),
                                void *context);

/* The messages of a box, newest first, of one conversation or (`peer` "") of all: those before
 * `before` (0: all), at most `most`. */
paua_status store_messages(store *self, const char *owner, const char *peer, int64_t before,
                           int most, int64_t *next,
                           bool (*each)(const store_message *message, void *context),
                           void *context);

/* What an account has written, as it is in the boxes of others; as store_messages() does, without
 * `next`: the last number is the `before` of the page that follows. */
paua_status store_messages_from(store *self, const char *writer, int64_t before, int most,
                                bool (*each)(const store_message *message, void *context),
                                void *context);

/* One of them. PAUA_ERROR_NOT_FOUND: it is not in this box. */
paua_status store_message_find(store *self, const char *owner, int64_t number,
                               void (*found)(const store_message *message, void *context),
                               void *context);

/* The message of a conversation that was sent with a key. PAUA_ERROR_NOT_FOUND: there is none. */
paua_status store_message_find_key(store *self, const char *owner, const char *peer, int64_t key,
                                   void (*found)(const store_message *message, void *context),
                                   void *context);

/* How many messages in a box are not seen. */
paua_status store_unseen(store *self, const char *owner, int *out);

/* Whether an account has blocked another. */
paua_status store_is_blocked(store *self, const char *account, const char *other, bool *out);
/* The same both ways. *blocks: the account has blocked the other; *blocked: the other has blocked
 * it. After an error both are undefined. */
paua_status store_block_between(store *self, const char *account, const char *other, bool *blocks,
                                bool *blocked);
/* Calls `each` for the accounts that an account has blocked, and those that have blocked it, until
 * it returns false. */
paua_status store_blocked_either_way(store *self, const char *account,
                                     bool (*each)(const char *other, void *context), void *context);
/* All that an account has blocked, in the order of their names. */
paua_status store_blocks(store *self, const char *account,
                         bool (*each)(const store_account *blocked, int64_t at_ms, void *context),
                         void *context);

/* Reports after number `after` (0: from the first), oldest first, at most `most`: of one reporter,
 * or (`reporter` "") of all; `open`: only open ones. A damaged one counts as one of `most`. */
paua_status store_reports(store *self, const char *reporter, bool open, int64_t after, int most,
                          bool (*each)(const store_report *report, void *context), void *context);

/* Calls `each` with a line for messages and reports that are not what their checksums say. As
 * store_check_consistency() (maintenance.h), which does so. */
paua_status messages_check_consistency(store *self,
                                       bool (*each)(const char *problem, void *context),
                                       void *context);

#endif /* STORE_MESSAGES_H */
