/* bench_solve - the speed of solving and verifying boards: the figures of the README.
 *
 *   bench_solve [BOARD MARBLES WIN [THREADS]]    without them 3x3x3 6 2 and 3x3x4 5 1, one
 *                                                thread each
 *
 * Positions are counted before symmetry, time is processor time of all threads, memory is what
 * the process had at most and its part for each record, of which there is one for a position up
 * to symmetry.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include <paua/lab/solve.h>
#include <paua/paua.h>

#include "table/index.h"

static int print_failure(const char *what)
{
    fprintf(stderr, "bench_solve: %s\n", what);
    return 2;
}

static double processor_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

static double peak_bytes(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss * 1024;
}

/* Records of all layers. */
static uint64_t records_of(const paua_board *board, const paua_solve *solve)
{
    static struct index_board base; /* large */
    uint64_t records = 0;
    if (index_board_init(&base, board) != PAUA_OK)
        return 0;
    for (int i = 0; i < paua_solve_layers(solve); i++) {
        paua_layer_counts counts = paua_solve_layer(solve, i);
        struct index_layer layer;
        if (index_layer_init(&layer, &base, counts.own, counts.opp) != PAUA_OK)
            return 0;
        records += layer.slots;
        index_layer_free(&layer);
    }
    return records;
}

static int measure_solve(const char *sides, const paua_solve_options *options)
{
    int lengths[3];
    paua_board *board;
    paua_solve *solve;
    paua_error error;
    uint64_t positions, bad;
    if (paua_board_parse(sides, lengths, &error) != PAUA_OK)
        return print_failure(error.message);
    if (paua_board_new(lengths[0], lengths[1], lengths[2], &board) != PAUA_OK)
        return print_failure("out of memory");
    if (paua_solve_bytes(board, options, &positions) == 0 ||
        paua_solve_new(board, options, &solve) != PAUA_OK)
        return print_failure("cannot be solved");
    double start = processor_seconds();
    if (paua_solve_run(solve, NULL, NULL) != PAUA_OK)
        return print_failure("was not solved");
    double solved = processor_seconds();
    double bytes = peak_bytes();
    if (paua_solve_verify(solve, NULL, NULL, &bad) != PAUA_OK || bad)
        return print_failure("is wrong");
    double verified = processor_seconds();
    uint64_t records = records_of(board, solve);
    printf("%s %d v %d, win %d, %d threads: %llu positions, %llu records\n", sides,
           options->marbles, options->marbles, options->win, options->threads,
           (unsigned long long)positions, (unsigned long long)records);
    printf("  solve %.1f s, %.1f million positions a second; verify %.1f s, %.1f million\n",
           solved - start, (double)positions / (solved - start) * 1e-6, verified - solved,
           (double)positions / (verified - solved) * 1e-6);
    printf("  memory %.1f MiB, %.3f bytes a record\n", bytes / 1048576, bytes / (double)records);
    paua_solve_free(solve);
    paua_board_free(board);
    return 0;
}

int main(int argc, char **argv)
{
    const paua_solve_options small = {.marbles = 6, .win = 2, .threads = 1};
    const paua_solve_options large = {.marbles = 5, .win = 1, .threads = 1};
    if (argc == 1)
        return measure_solve("3x3x3", &small) || measure_solve("3x3x4", &large) ? 2 : 0;
    if (argc < 4)
        return print_failure("expected BOARD MARBLES WIN [THREADS]");
    const paua_solve_options options = {
        .marbles = atoi(argv[2]), .win = atoi(argv[3]), .threads = argc > 4 ? atoi(argv[4]) : 1};
    return measure_solve(argv[1], &options);
}
