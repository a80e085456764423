/* sqlite_sums.c - gives a connection the checksums of games as functions of SQL. */
#include "store/sqlite/sqlite_sums.h"

#include "store/core/checksum.h"

/* A text among the arguments; "" for NULL. */
static const char *text_of(sqlite3_value *value)
{
    const unsigned char *text = sqlite3_value_text(value);

    return text ? (const char *)text : "";
}

/* paua_state_sum() */
static void on_state(sqlite3_context *context, int count, sqlite3_value **values)
{
    store_state state = {.result = text_of(values[2]),
                         .reason = text_of(values[3]),
                         .pending = sqlite3_value_int(values[4]) != 0,
                         .listing = (store_listing)sqlite3_value_int(values[5]),
                         .closes_ms = sqlite3_value_int64(values[6]),
                         .deadline_ms = sqlite3_value_int64(values[7])};

    (void)count;
    sqlite3_result_int64(
        context, checksum_state(text_of(values[0]), sqlite3_value_int64(values[1]), &state));
}

/* paua_game_sum() */
static void on_game(sqlite3_context *context, int count, sqlite3_value **values)
{
    store_game game = {.id = text_of(values[0]),
                       .created_ms = sqlite3_value_int64(values[1]),
                       .clock_ms = sqlite3_value_int64(values[2]),
                       .setup = text_of(values[3])};

    (void)count;
    sqlite3_result_int64(context, checksum_game(&game) ^ sqlite3_value_int64(values[4]));
}

/* paua_event_sums(): a row. */
static void on_event(sqlite3_context *context, int count, sqlite3_value **values)
{
    int64_t *sums = sqlite3_aggregate_context(context, sizeof *sums);
    store_event event = {.number = sqlite3_value_int64(values[1]),
                         .at_ms = sqlite3_value_int64(values[2]),
                         .clock_ms = sqlite3_value_int64(values[3]),
                         .spent_ms = sqlite3_value_int64(values[4]),
                         .type = text_of(values[5]),
                         .text = text_of(values[6])};

    (void)count;
    if (sums)
        *sums ^= checksum_event(text_of(values[0]), &event);
    else
        sqlite3_result_error_nomem(context);
}

/* paua_event_sums(): after the last row, if there was one. */
static void on_events_end(sqlite3_context *context)
{
    int64_t *sums = sqlite3_aggregate_context(context, 0);

    sqlite3_result_int64(context, sums ? *sums : 0);
}

bool sqlite_sums_register(sqlite3 *connection)
{
    const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;

    return sqlite3_create_function(connection, "paua_state_sum", 8, flags, NULL, on_state, NULL,
                                   NULL) == SQLITE_OK &&
           sqlite3_create_function(connection, "paua_game_sum", 5, flags, NULL, on_game, NULL,
                                   NULL) == SQLITE_OK &&
           sqlite3_create_function(connection, "paua_event_sums", 7, flags, NULL, NULL, on_event,
                                   on_events_end) == SQLITE_OK;
}
