/* peers.h - joining a group of processes by way of a module. */
#ifndef PAUA_SOLVE_PEERS_H
#define PAUA_SOLVE_PEERS_H

#include "solve/peers_module.h"

/* A group that was joined. */
struct peers {
    const struct peers_module *module;
    paua_peers peers;
    int here; /* processes of it on this machine */
};

/* Loads NAME.so, from beside the program or from where it is installed, and joins. From here on
 * only process 0 prints errors. Returns an exit code, after an error line unless it is 0. */
int peers_open(struct peers *peers, const char *name);
void peers_close(struct peers *peers); /* also after a failed peers_open() */

#endif
