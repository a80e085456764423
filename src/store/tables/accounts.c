/* accounts.c - the tables of accounts, of logins (sessions and tokens), and of who plays which
 * seat. The column `lookup` of an account is its key: its name in lower case. */
#include "store/tables/accounts.h"

#include <string.h>

#include "base/array.h"
#include "store/core/access.h"
#include "store/core/change.h"
#include "store/tables/account_row.h"
#include "store/tables/game_sql.h"
#include "store/tables/rows.h"

#define LOGIN_COLUMNS                                                                              \
    "login.hash, login.id, login.account, login.kind, login.label, login.scopes, login.created,"   \
    " login.used, login.expires"
enum { LOGIN_COLUMN_COUNT = 9 };

/* A statement that ends in RETURNING is one of sql_change(): no row is a conflict. */
static const char add_account[] =
    "INSERT INTO account (id, name, lookup, password, mail, settings, created, closed)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING RETURNING id";
static const char save_account[] =
    "UPDATE account SET name = ?2, lookup = ?3, password = ?4, mail = ?5, settings = ?6,"
    " created = ?7, closed = ?8 WHERE id = ?1 AND NOT EXISTS"
    " (SELECT 1 FROM account AS other WHERE other.lookup = ?3 AND other.id <> ?1) RETURNING id";

static const char expect_password[] =
    "SELECT id FROM account WHERE id = ?1 AND password = ?2 AND closed = 0";
static const char expect_account[] = "SELECT id FROM account WHERE id = ?1 AND closed = 0";
static const char save_password[] =
    "UPDATE account SET password = ?2 WHERE id = ?1 AND closed = 0 RETURNING id";
static const char save_settings[] =
    "UPDATE account SET settings = ?2 WHERE id = ?1 AND settings = ?3 AND closed = 0 RETURNING id";

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
    " ORDER BY used DESC, created DESC, hash LIMIT " SQL_UNLIMITED " OFFSET ?3)";

static const char save_seat[] =
    "INSERT INTO seat (game, side, account) SELECT key, ?2, ?3 FROM game WHERE id = ?1"
    " ON CONFLICT (game, side) DO UPDATE SET account = excluded.account RETURNING side";

static const char find_by_id[] = "SELECT " ACCOUNT_COLUMNS " FROM account WHERE id = ?1";
static const char find_by_key[] = "SELECT " ACCOUNT_COLUMNS " FROM account WHERE lookup = ?1";
static const char list_accounts[] =
    "SELECT " ACCOUNT_COLUMNS " FROM account WHERE lookup > ?1 ORDER BY lookup LIMIT ?2";
static const char find_login[] = "SELECT " LOGIN_COLUMNS ", " ACCOUNT_COLUMNS
                                 " FROM login JOIN account ON account.id = login.account"
                                 " WHERE login.hash = ?1 AND account.closed = 0";
static const char list_logins[] =
    "SELECT " LOGIN_COLUMNS " FROM login WHERE account = ?1 ORDER BY created DESC, id";

#define WAITS CHALLENGE_WAITS("account")

/* First the games that the account plays, then the challenges that others have made to it. Each
 * once, also where an account plays several sides. What follows game ?2 in this order; if the list
 * lacks it by now, as if it were played. */
static const char list_open_games[] =
    "WITH listed AS (SELECT DISTINCT game.id, game.number,"
    " CASE WHEN " WAITS " THEN 1 ELSE 0 END AS waits"
    " FROM seat JOIN game ON game.key = seat.game JOIN account ON account.id = seat.account"
    " WHERE seat.account = ?1 AND " GAME_IS_OPEN "),"
    " place AS (SELECT COALESCE(max(waits), 0) AS waits FROM listed WHERE number = ?2)"
    " SELECT listed.id, listed.number FROM listed, place"
    " WHERE ?2 = 0 OR listed.waits > place.waits"
    " OR (listed.waits = place.waits AND listed.number < ?2)"
    " ORDER BY listed.waits, listed.number DESC LIMIT ?3";

/* An account can have very many: grouped by the key of the index of seats they are read up to the
 * limit only, and not sorted. Keys are in the order of numbers. */
static const char list_ended_games[] =
    "SELECT min(game.id), min(game.number) FROM seat JOIN game ON game.key = seat.game"
    " WHERE seat.account = ?1 AND (?2 = 0 OR game.number < ?2)"
    " AND (game.result <> '*' OR game.reason <> '')"
    " GROUP BY seat.game ORDER BY seat.game DESC LIMIT ?3";

static const char list_closed_players[] =
    "SELECT DISTINCT account.id FROM account JOIN seat ON seat.account = account.id"
    " JOIN game ON game.key = seat.game"
    " WHERE account.closed <> 0 AND " GAME_IS_OPEN;
