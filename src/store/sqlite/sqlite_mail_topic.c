/* sqlite_mail_topic.c - the step of a file's tables to version 19. */
#include "store/core/mail_topic_step.h"
#include "store/sqlite/sqlite_schema.h"

const struct migration sqlite_mail_topic = MAIL_TOPIC_STEP(
    "TEXT", "CREATE TEMP VIEW mail AS SELECT *, '' AS topic, '' AS position, '' AS move"
            " FROM main.mail;");
