/* next_version.c - two steps after the current version of a store. Linked before the library they
 * take the place of sqlite_steps.c and postgres_steps.c: paua_next is a paua of two versions later,
 * by which test_migrate.py goes up and down. */
#include "store/postgres/postgres_schema.h"
#include "store/sqlite/sqlite_schema.h"

/* A new table, and a new column of an old one. */
#define NOTE(text, end)                                                                            \
    {                                                                                              \
        .up = "CREATE TABLE note (id " text " PRIMARY KEY, text TEXT NOT NULL)" end ";",           \
        .down = "DROP TABLE note;", .losses = {MIGRATION_TABLE("note")},                           \
        .preview = "CREATE TEMP VIEW note AS SELECT '' AS id, '' AS text WHERE 0;"                 \
    }
#define STARS(integer)                                                                             \
    {                                                                                              \
        .up = "ALTER TABLE game ADD COLUMN stars " integer " NOT NULL DEFAULT 0;"                  \
              "CREATE INDEX game_stars ON game (stars);",                                          \
        .down = "DROP INDEX game_stars; ALTER TABLE game DROP COLUMN stars;",                      \
        .losses = {{"game with stars", "SELECT count(*) FROM game WHERE stars <> 0"}},             \
        .preview = "CREATE TEMP VIEW game AS SELECT *, 0 AS stars FROM main.game;"                 \
    }

static const struct migration sqlite_note = NOTE("TEXT", " STRICT, WITHOUT ROWID");
static const struct migration sqlite_stars = STARS("INTEGER");
static const struct migration *const sqlite_list[] = {&sqlite_fair_play,  &sqlite_sending,
                                                      &sqlite_mail_topic, &sqlite_mail_item,
                                                      &sqlite_note,       &sqlite_stars};
const struct migration_steps sqlite_steps = {sqlite_list, sizeof sqlite_list / sizeof *sqlite_list};

#ifdef PAUA_POSTGRES
static const struct migration postgres_note = NOTE("TEXT COLLATE \"C\"", "");
static const struct migration postgres_stars = STARS("BIGINT");
static const struct migration *const postgres_list[] = {&postgres_fair_play,  &postgres_sending,
                                                        &postgres_mail_topic, &postgres_mail_item,
                                                        &postgres_note,       &postgres_stars};
const struct migration_steps postgres_steps = {postgres_list,
                                               sizeof postgres_list / sizeof *postgres_list};
#endif
