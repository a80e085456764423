/* tables.c - the option --tables: opens tablebases from files and folders. */
#define _POSIX_C_SOURCE 200809L
#include "cli/tables.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "base/error.h"
#include "table/format.h"

#include "cli/common.h"

/* Fills the error and returns `status`. */
static paua_status refuse_path(paua_status status, const char *path, const char *why,
                               paua_error *error)
{
    return error_fill(error, status, 0, "%.180s: %s", path, why);
}

/* Opens a table and appends it. On failure the list is unchanged. */
static paua_status add_table(const char *path, struct tables *tables, paua_error *error)
{
    if (!ARRAY_RESERVE(tables->list, tables->room, tables->count + 1))
        return refuse_path(PAUA_ERROR_NO_MEMORY, path, "out of memory", error);
    paua_status status = paua_table_open(path, &tables->list[tables->count], error);
    tables->count += status == PAUA_OK;
    return status;
}

/* Whether a file begins with the magic number of a table. */
static bool looks_like_table(const char *path)
{
    struct stat about;
    uint8_t magic[sizeof format_magic];
    bool alike = false;
    FILE *file = stat(path, &about) == 0 && S_ISREG(about.st_mode) ? fopen(path, "rb") : NULL;

    if (file) {
        alike = fread(magic, 1, sizeof magic, file) == sizeof magic &&
                memcmp(magic, format_magic, sizeof magic) == 0;
        fclose(file);
    }
    return alike;
}

/* Opens all tables of a folder, in the order of their names. */
static paua_status add_folder(const char *folder, struct tables *tables, paua_error *error)
{
    struct dirent **entries;
    const int before = tables->count, count = scandir(folder, &entries, NULL, alphasort);
    paua_status status = PAUA_OK;

    if (count < 0)
        return refuse_path(PAUA_ERROR_IO, folder, strerror(errno), error);
    for (int i = 0; i < count; i++) {
        size_t size = strlen(folder) + strlen(entries[i]->d_name) + 2;
        char *path = status == PAUA_OK ? malloc(size) : NULL;
        if (path) {
            snprintf(path, size, "%s/%s", folder, entries[i]->d_name);
            if (looks_like_table(path))
                status = add_table(path, tables, error);
        } else if (status == PAUA_OK) {
            status = refuse_path(PAUA_ERROR_NO_MEMORY, folder, "out of memory", error);
        }
        free(path);
        free(entries[i]);
    }
    free(entries);
    if (status == PAUA_OK && tables->count == before)
        return refuse_path(PAUA_ERROR_NOT_FOUND, folder, "contains no table", error);
    return status;
}

paua_status tables_open(const char *path, struct tables *out, paua_error *error)
{
    struct tables tables = {0};
    char *copy = strdup(path ? path : ""), *rest;
    paua_status status = PAUA_OK;

    if (!copy)
        return refuse_path(PAUA_ERROR_NO_MEMORY, "tables", "out of memory", error);
    for (char *one = strtok_r(copy, ":", &rest); one && status == PAUA_OK;
         one = strtok_r(NULL, ":", &rest)) {
        struct stat about;
        if (stat(one, &about) == 0 && S_ISDIR(about.st_mode))
            status = add_folder(one, &tables, error);
        else
            status = add_table(one, &tables, error);
    }
    free(copy);
    if (status == PAUA_OK)
        *out = tables;
    else
        tables_close(&tables);
    return status;
}

/* The exit code for the status of opening tables, after an error line if it has failed. */
static int complain_table_open(paua_status status, const char *before, const paua_error *error)
{
    if (status == PAUA_OK)
        return EXIT_DONE;
    return complain_with(
        status == PAUA_ERROR_IO || status == PAUA_ERROR_NO_MEMORY ? EXIT_ENVIRONMENT : EXIT_USAGE,
        "%s%s", before, error->message);
}

int tables_read(const char *path, struct tables *out)
{
    paua_error error;
    paua_status status = tables_open(path, out, &error);

    return complain_table_open(status, "--tables: ", &error);
}

int tables_open_one(const char *path, paua_table **out)
{
    paua_error error;
    paua_status status = paua_table_open(path, out, &error);

    return complain_table_open(status, "", &error);
}

int tables_complain_foreign(const char *path, const paua_table_info *info)
{
    const int *sides = info->sides, least = info->marbles - info->win + 1;
    char range[16] = "";

    if (least < info->marbles)
        snprintf(range, sizeof range, "%d to ", least);
    return complain_with(
        EXIT_USAGE,
        "%s holds boards of %dx%dx%d with %s%d marbles a side, expected --position with "
        "one of them",
        path, sides[0], sides[1], sides[2], range, info->marbles);
}

int tables_complain_read(const char *path, paua_status status, int corrupt)
{
    if (status == PAUA_ERROR_CORRUPT)
        return complain_with(corrupt, "%s: a block fails its checksum, or has been cut off", path);
    return status == PAUA_ERROR_IO ? complain_file(path) : complain_memory();
}

bool tables_failed(const struct tables *tables, paua_error *error)
{
    for (int i = 0; i < tables->count; i++) {
        paua_status health = paua_table_health(tables->list[i]);
        const paua_table_info *info = paua_table_about(tables->list[i]);
        if (health == PAUA_OK)
            continue;
        error_write(error, health, 0,
                    "the table of %dx%dx%d with %d marbles %s; what it does not answer is searched",
                    info->sides[0], info->sides[1], info->sides[2], info->marbles,
                    health == PAUA_ERROR_IO ? "cannot be read" : "is damaged or cut off");
        return true;
    }
    return false;
}

bool tables_attach(const struct tables *tables, paua_engine *engine)
{
    return paua_engine_use_tables(engine, (const paua_table *const *)tables->list, tables->count) ==
           PAUA_OK;
}

void tables_close(struct tables *tables)
{
    for (int i = 0; i < tables->count; i++)
        paua_table_close(tables->list[i]);
    free(tables->list);
    *tables = (struct tables){0};
}

const char *tables_layout(const paua_table_info *info)
{
    for (int i = 0; i < paua_layout_count(); i++) {
        const paua_layout *layout = paua_layout_at(i);
        for (int turn = 0; turn < 3; turn++)
            if (layout->sides[turn] == info->sides[0] &&
                layout->sides[(turn + 1) % 3] == info->sides[1] &&
                layout->sides[(turn + 2) % 3] == info->sides[2])
                return layout->name;
    }
    return NULL;
}
