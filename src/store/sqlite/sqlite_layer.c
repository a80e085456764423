/* sqlite_layer.c - passes the calls of a VFS on to the one below. */
#include "store/sqlite/sqlite_layer.h"

static sqlite3_file *file_below(sqlite3_file *file)
{
    return ((struct sqlite_layer_file *)file)->below;
}

static sqlite3_vfs *vfs_below(sqlite3_vfs *vfs)
{
    return ((struct sqlite_layer *)vfs)->below;
}

/* ---- files ---- */

static int layer_close(sqlite3_file *file)
{
    return file_below(file)->pMethods->xClose(file_below(file));
}

static int layer_read(sqlite3_file *file, void *to, int count, sqlite3_int64 at)
{
    return file_below(file)->pMethods->xRead(file_below(file), to, count, at);
}

static int layer_write(sqlite3_file *file, const void *from, int count, sqlite3_int64 at)
{
    return file_below(file)->pMethods->xWrite(file_below(file), from, count, at);
}

static int layer_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    return file_below(file)->pMethods->xTruncate(file_below(file), size);
}

static int layer_sync(sqlite3_file *file, int flags)
{
    return file_below(file)->pMethods->xSync(file_below(file), flags);
}

static int layer_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return file_below(file)->pMethods->xFileSize(file_below(file), size);
}

static int layer_lock(sqlite3_file *file, int level)
{
    return file_below(file)->pMethods->xLock(file_below(file), level);
}

static int layer_unlock(sqlite3_file *file, int level)
{
    return file_below(file)->pMethods->xUnlock(file_below(file), level);
}

static int layer_reserved(sqlite3_file *file, int *locked)
{
    return file_below(file)->pMethods->xCheckReservedLock(file_below(file), locked);
}

static int layer_control(sqlite3_file *file, int what, void *value)
{
    return file_below(file)->pMethods->xFileControl(file_below(file), what, value);
}

static int layer_sector_size(sqlite3_file *file)
{
    return file_below(file)->pMethods->xSectorSize(file_below(file));
}

static int layer_characteristics(sqlite3_file *file)
{
    return file_below(file)->pMethods->xDeviceCharacteristics(file_below(file));
}

static int layer_shm_map(sqlite3_file *file, int region, int size, int extend,
                         void volatile **memory)
{
    return file_below(file)->pMethods->xShmMap(file_below(file), region, size, extend, memory);
}

static int layer_shm_lock(sqlite3_file *file, int offset, int count, int flags)
{
    return file_below(file)->pMethods->xShmLock(file_below(file), offset, count, flags);
}

static void layer_shm_barrier(sqlite3_file *file)
{
    file_below(file)->pMethods->xShmBarrier(file_below(file));
}

static int layer_shm_unmap(sqlite3_file *file, int delete)
{
    return file_below(file)->pMethods->xShmUnmap(file_below(file), delete);
}

const sqlite3_io_methods sqlite_layer_methods = {
    .iVersion = 2, /* without xFetch: nothing is mapped */
    .xClose = layer_close,
    .xRead = layer_read,
    .xWrite = layer_write,
    .xTruncate = layer_truncate,
    .xSync = layer_sync,
    .xFileSize = layer_size,
    .xLock = layer_lock,
    .xUnlock = layer_unlock,
    .xCheckReservedLock = layer_reserved,
    .xFileControl = layer_control,
    .xSectorSize = layer_sector_size,
    .xDeviceCharacteristics = layer_characteristics,
    .xShmMap = layer_shm_map,
    .xShmLock = layer_shm_lock,
    .xShmBarrier = layer_shm_barrier,
    .xShmUnmap = layer_shm_unmap,
};

/* ---- the file system ---- */

int sqlite_layer_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                      int *out_flags)
{
    struct sqlite_layer *layer = (struct sqlite_layer *)vfs;
    struct sqlite_layer_file *opened = (struct sqlite_layer_file *)file;

    /* Behind the file of the layer. */
    opened->below = (sqlite3_file *)((char *)file + vfs->szOsFile - layer->below->szOsFile);
    opened->below->pMethods = NULL;
    int code = layer->below->xOpen(layer->below, name, opened->below, flags, out_flags);
    opened->base.pMethods = opened->below->pMethods ? layer->methods : NULL;
    return code;
}

static int layer_delete(sqlite3_vfs *vfs, const char *name, int sync_folder)
{
    return vfs_below(vfs)->xDelete(vfs_below(vfs), name, sync_folder);
}

static int layer_access(sqlite3_vfs *vfs, const char *name, int flags, int *answer)
{
    return vfs_below(vfs)->xAccess(vfs_below(vfs), name, flags, answer);
}

static int layer_full_path(sqlite3_vfs *vfs, const char *name, int cap, char *full)
{
    return vfs_below(vfs)->xFullPathname(vfs_below(vfs), name, cap, full);
}

static int layer_randomness(sqlite3_vfs *vfs, int count, char *to)
{
    return vfs_below(vfs)->xRandomness(vfs_below(vfs), count, to);
}

static int layer_sleep(sqlite3_vfs *vfs, int microseconds)
{
    return vfs_below(vfs)->xSleep(vfs_below(vfs), microseconds);
}

static int layer_time(sqlite3_vfs *vfs, double *now)
{
    return vfs_below(vfs)->xCurrentTime(vfs_below(vfs), now);
}

static int layer_time_64(sqlite3_vfs *vfs, sqlite3_int64 *now)
{
    return vfs_below(vfs)->xCurrentTimeInt64(vfs_below(vfs), now);
}

static int layer_last_error(sqlite3_vfs *vfs, int cap, char *text)
{
    return vfs_below(vfs)->xGetLastError(vfs_below(vfs), cap, text);
}

bool sqlite_layer_register(struct sqlite_layer *layer, const char *name, size_t file_size,
                           const sqlite3_io_methods *methods, bool as_default)
{
    layer->below = sqlite3_vfs_find(NULL);
    layer->methods = methods;
    if (!layer->below)
        return false;
    layer->vfs = (sqlite3_vfs){
        .iVersion = 2,
        .szOsFile = (int)((file_size + 15) / 16 * 16) + layer->below->szOsFile,
        .mxPathname = layer->below->mxPathname,
        .zName = name,
        .xOpen = sqlite_layer_open,
        .xDelete = layer_delete,
        .xAccess = layer_access,
        .xFullPathname = layer_full_path,
        .xRandomness = layer_randomness,
        .xSleep = layer_sleep,
        .xCurrentTime = layer_time,
        .xCurrentTimeInt64 = layer_time_64,
        .xGetLastError = layer_last_error,
    };
    return sqlite3_vfs_register(&layer->vfs, as_default) == SQLITE_OK;
}
