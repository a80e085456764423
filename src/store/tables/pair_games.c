/* pair_games.c - the table of rated games by pairs of players, of which the one with the smaller id
 * comes first. */
#include "store/tables/pair_games.h"

#include <string.h>

#include "base/array.h"
#include "store/core/access.h"
#include "store/core/change.h"

#define COLUMNS                                                                                    \
    "at, game, account, other, category, counted, score, other_score, change, other_change,"       \
    " short, same_address, paused, lag, other_lag"

static const char add_row[] =
    "INSERT INTO pair_game (" COLUMNS ")"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)"
    " ON CONFLICT DO NOTHING RETURNING at";
static const char trim_rows[] = "DELETE FROM pair_game WHERE at < ?1";
static const char list_rows[] =
    "SELECT " COLUMNS " FROM pair_game ORDER BY at, game, account, other";
static const char list_account_rows[] =
    "SELECT " COLUMNS ", (SELECT opponent.name FROM account AS opponent WHERE opponent.id ="
    " CASE WHEN pair_game.account = ?1 THEN pair_game.other ELSE pair_game.account END)"
    " FROM pair_game WHERE pair_game.account = ?1 OR pair_game.other = ?1"
    " ORDER BY at DESC, game, pair_game.account, other";
static const char count_games[] =
    "SELECT count(*), CAST(coalesce(sum(short), 0) AS BIGINT),"
    " CAST(coalesce(sum(same_address), 0) AS BIGINT) FROM pair_game"
    " WHERE account = ?1 AND other = ?2 AND category = ?3 AND at > ?4 AND at <= ?5 AND counted = 1";
static const char count_before_game[] =
    "SELECT game.short, game.same_address, count(earlier.at),"
    " CAST(coalesce(sum(earlier.short), 0) AS BIGINT),"
    " CAST(coalesce(sum(earlier.same_address), 0) AS BIGINT) FROM pair_game AS game"
    " LEFT JOIN pair_game AS earlier ON earlier.account = game.account"
    " AND earlier.other = game.other AND earlier.category = game.category"
    " AND earlier.at > game.at - ?3 AND earlier.at <= game.at AND earlier.counted = 1"
    " WHERE game.at = ?1 AND game.game = ?2 AND game.counted = 0"
    " GROUP BY game.account, game.other, game.short, game.same_address"
    " ORDER BY game.account, game.other";
/* Of the two, who has gained more. */
#define FIRST_GAINS                                                                                \
    "pair.gained > pair.other_gained"                                                              \
    " OR (pair.gained = pair.other_gained AND account.name < opponent.name)"
/* Sums of both sides; on_pair() puts who has gained more first. */
static const char list_pairs[] =
    "SELECT account.name, opponent.name, pair.* FROM (SELECT account, other, category,"
    " count(*) AS played, CAST(sum(counted) AS BIGINT),"
    " CAST(sum(CASE WHEN counted = 1 AND score = 2 THEN 1 ELSE 0 END) AS BIGINT),"
    " CAST(sum(CASE WHEN counted = 1 AND score = 1 THEN 1 ELSE 0 END) AS BIGINT),"
    " CAST(sum(CASE WHEN counted = 1 AND other_score = 2 THEN 1 ELSE 0 END) AS BIGINT),"
    " CAST(sum(CASE WHEN counted = 1 AND other_score = 1 THEN 1 ELSE 0 END) AS BIGINT),"
    " sum(change) AS gained, sum(other_change) AS other_gained, max(at),"
    " CAST(sum(short) AS BIGINT), CAST(sum(same_address) AS BIGINT), CAST(sum(paused) AS BIGINT),"
    " CAST(sum(lag) AS BIGINT), CAST(sum(other_lag) AS BIGINT)"
    " FROM pair_game WHERE at > ?1 GROUP BY account, other, category"
    " ORDER BY played DESC, account, other, category LIMIT ?2) AS pair"
    " JOIN account ON account.id = pair.account"
    " JOIN account AS opponent ON opponent.id = pair.other"
    " ORDER BY pair.played DESC,"
    " CASE WHEN " FIRST_GAINS " THEN account.name ELSE opponent.name END,"
    " CASE WHEN " FIRST_GAINS " THEN opponent.name ELSE account.name END, pair.category";

