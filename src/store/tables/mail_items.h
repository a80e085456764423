/* mail_items.h - events that are to be mailed, on disk, and how much mail an account wants of a
 * game. As accounts.h.
 *
 * An item is written in the batch of the event that it is about, so that none is lost; whoever
 * removes it queues the mail in the same batch, so that several servers of a store send each once.
 */
#ifndef STORE_MAIL_ITEMS_H
#define STORE_MAIL_ITEMS_H

#include "store/core/batch.h"

typedef struct store_mail_item {
    const char *account; /* "": all whom it concerns */
    const char *game;    /* its id; "": of none */
    int kind;            /* up to the caller */
    int64_t number;      /* of the event of the game, or of a message */
    int64_t since_ms;    /* when it was put into a digest, since 1970; 0: not decided yet */
} store_mail_item;

/* Adds an item; one that is there stays as it is. */
bool batch_add_mail_item(store_batch *batch, const store_mail_item *item);
/* Removes one. A conflict: it is gone, somebody else has mailed it. */
bool batch_take_mail_item(store_batch *batch, const store_mail_item *item);

/* At most `most` items that are not decided yet, from the first that comes after (account, game,
 * kind, number) on. */
paua_status store_mail_items_undecided(store *self, const store_mail_item *after, int most,
                                       bool (*each)(const store_mail_item *item, void *context),
                                       void *context);
/* The items of an account. "": those of all whom they concern. */
paua_status store_mail_items(store *self, const char *account,
                             bool (*each)(const store_mail_item *item, void *context),
                             void *context);

/* How much mail an account wants of a game: sets it, or removes it. A conflict: the account is
 * closed, or has `most` of them. */
bool batch_set_mail_choice(store_batch *batch, const char *account, const char *game, int choice,
                           int most);
bool batch_remove_mail_choice(store_batch *batch, const char *account, const char *game);
/* Removes the choices for games that were removed. */
bool batch_remove_stale_mail_choices(store_batch *batch);
/* All of an account, by game. */
paua_status store_mail_choices(store *self, const char *account,
                               bool (*each)(const char *game, int choice, void *context),
                               void *context);
/* That of a game. PAUA_ERROR_NOT_FOUND: none. */
paua_status store_mail_choice(store *self, const char *account, const char *game, int *choice);

#endif /* STORE_MAIL_ITEMS_H */
