/* module.c - finds and loads modules (dlopen). */
#define _GNU_SOURCE
#include "cli/module.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/common.h"

/* The path of FOLDER/NAME.so, relative to the folder of the program. False: there is no such
 * file. */
static bool find_module(const char *folder, const char *name, char path[PATH_MAX])
{
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
    if (length < 0)
        return false;
    path[length] = '\0';
    char *end = strrchr(path, '/') + 1;
    size_t room = (size_t)(path + PATH_MAX - end);
    int written = snprintf(end, room, "%s/%s.so", folder, name);
    return written > 0 && (size_t)written < room && access(path, R_OK) == 0;
}

/* Finds the module. Returns 0, or an exit code after an error line. */
static int require_module(const char *name, const char *without, char path[PATH_MAX])
{
    if (find_module(".", name, path) || find_module(PAUA_MODULES, name, path))
        return EXIT_DONE;
    return complain_with(EXIT_ENVIRONMENT, "%s.so is not there: Paua was built without %s", name,
                         without);
}

int module_check(const char *name, const char *without)
{
    char path[PATH_MAX];

    return require_module(name, without, path);
}

int module_load(const char *name, const char *without, void **handle)
{
    char path[PATH_MAX];
    int code = require_module(name, without, path);

    if (code != EXIT_DONE)
        return code;
    /* RTLD_GLOBAL: libraries of MPI look for their own plugins among the global symbols */
    *handle = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    return *handle ? EXIT_DONE : complain_with(EXIT_ENVIRONMENT, "%s", dlerror());
}