struct pair_change {
    struct store_change base;
    store_pair_game row;
};

static paua_status perform_pair(struct sql *sql, const struct store_change *base)
{
    const store_pair_game *row = &((const struct pair_change *)base)->row;
    const bool swap = strcmp(row->players[0].account, row->players[1].account) > 0;
    const store_pair_player *one = &row->players[swap], *other = &row->players[!swap];
    const sql_value values[] = {
        sql_integer(row->at_ms),     sql_text(row->game),        sql_text(one->account),
        sql_text(other->account),    sql_text(row->category),    sql_integer(row->counts),
        sql_integer(one->score),     sql_integer(other->score),  sql_real(one->change),
        sql_real(other->change),     sql_integer(row->is_short), sql_integer(row->same_address),
        sql_integer(row->paused_ms), sql_integer(one->lag_ms),   sql_integer(other->lag_ms),
    };

    return sql_change(sql, add_row, values, ARRAY_COUNT(values));
}

bool batch_add_pair_game(store_batch *batch, const store_pair_game *row)
{
    static const size_t texts[] = {offsetof(struct pair_change, row.game),
                                   offsetof(struct pair_change, row.category),
                                   offsetof(struct pair_change, row.players[0].account),
                                   offsetof(struct pair_change, row.players[1].account)};
    static const struct change_type type = CHANGE_TYPE(pair_change, texts, perform_pair, NULL);
    struct pair_change change = {.base.type = &type, .row = *row};

    return batch_add(batch, &change.base);
}

struct trim_change {
    struct store_change base;
    int64_t before_ms;
};

static paua_status perform_trim(struct sql *sql, const struct store_change *base)
{
    const sql_value before = sql_integer(((const struct trim_change *)base)->before_ms);

    return sql_run(sql, trim_rows, &before, 1, NULL, NULL);
}

bool batch_trim_pair_games(store_batch *batch, int64_t before_ms)
{
    static const struct change_type type = {.size = sizeof(struct trim_change),
                                            .perform = perform_trim};
    struct trim_change change = {.base.type = &type, .before_ms = before_ms};

    return batch_add(batch, &change.base);
}

/* Callbacks for the rows of a query; those that are not wanted are NULL. */
struct pair_query {
    bool (*each_row)(const store_pair_game *row, void *context);
    void (*each_opponent)(const store_pair_game *row, const char *opponent, void *context);
    bool (*each_counts)(bool is_short, bool same_address, const store_pair_counts *counts,
                        void *context);
    bool (*each_pair)(const store_pair *pair, void *context);
    void *context;
};

/* The row in COLUMNS. */
static store_pair_game pair_game_of_row(const struct sql_row *row)
{
    return (store_pair_game){
        .at_ms = sql_row_integer(row, 0),
        .game = sql_row_text(row, 1),
        .category = sql_row_text(row, 4),
        .players = {{.account = sql_row_text(row, 2),
                     .score = (int)sql_row_integer(row, 6),
                     .change = sql_row_real(row, 8),
                     .lag_ms = sql_row_integer(row, 13)},
                    {.account = sql_row_text(row, 3),
                     .score = (int)sql_row_integer(row, 7),
                     .change = sql_row_real(row, 9),
                     .lag_ms = sql_row_integer(row, 14)}},
        .counts = sql_row_integer(row, 5) != 0,
        .is_short = sql_row_integer(row, 10) != 0,
        .same_address = sql_row_integer(row, 11) != 0,
        .paused_ms = sql_row_integer(row, 12),
    };
}

static bool on_pair_game(const struct sql_row *row, void *context)
{
    struct pair_query *query = context;
    const store_pair_game game = pair_game_of_row(row);

    return query->each_row(&game, query->context);
}

static bool on_account_row(const struct sql_row *row, void *context)
{
    struct pair_query *query = context;
    const store_pair_game game = pair_game_of_row(row);

    query->each_opponent(&game, sql_row_text(row, 15), query->context);
    return true;
}

