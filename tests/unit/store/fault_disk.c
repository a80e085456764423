/* fault_disk.c - the failing disk, a shim (store/sqlite/sqlite_shim.h). It keeps for each file the
 * bytes at its last sync and a list of the changes since. */
#define _GNU_SOURCE
#include "fault_disk.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/random.h"
#include "store/sqlite/sqlite_shim.h"

enum { FILES_MAX = 8, SECTOR = 512 };

/* A write, or a truncation to `at` bytes (bytes is NULL). */
struct change {
    struct change *next;
    size_t at, size;
    uint8_t *bytes;
};

/* Bytes that grow. */
struct content {
    uint8_t *bytes;
    size_t size;
};

struct disk_file {
    char path[128];
    bool synced; /* it is on the disk */
    struct content content;
    struct change *first, **last;
};

/* An open file. */
struct open_file {
    struct sqlite_shim_file shim;
    struct disk_file *disk; /* NULL: a temporary one */
};

static struct sqlite_shim shim;
static sqlite3_io_methods methods;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* guards what follows */
static struct disk_file files[FILES_MAX];
static long counts[DISK_OPERATIONS + 1], fail_at[DISK_OPERATIONS], cut_at, failed;
static bool fail_for_ever[DISK_OPERATIONS], power_cut;

/* Ends the test where memory is out or a limit is too low. */
static void require(bool condition)
{
    if (!condition)
        abort();
}

/* ---- what the disk has ---- */

static void content_resize(struct content *content, size_t size)
{
    uint8_t *bytes = realloc(content->bytes, size ? size : 1);

    require(bytes);
    if (size > content->size)
        memset(bytes + content->size, 0, size - content->size);
    *content = (struct content){bytes, size};
}

static void content_write(struct content *content, const uint8_t *bytes, size_t size, size_t at)
{
    if (at + size > content->size)
        content_resize(content, at + size);
    memcpy(content->bytes + at, bytes, size);
}

static void change_apply(struct content *content, const struct change *change)
{
    if (change->bytes)
        content_write(content, change->bytes, change->size, change->at);
    else
        content_resize(content, change->at);
}

/* Forgets the changes since the last sync. */
static void changes_drop(struct disk_file *file)
{
    while (file->first) {
        struct change *next = file->first->next;

        free(file->first->bytes);
        free(file->first);
        file->first = next;
    }
    file->last = &file->first;
}

static void change_add(struct disk_file *file, const void *bytes, size_t size, size_t at)
{
    struct change *change = calloc(1, sizeof *change);

    require(change);
    *change = (struct change){.at = at, .size = size};
    if (bytes) {
        change->bytes = malloc(size);
        require(change->bytes);
        memcpy(change->bytes, bytes, size);
    }
    *file->last = change;
    file->last = &change->next;
}

/* The file of this path; one that is there already has been synced. */
static struct disk_file *file_find(const char *path)
{
    struct stat about;
    int i = 0;

    while (i < FILES_MAX && files[i].path[0] && strcmp(files[i].path, path) != 0)
        i++;
    require(i < FILES_MAX);
    if (!files[i].path[0]) {
        snprintf(files[i].path, sizeof files[i].path, "%s", path);
        files[i].last = &files[i].first;
        files[i].synced = stat(path, &about) == 0;
        if (files[i].synced) {
            FILE *from = fopen(path, "rb");

            content_resize(&files[i].content, (size_t)about.st_size);
            if (!from || fread(files[i].content.bytes, 1, files[i].content.size, from) !=
                             files[i].content.size)
                abort();
            fclose(from);
        }
    }
    return &files[i];
}

/* ---- faults ---- */

/* Counts an operation. Whether it fails. Under the lock. */
static bool operation_fails(enum disk_operation kind)
{
    bool changes = kind != DISK_READ && kind != DISK_OPEN;
    long number = ++counts[kind];

    if (changes && ++counts[DISK_ANY] == cut_at)
        power_cut = true;
    bool fails = (power_cut && changes) ||
                 (fail_at[kind] &&
                  (fail_for_ever[kind] ? number >= fail_at[kind] : number == fail_at[kind]));
    failed += fails;
    return fails;
}

/* The same with the lock, for operations that need nothing else. */
static bool operation_fails_alone(enum disk_operation kind)
{
    pthread_mutex_lock(&mutex);
    bool fails = operation_fails(kind);
    pthread_mutex_unlock(&mutex);
    return fails;
}

static int disk_read(sqlite3_file *file, void *to, int count, sqlite3_int64 at)
{
    if (operation_fails_alone(DISK_READ))
        return SQLITE_IOERR_READ;
    return sqlite_shim_methods.xRead(file, to, count, at);
}

static int disk_write(sqlite3_file *file, const void *from, int count, sqlite3_int64 at)
{
    struct open_file *self = (struct open_file *)file;

    pthread_mutex_lock(&mutex);
    bool fails = operation_fails(DISK_WRITE);
    if (!fails && self->disk)
        change_add(self->disk, from, (size_t)count, (size_t)at);
    pthread_mutex_unlock(&mutex);
    return fails ? SQLITE_IOERR_WRITE : sqlite_shim_methods.xWrite(file, from, count, at);
}

static int disk_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    struct open_file *self = (struct open_file *)file;

    pthread_mutex_lock(&mutex);
    bool fails = operation_fails(DISK_TRUNCATE);
    if (!fails && self->disk)
        change_add(self->disk, NULL, 0, (size_t)size);
    pthread_mutex_unlock(&mutex);
    return fails ? SQLITE_IOERR_TRUNCATE : sqlite_shim_methods.xTruncate(file, size);
}

