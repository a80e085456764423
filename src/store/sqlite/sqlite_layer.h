/* sqlite_layer.h - a VFS of SQLite on top of the default one, which passes every call on. Whoever
 * adds one copies the methods of its files and replaces some: the store watches reads this way
 * (sqlite_reads.h), tests make a disk fail.
 */
#ifndef STORE_SQLITE_LAYER_H
#define STORE_SQLITE_LAYER_H

#include <stdbool.h>
#include <stddef.h>

#include <sqlite3.h>

/* A file of a layer; a larger struct may begin with it. */
struct sqlite_layer_file {
    sqlite3_file base;
    sqlite3_file *below; /* the same file one layer below */
};

struct sqlite_layer {
    sqlite3_vfs vfs;
    sqlite3_vfs *below;
    const sqlite3_io_methods *methods; /* of its files */
};

/* Methods that pass every call on. Files are not mapped into memory. */
extern const sqlite3_io_methods sqlite_layer_methods;

/* Registers a layer on top of the default VFS; its files have `file_size` bytes, at least those of
 * struct sqlite_layer_file. Layer, name and methods must last for ever. False: out of memory. */
bool sqlite_layer_register(struct sqlite_layer *layer, const char *name, size_t file_size,
                           const sqlite3_io_methods *methods, bool as_default);

/* The xOpen of a layer, for those that replace it and call it then. */
int sqlite_layer_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                      int *out_flags);

#endif /* STORE_SQLITE_LAYER_H */
