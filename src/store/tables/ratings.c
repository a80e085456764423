/* ratings.c - the tables of ratings, as they are and after each game. */
#include "store/tables/ratings.h"

#include "base/array.h"
#include "store/core/access.h"
#include "store/core/change.h"
#include "store/tables/account_row.h"

#define STRING(macro)      STRING_OF(macro)
#define STRING_OF(content) #content

#define OPPONENTS_MIN    STRING(RATING_OPPONENTS_MIN)
#define OPPONENTS_NEWEST STRING(RATING_OPPONENTS_NEWEST)

#define RATING_COLUMNS                                                                             \
    "account, category, games, rating, deviation, volatility, wins, draws, losses, at, game, "     \
    "change"

/* The first game adds the row of the rating, every further one finds that of the game before. */
#define RATING_VALUES                                                                              \
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)"                                  \
    " ON CONFLICT DO NOTHING RETURNING games"
static const char add_rating[] = "INSERT INTO rating (" RATING_COLUMNS ")" RATING_VALUES;
static const char advance_rating[] =
    "UPDATE rating SET games = ?3, rating = ?4, deviation = ?5, volatility = ?6, wins = ?7,"
    " draws = ?8, losses = ?9, at = ?10, game = ?11, change = ?12"
    " WHERE account = ?1 AND category = ?2 AND games = ?3 - 1 RETURNING games";
static const char add_history[] = "INSERT INTO rating_history (" RATING_COLUMNS ")" RATING_VALUES;

static const char list_ratings[] =
    "SELECT " RATING_COLUMNS " FROM rating WHERE account = ?1 ORDER BY category";
static const char list_history[] = "SELECT " RATING_COLUMNS " FROM rating_history"
                                   " WHERE account = ?1 AND category = ?2"
                                   " AND (?3 = 0 OR games < ?3) ORDER BY games DESC LIMIT ?4";
static const char find_rating[] = "SELECT " RATING_COLUMNS " FROM rating_history"
                                  " WHERE account = ?1 AND category = ?2 AND at <= ?3"
                                  " ORDER BY games DESC LIMIT 1";
static const char list_game[] =
    "SELECT " RATING_COLUMNS " FROM rating_history WHERE game = ?1 ORDER BY account";
/* Of the newest games, no more than the index of the standings asks for. */
static const char count_opponents[] =
    "UPDATE rating SET opponents = (SELECT count(*) FROM (SELECT DISTINCT other.account"
    " FROM (SELECT game FROM rating_history WHERE account = ?1 AND category = ?2"
    " ORDER BY games DESC LIMIT " OPPONENTS_NEWEST ") AS newest"
    " JOIN rating_history AS other ON other.game = newest.game AND other.account <> ?1"
    " LIMIT " OPPONENTS_MIN ") AS opponent) WHERE account = ?1 AND category = ?2";
static const char list_standings[] =
    "SELECT " ACCOUNT_COLUMNS ", rating.account, rating.category, rating.games, rating.rating,"
    " rating.deviation, rating.volatility, rating.wins, rating.draws, rating.losses, rating.at,"
    " rating.game, rating.change"
    " FROM rating JOIN account ON account.id = rating.account"
    " WHERE rating.category = ?1 AND rating.opponents >= " OPPONENTS_MIN
    " AND account.closed = 0 AND rating.deviation * rating.deviation"
    " + rating.volatility * rating.volatility * ?2 * (?3 - rating.at) <= ?4"
    " AND (?7 <> 0 OR account.settings NOT LIKE '%\"bot\":true%')"
    " ORDER BY rating.rating DESC, account.lookup LIMIT ?6 OFFSET ?5";

struct rating_change {
    struct store_change base;
    store_rating rating;
};

/* A rating must follow the stored one: if it was computed from an older one, it conflicts. */
static paua_status perform_rating(struct sql *sql, const struct store_change *base)
{
    const store_rating *rating = &((const struct rating_change *)base)->rating;
    const sql_value values[] = {
        sql_text(rating->account),  sql_text(rating->category),  sql_integer(rating->games),
        sql_real(rating->rating),   sql_real(rating->deviation), sql_real(rating->volatility),
        sql_integer(rating->wins),  sql_integer(rating->draws),  sql_integer(rating->losses),
        sql_integer(rating->at_ms), sql_text(rating->game),      sql_real(rating->change),
    };
    paua_status status = sql_change(sql, rating->games == 1 ? add_rating : advance_rating, values,
                                    ARRAY_COUNT(values));

    return status == PAUA_OK ? sql_change(sql, add_history, values, ARRAY_COUNT(values)) : status;
}

bool batch_set_rating(store_batch *batch, const store_rating *rating)
{
    static const size_t texts[] = {offsetof(struct rating_change, rating.account),
                                   offsetof(struct rating_change, rating.category),
                                   offsetof(struct rating_change, rating.game)};
    static const struct change_type type = CHANGE_TYPE(rating_change, texts, perform_rating, NULL);
    struct rating_change change = {.base.type = &type, .rating = *rating};

    return batch_add(batch, &change.base);
}

