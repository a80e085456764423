/* file.c - atomic replacement by write, fsync, rename, fsync of the folder (POSIX; Pillai et al.,
 * "All File Systems Are Not Created Equal", OSDI 2014, say why each is needed), files that end with
 * their checksum, and a stream of the C library with a write function of its own (fopencookie()),
 * which appends to an array. */
#define _GNU_SOURCE /* asprintf, flock, fopencookie, O_DIRECTORY */
#include "base/file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"

enum { PIECE_BYTES = 1 << 24, NEW_FILE_MODE = 0666, LOCK_FILE_MODE = 0600 };

/* ---- descriptors ---- */

bool file_write(int file, const void *bytes, size_t count)
{
    for (const uint8_t *at = bytes; count > 0;) {
        ssize_t done = write(file, at, count < PIECE_BYTES ? count : PIECE_BYTES);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return false;
        at += done;
        count -= (size_t)done;
    }
    return true;
}

bool file_write_at(int file, const void *bytes, size_t count, uint64_t at)
{
    for (const uint8_t *from = bytes; count > 0;) {
        ssize_t done = pwrite(file, from, count < PIECE_BYTES ? count : PIECE_BYTES, (off_t)at);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return false;
        from += done;
        at += (uint64_t)done;
        count -= (size_t)done;
    }
    return true;
}

bool file_sync(int file)
{
    return fsync(file) == 0 || errno == EINVAL || errno == EROFS || errno == ENOTSUP;
}

bool file_sync_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) + 1 : 1;
    char folder[PATH_MAX];
    if (length >= sizeof folder) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(folder, slash ? path : ".", length);
    folder[length] = '\0';
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0)
        return errno == EACCES;
    bool good = file_sync(file);
    int error = errno;
    close(file);
    errno = error;
    return good;
}

const char *file_error_text(int error)
{
    if (error == EBUSY)
        return "another process is writing to it";
    return error == ENOTUNIQ ? "the '.part' or '.lock' file beside it is a link, or not yours"
                             : strerror(error);
}

/* ---- one writer at a time ---- */

