/* games.c - writes games and their events. */
#include "store/tables/games.h"

#include "base/array.h"
#include "store/core/change.h"
#include "store/tables/checksum.h"
#include "store/tables/game_sql.h"
#include "store/tables/rows.h"

/* Whoever writes has the row of `running` alone until the end of the transaction. */
static const char next_number[] =
    "UPDATE running SET number = CASE WHEN number < ?1 THEN ?1 ELSE number + 1 END"
    " RETURNING number";
static const char skip_numbers[] = "UPDATE running SET number = ?1 WHERE number < ?1";
static const char create_game[] =
    "INSERT INTO game (id, events, result, reason, pending, listing, closes, deadline,"
    " state_sum, content_sum, created, setup, clock, number)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)"
    " ON CONFLICT (id) DO NOTHING RETURNING key";

/* A pending game stays where it is (change_feed.h). SQLite has no exclusive or. */
static const char advance_game[] =
    "UPDATE game SET events = ?2, result = ?3, reason = ?4,"
    " pending = CASE WHEN ?5 = 0 OR pending = 0 THEN ?5 ELSE pending END, listing = ?6,"
    " closes = ?7, deadline = ?8, state_sum = ?9,"
    " content_sum = (content_sum | ?10) - (content_sum & ?10)"
    " WHERE id = ?1 AND events = ?2 - 1 RETURNING key";
static const char add_event[] = "INSERT INTO event (game, number, at, type, text, clock, spent)"
                                " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";

/* A game that ends leaves no conditional moves, whoever has stored them a moment ago. */
static const char remove_conditionals[] = "DELETE FROM conditional WHERE game = ?1";

static const char remove_game[] = "DELETE FROM game WHERE " GAME_IS_REMOVABLE " RETURNING key";

/* The values that a game's row has at its creation and at every event: ?1 to ?10. */
#define STATE_VALUES(sql, id, events, now, sums)                                                   \
    sql_text(id), sql_integer(events), sql_text((now)->result), sql_text((now)->reason),           \
        sql_integer((now)->pending ? 1 + sql_slot(sql) : 0), sql_integer((int)(now)->listing),     \
        sql_integer((now)->closes_ms), sql_integer((now)->deadline_ms), sql_integer((sums).state), \
        sql_integer((sums).content)

/* Adds a game without events. A conflict: the id is taken, which leaves a number out. */
static paua_status perform_create(struct sql *sql, const store_game *game,
                                  struct game_checksums sums, int64_t *out_number)
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

    return sql_change(sql, create_game, values, ARRAY_COUNT(values));
}

/* Advances the game's row, which checks the number of the event, then adds the event. */
static paua_status perform_append(struct sql *sql, const char *id, const store_event *event,
                                  const store_state *state, struct game_checksums sums)
{
    const sql_value row[] = {STATE_VALUES(sql, id, event->number, state, sums)};
    int64_t key = -1;
    paua_status status = sql_number(sql, advance_game, row, ARRAY_COUNT(row), &key);

    if (status != PAUA_OK)
        return status;
    if (key < 0)
        return PAUA_ERROR_CONFLICT;
    const sql_value values[] = {
        sql_integer(key),
        sql_integer(event->number),
        sql_integer(event->at_ms),
        sql_text(event->type),
        sql_text(event->text),
        sql_integer(event->clock_ms),
        sql_integer(event->spent_ms),
    };
    status = sql_run(sql, add_event, values, ARRAY_COUNT(values), NULL, NULL);
    if (status == PAUA_OK && (strcmp(state->result, "*") != 0 || *state->reason))
        status = sql_run(sql, remove_conditionals, values, 1, NULL, NULL);
    if (status != PAUA_ERROR_CONFLICT)
        return status;
    /* The game has advanced: its row and its events do not fit. */
    sql_set_failure(sql, "an event is there before its game has come to it");
    return PAUA_ERROR_CORRUPT;
}

/* Removes a game with all that belongs to it. */
static paua_status perform_remove(struct sql *sql, const char *id)
{
    const sql_value value = sql_text(id);
    paua_status status = PAUA_OK;

    for (int i = 0; i < STORE_TABLES && status == PAUA_OK; i++)
        if (store_tables[i].remove_with_game)
            status = sql_run(sql, store_tables[i].remove_with_game, &value, 1, NULL, NULL);
    return status == PAUA_OK ? sql_change(sql, remove_game, &value, 1) : status;
}

