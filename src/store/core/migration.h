/* migration.h - the steps from one version of a store's tables to the next, and back, which SQLite
 * and PostgreSQL take alike. How to add a version: see the head of sqlite_schema.c.
 */
#ifndef STORE_MIGRATION_H
#define STORE_MIGRATION_H

#include "store/core/sql.h"

/* A way to another version of the store's tables, such as an earlier paua knows. */
typedef struct store_migration {
    int to;
    bool lose;    /* also where rows are lost for which that version has no place */
    int from;     /* set to the version that was found, */
    int64_t lost; /* and to the number of such rows, */
    void (*each)(const char *what, int64_t rows, void *context); /* called for each kind of them */
    void *context;
} store_migration;

enum { MIGRATION_LOSSES = 8 };

struct migration {
    const char *up;   /* statements */
    const char *down; /* they undo `up`; NULL: there is no way back */
    /* SQLite: temporary views that show what `up` adds to those who only read an older file. NULL:
     * nothing that they look at. */
    const char *preview;
    /* What `down` throws away and `up` cannot make again; the first without a name ends it. */
    struct migration_loss {
        const char *what;  /* a table, or what its rows have */
        const char *count; /* a query: how many rows */
    } losses[MIGRATION_LOSSES];
};

/* The loss of all rows of a table. */
#define MIGRATION_TABLE(table)                                                                     \
    {                                                                                              \
        table, "SELECT count(*) FROM " table                                                       \
    }

/* The steps from each version to the next one: [N] goes from version oldest + N to oldest + N +
 * 1. */
struct migration_steps {
    const struct migration *const *list;
    int count;
};

struct schema {
    int oldest;                /* the earliest version that can be read */
    const char *const *create; /* statements that make its tables, up to a NULL */
    const struct migration_steps *steps;
    const char *mark; /* statements that store a version, but for its number */
    /* Runs statements without results. */
    paua_status (*execute)(struct sql *sql, const char *statements);
};

/* The last commit of Paua that migrates stores of versions before the oldest one. */
#define MIGRATION_LAST_COMMIT "cec67819"

/* The newest version, which is the one that is used. */
int schema_version(const struct schema *schema);

/* Explains that a store is too old to be read. Returns PAUA_ERROR_BAD_ARGUMENT. */
paua_status schema_refuse_old(const struct schema *schema, int version, char *why, size_t cap);

/* Checks that the steps lead from the version `from` to the wanted one, and counts what they lose.
 * PAUA_ERROR_BAD_ARGUMENT: there is none; sql_failure() says why. */
paua_status migration_plan(const struct schema *schema, struct sql *sql, int from,
                           store_migration *wanted);

/* Goes this way, in the current transaction. `from` 0: the database is empty. */
paua_status migration_run(const struct schema *schema, struct sql *sql, int from, int to);

#endif /* STORE_MIGRATION_H */
