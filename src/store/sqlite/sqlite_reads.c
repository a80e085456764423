/* sqlite_reads.c - a layer (sqlite_layer.h) that remembers, for each thread, that a read failed,
 * and lets reads of a statement with a deadline be given up. */
#include "store/sqlite/sqlite_reads.h"

#include <errno.h>
#include <pthread.h>

#include "store/sqlite/sqlite_layer.h"

static pthread_once_t registered_once = PTHREAD_ONCE_INIT;
static struct sqlite_layer layer;
static sqlite3_io_methods methods;
static bool registered;

static _Thread_local int failure;
static _Thread_local struct timed_reads *timed; /* borrowed; NULL: reads have no deadline */

/* Reads, and remembers a failure. */
static int reads_read(sqlite3_file *file, void *to, int count, sqlite3_int64 at)
{
    sqlite3_file *below = ((struct sqlite_layer_file *)file)->below;
    int code = timed ? timed_read(timed, below, to, count, at)
                     : below->pMethods->xRead(below, to, count, at);
    int why = 0;

    /* A read behind the end of a file is none of the disk's. */
    if (code == SQLITE_OK || code == SQLITE_IOERR_SHORT_READ)
        return code;
    if (code == SQLITE_BUSY) {
        failure = ETIME;
        return SQLITE_IOERR_READ;
    }
    if (below->pMethods->xFileControl(below, SQLITE_FCNTL_LAST_ERRNO, &why) != SQLITE_OK || !why)
        why = EIO;
    failure = why;
    return code == SQLITE_IOERR_CORRUPTFS ? SQLITE_IOERR_READ : code;
}

static void register_layer(void)
{
    methods = sqlite_layer_methods;
    methods.xRead = reads_read;
    registered =
        sqlite_layer_register(&layer, "paua", sizeof(struct sqlite_layer_file), &methods, false);
}

const char *sqlite_reads_vfs(void)
{
    pthread_once(&registered_once, register_layer);
    return registered ? layer.vfs.zName : NULL;
}

int sqlite_reads_failure(void)
{
    return failure;
}

void sqlite_reads_forget(void)
{
    failure = 0;
}

void sqlite_reads_begin(struct timed_reads *reads)
{
    failure = 0;
    timed = reads;
    if (reads)
        timed_reads_begin(reads);
}

void sqlite_reads_end(void)
{
    timed = NULL;
}
