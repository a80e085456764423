/* account_change.c - writes the changes of accounts into batches. */
#include "service/accounts/account_change.h"

#include "store/tables/mail.h"
#include "store/tables/messages.h"
#include "store/tables/subscriptions.h"

void batch_sign_out_account(store_batch *batch, const char *id, enum sign_out which)
{
    batch_remove_logins(batch, id, STORE_SESSION, NULL);
    if (which == SIGN_OUT_SESSIONS_AND_TOKENS)
        batch_remove_logins(batch, id, STORE_TOKEN, NULL);
}

void batch_change_password(store_batch *batch, const char *id, const char *old_hash,
                           const char *new_hash, const unsigned char *keep)
{
    batch_expect_password(batch, id, old_hash);
    batch_save_password(batch, id, new_hash);
    batch_remove_logins(batch, id, STORE_SESSION, keep);
}

void batch_close_account(store_batch *batch, const store_account *account, int64_t now_ms)
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
    batch_sign_out_account(batch, account->id, SIGN_OUT_SESSIONS_AND_TOKENS);
    batch_remove_all_messages(batch, account->id);
    batch_remove_all_blocks(batch, account->id);
    batch_remove_all_subscriptions(batch, account->id);
    batch_clear_pending_address(batch, account->id);
    batch_remove_mails(batch, account->id);
}
