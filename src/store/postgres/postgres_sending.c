/* postgres_sending.c - the step of a database's tables to version 7. */
#include "store/core/sending_step.h"
#include "store/postgres/postgres_schema.h"

const struct migration postgres_sending = SENDING_STEP(
    "TEXT COLLATE \"C\"", "BIGINT", "CAST(extract(epoch FROM now()) AS BIGINT)", "", NULL);
