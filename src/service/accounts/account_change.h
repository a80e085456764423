/* account_change.h - what is written when an account changes, be it by its owner, by `paua admin`
 * or by an administrator's request to the server. Each function adds to a batch. */
#ifndef SERVICE_ACCOUNT_CHANGE_H
#define SERVICE_ACCOUNT_CHANGE_H

#include <stdbool.h>
#include <stdint.h>

#include "store/core/batch.h"
#include "store/tables/accounts.h"

/* Ends all sessions, and all tokens too where `tokens`. */
void account_batch_signout(store_batch *batch, const char *id, bool tokens);

/* Sets the password where it is still the one with the hash `before`, else the batch conflicts; and
 * ends all sessions. */
void account_batch_password(store_batch *batch, const char *id, const char *before,
                            const char *hash);

/* Closes the account for ever. Its name stays taken, its games stay with their other players;
 * everything else of it is removed. */
void account_batch_close(store_batch *batch, const store_account *account, int64_t now_ms);

#endif /* SERVICE_ACCOUNT_CHANGE_H */
