/* closed_account.c - removes the rows that go with an account that is closed, of each table that
 * says so (rows.h). */
#include <assert.h>

#include "store/core/change.h"
#include "store/tables/accounts.h"
#include "store/tables/rows.h"

struct account_rows_change {
    struct store_change base;
    enum store_table_id table;
    const char *account;
};

static paua_status perform_account_rows(struct sql *sql, const struct store_change *base)
{
    const struct account_rows_change *change = (const struct account_rows_change *)base;
    const sql_value account = sql_text(change->account);

    return sql_run(sql, store_tables[change->table].remove_with_account, &account, 1, NULL, NULL);
}

/* Other servers forget the sessions, and with them all that was open for the account, and the
 * vacation, which its games have. */
static bool describe_account_rows(const struct store_change *base, store_cluster_change *out)
{
    const struct account_rows_change *change = (const struct account_rows_change *)base;

    if (!store_announce(change->table, change->account, out))
        return false;
    switch (out->kind) {
    case STORE_CHANGE_LOGINS:
    case STORE_CHANGE_VACATION:
        return true;
    case STORE_CHANGE_GAME:
    case STORE_CHANGE_REMOVED:
    case STORE_CHANGE_CONDITIONAL:
    case STORE_CHANGE_SEAT:
    case STORE_CHANGE_MESSAGE:
    case STORE_CHANGE_SUBSCRIPTIONS:
    case STORE_CHANGE_TOURNAMENT:
    case STORE_CHANGE_PRESENCE:
    case STORE_CHANGE_KINDS:
        return false;
    }
    return false;
}

bool batch_remove_account_rows(store_batch *batch, const char *account)
{
    static const size_t texts[] = {offsetof(struct account_rows_change, account)};
    static const struct change_type type =
        CHANGE_TYPE(account_rows_change, texts, perform_account_rows, describe_account_rows);

    assert(*account);
    for (int i = 0; i < STORE_TABLES; i++) {
        const struct account_rows_change change = {
            .base.type = &type, .table = (enum store_table_id)i, .account = account};

        if (store_tables[i].remove_with_account && !batch_add(batch, &change.base))
            return false;
    }
    return true;
}
