/* blocks.c - the table of blocks: which account wants nothing of which other (messages.h). */
#include <stddef.h>

#include "store/core/access.h"
#include "store/core/change.h"
#include "store/tables/account_row.h"
#include "store/tables/messages.h"

static const char add_block[] = "INSERT INTO block (account, blocked, at) VALUES (?1, ?2, ?3)"
                                " ON CONFLICT (account, blocked) DO NOTHING";
static const char remove_block[] = "DELETE FROM block WHERE account = ?1 AND blocked = ?2";

static const char find_block[] = "SELECT count(*) FROM block WHERE account = ?1 AND blocked = ?2";
static const char expect_no_block[] =
    "SELECT 1 AS free WHERE NOT EXISTS (SELECT 1 FROM block"
    " WHERE (account = ?1 AND blocked = ?2) OR (account = ?2 AND blocked = ?1))";
static const char list_either_way[] = "SELECT blocked FROM block WHERE account = ?1"
                                      " UNION SELECT account FROM block WHERE blocked = ?1";
static const char list_blocks[] = "SELECT " ACCOUNT_COLUMNS ", block.at"
                                  " FROM block JOIN account ON account.id = block.blocked"
                                  " WHERE block.account = ?1 ORDER BY account.lookup";

struct block_change {
    struct store_change base;
    enum block_change_kind { ADD_BLOCK, REMOVE_BLOCK, EXPECT_NO_BLOCK } kind;
    const char *account, *other;
    int64_t at_ms;
};

static paua_status perform_block_change(struct sql *sql, const struct store_change *base)
{
    const struct block_change *change = (const struct block_change *)base;
    const sql_value values[] = {sql_text(change->account), sql_text(change->other),
                                sql_integer(change->at_ms)};

    switch (change->kind) {
    case ADD_BLOCK:
        return sql_run(sql, add_block, values, 3, NULL, NULL);
    case REMOVE_BLOCK:
        return sql_run(sql, remove_block, values, 2, NULL, NULL);
    case EXPECT_NO_BLOCK:
        return sql_change(sql, expect_no_block, values, 2);
    }
    return PAUA_OK;
}

/* Adds a change of blocks. */
static bool add_block_change(store_batch *batch, enum block_change_kind kind, const char *account,
                             const char *other, int64_t at_ms)
{
    static const size_t texts[] = {offsetof(struct block_change, account),
                                   offsetof(struct block_change, other)};
    static const struct change_type type =
        CHANGE_TYPE(block_change, texts, perform_block_change, NULL);
    struct block_change change = {
        .base.type = &type, .kind = kind, .account = account, .other = other, .at_ms = at_ms};

    return batch_add(batch, &change.base);
}

bool batch_add_block(store_batch *batch, const char *account, const char *blocked, int64_t at_ms)
{
    return add_block_change(batch, ADD_BLOCK, account, blocked, at_ms);
}

bool batch_remove_block(store_batch *batch, const char *account, const char *blocked)
{
    return add_block_change(batch, REMOVE_BLOCK, account, blocked, 0);
}

bool batch_expect_no_block(store_batch *batch, const char *account, const char *other)
{
    return add_block_change(batch, EXPECT_NO_BLOCK, account, other, 0);
}

/* Callbacks for the rows of a query; those that are not wanted are NULL. */
struct block_query {
    int count;
    bool (*each_account)(const char *other, void *context);
    bool (*each_block)(const store_account *blocked, int64_t at_ms, void *context);
    void *context;
};

static bool on_count(const struct sql_row *row, void *context)
{
    struct block_query *query = context;

    query->count = (int)sql_row_integer(row, 0);
    return false;
}

static bool on_account(const struct sql_row *row, void *context)
{
    struct block_query *query = context;

    return query->each_account(sql_row_text(row, 0), query->context);
}

static bool on_block(const struct sql_row *row, void *context)
{
    struct block_query *query = context;
    const store_account blocked = account_of_row(row, 0);

    return query->each_block(&blocked, sql_row_integer(row, ACCOUNT_COLUMN_COUNT), query->context);
}

paua_status store_is_blocked(store *self, const char *account, const char *other, bool *out)
{
    struct block_query query = {.count = 0};
    paua_status status = store_query(
        self, find_block, (sql_value[]){sql_text(account), sql_text(other)}, 2, on_count, &query);

    *out = query.count > 0;
    return status;
}

paua_status store_block_between(store *self, const char *account, const char *other, bool *blocks,
                                bool *blocked)
{
    paua_status status = store_is_blocked(self, account, other, blocks);

    return status == PAUA_OK ? store_is_blocked(self, other, account, blocked) : status;
}

paua_status store_blocked_either_way(store *self, const char *account,
                                     bool (*each)(const char *other, void *context), void *context)
{
    struct block_query query = {.each_account = each, .context = context};

    return store_query(self, list_either_way, (sql_value[]){sql_text(account)}, 1, on_account,
                       &query);
}

paua_status store_blocks(store *self, const char *account,
                         bool (*each)(const store_account *blocked, int64_t at_ms, void *context),
                         void *context)
{
    struct block_query query = {.each_block = each, .context = context};

    return store_query(self, list_blocks, (sql_value[]){sql_text(account)}, 1, on_block, &query);
}
