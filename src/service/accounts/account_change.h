/* account_change.h - changes of an account by its owner, by `paua admin`, or by POST /admin. Each
 * function adds to a batch. */
#ifndef SERVICE_ACCOUNT_CHANGE_H
#define SERVICE_ACCOUNT_CHANGE_H

#include <stdbool.h>
#include <stdint.h>

#include "store/core/batch.h"
#include "store/tables/accounts.h"

/* Ends all sessions; with `tokens` all tokens as well. */
void account_batch_signout(store_batch *batch, const char *id, bool tokens);

/* Sets the password and ends all sessions. The batch conflicts unless the hash of the password is
 * still `before`. */
void account_batch_password(store_batch *batch, const char *id, const char *before,
                            const char *hash);

/* Closes the account for ever. Its name stays taken and its games stay with their other players;
 * the rest is removed. */
void account_batch_close(store_batch *batch, const store_account *account, int64_t now_ms);

#endif /* SERVICE_ACCOUNT_CHANGE_H */
