/* accounts.c - the tables of accounts, sessions and tokens, seats, and ratings. */
#include "store/tables/accounts.h"

#include "store/core/change.h"

#define COUNT(values) ((int)(sizeof(values) / sizeof *(values)))

#define ACCOUNT_COLUMNS                                                                            \
    "account.id, account.name, account.lookup, account.password, account.mail,"                    \
    " account.settings, account.created, account.closed"
enum { ACCOUNT_COLUMN_COUNT = 8 };

#define LOGIN_COLUMNS                                                                              \
    "login.hash, login.id, login.account, login.kind, login.label, login.scopes, login.created,"   \
    " login.used, login.expires"
enum { LOGIN_COLUMN_COUNT = 9 };

#define RATING_COLUMNS                                                                             \
    "account, category, games, rating, deviation, volatility, wins, draws, losses, at, game, "     \
    "change"

static const char add_account[] =
    "INSERT INTO account (id, name, lookup, password, mail, settings, created, closed)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING RETURNING id";
static const char save_account[] =
    "UPDATE account SET name = ?2, lookup = ?3, password = ?4, mail = ?5, settings = ?6,"
    " created = ?7, closed = ?8 WHERE id = ?1 AND NOT EXISTS"
    " (SELECT 1 FROM account AS other WHERE other.lookup = ?3 AND other.id <> ?1) RETURNING id";

static const char expect_password[] =
    "SELECT id FROM account WHERE id = ?1 AND password = ?2 AND closed = 0";
static const char save_password[] =
    "UPDATE account SET password = ?2 WHERE id = ?1 AND closed = 0 RETURNING id";
static const char save_settings[] =
    "UPDATE account SET settings = ?2 WHERE id = ?1 AND closed = 0 RETURNING id";

static const char add_login[] =
    "INSERT INTO login (hash, id, account, kind, label, scopes, created, used, expires)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT DO NOTHING RETURNING id";
static const char touch_login[] = "UPDATE login SET used = ?2, expires = ?3 WHERE hash = ?1";
static const char remove_login[] = "DELETE FROM login WHERE account = ?1 AND id = ?2 AND kind = ?3";
static const char remove_logins[] =
    "DELETE FROM login WHERE account = ?1 AND kind = ?2 AND hash <> ?3";

static const char trim_logins[] =
    "DELETE FROM login WHERE account = ?1 AND kind = ?2 AND hash IN"
    " (SELECT hash FROM login WHERE account = ?1 AND kind = ?2"
    " ORDER BY used DESC, created DESC, hash LIMIT 1000000 OFFSET ?3)";

static const char seat_account[] =
    "INSERT INTO seat (game, side, account) SELECT key, ?2, ?3 FROM game WHERE id = ?1"
    " ON CONFLICT (game, side) DO UPDATE SET account = excluded.account RETURNING side";

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

static const char find_by_id[] = "SELECT " ACCOUNT_COLUMNS " FROM account WHERE id = ?1";
static const char find_by_key[] = "SELECT " ACCOUNT_COLUMNS " FROM account WHERE lookup = ?1";
static const char list_accounts[] =
    "SELECT " ACCOUNT_COLUMNS " FROM account WHERE lookup > ?1 ORDER BY lookup LIMIT ?2";
static const char find_login[] = "SELECT " LOGIN_COLUMNS ", " ACCOUNT_COLUMNS
                                 " FROM login JOIN account ON account.id = login.account"
                                 " WHERE login.hash = ?1 AND account.closed = 0";
static const char list_logins[] =
    "SELECT " LOGIN_COLUMNS " FROM login WHERE account = ?1 ORDER BY created DESC, id";

/* A game is open while it has neither a result nor a reason for having closed without one. Each is
 * listed once, also where an account plays several sides. Those that are over can be very many:
 * grouped in the order of the index of seats they are read until the limit, and not sorted. */
static const char list_open_games[] =
    "SELECT DISTINCT game.id, game.key FROM seat JOIN game ON game.key = seat.game"
    " WHERE seat.account = ?1 AND (?2 = 0 OR game.created < ?2)"
    " AND game.result = '*' AND game.reason = '' ORDER BY game.key DESC LIMIT ?3";
static const char list_ended_games[] =
    "SELECT min(game.id) FROM seat JOIN game ON game.key = seat.game"
    " WHERE seat.account = ?1 AND (?2 = 0 OR game.created < ?2)"
    " AND (game.result <> '*' OR game.reason <> '')"
    " GROUP BY seat.game ORDER BY seat.game DESC LIMIT ?3";