bool file_lock(int file)
{
    if (flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
        return true;
    errno = EBUSY;
    return false;
}

/* Whether the locked file is still what the name stands for: the writer that had the lock may have
 * renamed it. One that was there before must be ours, or another user could change it later. */
static bool file_is_named(int file, const char *name, bool existed)
{
    struct stat own, named;
    if (fstat(file, &own) != 0 || lstat(name, &named) != 0 || own.st_dev != named.st_dev ||
        own.st_ino != named.st_ino) {
        errno = EBUSY;
        return false;
    }
    errno = ENOTUNIQ;
    return S_ISREG(own.st_mode) && own.st_nlink == 1 && (!existed || own.st_uid == geteuid());
}

/* Opens a file of Paua's own, which never is a link, locked; -1: errno says why. `mode`: if it is
 * new. */
static int file_open_locked(const char *name, mode_t mode)
{
    const int flags = O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    int file = open(name, flags | O_CREAT | O_EXCL, mode);
    bool existed = file < 0 && errno == EEXIST;
    if (existed)
        file = open(name, flags);
    if (file < 0) {
        /* ELOOP: a link; ENXIO: a pipe; EACCES: not ours; ENOENT: its writer has just renamed it */
        if (existed && (errno == ELOOP || errno == ENXIO || errno == EISDIR || errno == EACCES))
            errno = ENOTUNIQ;
        else if (existed && errno == ENOENT)
            errno = EBUSY;
        return -1;
    }
    if (file_lock(file) && file_is_named(file, name, existed))
        return file;
    int error = errno;
    close(file);
    errno = error;
    return -1;
}

/* The file at the end of all links, or the path itself where there is none. */
static char *file_target(const char *path, bool exists)
{
    return exists ? realpath(path, NULL) : strdup(path);
}

paua_status file_claim(struct file_claim *claim, const char *path)
{
    struct stat about;
    *claim = (struct file_claim){.file = -1};
    bool exists = stat(path, &about) == 0;
    if (exists && !S_ISREG(about.st_mode))
        return PAUA_OK;
    char *target = file_target(path, exists);
    if (!target)
        return errno == ENOMEM ? PAUA_ERROR_NO_MEMORY : PAUA_ERROR_IO;
    paua_status status = file_claim_any(claim, target);
    int error = errno;
    free(target);
    errno = error;
    return status;
}

paua_status file_claim_any(struct file_claim *claim, const char *path)
{
    *claim = (struct file_claim){.file = -1};
    if (asprintf(&claim->name, "%s.lock", path) < 0) {
        claim->name = NULL;
        return PAUA_ERROR_NO_MEMORY;
    }
    claim->file = file_open_locked(claim->name, LOCK_FILE_MODE);
    if (claim->file >= 0)
        return PAUA_OK;
    int error = errno;
    free(claim->name);
    claim->name = NULL;
    errno = error;
    return PAUA_ERROR_IO;
}

void file_release(struct file_claim *claim)
{
    if (!claim->name)
        return;
    unlink(claim->name);
    close(claim->file);
    free(claim->name);
    *claim = (struct file_claim){.file = -1};
}

/* ---- replacing a file ---- */

/* Opens PATH.part, empty and locked; -1: errno says why. */
static int file_open_part(const char *part)
{
    int file = file_open_locked(part, NEW_FILE_MODE);
    if (file < 0 || ftruncate(file, 0) == 0)
        return file;
    int error = errno;
    close(file);
    errno = error;
    return -1;
}

/* Closes the writer; unless it has been renamed, PATH.part is removed while it is locked. */
static void file_abandon(struct file_writer *writer)
{
    int error = errno;
    if (writer->file >= 0) {
        if (writer->part)
            unlink(writer->part);
        close(writer->file);
    }
    free(writer->path);
    free(writer->part);
    free(writer->old);
    *writer = (struct file_writer){.file = -1};
    errno = error;
}

/* Opens PATH.part with the mode of the file that it will replace; `before` is that file, or
 * NULL. The caller releases the writer on failure. */
static paua_status file_create_part(struct file_writer *writer, const char *path,
                                    const struct stat *before)
{
    writer->path = file_target(path, before != NULL);
    if (!writer->path)
        return errno == ENOMEM ? PAUA_ERROR_NO_MEMORY : PAUA_ERROR_IO;
    if (before && access(writer->path, W_OK) != 0)
        return PAUA_ERROR_IO;
    char *part;
    if (asprintf(&part, "%s.part", writer->path) < 0)
        return PAUA_ERROR_NO_MEMORY;
    writer->part = part;
    writer->file = file_open_part(writer->part);
    if (writer->file < 0 || (before && fchmod(writer->file, before->st_mode & 07777) != 0))
        return PAUA_ERROR_IO;
    return PAUA_OK;
}

paua_status file_create(struct file_writer *writer, const char *path)
{
    struct stat before;
    *writer = (struct file_writer){.file = -1};
    sha256_begin(&writer->sum);
    bool exists = stat(path, &before) == 0;
    if (!exists && errno != ENOENT)
        return PAUA_ERROR_IO;
    paua_status status;
    if (exists && !S_ISREG(before.st_mode)) {
        writer->file = open(path, O_WRONLY | O_CLOEXEC);
        status = writer->file >= 0 ? PAUA_OK : PAUA_ERROR_IO;
    } else {
        status = file_create_part(writer, path, exists ? &before : NULL);
    }
    if (status != PAUA_OK)
        file_abandon(writer);
    return status;
}

/* Keeps errno of a failed write until the end, where it is reported. */
static void file_note(struct file_writer *writer, bool good)
{
    if (!good)
        writer->error = errno;
}

void file_put(struct file_writer *writer, const void *bytes, size_t count)
{
    if (writer->error)
        return;
    sha256_add(&writer->sum, bytes, count);
    file_note(writer, file_write(writer->file, bytes, count));
}

void file_put_sum(struct file_writer *writer)
{
    uint8_t sum[SHA256_BYTES];
    if (writer->error)
        return;
    sha256_end(&writer->sum, sum);
    file_note(writer, file_write(writer->file, sum, sizeof sum));
}

void file_put_at(struct file_writer *writer, const void *bytes, size_t count, uint64_t at)
{
    if (!writer->error)
        file_note(writer, file_write_at(writer->file, bytes, count, at));
}

/* Whether the disk has all bytes. */
static bool file_is_written(struct file_writer *writer)
{
    if (!writer->error)
        file_note(writer, file_sync(writer->file));
    errno = writer->error;
    return !writer->error;
}

/* Gives the old file a second name, so that it can come back; true also where there is none. */
static bool file_keep_old(struct file_writer *writer)
{
    if (!writer->part)
        return true;
    char *old;
    if (asprintf(&old, "%s.old", writer->part) < 0) {
        errno = ENOMEM;
        return false;
    }
    writer->old = old;
    unlink(writer->old);
    if (link(writer->path, writer->old) == 0)
        return true;
    /* A file system without second names: the old file is away until the new one is there. */
    struct stat about;
    bool exists = lstat(writer->path, &about) == 0;
    if (exists && S_ISREG(about.st_mode) && rename(writer->path, writer->old) == 0)
        return true;
    bool none = !exists && errno == ENOENT;
    if (exists && !S_ISREG(about.st_mode))
        errno = EEXIST;
    free(writer->old);
    writer->old = NULL;
    return none;
}

/* PATH.part becomes PATH. */
static bool file_rename(struct file_writer *writer)
{
    if (writer->part && rename(writer->part, writer->path) != 0)
        return false;
    free(writer->part);
    writer->part = NULL;
    return true;
}

/* Undoes file_keep_old() and file_rename(), as far as they went. Where both names still stand for
 * the old file, rename() does nothing. */
static void file_restore(struct file_writer *writer)
{
    if (writer->old && rename(writer->old, writer->path) == 0)
        unlink(writer->old);
    else if (writer->path && !writer->part && !writer->old)
        unlink(writer->path);
}

/* Makes all renames last, then removes the old files' second names. Returns `count`, or the number
 * of the file whose folder could not be synced, with *error. */
static int file_sync_folders(struct file_writer *writers, int count, int *error)
{
    int failed = count;
    for (int i = 0; i < count; i++) {
        if (writers[i].path && !file_sync_folder(writers[i].path) && failed == count) {
            failed = i;
            *error = errno;
        }
        if (writers[i].old)
            unlink(writers[i].old);
    }
    return failed;
}

/* Renames all files and returns `count`, or the number of the one that failed: then the old files
 * are back, unless only a folder could not be synced. */
static int file_rename_all(struct file_writer *writers, int count)
{
    int done = 0;
    while (done < count && (done == count - 1 || file_keep_old(&writers[done])) &&
           file_rename(&writers[done]))
        done++;
    int error = errno;
    for (int i = done; done < count && i >= 0; i--)
        file_restore(&writers[i]);
    if (done == count)
        done = file_sync_folders(writers, count, &error);
    errno = error;
    return done;
}

paua_status file_finish_all(struct file_writer *writers, int count, paua_status status, int *failed)
{
    int done = 0;
    if (status == PAUA_OK) {
        while (done < count && file_is_written(&writers[done]))
            done++;
        if (done == count)
            done = file_rename_all(writers, count);
        if (done < count)
            status = PAUA_ERROR_IO;
    }
    if (failed)
        *failed = done;
    for (int i = 0; i < count; i++)
        file_abandon(&writers[i]);
    return status;
}

paua_status file_finish(struct file_writer *writer, paua_status status)
{
    return file_finish_all(writer, 1, status, NULL);
}

paua_status file_replace(const char *path, const void *bytes, size_t count)
{
    struct file_writer writer;
    paua_status status = file_create(&writer, path);
    if (status != PAUA_OK)
        return status;
    file_put(&writer, bytes, count);
    return file_finish(&writer, PAUA_OK);
}

/* ---- reading a file that ends with its sum ---- */

paua_status file_open(struct file_reader *reader, const char *path)
{
    *reader = (struct file_reader){.file = open(path, O_RDONLY | O_CLOEXEC)};
    sha256_begin(&reader->sum);
    if (reader->file >= 0)
        return PAUA_OK;
    return errno == ENOENT ? PAUA_ERROR_NOT_FOUND : PAUA_ERROR_IO;
}

void file_get(struct file_reader *reader, void *bytes, uint64_t count)
{
    for (uint8_t *at = bytes; count > 0 && !reader->failed;) {
        ssize_t done = read(reader->file, at, count < PIECE_BYTES ? (size_t)count : PIECE_BYTES);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0) {
            reader->failed = true;
            return;
        }
        sha256_add(&reader->sum, at, (size_t)done);
        at += done;
        count -= (uint64_t)done;
    }
}

