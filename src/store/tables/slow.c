/* slow.c - the tables of conditional moves, vacations and reminders. */
#include "store/tables/slow.h"

#include "store/core/change.h"

static const char set_conditional[] =
    "INSERT INTO conditional (game, side, id, event, text)"
    " SELECT key, ?2, ?3, ?4, ?5 FROM game WHERE id = ?1"
    " ON CONFLICT (game, side) DO UPDATE SET id = excluded.id, event = excluded.event,"
    " text = excluded.text RETURNING side";
static const char remove_conditional[] =
    "DELETE FROM conditional WHERE game = (SELECT key FROM game WHERE id = ?1) AND side = ?2"
    " AND (?3 = '' OR id = ?3)";
static const char list_conditionals[] =
    "SELECT conditional.side, conditional.id, conditional.event, conditional.text FROM conditional"
    " JOIN game ON game.key = conditional.game WHERE game.id = ?1 ORDER BY conditional.side";
static const char list_games[] =
    "SELECT game.id FROM game WHERE game.key IN (SELECT game FROM conditional)"
    " AND game.result = '*' AND game.reason = '' ORDER BY game.key";

static const char set_vacation[] =
    "INSERT INTO vacation (account, begins, ends, automatic, spent, year, days)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (account) DO UPDATE SET"
    " begins = excluded.begins, ends = excluded.ends, automatic = excluded.automatic,"
    " spent = excluded.spent, year = excluded.year, days = excluded.days";
static const char list_vacations[] =
    "SELECT account, begins, ends, automatic, spent, year, days FROM vacation ORDER BY account";

static const char set_reminder[] =
    "INSERT INTO reminder (game, account, event) SELECT game.key, ?2, ?3 FROM game"
    " WHERE game.id = ?1 AND EXISTS (SELECT 1 FROM seat WHERE seat.game = game.key"
    " AND seat.account = ?2)"
    " ON CONFLICT (game, account) DO UPDATE SET event = excluded.event RETURNING event";
static const char list_game_reminders[] =
    "SELECT game.id, reminder.event, reminder.account FROM reminder"
    " JOIN game ON game.key = reminder.game WHERE game.id = ?1 ORDER BY reminder.account";
static const char list_reminders[] =
    "SELECT game.id, reminder.event FROM reminder JOIN game ON game.key = reminder.game"
    " WHERE reminder.account = ?1 AND game.result = '*' AND game.reason = '' ORDER BY game.key";

static paua_status perform_vacation(struct sql *sql, const store_vacation *vacation)
{
    const sql_value values[] = {
        sql_text(vacation->account),    sql_integer(vacation->begins_ms),
        sql_integer(vacation->ends_ms), sql_integer(vacation->automatic),
        sql_integer(vacation->spent),   sql_integer(vacation->year),
        sql_integer(vacation->days),
    };

    return sql_run(sql, set_vacation, values, (int)(sizeof values / sizeof *values), NULL, NULL);
}

paua_status slow_perform(struct sql *sql, const struct store_change *change)
{
    const store_conditional *made = &change->conditional;

    if (change->kind == CHANGE_SET_REMINDER)
        return sql_change(sql, set_reminder,
                          (sql_value[]){sql_text(change->reminder.game),
                                        sql_text(change->reminder.account),
                                        sql_integer(change->reminder.event)},
                          3);
    if (change->kind == CHANGE_SET_VACATION)
        return perform_vacation(sql, &change->vacation);
    if (change->kind == CHANGE_SET_CONDITIONAL)
        return sql_change(sql, set_conditional,
                          (sql_value[]){sql_text(made->game), sql_integer(made->side),
                                        sql_text(made->id), sql_integer(made->event),
                                        sql_text(made->text)},
                          5);
    return sql_run(sql, remove_conditional,
                   (sql_value[]){sql_text(made->game), sql_integer(made->side), sql_text(made->id)},
                   3, NULL, NULL);
}

