/* sqlite_schema.c - makes the tables of a store, brings those of earlier versions up to date and
 * back, and shows them as if they were to those who only read.
 *
 * To add a version: append a pair of ways, .up and .down, to migrations[], with .losses where .down
 * throws away what people have made; raise SQLITE_SCHEMA_VERSION in sqlite_schema.h and name the
 * version there; add to later[] what stands in the place of new tables, or to complete_game(); then
 * do the same in postgres_schema.c. A migration that was in use never changes. The tests
 * (tests/server/test_migrate.py) go every way there and back; list a row of each new table there.
 */
#include "store/sqlite/sqlite_schema.h"

#include <assert.h>
#include <stdio.h>

#include "store/core/migration.h"
#include "store/sqlite/sqlite_file.h"
#include "store/sqlite/sqlite_sql.h"
#include "store/sqlite/sqlite_sums.h"

/* The value of a macro as a text. */
#define STRING(macro)      STRING_OF(macro)
#define STRING_OF(content) #content

/* Of a rating after a game: the number of games so far, and which game changed it by how much. */
#define RATING_COLUMNS                                                                             \
    "  account TEXT NOT NULL REFERENCES account (id),"                                             \
    "  category TEXT NOT NULL,"                                                                    \
    "  games INTEGER NOT NULL,"                                                                    \
    "  rating REAL NOT NULL,"                                                                      \
    "  deviation REAL NOT NULL,"                                                                   \
    "  volatility REAL NOT NULL,"                                                                  \
    "  wins INTEGER NOT NULL,"                                                                     \
    "  draws INTEGER NOT NULL,"                                                                    \
    "  losses INTEGER NOT NULL,"                                                                   \
    "  at INTEGER NOT NULL,"                                                                       \
    "  game TEXT NOT NULL,"                                                                        \
    "  change REAL NOT NULL,"

