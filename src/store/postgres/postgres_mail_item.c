/* postgres_mail_item.c - the step of a database's tables to version 9. */
#include "store/core/mail_item_step.h"
#include "store/postgres/postgres_schema.h"

const struct migration postgres_mail_item = MAIL_ITEM_STEP("TEXT COLLATE \"C\"", "BIGINT", "");
