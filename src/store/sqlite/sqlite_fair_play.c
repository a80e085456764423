/* sqlite_fair_play.c - the step of a file's tables to version 17. */
#include "store/core/fair_play_step.h"
#include "store/sqlite/sqlite_schema.h"

#define NOW "CAST(strftime('%s', 'now') AS INTEGER)"

const struct migration sqlite_fair_play =
    FAIR_PLAY_STEP("TEXT", "INTEGER", "REAL", NOW, " STRICT, WITHOUT ROWID",
                   "CREATE TEMP VIEW pair_game AS " FAIR_PLAY_GAMES(NOW) ";");