/* migrations[N].up takes the file from version N to N + 1, .down back. */
static const struct migration migrations[] = {
    {.up = "CREATE TABLE game ("
           "  key INTEGER PRIMARY KEY,"
           "  id TEXT NOT NULL UNIQUE,"
           "  created INTEGER NOT NULL," /* ms since 1970 */
           "  setup TEXT NOT NULL,"      /* JSON: what never changes */
           "  events INTEGER NOT NULL,"  /* number of the newest event */
           "  result TEXT NOT NULL,"
           "  reason TEXT NOT NULL,"
           "  pending INTEGER NOT NULL" /* 1: to be resumed after a restart */
           ") STRICT;"
           "CREATE INDEX game_pending ON game (key) WHERE pending;"
           "CREATE TABLE event ("
           "  game INTEGER NOT NULL REFERENCES game (key),"
           "  number INTEGER NOT NULL,"
           "  at INTEGER NOT NULL," /* ms since 1970 */
           "  type TEXT NOT NULL,"
           "  text TEXT NOT NULL,"
           "  PRIMARY KEY (game, number)"
           ") STRICT, WITHOUT ROWID;",
     .down = NULL},
    {.up = "CREATE TABLE archive_text ("
           "  number INTEGER PRIMARY KEY,"
           "  identity BLOB NOT NULL UNIQUE,"
           "  text TEXT NOT NULL"
           ") STRICT;"
           "CREATE TABLE archive_count ("
           "  key INTEGER NOT NULL,"
           "  choice INTEGER NOT NULL,"
           "  times INTEGER NOT NULL,"
           "  first INTEGER NOT NULL,"
           "  second INTEGER NOT NULL,"
           "  third INTEGER NOT NULL,"
           "  PRIMARY KEY (key, choice)"
           ") STRICT, WITHOUT ROWID;"
           "CREATE TABLE archive_mark (value INTEGER NOT NULL) STRICT;",
     .down = "DROP TABLE archive_mark; DROP TABLE archive_count; DROP TABLE archive_text;",
     .losses = {MIGRATION_TABLE("archive_text")}},
    {.up =
         "ALTER TABLE game ADD COLUMN counted INTEGER NOT NULL DEFAULT 0;" /* 1: in played_count */
         "CREATE INDEX game_uncounted ON game (key) WHERE result <> '*' AND NOT counted;"
         "CREATE TABLE played_count ("
         "  key INTEGER NOT NULL,"
         "  choice INTEGER NOT NULL,"
         "  times INTEGER NOT NULL,"
         "  first INTEGER NOT NULL,"
         "  second INTEGER NOT NULL,"
         "  third INTEGER NOT NULL,"
         "  PRIMARY KEY (key, choice)"
         ") STRICT, WITHOUT ROWID;",
     .down = "DROP TABLE played_count;"
             "DROP INDEX game_uncounted; ALTER TABLE game DROP counted;"},
    {.up =
         "ALTER TABLE game ADD COLUMN listing INTEGER NOT NULL DEFAULT 0;" /* 1: a seek, 2: live */
         "ALTER TABLE game ADD COLUMN closes INTEGER NOT NULL DEFAULT 0;"  /* ms, 0: never */
         "CREATE INDEX game_listing ON game (key) WHERE listing;"
         "CREATE INDEX game_closes ON game (closes) WHERE closes;"
         /* Games that nobody has finished get two weeks from now on. */
         "UPDATE game SET closes = (CAST(strftime('%s', 'now') AS INTEGER) + 14 * 86400) * 1000"
         " WHERE result = '*' AND reason = '' AND NOT pending;",
     .down = "DROP INDEX game_closes; ALTER TABLE game DROP closes;"
             "DROP INDEX game_listing; ALTER TABLE game DROP listing;",
     .losses = {{"game that is listed or closes",
                 "SELECT count(*) FROM game WHERE listing <> 0 OR closes <> 0"}}},
    {.up =
         "ALTER TABLE game ADD COLUMN clock INTEGER NOT NULL DEFAULT 0;" /* running time, in ms */
         "ALTER TABLE game ADD COLUMN deadline INTEGER NOT NULL DEFAULT 0;" /* the same, 0: none */
         "CREATE INDEX game_deadline ON game (deadline) WHERE deadline;"
         "ALTER TABLE event ADD COLUMN clock INTEGER NOT NULL DEFAULT 0;"
         "ALTER TABLE event ADD COLUMN spent INTEGER NOT NULL DEFAULT 0;" /* ms */
         "CREATE TABLE running (ms INTEGER NOT NULL) STRICT;"
         "INSERT INTO running VALUES (1);",
     .down = "DROP TABLE running;"
             "ALTER TABLE event DROP spent; ALTER TABLE event DROP clock;"
             "DROP INDEX game_deadline; ALTER TABLE game DROP deadline;"
             "ALTER TABLE game DROP clock;",
     .losses = {{"game with a time", "SELECT count(*) FROM game WHERE clock <> 0 OR deadline <> 0"},
                {"event with a time",
                 "SELECT count(*) FROM event WHERE clock <> 0 OR spent <> 0"}}},
    {.up = "ALTER TABLE game ADD COLUMN content_sum INTEGER NOT NULL DEFAULT 0;" /* checksum.h */
           "ALTER TABLE game ADD COLUMN state_sum INTEGER NOT NULL DEFAULT 0;"
           "UPDATE game SET"
           " state_sum = paua_state_sum(id, events, result, reason, pending, listing, closes, "
           "deadline),"
           " content_sum = paua_game_sum(id, created, clock, setup,"
           "  (SELECT paua_event_sums(id, number, at, clock, spent, type, text) FROM event"
           "   WHERE event.game = game.key));",
     .down = "ALTER TABLE game DROP state_sum; ALTER TABLE game DROP content_sum;"},
    {.up = "CREATE TABLE account ("
           "  id TEXT PRIMARY KEY,"
           "  name TEXT NOT NULL,"
           "  lookup TEXT NOT NULL UNIQUE," /* the name in lower case */
           "  password TEXT NOT NULL,"      /* its hash */
           "  mail TEXT NOT NULL,"
           "  settings TEXT NOT NULL,"
           "  created INTEGER NOT NULL,"
           "  closed INTEGER NOT NULL" /* ms since 1970, 0: open */
           ") STRICT, WITHOUT ROWID;"
           "CREATE TABLE login ("
           "  hash BLOB PRIMARY KEY,"
           "  id TEXT NOT NULL UNIQUE,"
           "  account TEXT NOT NULL REFERENCES account (id),"
           "  kind INTEGER NOT NULL," /* 0: a session, 1: a token */
           "  label TEXT NOT NULL,"
           "  scopes INTEGER NOT NULL,"
           "  created INTEGER NOT NULL,"
           "  used INTEGER NOT NULL,"
           "  expires INTEGER NOT NULL" /* 0: never */
           ") STRICT, WITHOUT ROWID;"
           "CREATE INDEX login_account ON login (account);"
           "CREATE TABLE seat (" /* those that accounts play */
           "  game INTEGER NOT NULL REFERENCES game (key),"
           "  side INTEGER NOT NULL,"
           "  account TEXT NOT NULL REFERENCES account (id),"
           "  PRIMARY KEY (game, side)"
           ") STRICT, WITHOUT ROWID;"
           "CREATE INDEX seat_account ON seat (account, game);"
           "CREATE TABLE rating (" /* as it is now */
     RATING_COLUMNS "  PRIMARY KEY (account, category)"
           ") STRICT, WITHOUT ROWID;"
           "CREATE INDEX rating_standing ON rating (category, rating);"
           "CREATE TABLE rating_history (" /* after each game */
     RATING_COLUMNS "  PRIMARY KEY (account, category, games)"
           ") STRICT, WITHOUT ROWID;"
           "CREATE INDEX rating_history_game ON rating_history (game);",
     .down = "DROP TABLE rating_history; DROP TABLE rating; DROP TABLE seat;"
             "DROP TABLE login; DROP TABLE account;",
     .losses = {{"account", "SELECT count(*) FROM account WHERE name NOT LIKE 'paua.%'"},
                MIGRATION_TABLE("login"),
                MIGRATION_TABLE("seat"),
                MIGRATION_TABLE("rating"),
                MIGRATION_TABLE("rating_history")}},
    {.up = /* Conditions that every database understands (games.c, archive.c). */
     "DROP INDEX IF EXISTS game_pending;"
     "CREATE INDEX game_pending ON game (key) WHERE pending <> 0;"
     "DROP INDEX IF EXISTS game_listing;"
     "CREATE INDEX game_listing ON game (key) WHERE listing <> 0;"
     "DROP INDEX IF EXISTS game_closes;"
     "CREATE INDEX game_closes ON game (closes) WHERE closes <> 0;"
     "DROP INDEX IF EXISTS game_deadline;"
     "CREATE INDEX game_deadline ON game (deadline) WHERE deadline <> 0;"
     "DROP INDEX IF EXISTS game_uncounted;"
     "CREATE INDEX game_uncounted ON game (key) WHERE result <> '*' AND counted = 0;",
     .down = "DROP INDEX game_pending; CREATE INDEX game_pending ON game (key) WHERE pending;"
             "DROP INDEX game_listing; CREATE INDEX game_listing ON game (key) WHERE listing;"
             "DROP INDEX game_closes; CREATE INDEX game_closes ON game (closes) WHERE closes;"
             "DROP INDEX game_deadline;"
             "CREATE INDEX game_deadline ON game (deadline) WHERE deadline;"
             "DROP INDEX game_uncounted;"
             "CREATE INDEX game_uncounted ON game (key) WHERE result <> '*' AND NOT counted;"},
    {.up = "CREATE TABLE message (" /* a row in the box of each side */
           "  owner TEXT NOT NULL REFERENCES account (id),"
           "  number INTEGER NOT NULL,"
           "  peer TEXT NOT NULL REFERENCES account (id),"
           "  sent INTEGER NOT NULL," /* 1: by the owner */
           "  at INTEGER NOT NULL,"
           "  seen INTEGER NOT NULL,"
           "  text TEXT NOT NULL,"
           "  sum INTEGER NOT NULL," /* checksum.h */
           "  PRIMARY KEY (owner, number)"
           ") STRICT, WITHOUT ROWID;"
           "CREATE INDEX message_peer ON message (owner, peer, number);"
           "CREATE INDEX message_number ON message (number);"
           "CREATE INDEX message_unseen ON message (owner, peer) WHERE seen = 0;"
           "CREATE TABLE block ("
           "  account TEXT NOT NULL REFERENCES account (id),"
           "  blocked TEXT NOT NULL REFERENCES account (id),"
           "  at INTEGER NOT NULL,"
           "  PRIMARY KEY (account, blocked)"
           ") STRICT, WITHOUT ROWID;"
           "CREATE TABLE report ("
           "  number INTEGER PRIMARY KEY,"
           "  reporter TEXT NOT NULL REFERENCES account (id),"
           "  accused TEXT NOT NULL," /* "": who has no account */
           "  name TEXT NOT NULL,"
           "  message INTEGER NOT NULL," /* 0: a line of a chat */
           "  game TEXT NOT NULL,"
           "  event INTEGER NOT NULL,"
           "  quote TEXT NOT NULL,"
           "  text TEXT NOT NULL,"
           "  at INTEGER NOT NULL,"
           "  closed INTEGER NOT NULL," /* ms since 1970, 0: open */
           "  sum INTEGER NOT NULL,"    /* checksum.h */
           "  UNIQUE (reporter, message, game, event)"
           ") STRICT;",
     .down = "DROP TABLE report; DROP TABLE block; DROP TABLE message;",
     .losses = {MIGRATION_TABLE("message"), MIGRATION_TABLE("block"), MIGRATION_TABLE("report")}},
    {.up = "CREATE TABLE conditional ("
           "  game INTEGER NOT NULL REFERENCES game (key),"
           "  side INTEGER NOT NULL,"
           "  id TEXT NOT NULL,"
           "  event INTEGER NOT NULL," /* the game's newest when they were made */
           "  text TEXT NOT NULL,"     /* JSON */
           "  PRIMARY KEY (game, side)"
           ") STRICT, WITHOUT ROWID;",
     .down = "DROP TABLE conditional;",
     .losses = {MIGRATION_TABLE("conditional")}},
    {.up = "CREATE TABLE vacation ("
           "  account TEXT PRIMARY KEY REFERENCES account (id),"
           "  begins INTEGER NOT NULL,"    /* ms since 1970, */
           "  ends INTEGER NOT NULL,"      /* both 0: none */
           "  automatic INTEGER NOT NULL," /* 1: a day is spent where a turn runs out of time */
           "  spent INTEGER NOT NULL,"     /* 1: this one was */
           "  year INTEGER NOT NULL,"
           "  days INTEGER NOT NULL" /* that were taken in it */
           ") STRICT, WITHOUT ROWID;",
     .down = "DROP TABLE vacation;",
     .losses = {MIGRATION_TABLE("vacation")}},
    {.up = "CREATE TABLE reminder ("
           "  game INTEGER NOT NULL REFERENCES game (key),"
           "  account TEXT NOT NULL REFERENCES account (id),"
           "  event INTEGER NOT NULL," /* with which the turn began */
           "  PRIMARY KEY (game, account)"
           ") STRICT, WITHOUT ROWID;"
           "CREATE INDEX reminder_account ON reminder (account);",
     .down = "DROP TABLE reminder;",
     .losses = {MIGRATION_TABLE("reminder")}},
    {.up = "CREATE TABLE subscription (" /* games that accounts follow */
           "  account TEXT NOT NULL REFERENCES account (id),"
           "  game TEXT NOT NULL,"
           "  since INTEGER NOT NULL,"
           "  PRIMARY KEY (account, game)"
           ") STRICT, WITHOUT ROWID;",
     .down = "DROP TABLE subscription;",
     .losses = {MIGRATION_TABLE("subscription")}},
    {.up = "CREATE TABLE address (" /* mail addresses that are to be confirmed */
           "  account TEXT PRIMARY KEY REFERENCES account (id),"
           "  address TEXT NOT NULL,"
           "  asked INTEGER NOT NULL"
           ") STRICT, WITHOUT ROWID;"
           "CREATE TABLE mail (" /* to be sent */
           "  id TEXT PRIMARY KEY,"
           "  account TEXT NOT NULL," /* "": of nobody's */
           "  recipient TEXT NOT NULL,"
           "  subject TEXT NOT NULL,"
           "  body TEXT NOT NULL,"
           "  answered TEXT NOT NULL," /* Message-ID */
           "  thread TEXT NOT NULL,"   /* Message-IDs before it */
           "  kind INTEGER NOT NULL,"
           "  created INTEGER NOT NULL,"
           "  next INTEGER NOT NULL," /* try, ms since 1970 */
           "  tries INTEGER NOT NULL"
           ") STRICT, WITHOUT ROWID;"
           "CREATE INDEX mail_next ON mail (next);"
           "CREATE INDEX mail_account ON mail (account);"
           "CREATE TABLE mail_seen (" /* that have come */
           "  key TEXT PRIMARY KEY,"
           "  expires INTEGER NOT NULL,"
           "  done INTEGER NOT NULL" /* 1: its commands were carried out and answered */
           ") STRICT, WITHOUT ROWID;"
           "CREATE INDEX mail_seen_expires ON mail_seen (expires);"
           "CREATE TABLE secret ("
           "  name TEXT PRIMARY KEY,"
           "  value TEXT NOT NULL"
           ") STRICT, WITHOUT ROWID;",
     .down = "DROP TABLE secret; DROP TABLE mail_seen; DROP TABLE mail; DROP TABLE address;",
     .losses = {MIGRATION_TABLE("address"),
                MIGRATION_TABLE("mail"),
                MIGRATION_TABLE("mail_seen"),
                {"secret", "SELECT count(*) FROM secret WHERE name <> 'admin'"}}},
    {.up = "CREATE TABLE tournament ("
           "  id TEXT PRIMARY KEY,"
           "  revision INTEGER NOT NULL,"
           "  created INTEGER NOT NULL," /* ms since 1970 */
           "  running INTEGER NOT NULL," /* 1: not over */
           "  text TEXT NOT NULL,"       /* JSON */
           "  sum INTEGER NOT NULL"      /* checksum.h */
           ") STRICT;"
           "CREATE INDEX tournament_created ON tournament (running, created);",
     .down = "DROP TABLE tournament;",
     .losses = {MIGRATION_TABLE("tournament")}},
    /* Games have numbers by which people call them, from 101 on; `running` has the highest that
     * was given, so that the number of a game that was removed is not given again. */
    {.up = "ALTER TABLE game ADD COLUMN number INTEGER NOT NULL DEFAULT 0;"
           "ALTER TABLE running ADD COLUMN number INTEGER NOT NULL DEFAULT 100;"
           "UPDATE game SET number = 100 + place FROM"
           " (SELECT key AS of_key, row_number() OVER (ORDER BY key) AS place FROM game)"
           " AS numbered WHERE key = of_key;"
           "UPDATE running SET number = 100 + (SELECT count(*) FROM game);"
           "CREATE UNIQUE INDEX game_number ON game (number);"
           "CREATE INDEX block_blocked ON block (blocked);",
     .down = "DROP INDEX block_blocked; DROP INDEX game_number;"
             "ALTER TABLE running DROP COLUMN number; ALTER TABLE game DROP COLUMN number;",
     /* Numbers that `up` would not give again. */
     .losses = {{"numbers of games",
                 "SELECT count(*) FROM (SELECT number, 100 + row_number() OVER (ORDER BY key) AS"
                 " again FROM game) AS numbered WHERE number <> again"}}},
};
static_assert(sizeof migrations / sizeof migrations[0] == SQLITE_SCHEMA_VERSION,
              "a migration for each version");

