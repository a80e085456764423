/* subscriptions.c - the table of the games that accounts follow. */
#include "store/tables/subscriptions.h"

#include "store/core/change.h"

static const char add_subscription[] =
    "INSERT INTO subscription (account, game, since) VALUES (?1, ?2, ?3)"
    " ON CONFLICT (account, game) DO NOTHING";
static const char remove_subscription[] =
    "DELETE FROM subscription WHERE account = ?1 AND (?2 = '' OR game = ?2)";
static const char trim_subscriptions[] =
    "DELETE FROM subscription WHERE account = ?1 AND game IN"
    " (SELECT game FROM subscription WHERE account = ?1 ORDER BY since DESC, game"
    " LIMIT 1000000 OFFSET ?2)";
static const char list_subscriptions[] =
    "SELECT game, since FROM subscription WHERE account = ?1 ORDER BY since DESC, game";

paua_status subscriptions_perform(struct sql *sql, const struct store_change *change)
{
    const struct store_subscription *row = &change->subscription;

    switch (change->kind) {
    case CHANGE_ADD_SUBSCRIPTION:
        return sql_run(
            sql, add_subscription,
            (sql_value[]){sql_text(row->account), sql_text(row->game), sql_integer(row->since_ms)},
            3, NULL, NULL);
    case CHANGE_REMOVE_SUBSCRIPTION:
        return sql_run(sql, remove_subscription,
                       (sql_value[]){sql_text(row->account), sql_text(row->game)}, 2, NULL, NULL);
    default:
        return sql_run(sql, trim_subscriptions,
                       (sql_value[]){sql_text(row->account), sql_integer(row->most)}, 2, NULL,
                       NULL);
    }
}

/* Who wants the games. */
struct subscription_reading {
    bool (*each)(const char *game, int64_t since_ms, void *context);
    void *context;
};

static bool on_subscription(const struct sql_row *row, void *context)
{
    struct subscription_reading *reading = context;

    return reading->each(sql_row_text(row, 0), sql_row_integer(row, 1), reading->context);
}

paua_status store_subscriptions(store *self, const char *account,
                                bool (*each)(const char *game, int64_t since_ms, void *context),
                                void *context)
{
    struct subscription_reading reading = {each, context};
    struct sql *sql = store_begin_reading(self);
    paua_status status = sql_run(sql, list_subscriptions, (sql_value[]){sql_text(account)}, 1,
                                 on_subscription, &reading);

    store_end_reading(self);
    return status;
}

/* Adds a change to a batch. */
static bool add_change(store_batch *batch, enum change_kind kind,
                       const struct store_subscription *row)
{
    static const size_t texts[] = {offsetof(struct store_change, subscription.account),
                                   offsetof(struct store_change, subscription.game)};
    struct store_change change = {.kind = kind, .subscription = *row};

    return batch_add(batch, &change, texts, 2);
}

bool batch_add_subscription(store_batch *batch, const char *account, const char *game,
                            int64_t since_ms)
{
    return add_change(batch, CHANGE_ADD_SUBSCRIPTION,
                      &(struct store_subscription){account, game, since_ms, 0});
}

bool batch_remove_subscription(store_batch *batch, const char *account, const char *game)
{
    return add_change(batch, CHANGE_REMOVE_SUBSCRIPTION,
                      &(struct store_subscription){account, game, 0, 0});
}

bool batch_trim_subscriptions(store_batch *batch, const char *account, int most)
{
    return add_change(batch, CHANGE_TRIM_SUBSCRIPTIONS,
                      &(struct store_subscription){account, "", 0, most});
}