paua_status store_account_pair_games(store *self, const char *account,
                                     void (*each)(const store_pair_game *row, const char *opponent,
                                                  void *context),
                                     void *context)
{
    const sql_value value = sql_text(account);
    struct pair_query query = {.each_opponent = each, .context = context};

    return store_query(self, list_account_rows, &value, 1, on_account_row, &query);
}

paua_status store_pair_game_rows(store *self,
                                 bool (*each)(const store_pair_game *row, void *context),
                                 void *context)
{
    struct pair_query query = {.each_row = each, .context = context};

    return store_query(self, list_rows, NULL, 0, on_pair_game, &query);
}

static bool on_pair_counts(const struct sql_row *row, void *context)
{
    *(store_pair_counts *)context = (store_pair_counts){
        .games = (int)sql_row_integer(row, 0),
        .short_games = (int)sql_row_integer(row, 1),
        .same_address = (int)sql_row_integer(row, 2),
    };
    return false;
}

paua_status store_pair_count(store *self, const char *account, const char *other,
                             const char *category, int64_t after_ms, int64_t until_ms,
                             store_pair_counts *out)
{
    const bool swap = strcmp(account, other) > 0;
    const sql_value values[] = {sql_text(swap ? other : account), sql_text(swap ? account : other),
                                sql_text(category), sql_integer(after_ms), sql_integer(until_ms)};

    *out = (store_pair_counts){.games = 0};
    return store_query(self, count_games, values, ARRAY_COUNT(values), on_pair_counts, out);
}

static bool on_counts_before(const struct sql_row *row, void *context)
{
    struct pair_query *query = context;
    const store_pair_counts counts = {
        .games = (int)sql_row_integer(row, 2),
        .short_games = (int)sql_row_integer(row, 3),
        .same_address = (int)sql_row_integer(row, 4),
    };

    return query->each_counts(sql_row_integer(row, 0) != 0, sql_row_integer(row, 1) != 0, &counts,
                              query->context);
}

paua_status store_pairs_of_game(store *self, const char *game, int64_t at_ms, int64_t before_ms,
                                bool (*each)(bool is_short, bool same_address,
                                             const store_pair_counts *counts, void *context),
                                void *context)
{
    const sql_value values[] = {sql_integer(at_ms), sql_text(game), sql_integer(before_ms)};
    struct pair_query query = {.each_counts = each, .context = context};

    return store_query(self, count_before_game, values, ARRAY_COUNT(values), on_counts_before,
                       &query);
}

static bool on_pair(const struct sql_row *row, void *context)
{
    struct pair_query *query = context;
    const double change = sql_row_real(row, 11), other_change = sql_row_real(row, 12);
    const char *name = sql_row_text(row, 0), *other = sql_row_text(row, 1);
    /* The one who has gained more, and his columns. */
    const bool swap = other_change > change || (other_change == change && strcmp(other, name) < 0);
    const int games = (int)sql_row_integer(row, 6);
    store_pair pair = {
        .name = swap ? other : name,
        .other = swap ? name : other,
        .category = sql_row_text(row, 4),
        .games = games,
        .wins = (int)sql_row_integer(row, swap ? 9 : 7),
        .draws = (int)sql_row_integer(row, swap ? 10 : 8),
        .at_ms = sql_row_integer(row, 13),
        .not_counted = (int)sql_row_integer(row, 5) - games,
        .short_games = (int)sql_row_integer(row, 14),
        .same_address = (int)sql_row_integer(row, 15),
        .paused_ms = sql_row_integer(row, 16),
        .lag_ms = sql_row_integer(row, swap ? 18 : 17),
        .other_lag_ms = sql_row_integer(row, swap ? 17 : 18),
        .change = swap ? other_change : change,
        .other_change = swap ? change : other_change,
    };

    pair.losses = games - pair.wins - pair.draws;
    return query->each_pair(&pair, query->context);
}

paua_status store_pairs(store *self, int64_t after_ms, int most,
                        bool (*each)(const store_pair *pair, void *context), void *context)
{
    struct pair_query query = {.each_pair = each, .context = context};

    return store_query(self, list_pairs, (sql_value[]){sql_integer(after_ms), sql_integer(most)}, 2,
                       on_pair, &query);
}
