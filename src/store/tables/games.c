/* games.c - the statements of games, their events, and lists of games. */
#include "store/tables/games.h"

#define COUNT(values) ((int)(sizeof(values) / sizeof *(values)))

/* Whoever writes has the row of `running` alone until the end of the transaction. */
static const char next_number[] =
    "UPDATE running SET number = CASE WHEN number < ?1 THEN ?1 ELSE number + 1 END"
    " RETURNING number";
static const char create_game[] =
    "INSERT INTO game (id, events, result, reason, pending, listing, closes, deadline,"
    " state_sum, content_sum, created, setup, clock, number)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)"
    " ON CONFLICT (id) DO NOTHING RETURNING key";
static const char find_number[] = "SELECT id FROM game WHERE number = ?1";

/* A pending game stays where it is (watch.h). SQLite has no exclusive or. */
static const char advance_game[] =
    "UPDATE game SET events = ?2, result = ?3, reason = ?4,"
    " pending = CASE WHEN ?5 = 0 OR pending = 0 THEN ?5 ELSE pending END, listing = ?6,"
    " closes = ?7, deadline = ?8, state_sum = ?9,"
    " content_sum = (content_sum | ?10) - (content_sum & ?10)"
    " WHERE id = ?1 AND events = ?2 - 1 RETURNING key";
static const char add_event[] = "INSERT INTO event (game, number, at, type, text, clock, spent)"
                                " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";

/* Only games that have closed without a result are removed. */
#define REMOVABLE "id = ?1 AND result = '*' AND reason <> ''"
static const char remove_events[] =
    "DELETE FROM event WHERE game = (SELECT key FROM game WHERE " REMOVABLE ")";
static const char remove_conditional[] =
    "DELETE FROM conditional WHERE game = (SELECT key FROM game WHERE " REMOVABLE ")";
static const char remove_reminders[] =
    "DELETE FROM reminder WHERE game = (SELECT key FROM game WHERE " REMOVABLE ")";
static const char remove_seats[] =
    "DELETE FROM seat WHERE game = (SELECT key FROM game WHERE " REMOVABLE ")";
static const char remove_game[] = "DELETE FROM game WHERE " REMOVABLE " RETURNING key";

#define GAME_COLUMNS                                                                               \
    "SELECT key, id, created, setup, events, result, reason, pending, listing, closes, deadline,"  \
    " clock, content_sum, state_sum, number FROM game"
static const char read_game[] = GAME_COLUMNS " WHERE id = ?1";
static const char find_game[] = GAME_COLUMNS " WHERE id || '' = ?1"; /* without the index */
static const char read_events[] = "SELECT number, at, type, text, clock, spent"
                                  " FROM event WHERE game = ?1 AND number > ?2 ORDER BY number";
static const char read_newest[] = "SELECT events FROM game WHERE id = ?1";

/* A condition like "pending <> 0" is that of an index, word for word. */
static const char list_pending[] =
    "SELECT id FROM game WHERE pending <> 0 AND pending = ?1 ORDER BY key LIMIT ?2";
static const char list_finished[] = "SELECT id FROM game WHERE result <> '*' ORDER BY key LIMIT ?2";
static const char list_listed[] =
    "SELECT id FROM game WHERE listing <> 0 AND (listing = 1 OR (SELECT at FROM event"
    " WHERE event.game = game.key AND event.number = game.events) >= ?1)"
    " ORDER BY key DESC LIMIT ?2";
/* A game that has closed has a reason. */
static const char list_expired[] =
    "SELECT id FROM game WHERE closes <> 0 AND closes <= ?1 AND reason = ''"
    " ORDER BY closes LIMIT ?2";
static const char list_unplayed[] =
    "SELECT id FROM game WHERE closes <> 0 AND closes <= ?1 AND reason <> ''"
    " ORDER BY closes LIMIT ?2";
static const char list_deadlines[] = "SELECT id, deadline FROM game WHERE deadline <> 0";
static const char check_games[] =
    "SELECT count(*) FROM (SELECT key FROM game LIMIT 1) AS first_game";

/* The values that a game's row has at its creation and at every event: ?1 to ?10. */
#define STATE_VALUES(sql, id, events, now, sums)                                                   \
    sql_text(id), sql_integer(events), sql_text((now)->result), sql_text((now)->reason),           \
        sql_integer((now)->pending ? 1 + sql_slot(sql) : 0), sql_integer((int)(now)->listing),     \
        sql_integer((now)->closes_ms), sql_integer((now)->deadline_ms), sql_integer((sums).state), \
        sql_integer((sums).content)