static const char list_seats[] = "SELECT seat.side, seat.account FROM seat"
                                 " JOIN game ON game.key = seat.game WHERE game.id = ?1"
                                 " ORDER BY seat.side";

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
static const char list_standings[] =
    "SELECT " ACCOUNT_COLUMNS ", rating.account, rating.category, rating.games, rating.rating,"
    " rating.deviation, rating.volatility, rating.wins, rating.draws, rating.losses, rating.at,"
    " rating.game, rating.change"
    " FROM rating JOIN account ON account.id = rating.account"
    " WHERE rating.category = ?1 AND account.closed = 0 AND rating.deviation * rating.deviation"
    " + rating.volatility * rating.volatility * ?2 * (?3 - rating.at) <= ?4"
    " AND (?7 <> 0 OR account.settings NOT LIKE '%\"bot\":true%')"
    " ORDER BY rating.rating DESC, account.lookup LIMIT ?6 OFFSET ?5";

/* Adds an account, or saves it. */
static paua_status perform_account(struct sql *sql, const struct store_change *change)
{
    const store_account *account = &change->person;
    const sql_value values[] = {
        sql_text(account->id),
        sql_text(account->name),
        sql_text(account->key),
        sql_text(account->password),
        sql_text(account->mail),
        sql_text(account->settings),
        sql_integer(account->created_ms),
        sql_integer(account->closed_ms),
    };

    return sql_change(sql, change->kind == CHANGE_ADD_ACCOUNT ? add_account : save_account, values,
                      COUNT(values));
}

static paua_status perform_add_login(struct sql *sql, const store_login *login)
{
    const sql_value values[] = {
        sql_blob(login->hash, sizeof login->hash),
        sql_text(login->id),
        sql_text(login->account),
        sql_integer(login->kind),
        sql_text(login->label),
        sql_integer(login->scopes),
        sql_integer(login->created_ms),
        sql_integer(login->used_ms),
        sql_integer(login->expires_ms),
    };

    return sql_change(sql, add_login, values, COUNT(values));
}

/* Notes that a session or token was used, or removes some. */
static paua_status perform_login(struct sql *sql, const struct store_change *change)
{
    const store_login *login = &change->login;
    const sql_value hash = sql_blob(login->hash, sizeof login->hash);

    switch (change->kind) {
    case CHANGE_TOUCH_LOGIN:
        return sql_run(
            sql, touch_login,
            (sql_value[]){hash, sql_integer(login->used_ms), sql_integer(login->expires_ms)}, 3,
            NULL, NULL);
    case CHANGE_TRIM_LOGINS:
        return sql_run(sql, trim_logins,
                       (sql_value[]){sql_text(login->account), sql_integer(login->kind),
                                     sql_integer(change->most)},
                       3, NULL, NULL);
    case CHANGE_REMOVE_LOGIN:
        return sql_run(
            sql, remove_login,
            (sql_value[]){sql_text(login->account), sql_text(login->id), sql_integer(login->kind)},
            3, NULL, NULL);
    default: /* without one to keep no hash is empty */
        return sql_run(sql, remove_logins,
                       (sql_value[]){sql_text(login->account), sql_integer(login->kind),
                                     change->keeps ? hash : sql_blob("", 0)},
                       3, NULL, NULL);
    }
}

/* A rating must follow the stored one: if it was computed from an older one, it conflicts. */
static paua_status perform_rating(struct sql *sql, const store_rating *rating)
{
    const sql_value values[] = {
        sql_text(rating->account),  sql_text(rating->category),  sql_integer(rating->games),
        sql_real(rating->rating),   sql_real(rating->deviation), sql_real(rating->volatility),
        sql_integer(rating->wins),  sql_integer(rating->draws),  sql_integer(rating->losses),
        sql_integer(rating->at_ms), sql_text(rating->game),      sql_real(rating->change),
    };
    paua_status status =
        sql_change(sql, rating->games == 1 ? add_rating : advance_rating, values, COUNT(values));

    return status == PAUA_OK ? sql_change(sql, add_history, values, COUNT(values)) : status;
}

paua_status accounts_perform(struct sql *sql, const struct store_change *change)
{
    switch (change->kind) {
    case CHANGE_SEAT_ACCOUNT:
        return sql_change(sql, seat_account,
                          (sql_value[]){sql_text(change->game.id), sql_integer(change->side),
                                        sql_text(change->account)},
                          3);
    case CHANGE_ADD_ACCOUNT:
    case CHANGE_SAVE_ACCOUNT:
        return perform_account(sql, change);
    case CHANGE_EXPECT_PASSWORD:
        return sql_change(
            sql, expect_password,
            (sql_value[]){sql_text(change->person.id), sql_text(change->person.password)}, 2);
    case CHANGE_SAVE_PASSWORD:
        return sql_change(
            sql, save_password,
            (sql_value[]){sql_text(change->person.id), sql_text(change->person.password)}, 2);
    case CHANGE_SAVE_SETTINGS:
        return sql_change(
            sql, save_settings,
            (sql_value[]){sql_text(change->person.id), sql_text(change->person.settings)}, 2);
    case CHANGE_ADD_LOGIN:
        return perform_add_login(sql, &change->login);
    case CHANGE_SET_RATING:
        return perform_rating(sql, &change->rating);
    default:
        return perform_login(sql, change);
    }
}