static const char list_seats[] = "SELECT seat.side, seat.account FROM seat"
                                 " JOIN game ON game.key = seat.game WHERE game.id = ?1"
                                 " ORDER BY seat.side";

struct account_change {
    struct store_change base;
    enum {
        ADD_ACCOUNT,
        SAVE_ACCOUNT,
        EXPECT_ACCOUNT,  /* id */
        EXPECT_PASSWORD, /* id and password */
        SAVE_PASSWORD,   /* id and password */
        SAVE_SETTINGS    /* id and settings, `was` before */
    } kind;
    store_account account;
    const char *was;
};

struct login_change {
    struct store_change base;
    enum { ADD_LOGIN, TOUCH_LOGIN, REMOVE_LOGIN, REMOVE_LOGINS, TRIM_LOGINS } kind;
    store_login login;
    bool keeps_one; /* REMOVE_LOGINS: all but the one with the hash of `login` */
    int most;       /* TRIM_LOGINS: all but the `most` that were used last */
};

/* Who plays a side of a game. */
struct seat_change {
    struct store_change base;
    const char *game, *account;
    int side;
};

static paua_status perform_whole_account(struct sql *sql, const char *statement,
                                         const store_account *account)
{
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

    return sql_change(sql, statement, values, ARRAY_COUNT(values));
}

static paua_status perform_account(struct sql *sql, const struct store_change *base)
{
    const struct account_change *change = (const struct account_change *)base;
    const store_account *account = &change->account;
    const sql_value id = sql_text(account->id), password = sql_text(account->password);

    switch (change->kind) {
    case ADD_ACCOUNT:
        return perform_whole_account(sql, add_account, account);
    case SAVE_ACCOUNT:
        return perform_whole_account(sql, save_account, account);
    case EXPECT_ACCOUNT:
        return sql_change(sql, expect_account, &id, 1);
    case EXPECT_PASSWORD:
        return sql_change(sql, expect_password, (sql_value[]){id, password}, 2);
    case SAVE_PASSWORD:
        return sql_change(sql, save_password, (sql_value[]){id, password}, 2);
    case SAVE_SETTINGS:
        return sql_change(sql, save_settings,
                          (sql_value[]){id, sql_text(account->settings), sql_text(change->was)}, 3);
    }
    return PAUA_OK;
}

/* Other servers end the requests of an account whose password or state has changed. Their logins
 * say who is a bot, as settings do. No `default`: a new kind has to say what it is to them. */
static bool describe_account(const struct store_change *base, store_cluster_change *out)
{
    const struct account_change *change = (const struct account_change *)base;

    switch (change->kind) {
    case SAVE_ACCOUNT:
    case SAVE_PASSWORD:
    case SAVE_SETTINGS:
        return store_announce(STORE_TABLE_ACCOUNT, change->account.id, out);
    case ADD_ACCOUNT:
    case EXPECT_ACCOUNT:
    case EXPECT_PASSWORD:
        return false;
    }
    return false;
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

    return sql_change(sql, add_login, values, ARRAY_COUNT(values));
}

static paua_status perform_login(struct sql *sql, const struct store_change *base)
{
    const struct login_change *change = (const struct login_change *)base;
    const store_login *login = &change->login;
    const sql_value hash = sql_blob(login->hash, sizeof login->hash);

    switch (change->kind) {
    case ADD_LOGIN:
        return perform_add_login(sql, login);
    case TOUCH_LOGIN:
        return sql_run(
            sql, touch_login,
            (sql_value[]){hash, sql_integer(login->used_ms), sql_integer(login->expires_ms)}, 3,
            NULL, NULL);
    case TRIM_LOGINS:
        return sql_run(sql, trim_logins,
                       (sql_value[]){sql_text(login->account), sql_integer(login->kind),
                                     sql_integer(change->most)},
                       3, NULL, NULL);
    case REMOVE_LOGIN:
        return sql_run(
            sql, remove_login,
            (sql_value[]){sql_text(login->account), sql_text(login->id), sql_integer(login->kind)},
            3, NULL, NULL);
    case REMOVE_LOGINS: /* no hash is empty, so an empty one to keep removes all */
        return sql_run(sql, remove_logins,
                       (sql_value[]){sql_text(login->account), sql_integer(login->kind),
                                     change->keeps_one ? hash : sql_blob("", 0)},
                       3, NULL, NULL);
    }
    return PAUA_OK;
}

/* Other servers forget the sessions and tokens of an account when some were removed. They read a
 * new one when a request shows it; when one was used last is nothing to them. */
static bool describe_login(const struct store_change *base, store_cluster_change *out)
{
    const struct login_change *change = (const struct login_change *)base;

    switch (change->kind) {
    case REMOVE_LOGIN:
    case REMOVE_LOGINS:
    case TRIM_LOGINS:
        return store_announce(STORE_TABLE_LOGIN, change->login.account, out);
    case ADD_LOGIN:
    case TOUCH_LOGIN:
        return false;
    }
    return false;
}

