/* sqlite_sending.c - the step of a file's tables to version 18. */
#include "store/core/sending_step.h"
#include "store/sqlite/sqlite_schema.h"

#define NOW "CAST(strftime('%s', 'now') AS INTEGER)"

const struct migration sqlite_sending =
    SENDING_STEP("TEXT", "INTEGER", NOW, " STRICT, WITHOUT ROWID",
                 "CREATE TEMP VIEW sending AS " SENDING_LEFT(NOW) ";");
