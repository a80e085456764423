/* game_reads.c - loads games, comparing them with their checksums, and lists them. */
#include <stdio.h>

#include "base/array.h"
#include "store/core/access.h"
#include "store/core/change_feed.h"
#include "store/tables/checksum.h"

static const char find_number[] = "SELECT id FROM game WHERE number = ?1";
#define GAME_COLUMNS                                                                               \
    "SELECT key, id, created, setup, events, result, reason, pending, listing, closes, deadline,"  \
    " clock, content_sum, state_sum, number FROM game"
static const char read_game[] = GAME_COLUMNS " WHERE id = ?1";
static const char find_game[] = GAME_COLUMNS " WHERE id || '' = ?1"; /* without the index */
static const char read_events[] = "SELECT number, at, type, text, clock, spent"
                                  " FROM event WHERE game = ?1 AND number > ?2 ORDER BY number";
static const char last_number[] = "SELECT max(number) FROM running";
static const char read_newest[] = "SELECT events FROM game WHERE id = ?1";

/* A condition like "pending <> 0" is that of an index, word for word. */
static const char list_pending[] =
    "SELECT id FROM game WHERE pending <> 0 AND (pending = ?1 OR ?1 = 0) ORDER BY key LIMIT ?2";
static const char list_finished[] = "SELECT id FROM game WHERE result <> '*' ORDER BY key LIMIT ?2";
static const char list_seeks[] =
    "SELECT id FROM game WHERE listing <> 0 AND listing = 1 ORDER BY key DESC LIMIT ?2";
static const char list_live[] =
    "SELECT id FROM game, event WHERE listing <> 0 AND listing = 2"
    " AND event.game = game.key AND event.number = game.events AND at >= ?1"
    " ORDER BY at DESC, key DESC LIMIT ?2";
/* A game that has closed has a reason. */
static const char list_expired[] =
    "SELECT id FROM game WHERE closes <> 0 AND closes <= ?1 AND reason = ''"
    " ORDER BY closes LIMIT ?2";
static const char list_unplayed[] =
    "SELECT id FROM game WHERE closes <> 0 AND closes <= ?1 AND reason <> ''"
    " ORDER BY closes LIMIT ?2";
static const char list_deadlines[] = "SELECT id, deadline FROM game WHERE deadline <> 0";

/* The first column of the first row. */
static bool on_number(const struct sql_row *row, void *context)
{
    *(int64_t *)context = sql_row_integer(row, 0);
    return false;
}

/* A game that is being read. */
struct game_load {
    struct sql *sql;
    const char *id;
    int64_t after; /* only events with larger numbers are read */
    const store_reader *reader;
    void *context;
    bool checked; /* compare the checksums and the numbers of events */
    char *message;
    bool found;
    paua_status
        status; /* PAUA_ERROR_CONFLICT: the reader stopped; PAUA_ERROR_CORRUPT: with a message */
    int64_t promised, events; /* number of the newest event: in the row, and read so far */
    int64_t content, promised_content;
};

/* Explains why the game is refused. Returns false. */
static bool refuse_game(struct game_load *load, const char *why)
{
    load->status = PAUA_ERROR_CORRUPT;
    snprintf(load->message, STORE_MESSAGE_MAX, "game %.32s: %.300s", load->id, why);
    return false;
}

/* Hands an event to the reader if it is the next one. */
static bool on_event(const struct sql_row *row, void *context)
{
    struct game_load *load = context;
    const store_event event = {
        .number = sql_row_integer(row, 0),
        .at_ms = sql_row_integer(row, 1),
        .type = sql_row_text(row, 2),
        .text = sql_row_text(row, 3),
        .clock_ms = sql_row_integer(row, 4),
        .spent_ms = sql_row_integer(row, 5),
    };

    if (load->checked && event.number != load->events + 1) {
        char why[80];

        snprintf(why, sizeof why, "event %lld instead of %lld", (long long)event.number,
                 (long long)load->events + 1);
        return refuse_game(load, why);
    }
    load->events++;
    if (load->checked)
        load->content ^= checksum_event(load->id, &event);
    if (load->reader->event(&event, load->context))
        return true;
    load->status = PAUA_ERROR_CONFLICT;
    return false;
}

