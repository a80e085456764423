/* subscriptions.c - the table of the games that accounts follow. */
#include "store/tables/subscriptions.h"

#include <assert.h>

#include "store/core/access.h"
#include "store/core/change.h"
#include "store/tables/rows.h"

static const char add_subscription[] =
    "INSERT INTO subscription (account, game, since) VALUES (?1, ?2, ?3)"
    " ON CONFLICT (account, game) DO NOTHING";
static const char remove_subscription[] =
    "DELETE FROM subscription WHERE account = ?1 AND game = ?2";
static const char trim_subscriptions[] =
    "DELETE FROM subscription WHERE account = ?1 AND game IN"
    " (SELECT game FROM subscription WHERE account = ?1 ORDER BY since DESC, game"
    " LIMIT " SQL_UNLIMITED " OFFSET ?2)";
/* There is no index by game: rows of removed games stay until somebody removes all of them. */
static const char remove_stale_subscriptions[] =
    "DELETE FROM subscription WHERE NOT EXISTS"
    " (SELECT 1 FROM game WHERE game.id = subscription.game)";
static const char list_subscriptions[] =
    "SELECT game, since FROM subscription WHERE account = ?1 AND EXISTS"
    " (SELECT 1 FROM game WHERE game.id = subscription.game) ORDER BY since DESC, game";

static const char list_followers[] =
    "SELECT account FROM subscription WHERE game = ?1 ORDER BY account";

struct subscription_change {
    struct store_change base;
    enum {
        ADD_SUBSCRIPTION,
        REMOVE_SUBSCRIPTION,
        REMOVE_STALE_SUBSCRIPTIONS,
        TRIM_SUBSCRIPTIONS
    } kind;
    const char *account, *game;
    int64_t since_ms; /* ADD_SUBSCRIPTION */
    int most;         /* TRIM_SUBSCRIPTIONS */
};

static paua_status perform_subscription(struct sql *sql, const struct store_change *base)
{
    const struct subscription_change *change = (const struct subscription_change *)base;
    const sql_value account = sql_text(change->account), game = sql_text(change->game);

    switch (change->kind) {
    case ADD_SUBSCRIPTION:
        return sql_run(sql, add_subscription,
                       (sql_value[]){account, game, sql_integer(change->since_ms)}, 3, NULL, NULL);
    case REMOVE_SUBSCRIPTION:
        return sql_run(sql, remove_subscription, (sql_value[]){account, game}, 2, NULL, NULL);
    case REMOVE_STALE_SUBSCRIPTIONS:
        return sql_run(sql, remove_stale_subscriptions, NULL, 0, NULL, NULL);
    case TRIM_SUBSCRIPTIONS:
        return sql_run(sql, trim_subscriptions, (sql_value[]){account, sql_integer(change->most)},
                       2, NULL, NULL);
    }
    return PAUA_OK;
}

static bool describe_subscription(const struct store_change *base, store_cluster_change *out)
{
    const struct subscription_change *change = (const struct subscription_change *)base;

    switch (change->kind) {
    case ADD_SUBSCRIPTION:
    case REMOVE_SUBSCRIPTION:
    case TRIM_SUBSCRIPTIONS:
        return store_announce(STORE_TABLE_SUBSCRIPTION, change->account, out);
    case REMOVE_STALE_SUBSCRIPTIONS: /* nobody sees those */
        return false;
    }
    return false;
}

/* Callbacks for the rows of a query; those that are not wanted are NULL. */
struct subscription_query {
    bool (*each)(const char *game, int64_t since_ms, void *context);
    void *context;
};

static bool on_subscription(const struct sql_row *row, void *context)
{
    struct subscription_query *query = context;

    return query->each(sql_row_text(row, 0), sql_row_integer(row, 1), query->context);
}

paua_status store_subscriptions(store *self, const char *account,
                                bool (*each)(const char *game, int64_t since_ms, void *context),
                                void *context)
{
    struct subscription_query query = {each, context};

    return store_query(self, list_subscriptions, (sql_value[]){sql_text(account)}, 1,
                       on_subscription, &query);
}

struct follower_query {
    bool (*each)(const char *account, void *context);
    void *context;
};

static bool on_follower(const struct sql_row *row, void *context)
{
    struct follower_query *query = context;

    return query->each(sql_row_text(row, 0), query->context);
}

paua_status store_followers(store *self, const char *game,
                            bool (*each)(const char *account, void *context), void *context)
{
    struct follower_query query = {each, context};

    return store_query(self, list_followers, (sql_value[]){sql_text(game)}, 1, on_follower, &query);
}

static bool add_change(store_batch *batch, struct subscription_change change)
{
    static const size_t texts[] = {offsetof(struct subscription_change, account),
                                   offsetof(struct subscription_change, game)};
    static const struct change_type type =
        CHANGE_TYPE(subscription_change, texts, perform_subscription, describe_subscription);

    change.base.type = &type;
    return batch_add(batch, &change.base);
}

bool batch_add_subscription(store_batch *batch, const char *account, const char *game,
                            int64_t since_ms)
{
    return add_change(batch, (struct subscription_change){.kind = ADD_SUBSCRIPTION,
                                                          .account = account,
                                                          .game = game,
                                                          .since_ms = since_ms});
}

bool batch_remove_subscription(store_batch *batch, const char *account, const char *game)
{
    assert(*account && *game);
    return add_change(batch, (struct subscription_change){
                                 .kind = REMOVE_SUBSCRIPTION, .account = account, .game = game});
}

bool batch_remove_stale_subscriptions(store_batch *batch)
{
    return add_change(batch, (struct subscription_change){.kind = REMOVE_STALE_SUBSCRIPTIONS});
}

bool batch_trim_subscriptions(store_batch *batch, const char *account, int most)
{
    return add_change(batch, (struct subscription_change){
                                 .kind = TRIM_SUBSCRIPTIONS, .account = account, .most = most});
}