static paua_status perform_seat(struct sql *sql, const struct store_change *base)
{
    const struct seat_change *change = (const struct seat_change *)base;

    return sql_change(
        sql, save_seat,
        (sql_value[]){sql_text(change->game), sql_integer(change->side), sql_text(change->account)},
        3);
}

static bool describe_seat(const struct store_change *base, store_cluster_change *out)
{
    const struct seat_change *change = (const struct seat_change *)base;

    return store_announce(STORE_TABLE_SEAT, change->account, out);
}

/* Callbacks for the rows of a query, of which one is set: found_... gets the only row, each_...
 * every row until it returns false. */
struct account_query {
    bool found;
    void (*found_account)(const store_account *account, void *context);
    bool (*each_account)(const store_account *account, void *context);
    void (*found_login)(const store_login *login, const store_account *account, void *context);
    bool (*each_login)(const store_login *login, void *context);
    bool (*each_id)(const char *id, void *context);
    bool (*each_game)(const char *id, void *context);
    bool (*each_seat)(int side, const char *account, void *context);
    void *context;
    int games;      /* that each_game got, */
    int64_t number; /* and that of the last one */
};

store_account account_of_row(const struct sql_row *row, int i)
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

static bool on_account(const struct sql_row *row, void *context)
{
    struct account_query *query = context;
    const store_account account = account_of_row(row, 0);

    query->found = true;
    if (query->each_account)
        return query->each_account(&account, query->context);
    query->found_account(&account, query->context);
    return false;
}

static bool on_login(const struct sql_row *row, void *context)
{
    struct account_query *query = context;
    store_login login;

    if (!login_of_row(row, &login))
        return true; /* nobody can sign in with it */
    query->found = true;
    if (query->each_login)
        return query->each_login(&login, query->context);
    const store_account account = account_of_row(row, LOGIN_COLUMN_COUNT);
    query->found_login(&login, &account, query->context);
    return false;
}

static bool on_id(const struct sql_row *row, void *context)
{
    struct account_query *query = context;

    return query->each_id(sql_row_text(row, 0), query->context);
}

static bool on_game(const struct sql_row *row, void *context)
{
    struct account_query *query = context;

    query->games++;
    query->number = sql_row_integer(row, 1);
    return query->each_game(sql_row_text(row, 0), query->context);
}

static bool on_seat(const struct sql_row *row, void *context)
{
    struct account_query *query = context;

    return query->each_seat((int)sql_row_integer(row, 0), sql_row_text(row, 1), query->context);
}

/* Finds an account by the only value of a statement. */
static paua_status find_account(store *self, const char *statement, const char *value,
                                void (*found)(const store_account *account, void *context),
                                void *context)
{
    struct account_query query = {.found_account = found, .context = context};
    paua_status status =
        store_query(self, statement, (sql_value[]){sql_text(value)}, 1, on_account, &query);

    return status == PAUA_OK && !query.found ? PAUA_ERROR_NOT_FOUND : status;
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
    struct account_query query = {.each_account = each, .context = context};

    return store_query(self, list_accounts, (sql_value[]){sql_text(after), sql_integer(most)}, 2,
                       on_account, &query);
}

paua_status store_login_find(store *self, const unsigned char hash[STORE_SECRET_HASH],
                             void (*found)(const store_login *login, const store_account *account,
                                           void *context),
                             void *context)
{
    struct account_query query = {.found_login = found, .context = context};
    paua_status status = store_query(
        self, find_login, (sql_value[]){sql_blob(hash, STORE_SECRET_HASH)}, 1, on_login, &query);

    return status == PAUA_OK && !query.found ? PAUA_ERROR_NOT_FOUND : status;
}

paua_status store_logins(store *self, const char *account,
                         bool (*each)(const store_login *login, void *context), void *context)
{
    struct account_query query = {.each_login = each, .context = context};

    return store_query(self, list_logins, (sql_value[]){sql_text(account)}, 1, on_login, &query);
}

paua_status store_account_games(store *self, const char *account, bool open, int64_t *before,
                                int most, bool (*each)(const char *id, void *context),
                                void *context)
{
    struct account_query query = {.each_game = each, .context = context};
    const sql_value values[] = {sql_text(account), sql_integer(before ? *before : 0),
                                sql_integer(most)};
    paua_status status =
        store_query(self, open ? list_open_games : list_ended_games, values, 3, on_game, &query);

    if (before)
        *before = query.games < most ? 0 : query.number;
    return status;
}

paua_status store_closed_players(store *self, bool (*each)(const char *id, void *context),
                                 void *context)
{
    struct account_query query = {.each_id = each, .context = context};

    return store_query(self, list_closed_players, NULL, 0, on_id, &query);
}