struct game_change {
    struct store_change base;
    enum { CREATE_GAME, APPEND_EVENT, REMOVE_GAME, SKIP_NUMBERS } kind;
    store_game game;   /* of an event only id and state, of a removal id, of SKIP_NUMBERS number */
    store_event event; /* of APPEND_EVENT */
    struct game_checksums sums;
    int64_t *number; /* of a game that is created: where it goes, or NULL */
};

static paua_status perform_game(struct sql *sql, const struct store_change *base)
{
    const struct game_change *change = (const struct game_change *)base;
    const sql_value number = sql_integer(change->game.number);

    switch (change->kind) {
    case CREATE_GAME:
        return perform_create(sql, &change->game, change->sums, change->number);
    case APPEND_EVENT:
        return perform_append(sql, change->game.id, &change->event, &change->game.state,
                              change->sums);
    case REMOVE_GAME:
        return perform_remove(sql, change->game.id);
    case SKIP_NUMBERS:
        return sql_run(sql, skip_numbers, &number, 1, NULL, NULL);
    }
    return PAUA_OK;
}

static bool describe_game(const struct store_change *base, store_cluster_change *out)
{
    const struct game_change *change = (const struct game_change *)base;

    switch (change->kind) {
    case CREATE_GAME:
    case APPEND_EVENT:
        out->number = change->event.number;
        out->deadline_ms = change->game.state.deadline_ms;
        out->listing = change->game.state.listing;
        return store_announce(STORE_TABLE_GAME, change->game.id, out);
    case REMOVE_GAME: /* of which no row is left */
        out->kind = STORE_CHANGE_REMOVED;
        out->id = change->game.id;
        return true;
    case SKIP_NUMBERS: /* of repair, beside which no server runs */
        return false;
    }
    return false;
}

static const size_t game_texts[] = {offsetof(struct game_change, game.id),
                                    offsetof(struct game_change, game.setup),
                                    offsetof(struct game_change, game.state.result),
                                    offsetof(struct game_change, game.state.reason),
                                    offsetof(struct game_change, event.type),
                                    offsetof(struct game_change, event.text)};
static const struct change_type game_type =
    CHANGE_TYPE(game_change, game_texts, perform_game, describe_game);

bool batch_create_game(store_batch *batch, const store_game *game, int64_t *number)
{
    struct game_change change = {
        .base.type = &game_type, .kind = CREATE_GAME, .game = *game, .number = number};

    change.sums = (struct game_checksums){.content = checksum_game(game),
                                          .state = checksum_state(game->id, 0, &game->state)};
    return batch_add(batch, &change.base);
}

bool batch_append_event(store_batch *batch, const char *game, const store_event *event,
                        const store_state *state)
{
    struct game_change change = {.base.type = &game_type,
                                 .kind = APPEND_EVENT,
                                 .game = {.id = game, .state = *state},
                                 .event = *event};

    change.sums = (struct game_checksums){.content = checksum_event(game, event),
                                          .state = checksum_state(game, event->number, state)};
    return batch_add(batch, &change.base);
}

bool batch_skip_numbers(store_batch *batch, int64_t number)
{
    struct game_change change = {
        .base.type = &game_type, .kind = SKIP_NUMBERS, .game.number = number};

    return batch_add(batch, &change.base);
}

paua_status store_create(store *self, const store_game *game, store_done done, void *context)
{
    store_batch *batch = store_batch_new();

    batch_create_game(batch, game, NULL);
    return store_commit(self, batch, done, context);
}

paua_status store_append(store *self, const char *id, const store_event *event,
                         const store_state *state, store_done done, void *context)
{
    store_batch *batch = store_batch_new();

    batch_append_event(batch, id, event, state);
    return store_commit(self, batch, done, context);
}

paua_status store_remove(store *self, const char *id, store_done done, void *context)
{
    store_batch *batch = store_batch_new();
    struct game_change change = {.base.type = &game_type, .kind = REMOVE_GAME, .game = {.id = id}};

    batch_add(batch, &change.base);
    return store_commit(self, batch, done, context);
}