/* Who wants the rows of a query, as what they are. */
struct reading {
    bool found;
    void (*found_account)(const store_account *account, void *context);
    bool (*each_account)(const store_account *account, void *context);
    void (*found_login)(const store_login *login, const store_account *account, void *context);
    bool (*each_login)(const store_login *login, void *context);
    void (*found_rating)(const store_rating *rating, void *context);
    bool (*each_rating)(const store_rating *rating, void *context);
    bool (*each_standing)(const store_account *account, const store_rating *rating, void *context);
    bool (*each_id)(const char *id, void *context);
    bool (*each_seat)(int side, const char *account, void *context);
    void *context;
};

/* Runs a query on the connection that reads. */
static paua_status read_rows(store *self, const char *statement, const sql_value *values, int count,
                             bool (*on_row)(const struct sql_row *row, void *reading),
                             struct reading *reading)
{
    struct sql *sql = store_begin_reading(self);
    paua_status status = sql_run(sql, statement, values, count, on_row, reading);

    store_end_reading(self);
    return status;
}

/* The account in ACCOUNT_COLUMNS from column `i` on. */
static store_account account_of_row(const struct sql_row *row, int i)
{
    return (store_account){
        .id = sql_row_text(row, i),
        .name = sql_row_text(row, i + 1),
        .key = sql_row_text(row, i + 2),
        .password = sql_row_text(row, i + 3),
        .mail = sql_row_text(row, i + 4),
        .settings = sql_row_text(row, i + 5),
        .created_ms = sql_row_integer(row, i + 6),
        .closed_ms = sql_row_integer(row, i + 7),
    };
}

/* The session or token in LOGIN_COLUMNS. False: its hash is damaged. */
static bool login_of_row(const struct sql_row *row, store_login *out)
{
    *out = (store_login){
        .id = sql_row_text(row, 1),
        .account = sql_row_text(row, 2),
        .kind = sql_row_integer(row, 3) == STORE_TOKEN ? STORE_TOKEN : STORE_SESSION,
        .label = sql_row_text(row, 4),
        .scopes = (unsigned)sql_row_integer(row, 5),
        .created_ms = sql_row_integer(row, 6),
        .used_ms = sql_row_integer(row, 7),
        .expires_ms = sql_row_integer(row, 8),
    };
    return sql_row_blob(row, 0, out->hash, sizeof out->hash);
}

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

static bool on_account(const struct sql_row *row, void *context)
{
    struct reading *reading = context;
    const store_account account = account_of_row(row, 0);

    reading->found = true;
    if (reading->each_account)
        return reading->each_account(&account, reading->context);
    reading->found_account(&account, reading->context);
    return false;
}

static bool on_login(const struct sql_row *row, void *context)
{
    struct reading *reading = context;
    store_login login;

    if (!login_of_row(row, &login))
        return true;
    reading->found = true;
    if (reading->each_login)
        return reading->each_login(&login, reading->context);
    const store_account account = account_of_row(row, LOGIN_COLUMN_COUNT);
    reading->found_login(&login, &account, reading->context);
    return false;
}

static bool on_rating(const struct sql_row *row, void *context)
{
    struct reading *reading = context;
    const store_rating rating = rating_of_row(row, 0);

    reading->found = true;
    if (reading->each_rating)
        return reading->each_rating(&rating, reading->context);
    reading->found_rating(&rating, reading->context);
    return false;
}

static bool on_standing(const struct sql_row *row, void *context)
{
    struct reading *reading = context;
    const store_account account = account_of_row(row, 0);
    const store_rating rating = rating_of_row(row, ACCOUNT_COLUMN_COUNT);

    return reading->each_standing(&account, &rating, reading->context);
}

static bool on_id(const struct sql_row *row, void *context)
{
    struct reading *reading = context;

    return reading->each_id(sql_row_text(row, 0), reading->context);
}

static bool on_seat(const struct sql_row *row, void *context)
{
    struct reading *reading = context;

    return reading->each_seat((int)sql_row_integer(row, 0), sql_row_text(row, 1), reading->context);
}

