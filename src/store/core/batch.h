/* batch.h - writes that belong together: all of them are stored in one transaction, or none.
 *
 * A batch is built by one thread and handed to store_commit(). Everything is copied. Calls that add
 * to a batch return false where memory is out; the batch then fails as a whole: store_commit()
 * returns PAUA_NO_MEMORY for it. A batch with a text that is not UTF-8 ends with PAUA_CONFLICT.
 * store_create() and store_append() (store.h) are batches of one.
 */
#ifndef STORE_BATCH_H
#define STORE_BATCH_H

#include "store/core/store.h"
#include "store/tables/mail.h"
#include "store/tables/messages.h"
#include "store/tables/subscriptions.h"
#include "store/tables/tournaments.h"

typedef struct store_batch store_batch;

/* An empty batch. NULL: out of memory; all calls below accept that. */
store_batch *store_batch_new(void);
/* Frees a batch that is not to be committed. NULL is allowed. */
void store_batch_free(store_batch *batch);

/* Games; as store_create() and store_append(). *number (NULL: it is not asked for) becomes that of
 * the game before `done` is called. */
bool batch_create_game(store_batch *batch, const store_game *game, int64_t *number);
bool batch_append_event(store_batch *batch, const char *game, const store_event *event,
                        const store_state *state);
/* A side of a game is played by an account from now on: store_account_games() lists the game. */
bool batch_seat_account(store_batch *batch, const char *game, int side, const char *account);

/* Accounts. A conflict: an added account whose id or name is taken; a saved one that does not
 * exist. */
bool batch_add_account(store_batch *batch, const store_account *account);
bool batch_save_account(store_batch *batch, const store_account *account);

/* Stores nothing, but conflicts where the account is not open or has another password by now. */
bool batch_expect_password(store_batch *batch, const char *account, const char *password);

/* The password of an account alone, as its hash; its settings, as JSON. A conflict: it does not
 * exist, or is closed. */
bool batch_save_password(store_batch *batch, const char *account, const char *password);
bool batch_save_settings(store_batch *batch, const char *account, const char *settings);

/* Sessions and tokens. A conflict: an added one whose hash or id is taken. To remove what is not
 * there is none. */
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

/* Sets the rating of an account in a category, and adds it to its history. A conflict: its `games`
 * is not one more than those stored, because another game has changed it meanwhile. */
bool batch_set_rating(store_batch *batch, const store_rating *rating);

/* Messages: into the box of its owner. A conflict: it has one of this number. */
bool batch_add_message(store_batch *batch, const store_message *message);
/* Those of a conversation up to a number are seen. */
bool batch_mark_messages(store_batch *batch, const char *owner, const char *peer, int64_t number);
/* From the owner's box: of one conversation, or (`peer` "") of all, one or (`number` 0) all. */
bool batch_remove_messages(store_batch *batch, const char *owner, const char *peer, int64_t number);
/* All of a box but the newest `most`. */
bool batch_trim_messages(store_batch *batch, const char *owner, int most);
/* From both boxes. A conflict: it is in none. */
bool batch_erase_message(store_batch *batch, int64_t number);

/* Blocks somebody, or again; and no more, or (`blocked` "") nobody any more. */
bool batch_add_block(store_batch *batch, const char *account, const char *blocked, int64_t at_ms);
bool batch_remove_block(store_batch *batch, const char *account, const char *blocked);
/* A conflict: one of the two has blocked the other. */
bool batch_expect_no_block(store_batch *batch, const char *account, const char *other);

/* A conflict: the number is taken, or the reporter has reported the same before. */
bool batch_add_report(store_batch *batch, const store_complaint *report);
/* A conflict: there is no open report of this number. */
bool batch_close_report(store_batch *batch, int64_t number, int64_t at_ms);

/* An account follows a game, or again; and no more, or (`game` "") none any more; only the `most`
 * that it has followed since last. */
bool batch_add_subscription(store_batch *batch, const char *account, const char *game,
                            int64_t since_ms);
bool batch_remove_subscription(store_batch *batch, const char *account, const char *game);
bool batch_trim_subscriptions(store_batch *batch, const char *account, int most);

/* A mail that is to be sent. A conflict: the id is taken. */
bool batch_add_mail(store_batch *batch, const store_mail *mail);
/* It is tried, for the time `tries` + 1: whoever wants to try it again waits until then.
 * A conflict: it is gone, or somebody has tried it meanwhile. */
bool batch_take_mail(store_batch *batch, const char *id, int tries, int64_t next_ms);
/* It was sent, or is given up; all mails of an account are given up. */
bool batch_remove_mail(store_batch *batch, const char *id);
bool batch_remove_mails(store_batch *batch, const char *account);

/* The address that an account wants to confirm, instead of one that it wanted before. */
bool batch_set_address(store_batch *batch, const char *account, const char *address,
                       int64_t asked_ms);
/* No address waits any more: this one, a conflict where it does not; or (`address` "") any. */
bool batch_remove_address(store_batch *batch, const char *account, const char *address);
/* The confirmed address of an account, "": none. A conflict: it does not exist, or is closed. */
bool batch_save_address(store_batch *batch, const char *account, const char *address);

/* A mail has come, and is remembered until then. A conflict: it had come before. */
bool batch_add_seen(store_batch *batch, const char *key, int64_t expires_ms);
/* It was answered. A conflict: it has not come, or was answered before. */
bool batch_end_seen(store_batch *batch, const char *key);
/* What has expired by then is forgotten. */
bool batch_trim_seen(store_batch *batch, int64_t now_ms);

/* A secret of the server, unless it has one of this name. */
bool batch_add_secret(store_batch *batch, const char *name, const char *value);

/* Adds a tournament (revision 1), or saves it. A conflict: the id is taken, or its revision is not
 * one more than that which is stored. */
bool batch_set_tournament(store_batch *batch, const store_tournament *tournament);

/* Stores nothing: other servers with the same store hear of a game this number (watch.h). */
bool batch_tell_presence(store_batch *batch, const char *game, int64_t number);

/* Queues the batch and takes it over, also on failure. `done` reports, once, on the store's thread:
 * PAUA_OK, PAUA_CONFLICT (nothing of it was stored), or PAUA_IO. Returns PAUA_OK, or
 * PAUA_NO_MEMORY: nothing is queued, and `done` is not called. */
paua_status store_commit(store *self, store_batch *batch, store_done done, void *context);

/* The same, and waits: returns what `done` would report. Not on the store's thread. */
paua_status store_commit_wait(store *self, store_batch *batch);

#endif /* STORE_BATCH_H */
