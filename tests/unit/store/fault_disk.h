/* fault_disk.h - a disk that fails, for SQLite: the default VFS of a test program. An operation
 * fails once or from then on, or the power goes: then everything fails, and when all files are
 * closed they become what a disk could have kept of them.
 *
 * Files are kept on the real disk; the disk of the test is what it would have after a power cut:
 * of each file what it had at its last sync, and any part of what was written since. A file that
 * was never synced is not there. Memory shared by processes (the index of a log) is not on it.
 */
#ifndef FAULT_DISK_H
#define FAULT_DISK_H

#include <stdbool.h>
#include <stdint.h>

enum disk_operation {
    DISK_OPEN,
    DISK_READ,
    DISK_WRITE,
    DISK_SYNC,
    DISK_TRUNCATE,
    DISK_DELETE,
    DISK_OPERATIONS,
    DISK_ANY = DISK_OPERATIONS /* that changes a file */
};

/* What a disk keeps of that which was not synced. */
enum disk_loss {
    LOSE_ALL,
    LOSE_REST,    /* the first operations are kept, of the last one some sectors */
    LOSE_SECTORS, /* any sectors */
    LOSE_NOTHING, /* as if the process had been killed */
    LOSSES
};

/* Makes it the default VFS. Once, before anything is opened. */
void disk_install(void);

/* Forgets all files and faults and begins to count operations. All files must be closed. */
void disk_reset(void);

/* The Nth operation of a kind from now on fails, alone or with all of its kind after it. */
void disk_fail(enum disk_operation kind, long number, bool for_ever);

/* The power goes before the Nth operation that changes a file. */
void disk_cut_at(long number);
/* It goes now. */
void disk_cut(void);
bool disk_is_cut(void);

/* How many operations of a kind there were since disk_reset(), and how many have failed. */
long disk_count(enum disk_operation kind);
long disk_failed(void);

/* After a cut, with all files closed: the files become what the disk has kept. */
void disk_lose(enum disk_loss loss, uint64_t *random);

#endif
