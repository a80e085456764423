/* peers.c - loads the module that connects processes (dlopen) and joins their group. */
#define _GNU_SOURCE
#include "solve/peers.h"

#include <dlfcn.h>

#include "cli/common.h"
#include "cli/module.h"

int peers_open(struct peers *peers, const char *name)
{
    void *handle;

    *peers = (struct peers){0};
    int code = module_load(name, "MPI", &handle);
    if (code != EXIT_DONE)
        return code;
    const struct peers_module *module = dlsym(handle, PEERS_MODULE_SYMBOL);
    if (!module)
        return complain_with(EXIT_ENVIRONMENT, "%s", dlerror());
    if (!module->open(&peers->peers, &peers->here))
        return complain_with(EXIT_ENVIRONMENT, "%s: the other processes cannot be joined", name);
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
