/* tournaments.c - the table of tournaments. */
#include "store/tables/tournaments.h"

#include <limits.h>
#include <stdio.h>

#include "store/core/change.h"
#include "store/core/checksum.h"

#define COLUMNS "id, revision, created, running, text, sum"

static const char add_tournament[] = "INSERT INTO tournament (" COLUMNS ")"
                                     " VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
                                     " ON CONFLICT DO NOTHING RETURNING id";
static const char set_tournament[] =
    "UPDATE tournament SET revision = ?2, running = ?4, text = ?5, sum = ?6"
    " WHERE id = ?1 AND revision = ?2 - 1 AND created = ?3 RETURNING id";
static const char list_tournaments[] =
    "SELECT " COLUMNS " FROM tournament WHERE running = ?1 AND (?2 = 0 OR created < ?2)"
    " ORDER BY created DESC, id LIMIT ?3";
static const char find_tournament[] = "SELECT " COLUMNS " FROM tournament WHERE id = ?1";

paua_status tournaments_perform(struct sql *sql, const struct store_change *change)
{
    const store_tournament *one = &change->tournament;
    const sql_value values[] = {
        sql_text(one->id),      sql_integer(one->revision), sql_integer(one->created_ms),
        sql_integer(one->open), sql_text(one->text),        sql_integer(checksum_tournament(one)),
    };

    return sql_change(sql, one->revision == 1 ? add_tournament : set_tournament, values, 6);
}

bool batch_set_tournament(store_batch *batch, const store_tournament *tournament)
{
    static const size_t texts[] = {offsetof(struct store_change, tournament.id),
                                   offsetof(struct store_change, tournament.text)};
    struct store_change change = {.kind = CHANGE_SET_TOURNAMENT, .tournament = *tournament};

    return batch_add(batch, &change, texts, 2);
}

/* Who wants the rows. */
struct tournament_rows {
    bool (*each)(const store_tournament *one, void *context);
    void (*found)(const store_tournament *one, void *context);
    void *context;
    int rows, damaged;
};

static bool on_tournament(const struct sql_row *row, void *context)
{
    struct tournament_rows *reading = context;
    const store_tournament one = {
        .id = sql_row_text(row, 0),
        .revision = sql_row_integer(row, 1),
        .created_ms = sql_row_integer(row, 2),
        .open = sql_row_integer(row, 3) != 0,
        .text = sql_row_text(row, 4),
    };

    if (checksum_tournament(&one) != sql_row_integer(row, 5)) {
        reading->damaged++;
        return true;
    }
    reading->rows++;
    if (reading->found)
        reading->found(&one, reading->context);
    return !reading->each || reading->each(&one, reading->context);
}

static paua_status read_rows(store *self, const char *statement, const sql_value *values, int count,
                             struct tournament_rows *reading)
{
    struct sql *sql = store_begin_reading(self);
    paua_status status = sql_run(sql, statement, values, count, on_tournament, reading);

    store_end_reading(self);
    return status == PAUA_OK && reading->damaged ? PAUA_CORRUPT : status;
}

paua_status store_tournaments(store *self, bool open, int64_t before_ms, int most,
                              bool (*each)(const store_tournament *one, void *context),
                              void *context)
{
    struct tournament_rows reading = {.each = each, .context = context};
    const sql_value values[] = {sql_integer(open), sql_integer(before_ms), sql_integer(most)};

    return read_rows(self, list_tournaments, values, 3, &reading);
}

paua_status store_tournament_find(store *self, const char *id,
                                  void (*found)(const store_tournament *one, void *context),
                                  void *context)
{
    struct tournament_rows reading = {.found = found, .context = context};
    paua_status status = read_rows(self, find_tournament, (sql_value[]){sql_text(id)}, 1, &reading);

    return status == PAUA_OK && reading.rows == 0 ? PAUA_NOT_FOUND : status;
}

paua_status tournaments_faults(store *self, bool (*each)(const char *fault, void *context),
                               void *context)
{
    char fault[80];
    int damaged = 0;

    for (int open = 0; open <= 1; open++) {
        struct tournament_rows reading = {.damaged = 0};
        const sql_value values[] = {sql_integer(open), sql_integer(0), sql_integer(INT_MAX)};
        paua_status status = read_rows(self, list_tournaments, values, 3, &reading);

        if (status != PAUA_OK && status != PAUA_CORRUPT)
            return status;
        damaged += reading.damaged;
    }
    if (damaged) {
        snprintf(fault, sizeof fault, "%d tournaments are not what their checksums say", damaged);
        each(fault, context);
    }
    return PAUA_OK;
}
