/* bench_probe - the time of a probe of a table: the figures of the README.
 *
 *   bench_probe [TABLE]    without one, 3x3x3, 6 v 6, win 2 is solved first, into a temporary
 *                          file
 *
 *   cold     random positions, the file not in memory where the system lets go of it
 *   random   random positions of all layers, the file in memory: nearly every one is in another
 *            block
 *   local    a random position's children, one after the other, as a search probes them
 *
 * Cold in wall-clock time, the others in processor time.
 */
#define _XOPEN_SOURCE 700 /* mkstemp, posix_fadvise */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <paua/lab/solve.h>
#include <paua/paua.h>

#include "base/random.h"

enum { ROUNDS = 200000, COLD = 2000 };

static int print_failure(const char *what)
{
    fprintf(stderr, "bench_probe: %s\n", what);
    return 2;
}

static double microseconds_now(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

static bool make_table(char *path)
{
    const paua_solve_options options = {.marbles = 6, .win = 2, .threads = 1};
    paua_board *board;
    paua_solve *solve;
    int file = mkstemp(path);
    if (file < 0 || close(file) != 0 || paua_board_new(3, 3, 3, &board) != PAUA_OK)
        return false;
    bool made = paua_solve_new(board, &options, &solve) == PAUA_OK;
    if (made) {
        made = paua_solve_run(solve, NULL, NULL) == PAUA_OK &&
               paua_solve_write(solve, path) == PAUA_OK;
        paua_solve_free(solve);
    }
    paua_board_free(board);
    return made;
}

static paua_set random_cells(paua_set *free, int cells, int count, uint64_t *state)
{
    paua_set set = 0;
    while (count > 0) {
        paua_set cell = PAUA_SET(random_below(state, (uint64_t)cells));
        if (!(cell & *free))
            continue;
        *free &= ~cell;
        set |= cell;
        count--;
    }
    return set;
}

/* A random position of the table, all equally likely. */
static paua_position random_position(const paua_table *table, uint64_t *state)
{
    const paua_board *board = paua_table_board(table);
    uint64_t which = random_next(state) % paua_table_about(table)->positions;
    paua_layer_counts layer = paua_table_layer(table, 0);
    paua_set free = paua_board_all(board);
    paua_position position = {0};
    for (int i = 0; i < paua_table_about(table)->layers; i++) {
        layer = paua_table_layer(table, i);
        if (which < layer.positions)
            break;
        which -= layer.positions;
    }
    paua_set own = random_cells(&free, paua_board_cells(board), layer.own, state);
    paua_set opp = random_cells(&free, paua_board_cells(board), layer.opp, state);
    paua_position_setup(board, own, opp, PAUA_BLACK, &position);
    return position;
}

/* The time of one probe; negative where the table does not cover the position. */
static double time_probe(paua_probe *probe, const paua_board *board, const paua_position *position,
                         clockid_t clock)
{
    paua_value value;
    int remoteness;
    double before = microseconds_now(clock);
    paua_status status = paua_probe_position(probe, board, position, &value, &remoteness);
    double taken = microseconds_now(clock) - before;
    return status == PAUA_OK ? taken : -1;
}

static int compare_times(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_times(const char *what, double *times, int count)
{
    double sum = 0;
    qsort(times, (size_t)count, sizeof *times, compare_times);
    for (int i = 0; i < count; i++)
        sum += times[i];
    printf("%-7s %7d probes  median %6.2f us  99 %% %6.2f us  mean %6.2f us  worst %7.1f us\n",
           what, count, times[count / 2], times[(int)((double)count * 0.99)], sum / count,
           times[count - 1]);
}

static int ask_randomly(const paua_table *table, paua_probe *probe, double *times, int rounds,
                        clockid_t clock)
{
    uint64_t state = 1;
    int count = 0;
    for (int i = 0; i < rounds; i++) {
        paua_position position = random_position(table, &state);
        times[count] = time_probe(probe, paua_table_board(table), &position, clock);
        count += times[count] >= 0;
    }
    return count;
}

static int ask_children(const paua_table *table, paua_probe *probe, double *times, int rounds)
{
    const paua_board *board = paua_table_board(table);
    paua_move_list list;
    uint64_t state = 2;
    int count = 0;
    while (count < rounds) {
        paua_position position = random_position(table, &state);
        paua_moves_generate(board, &position, &list);
        for (int i = 0; i < list.count && count < rounds; i++) {
            paua_undo undo;
            paua_position_make(board, &position, list.moves[i], &undo);
            times[count] = time_probe(probe, board, &position, CLOCK_THREAD_CPUTIME_ID);
            count += times[count] >= 0; /* not after a move that wins */
            paua_position_unmake(board, &position, list.moves[i], &undo);
        }
    }
    return count;
}

static int measure_table(const char *path)
{
    paua_error error;
    paua_table *table;
    int file = open(path, O_RDONLY);
    if (file >= 0) {
        fsync(file);
        posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
        close(file);
    }
    if (paua_table_open(path, &table, &error) != PAUA_OK)
        return print_failure(error.message);
    paua_probe *probe = paua_probe_new(table);
    double *times = malloc(ROUNDS * sizeof *times);
    if (!probe || !times)
        return print_failure("out of memory");
    print_times("cold", times, ask_randomly(table, probe, times, COLD, CLOCK_MONOTONIC));
    ask_randomly(table, probe, times, ROUNDS,
                 CLOCK_THREAD_CPUTIME_ID); /* brings the file into memory */
    print_times("random", times,
                ask_randomly(table, probe, times, ROUNDS, CLOCK_THREAD_CPUTIME_ID));
    print_times("local", times, ask_children(table, probe, times, ROUNDS));
    free(times);
    paua_probe_free(probe);
    paua_table_close(table);
    return 0;
}

int main(int argc, char **argv)
{
    char made[] = "/tmp/paua-probe-XXXXXX";
    int code;
    if (argc > 1)
        return measure_table(argv[1]);
    code = make_table(made) ? measure_table(made) : print_failure("no table could be made");
    unlink(made);
    return code;
}
