/* correspondence.c - the tables of conditional moves, vacations and reminders. */
#include "store/tables/correspondence.h"

#include "base/array.h"
#include "store/core/access.h"
#include "store/core/change.h"
#include "store/tables/game_sql.h"
#include "store/tables/rows.h"

static const char set_conditional[] =
    "INSERT INTO conditional (game, side, id, event, text)"
    " SELECT game.key, ?2, ?3, ?4, ?5 FROM game WHERE game.id = ?1 AND " GAME_IS_OPEN
    " ON CONFLICT (game, side) DO UPDATE SET id = excluded.id, event = excluded.event,"
    " text = excluded.text RETURNING side";
static const char remove_conditional[] =
    "DELETE FROM conditional WHERE game = (SELECT key FROM game WHERE id = ?1) AND side = ?2"
    " AND (?3 = '' OR id = ?3)";
static const char list_conditionals[] =
    "SELECT conditional.side, conditional.id, conditional.event, conditional.text FROM conditional"
    " JOIN game ON game.key = conditional.game WHERE game.id = ?1 ORDER BY conditional.side";
static const char list_account_conditionals[] =
    "SELECT conditional.side, conditional.id, conditional.event, conditional.text, game.id"
    " FROM conditional JOIN game ON game.key = conditional.game"
    " JOIN seat ON seat.game = conditional.game AND seat.side = conditional.side"
    " WHERE seat.account = ?1 ORDER BY game.key, conditional.side";
static const char list_games[] =
    "SELECT game.id FROM game WHERE game.key IN (SELECT game FROM conditional)"
    " AND " GAME_IS_OPEN " ORDER BY game.key";

static const char set_vacation[] =
    "INSERT INTO vacation (account, begins, ends, automatic, spent, year, days)"
    " SELECT id, ?2, ?3, ?4, ?5, ?6, ?7 FROM account WHERE id = ?1 AND closed = 0"
    " ON CONFLICT (account) DO UPDATE SET"
    " begins = excluded.begins, ends = excluded.ends, automatic = excluded.automatic,"
    " spent = excluded.spent, year = excluded.year, days = excluded.days"
    " WHERE vacation.begins = ?8 AND vacation.ends = ?9 AND vacation.automatic = ?10"
    " AND vacation.spent = ?11 AND vacation.year = ?12 AND vacation.days = ?13 RETURNING days";
#define LIST_VACATIONS                                                                             \
    "SELECT vacation.account, begins, ends, automatic, spent, year, days FROM vacation"            \
    " JOIN account ON account.id = vacation.account WHERE account.closed = 0"
static const char list_vacations[] = LIST_VACATIONS " ORDER BY vacation.account";
static const char find_vacation[] = LIST_VACATIONS " AND vacation.account = ?1";

static const char set_reminder[] =
    "INSERT INTO reminder (game, account, event) SELECT game.key, ?2, ?3 FROM game"
    " WHERE game.id = ?1 AND EXISTS (SELECT 1 FROM seat WHERE seat.game = game.key"
    " AND seat.account = ?2)"
    " ON CONFLICT (game, account) DO UPDATE SET event = excluded.event RETURNING event";
static const char list_game_reminders[] =
    "SELECT game.id, reminder.event, reminder.account FROM reminder"
    " JOIN game ON game.key = reminder.game WHERE game.id = ?1 ORDER BY reminder.account";
static const char list_account_reminders[] =
    "SELECT game.id, reminder.event FROM reminder JOIN game ON game.key = reminder.game"
    " WHERE reminder.account = ?1 ORDER BY game.key";
static const char list_reminders[] =
    "SELECT game.id, reminder.event FROM reminder JOIN game ON game.key = reminder.game"
    " WHERE reminder.account = ?1 AND " GAME_IS_OPEN " ORDER BY game.key";

struct conditional_change {
    struct store_change base;
    bool removes;
    store_conditional conditional;
};

static paua_status perform_conditional(struct sql *sql, const struct store_change *base)
{
    const struct conditional_change *change = (const struct conditional_change *)base;
    const store_conditional *made = &change->conditional;
    const sql_value values[] = {sql_text(made->game), sql_integer(made->side), sql_text(made->id),
                                sql_integer(made->event), sql_text(made->text)};

    return change->removes ? sql_run(sql, remove_conditional, values, 3, NULL, NULL)
                           : sql_change(sql, set_conditional, values, 5);
}