paua_status store_game_seats(store *self, const char *game,
                             bool (*each)(int side, const char *account, void *context),
                             void *context)
{
    struct account_query query = {.each_seat = each, .context = context};

    return store_query(self, list_seats, (sql_value[]){sql_text(game)}, 1, on_seat, &query);
}

bool batch_seat_account(store_batch *batch, const char *game, int side, const char *account)
{
    static const size_t texts[] = {offsetof(struct seat_change, game),
                                   offsetof(struct seat_change, account)};
    static const struct change_type type =
        CHANGE_TYPE(seat_change, texts, perform_seat, describe_seat);
    struct seat_change change = {
        .base.type = &type, .game = game, .side = side, .account = account};

    return batch_add(batch, &change.base);
}

/* Adds a change of an account, or of its password or settings alone. */
static bool add_account_change(store_batch *batch, struct account_change change)
{
    static const size_t texts[] = {offsetof(struct account_change, account.id),
                                   offsetof(struct account_change, account.name),
                                   offsetof(struct account_change, account.key),
                                   offsetof(struct account_change, account.password),
                                   offsetof(struct account_change, account.mail),
                                   offsetof(struct account_change, account.settings),
                                   offsetof(struct account_change, was)};
    static const struct change_type type =
        CHANGE_TYPE(account_change, texts, perform_account, describe_account);

    change.base.type = &type;
    return batch_add(batch, &change.base);
}

bool batch_add_account(store_batch *batch, const store_account *account)
{
    return add_account_change(batch,
                              (struct account_change){.kind = ADD_ACCOUNT, .account = *account});
}

bool batch_save_account(store_batch *batch, const store_account *account)
{
    return add_account_change(batch,
                              (struct account_change){.kind = SAVE_ACCOUNT, .account = *account});
}

bool batch_expect_account(store_batch *batch, const char *account)
{
    return add_account_change(
        batch, (struct account_change){.kind = EXPECT_ACCOUNT, .account = {.id = account}});
}

bool batch_expect_password(store_batch *batch, const char *account, const char *password)
{
    return add_account_change(
        batch, (struct account_change){.kind = EXPECT_PASSWORD,
                                       .account = {.id = account, .password = password}});
}

bool batch_save_password(store_batch *batch, const char *account, const char *password)
{
    return add_account_change(
        batch, (struct account_change){.kind = SAVE_PASSWORD,
                                       .account = {.id = account, .password = password}});
}

bool batch_save_settings(store_batch *batch, const char *account, const char *was,
                         const char *settings)
{
    return add_account_change(
        batch, (struct account_change){.kind = SAVE_SETTINGS,
                                       .account = {.id = account, .settings = settings},
                                       .was = was});
}

/* Adds a change of a session or token, or of several. */
static bool add_login_change(store_batch *batch, struct login_change change)
{
    static const size_t texts[] = {offsetof(struct login_change, login.id),
                                   offsetof(struct login_change, login.account),
                                   offsetof(struct login_change, login.label)};
    static const struct change_type type =
        CHANGE_TYPE(login_change, texts, perform_login, describe_login);

    change.base.type = &type;
    return batch_add(batch, &change.base);
}

bool batch_add_login(store_batch *batch, const store_login *login)
{
    return add_login_change(batch, (struct login_change){.kind = ADD_LOGIN, .login = *login});
}

bool batch_touch_login(store_batch *batch, const unsigned char hash[STORE_SECRET_HASH],
                       int64_t used_ms, int64_t expires_ms)
{
    struct login_change change = {.kind = TOUCH_LOGIN,
                                  .login = {.used_ms = used_ms, .expires_ms = expires_ms}};

    memcpy(change.login.hash, hash, sizeof change.login.hash);
    return add_login_change(batch, change);
}

bool batch_remove_login(store_batch *batch, const char *account, store_login_kind kind,
                        const char *id)
{
    return add_login_change(
        batch, (struct login_change){.kind = REMOVE_LOGIN,
                                     .login = {.account = account, .kind = kind, .id = id}});
}

bool batch_remove_logins(store_batch *batch, const char *account, store_login_kind kind,
                         const unsigned char *keep)
{
    struct login_change change = {.kind = REMOVE_LOGINS,
                                  .login = {.account = account, .kind = kind},
                                  .keeps_one = keep != NULL};

    if (keep)
        memcpy(change.login.hash, keep, sizeof change.login.hash);
    return add_login_change(batch, change);
}

bool batch_trim_logins(store_batch *batch, const char *account, store_login_kind kind, int most)
{
    return add_login_change(
        batch, (struct login_change){
                   .kind = TRIM_LOGINS, .login = {.account = account, .kind = kind}, .most = most});
}
