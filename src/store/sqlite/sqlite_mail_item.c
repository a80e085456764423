/* sqlite_mail_item.c - the step of a file's tables to version 20. */
#include "store/core/mail_item_step.h"
#include "store/sqlite/sqlite_schema.h"

const struct migration sqlite_mail_item =
    MAIL_ITEM_STEP("TEXT", "INTEGER", " STRICT, WITHOUT ROWID");
