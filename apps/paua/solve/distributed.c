/* distributed.c - `paua solve --mpi`: loads the module that connects processes (dlopen), joins
 * their group, and solves by it. All make the same calls; process 0 prints. */
#include <dlfcn.h>
#include <errno.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/interrupt_watcher.h"
#include "cli/module.h"
#include "cli/solve_monitor.h"
#include "solve/solve_command.h"

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

struct group_run {
    struct progress progress;
    struct time_estimate estimate;
    paua_distributed *group;
    bool first;
};

/* Only process 0 shows progress; Ctrl-C stops the group from any process. */
static void show_progress(const paua_solve_progress *now, void *context)
{
    struct group_run *run = context;

    if (interrupt_seen())
        paua_distributed_stop(run->group);
    if (run->first)
        solve_monitor_show(&run->progress, &run->estimate, now);
}

/* Compares each record with the positions that its moves reach. EXIT_NO if any is wrong. */
static int verify_group(const struct solve_options *options, const paua_board *board,
                        struct group_run *run)
{
    uint64_t bad = 0;
    paua_status status = paua_distributed_verify(run->group, show_progress, run, &bad);

    progress_clear(&run->progress);
    if (status != PAUA_OK)
        return solve_complain(options, status);
    for (int i = 0; i < paua_distributed_faults(run->group) && run->first && !options->json; i++)
        solve_print_fault(board, paua_distributed_fault_at(run->group, i));
    if (bad)
        return complain_with(EXIT_NO, "%llu records are wrong", (unsigned long long)bad);
    return EXIT_DONE;
}

/* For interrupt_watcher_begin(). */
static void stop_distributed(void *group)
{
    paua_distributed_stop(group);
}

/* The sum of what all processes have sent. */
static int count_sent(const struct solve_options *options, const struct group_run *run,
                      const struct peers *peers, uint64_t *sent)
{
    *sent = paua_distributed_sent(run->group);
    return peers->peers.sum(sent, 1, peers->peers.context) ? EXIT_DONE
                                                           : solve_complain(options, PAUA_ERROR_IO);
}

/* Solves, verifies and writes as the options ask; process 0 prints. Returns an exit code. */
static int solve_group(const struct solve_options *options, const paua_board *board,
                       const struct peers *peers, struct group_run *run)
{
    struct solve_outcome outcome = {.processes = peers->peers.size};
    paua_status status = paua_distributed_run(run->group, show_progress, run);
    int code = EXIT_DONE;

    if (status == PAUA_OK)
        status = paua_distributed_classes(run->group, &outcome.classes);
    progress_clear(&run->progress);
    if (status != PAUA_OK)
        return solve_complain(options, status);
    if (options->verify)
        code = verify_group(options, board, run);
    if (code == EXIT_DONE && options->output)
        code = solve_complain_write(options, paua_distributed_write(run->group, options->output));
    if (code == EXIT_DONE)
        code = count_sent(options, run, peers, &outcome.sent);
    if (code != EXIT_DONE || !run->first)
        return code;
    outcome.layers = paua_distributed_layers(run->group);
    for (int i = 0; i < outcome.layers; i++)
        outcome.layer[i] = paua_distributed_layer(run->group, i);
    return solve_print(options, board, &outcome);
}

/* What each process of a machine may take: what is allowed, and its share of the machine. */
static size_t share_of_machine(const paua_solve_options *how, const struct peers *peers)
{
    uint64_t machine = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    size_t share = (size_t)(machine / (uint64_t)peers->here);

    return how->memory_bytes && how->memory_bytes < share ? how->memory_bytes : share;
}

/* Prints why no solve could be set up. Returns an exit code. */
static int complain_new(const struct solve_options *options, paua_status status,
                        const paua_board *board, const paua_solve_options *how,
                        const struct peers *peers)
{
    unsigned long long bytes = paua_distributed_bytes(board, how, peers->peers.size, NULL);

    if (status == PAUA_ERROR_UNSUPPORTED)
        return complain_with(EXIT_ENVIRONMENT,
                             "%d processes are too few: each can hold 4 GiB of records",
                             peers->peers.size);
    if (status == PAUA_ERROR_NO_MEMORY)
        return complain_with(EXIT_ENVIRONMENT,
                             "%llu bytes are needed by each process, one has less", bytes);
    return solve_complain(options, status);
}

/* Claims the output and checks random positions of the game before the records are allocated.
 * Returns an exit code. */
static int try_game(const struct solve_options *options, const paua_solve_options *how,
                    const paua_board *board, struct file_claim *claim)
{
    paua_solve_options plain = *how;
    struct solve_monitor monitor;
    int code = solve_claim_output(options, claim);

    if (code != EXIT_DONE)
        return code;
    plain.memory_bytes = 0; /* its records are not needed */
    if (paua_solve_new(board, &plain, &monitor.solve) != PAUA_OK)
        return complain_memory();
    progress_begin(&monitor.progress, options->quiet);
    code = solve_monitor_self_check(&monitor, options->self_check);
    paua_solve_free(monitor.solve);
    return code;
}

/* The first process tries the game; all end with what it has found. */
static int try_first(const struct solve_options *options, const paua_solve_options *how,
                     const paua_board *board, const paua_peers *peers, struct file_claim *claim)
{
    uint64_t code = peers->rank == 0 ? (uint64_t)try_game(options, how, board, claim) : EXIT_DONE;

    return peers->sum(&code, 1, peers->context) ? (int)code
                                                : solve_complain(options, PAUA_ERROR_IO);
}

/* The solve with the output claimed by the first process, and the game tried. */
static int solve_together(const struct solve_options *options, const paua_solve_options *how,
                          const paua_board *board, const struct peers *peers)
{
    struct group_run run = {.first = peers->peers.rank == 0};
    paua_solve_options own = *how;
    paua_status status;
    int code = EXIT_DONE;

    own.memory_bytes = share_of_machine(how, peers);
    status = paua_distributed_new(board, &own, &peers->peers, &run.group);
    if (status != PAUA_OK)
        return complain_new(options, status, board, how, peers);
    if (options->resume) {
        status = paua_distributed_resume(run.group, how->checkpoint);
        code = status == PAUA_ERROR_NOT_FOUND ? EXIT_DONE
                                              : solve_complain_resume(status, how->checkpoint);
    }
    if (code == EXIT_DONE) {
        /* without the watching thread Ctrl-C is noticed where progress is reported */
        struct interrupt_watcher watcher;
        bool stoppable = interrupt_watcher_begin(&watcher, stop_distributed, run.group);
        progress_begin(&run.progress, options->quiet);
        code = solve_group(options, board, peers, &run);
        if (stoppable)
            interrupt_watcher_end(&watcher);
    }
    if (code == EXIT_DONE)
        paua_distributed_forget(run.group);
    paua_distributed_free(run.group);
    return code;
}

int solve_distributed(const struct solve_options *options, const paua_solve_options *how,
                      const paua_board *board, const struct peers *peers)
{
    struct file_claim claim = {0};

    interrupt_catch();
    int code = try_first(options, how, board, &peers->peers, &claim);
    if (code == EXIT_DONE)
        code = solve_together(options, how, board, peers);
    file_release(&claim);
    return code;
}