/* The real file need not be synced: no real power goes. */
static int disk_sync(sqlite3_file *file, int flags)
{
    struct open_file *self = (struct open_file *)file;

    (void)flags;
    pthread_mutex_lock(&mutex);
    bool fails = operation_fails(DISK_SYNC);
    if (!fails && self->disk) {
        for (struct change *change = self->disk->first; change; change = change->next)
            change_apply(&self->disk->content, change);
        changes_drop(self->disk);
        self->disk->synced = true;
    }
    pthread_mutex_unlock(&mutex);
    return fails ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}

static int disk_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                     int *out_flags)
{
    struct open_file *self = (struct open_file *)file;

    file->pMethods = NULL;
    pthread_mutex_lock(&mutex);
    bool fails = operation_fails(DISK_OPEN);
    self->disk = !fails && name ? file_find(name) : NULL;
    pthread_mutex_unlock(&mutex);
    return fails ? SQLITE_CANTOPEN : sqlite_shim_open(vfs, name, file, flags, out_flags);
}

static int disk_delete(sqlite3_vfs *vfs, const char *name, int sync_folder)
{
    (void)vfs;
    pthread_mutex_lock(&mutex);
    bool fails = operation_fails(DISK_DELETE);
    if (!fails) {
        struct disk_file *file = file_find(name);

        changes_drop(file);
        file->synced = false;
        content_resize(&file->content, 0);
    }
    pthread_mutex_unlock(&mutex);
    return fails ? SQLITE_IOERR_DELETE : shim.below->xDelete(shim.below, name, sync_folder);
}

/* ---- for tests ---- */

void disk_install(void)
{
    methods = sqlite_shim_methods;
    methods.xRead = disk_read;
    methods.xWrite = disk_write;
    methods.xTruncate = disk_truncate;
    methods.xSync = disk_sync;
    if (!sqlite_shim_register(&shim, "faults", sizeof(struct open_file), &methods, true))
        abort();
    shim.vfs.xOpen = disk_open;
    shim.vfs.xDelete = disk_delete;
}

void disk_reset(void)
{
    for (int i = 0; i < FILES_MAX; i++) {
        changes_drop(&files[i]);
        free(files[i].content.bytes);
    }
    memset(files, 0, sizeof files);
    memset(counts, 0, sizeof counts);
    memset(fail_at, 0, sizeof fail_at);
    cut_at = failed = 0;
    power_cut = false;
}

void disk_fail(enum disk_operation kind, long number, bool for_ever)
{
    pthread_mutex_lock(&mutex);
    fail_at[kind] = counts[kind] + number;
    fail_for_ever[kind] = for_ever;
    pthread_mutex_unlock(&mutex);
}

void disk_cut_at(long number)
{
    cut_at = number;
}

void disk_cut(void)
{
    pthread_mutex_lock(&mutex);
    power_cut = true;
    pthread_mutex_unlock(&mutex);
}

bool disk_is_cut(void)
{
    pthread_mutex_lock(&mutex);
    bool is_cut = power_cut;
    pthread_mutex_unlock(&mutex);
    return is_cut;
}

long disk_count(enum disk_operation kind)
{
    return counts[kind];
}

long disk_failed(void)
{
    return failed;
}

/* Writes some of the sectors of a change, each as a toss decides. */
static void apply_sectors(struct content *content, const struct change *change, uint64_t *random)
{
    size_t size;

    for (size_t at = 0; at < change->size; at += size) {
        size = SECTOR - (change->at + at) % SECTOR;
        if (size > change->size - at)
            size = change->size - at;
        if (random_below(random, 2))
            content_write(content, change->bytes + at, size, change->at + at);
    }
}

/* What is left of the changes since the last sync. */
static void lose_changes(struct disk_file *file, enum disk_loss loss, uint64_t *random)
{
    long kept = 0;

    for (struct change *change = file->first; change; change = change->next)
        kept++;
    if (loss == LOSE_REST)
        kept = random_below(random, (uint64_t)kept + 1);
    for (struct change *change = file->first; change && loss != LOSE_ALL; change = change->next) {
        bool whole = loss == LOSE_NOTHING || (loss == LOSE_REST && kept-- > 0);

        if (whole || (!change->bytes && loss == LOSE_SECTORS && random_below(random, 2)))
            change_apply(&file->content, change);
        else if (change->bytes)
            apply_sectors(&file->content, change, random);
        file->synced = true;
        if (loss == LOSE_REST && !whole)
            break;
    }
    changes_drop(file);
}

void disk_lose(enum disk_loss loss, uint64_t *random)
{
    for (int i = 0; i < FILES_MAX && files[i].path[0]; i++) {
        struct disk_file *file = &files[i];
        size_t length = strlen(file->path);

        lose_changes(file, loss, random);
        unlink(file->path);
        if (file->synced) {
            FILE *to = fopen(file->path, "wb");

            if (!to ||
                fwrite(file->content.bytes, 1, file->content.size, to) != file->content.size ||
                fclose(to) != 0)
                abort();
        }
        /* What processes share is lost. */
        if (length > 4 && strcmp(file->path + length - 4, "-wal") == 0) {
            memcpy(file->path + length - 4, "-shm", 4);
            unlink(file->path);
            memcpy(file->path + length - 4, "-wal", 4);
        }
    }
}
