/* next_version.c - two steps after the current version of a store. Linked before the library they
 * take the place of sqlite_steps.c and postgres_steps.c: paua_next is a paua of two versions later,
 * by which test_migrate.py goes up and down. */
#include "store/postgres/postgres_schema.h"
#include "store/sqlite/sqlite_schema.h"

/* A new table, and a new column of an old one. */
#define STEPS(text, integer, end)                                                                  \
    {                                                                                              \
        {.up = "CREATE TABLE note (id " text " PRIMARY KEY, text TEXT NOT NULL)" end ";",          \
         .down = "DROP TABLE note;",                                                               \
         .losses = {MIGRATION_TABLE("note")},                                                      \
         .preview = "CREATE TEMP VIEW note AS SELECT '' AS id, '' AS text WHERE 0;"},              \
        {                                                                                          \
            .up = "ALTER TABLE game ADD COLUMN stars " integer " NOT NULL DEFAULT 0;"              \
                  "CREATE INDEX game_stars ON game (stars);",                                      \
            .down = "DROP INDEX game_stars; ALTER TABLE game DROP COLUMN stars;",                  \
            .losses = {{"game with stars", "SELECT count(*) FROM game WHERE stars <> 0"}},         \
            .preview = "CREATE TEMP VIEW game AS SELECT *, 0 AS stars FROM main.game;"             \
        }                                                                                          \
    }

static const struct migration sqlite_list[] = STEPS("TEXT", "INTEGER", " STRICT, WITHOUT ROWID");
const struct migration_steps sqlite_steps = {.list = sqlite_list, .count = 2};

#ifdef PAUA_POSTGRES
static const struct migration postgres_list[] = STEPS("TEXT COLLATE \"C\"", "BIGINT", "");
const struct migration_steps postgres_steps = {.list = postgres_list, .count = 2};
#endif
