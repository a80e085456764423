/* How long a net takes to score a position: the figures of the README.
 *
 *   bench_net [NET]    without one, networks of random numbers of several widths
 *
 *   scratch      each position as if there had been no other
 *   incremental  from what is remembered of the position before the move
 *
 * Positions are visited in the order of a search: a position, then each that a move leads to; two moves deep, from
 * Belgian daisy. Processor time; moves are made beforehand.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <paua/paua.h>

#include "../tests/unit/random_net.h"
#include "board/shape.h"
#include "eval/eval.h"

enum { VISITS_MAX = 1 << 12, PLIES = 3 };

struct visit {
    paua_position position;
    int ply;
};

static struct visit visits[VISITS_MAX];
static int visit_count;

static int fail(const char *what)
{
    fprintf(stderr, "bench_net: %s\n", what);
    return 2;
}

static void walk(const paua_board *board, const paua_position *position, int ply)
{
    paua_move_list list;
    if (visit_count == VISITS_MAX)
        return;
    visits[visit_count++] = (struct visit){*position, ply};
    paua_moves_generate(board, position, &list);
    for (int i = 0; i < list.count && ply < PLIES - 1; i++) {
        paua_position next = *position;
        paua_undo undo;
        paua_position_make(board, &next, list.moves[i], &undo);
        walk(board, &next, ply + 1);
    }
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Nanoseconds for each score; best of five rounds. */
static double measure(const struct eval *eval, struct eval_memory *memory, long *sum)
{
    enum { REPEATS = 20 };
    double best = 1e9;
    for (int round = 0; round < 5; round++) {
        double before = seconds();
        for (int i = 0; i < REPEATS * visit_count; i++) {
            const struct visit *visit = &visits[i % visit_count];
            *sum += memory ? eval_score_at(eval, memory, visit->ply, &visit->position)
                           : eval_score(eval, &visit->position);
        }
        double taken = (seconds() - before) * 1e9 / REPEATS / visit_count;
        best = taken < best ? taken : best;
    }
    return best;
}

static bool report(const paua_board *board, const paua_net *net)
{
    const struct net_kernel *kernels[2] = {&net_kernel_any};
    struct eval_memory *memory = eval_memory_new(PLIES);
    struct eval eval;
    long sums[4] = {0};
    if (!memory || eval_prepare(board, NULL, &eval) || eval_use_net(&eval, net))
        return false;
    kernels[1] = eval.kernel;
    for (int i = 0; i < 2; i++) {
        eval.kernel = kernels[i];
        eval_memory_clear(memory);
        double scratch = measure(&eval, NULL, &sums[2 * i]);
        double incremental = measure(&eval, memory, &sums[2 * i + 1]);
        printf("%3d hidden  %-8s  scratch %6.0f ns  incremental %6.1f ns, %5.1f million a second\n",
               eval.net.hidden, i == 0 ? "portable" : "this cpu", scratch, incremental,
               1e3 / incremental);
    }
    eval_memory_free(memory);
    return sums[0] == sums[1] && sums[0] == sums[2] && sums[0] == sums[3];
}

int main(int argc, char **argv)
{
    static const int widths[] = {64, 128, 256};
    paua_board *board;
    paua_position start;
    paua_error error;
    paua_net *net = NULL;
    bool same = true;
    if (paua_board_new(5, 5, 5, &board) ||
        paua_position_parse(board, "belgian-daisy", &start, NULL))
        return fail("no board");
    walk(board, &start, 0);
    if (argc > 1) {
        if (paua_net_open(argv[1], &net, &error) != PAUA_OK)
            return fail(error.message);
        same = report(board, net);
        paua_net_free(net);
    }
    for (int i = 0; argc == 1 && i < 3; i++) {
        net = random_net(1, widths[i], 4, false);
        same = net && report(board, net) && same;
        paua_net_free(net);
    }
    paua_board_free(board);
    return same ? 0 : fail("the ways to score a position disagree");
}
