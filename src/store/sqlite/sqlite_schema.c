/* sqlite_schema.c - makes the tables of a store and migrates those of earlier versions.
 *
 * To add a version: append a step to sqlite_steps.c, with .losses where .down throws away what
 * people have made, and to postgres_steps.c. A step that was in use never changes. A new table or
 * column is listed in rows.c, with what becomes of its rows. The tests
 * (tests/server/test_migrate.py) go up and down with two further steps (programs/next_version.c),
 * to which a new one is added as well.
 */
#include "store/sqlite/sqlite_schema.h"

#include "store/sqlite/sqlite_file.h"
#include "store/sqlite/sqlite_sql.h"

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

/* The tables of version 16, the oldest one. A column with a default was added to them once. */
static const char *const create_tables[] = {
    "CREATE TABLE game ("
    "  key INTEGER PRIMARY KEY,"
    "  id TEXT NOT NULL UNIQUE,"
    "  created INTEGER NOT NULL," /* ms since 1970 */
    "  setup TEXT NOT NULL,"      /* JSON: what never changes */
    "  events INTEGER NOT NULL,"  /* number of the newest event */
    "  result TEXT NOT NULL,"
    "  reason TEXT NOT NULL,"
    "  pending INTEGER NOT NULL,"               /* 1: to be resumed after a restart */
    "  counted INTEGER NOT NULL DEFAULT 0,"     /* 1: in played_count */
    "  listing INTEGER NOT NULL DEFAULT 0,"     /* 1: a seek, 2: live */
    "  closes INTEGER NOT NULL DEFAULT 0,"      /* ms since 1970, 0: never */
    "  clock INTEGER NOT NULL DEFAULT 0,"       /* running time, in ms */
    "  deadline INTEGER NOT NULL DEFAULT 0,"    /* running time, in ms, 0: none */
    "  content_sum INTEGER NOT NULL DEFAULT 0," /* checksum.h */
    "  state_sum INTEGER NOT NULL DEFAULT 0,"
    "  number INTEGER NOT NULL DEFAULT 0" /* by which people call the game, from 101 on */
    ") STRICT;"
    /* The queries of lists have the same conditions, word for word (game_reads.c, archive.c). */
    "CREATE INDEX game_pending ON game (key) WHERE pending <> 0;"
    "CREATE INDEX game_listing ON game (key) WHERE listing <> 0;"
    "CREATE INDEX game_closes ON game (closes) WHERE closes <> 0;"
    "CREATE INDEX game_deadline ON game (deadline) WHERE deadline <> 0;"
    "CREATE INDEX game_uncounted ON game (key) WHERE result <> '*' AND counted = 0;"
    "CREATE UNIQUE INDEX game_number ON game (number);"
    "CREATE TABLE event ("
    "  game INTEGER NOT NULL REFERENCES game (key),"
    "  number INTEGER NOT NULL,"
    "  at INTEGER NOT NULL," /* ms since 1970 */
    "  type TEXT NOT NULL,"
    "  text TEXT NOT NULL,"
    "  clock INTEGER NOT NULL DEFAULT 0," /* running time, in ms */
    "  spent INTEGER NOT NULL DEFAULT 0," /* ms */
    "  PRIMARY KEY (game, number)"
    ") STRICT, WITHOUT ROWID;"
    /* One row. The highest number that a game was given: that of a removed game is not reused. */
    "CREATE TABLE running (ms INTEGER NOT NULL, number INTEGER NOT NULL DEFAULT 100) STRICT;"
    "INSERT INTO running (ms) VALUES (1);",
    "CREATE TABLE archive_text ("
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
    "CREATE TABLE archive_mark (value INTEGER NOT NULL) STRICT;"
    "CREATE TABLE played_count ("
    "  key INTEGER NOT NULL,"
    "  choice INTEGER NOT NULL,"
    "  times INTEGER NOT NULL,"
    "  first INTEGER NOT NULL,"
    "  second INTEGER NOT NULL,"
    "  third INTEGER NOT NULL,"
    "  PRIMARY KEY (key, choice)"
    ") STRICT, WITHOUT ROWID;",
    "CREATE TABLE account ("
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
    "CREATE TABLE message (" /* a row in the box of each side */
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
    ") STRICT;"
    "CREATE INDEX block_blocked ON block (blocked);",
    "CREATE TABLE conditional ("
    "  game INTEGER NOT NULL REFERENCES game (key),"
    "  side INTEGER NOT NULL,"
    "  id TEXT NOT NULL,"
    "  event INTEGER NOT NULL," /* the game's newest when they were made */
    "  text TEXT NOT NULL,"     /* JSON */
    "  PRIMARY KEY (game, side)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE vacation ("
    "  account TEXT PRIMARY KEY REFERENCES account (id),"
    "  begins INTEGER NOT NULL,"    /* ms since 1970, */
    "  ends INTEGER NOT NULL,"      /* both 0: none */
    "  automatic INTEGER NOT NULL," /* 1: a day is spent where a turn runs out of time */
    "  spent INTEGER NOT NULL,"     /* 1: this one was */
    "  year INTEGER NOT NULL,"
    "  days INTEGER NOT NULL" /* that were taken in it */
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE reminder ("
    "  game INTEGER NOT NULL REFERENCES game (key),"
    "  account TEXT NOT NULL REFERENCES account (id),"
    "  event INTEGER NOT NULL," /* with which the turn began */
    "  PRIMARY KEY (game, account)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX reminder_account ON reminder (account);",
    "CREATE TABLE subscription (" /* games that accounts follow */
    "  account TEXT NOT NULL REFERENCES account (id),"
    "  game TEXT NOT NULL,"
    "  since INTEGER NOT NULL,"
    "  PRIMARY KEY (account, game)"
    ") STRICT, WITHOUT ROWID;",
    "CREATE TABLE address (" /* mail addresses that are to be confirmed */
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
    "CREATE TABLE tournament ("
    "  id TEXT PRIMARY KEY,"
    "  revision INTEGER NOT NULL,"
    "  created INTEGER NOT NULL," /* ms since 1970 */
    "  running INTEGER NOT NULL," /* 1: not over */
    "  text TEXT NOT NULL,"       /* JSON */
    "  sum INTEGER NOT NULL"      /* checksum.h */
    ") STRICT;"
    "CREATE INDEX tournament_created ON tournament (running, created);",
    NULL,
};

/* Runs SQL without results; true on success. */
static bool execute_sql(sqlite3 *connection, const char *sql)
{
    return sqlite3_exec(connection, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* struct schema's execute. */
static paua_status execute_statements(struct sql *sql, const char *statements)
{
    sqlite3 *connection = ((struct sqlite_sql *)sql)->connection;

    if (execute_sql(connection, statements))
        return PAUA_OK;
    sql_set_failure(sql, sqlite3_errmsg(connection));
    return sqlite_translate(sqlite3_extended_errcode(connection));
}

const struct schema sqlite_schema = {
    .oldest = 16,
    .create = create_tables,
    .steps = &sqlite_steps,
    .mark = "PRAGMA application_id = " STRING(SQLITE_SCHEMA_APPLICATION) "; PRAGMA user_version = ",
    .execute = execute_statements,
};

paua_status sqlite_schema_migrate(sqlite3 *connection, int from, int to)
{
    struct sqlite_sql sql;

    if (from == to)
        return PAUA_OK;

    sqlite_sql_init(&sql, connection);
    paua_status status = execute_statements(&sql.base, "BEGIN IMMEDIATE");
    if (status == PAUA_OK)
        status = migration_run(&sqlite_schema, &sql.base, from, to);
    if (status == PAUA_OK)
        status = execute_statements(&sql.base, "COMMIT");
    return status;
}

bool sqlite_schema_preview(sqlite3 *reader, int version)
{
    for (int i = version - sqlite_schema.oldest; i < sqlite_steps.count; i++) {
        const char *preview = sqlite_steps.list[i]->preview;

        if (preview && !execute_sql(reader, preview))
            return false;
    }
    return true;
}
