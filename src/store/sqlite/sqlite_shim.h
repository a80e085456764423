/* sqlite_shim.h - a VFS shim, as SQLite calls it: a VFS that passes every call on to the default
 * one. A shim of one's own takes sqlite_shim_methods and replaces some of them: the store watches
 * reads this way (sqlite_reads.h), tests make a disk fail.
 */
#ifndef STORE_SQLITE_SHIM_H
#define STORE_SQLITE_SHIM_H

#include <stdbool.h>
#include <stddef.h>

#include <sqlite3.h>

/* An open file of a shim; a larger struct may begin with it. SQLite allocates and frees it. */
struct sqlite_shim_file {
    sqlite3_file base;
    sqlite3_file *below; /* the same file in the VFS below, in the same allocation */
};

struct sqlite_shim {
    sqlite3_vfs vfs;                   /* its methods may be replaced before a file is opened */
    sqlite3_vfs *below;                /* the default VFS of before, which SQLite owns */
    const sqlite3_io_methods *methods; /* of the files of this shim */
};

/* Methods of files that pass every call on. Files are not mapped into memory. */
extern const sqlite3_io_methods sqlite_shim_methods;

/* Registers a shim under a name; where `as_default`, for every connection that names no VFS. Its
 * files take `file_bytes`, at least those of struct sqlite_shim_file. The shim, its name and its
 * methods must live as long as the process. False: out of memory. */
bool sqlite_shim_register(struct sqlite_shim *shim, const char *name, size_t file_bytes,
                          const sqlite3_io_methods *methods, bool as_default);

/* The default xOpen of a shim. A shim that replaces xOpen calls it. */
int sqlite_shim_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                     int *out_flags);

#endif /* STORE_SQLITE_SHIM_H */
