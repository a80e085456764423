/* peers_module.h - the interface of a module that connects processes. The program loads it on
 * demand, so that it links no MPI library and starts without one. */
#ifndef PAUA_SOLVE_PEERS_MODULE_H
#define PAUA_SOLVE_PEERS_MODULE_H

#include <stdbool.h>

#include <paua/lab/peers.h>

struct peers_module {
    /* Joins the group that this process was started in. *here is how many of it are on this
     * machine. False: it cannot. */
    bool (*open)(paua_peers *peers, int *here);

    /* Leaves it; all do. Where a call has failed, it ends the processes that would wait for
     * ever. */
    void (*close)(void);
};

#define PEERS_MODULE_SYMBOL "paua_peers_module"

#endif
