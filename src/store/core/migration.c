/* migration.c - takes the tables of a store from one version to another, a version at a time. */
#include "store/core/migration.h"

#include <assert.h>
#include <stdio.h>

int schema_version(const struct schema *schema)
{
    return schema->oldest + schema->steps->count;
}

paua_status schema_refuse_old(const struct schema *schema, int version, char *why, size_t cap)
{
    snprintf(why, cap,
             "is a store of version %d, expected at least %d: paua of commit %s can migrate it",
             version, schema->oldest, MIGRATION_LAST_COMMIT);
    return PAUA_ERROR_BAD_ARGUMENT;
}

/* The step from a version to the next one. */
static const struct migration *step_from(const struct schema *schema, int version)
{
    assert(version >= schema->oldest && version < schema_version(schema));
    return schema->steps->list[version - schema->oldest];
}

/* The oldest version to which there is a way back. */
static int oldest_reachable(const struct schema *schema)
{
    int version = schema_version(schema);

    while (version > schema->oldest && step_from(schema, version - 1)->down)
        version--;
    return version;
}

/* Counts the rows that a step back loses. */
static paua_status count_losses(struct sql *sql, const struct migration *migration,
                                store_migration *wanted)
{
    paua_status status = PAUA_OK;

    for (int i = 0; i < MIGRATION_LOSSES && migration->losses[i].what; i++) {
        int64_t rows = 0;

        status = sql_number(sql, migration->losses[i].count, NULL, 0, &rows);
        if (status != PAUA_OK)
            break;
        if (rows > 0 && wanted->each)
            wanted->each(migration->losses[i].what, rows, wanted->context);
        wanted->lost += rows;
    }
    return status;
}

paua_status migration_plan(const struct schema *schema, struct sql *sql, int from,
                           store_migration *wanted)
{
    const int oldest = oldest_reachable(schema), newest = schema_version(schema);
    paua_status status = PAUA_OK;
    char why[120];

    wanted->from = from;
    wanted->lost = 0;
    if (wanted->to < oldest || wanted->to > newest) {
        snprintf(why, sizeof why, "has version %d; there is no way to %d, expected %d to %d", from,
                 wanted->to, oldest, newest);
        sql_set_failure(sql, why);
        return PAUA_ERROR_BAD_ARGUMENT;
    }
    for (int version = from; status == PAUA_OK && version > wanted->to; version--)
        status = count_losses(sql, step_from(schema, version - 1), wanted);
    return status;
}

paua_status migration_run(const struct schema *schema, struct sql *sql, int from, int to)
{
    paua_status status = PAUA_OK;
    char mark[120];

    if (from == 0) {
        for (int i = 0; status == PAUA_OK && schema->create[i]; i++)
            status = schema->execute(sql, schema->create[i]);
        from = schema->oldest;
    }
    for (int version = from; status == PAUA_OK && version < to; version++)
        status = schema->execute(sql, step_from(schema, version)->up);
    for (int version = from; status == PAUA_OK && version > to; version--)
        status = schema->execute(sql, step_from(schema, version - 1)->down);
    if (status != PAUA_OK)
        return status;

    snprintf(mark, sizeof mark, "%s%d", schema->mark, to);
    return schema->execute(sql, mark);
}