struct opponents_change {
    struct store_change base;
    const char *account, *category;
};

static paua_status perform_opponents(struct sql *sql, const struct store_change *base)
{
    const struct opponents_change *change = (const struct opponents_change *)base;

    return sql_run(sql, count_opponents,
                   (sql_value[]){sql_text(change->account), sql_text(change->category)}, 2, NULL,
                   NULL);
}

bool batch_count_opponents(store_batch *batch, const char *account, const char *category)
{
    static const size_t texts[] = {offsetof(struct opponents_change, account),
                                   offsetof(struct opponents_change, category)};
    static const struct change_type type =
        CHANGE_TYPE(opponents_change, texts, perform_opponents, NULL);
    struct opponents_change change = {.base.type = &type, .account = account, .category = category};

    return batch_add(batch, &change.base);
}

/* Callbacks for the rows of a query; those that are not wanted are NULL. */
struct rating_query {
    bool found;
    void (*found_rating)(const store_rating *rating, void *context);
    bool (*each_rating)(const store_rating *rating, void *context);
    bool (*each_standing)(const store_account *account, const store_rating *rating, void *context);
    void *context;
};

/* The rating in RATING_COLUMNS from column `i` on. */
static store_rating rating_of_row(const struct sql_row *row, int i)
{
    return (store_rating){
        .account = sql_row_text(row, i),
        .category = sql_row_text(row, i + 1),
        .games = (int)sql_row_integer(row, i + 2),
        .rating = sql_row_real(row, i + 3),
        .deviation = sql_row_real(row, i + 4),
        .volatility = sql_row_real(row, i + 5),
        .wins = (int)sql_row_integer(row, i + 6),
        .draws = (int)sql_row_integer(row, i + 7),
        .losses = (int)sql_row_integer(row, i + 8),
        .at_ms = sql_row_integer(row, i + 9),
        .game = sql_row_text(row, i + 10),
        .change = sql_row_real(row, i + 11),
    };
}

static bool on_rating(const struct sql_row *row, void *context)
{
    struct rating_query *query = context;
    const store_rating rating = rating_of_row(row, 0);

    query->found = true;
    if (query->each_rating)
        return query->each_rating(&rating, query->context);
    query->found_rating(&rating, query->context);
    return false;
}

static bool on_standing(const struct sql_row *row, void *context)
{
    struct rating_query *query = context;
    const store_account account = account_of_row(row, 0);
    const store_rating rating = rating_of_row(row, ACCOUNT_COLUMN_COUNT);

    return query->each_standing(&account, &rating, query->context);
}

paua_status store_ratings(store *self, const char *account,
                          bool (*each)(const store_rating *rating, void *context), void *context)
{
    struct rating_query query = {.each_rating = each, .context = context};

    return store_query(self, list_ratings, (sql_value[]){sql_text(account)}, 1, on_rating, &query);
}

paua_status store_rating_history(store *self, const char *account, const char *category, int before,
                                 int most, bool (*each)(const store_rating *rating, void *context),
                                 void *context)
{
    struct rating_query query = {.each_rating = each, .context = context};

    return store_query(self, list_history,
                       (sql_value[]){sql_text(account), sql_text(category), sql_integer(before),
                                     sql_integer(most)},
                       4, on_rating, &query);
}

paua_status store_rating_at(store *self, const char *account, const char *category, int64_t at_ms,
                            void (*found)(const store_rating *rating, void *context), void *context)
{
    struct rating_query query = {.found_rating = found, .context = context};
    paua_status status = store_query(
        self, find_rating, (sql_value[]){sql_text(account), sql_text(category), sql_integer(at_ms)},
        3, on_rating, &query);

    return status == PAUA_OK && !query.found ? PAUA_ERROR_NOT_FOUND : status;
}

paua_status store_game_ratings(store *self, const char *game,
                               bool (*each)(const store_rating *rating, void *context),
                               void *context)
{
    struct rating_query query = {.each_rating = each, .context = context};

    return store_query(self, list_game, (sql_value[]){sql_text(game)}, 1, on_rating, &query);
}

paua_status store_standings(store *self, const char *category, const store_certainty *certain,
                            bool bots, int skip, int most,
                            bool (*each)(const store_account *account, const store_rating *rating,
                                         void *context),
                            void *context)
{
    struct rating_query query = {.each_standing = each, .context = context};
    const sql_value values[] = {
        sql_text(category),
        sql_real(certain->growth),
        sql_integer(certain->now_ms),
        sql_real(certain->deviation_max * certain->deviation_max),
        sql_integer(skip),
        sql_integer(most),
        sql_integer(bots),
    };

    return store_query(self, list_standings, values, ARRAY_COUNT(values), on_standing, &query);
}