/* Compares the state of the row with its checksum, which is in columns 12 and 13. */
static bool check_row(struct game_load *load, const struct sql_row *row, const store_game *game)
{
    load->promised = game->events;
    load->content = checksum_game(game);
    load->promised_content = sql_row_integer(row, 12);
    if (sql_row_integer(row, 13) != checksum_state(game->id, game->events, &game->state))
        return refuse_game(load, "its row fails its checksum");
    return true;
}

/* The row of the game, then its events. */
static bool on_game(const struct sql_row *row, void *context)
{
    struct game_load *load = context;
    const int64_t pending = sql_row_integer(row, 7), own = sql_own_pending(load->sql);
    const store_game game = {
        .id = sql_row_text(row, 1),
        .number = sql_row_integer(row, 14),
        .created_ms = sql_row_integer(row, 2),
        .setup = sql_row_text(row, 3),
        .events = sql_row_integer(row, 4),
        .state = {.result = sql_row_text(row, 5),
                  .reason = sql_row_text(row, 6),
                  .pending = pending != 0,
                  .elsewhere = pending != 0 && own != 0 && pending != own,
                  .listing = (store_listing)sql_row_integer(row, 8),
                  .closes_ms = sql_row_integer(row, 9),
                  .deadline_ms = sql_row_integer(row, 10)},
        .clock_ms = sql_row_integer(row, 11),
    };
    const sql_value values[] = {sql_integer(sql_row_integer(row, 0)), sql_integer(load->after)};

    load->found = true;
    if (load->checked && !check_row(load, row, &game))
        return false;
    if (!load->reader->game(&game, load->context)) {
        load->status = PAUA_ERROR_CONFLICT;
        return false;
    }
    paua_status status =
        sql_run(load->sql, read_events, values, ARRAY_COUNT(values), on_event, load);
    if (status != PAUA_OK)
        load->status = status;
    return false;
}

/* Reads a game as a statement finds it. */
static paua_status load_game(struct game_load *load, const char *statement)
{
    const sql_value value = sql_text(load->id);

    load->status = PAUA_OK;
    paua_status status = sql_run(load->sql, statement, &value, 1, on_game, load);
    if (status != PAUA_OK)
        return status;
    return load->found ? load->status : PAUA_ERROR_NOT_FOUND;
}

/* Whether all that was read is what the row promises. */
static bool check_game(struct game_load *load)
{
    if (load->events != load->promised) {
        char why[80];

        snprintf(why, sizeof why, "%lld events instead of %lld", (long long)load->events,
                 (long long)load->promised);
        return refuse_game(load, why);
    }
    if (load->content != load->promised_content)
        return refuse_game(load, "its setup or an event fails the checksum");
    return true;
}

/* Reads the game in a snapshot. */
static paua_status load_in_snapshot(store *self, struct game_load *load)
{
    load->message[0] = '\0';
    paua_status status = store_begin_snapshot(self, &load->sql);

    if (!load->sql) {
        refuse_game(load, "the store does not answer");
        return status;
    }
    if (status == PAUA_OK)
        status = load_game(load, read_game);
    /* A command that only reads has time for a game that the index has lost. */
    if (status == PAUA_ERROR_NOT_FOUND && load->checked && !store_is_writable(self))
        status = load_game(load, find_game);
    if (status == PAUA_OK && load->checked && !check_game(load))
        status = load->status;
    if ((status == PAUA_ERROR_IO || status == PAUA_ERROR_CORRUPT) && !load->message[0])
        refuse_game(load, sql_failure(load->sql));
    store_end_snapshot(self);
    return status;
}

paua_status store_load(store *self, const char *id, const store_reader *reader, void *context,
                       char message[STORE_MESSAGE_MAX])
{
    struct game_load load = {
        .id = id, .reader = reader, .context = context, .checked = true, .message = message};

    return load_in_snapshot(self, &load);
}

