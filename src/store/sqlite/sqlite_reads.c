/* sqlite_reads.c - a shim (sqlite_shim.h) that remembers, for each thread, that a read failed,
 * and lets reads of a statement with a deadline be given up: it hands each to a thread, which reads
 * into a buffer of its own. One that is given up ends there, whenever the disk lets it. */
#define _GNU_SOURCE
#include "store/sqlite/sqlite_reads.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/condition.h"
#include "store/sqlite/sqlite_shim.h"

/* ---- reads with a deadline ---- */

enum { PAGE_MAX = 65536 + 24 }; /* with the head of a frame of the log */

struct timed_reads {
    int deadline_ms;
    int64_t left_ns; /* for the reads of the current statement */
    pthread_t thread;
    pthread_mutex_t mutex; /* guards what follows, but the buffer while a read is under way */
    pthread_cond_t wanted, ended;
    enum { READ_NONE, READ_UNDER_WAY, READ_ENDED, READ_GIVEN_UP } state;
    bool ending;
    sqlite3_file *file;
    sqlite3_int64 at;
    int count, code;
    unsigned char buffer[PAGE_MAX];
};

static void reads_destroy(struct timed_reads *reads)
{
    pthread_cond_destroy(&reads->wanted);
    pthread_cond_destroy(&reads->ended);
    pthread_mutex_destroy(&reads->mutex);
    free(reads);
}

/* The thread. */
static void *reads_run(void *context)
{
    struct timed_reads *reads = context;

    pthread_mutex_lock(&reads->mutex);
    while (!reads->ending) {
        if (reads->state != READ_UNDER_WAY) {
            pthread_cond_wait(&reads->wanted, &reads->mutex);
            continue;
        }
        pthread_mutex_unlock(&reads->mutex);
        int code =
            reads->file->pMethods->xRead(reads->file, reads->buffer, reads->count, reads->at);
        pthread_mutex_lock(&reads->mutex);
        reads->code = code;
        reads->state = reads->state == READ_GIVEN_UP ? READ_NONE : READ_ENDED;
        pthread_cond_signal(&reads->ended);
    }
    pthread_mutex_unlock(&reads->mutex);
    return NULL;
}

struct timed_reads *timed_reads_new(void)
{
    struct timed_reads *reads = calloc(1, sizeof *reads);

    if (!reads)
        return NULL;
    pthread_mutex_init(&reads->mutex, NULL);
    pthread_cond_init(&reads->wanted, NULL);
    condition_init(&reads->ended);
    if (pthread_create(&reads->thread, NULL, reads_run, reads) == 0)
        return reads;
    reads_destroy(reads);
    return NULL;
}

bool timed_reads_free(struct timed_reads *reads)
{
    if (!reads)
        return true;
    pthread_mutex_lock(&reads->mutex);
    const bool hangs = reads->state == READ_GIVEN_UP;
    reads->ending = true;
    pthread_cond_signal(&reads->wanted);
    pthread_mutex_unlock(&reads->mutex);
    if (hangs) {
        pthread_detach(reads->thread);
        return false;
    }
    pthread_join(reads->thread, NULL);
    reads_destroy(reads);
    return true;
}

void timed_reads_set_deadline(struct timed_reads *reads, int deadline_ms)
{
    reads->deadline_ms = deadline_ms;
}

/* A statement begins. */
static void timed_reads_begin(struct timed_reads *reads)
{
    reads->left_ns = reads->deadline_ms * INT64_C(1000000);
}

/* Waits for the read as long as the statement may. Under the lock. */
static int reads_wait(struct timed_reads *reads, void *to)
{
    const int64_t began_ns = clock_now_ns(), until_ns = began_ns + reads->left_ns;

    while (reads->state == READ_UNDER_WAY && clock_now_ns() < until_ns)
        condition_wait(&reads->ended, &reads->mutex, until_ns);
    reads->left_ns -= clock_now_ns() - began_ns;
    if (reads->state == READ_UNDER_WAY) {
        reads->state = READ_GIVEN_UP;
        return SQLITE_BUSY;
    }
    reads->state = READ_NONE;
    memcpy(to, reads->buffer, (size_t)reads->count);
    return reads->code;
}

/* The xRead of a file; SQLITE_BUSY if it was given up, or an earlier one still hangs. */
static int timed_read(struct timed_reads *reads, sqlite3_file *file, void *to, int count,
                      sqlite3_int64 at)
{
    if (reads->deadline_ms == 0 || count > PAGE_MAX)
        return file->pMethods->xRead(file, to, count, at);
    pthread_mutex_lock(&reads->mutex);
    int code = SQLITE_BUSY;
    if (reads->state == READ_NONE) {
        reads->state = READ_UNDER_WAY;
        reads->file = file;
        reads->count = count;
        reads->at = at;
        pthread_cond_signal(&reads->wanted);
        code = reads_wait(reads, to);
    }
    pthread_mutex_unlock(&reads->mutex);
    return code;
}

bool timed_reads_hang(struct timed_reads *reads)
{
    pthread_mutex_lock(&reads->mutex);
    const bool hangs = reads->state == READ_GIVEN_UP;
    pthread_mutex_unlock(&reads->mutex);
    return hangs;
}

/* ---- the shim ---- */

static pthread_once_t registered_once = PTHREAD_ONCE_INIT;
static struct sqlite_shim shim;
static sqlite3_io_methods methods;
static bool registered;

static _Thread_local int failure;
static _Thread_local struct timed_reads *timed; /* borrowed; NULL: reads have no deadline */

/* Reads, and remembers a failure. */
static int reads_read(sqlite3_file *file, void *to, int count, sqlite3_int64 at)
{
    sqlite3_file *below = ((struct sqlite_shim_file *)file)->below;
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

static void register_shim(void)
{
    methods = sqlite_shim_methods;
    methods.xRead = reads_read;
    registered =
        sqlite_shim_register(&shim, "paua", sizeof(struct sqlite_shim_file), &methods, false);
}

const char *sqlite_reads_vfs(void)
{
    pthread_once(&registered_once, register_shim);
    return registered ? shim.vfs.zName : NULL;
}

int sqlite_reads_failure(void)
{
    return failure;
}

void sqlite_reads_forget(void)
{
    failure = 0;
}

struct timed_reads *sqlite_reads_begin(struct timed_reads *reads)
{
    struct timed_reads *outer = timed;

    failure = 0;
    timed = reads;
    if (reads && reads != outer)
        timed_reads_begin(reads);
    return outer;
}

void sqlite_reads_end(struct timed_reads *outer)
{
    timed = outer;
}
