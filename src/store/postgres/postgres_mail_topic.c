/* postgres_mail_topic.c - the step of a database's tables to version 8. */
#include "store/core/mail_topic_step.h"
#include "store/postgres/postgres_schema.h"

const struct migration postgres_mail_topic = MAIL_TOPIC_STEP("TEXT COLLATE \"C\"", NULL);
