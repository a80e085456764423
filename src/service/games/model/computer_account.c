/* computer_account.c - names and ids of the computers' accounts; adds them to the store. */
#include "service/games/model/computer_account.h"
#include "service/core/env.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/accounts/settings.h"
#include "store/core/batch.h"
#include "json/json_text.h"

int computer_account_count(void)
{
    return PAUA_LEVELS + paua_opponent_count();
}

/* Whether the opponent plays as its name alone says. */
static bool opponent_is_usual(const paua_opponent *opponent)
{
    const paua_opponent *usual = paua_opponent_find(opponent->name);

    return usual && usual->depth == opponent->depth && strcmp(usual->eval, opponent->eval) == 0;
}

void computer_account_set(struct seat *seat)
{
    if (seat->level > 0)
        snprintf(seat->name, sizeof seat->name, ACCOUNT_COMPUTER_PREFIX "%d", seat->level);
    else if (opponent_is_usual(&seat->opponent))
        snprintf(seat->name, sizeof seat->name, ACCOUNT_COMPUTER_PREFIX "%s", seat->opponent.name);
    else
        return;
    id_derive(seat->name, seat->account);
}

void computer_account_seat(int i, struct seat *out)
{
    memset(out, 0, sizeof *out); /* padding included: setups are compared */
    out->kind = SEAT_COMPUTER;
    if (i < PAUA_LEVELS)
        out->level = i + 1;
    else
        out->opponent = *paua_opponent_at(i - PAUA_LEVELS);
    computer_account_set(out);
}

bool computer_account_find(const char *name, struct seat *out)
{
    char key[ACCOUNT_NAME_SIZE];
    struct seat seat;

    if (!account_name_is_computer(name) || !account_name_valid(name))
        return false;
    account_name_key(name, key);
    for (int i = 0; i < computer_account_count(); i++) {
        computer_account_seat(i, &seat);
        if (strcmp(seat.name, key) != 0)
            continue;
        *out = seat;
        return true;
    }
    return false;
}

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
