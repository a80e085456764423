/* net_score.c - nets as evaluations, and the memory that makes them quick. */
#include "eval/eval.h"

#include <stdlib.h>
#include <string.h>

#include "board/shape.h"
#include "rules/kernel.h"

static int net_score(const struct eval *eval, const paua_position *position)
{
    return kernel_needs_special(position) ? eval->without(eval, position)
                                          : eval->kernel->score(eval, position);
}

static const struct net_kernel *kernel_here(const paua_board *board)
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
        return PAUA_UNSUPPORTED;
    if (!net)
        net = eval->own;
    eval->net = net ? net_of(net) : (struct net){0};
    eval->kernel = net ? kernel_here(eval->board) : NULL;
    eval->score = net ? net_score : eval->without;
    return PAUA_OK;
}

struct eval_memory *eval_memory_new(int plies)
{
    /* for the widest net; pages that a narrower one does not reach are never touched */
    const size_t ply_bytes = PAUA_SIDES * NET_HIDDEN_MAX * sizeof(int16_t);
    struct eval_memory *memory = calloc(1, sizeof *memory);
    if (!memory)
        return NULL;
    memory->plies = plies;
    memory->scenes = calloc((size_t)plies, sizeof *memory->scenes);
    memory->sums = aligned_alloc(64, (size_t)plies * ply_bytes);
    if (memory->scenes && memory->sums)
        return memory;
    eval_memory_free(memory);
    return NULL;
}

void eval_memory_free(struct eval_memory *memory)
{
    if (!memory)
        return;
    free(memory->scenes);
    free(memory->sums);
    free(memory);
}

void eval_memory_clear(struct eval_memory *memory)
{
    memory->of = NULL;
    memset(memory->scenes, 0, (size_t)memory->plies * sizeof *memory->scenes);
}

int eval_score_at(const struct eval *eval, struct eval_memory *memory, int ply,
                  const paua_position *position)
{
    if (!eval->kernel || kernel_needs_special(position))
        return eval_score(eval, position);
    if (memory->of != eval->net.columns) {
        eval_memory_clear(memory);
        memory->of = eval->net.columns;
    }
    return eval->kernel->score_at(eval, memory, ply, position);
}
