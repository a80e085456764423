/* mail_topic_step.h - the step to version 19 in SQLite and 8 in PostgreSQL: what a queued mail is
 * about, for its thread and its picture.
 */
#ifndef STORE_MAIL_TOPIC_STEP_H
#define STORE_MAIL_TOPIC_STEP_H

#include "store/core/migration.h"

#define MAIL_TOPIC_COLUMN(name, text)                                                              \
    "ALTER TABLE mail ADD COLUMN " name " " text " NOT NULL DEFAULT '';"

#define MAIL_TOPIC_STEP(text, show)                                                                \
    {                                                                                              \
        .up = MAIL_TOPIC_COLUMN("topic", text) MAIL_TOPIC_COLUMN("position", text)                 \
            MAIL_TOPIC_COLUMN("move", text),                                                       \
        .down = "ALTER TABLE mail DROP COLUMN move;"                                               \
                "ALTER TABLE mail DROP COLUMN position;"                                           \
                "ALTER TABLE mail DROP COLUMN topic;",                                             \
        .losses = {{"threads of mails", "SELECT count(*) FROM mail WHERE topic <> ''"}},           \
        .preview = show                                                                            \
    }

#endif /* STORE_MAIL_TOPIC_STEP_H */