paua_status store_load_after(store *self, const char *id, int64_t after, const store_reader *reader,
                             void *context, char message[STORE_MESSAGE_MAX])
{
    struct game_load load = {
        .id = id, .after = after, .reader = reader, .context = context, .message = message};

    return load_in_snapshot(self, &load);
}

paua_status store_newest(store *self, const char *id, int64_t *out)
{
    const sql_value value = sql_text(id);

    *out = -1;
    return store_query(self, read_newest, &value, 1, on_number, out);
}

paua_status store_last_number(store *self, int64_t *out)
{
    *out = 0;
    return store_query(self, last_number, NULL, 0, on_number, out);
}

/* Callbacks for the ids of a list, with the deadlines or without. */
struct game_list {
    bool (*each)(const char *id, void *context);
    bool (*each_deadline)(const char *id, int64_t deadline_ms, void *context);
    void *context;
};

static bool on_id(const struct sql_row *row, void *context)
{
    const struct game_list *list = context;

    return list->each(sql_row_text(row, 0), list->context);
}

static bool on_deadline(const struct sql_row *row, void *context)
{
    const struct game_list *list = context;

    return list->each_deadline(sql_row_text(row, 0), sql_row_integer(row, 1), list->context);
}

/* Reads a list of games. A negative `most` is no limit. */
static paua_status read_list(store *self, const char *statement, int64_t bound, int most,
                             bool (*each)(const char *id, void *context), void *context)
{
    const sql_value values[] = {sql_integer(bound), sql_integer(most < 0 ? INT64_MAX : most)};
    struct game_list list = {.each = each, .context = context};

    return store_query(self, statement, values, ARRAY_COUNT(values), on_id, &list);
}

paua_status store_pending(store *self, bool (*each)(const char *id, void *context), void *context)
{
    return read_list(self, list_pending,
                     sql_own_pending(store_backend_of(self)->reader(store_database_of(self))), -1,
                     each, context);
}

paua_status store_finished(store *self, bool (*each)(const char *id, void *context), void *context)
{
    return read_list(self, list_finished, 0, -1, each, context);
}

paua_status store_seeks(store *self, int most, bool (*each)(const char *id, void *context),
                        void *context)
{
    return read_list(self, list_seeks, 0, most, each, context);
}

paua_status store_live(store *self, int64_t since_ms, int most,
                       bool (*each)(const char *id, void *context), void *context)
{
    return read_list(self, list_live, since_ms, most, each, context);
}

paua_status store_expired(store *self, int64_t now_ms, int most,
                          bool (*each)(const char *id, void *context), void *context)
{
    return read_list(self, list_expired, now_ms, most, each, context);
}

paua_status store_unplayed(store *self, int64_t now_ms, int most,
                           bool (*each)(const char *id, void *context), void *context)
{
    return read_list(self, list_unplayed, now_ms, most, each, context);
}

/* The callback for a game that is found by its number. */
struct found_game {
    void (*found)(const char *id, void *context);
    void *context;
    int rows;
};

static bool on_numbered(const struct sql_row *row, void *context)
{
    struct found_game *game = context;

    game->rows++;
    game->found(sql_row_text(row, 0), game->context);
    return false;
}

paua_status store_find_number(store *self, int64_t number,
                              void (*found)(const char *id, void *context), void *context)
{
    const sql_value value = sql_integer(number);
    struct found_game game = {.found = found, .context = context};
    paua_status status = store_query(self, find_number, &value, 1, on_numbered, &game);

    return status == PAUA_OK && game.rows == 0 ? PAUA_ERROR_NOT_FOUND : status;
}

paua_status store_deadlines(store *self,
                            bool (*each)(const char *id, int64_t deadline_ms, void *context),
                            void *context)
{
    struct game_list list = {.each_deadline = each, .context = context};

    return store_query(self, list_deadlines, NULL, 0, on_deadline, &list);
}
