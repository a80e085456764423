/* tournaments.c - the table of tournaments. */
#include "store/tables/tournaments.h"

#include <limits.h>
#include <stdio.h>

#include "store/core/access.h"
#include "store/core/change.h"
#include "store/tables/checksum.h"
#include "store/tables/rows.h"

#define COLUMNS "id, revision, created, running, text, sum"

static const char add_tournament[] = "INSERT INTO tournament (" COLUMNS ")"
                                     " VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
                                     " ON CONFLICT DO NOTHING RETURNING id";
static const char set_tournament[] =
    "UPDATE tournament SET revision = ?2, running = ?4, text = ?5, sum = ?6"
    " WHERE id = ?1 AND revision = ?2 - 1 AND created = ?3 RETURNING id";
/* A page does not end between tournaments of one millisecond, because the next one begins at an
 * earlier one: it has all those that are not older than the last of ?3. */
#define PAGE                                                                                       \
    " FROM tournament WHERE running = ?1 AND (?2 = 0 OR created < ?2)"                             \
    " AND created >= COALESCE((SELECT created FROM tournament"                                     \
    " WHERE running = ?1 AND (?2 = 0 OR created < ?2)"                                             \
    " ORDER BY created DESC LIMIT 1 OFFSET ?3 - 1), 0) ORDER BY created DESC, id"
static const char list_tournaments[] = "SELECT " COLUMNS PAGE;
static const char list_keys[] = "SELECT id, revision, created" PAGE;
static const char find_tournament[] = "SELECT " COLUMNS " FROM tournament WHERE id = ?1";

/* An id may have letters that LIKE takes for any. */
static const char list_mentions[] = "SELECT " COLUMNS " FROM tournament"
                                    " WHERE text LIKE '%\"' || ?1 || '\"%' ORDER BY created, id";

static int64_t tournament_checksum(const store_tournament *tournament)
{
    uint64_t sum = checksum_add_text(CHECKSUM_TOURNAMENT, tournament->id);

    sum = checksum_add_number(sum, tournament->revision);
    sum = checksum_add_number(sum, tournament->created_ms);
    sum = checksum_add_number(sum, tournament->unfinished);
    return (int64_t)checksum_add_text(sum, tournament->text);
}

struct tournament_write {
    struct store_change base;
    store_tournament tournament;
};

static paua_status perform_tournament(struct sql *sql, const struct store_change *base)
{
    const store_tournament *one = &((const struct tournament_write *)base)->tournament;
    const sql_value values[] = {
        sql_text(one->id),
        sql_integer(one->revision),
        sql_integer(one->created_ms),
        sql_integer(one->unfinished),
        sql_text(one->text),
        sql_integer(tournament_checksum(one)),
    };

    return sql_change(sql, one->revision == 1 ? add_tournament : set_tournament, values, 6);
}

static bool describe_tournament(const struct store_change *base, store_cluster_change *out)
{
    const store_tournament *one = &((const struct tournament_write *)base)->tournament;

    out->number = one->revision;
    return store_announce(STORE_TABLE_TOURNAMENT, one->id, out);
}

bool batch_set_tournament(store_batch *batch, const store_tournament *tournament)
{
    static const size_t texts[] = {offsetof(struct tournament_write, tournament.id),
                                   offsetof(struct tournament_write, tournament.text)};
    static const struct change_type type =
        CHANGE_TYPE(tournament_write, texts, perform_tournament, describe_tournament);
    struct tournament_write change = {.base.type = &type, .tournament = *tournament};

    return batch_add(batch, &change.base);
}

/* Callbacks for the rows of a query; those that are not wanted are NULL. */
struct tournament_query {
    bool (*each)(const store_tournament *one, void *context);
    bool (*each_key)(const store_tournament_key *key, void *context);
    void (*found)(const store_tournament *one, void *context);
    void *context;
    int rows, damaged;
    int64_t last_ms; /* when the last row was created, damaged or not */
};

