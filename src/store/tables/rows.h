/* rows.h - the list of the tables of a store: their columns, and what becomes of their rows when a
 * game is removed, an account closed or exported, a store repaired. A test requires every table of
 * both schemas to be listed with all of its columns, and every column with the id of an account or
 * of a game to be named (tests/unit/server/test_service_tables.c).
 *
 * Who adds a table answers each question below. Made of the list are the statements of dump.c and
 * store_lines.c, what is removed with a game (games.c) and with an account (closed_account.c), the
 * checks of consistency.c, what `paua store repair` copies and when (repair_accounts.c), what other
 * servers are notified of (store_announce()), and the names in an account's export.
 *
 * What can be made again from the rows (indexes, the version, who writes) is not listed.
 */
#ifndef STORE_ROWS_H
#define STORE_ROWS_H

#include "store/core/change_feed.h"

#define STORE_COLUMNS_MAX 16

/* The tables, in the order in which loops go through them and a dump has them. */
enum store_table_id {
    STORE_TABLE_GAME,
    STORE_TABLE_EVENT,
    STORE_TABLE_ARCHIVE_TEXT,
    STORE_TABLE_ARCHIVE_COUNT,
    STORE_TABLE_ARCHIVE_MARK,
    STORE_TABLE_PLAYED_COUNT,
    STORE_TABLE_RUNNING,
    STORE_TABLE_ACCOUNT,
    STORE_TABLE_LOGIN,
    STORE_TABLE_SEAT,
    STORE_TABLE_RATING,
    STORE_TABLE_RATING_HISTORY,
    STORE_TABLE_PAIR_GAME,
    STORE_TABLE_SENDING,
    STORE_TABLE_MESSAGE,
    STORE_TABLE_BLOCK,
    STORE_TABLE_REPORT,
    STORE_TABLE_CONDITIONAL,
    STORE_TABLE_VACATION,
    STORE_TABLE_REMINDER,
    STORE_TABLE_SUBSCRIPTION,
    STORE_TABLE_ADDRESS,
    STORE_TABLE_MAIL,
    STORE_TABLE_MAIL_SEEN,
    STORE_TABLE_MAIL_ITEM,
    STORE_TABLE_MAIL_CHOICE,
    STORE_TABLE_SECRET,
    STORE_TABLE_TOURNAMENT,
    STORE_TABLES
};

/* What happens to a row when its game is removed, or its account closed. */
enum store_fate {
    STORE_KEPT,
    STORE_REMOVED, /* in the same transaction */
    STORE_SWEPT    /* lists leave it out at once, the housekeeping removes it */
};

/* When `paua store repair` copies the rows of a table that are whole. */
enum store_repair {
    STORE_COPIED,              /* once, all of them */
    STORE_COPIED_WITH_ACCOUNT, /* those of an account, after it */
    STORE_COPIED_WITH_GAME,    /* those of a game, after it */
    STORE_MADE_ANEW            /* never: from rows of other tables, or by the next server */
};

#define STORE_NOT_ANNOUNCED STORE_CHANGE_KINDS
#define STORE_NOT_CHECKED   ""

typedef struct store_table {
    const char *name;
    const char *columns; /* "game, number, ..." */
    const char *types;   /* a letter for each: i(nteger), r(eal), t(ext), b(lob) */
    const char *order;   /* how its rows are sorted */

    const char *owner; /* the column with the id of the account that has the row; NULL: none */
    const char *peer;  /* the column with the id of another account; NULL: none */
    const char *game;  /* the column with the key (an integer) or the id (a text) of a game */

    /* Where GET /account/export has the rows of the account; NULL: nobody owns them, or they are
     * secrets of the server. "": what the account object has itself. */
    const char *exported;

    /* What the repair calls rows that it cannot read. NULL: repair_accounts.c copies none. */
    const char *rows;
    /* The consistency check: returns how many rows belong to no account or game, as a text that
     * says so, or "". Tables with one text for all of them have the same check. NULL: its rows
     * belong to nothing. STORE_NOT_CHECKED: it leaves them out. */
    const char *check;
    enum store_repair repair;
    /* What other servers are notified of when a row changes: a kind, or STORE_NOT_ANNOUNCED. */
    enum store_cluster_change_kind announced;

    enum store_fate with_game;    /* when a game that nobody has played is removed */
    enum store_fate with_account; /* when the account that has the row is closed */
    /* Removes the rows of a game by its id, ?1, if it may be removed. NULL: not STORE_REMOVED. */
    const char *remove_with_game;
    /* Removes the rows of an account by its id, ?1. NULL: not STORE_REMOVED. */
    const char *remove_with_account;
} store_table;

extern const store_table store_tables[STORE_TABLES];

/* For change_type.describe (change.h): writes what other servers are notified of when a row of this
 * table changes, and whose it is: the id of an account, game or tournament. False: of nothing. */
bool store_announce(enum store_table_id table, const char *id, store_cluster_change *out);

#endif /* STORE_ROWS_H */
