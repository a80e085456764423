/* account_change.c - writes the changes of accounts into batches. */
#include "service/accounts/account_change.h"

#include "store/tables/mail.h"
#include "store/tables/messages.h"
#include "store/tables/subscriptions.h"

void account_batch_signout(store_batch *batch, const char *id, bool tokens)
{
    batch_remove_logins(batch, id, STORE_SESSION, NULL);
    if (tokens)
        batch_remove_logins(batch, id, STORE_TOKEN, NULL);
}

void account_batch_password(store_batch *batch, const char *id, const char *before,
                            const char *hash)
{
    batch_expect_password(batch, id, before);
    batch_save_password(batch, id, hash);
    account_batch_signout(batch, id, false);
}

void account_batch_close(store_batch *batch, const store_account *account, int64_t now_ms)
{
    const store_account closed = {.id = account->id,
                                  .name = account->name,
                                  .key = account->key,
                                  .password = "",
                                  .mail = "",
                                  .settings = "",
                                  .created_ms = account->created_ms,
                                  .closed_ms = now_ms};

    batch_save_account(batch, &closed);
    account_batch_signout(batch, account->id, true);
    batch_remove_all_messages(batch, account->id);
    batch_remove_all_blocks(batch, account->id);
    batch_remove_all_subscriptions(batch, account->id);
    batch_clear_pending_address(batch, account->id);
    batch_remove_mails(batch, account->id);
}