/* Who wants the rows of a query, as what they are. */
struct slow_reading {
    const char *game, *account;
    bool (*each_reminder)(const store_reminder *reminder, void *context);
    bool (*each_conditional)(const store_conditional *conditional, void *context);
    bool (*each_id)(const char *id, void *context);
    bool (*each_vacation)(const store_vacation *vacation, void *context);
    void *context;
};

/* Runs a query on the connection that reads. */
static paua_status read_rows(store *self, const char *statement, const sql_value *values, int count,
                             bool (*on_row)(const struct sql_row *row, void *reading),
                             struct slow_reading *reading)
{
    struct sql *sql = store_begin_reading(self);
    paua_status status = sql_run(sql, statement, values, count, on_row, reading);

    store_end_reading(self);
    return status;
}

static bool on_conditional(const struct sql_row *row, void *context)
{
    struct slow_reading *reading = context;
    const store_conditional made = {.game = reading->game,
                                    .side = (int)sql_row_integer(row, 0),
                                    .id = sql_row_text(row, 1),
                                    .event = sql_row_integer(row, 2),
                                    .text = sql_row_text(row, 3)};

    return reading->each_conditional(&made, reading->context);
}

static bool on_id(const struct sql_row *row, void *context)
{
    struct slow_reading *reading = context;

    return reading->each_id(sql_row_text(row, 0), reading->context);
}

paua_status store_conditionals(store *self, const char *game,
                               bool (*each)(const store_conditional *conditional, void *context),
                               void *context)
{
    struct slow_reading reading = {.game = game, .each_conditional = each, .context = context};

    return read_rows(self, list_conditionals, (sql_value[]){sql_text(game)}, 1, on_conditional,
                     &reading);
}

paua_status store_conditional_games(store *self, bool (*each)(const char *id, void *context),
                                    void *context)
{
    struct slow_reading reading = {.each_id = each, .context = context};

    return read_rows(self, list_games, NULL, 0, on_id, &reading);
}

static bool on_vacation(const struct sql_row *row, void *context)
{
    struct slow_reading *reading = context;
    const store_vacation vacation = {.account = sql_row_text(row, 0),
                                     .begins_ms = sql_row_integer(row, 1),
                                     .ends_ms = sql_row_integer(row, 2),
                                     .automatic = sql_row_integer(row, 3) != 0,
                                     .spent = sql_row_integer(row, 4) != 0,
                                     .year = (int)sql_row_integer(row, 5),
                                     .days = (int)sql_row_integer(row, 6)};

    return reading->each_vacation(&vacation, reading->context);
}

paua_status store_vacations(store *self,
                            bool (*each)(const store_vacation *vacation, void *context),
                            void *context)
{
    struct slow_reading reading = {.each_vacation = each, .context = context};

    return read_rows(self, list_vacations, NULL, 0, on_vacation, &reading);
}

static bool on_reminder(const struct sql_row *row, void *context)
{
    struct slow_reading *reading = context;
    const store_reminder reminder = {.account =
                                         reading->account ? reading->account : sql_row_text(row, 2),
                                     .game = sql_row_text(row, 0),
                                     .event = sql_row_integer(row, 1)};

    return reading->each_reminder(&reminder, reading->context);
}

paua_status store_reminders(store *self, const char *account,
                            bool (*each)(const store_reminder *reminder, void *context),
                            void *context)
{
    struct slow_reading reading = {.account = account, .each_reminder = each, .context = context};

    return read_rows(self, list_reminders, (sql_value[]){sql_text(account)}, 1, on_reminder,
                     &reading);
}

paua_status store_game_reminders(store *self, const char *game,
                                 bool (*each)(const store_reminder *reminder, void *context),
                                 void *context)
{
    struct slow_reading reading = {.each_reminder = each, .context = context};

    return read_rows(self, list_game_reminders, (sql_value[]){sql_text(game)}, 1, on_reminder,
                     &reading);
}
