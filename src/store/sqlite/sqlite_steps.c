/* sqlite_steps.c - the steps from each version of a store's file to the next one. A file of its
 * own, so that a test can link a longer list in its place (tests/server/programs/next_version.c).
 */
#include "store/sqlite/sqlite_schema.h"

static const struct migration *const list[] = {&sqlite_fair_play, &sqlite_sending,
                                               &sqlite_mail_topic, &sqlite_mail_item};

const struct migration_steps sqlite_steps = {list, sizeof list / sizeof list[0]};