static bool on_tournament(const struct sql_row *row, void *context)
{
    struct tournament_query *query = context;
    const store_tournament one = {
        .id = sql_row_text(row, 0),
        .revision = sql_row_integer(row, 1),
        .created_ms = sql_row_integer(row, 2),
        .unfinished = sql_row_integer(row, 3) != 0,
        .text = sql_row_text(row, 4),
    };

    query->last_ms = one.created_ms;
    if (tournament_checksum(&one) != sql_row_integer(row, 5)) {
        query->damaged++;
        return true;
    }
    query->rows++;
    if (query->found)
        query->found(&one, query->context);
    return !query->each || query->each(&one, query->context);
}

static paua_status read_rows(store *self, const char *statement, const sql_value *values, int count,
                             struct tournament_query *query)
{
    paua_status status = store_query(self, statement, values, count, on_tournament, query);

    return status == PAUA_OK && query->damaged ? PAUA_ERROR_CORRUPT : status;
}

paua_status store_tournaments(store *self, store_tournament_list list, int64_t before_ms, int most,
                              int64_t *next_ms,
                              bool (*each)(const store_tournament *one, void *context),
                              void *context)
{
    struct tournament_query query = {.each = each, .context = context};
    const sql_value values[] = {sql_integer(list == STORE_TOURNAMENTS_UNFINISHED),
                                sql_integer(before_ms), sql_integer(most)};
    paua_status status = read_rows(self, list_tournaments, values, 3, &query);

    if (next_ms)
        *next_ms = query.rows + query.damaged >= most ? query.last_ms : 0;
    return status;
}

static bool on_key(const struct sql_row *row, void *context)
{
    struct tournament_query *query = context;
    const store_tournament_key key = {sql_row_text(row, 0), sql_row_integer(row, 1)};

    query->last_ms = sql_row_integer(row, 2);
    query->rows++;
    return query->each_key(&key, query->context);
}

paua_status store_tournament_keys(store *self, store_tournament_list list, int64_t before_ms,
                                  int most, int64_t *next_ms,
                                  bool (*each)(const store_tournament_key *key, void *context),
                                  void *context)
{
    struct tournament_query query = {.each_key = each, .context = context};
    const sql_value values[] = {sql_integer(list == STORE_TOURNAMENTS_UNFINISHED),
                                sql_integer(before_ms), sql_integer(most)};
    paua_status status = store_query(self, list_keys, values, 3, on_key, &query);

    *next_ms = query.rows >= most ? query.last_ms : 0;
    return status;
}

paua_status store_tournament_find(store *self, const char *id,
                                  void (*found)(const store_tournament *one, void *context),
                                  void *context)
{
    struct tournament_query query = {.found = found, .context = context};
    paua_status status = read_rows(self, find_tournament, (sql_value[]){sql_text(id)}, 1, &query);

    return status == PAUA_OK && query.rows == 0 ? PAUA_ERROR_NOT_FOUND : status;
}

paua_status store_account_tournaments(store *self, const char *account,
                                      bool (*each)(const store_tournament *one, void *context),
                                      void *context)
{
    struct tournament_query query = {.each = each, .context = context};

    return read_rows(self, list_mentions, (sql_value[]){sql_text(account)}, 1, &query);
}

paua_status tournaments_check_consistency(store *self,
                                          bool (*each)(const char *problem, void *context),
                                          void *context)
{
    char problem[80];
    int damaged = 0;

    for (int unfinished = 0; unfinished <= 1; unfinished++) {
        struct tournament_query query = {.damaged = 0};
        const sql_value values[] = {sql_integer(unfinished), sql_integer(0), sql_integer(INT_MAX)};
        paua_status status = read_rows(self, list_tournaments, values, 3, &query);

        if (status != PAUA_OK && status != PAUA_ERROR_CORRUPT)
            return status;
        damaged += query.damaged;
    }
    if (damaged) {
        snprintf(problem, sizeof problem, "%d tournaments are not what their checksums say",
                 damaged);
        each(problem, context);
    }
    return PAUA_OK;
}
