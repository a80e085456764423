/* sqlite_timed_read.h - reads of a file that are given up when the disk does not answer in time. A
 * thread reads, so that whoever waits for it, and has others to answer, can go on without it.
 */
#ifndef STORE_SQLITE_TIMED_READ_H
#define STORE_SQLITE_TIMED_READ_H

#include <stdbool.h>

#include <sqlite3.h>

struct timed_reads;

/* For one connection, which one thread uses at a time. NULL: out of memory. */
struct timed_reads *timed_reads_new(void);

/* Ends the thread. False: it is stuck in a read; it keeps all it needs, among that the files, which
 * must not be closed. NULL is allowed. */
bool timed_reads_free(struct timed_reads *reads);

/* How long the reads of one statement may take in all; 0 (at first): for ever. Between two
 * statements. */
void timed_reads_set_deadline(struct timed_reads *reads, int deadline_ms);

/* A statement begins. */
void timed_reads_begin(struct timed_reads *reads);

/* The xRead of a file; SQLITE_BUSY if it was given up, or an earlier one still hangs. */
int timed_read(struct timed_reads *reads, sqlite3_file *file, void *to, int count,
               sqlite3_int64 at);

/* Whether a read that was given up has not ended yet. From any thread. */
bool timed_reads_hang(struct timed_reads *reads);

#endif /* STORE_SQLITE_TIMED_READ_H */
