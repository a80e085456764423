/* sqlite_reads.h - reads that fail, and reads that last too long.
 *
 * A disk that cannot be read is not a damaged file. SQLite calls both damage: it takes EIO for a
 * sign of it (SQLITE_IOERR_CORRUPTFS), and PRAGMA quick_check has only texts.
 *
 * Reads are given up when the disk does not answer in time. A thread reads, so that whoever waits
 * for it, and has others to answer, can go on without it.
 */
#ifndef STORE_SQLITE_READS_H
#define STORE_SQLITE_READS_H

#include <stdbool.h>

struct timed_reads;

/* For one connection, which one thread uses at a time. NULL: out of memory. */
struct timed_reads *timed_reads_new(void);

/* Ends the thread. False: it is stuck in a read; it keeps all it needs, among that the files, which
 * must not be closed. NULL is allowed. */
bool timed_reads_free(struct timed_reads *reads);

/* How long the reads of one statement may take in all; 0 (at first): for ever. Between two
 * statements. */
void timed_reads_set_deadline(struct timed_reads *reads, int deadline_ms);

/* Whether a read that was given up has not ended yet. From any thread. */
bool timed_reads_hang(struct timed_reads *reads);

/* The name of the VFS that watches reads; NULL: out of memory. */
const char *sqlite_reads_vfs(void);

/* Whether a read has failed in this thread since the last call of sqlite_reads_forget(): 0, or its
 * errno. */
int sqlite_reads_failure(void);
void sqlite_reads_forget(void);

/* A statement begins in this thread, with a failure forgotten, whose reads are given up after a
 * time, unless `reads` is NULL. Returns what sqlite_reads_end() wants: the reads of the statement
 * around it, which go on then; one on the same connection is part of that statement's time. */
struct timed_reads *sqlite_reads_begin(struct timed_reads *reads);
void sqlite_reads_end(struct timed_reads *outer);

#endif /* STORE_SQLITE_READS_H */
