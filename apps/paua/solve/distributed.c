/* distributed.c - `paua solve --mpi`: the same solve by a group of processes. All go through the same calls; the first
 * one speaks. */
#include <errno.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/interrupt_watcher.h"
#include "cli/self_check.h"
#include "cli/solve_monitor.h"
#include "solve/solve_command.h"

struct follow {
    struct progress progress;
    struct time_estimate estimate;
    paua_distributed *group;
    bool first;
};

static void show(const paua_solve_progress *now, void *context)
{
    struct follow *follow = context;

    if (interrupt_seen())
        paua_distributed_stop(follow->group);
    if (follow->first)
        solve_monitor_show(&follow->progress, &follow->estimate, now);
}

static int verify(const struct solve_options *options, const paua_board *board,
                  struct follow *follow)
{
    uint64_t bad = 0;
    paua_status status = paua_distributed_verify(follow->group, show, follow, &bad);

    progress_clear(&follow->progress);
    if (status != PAUA_OK)
        return solve_complain(status);
    for (int i = 0; i < paua_distributed_faults(follow->group) && follow->first && !options->json;
         i++)
        solve_print_fault(board, paua_distributed_fault_at(follow->group, i));
    if (bad)
        return complain_with(EXIT_NO, "%llu records are wrong", (unsigned long long)bad);
    return EXIT_DONE;
}

static void stop_distributed(void *group)
{
    paua_distributed_stop(group);
}

/* The sum of what all processes have sent. */
static int count_sent(const struct follow *follow, const struct peers *peers, uint64_t *sent)
{
    *sent = paua_distributed_sent(follow->group);
    return peers->peers.sum(sent, 1, peers->peers.context) ? EXIT_DONE : solve_complain(PAUA_IO);
}

static int solve(const struct solve_options *options, const paua_board *board,
                 const struct peers *peers, struct follow *follow)
{
    struct solve_outcome outcome = {.processes = peers->peers.size};
    paua_status status = paua_distributed_run(follow->group, show, follow);
    int code = EXIT_DONE;

    if (status == PAUA_OK)
        status = paua_distributed_classes(follow->group, &outcome.classes);
    progress_clear(&follow->progress);
    if (status != PAUA_OK)
        return solve_complain(status);
    if (options->verify)
        code = verify(options, board, follow);
    if (code == EXIT_DONE && options->output)
        code = solve_complain_write(paua_distributed_write(follow->group, options->output),
                                    options->output);
    if (code == EXIT_DONE)
        code = count_sent(follow, peers, &outcome.sent);
    if (code != EXIT_DONE || !follow->first)
        return code;
    outcome.layers = paua_distributed_layers(follow->group);
    for (int i = 0; i < outcome.layers; i++)
        outcome.layer[i] = paua_distributed_layer(follow->group, i);
    return solve_print(options, board, &outcome);
}

/* What each process of a machine may take: what is allowed, and its share of the machine. */
static size_t share_of_machine(const paua_solve_options *how, const struct peers *peers)
{
    uint64_t machine = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    size_t share = (size_t)(machine / (uint64_t)peers->here);

    return how->memory_bytes && how->memory_bytes < share ? how->memory_bytes : share;
}

static int complain_new(paua_status status, const paua_board *board, const paua_solve_options *how,
                        const struct peers *peers)
{
    unsigned long long bytes = paua_distributed_bytes(board, how, peers->peers.size, NULL);

    if (status == PAUA_UNSUPPORTED)
        return complain_with(EXIT_ENVIRONMENT,
                             "%d processes are too few: each can hold 4 GiB of records",
                             peers->peers.size);
    if (status == PAUA_NO_MEMORY)
        return complain_with(EXIT_ENVIRONMENT,
                             "%llu bytes are needed by each process, one has less", bytes);
    return solve_complain(status);
}

static int try_game(const struct solve_options *options, const paua_solve_options *how,
                    const paua_board *board)
{
    paua_solve_options plain = *how;
    struct solve_monitor watch;
    int code = solve_check_output(options);

    if (code != EXIT_DONE)
        return code;
    plain.memory_bytes = 0; /* its records are not needed */
    if (paua_solve_new(board, &plain, &watch.solve) != PAUA_OK)
        return complain_memory();
    progress_begin(&watch.progress, options->quiet);
    code = self_check_run(&watch, options->self_check);
    paua_solve_free(watch.solve);
    return code;
}

/* The first process tries the game; all end with what it has found. */
static int try_first(const struct solve_options *options, const paua_solve_options *how,
                     const paua_board *board, const paua_peers *peers)
{
    uint64_t code = peers->rank == 0 ? (uint64_t)try_game(options, how, board) : EXIT_DONE;

    return peers->sum(&code, 1, peers->context) ? (int)code : solve_complain(PAUA_IO);
}

int solve_distributed(const struct solve_options *options, const paua_solve_options *how,
                      const paua_board *board, const struct peers *peers)
{
    struct follow follow = {.first = peers->peers.rank == 0};
    paua_solve_options own = *how;
    paua_status status;

    interrupt_catch();
    int code = try_first(options, how, board, &peers->peers);
    if (code != EXIT_DONE)
        return code;
    own.memory_bytes = share_of_machine(how, peers);
    status = paua_distributed_new(board, &own, &peers->peers, &follow.group);
    if (status != PAUA_OK)
        return complain_new(status, board, how, peers);
    if (options->resume) {
        status = paua_distributed_resume(follow.group, how->checkpoint);
        code =
            status == PAUA_NOT_FOUND ? EXIT_DONE : solve_complain_resume(status, how->checkpoint);
    }
    if (code == EXIT_DONE) {
        /* without the thread Ctrl-C is noticed where there is progress to tell: the others go on anyway */
        struct interrupt_watcher stopper;
        bool stoppable = interrupt_watcher_begin(&stopper, stop_distributed, follow.group);
        progress_begin(&follow.progress, options->quiet);
        code = solve(options, board, peers, &follow);
        if (stoppable)
            interrupt_watcher_end(&stopper);
    }
    if (code == EXIT_DONE)
        paua_distributed_forget(follow.group);
    paua_distributed_free(follow.group);
    return code;
}
