/* sqlite_scan.c - runs PRAGMA quick_check beside a server. */
#include "store/sqlite/sqlite_scan.h"

#include <stdio.h>

#include "store/sqlite/sqlite_file.h"
#include "store/sqlite/sqlite_reads.h"

/* The thread. A disk that cannot be read is noticed by whoever needs what is there. */
static void *scan_run(void *context)
{
    struct sqlite_scan *scan = context;
    char found[120];

    sqlite_reads_forget();
    if (!sqlite_structure_whole(scan->connection, found, sizeof found) && !sqlite_reads_failure() &&
        !atomic_load(&scan->ending)) {
        snprintf(scan->finding, sizeof scan->finding, "is damaged: %s", found);
        atomic_store(&scan->damaged, true);
    }
    atomic_store(&scan->ended, true);
    return NULL;
}

bool sqlite_scan_begin(struct sqlite_scan *scan, const char *path)
{
    if (sqlite_connect(path, SQLITE_OPEN_READONLY, &scan->connection) &&
        pthread_create(&scan->thread, NULL, scan_run, scan) == 0)
        return true;
    sqlite3_close(scan->connection);
    scan->connection = NULL;
    return false;
}

void sqlite_scan_end(struct sqlite_scan *scan)
{
    if (!scan->connection)
        return;
    /* An interrupt ends only a statement that is running: repeat it. */
    atomic_store(&scan->ending, true);
    while (!atomic_load(&scan->ended)) {
        sqlite3_interrupt(scan->connection);
        sqlite3_sleep(1);
    }
    pthread_join(scan->thread, NULL);
    sqlite3_close(scan->connection);
    scan->connection = NULL;
}

const char *sqlite_scan_finding(const struct sqlite_scan *scan)
{
    return atomic_load(&scan->damaged) ? scan->finding : NULL;
}