/* Adds a game without events. A conflict: the id is taken, which leaves a number out. */
static paua_status perform_create(struct sql *sql, const store_game *game, store_sums sums,
                                  int64_t *out_number)
{
    const sql_value wish = sql_integer(game->number);
    int64_t number = 0;
    paua_status status = sql_number(sql, next_number, &wish, 1, &number);

    if (status != PAUA_OK)
        return status;
    if (out_number)
        *out_number = number;
    const sql_value values[] = {
        STATE_VALUES(sql, game->id, 0, &game->state, sums),
        sql_integer(game->created_ms),
        sql_text(game->setup),
        sql_integer(game->clock_ms),
        sql_integer(number),
    };

    return sql_change(sql, create_game, values, COUNT(values));
}

/* Advances the game's row, which checks the number of the event, then adds the event. */
static paua_status perform_append(struct sql *sql, const char *id, const store_event *event,
                                  const store_state *state, store_sums sums)
{
    const sql_value row[] = {STATE_VALUES(sql, id, event->number, state, sums)};
    int64_t key = -1;
    paua_status status = sql_number(sql, advance_game, row, COUNT(row), &key);

    if (status != PAUA_OK)
        return status;
    if (key < 0)
        return PAUA_CONFLICT;
    const sql_value values[] = {
        sql_integer(key),
        sql_integer(event->number),
        sql_integer(event->at_ms),
        sql_text(event->type),
        sql_text(event->text),
        sql_integer(event->clock_ms),
        sql_integer(event->spent_ms),
    };
    status = sql_run(sql, add_event, values, COUNT(values), NULL, NULL);
    if (status != PAUA_CONFLICT)
        return status;
    /* The game has advanced: its row and its events do not fit. */
    sql_set_failure(sql, "an event is there before its game has come to it");
    return PAUA_CORRUPT;
}

/* Removes a game with all that belongs to it. */
static paua_status perform_remove(struct sql *sql, const char *id)
{
    const char *const parts[] = {remove_events, remove_seats, remove_conditional, remove_reminders};
    const sql_value value = sql_text(id);
    paua_status status = PAUA_OK;

    for (size_t i = 0; i < COUNT(parts) && status == PAUA_OK; i++)
        status = sql_run(sql, parts[i], &value, 1, NULL, NULL);
    return status == PAUA_OK ? sql_change(sql, remove_game, &value, 1) : status;
}

paua_status games_perform(struct sql *sql, const struct store_change *change)
{
    switch (change->kind) {
    case CHANGE_CREATE_GAME:
        return perform_create(sql, &change->game, change->sums, change->number);
    case CHANGE_APPEND_EVENT:
        return perform_append(sql, change->game.id, &change->event, &change->game.state,
                              change->sums);
    default:
        return perform_remove(sql, change->game.id);
    }
}

/* A game that is being read. */
struct game_reading {
    struct sql *sql;
    const struct games_reader *reader;
    void *context;
    int64_t after; /* the events that are read have larger numbers */
    bool found;
    paua_status status; /* of reading the events; PAUA_CONFLICT: the reader stopped */
};

static bool on_event(const struct sql_row *row, void *context)
{
    struct game_reading *reading = context;
    const store_event event = {
        .number = sql_row_integer(row, 0),
        .at_ms = sql_row_integer(row, 1),
        .type = sql_row_text(row, 2),
        .text = sql_row_text(row, 3),
        .clock_ms = sql_row_integer(row, 4),
        .spent_ms = sql_row_integer(row, 5),
    };

    if (reading->reader->event(&event, reading->context))
        return true;
    reading->status = PAUA_CONFLICT;
    return false;
}

/* The row of the game, then its events. */
static bool on_game(const struct sql_row *row, void *context)
{
    struct game_reading *reading = context;
    const int64_t pending = sql_row_integer(row, 7);
    const store_game game = {
        .id = sql_row_text(row, 1),
        .number = sql_row_integer(row, 14),
        .created_ms = sql_row_integer(row, 2),
        .setup = sql_row_text(row, 3),
        .events = sql_row_integer(row, 4),
        .state = {.result = sql_row_text(row, 5),
                  .reason = sql_row_text(row, 6),
                  .pending = pending != 0,
                  .elsewhere = pending != 0 && pending != 1 + sql_slot(reading->sql),
                  .listing = (store_listing)sql_row_integer(row, 8),
                  .closes_ms = sql_row_integer(row, 9),
                  .deadline_ms = sql_row_integer(row, 10)},
        .clock_ms = sql_row_integer(row, 11),
    };
    const store_sums sums = {.content = sql_row_integer(row, 12),
                             .state = sql_row_integer(row, 13)};
    const sql_value values[] = {sql_integer(sql_row_integer(row, 0)), sql_integer(reading->after)};

    reading->found = true;
    if (!reading->reader->game(&game, &sums, reading->context)) {
        reading->status = PAUA_CONFLICT;
        return false;
    }
    paua_status status = sql_run(reading->sql, read_events, values, 2, on_event, reading);
    if (status != PAUA_OK)
        reading->status = status;
    return false;
}

