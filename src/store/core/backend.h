/* backend.h - what a database must do for a store beside its statements (sql.h). To add one:
 * implement store_backend and list it in open.c.
 *
 * Writing calls come from one thread, reading calls from another at the same time; no two calls of
 * a kind overlap. Calls return what store.h says. PAUA_ERROR_IO and PAUA_ERROR_CORRUPT from a
 * writing call end the whole transaction; sql_failure() of the connection says why.
 */
#ifndef STORE_BACKEND_H
#define STORE_BACKEND_H

#include "store/core/sql.h"
#include "store/core/store.h"

struct store_migration; /* migration.h */

/* Writes why a call fails, as printf() does. Returns `status`. */
__attribute__((format(printf, 3, 4))) paua_status
store_refuse(char message[STORE_MESSAGE_MAX], paua_status status, const char *format, ...);

enum store_mode {
    STORE_MODE_READ,  /* nothing is written; also beside somebody who writes */
    STORE_MODE_WRITE, /* created if there is none, migrated, locked as store_open() says (open.h) */
    STORE_MODE_SHARE, /* the same as store_open_shared() says */
    STORE_MODE_JOIN   /* written to beside somebody else, with a connection that writes alone */
};

typedef struct store_backend {
    const char *scheme; /* "sqlite" of "sqlite:FILE" */
    const char *form;   /* "sqlite:FILE" */
    /* *out is NULL after PAUA_OK for an empty file that is only read. */
    paua_status (*open)(const char *where, enum store_mode mode, void **out,
                        char message[STORE_MESSAGE_MAX]);
    /* `discard`: nothing was committed; what open() has created is removed. */
    void (*close)(void *database, bool discard);
    const char *(*name)(void *database); /* what messages call it */

    /* The connections, for writing and for reading. */
    struct sql *(*writer)(void *database);
    struct sql *(*reader)(void *database);
    /* Why writes are refused: they would be lost, or the store is damaged. NULL: they are not. From
     * any thread. */
    const char *(*displaced)(void *database);
    paua_status (*begin)(void *database);
    /* What may fail or hang before the commit, so that nothing is committed. NULL: nothing. */
    paua_status (*prepare)(void *database);
    paua_status (*commit)(void *database);
    void (*rollback)(void *database); /* the current transaction, if there is one */
    /* After a rollback: erases what a failed commit may have left in the file, so that it does not
     * come back after a crash, as far as the disk can still be written. */
    void (*erase)(void *database);
    /* *running_ms becomes that of the store where another server's is ahead. */
    paua_status (*save_running)(void *database, int64_t *running_ms);
    void (*set_limit)(void *database, int64_t bytes); /* by the writing thread, or before it */
    /* From now on calls give up after this time where they can do so and know what has happened: a
     * commit that was sent is waited for. Between two calls. */
    void (*set_deadline)(void *database, int deadline_ms);
    /* Whether a call that was given up has not ended yet, so that all others fail. From any thread.
     * catch_up(): by the reading thread, looks whether its own has ended. NULL: there are none, or
     * they end by themselves. */
    bool (*is_behind)(void *database);
    void (*catch_up)(void *database);

    /* Several servers (change_feed.h): NULL where there is but one. notify() adds a line
     * (subscription.h) to the current transaction. await_changes() calls `each` with the commits
     * of others, waits at most wait_ms for some, and returns early when `wake` can be read;
     * *missed: some may be lost. find_servers() finds out which servers there are, and calls
     * `adopt` for each pending game that it takes over from one that is gone; *departed: there was
     * one, and these slots are there. These two are called by one thread, the others by any. */
    void (*notify)(void *database, const char *line);
    paua_status (*await_changes)(void *database, int wake, int wait_ms, bool *missed,
                                 void (*each)(const char *commit, void *context), void *context);
    paua_status (*find_servers)(void *database, unsigned *departed,
                                void (*adopt)(const char *id, void *context), void *context);
    bool (*leads)(void *database);
    bool (*is_shared)(void *database); /* other servers were there at the last check */

    /* All that the reader reads in between is as it was at one moment. */
    paua_status (*begin_snapshot)(void *database);
    void (*end_snapshot)(void *database);
    paua_status (*running)(void *database, int64_t *running_ms);
    paua_status (*bytes)(void *database, int64_t *bytes);

    /* For a database that is open for reading (maintenance.h). */
    /* Games, as far as a damaged file has them. NULL: those of the table. */
    paua_status (*games)(void *database, bool (*each)(const char *id, void *context),
                         void *context);
    /* Checks the structure, beside the rows, which consistency.c checks. *more: the caller wants
     * more problems. NULL: the database looks after itself. */
    paua_status (*check_structure)(void *database, bool (*each)(const char *problem, void *context),
                                   void *context, bool *more);
    paua_status (*copy)(void *database, const char *path, char message[STORE_MESSAGE_MAX]);

    /* dump.h: whether a store that is read is of the current version (NULL: always), and what makes
     * new keys continue after those that were written (NULL: they do). */
    bool (*is_current)(void *database);
    const char *continue_keys;
    /* For a database that nobody has open. */
    paua_status (*migrate)(const char *where, struct store_migration *wanted,
                           char message[STORE_MESSAGE_MAX]);
} store_backend;

/* Prepares and commits the current transaction. */
paua_status backend_commit(const store_backend *backend, void *database);

#endif /* STORE_BACKEND_H */
