/* How long a net takes to score a position: the figures of the README.
 *
 *   bench_net [NET]    without one, networks of random numbers of several widths
 *
 *   scratch      each position as if there had been no other
 *   incremental  from what is remembered of the position before the move
 *
 * Processor time, on the positions of visits.h.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>

#include <paua/paua.h>

#include "../tests/unit/random_net.h"
#include "eval/eval.h"
#include "visits.h"

static int fail(const char *what)
{
    fprintf(stderr, "bench_net: %s\n", what);
    return 2;
}

struct asked {
    const struct eval *eval;
    struct accumulator_stack *stack; /* NULL: from nothing */
};

static int score(void *context, const struct visit *visit)
{
    const struct asked *asked = context;
    return asked->stack ? eval_score_at(asked->eval, asked->stack, visit->ply, &visit->position)
                        : eval_score(asked->eval, &visit->position);
}

static bool report(const paua_board *board, const paua_net *net)
{
    const struct net_kernel *kernels[2] = {&net_kernel_any};
    struct accumulator_stack *stack = accumulator_stack_new(VISITS_PLIES);
    struct eval eval;
    long sums[4] = {0};
    if (!stack || eval_prepare(board, NULL, &eval) || eval_use_net(&eval, net))
        return false;
    kernels[1] = eval.kernel;
    for (int i = 0; i < 2; i++) {
        eval.kernel = kernels[i];
        accumulator_stack_clear(stack);
        double scratch = visits_measure(score, &(struct asked){&eval, NULL}, &sums[2 * i]);
        double incremental = visits_measure(score, &(struct asked){&eval, stack}, &sums[2 * i + 1]);
        printf("%3d hidden  %-8s  scratch %6.0f ns  incremental %6.1f ns, %5.1f million a second\n",
               eval.net.hidden, i == 0 ? "portable" : "this cpu", scratch, incremental,
               1e3 / incremental);
    }
    accumulator_stack_free(stack);
    return sums[0] == sums[1] && sums[0] == sums[2] && sums[0] == sums[3];
}

int main(int argc, char **argv)
{
    static const int widths[] = {64, 128, 256, 384};
    paua_board *board;
    paua_error error;
    paua_net *net = NULL;
    bool same = true;
    if (paua_board_new(5, 5, 5, &board) || !visits_make(board))
        return fail("no board");
    if (argc > 1) {
        if (paua_net_open(argv[1], &net, &error) != PAUA_OK)
            return fail(error.message);
        same = report(board, net);
        paua_net_free(net);
    }
    for (int i = 0; argc == 1 && i < (int)(sizeof widths / sizeof *widths); i++) {
        net = random_net(1, widths[i], 4, false);
        same = net && report(board, net) && same;
        paua_net_free(net);
    }
    paua_board_free(board);
    return same ? 0 : fail("the ways to score a position disagree");
}
