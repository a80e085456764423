/* file.h - files that are replaced as a whole, files that end with the SHA-256 of their bytes, and
 * texts that are written like a file and kept in memory.
 *
 * One policy for every file that Paua replaces: the new bytes go to PATH.part in the same folder;
 * when the disk has them (fsync), PATH.part is renamed to PATH and the folder is synced. Whatever
 * happens, PATH is the old file or the new one. Links are followed; a file that is replaced keeps
 * its permissions, and one that may not be written is not replaced. PATH.part is locked (flock): a
 * second writer of the same file is refused with EBUSY, and what a killed process left is
 * overwritten. A link by the name PATH.part is never followed (ENOTUNIQ). A PATH that is no plain
 * file (a pipe, a terminal, a device) is written to directly. Who works long before it writes, or
 * keeps a checkpoint beside PATH, claims PATH first.
 *
 * Functions that return a paua_status return PAUA_OK, PAUA_ERROR_NO_MEMORY, or PAUA_ERROR_IO with
 * errno set, unless they say more. A writer or a reader is used by one thread at a time.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <paua/status.h>

#include "base/sha256.h"

/* ---- one writer at a time ---- */

/* What is being written by this process: PATH.lock exists and is locked. */
struct file_claim {
    int file;   /* -1: nothing claimed */
    char *name; /* owned; PATH.lock. NULL: nothing claimed */
};

/* Claims PATH, whether or not it exists; a PATH that is no plain file needs no claim. PAUA_ERROR_IO
 * with EBUSY: another process has claimed it. Where a file system has no locks, it does without. */
paua_status file_claim(struct file_claim *claim, const char *path);
/* The same whatever PATH is; links at its end are not followed. */
paua_status file_claim_any(struct file_claim *claim, const char *path);

/* Removes PATH.lock. A claim that is all zeros, failed or has been released may be given. */
void file_release(struct file_claim *claim);

/* Locks an open file until it is closed. False, with EBUSY: somebody else has locked it. */
bool file_lock(int file);

/* ---- replacing a file ---- */

struct file_writer {
    int file;   /* open for writing, also by the caller; -1: closed */
    int error;  /* errno of the first write that failed, or 0 */
    char *path; /* owned; what is replaced, at the end of all links. NULL: written directly */
    char *part; /* owned; PATH.part until it has been renamed */
    char *old;  /* owned; a second name of the old file inside file_finish_all(), or NULL */
    struct sha256 sum; /* of what file_put() wrote */
};

/* Opens PATH.part. On failure nothing is left open, and file_finish() may still be called. */
paua_status file_create(struct file_writer *writer, const char *path);

/* Appends the bytes. A failure is kept until file_finish(); nothing more is written then. */
void file_put(struct file_writer *writer, const void *bytes, size_t count);

/* Appends the SHA-256 of all that file_put() wrote. */
void file_put_sum(struct file_writer *writer);

/* Writes the bytes at an offset, outside of the sum. Failures are kept like those of file_put(). */
void file_put_at(struct file_writer *writer, const void *bytes, size_t count, uint64_t at);

/* Puts the file in its place if `status` is PAUA_OK and nothing failed; otherwise removes
 * PATH.part, and PATH is as it was. Returns `status`, or the failure of the file itself; errno
 * stays that of the first failure. When only the folder could not be synced, PATH is the new file
 * and the result PAUA_ERROR_IO: a power cut could bring the old one back. */
paua_status file_finish(struct file_writer *writer, paua_status status);

/* The same for several files: all are replaced, or none. (Only a crash between two renames can part
 * them.) *failed, which may be NULL, is the number of the file that failed. */
paua_status file_finish_all(struct file_writer *writers, int count, paua_status status,
                            int *failed);

/* Replaces a file by these bytes. */
paua_status file_replace(const char *path, const void *bytes, size_t count);

/* ---- reading a file that ends with its sum ---- */

struct file_reader {
    int file;    /* -1: closed */
    bool failed; /* a read failed, or the file was too short */
    struct sha256 sum;
};

/* Opens the file. Also PAUA_ERROR_NOT_FOUND. On failure file_close() may still be called. */
paua_status file_open(struct file_reader *reader, const char *path);

/* Reads the next bytes. After a failure they are undefined, and so is all that follows. */
void file_get(struct file_reader *reader, void *bytes, uint64_t count);

/* Reads the sum. PAUA_OK: it is right, and the file ends there. Otherwise PAUA_ERROR_CORRUPT. */
paua_status file_check_sum(struct file_reader *reader);

void file_close(struct file_reader *reader);

/* ---- a text in memory ---- */

/* Written like any file. open_memstream() is not used for that: in glibc it does not say that an
 * allocation has failed, and the text is cut off or gone. */
struct memory_file {
    FILE *to; /* where to write */
    char *bytes;
    size_t size, capacity;
    bool failed;
};

/* Must not move until it is closed. False: out of memory. */
bool memory_file_open(struct memory_file *file);

/* Ends an open file. Returns what was written (free()), with a NUL behind it, and the size without
 * it; or NULL and 0: out of memory. */
char *memory_file_close(struct memory_file *file, size_t *size);

/* ---- descriptors ---- */

/* Write all bytes, however many calls that takes; errno says why not. */
bool file_write(int file, const void *bytes, size_t count);
bool file_write_at(int file, const void *bytes, size_t count, uint64_t at);

/* Waits until the disk has what was written. A file without a disk (a pipe, a terminal) is no
 * failure. */
bool file_sync(int file);

/* Waits until the disk knows the name of a file that was made or renamed. A folder that may not be
 * read is no failure. */
bool file_sync_folder(const char *path);

/* What to show a person: strerror(), and words for the two errors that mean something special
 * here, EBUSY and ENOTUNIQ. */
const char *file_error_text(int error);

#endif
