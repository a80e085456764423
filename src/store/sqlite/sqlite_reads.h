/* sqlite_reads.h - a disk that cannot be read is not a damaged file. SQLite calls both damage:
 * it takes EIO for a sign of it (SQLITE_IOERR_CORRUPTFS), and PRAGMA quick_check has only texts.
 */
#ifndef STORE_SQLITE_READS_H
#define STORE_SQLITE_READS_H

#include "store/sqlite/sqlite_timed_read.h"

/* The name of the VFS that watches reads; NULL: out of memory. */
const char *sqlite_reads_vfs(void);

/* Whether a read has failed in this thread since the last call of sqlite_reads_forget(): 0, or its
 * errno. */
int sqlite_reads_failure(void);
void sqlite_reads_forget(void);

/* A statement begins in this thread, with a failure forgotten, whose reads are given up after a
 * time, unless that is NULL; and it ends. */
void sqlite_reads_begin(struct timed_reads *reads);
void sqlite_reads_end(void);

#endif
