/* consistency.c - the consistency check: looks for rows that do not fit together, by the checks in
 * the list of tables (rows.h); and the other calls for whoever looks at a store as a whole. */
#include "store/maintenance.h"

#include <stdio.h>
#include <string.h>

#include "store/core/access.h"
#include "store/tables/archive.h"
#include "store/tables/messages.h"
#include "store/tables/rows.h"
#include "store/tables/tournaments.h"

static const char list_games[] = "SELECT id FROM game ORDER BY key";
static const char list_texts[] = "SELECT number, identity, text FROM archive_text ORDER BY number";

/* Callbacks for the rows of a query; those that are not wanted are NULL. */
struct consistency_query {
    bool (*each)(const char *line, void *context); /* a problem or an id */
    bool (*each_text)(const char *text, size_t length, void *context);
    void *context;
    bool more; /* the caller wants more */
};

static bool on_id(const struct sql_row *row, void *context)
{
    struct consistency_query *query = context;

    return query->each(sql_row_text(row, 0), query->context);
}

static bool on_check(const struct sql_row *row, void *context)
{
    struct consistency_query *query = context;
    const char *problem = sql_row_text(row, 0);

    if (*problem)
        query->more = query->each(problem, query->context);
    return false;
}

/* An imported game, and whether it has the identity that is stored with it. */
static bool on_text(const struct sql_row *row, void *context)
{
    struct consistency_query *query = context;
    uint8_t identity[ARCHIVE_IDENTITY_BYTES], stored[ARCHIVE_IDENTITY_BYTES];
    size_t length;
    const char *text = sql_row_text_size(row, 2, &length);

    archive_identify(text, length, identity);
    const bool intact =
        sql_row_blob(row, 1, stored, sizeof stored) && memcmp(stored, identity, sizeof stored) == 0;
    if (intact && query->each_text)
        query->more = query->each_text(text, length, query->context);
    if (!intact && query->each) {
        char problem[80];

        snprintf(problem, sizeof problem, "imported game %lld is not what its identity says",
                 (long long)sql_row_integer(row, 0));
        query->more = query->each(problem, query->context);
    }
    return query->more;
}

/* The connection that reads. Whoever looks at a whole store has it alone. */
static struct sql *reader_of(store *self)
{
    return store_backend_of(self)->reader(store_database_of(self));
}

/* The check of a table, or NULL where it has none or an earlier table has the same one. */
static const char *check_of(const store_table *table)
{
    if (!table->check || !*table->check)
        return NULL;
    for (const store_table *earlier = store_tables; earlier < table; earlier++)
        if (earlier->check == table->check)
            return NULL;
    return table->check;
}

/* Checks rows that belong together, then imported games. *more: the caller wants more problems.
 * PAUA_OK, also where much is wrong, or PAUA_ERROR_IO. */
static paua_status check_rows(struct sql *sql, bool (*each)(const char *problem, void *context),
                              void *context, bool *more)
{
    struct consistency_query query = {.each = each, .context = context, .more = true};
    paua_status status = PAUA_OK;

    for (int i = 0; query.more && i < STORE_TABLES; i++) {
        const char *check = check_of(&store_tables[i]);

        status = check ? sql_run(sql, check, NULL, 0, on_check, &query) : PAUA_OK;
        if (status == PAUA_ERROR_IO)
            return status;
        if (status != PAUA_OK)
            query.more = each(sql_failure(sql), context);
    }

    if (query.more) {
        status = sql_run(sql, list_texts, NULL, 0, on_text, &query);
        if (status != PAUA_OK && status != PAUA_ERROR_IO && query.more)
            query.more = each("not all imported games can be read", context);
    }
    *more = query.more;
    return status == PAUA_ERROR_IO ? status : PAUA_OK;
}

paua_status store_check_consistency(store *self, bool (*each)(const char *problem, void *context),
                                    void *context)
{
    const store_backend *backend = store_backend_of(self);
    paua_status status = PAUA_OK;
    bool more = true;

    if (backend->check_structure)
        status = backend->check_structure(store_database_of(self), each, context, &more);
    if (status == PAUA_OK && more)
        status = check_rows(reader_of(self), each, context, &more);
    if (status == PAUA_OK && more)
        status = messages_check_consistency(self, each, context);
    if (status == PAUA_OK && more)
        status = tournaments_check_consistency(self, each, context);
    return status;
}

paua_status store_games(store *self, bool (*each)(const char *id, void *context), void *context)
{
    const store_backend *backend = store_backend_of(self);
    struct consistency_query query = {.each = each, .context = context};

    if (backend->games)
        return backend->games(store_database_of(self), each, context);
    return sql_run(reader_of(self), list_games, NULL, 0, on_id, &query);
}

paua_status store_texts(store *self, bool (*each)(const char *text, size_t length, void *context),
                        void *context)
{
    struct consistency_query query = {.each_text = each, .context = context, .more = true};
    paua_status status = sql_run(reader_of(self), list_texts, NULL, 0, on_text, &query);

    return status == PAUA_ERROR_IO ? PAUA_ERROR_IO : PAUA_OK;
}

paua_status store_copy(store *self, const char *path, char message[STORE_MESSAGE_MAX])
{
    return store_backend_of(self)->copy(store_database_of(self), path, message);
}
