/* solve_command.h - options, results and output of `paua solve`, by one process or several. */
#ifndef PAUA_SOLVE_SOLVE_COMMAND_H
#define PAUA_SOLVE_SOLVE_COMMAND_H

#include <paua/lab/solve.h>

#include "base/file.h"
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

struct solve_options {
    const char *board, *output, *method;
    long long marbles, win, threads, memory_bytes, checkpoint_ms, self_check;
    bool verify, resume, stuck_loses, mpi, json, quiet;
};

struct solve_outcome {
    int layers;
    paua_layer_counts
        layer[PAUA_SOLVE_MARBLES_MAX * PAUA_SOLVE_MARBLES_MAX]; /* the top one first */
    paua_class_counts classes;
    int processes; /* 0: solved by this one alone */
    uint64_t sent; /* bytes from one process to another */
};

/* All return an exit code. */
int solve_print(const struct solve_options *options, const paua_board *board,
                const struct solve_outcome *outcome);
int solve_complain(const struct solve_options *options, paua_status status);
int solve_complain_write(const struct solve_options *options, paua_status status); /* uses errno */
int solve_complain_resume(paua_status status, const char *path);

/* Checks before the solve that the table can be written after it, and claims its name: the
 * checkpoints are kept beside it. */
int solve_claim_output(const struct solve_options *options, struct file_claim *claim);

/* A line for a wrong record. */
void solve_print_fault(const paua_board *board, const paua_solve_fault *fault);

/* The whole solve, shared out among the peers. */
int solve_distributed(const struct solve_options *options, const paua_solve_options *how,
                      const paua_board *board, const struct peers *peers);

#endif