/* Reads a game as a statement finds it. */
static paua_status load_game(struct game_reading *reading, const char *statement, const char *id)
{
    const sql_value value = sql_text(id);

    reading->status = PAUA_OK;
    paua_status status = sql_run(reading->sql, statement, &value, 1, on_game, reading);
    if (status == PAUA_OK)
        status = reading->found ? reading->status : PAUA_NOT_FOUND;
    return status;
}

paua_status games_load(struct sql *sql, const char *id, bool thorough,
                       const struct games_reader *reader, void *context)
{
    struct game_reading reading = {.sql = sql, .reader = reader, .context = context};
    paua_status status = load_game(&reading, read_game, id);

    return status == PAUA_NOT_FOUND && thorough ? load_game(&reading, find_game, id) : status;
}

/* Passes the row on without its checksums. */
struct plain_reading {
    const store_reader *reader;
    void *context;
};

static bool on_plain_game(const store_game *game, const store_sums *sums, void *context)
{
    const struct plain_reading *plain = context;

    (void)sums;
    return plain->reader->game(game, plain->context);
}

static bool on_plain_event(const store_event *event, void *context)
{
    const struct plain_reading *plain = context;

    return plain->reader->event(event, plain->context);
}

paua_status games_load_after(struct sql *sql, const char *id, int64_t after,
                             const store_reader *reader, void *context)
{
    static const struct games_reader passing = {on_plain_game, on_plain_event};
    struct plain_reading plain = {reader, context};
    struct game_reading reading = {
        .sql = sql, .reader = &passing, .context = &plain, .after = after};

    return load_game(&reading, read_game, id);
}

paua_status games_newest(struct sql *sql, const char *id, int64_t *out)
{
    const sql_value value = sql_text(id);

    *out = -1;
    return sql_number(sql, read_newest, &value, 1, out);
}

/* Who wants the ids of a list, with the deadlines or without. */
struct list_reading {
    bool (*each)(const char *id, void *context);
    bool (*each_deadline)(const char *id, int64_t deadline_ms, void *context);
    void *context;
};

static bool on_id(const struct sql_row *row, void *context)
{
    const struct list_reading *reading = context;

    return reading->each(sql_row_text(row, 0), reading->context);
}

static bool on_deadline(const struct sql_row *row, void *context)
{
    const struct list_reading *reading = context;

    return reading->each_deadline(sql_row_text(row, 0), sql_row_integer(row, 1), reading->context);
}

paua_status games_list(struct sql *sql, store_list which, int64_t bound, int most,
                       bool (*each)(const char *id, void *context), void *context)
{
    static const char *const lists[] = {
        [STORE_LIST_PENDING] = list_pending,   [STORE_LIST_FINISHED] = list_finished,
        [STORE_LIST_LISTED] = list_listed,     [STORE_LIST_EXPIRED] = list_expired,
        [STORE_LIST_UNPLAYED] = list_unplayed,
    };
    const sql_value values[] = {
        sql_integer(which == STORE_LIST_PENDING ? 1 + sql_slot(sql) : bound),
        sql_integer(most < 0 ? INT64_MAX : most)};
    struct list_reading reading = {.each = each, .context = context};

    return sql_run(sql, lists[which], values, COUNT(values), on_id, &reading);
}

paua_status games_find_number(struct sql *sql, int64_t number,
                              bool (*found)(const char *id, void *context), void *context)
{
    const sql_value value = sql_integer(number);
    struct list_reading reading = {.each = found, .context = context};

    return sql_run(sql, find_number, &value, 1, on_id, &reading);
}

paua_status games_deadlines(struct sql *sql,
                            bool (*each)(const char *id, int64_t deadline_ms, void *context),
                            void *context)
{
    struct list_reading reading = {.each_deadline = each, .context = context};

    return sql_run(sql, list_deadlines, NULL, 0, on_deadline, &reading);
}

paua_status games_check(struct sql *sql)
{
    int64_t count = 0;

    return sql_number(sql, check_games, NULL, 0, &count);
}
