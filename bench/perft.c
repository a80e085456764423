/* How fast moves are counted, and made and unmade: the figures of the README.
 *
 *   bench_perft [DEPTH]     from the standard layout, depth 5 unless said; CPU time of one thread
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <paua/paua.h>

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

typedef uint64_t perft(const paua_board *board, const paua_rules *rules,
                       const paua_position *position, int depth);

static void measure_perft(const char *what, perft *count, const paua_board *board,
                          const paua_position *position, int depth)
{
    paua_rules rules = paua_rules_default(board);
    double best = 1e9;
    uint64_t nodes = 0;
    for (int round = 0; round < 3; round++) { /* the best of three: machines are noisy */
        double before = cpu_seconds();
        nodes = count(board, &rules, position, depth);
        double seconds = cpu_seconds() - before;
        if (seconds < best)
            best = seconds;
    }
    printf("%-12s depth %d  %12llu moves  %7.3f s  %6.0f million a second\n", what, depth,
           (unsigned long long)nodes, best, (double)nodes / best / 1e6);
}

int main(int argc, char **argv)
{
    int depth = argc > 1 ? atoi(argv[1]) : 5;
    paua_board *board;
    paua_position position;
    if (depth < 1 || paua_board_new(5, 5, 5, &board) != PAUA_OK)
        return 2;
    if (paua_position_parse(board, "standard", &position, NULL) != PAUA_OK)
        return 2;
    measure_perft("counted", paua_perft, board, &position, depth);
    measure_perft("made", paua_perft_make, board, &position, depth);
    paua_board_free(board);
    return 0;
}
