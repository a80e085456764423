/* mail_items.c - the tables of events that are to be mailed, and of the choices for a game. */
#include "store/tables/mail_items.h"

#include "base/array.h"
#include "store/core/access.h"
#include "store/core/change.h"

#define ITEM_COLUMNS "account, game, kind, number, since"

static const char add_item[] = "INSERT INTO mail_item (" ITEM_COLUMNS ") VALUES (?1, ?2, ?3, ?4,"
                               " ?5) ON CONFLICT DO NOTHING";
static const char take_item[] = "DELETE FROM mail_item WHERE account = ?1 AND game = ?2"
                                " AND kind = ?3 AND number = ?4 RETURNING number";
static const char list_undecided[] =
    "SELECT " ITEM_COLUMNS " FROM mail_item WHERE since = 0 AND (account, game, kind, number) >"
    " (?1, ?2, ?3, ?4) ORDER BY account, game, kind, number LIMIT ?5";
static const char list_items[] =
    "SELECT " ITEM_COLUMNS " FROM mail_item WHERE account = ?1 ORDER BY game, kind, number";

static const char set_choice[] =
    "INSERT INTO mail_choice (account, game, choice) SELECT id, ?2, ?3 FROM account WHERE id = ?1"
    " AND closed = 0 AND (SELECT count(*) FROM mail_choice AS m WHERE m.account = ?1 AND"
    " m.game <> ?2) < ?4 ON CONFLICT (account, game) DO UPDATE SET choice = ?3 RETURNING choice";
static const char remove_choice[] = "DELETE FROM mail_choice WHERE account = ?1 AND game = ?2";
static const char remove_stale_choices[] = "DELETE FROM mail_choice WHERE NOT EXISTS (SELECT 1 "
                                           "FROM game WHERE game.id = mail_choice.game)";
static const char list_choices[] =
    "SELECT game, choice FROM mail_choice WHERE account = ?1 ORDER BY game";
static const char find_choice[] = "SELECT choice FROM mail_choice WHERE account = ?1 AND game = ?2";

struct mail_item_change {
    struct store_change base;
    enum mail_item_change_kind {
        ADD_ITEM,
        TAKE_ITEM,
        SET_CHOICE,
        REMOVE_CHOICE,
        REMOVE_STALE_CHOICES
    } kind;
    store_mail_item item; /* of a choice: its kind */
    int most;
};

static paua_status perform_item(struct sql *sql, const struct store_change *base)
{
    const struct mail_item_change *change = (const struct mail_item_change *)base;
    const store_mail_item *item = &change->item;
    const sql_value row[] = {sql_text(item->account), sql_text(item->game), sql_integer(item->kind),
                             sql_integer(item->number), sql_integer(item->since_ms)};

    switch (change->kind) {
    case ADD_ITEM:
        return sql_run(sql, add_item, row, ARRAY_COUNT(row), NULL, NULL);
    case TAKE_ITEM:
        return sql_change(sql, take_item, row, 4);
    case SET_CHOICE:
        return sql_change(sql, set_choice,
                          (sql_value[]){row[0], row[1], row[2], sql_integer(change->most)}, 4);
    case REMOVE_CHOICE:
        return sql_run(sql, remove_choice, row, 2, NULL, NULL);
    case REMOVE_STALE_CHOICES:
        return sql_run(sql, remove_stale_choices, NULL, 0, NULL, NULL);
    }
    return PAUA_OK;
}

static bool add_item_change(store_batch *batch, struct mail_item_change change)
{
    static const size_t texts[] = {offsetof(struct mail_item_change, item.account),
                                   offsetof(struct mail_item_change, item.game)};
    static const struct change_type type = CHANGE_TYPE(mail_item_change, texts, perform_item, NULL);

    change.base.type = &type;
    return batch_add(batch, &change.base);
}

bool batch_add_mail_item(store_batch *batch, const store_mail_item *item)
{
    return add_item_change(batch, (struct mail_item_change){.kind = ADD_ITEM, .item = *item});
}

bool batch_take_mail_item(store_batch *batch, const store_mail_item *item)
{
    return add_item_change(batch, (struct mail_item_change){.kind = TAKE_ITEM, .item = *item});
}

bool batch_set_mail_choice(store_batch *batch, const char *account, const char *game, int choice,
                           int most)
{
    return add_item_change(batch, (struct mail_item_change){
                                      .kind = SET_CHOICE,
                                      .item = {.account = account, .game = game, .kind = choice},
                                      .most = most,
                                  });
}

bool batch_remove_mail_choice(store_batch *batch, const char *account, const char *game)
{
    return add_item_change(batch,
                           (struct mail_item_change){.kind = REMOVE_CHOICE,
                                                     .item = {.account = account, .game = game}});
}

bool batch_remove_stale_mail_choices(store_batch *batch)
{
    return add_item_change(batch, (struct mail_item_change){.kind = REMOVE_STALE_CHOICES,
                                                            .item = {.account = "", .game = ""}});
}

struct mail_item_query {
    bool (*each_item)(const store_mail_item *item, void *context);
    bool (*each_choice)(const char *game, int choice, void *context);
    void *context;
};

static bool on_item(const struct sql_row *row, void *context)
{
    struct mail_item_query *query = context;

    return query->each_item(&(store_mail_item){.account = sql_row_text(row, 0),
                                               .game = sql_row_text(row, 1),
                                               .kind = (int)sql_row_integer(row, 2),
                                               .number = sql_row_integer(row, 3),
                                               .since_ms = sql_row_integer(row, 4)},
                            query->context);
}

paua_status store_mail_items_undecided(store *self, const store_mail_item *after, int most,
                                       bool (*each)(const store_mail_item *item, void *context),
                                       void *context)
{
    struct mail_item_query query = {.each_item = each, .context = context};
    const sql_value values[] = {sql_text(after->account), sql_text(after->game),
                                sql_integer(after->kind), sql_integer(after->number),
                                sql_integer(most)};

    return store_query(self, list_undecided, values, ARRAY_COUNT(values), on_item, &query);
}

paua_status store_mail_items(store *self, const char *account,
                             bool (*each)(const store_mail_item *item, void *context),
                             void *context)
{
    struct mail_item_query query = {.each_item = each, .context = context};

    return store_query(self, list_items, (sql_value[]){sql_text(account)}, 1, on_item, &query);
}

static bool on_choice(const struct sql_row *row, void *context)
{
    struct mail_item_query *query = context;

    return query->each_choice(sql_row_text(row, 0), (int)sql_row_integer(row, 1), query->context);
}

paua_status store_mail_choices(store *self, const char *account,
                               bool (*each)(const char *game, int choice, void *context),
                               void *context)
{
    struct mail_item_query query = {.each_choice = each, .context = context};

    return store_query(self, list_choices, (sql_value[]){sql_text(account)}, 1, on_choice, &query);
}

static bool on_one_choice(const struct sql_row *row, void *context)
{
    *(int *)context = (int)sql_row_integer(row, 0);
    return false;
}

paua_status store_mail_choice(store *self, const char *account, const char *game, int *choice)
{
    *choice = -1;
    paua_status status =
        store_query(self, find_choice, (sql_value[]){sql_text(account), sql_text(game)}, 2,
                    on_one_choice, choice);

    return status == PAUA_OK && *choice < 0 ? PAUA_ERROR_NOT_FOUND : status;
}
