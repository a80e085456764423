/* postgres_fair_play.c - the step of a database's tables to version 6. */
#include "store/core/fair_play_step.h"
#include "store/postgres/postgres_schema.h"

const struct migration postgres_fair_play =
    FAIR_PLAY_STEP("TEXT COLLATE \"C\"", "BIGINT", "DOUBLE PRECISION",
                   "CAST(extract(epoch FROM now()) AS BIGINT)", "", NULL);
