/* account_change.h - changes of an account by its owner, by `paua admin`, or by POST /admin. Each
 * function adds to a batch. */
#ifndef SERVICE_ACCOUNT_CHANGE_H
#define SERVICE_ACCOUNT_CHANGE_H

#include <stdbool.h>
#include <stdint.h>

#include "store/core/batch.h"
#include "store/tables/accounts.h"

/* The logins that a sign-out ends. */
enum sign_out { SIGN_OUT_SESSIONS, SIGN_OUT_SESSIONS_AND_TOKENS };

void batch_sign_out_account(store_batch *batch, const char *id, enum sign_out which);

/* Sets the password and ends all sessions but the one whose secret has the hash `keep`; NULL: all.
 * The batch conflicts unless the hash of the password is still `old_hash`. */
void batch_change_password(store_batch *batch, const char *id, const char *old_hash,
                           const char *new_hash, const unsigned char *keep);

/* Closes the account for ever. Removes its password, address and settings, its sessions and tokens,
 * the messages in its own box, its blocks and subscriptions, and mails to it that are not sent yet.
 * Keeps its name, which stays taken, and all that others see: its seats in games and tournaments,
 * its ratings, the messages in the boxes of others, and reports. */
void batch_close_account(store_batch *batch, const store_account *account, int64_t now_ms);

#endif /* SERVICE_ACCOUNT_CHANGE_H */