static bool describe_conditional(const struct store_change *base, store_cluster_change *out)
{
    return store_announce(STORE_TABLE_CONDITIONAL,
                          ((const struct conditional_change *)base)->conditional.game, out);
}

struct vacation_change {
    struct store_change base;
    store_vacation was, vacation;
};

static paua_status perform_vacation(struct sql *sql, const struct store_change *base)
{
    const struct vacation_change *change = (const struct vacation_change *)base;
    const store_vacation *was = &change->was, *vacation = &change->vacation;
    const sql_value values[] = {
        sql_text(vacation->account),    sql_integer(vacation->begins_ms),
        sql_integer(vacation->ends_ms), sql_integer(vacation->automatic),
        sql_integer(vacation->spent),   sql_integer(vacation->year),
        sql_integer(vacation->days),    sql_integer(was->begins_ms),
        sql_integer(was->ends_ms),      sql_integer(was->automatic),
        sql_integer(was->spent),        sql_integer(was->year),
        sql_integer(was->days),
    };

    return sql_change(sql, set_vacation, values, ARRAY_COUNT(values));
}

static bool describe_vacation(const struct store_change *base, store_cluster_change *out)
{
    return store_announce(STORE_TABLE_VACATION,
                          ((const struct vacation_change *)base)->vacation.account, out);
}

struct reminder_change {
    struct store_change base;
    store_reminder reminder;
};

static paua_status perform_reminder(struct sql *sql, const struct store_change *base)
{
    const store_reminder *reminder = &((const struct reminder_change *)base)->reminder;

    return sql_change(sql, set_reminder,
                      (sql_value[]){sql_text(reminder->game), sql_text(reminder->account),
                                    sql_integer(reminder->turn)},
                      3);
}

/* Adds a change of the conditional moves of a seat. */
static bool add_conditional_change(store_batch *batch, bool removes,
                                   const store_conditional *conditional)
{
    static const size_t texts[] = {offsetof(struct conditional_change, conditional.game),
                                   offsetof(struct conditional_change, conditional.id),
                                   offsetof(struct conditional_change, conditional.text)};
    static const struct change_type type =
        CHANGE_TYPE(conditional_change, texts, perform_conditional, describe_conditional);
    struct conditional_change change = {
        .base.type = &type, .removes = removes, .conditional = *conditional};

    return batch_add(batch, &change.base);
}

bool batch_set_conditional(store_batch *batch, const store_conditional *conditional)
{
    return add_conditional_change(batch, false, conditional);
}

bool batch_remove_conditional(store_batch *batch, const char *game, int side, const char *id)
{
    return add_conditional_change(batch, true,
                                  &(store_conditional){.game = game, .side = side, .id = id});
}

bool batch_set_vacation(store_batch *batch, const store_vacation *was,
                        const store_vacation *vacation)
{
    static const size_t texts[] = {offsetof(struct vacation_change, was.account),
                                   offsetof(struct vacation_change, vacation.account)};
    static const struct change_type type =
        CHANGE_TYPE(vacation_change, texts, perform_vacation, describe_vacation);
    struct vacation_change change = {.base.type = &type, .vacation = *vacation};

    if (was)
        change.was = *was;
    return batch_add(batch, &change.base);
}

bool batch_set_reminder(store_batch *batch, const store_reminder *reminder)
{
    static const size_t texts[] = {offsetof(struct reminder_change, reminder.account),
                                   offsetof(struct reminder_change, reminder.game)};
    static const struct change_type type =
        CHANGE_TYPE(reminder_change, texts, perform_reminder, NULL);
    struct reminder_change change = {.base.type = &type, .reminder = *reminder};

    return batch_add(batch, &change.base);
}

/* Callbacks for the rows of a query; those that are not wanted are NULL. */
struct correspondence_query {
    const char *game, *account;
    bool (*each_reminder)(const store_reminder *reminder, void *context);
    bool (*each_conditional)(const store_conditional *conditional, void *context);
    bool (*each_id)(const char *id, void *context);
    bool (*each_vacation)(const store_vacation *vacation, void *context);
    void *context;
};