paua_status file_check_sum(struct file_reader *reader)
{
    uint8_t sum[SHA256_BYTES], stored[SHA256_BYTES], more;
    sha256_end(&reader->sum, sum);
    file_get(reader, stored, sizeof stored);
    if (reader->failed || memcmp(sum, stored, sizeof sum) != 0)
        return PAUA_ERROR_CORRUPT;
    return read(reader->file, &more, 1) == 0 ? PAUA_OK : PAUA_ERROR_CORRUPT;
}

void file_close(struct file_reader *reader)
{
    if (reader->file >= 0)
        close(reader->file);
    reader->file = -1;
}

/* ---- a text in memory ---- */

/* The stream hands over what it has buffered. Returns the number of bytes taken: none on failure,
 * after which nothing more is taken. */
static ssize_t write_bytes(void *context, const char *bytes, size_t size)
{
    struct memory_file *file = context;

    if (file->failed || !ARRAY_RESERVE(file->bytes, file->capacity, file->size + size + 1)) {
        file->failed = true;
        return 0;
    }
    memcpy(file->bytes + file->size, bytes, size);
    file->size += size;
    return (ssize_t)size;
}

bool memory_file_open(struct memory_file *file)
{
    *file = (struct memory_file){0};
    file->to = fopencookie(file, "w", (cookie_io_functions_t){.write = write_bytes});
    return file->to != NULL;
}

char *memory_file_close(struct memory_file *file, size_t *size)
{
    bool failed = ferror(file->to) != 0;

    failed |= fclose(file->to) != 0;
    failed |= file->failed || !ARRAY_RESERVE(file->bytes, file->capacity, file->size + 1);
    if (failed) {
        free(file->bytes);
        *size = 0;
        return NULL;
    }
    file->bytes[file->size] = '\0';
    *size = file->size;
    return file->bytes;
}
