/* net.c - the time to evaluate a position by the network, from scratch and incrementally: figures
 * of the README. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>

#include <paua/paua.h>

#include "../tests/unit/random_net.h"
#include "eval/eval.h"
#include "visits.h"

static int print_error(const char *what)
{
    fprintf(stderr, "bench_net: %s\n", what);
    return 2;
}

struct net_question {
    const struct eval *eval;
    struct accumulator_stack *stack; /* NULL: from nothing */
};

static int score_visit(void *context, const struct visit *visit)
{
    const struct net_question *asked = context;
    return asked->stack ? eval_score_at(asked->eval, asked->stack, visit->ply, &visit->position)
                        : eval_score(asked->eval, &visit->position);
}

static bool print_cost(const paua_board *board, const paua_net *net)
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
        double scratch =
            visits_measure(score_visit, &(struct net_question){&eval, NULL}, &sums[2 * i]);
        double incremental =
            visits_measure(score_visit, &(struct net_question){&eval, stack}, &sums[2 * i + 1]);
        printf("%3d hidden  %-8s  scratch %6.0f ns  incremental %6.1f ns, %5.1f million a second\n",
               eval.net.hidden, i == 0 ? "portable" : "this cpu", scratch, incremental,
               1e3 / incremental);
    }
    accumulator_stack_free(stack);
    return sums[0] == sums[1] && sums[0] == sums[2] && sums[0] == sums[3];
}

int main(int argc, char **argv)
{
    static const int widths[] = {128, 256, 384, 512};
    paua_board *board;
    paua_error error;
    paua_net *net = NULL;
    bool same = true;
    if (paua_board_new(5, 5, 5, &board) || !visits_make(board))
        return print_error("no board");
    if (argc > 1) {
        if (paua_net_open(argv[1], &net, &error) != PAUA_OK)
            return print_error(error.message);
        same = print_cost(board, net);
        paua_net_free(net);
    }
    for (int i = 0; argc == 1 && i < (int)(sizeof widths / sizeof *widths); i++) {
        net = random_net(1, widths[i], 4, false);
        same = net && print_cost(board, net) && same;
        paua_net_free(net);
    }
    paua_board_free(board);
    return same ? 0 : print_error("the ways to score a position disagree");
}
