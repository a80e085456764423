/* sqlite_shim.c - passes the calls of a VFS on to the one below (SQLite, "The OS Interface"). */
#include "store/sqlite/sqlite_shim.h"

#include <stdalign.h>

static sqlite3_file *file_below(sqlite3_file *file)
{
    return ((struct sqlite_shim_file *)file)->below;
}

static sqlite3_vfs *vfs_below(sqlite3_vfs *vfs)
{
    return ((struct sqlite_shim *)vfs)->below;
}

/* ---- files ---- */

static int shim_close(sqlite3_file *file)
{
    return file_below(file)->pMethods->xClose(file_below(file));
}

static int shim_read(sqlite3_file *file, void *to, int count, sqlite3_int64 at)
{
    return file_below(file)->pMethods->xRead(file_below(file), to, count, at);
}

static int shim_write(sqlite3_file *file, const void *from, int count, sqlite3_int64 at)
{
    return file_below(file)->pMethods->xWrite(file_below(file), from, count, at);
}

static int shim_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    return file_below(file)->pMethods->xTruncate(file_below(file), size);
}

static int shim_sync(sqlite3_file *file, int flags)
{
    return file_below(file)->pMethods->xSync(file_below(file), flags);
}

static int shim_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return file_below(file)->pMethods->xFileSize(file_below(file), size);
}

static int shim_lock(sqlite3_file *file, int level)
{
    return file_below(file)->pMethods->xLock(file_below(file), level);
}

static int shim_unlock(sqlite3_file *file, int level)
{
    return file_below(file)->pMethods->xUnlock(file_below(file), level);
}

static int shim_reserved(sqlite3_file *file, int *locked)
{
    return file_below(file)->pMethods->xCheckReservedLock(file_below(file), locked);
}

static int shim_control(sqlite3_file *file, int what, void *value)
{
    return file_below(file)->pMethods->xFileControl(file_below(file), what, value);
}

static int shim_sector_size(sqlite3_file *file)
{
    return file_below(file)->pMethods->xSectorSize(file_below(file));
}

static int shim_characteristics(sqlite3_file *file)
{
    return file_below(file)->pMethods->xDeviceCharacteristics(file_below(file));
}

static int shim_shm_map(sqlite3_file *file, int region, int size, int extend,
                        void volatile **memory)
{
    return file_below(file)->pMethods->xShmMap(file_below(file), region, size, extend, memory);
}

static int shim_shm_lock(sqlite3_file *file, int offset, int count, int flags)
{
    return file_below(file)->pMethods->xShmLock(file_below(file), offset, count, flags);
}

static void shim_shm_barrier(sqlite3_file *file)
{
    file_below(file)->pMethods->xShmBarrier(file_below(file));
}

static int shim_shm_unmap(sqlite3_file *file, int delete)
{
    return file_below(file)->pMethods->xShmUnmap(file_below(file), delete);
}

const sqlite3_io_methods sqlite_shim_methods = {
    .iVersion = 2, /* without xFetch: nothing is mapped */
    .xClose = shim_close,
    .xRead = shim_read,
    .xWrite = shim_write,
    .xTruncate = shim_truncate,
    .xSync = shim_sync,
    .xFileSize = shim_size,
    .xLock = shim_lock,
    .xUnlock = shim_unlock,
    .xCheckReservedLock = shim_reserved,
    .xFileControl = shim_control,
    .xSectorSize = shim_sector_size,
    .xDeviceCharacteristics = shim_characteristics,
    .xShmMap = shim_shm_map,
    .xShmLock = shim_shm_lock,
    .xShmBarrier = shim_shm_barrier,
    .xShmUnmap = shim_shm_unmap,
};

/* ---- the file system ---- */

int sqlite_shim_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                     int *out_flags)
{
    struct sqlite_shim *shim = (struct sqlite_shim *)vfs;
    struct sqlite_shim_file *opened = (struct sqlite_shim_file *)file;

    /* It lies behind the file of the shim: see .szOsFile. */
    opened->below = (sqlite3_file *)((char *)file + vfs->szOsFile - shim->below->szOsFile);
    opened->below->pMethods = NULL;
    int code = shim->below->xOpen(shim->below, name, opened->below, flags, out_flags);
    opened->base.pMethods = opened->below->pMethods ? shim->methods : NULL;
    return code;
}

static int shim_delete(sqlite3_vfs *vfs, const char *name, int sync_folder)
{
    return vfs_below(vfs)->xDelete(vfs_below(vfs), name, sync_folder);
}

static int shim_access(sqlite3_vfs *vfs, const char *name, int flags, int *answer)
{
    return vfs_below(vfs)->xAccess(vfs_below(vfs), name, flags, answer);
}

static int shim_full_path(sqlite3_vfs *vfs, const char *name, int cap, char *full)
{
    return vfs_below(vfs)->xFullPathname(vfs_below(vfs), name, cap, full);
}

static int shim_randomness(sqlite3_vfs *vfs, int count, char *to)
{
    return vfs_below(vfs)->xRandomness(vfs_below(vfs), count, to);
}

static int shim_sleep(sqlite3_vfs *vfs, int microseconds)
{
    return vfs_below(vfs)->xSleep(vfs_below(vfs), microseconds);
}

static int shim_time(sqlite3_vfs *vfs, double *now)
{
    return vfs_below(vfs)->xCurrentTime(vfs_below(vfs), now);
}

static int shim_time_64(sqlite3_vfs *vfs, sqlite3_int64 *now)
{
    return vfs_below(vfs)->xCurrentTimeInt64(vfs_below(vfs), now);
}

static int shim_last_error(sqlite3_vfs *vfs, int cap, char *text)
{
    return vfs_below(vfs)->xGetLastError(vfs_below(vfs), cap, text);
}

/* Rounds a size up, so that what lies behind it is aligned for any type. */
static int aligned_bytes(size_t bytes)
{
    const size_t alignment = alignof(max_align_t);

    return (int)((bytes + alignment - 1) / alignment * alignment);
}

bool sqlite_shim_register(struct sqlite_shim *shim, const char *name, size_t file_bytes,
                          const sqlite3_io_methods *methods, bool as_default)
{
    shim->below = sqlite3_vfs_find(NULL);
    shim->methods = methods;
    if (!shim->below)
        return false;
    shim->vfs = (sqlite3_vfs){
        .iVersion = 2,
        .szOsFile = aligned_bytes(file_bytes) + shim->below->szOsFile,
        .mxPathname = shim->below->mxPathname,
        .zName = name,
        .xOpen = sqlite_shim_open,
        .xDelete = shim_delete,
        .xAccess = shim_access,
        .xFullPathname = shim_full_path,
        .xRandomness = shim_randomness,
        .xSleep = shim_sleep,
        .xCurrentTime = shim_time,
        .xCurrentTimeInt64 = shim_time_64,
        .xGetLastError = shim_last_error,
    };
    return sqlite3_vfs_register(&shim->vfs, as_default) == SQLITE_OK;
}
