/* rows.c - the list of all tables. A member that a table leaves out is the first of its kind: no
 * owner, copied, kept. */
#include "store/tables/rows.h"

#include "store/tables/game_sql.h"

#define RATING_COLUMNS                                                                             \
    "account, category, games, rating, deviation, volatility, wins, draws, losses, at, game,"      \
    " change"
#define COUNT_COLUMNS "key, choice, times, first, second, third"

/* A table with the key of its game in the column `game`. */
#define GONE_WITH_GAME(table)                                                                      \
    .with_game = STORE_REMOVED,                                                                    \
    .remove_with_game =                                                                            \
        "DELETE FROM " table " WHERE game = (SELECT key FROM game WHERE " GAME_IS_REMOVABLE ")"

/* A table with the id of its account in this column. */
#define GONE_WITH_ACCOUNT(table, column)                                                           \
    .with_account = STORE_REMOVED,                                                                 \
    .remove_with_account = "DELETE FROM " table " WHERE " column " = ?1"

/* A check: how many rows there are of `from`, and what is wrong with them. */
#define CHECK(wrong, from)                                                                         \
    "SELECT CASE count(*) WHEN 0 THEN '' ELSE count(*) || ' " wrong "' END FROM " from
#define NO_ACCOUNT(column) column " NOT IN (SELECT id FROM account)"
#define NO_GAME            "game NOT IN (SELECT key FROM game)"
#define NO_SUCH_HISTORY                                                                            \
    "NOT EXISTS (SELECT 1 FROM rating_history AS h WHERE h.account = r.account"                    \
    " AND h.category = r.category AND h.games = r.games AND h.rating = r.rating"                   \
    " AND h.deviation = r.deviation)"

static const char check_events[] =
    CHECK("events belong to no game",
          "event WHERE NOT EXISTS (SELECT 1 FROM game WHERE game.key = event.game)");
static const char check_running[] = "SELECT CASE WHEN count(*) = 1 AND max(ms) > 0 THEN ''"
                                    " ELSE 'the running time is missing' END FROM running";
static const char check_ratings[] =
    CHECK("ratings belong to no account or are not what the last game left",
          "rating AS r WHERE " NO_ACCOUNT("account") " OR " NO_SUCH_HISTORY);
static const char check_people[] =
    CHECK("messages, blocks or subscriptions belong to no account",
          "(SELECT owner AS one, peer AS other FROM message"
          " UNION ALL SELECT account, blocked FROM block"
          " UNION ALL SELECT account, account FROM subscription) AS pair"
          " WHERE " NO_ACCOUNT("one") " OR " NO_ACCOUNT("other"));
/* A mail may be of nobody. */
static const char check_mails[] =
    CHECK("mails or addresses belong to no account",
          "(SELECT account FROM mail WHERE account <> ''"
          " UNION ALL SELECT account FROM address"
          " UNION ALL SELECT account FROM mail_item WHERE account <> ''"
          " UNION ALL SELECT account FROM mail_choice) AS owned WHERE " NO_ACCOUNT("account"));