static bool on_conditional(const struct sql_row *row, void *context)
{
    struct correspondence_query *query = context;
    const store_conditional made = {.game = query->game ? query->game : sql_row_text(row, 4),
                                    .side = (int)sql_row_integer(row, 0),
                                    .id = sql_row_text(row, 1),
                                    .event = sql_row_integer(row, 2),
                                    .text = sql_row_text(row, 3)};

    return query->each_conditional(&made, query->context);
}

static bool on_id(const struct sql_row *row, void *context)
{
    struct correspondence_query *query = context;

    return query->each_id(sql_row_text(row, 0), query->context);
}

paua_status store_conditionals(store *self, const char *game,
                               bool (*each)(const store_conditional *conditional, void *context),
                               void *context)
{
    struct correspondence_query query = {
        .game = game, .each_conditional = each, .context = context};

    return store_query(self, list_conditionals, (sql_value[]){sql_text(game)}, 1, on_conditional,
                       &query);
}

paua_status store_account_conditionals(store *self, const char *account,
                                       bool (*each)(const store_conditional *conditional,
                                                    void *context),
                                       void *context)
{
    struct correspondence_query query = {.each_conditional = each, .context = context};

    return store_query(self, list_account_conditionals, (sql_value[]){sql_text(account)}, 1,
                       on_conditional, &query);
}

paua_status store_conditional_games(store *self, bool (*each)(const char *id, void *context),
                                    void *context)
{
    struct correspondence_query query = {.each_id = each, .context = context};

    return store_query(self, list_games, NULL, 0, on_id, &query);
}

static bool on_vacation(const struct sql_row *row, void *context)
{
    struct correspondence_query *query = context;
    const store_vacation vacation = {.account = sql_row_text(row, 0),
                                     .begins_ms = sql_row_integer(row, 1),
                                     .ends_ms = sql_row_integer(row, 2),
                                     .automatic = sql_row_integer(row, 3) != 0,
                                     .spent = sql_row_integer(row, 4) != 0,
                                     .year = (int)sql_row_integer(row, 5),
                                     .days = (int)sql_row_integer(row, 6)};

    return query->each_vacation(&vacation, query->context);
}

paua_status store_vacations(store *self,
                            bool (*each)(const store_vacation *vacation, void *context),
                            void *context)
{
    struct correspondence_query query = {.each_vacation = each, .context = context};

    return store_query(self, list_vacations, NULL, 0, on_vacation, &query);
}

static bool copy_vacation(const store_vacation *vacation, void *context)
{
    store_vacation *out = context;

    *out = *vacation;
    out->account = NULL; /* valid in the callback only */
    return false;
}

paua_status store_vacation_read(store *self, const char *account, store_vacation *out)
{
    struct correspondence_query query = {.each_vacation = copy_vacation, .context = out};

    *out = (store_vacation){.account = NULL};
    return store_query(self, find_vacation, (sql_value[]){sql_text(account)}, 1, on_vacation,
                       &query);
}

static bool on_reminder(const struct sql_row *row, void *context)
{
    struct correspondence_query *query = context;
    const store_reminder reminder = {.account =
                                         query->account ? query->account : sql_row_text(row, 2),
                                     .game = sql_row_text(row, 0),
                                     .turn = sql_row_integer(row, 1)};

    return query->each_reminder(&reminder, query->context);
}

paua_status store_reminders(store *self, const char *account,
                            bool (*each)(const store_reminder *reminder, void *context),
                            void *context)
{
    struct correspondence_query query = {
        .account = account, .each_reminder = each, .context = context};

    return store_query(self, list_reminders, (sql_value[]){sql_text(account)}, 1, on_reminder,
                       &query);
}

paua_status store_account_reminders(store *self, const char *account,
                                    bool (*each)(const store_reminder *reminder, void *context),
                                    void *context)
{
    struct correspondence_query query = {
        .account = account, .each_reminder = each, .context = context};

    return store_query(self, list_account_reminders, (sql_value[]){sql_text(account)}, 1,
                       on_reminder, &query);
}

paua_status store_game_reminders(store *self, const char *game,
                                 bool (*each)(const store_reminder *reminder, void *context),
                                 void *context)
{
    struct correspondence_query query = {.each_reminder = each, .context = context};

    return store_query(self, list_game_reminders, (sql_value[]){sql_text(game)}, 1, on_reminder,
                       &query);
}
