/* net_score.c - a net as an evaluation, and the accumulator stack of a search. The arithmetic is in
 * net_source.h. */
#include "eval/eval.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "board/shape.h"
#include "rules/kernel.h"

/* Positions with neutral or fixed marbles are scored by the evaluation beneath the net. */
static int net_score(const struct eval *eval, const paua_position *position)
{
    return kernel_needs_special(position) ? eval->fallback(eval, position)
                                          : eval->kernel->score(eval, position);
}

/* The variant for this processor. */
static const struct net_kernel *net_kernel_for(const paua_board *board)
{
#if defined(__x86_64__)
    if (board->cpu_v3)
        return &net_kernel_v3;
#endif
    (void)board;
    return &net_kernel_any;
}

paua_status eval_use_net(struct eval *eval, const paua_net *net)
{
    if (net && !eval->board->full)
        return PAUA_ERROR_UNSUPPORTED;
    if (!net)
        net = eval->embedded;
    eval->net = net ? net_of(net) : (struct net){0};
    eval->kernel = net ? net_kernel_for(eval->board) : NULL;
    eval->score = net ? net_score : eval->fallback;
    return PAUA_OK;
}

struct accumulator_stack *accumulator_stack_new(int plies)
{
    assert(plies > 0);
    /* For the largest net; pages that a smaller one does not reach are never touched. */
    const size_t ply_bytes = PAUA_SIDES * NET_HIDDEN_MAX * sizeof(int16_t);
    struct accumulator_stack *stack = calloc(1, sizeof *stack);
    if (!stack)
        return NULL;
    stack->plies = plies;
    stack->inputs = calloc((size_t)plies, sizeof *stack->inputs);
    stack->values = aligned_alloc(64, (size_t)plies * ply_bytes);
    if (stack->inputs && stack->values)
        return stack;
    accumulator_stack_free(stack);
    return NULL;
}

void accumulator_stack_free(struct accumulator_stack *stack)
{
    if (!stack)
        return;
    free(stack->inputs);
    free(stack->values);
    free(stack);
}

void accumulator_stack_clear(struct accumulator_stack *stack)
{
    stack->filled_for = NULL;
    memset(stack->inputs, 0, (size_t)stack->plies * sizeof *stack->inputs);
}

int eval_score_at(const struct eval *eval, struct accumulator_stack *stack, int ply,
                  const paua_position *position)
{
    assert(ply >= 0 && ply < stack->plies);
    if (!eval->kernel || kernel_needs_special(position))
        return eval_score(eval, position);
    if (stack->filled_for != eval->net.feature_weights) {
        accumulator_stack_clear(stack);
        stack->filled_for = eval->net.feature_weights;
    }
    return eval->kernel->score_at(eval, stack, ply, position);
}
