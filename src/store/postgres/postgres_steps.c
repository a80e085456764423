/* postgres_steps.c - the steps from each version of a database's tables to the next one. A file of
 * its own, so that a test can link a longer list in its place
 * (tests/server/programs/next_version.c). */
#include "store/postgres/postgres_schema.h"

static const struct migration *const list[] = {&postgres_fair_play, &postgres_sending,
                                               &postgres_mail_topic, &postgres_mail_item};

const struct migration_steps postgres_steps = {list, sizeof list / sizeof list[0]};