/* Runs SQL without results; true on success. */
static bool execute_sql(sqlite3 *connection, const char *sql)
{
    return sqlite3_exec(connection, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* What migration.h calls. */
static paua_status execute_statements(struct sql *sql, const char *statements)
{
    sqlite3 *connection = ((struct sqlite_sql *)sql)->connection;

    if (execute_sql(connection, statements))
        return PAUA_OK;
    sql_set_failure(sql, sqlite3_errmsg(connection));
    return sqlite_translate(sqlite3_extended_errcode(connection));
}

static const struct schema schema = {
    .migrations = migrations,
    .version = SQLITE_SCHEMA_VERSION,
    .mark = "PRAGMA application_id = " STRING(SQLITE_SCHEMA_APPLICATION) "; PRAGMA user_version = ",
    .execute = execute_statements,
};

paua_status sqlite_schema_plan(struct sqlite_sql *sql, int from, store_migration *wanted)
{
    return migration_plan(&schema, &sql->base, from, wanted);
}

paua_status sqlite_schema_migrate(sqlite3 *connection, int from, int to)
{
    struct sqlite_sql sql;
    paua_status status = PAUA_OK;

    if (from == to)
        return PAUA_OK;
    sqlite_sql_init(&sql, connection);
    if (from < SQLITE_SCHEMA_SUMS && !sqlite_sums_register(connection))
        return PAUA_NO_MEMORY;
    status = execute_statements(&sql.base, "BEGIN IMMEDIATE");
    if (status == PAUA_OK)
        status = migration_run(&schema, &sql.base, from, to);
    if (status == PAUA_OK)
        status = execute_statements(&sql.base, "COMMIT");
    return status;
}

/* Shows a game's columns that came later. Temporary views come before the tables of the same name.
 */
static bool complete_game(sqlite3 *reader, int version)
{
    char view[240];

    snprintf(view, sizeof view, "CREATE TEMP VIEW game AS SELECT *%s%s%s%s%s FROM main.game",
             version < SQLITE_SCHEMA_PLAYED ? ", 0 AS counted" : "",
             version < SQLITE_SCHEMA_LISTS ? ", 0 AS listing, 0 AS closes" : "",
             version < SQLITE_SCHEMA_CLOCKS ? ", 0 AS clock, 0 AS deadline" : "",
             version < SQLITE_SCHEMA_SUMS ? ", 0 AS content_sum, 0 AS state_sum" : "",
             version < SQLITE_SCHEMA_NUMBERS ? ", 0 AS number" : "");
    return version >= SQLITE_SCHEMA_NUMBERS || execute_sql(reader, view);
}

/* What stands in the place of tables that came later: nothing, but one row of the running time. */
static const struct {
    int since; /* the version that has the tables */
    const char *views;
} later[] = {
    {SQLITE_SCHEMA_ARCHIVE,
     "CREATE TEMP VIEW archive_text AS SELECT 0 AS number, x'' AS identity, '' AS text WHERE 0;"
     "CREATE TEMP VIEW archive_mark AS SELECT 0 AS value WHERE 0;"
     "CREATE TEMP VIEW archive_count AS SELECT 0 AS key, 0 AS choice, 0 AS times, 0 AS first,"
     " 0 AS second, 0 AS third WHERE 0"},
    {SQLITE_SCHEMA_PLAYED,
     "CREATE TEMP VIEW played_count AS SELECT 0 AS key, 0 AS choice, 0 AS times, 0 AS first,"
     " 0 AS second, 0 AS third WHERE 0"},
    {SQLITE_SCHEMA_CLOCKS,
     "CREATE TEMP VIEW event AS SELECT *, 0 AS clock, 0 AS spent FROM main.event;"
     "CREATE TEMP VIEW running AS SELECT 1 AS ms"},
    {SQLITE_SCHEMA_ACCOUNTS,
     "CREATE TEMP VIEW account AS SELECT '' AS id, '' AS name, '' AS lookup, '' AS password,"
     " '' AS mail, '' AS settings, 0 AS created, 0 AS closed WHERE 0;"
     "CREATE TEMP VIEW login AS SELECT x'' AS hash, '' AS id, '' AS account, 0 AS kind,"
     " '' AS label, 0 AS scopes, 0 AS created, 0 AS used, 0 AS expires WHERE 0;"
     "CREATE TEMP VIEW seat AS SELECT 0 AS game, 0 AS side, '' AS account WHERE 0;"
     "CREATE TEMP VIEW rating AS SELECT '' AS account, '' AS category, 0 AS games,"
     " 0.0 AS rating, 0.0 AS deviation, 0.0 AS volatility, 0 AS wins, 0 AS draws,"
     " 0 AS losses, 0 AS at, '' AS game, 0.0 AS change WHERE 0;"
     "CREATE TEMP VIEW rating_history AS SELECT * FROM rating"},
    {SQLITE_SCHEMA_MESSAGES,
     "CREATE TEMP VIEW message AS SELECT '' AS owner, 0 AS number, '' AS peer, 0 AS sent,"
     " 0 AS at, 0 AS seen, '' AS text, 0 AS sum WHERE 0;"
     "CREATE TEMP VIEW block AS SELECT '' AS account, '' AS blocked, 0 AS at WHERE 0;"
     "CREATE TEMP VIEW report AS SELECT 0 AS number, '' AS reporter, '' AS accused, '' AS name,"
     " 0 AS message, '' AS game, 0 AS event, '' AS quote, '' AS text, 0 AS at, 0 AS closed,"
     " 0 AS sum WHERE 0"},
    {SQLITE_SCHEMA_SLOW,
     "CREATE TEMP VIEW conditional AS SELECT 0 AS game, 0 AS side, '' AS id, 0 AS event,"
     " '' AS text WHERE 0"},
    {SQLITE_SCHEMA_VACATION,
     "CREATE TEMP VIEW vacation AS SELECT '' AS account, 0 AS begins, 0 AS ends,"
     " 0 AS automatic, 0 AS spent, 0 AS year, 0 AS days WHERE 0"},
    {SQLITE_SCHEMA_REMINDER,
     "CREATE TEMP VIEW reminder AS SELECT 0 AS game, '' AS account, 0 AS event WHERE 0"},
    {SQLITE_SCHEMA_SUBSCRIPTIONS,
     "CREATE TEMP VIEW subscription AS SELECT '' AS account, '' AS game, 0 AS since WHERE 0"},
    {SQLITE_SCHEMA_MAIL,
     "CREATE TEMP VIEW address AS SELECT '' AS account, '' AS address, 0 AS asked WHERE 0;"
     "CREATE TEMP VIEW mail AS SELECT '' AS id, '' AS account, '' AS recipient, '' AS subject,"
     " '' AS body, '' AS answered, '' AS thread, 0 AS kind, 0 AS created, 0 AS next,"
     " 0 AS tries WHERE 0;"
     "CREATE TEMP VIEW mail_seen AS SELECT '' AS key, 0 AS expires, 0 AS done WHERE 0;"
     "CREATE TEMP VIEW secret AS SELECT '' AS name, '' AS value WHERE 0"},
    {SQLITE_SCHEMA_TOURNAMENTS,
     "CREATE TEMP VIEW tournament AS SELECT '' AS id, 0 AS revision, 0 AS created,"
     " 0 AS running, '' AS text, 0 AS sum WHERE 0"},
};

bool sqlite_schema_complete(sqlite3 *reader, int version)
{
    for (size_t i = 0; i < sizeof later / sizeof *later; i++) {
        if (version < later[i].since && !execute_sql(reader, later[i].views))
            return false;
    }
    return complete_game(reader, version);
}