/* Finds an account by the only value of a statement. */
static paua_status find_account(store *self, const char *statement, const char *value,
                                void (*found)(const store_account *account, void *context),
                                void *context)
{
    struct reading reading = {.found_account = found, .context = context};
    paua_status status =
        read_rows(self, statement, (sql_value[]){sql_text(value)}, 1, on_account, &reading);

    return status == PAUA_OK && !reading.found ? PAUA_NOT_FOUND : status;
}

paua_status store_account_by_id(store *self, const char *id,
                                void (*found)(const store_account *account, void *context),
                                void *context)
{
    return find_account(self, find_by_id, id, found, context);
}

paua_status store_account_by_key(store *self, const char *key,
                                 void (*found)(const store_account *account, void *context),
                                 void *context)
{
    return find_account(self, find_by_key, key, found, context);
}

paua_status store_accounts(store *self, const char *after, int most,
                           bool (*each)(const store_account *account, void *context), void *context)
{
    struct reading reading = {.each_account = each, .context = context};

    return read_rows(self, list_accounts, (sql_value[]){sql_text(after), sql_integer(most)}, 2,
                     on_account, &reading);
}

paua_status store_login_find(store *self, const unsigned char hash[STORE_SECRET_HASH],
                             void (*found)(const store_login *login, const store_account *account,
                                           void *context),
                             void *context)
{
    struct reading reading = {.found_login = found, .context = context};
    paua_status status = read_rows(
        self, find_login, (sql_value[]){sql_blob(hash, STORE_SECRET_HASH)}, 1, on_login, &reading);

    return status == PAUA_OK && !reading.found ? PAUA_NOT_FOUND : status;
}

paua_status store_logins(store *self, const char *account,
                         bool (*each)(const store_login *login, void *context), void *context)
{
    struct reading reading = {.each_login = each, .context = context};

    return read_rows(self, list_logins, (sql_value[]){sql_text(account)}, 1, on_login, &reading);
}

paua_status store_account_games(store *self, const char *account, bool open, int64_t before_ms,
                                int most, bool (*each)(const char *id, void *context),
                                void *context)
{
    struct reading reading = {.each_id = each, .context = context};

    return read_rows(self, open ? list_open_games : list_ended_games,
                     (sql_value[]){sql_text(account), sql_integer(before_ms), sql_integer(most)}, 3,
                     on_id, &reading);
}

paua_status store_game_seats(store *self, const char *game,
                             bool (*each)(int side, const char *account, void *context),
                             void *context)
{
    struct reading reading = {.each_seat = each, .context = context};

    return read_rows(self, list_seats, (sql_value[]){sql_text(game)}, 1, on_seat, &reading);
}

paua_status store_ratings(store *self, const char *account,
                          bool (*each)(const store_rating *rating, void *context), void *context)
{
    struct reading reading = {.each_rating = each, .context = context};

    return read_rows(self, list_ratings, (sql_value[]){sql_text(account)}, 1, on_rating, &reading);
}

paua_status store_rating_history(store *self, const char *account, const char *category, int before,
                                 int most, bool (*each)(const store_rating *rating, void *context),
                                 void *context)
{
    struct reading reading = {.each_rating = each, .context = context};

    return read_rows(self, list_history,
                     (sql_value[]){sql_text(account), sql_text(category), sql_integer(before),
                                   sql_integer(most)},
                     4, on_rating, &reading);
}

paua_status store_rating_at(store *self, const char *account, const char *category, int64_t at_ms,
                            void (*found)(const store_rating *rating, void *context), void *context)
{
    struct reading reading = {.found_rating = found, .context = context};
    paua_status status = read_rows(
        self, find_rating, (sql_value[]){sql_text(account), sql_text(category), sql_integer(at_ms)},
        3, on_rating, &reading);

    return status == PAUA_OK && !reading.found ? PAUA_NOT_FOUND : status;
}

paua_status store_game_ratings(store *self, const char *game,
                               bool (*each)(const store_rating *rating, void *context),
                               void *context)
{
    struct reading reading = {.each_rating = each, .context = context};

    return read_rows(self, list_game, (sql_value[]){sql_text(game)}, 1, on_rating, &reading);
}

paua_status store_standings(store *self, const char *category, const store_sureness *sure,
                            bool bots, int skip, int most,
                            bool (*each)(const store_account *account, const store_rating *rating,
                                         void *context),
                            void *context)
{
    struct reading reading = {.each_standing = each, .context = context};
    const sql_value values[] = {
        sql_text(category),        sql_real(sure->growth),
        sql_integer(sure->now_ms), sql_real(sure->deviation_max * sure->deviation_max),
        sql_integer(skip),         sql_integer(most),
        sql_integer(bots),
    };

    return read_rows(self, list_standings, values, COUNT(values), on_standing, &reading);
}
