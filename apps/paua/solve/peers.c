/* peers.c - loads the module that connects processes (dlopen) and joins their group. */
#define _GNU_SOURCE
#include "solve/peers.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/common.h"

/* FOLDER/NAME.so, where the folder is seen from the program's. False: there is none. */
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

int peers_open(struct peers *peers, const char *name)
{
    char path[PATH_MAX];
    *peers = (struct peers){0};
    if (!find_module(".", name, path) && !find_module(PAUA_MODULES, name, path))
        return complain_with(EXIT_ENVIRONMENT, "%s.so is not there: Paua was built without MPI",
                             name);
    /* libraries of MPI look for their own parts among what is global */
    void *handle = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    const struct peers_module *module = handle ? dlsym(handle, PEERS_MODULE_SYMBOL) : NULL;
    if (!module)
        return complain_with(EXIT_ENVIRONMENT, "%s", dlerror());
    if (!module->open(&peers->peers, &peers->here))
        return complain_with(EXIT_ENVIRONMENT, "%s: the other processes cannot be joined", path);
    peers->module = module;
    if (peers->peers.rank > 0)
        complain_nothing();
    return EXIT_DONE;
}

void peers_close(struct peers *peers)
{
    if (peers->module)
        peers->module->close();
}
