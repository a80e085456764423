/* postgres_steps.c - the steps from each version of a database's tables to the next one: none yet.
 * A file of its own, so that a test can link steps of its own in its place
 * (tests/server/programs/next_version.c). */
#include "store/postgres/postgres_schema.h"

const struct migration_steps postgres_steps = {.count = 0};
