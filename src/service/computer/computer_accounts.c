/* computer_accounts.c - reads which accounts of computers are there, and adds the others in one
 * batch. */
#include "service/computer/computer_accounts.h"

#include <stdlib.h>

#include "service/accounts/settings.h"
#include "service/core/env.h"
#include "service/games/model/computer_account.h"
#include "store/core/batch.h"
#include "json/json_text.h"

static void on_account(const store_account *account, void *context)
{
    *(bool *)context = account_name_is_computer(account->name);
}

/* Adds the accounts that are missing to a batch. Returns PAUA_OK, or why the store cannot be read,
 * or PAUA_ERROR_CONFLICT. */
static paua_status list_missing(store *db, const char *settings, store_batch *batch, int *missing)
{
    struct seat seat;

    *missing = 0;
    for (int i = 0; i < computer_account_count(); i++) {
        bool is_computer = true;

        computer_account_seat(i, &seat);
        paua_status status = store_account_by_id(db, seat.account, on_account, &is_computer);
        if (status == PAUA_ERROR_NOT_FOUND) {
            batch_add_account(batch, &(store_account){.id = seat.account,
                                                      .name = seat.name,
                                                      .key = seat.name,
                                                      .password = "",
                                                      .mail = "",
                                                      .settings = settings,
                                                      .created_ms = env_now_ms()});
            ++*missing;
        } else if (status != PAUA_OK || !is_computer) {
            return status == PAUA_OK ? PAUA_ERROR_CONFLICT : status;
        }
    }
    return PAUA_OK;
}

/* Adds what is missing, once. */
static paua_status add_missing(store *db, const char *settings)
{
    store_batch *batch = store_batch_new();
    int missing;
    paua_status status = list_missing(db, settings, batch, &missing);

    if (status == PAUA_OK && missing > 0)
        return store_commit_durably(db, batch);
    store_batch_free(batch);
    return status;
}

paua_status computer_accounts_add(store *db)
{
    const struct settings settings = {.bot = true};
    char *text = json_write_text(settings_json(&settings), JSON_COMPACT);

    if (!text)
        return PAUA_ERROR_NO_MEMORY;
    paua_status status = add_missing(db, text);
    if (status == PAUA_ERROR_CONFLICT) /* another server was faster */
        status = add_missing(db, text);
    free(text);
    return status;
}