const store_table store_tables[STORE_TABLES] = {
    [STORE_TABLE_GAME] =
        {
            .name = "game",
            .columns =
                "key, id, created, setup, events, result, reason, pending, counted, listing, "
                "closes, clock, deadline, content_sum, state_sum, number",
            .types = "ititittiiiiiiiii",
            .order = "key",
            .announced = STORE_CHANGE_GAME,
        },
    [STORE_TABLE_EVENT] =
        {
            .name = "event",
            .columns = "game, number, at, type, text, clock, spent",
            .types = "iiittii",
            .order = "game, number",
            .game = "game",
            .repair = STORE_COPIED_WITH_GAME,
            .check = check_events,
            .announced = STORE_CHANGE_GAME,
            GONE_WITH_GAME("event"),
        },
    [STORE_TABLE_ARCHIVE_TEXT] =
        {
            .name = "archive_text",
            .columns = "number, identity, text",
            .types = "ibt",
            .order = "number",
            .announced = STORE_NOT_ANNOUNCED,
        },
    [STORE_TABLE_ARCHIVE_COUNT] =
        {
            .name = "archive_count",
            .columns = COUNT_COLUMNS,
            .types = "iiiiii",
            .order = "key, choice",
            .repair = STORE_MADE_ANEW,
            .announced = STORE_NOT_ANNOUNCED,
        },
    [STORE_TABLE_ARCHIVE_MARK] =
        {
            .name = "archive_mark",
            .columns = "value",
            .types = "i",
            .order = "value",
            .repair = STORE_MADE_ANEW,
            .announced = STORE_NOT_ANNOUNCED,
        },
    [STORE_TABLE_PLAYED_COUNT] =
        {
            .name = "played_count",
            .columns = COUNT_COLUMNS,
            .types = "iiiiii",
            .order = "key, choice",
            .repair = STORE_MADE_ANEW,
            .announced = STORE_NOT_ANNOUNCED,
        },
    [STORE_TABLE_RUNNING] =
        {
            .name = "running",
            .columns = "ms, number",
            .types = "ii",
            .order = "ms",
            .check = check_running,
            .announced = STORE_NOT_ANNOUNCED,
        },
    [STORE_TABLE_ACCOUNT] =
        {
            .name = "account",
            .columns = "id, name, lookup, password, mail, settings, created, closed",
            .types = "ttttttii",
            .order = "id",
            .owner = "id",
            .exported = "",
            .rows = "accounts",
            .announced = STORE_CHANGE_LOGINS,
        },
    [STORE_TABLE_LOGIN] =
        {
            .name = "login",
            .columns = "hash, id, account, kind, label, scopes, created, used, expires",
            .types = "bttitiiii",
            .order = "hash",
            .owner = "account",
            .exported = "",
            .repair = STORE_COPIED_WITH_ACCOUNT,
            .rows = "sessions and tokens",
            .check = CHECK("sessions or tokens belong to no account",
                           "login WHERE " NO_ACCOUNT("account")),
            .announced = STORE_CHANGE_LOGINS,
            GONE_WITH_ACCOUNT("login", "account"),
        },
    [STORE_TABLE_SEAT] =
        {
            .name = "seat",
            .columns = "game, side, account",
            .types = "iit",
            .order = "game, side",
            .owner = "account",
            .game = "game",
            .exported = "games",
            .repair = STORE_COPIED_WITH_GAME,
            .rows = "seats of accounts",
            .check = CHECK("seats belong to no game or account",
                           "seat WHERE " NO_ACCOUNT("account") " OR " NO_GAME),
            .announced = STORE_CHANGE_SEAT,
            GONE_WITH_GAME("seat"),
        },
    [STORE_TABLE_RATING] =
        {
            .name = "rating",
            .columns = RATING_COLUMNS ", opponents",
            .types = "ttirrriiiitri",
            .order = "account, category",
            .owner = "account",
            .game = "game",
            .exported = "ratings",
            .repair = STORE_COPIED_WITH_ACCOUNT,
            .check = check_ratings,
            .announced = STORE_NOT_ANNOUNCED,
        },
    [STORE_TABLE_RATING_HISTORY] =
        {
            .name = "rating_history",
            .columns = RATING_COLUMNS,
            .types = "ttirrriiiitr",
            .order = "account, category, games",
            .owner = "account",
            .game = "game",
            .exported = "ratings",
            .repair = STORE_COPIED_WITH_ACCOUNT,
            .rows = "ratings",
            .check = STORE_NOT_CHECKED,
            .announced = STORE_NOT_ANNOUNCED,
        },
    [STORE_TABLE_PAIR_GAME] =
        {
            .name = "pair_game",
            .columns = "at, game, account, other, category, counted, score, other_score, change, "
                       "other_change, short, same_address, paused, lag, other_lag",
            .types = "ittttiiirriiiii",
            .order = "at, game, account, other",
            .owner = "account",
            .peer = "other",
            .game = "game",
            .exported = "rated_games",
            .rows = "games of pairs",
            .check = STORE_NOT_CHECKED,
            .announced = STORE_NOT_ANNOUNCED,
        },
    [STORE_TABLE_SENDING] =
        {
            .name = "sending",
            .columns = "sender, kind, at, id, recipient",
            .types = "tiitt",
            .order = "sender, kind, at, id, recipient",
            .owner = "sender",
            .peer = "recipient",
            .exported = "sent",
            .repair = STORE_COPIED_WITH_ACCOUNT,
            .rows = "messages and challenges of a day",
            .check = STORE_NOT_CHECKED,
            .announced = STORE_NOT_ANNOUNCED,
            GONE_WITH_ACCOUNT("sending", "sender"),
        },
    [STORE_TABLE_MESSAGE] =
        {
            .name = "message",
            .columns = "owner, number, peer, sent, at, seen, text, sum",
            .types = "titiiiti",
            .order = "owner, number",
            .owner = "owner",
            .peer = "peer",
            .exported = "messages",
            .repair = STORE_COPIED_WITH_ACCOUNT,
            .rows = "messages",
            .check = check_people,
            .announced = STORE_CHANGE_MESSAGE,
            GONE_WITH_ACCOUNT("message", "owner"),
        },
    [STORE_TABLE_BLOCK] =
        {
            .name = "block",
            .columns = "account, blocked, at",
            .types = "tti",
            .order = "account, blocked",
            .owner = "account",
            .peer = "blocked",
            .exported = "blocks",
            .repair = STORE_COPIED_WITH_ACCOUNT,
            .rows = "blocks",
            .check = check_people,
            .announced = STORE_NOT_ANNOUNCED,
            GONE_WITH_ACCOUNT("block", "account"),
        },
    [STORE_TABLE_REPORT] =
        {
            .name = "report",
            .columns = "number, reporter, accused, name, message, game, event, quote, text, at, "
                       "closed, sum",
            .types = "itttitittiii",
            .order = "number",
            .owner = "reporter",
            .peer = "accused",
            .game = "game",
            .exported = "reports",
            .repair = STORE_COPIED_WITH_ACCOUNT,
            .rows = "reports",
            .check = STORE_NOT_CHECKED,
            .announced = STORE_NOT_ANNOUNCED,
        },
    [STORE_TABLE_CONDITIONAL] =
        {
            .name = "conditional",
            .columns = "game, side, id, event, text",
            .types = "iitit",
            .order = "game, side",
            .game = "game",
            .exported = "conditional",
            .repair = STORE_COPIED_WITH_GAME,
            .rows = "conditional moves",
            .check = CHECK("conditional moves belong to no game", "conditional WHERE " NO_GAME),
            .announced = STORE_CHANGE_CONDITIONAL,
            GONE_WITH_GAME("conditional"),
        },
    [STORE_TABLE_VACATION] =
        {
            .name = "vacation",
            .columns = "account, begins, ends, automatic, spent, year, days",
            .types = "tiiiiii",
            .order = "account",
            .owner = "account",
            .exported = "vacation",
            .repair = STORE_COPIED_WITH_ACCOUNT,
            .rows = "vacations",
            .check =
                CHECK("vacations belong to no account", "vacation WHERE " NO_ACCOUNT("account")),
            .announced = STORE_CHANGE_VACATION,
            GONE_WITH_ACCOUNT("vacation", "account"),
        },
    [STORE_TABLE_REMINDER] =
        {
            .name = "reminder",
            .columns = "game, account, event",
            .types = "iti",
            .order = "game, account",
            .owner = "account",
            .game = "game",
            .exported = "reminders",
            .repair = STORE_COPIED_WITH_GAME,
            .rows = "reminders",
            .check = CHECK("reminders belong to no game or account",
                           "reminder WHERE " NO_ACCOUNT("account") " OR " NO_GAME),
            .announced = STORE_NOT_ANNOUNCED,
            GONE_WITH_GAME("reminder"),
        },
    [STORE_TABLE_SUBSCRIPTION] =
        {
            .name = "subscription",
            .columns = "account, game, since",
            .types = "tti",
            .order = "account, game",
            .owner = "account",
            .game = "game",
            .exported = "subscriptions",
            .repair = STORE_COPIED_WITH_ACCOUNT,
            .rows = "subscriptions",
            .check = check_people,
            .announced = STORE_CHANGE_SUBSCRIPTIONS,
            .with_game = STORE_SWEPT,
            GONE_WITH_ACCOUNT("subscription", "account"),
        },
    [STORE_TABLE_ADDRESS] =
        {
            .name = "address",
            .columns = "account, address, asked",
            .types = "tti",
            .order = "account",
            .owner = "account",
            .exported = "",
            .repair = STORE_COPIED_WITH_ACCOUNT,
            .rows = "addresses",
            .check = check_mails,
            .announced = STORE_NOT_ANNOUNCED,
            GONE_WITH_ACCOUNT("address", "account"),
        },
    [STORE_TABLE_MAIL] =
        {
            .name = "mail",
            .columns = "id, account, recipient, subject, body, answered, thread, kind, created, "
                       "next, tries, topic, position, move",
            .types = "tttttttiiiittt",
            .order = "id",
            .owner = "account",
            .exported = "mails",
            .repair = STORE_COPIED_WITH_ACCOUNT,
            .rows = "mails",
            .check = check_mails,
            .announced = STORE_NOT_ANNOUNCED,
            GONE_WITH_ACCOUNT("mail", "account"),
        },
    [STORE_TABLE_MAIL_SEEN] =
        {
            .name = "mail_seen",
            .columns = "key, expires, done",
            .types = "tii",
            .order = "key",
            .rows = "mails that have come",
            .announced = STORE_NOT_ANNOUNCED,
        },
    [STORE_TABLE_MAIL_ITEM] =
        {
            .name = "mail_item",
            .columns = "account, game, kind, number, since",
            .types = "ttiii",
            .order = "account, game, kind, number",
            .owner = "account",
            .game = "game",
            .exported = "mail_items",
            .repair = STORE_COPIED_WITH_ACCOUNT,
            .rows = "events to be mailed",
            .check = check_mails,
            .announced = STORE_NOT_ANNOUNCED,
            GONE_WITH_ACCOUNT("mail_item", "account"),
        },
    [STORE_TABLE_MAIL_CHOICE] =
        {
            .name = "mail_choice",
            .columns = "account, game, choice",
            .types = "tti",
            .order = "account, game",
            .owner = "account",
            .game = "game",
            .exported = "mail_games",
            .repair = STORE_COPIED_WITH_ACCOUNT,
            .rows = "choices of mail for a game",
            .check = check_mails,
            .announced = STORE_NOT_ANNOUNCED,
            .with_game = STORE_SWEPT,
            GONE_WITH_ACCOUNT("mail_choice", "account"),
        },
    [STORE_TABLE_SECRET] =
        {
            .name = "secret",
            .columns = "name, value",
            .types = "tt",
            .order = "name",
            .rows = "secrets",
            .announced = STORE_NOT_ANNOUNCED,
        },
    [STORE_TABLE_TOURNAMENT] =
        {
            .name = "tournament",
            .columns = "id, revision, created, running, text, sum",
            .types = "tiiiti",
            .order = "id",
            .exported = "tournaments",
            .rows = "tournaments",
            .announced = STORE_CHANGE_TOURNAMENT,
        },
};

bool store_announce(enum store_table_id table, const char *id, store_cluster_change *out)
{
    out->kind = store_tables[table].announced;
    out->id = id;
    return out->kind != STORE_NOT_ANNOUNCED;
}
