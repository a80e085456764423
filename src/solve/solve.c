/* solve.c - a solve from its creation to its results: which layers there are, in which order,
 * and their memory.
 *
 * The algorithm is retrograde analysis, layer by layer:
 *
 *   1. Plan the layers (plan_layers): all numbers of marbles from `marbles` down to one more
 *      than loses. An ejection leads to a layer with fewer marbles, a quiet move to the mirror
 *      layer; so layers are solved from the fewest marbles up, a layer together with its mirror.
 *   2. Number the positions of each layer up to symmetry (table/index.h): a slot, one byte, for
 *      each.
 *   3. Solve each group of layers (run.c, layer_source.h):
 *      a. count the quiet moves of each position; ejections have their values from the layers
 *         below;
 *      b. for remoteness 0, 1, 2, ...: update the predecessors of the positions decided at it:
 *         won by a move to a loss, lost when no open move is left;
 *      c. what is still open is a draw.
 *   4. Verify on request: each record against the definition, from the records its moves lead
 *      to.
 *   5. Count the outcome classes of the top layer, write the table (write.c).
 *
 * sweep.c is a second method to compare with; checkpoint.c keeps the state of step 3;
 * src/distributed runs step 3 on several processes.
 */
#define _DEFAULT_SOURCE
#include "solve/state.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "board/shape.h"
#include "solve/write.h"
#include "table/read.h"

enum { LARGE_PAGE = 1 << 21, LARGE = 8 * LARGE_PAGE };

/* Whether options are in range and possible on this board. */
static bool options_fit(const paua_board *board, const paua_solve_options *options)
{
    return options->marbles >= 1 && options->marbles <= PAUA_SOLVE_MARBLES_MAX &&
           options->win >= 1 && options->win <= options->marbles && options->threads >= 1 &&
           options->threads <= PAUA_SOLVE_THREADS_MAX &&
           (options->method == PAUA_SOLVE_RETROGRADE ||
            (options->method == PAUA_SOLVE_SWEEP &&
             paua_board_cells(board) <= PAUA_SOLVE_SWEEP_CELLS)) &&
           2 * options->marbles <= paua_board_cells(board);
}

/* Lists the layers, fewest marbles first, a layer and its mirror next to each other. */
static void plan_layers(struct paua_solve *solve)
{
    int most = solve->options.marbles, least = most - solve->options.win + 1;
    for (int sum = 2 * least; sum <= 2 * most; sum++)
        for (int own = most; own >= least; own--) {
            int opp = sum - own;
            if (opp < least || opp > own)
                continue;
            solve->order[solve->count][0] = own;
            solve->order[solve->count++][1] = opp;
            if (own == opp)
                continue;
            solve->order[solve->count][0] = opp;
            solve->order[solve->count++][1] = own;
        }
}

/* Numbers a layer's positions and links it to the layers its moves lead to. Nothing large is
 * allocated. */
static paua_status prepare_layer(struct paua_solve *solve, int own, int opp)
{
    struct layer *layer = &solve->layers[own][opp];
    int least = solve->options.marbles - solve->options.win + 1;
    layer->mirror = &solve->layers[opp][own];
    layer->below = opp - 1 < least ? NULL : &solve->layers[opp - 1][own];
    layer->stuck_loses = solve->options.stuck_loses;
    layer->value_max = LAYER_VALUE_MAX;
    layer->overflow_lock = &solve->overflow_lock;
    return layer->index.base ? PAUA_OK : index_layer_init(&layer->index, &solve->base, own, opp);
}

/* Prepares all layers in solving order. */
static paua_status prepare_all(struct paua_solve *solve)
{
    for (int i = 0; i < solve->count; i++) {
        paua_status status = prepare_layer(solve, solve->order[i][0], solve->order[i][1]);
        if (status != PAUA_OK)
            return status;
    }
    return PAUA_OK;
}

/* Bytes that the solve takes at its peak. */
static uint64_t bytes_of(const struct paua_solve *solve, uint64_t *positions)
{
    uint64_t bytes = 0, all = 0;
    for (int i = 0; i < solve->count; i++) {
        const struct index_layer *index =
            &solve->layers[solve->order[i][0]][solve->order[i][1]].index;
        bytes += index->slots + index_layer_bytes(index);
        all += index->positions;
    }
    if (positions)
        *positions = all;
    return bytes + sizeof *solve;
}

void paua_solve_free(paua_solve *solve)
{
    if (!solve)
        return;
    for (int i = 0; i < solve->count; i++) {
        struct layer *layer = state_layer(solve, i);
        index_layer_free(&layer->index);
        free((void *)layer->values);
        overflow_free(&layer->overflow);
    }
    pthread_mutex_destroy(&solve->overflow_lock);
    pool_free(solve->pool);
    paua_board_free(solve->own_board);
    free(solve);
}

/* A solve without values yet; memory_bytes is ignored. */
static paua_status create_solve(const paua_board *board, const paua_solve_options *options,
                                paua_solve **out)
{
    if (!options_fit(board, options))
        return PAUA_ERROR_BAD_ARGUMENT;
    struct paua_solve *solve = calloc(1, sizeof *solve);
    if (!solve)
        return PAUA_ERROR_NO_MEMORY;
    solve->board = board;
    solve->options = *options;
    solve->kernel = layer_kernel_for(board);
    atomic_init(&solve->stop, false);
    pthread_mutex_init(&solve->overflow_lock, NULL);
    plan_layers(solve);
    paua_status status = index_board_init(&solve->base, board);
    if (status == PAUA_OK)
        status = prepare_all(solve);
    if (status != PAUA_OK) {
        paua_solve_free(solve);
        return status;
    }
    *out = solve;
    return PAUA_OK;
}

paua_status paua_solve_new(const paua_board *board, const paua_solve_options *options,
                           paua_solve **out)
{
    paua_solve *solve;
    paua_status status = create_solve(board, options, &solve);
    if (status != PAUA_OK)
        return status;
    if (options->memory_bytes && bytes_of(solve, NULL) > options->memory_bytes) {
        paua_solve_free(solve);
        return PAUA_ERROR_NO_MEMORY;
    }
    solve->pool = pool_new(options->threads);
    if (!solve->pool) {
        paua_solve_free(solve);
        return PAUA_ERROR_NO_MEMORY;
    }
    *out = solve;
    return PAUA_OK;
}

uint64_t paua_solve_bytes(const paua_board *board, const paua_solve_options *options,
                          uint64_t *positions)
{
    paua_solve *solve;
    if (create_solve(board, options, &solve) != PAUA_OK)
        return 0;
    uint64_t bytes = bytes_of(solve, positions);
    paua_solve_free(solve);
    return bytes;
}

int state_group_size(const struct paua_solve *solve, int first)
{
    return solve->order[first][0] == solve->order[first][1] ? 1 : 2;
}

/* Access is random: large pages save misses of the TLB. */
static void *allocate_values(uint64_t bytes)
{
    if (bytes < LARGE)
        return malloc(bytes);
    void *values =
        aligned_alloc(LARGE_PAGE, (bytes + LARGE_PAGE - 1) & ~(uint64_t)(LARGE_PAGE - 1));
#if defined(MADV_HUGEPAGE)
    if (values)
        madvise(values, bytes, MADV_HUGEPAGE);
#endif
    return values;
}

paua_status state_allocate(struct paua_solve *solve, int first, int layers)
{
    for (int i = 0; i < layers; i++) {
        struct layer *layer = state_layer(solve, first + i);
        if (!layer->values)
            layer->values = allocate_values(layer->index.slots);
        if (!layer->values)
            return PAUA_ERROR_NO_MEMORY;
    }
    return PAUA_OK;
}

void state_find_longest_loss(struct layer *layer)
{
    int longest =
        layer_longest_loss((const uint8_t *)layer->values, layer->index.slots, &layer->overflow, 0);
    atomic_store(&layer->longest_loss, longest);
}

int paua_solve_faults(const paua_solve *solve)
{
    return solve->fault_count;
}

const paua_solve_fault *paua_solve_fault_at(const paua_solve *solve, int i)
{
    assert(i >= 0 && i < solve->fault_count);
    return &solve->faults[i];
}

const paua_board *paua_solve_board(const paua_solve *solve)
{
    return solve->board;
}

int paua_solve_layers(const paua_solve *solve)
{
    return solve->solved == solve->count ? solve->count : 0;
}

paua_layer_counts paua_solve_layer(const paua_solve *solve, int i)
{
    assert(i >= 0 && i < solve->count);
    const int *which = solve->order[solve->count - 1 - i];
    const struct layer *layer = &solve->layers[which[0]][which[1]];
    return (paua_layer_counts){
        .own = layer->index.own,
        .opp = layer->index.opp,
        .positions = layer->index.positions,
        .wins = atomic_load(&layer->wins),
        .losses = atomic_load(&layer->losses),
        .draws = layer->index.positions - atomic_load(&layer->wins) - atomic_load(&layer->losses),
        .longest_win = atomic_load(&layer->longest_win),
        .longest_loss = atomic_load(&layer->longest_loss),
    };
}

paua_status paua_solve_probe(const paua_solve *solve, const paua_position *position,
                             paua_value *value, int *remoteness)
{
    uint32_t own = (uint32_t)position->marbles[position->to_move];
    uint32_t opp = (uint32_t)position->marbles[PAUA_OTHER(position->to_move)];
    int most = solve->options.marbles, least = most - solve->options.win + 1, order;
    int owns = bits_count(own), opps = bits_count(opp);
    if (solve->solved < solve->count)
        return PAUA_ERROR_BAD_ARGUMENT;
    if (owns < least || owns > most || opps < least || opps > most)
        return PAUA_ERROR_NOT_FOUND;
    const struct layer *layer = &solve->layers[owns][opps];
    int found = layer_value(layer, index_slot(&layer->index, own, opp, &order));
    *value = found == 0 ? PAUA_VALUE_DRAW : found % 2 ? PAUA_VALUE_LOSS : PAUA_VALUE_WIN;
    *remoteness = found ? found - 1 : 0;
    return PAUA_OK;
}

const char *paua_class_name(int class_number)
{
    static const char *const names[] = {
#define X(code, name) name,
        PAUA_CLASS_MAP(X)
#undef X
    };
    return class_number >= 0 && class_number < PAUA_CLASS_COUNT ? names[class_number] : NULL;
}

paua_class paua_class_of(paua_value black, paua_value white)
{
    static const paua_class classes[3][3] = {
        [PAUA_VALUE_DRAW] = {[PAUA_VALUE_DRAW] = PAUA_CLASS_D,
                             [PAUA_VALUE_WIN] = PAUA_CLASS_N_CHECK,
                             [PAUA_VALUE_LOSS] = PAUA_CLASS_P_HAT},
        [PAUA_VALUE_WIN] = {[PAUA_VALUE_DRAW] = PAUA_CLASS_N_HAT,
                            [PAUA_VALUE_WIN] = PAUA_CLASS_N,
                            [PAUA_VALUE_LOSS] = PAUA_CLASS_L},
        [PAUA_VALUE_LOSS] = {[PAUA_VALUE_DRAW] = PAUA_CLASS_P_CHECK,
                             [PAUA_VALUE_WIN] = PAUA_CLASS_R,
                             [PAUA_VALUE_LOSS] = PAUA_CLASS_P},
    };
    return classes[black][white];
}

/* Reads a layer's overflow values. */
static paua_status load_overflows(const paua_table *table, int i, struct layer *layer)
{
    struct table_overflow overflow;
    for (uint64_t k = 0; table_read_overflow(table, i, k, &overflow); k++)
        overflow_put(&layer->overflow, overflow.slot, overflow.value);
    return layer->overflow.failed ? PAUA_ERROR_NO_MEMORY : PAUA_OK;
}

/* Reads the i-th layer of a table, its counts and its values. */
static paua_status load_layer(const paua_table *table, int i, paua_solve *solve)
{
    struct layer *layer = state_layer(solve, solve->count - 1 - i);
    paua_layer_counts counts = paua_table_layer(table, i);
    if (counts.own != layer->index.own || counts.opp != layer->index.opp)
        return PAUA_ERROR_CORRUPT;
    paua_status status = state_allocate(solve, solve->count - 1 - i, 1);
    if (status != PAUA_OK)
        return status;
    status = table_read_layer(table, i, (uint8_t *)layer->values, layer->index.slots);
    if (status != PAUA_OK)
        return status;
    status = load_overflows(table, i, layer);
    if (status != PAUA_OK)
        return status;
    atomic_store(&layer->wins, counts.wins);
    atomic_store(&layer->losses, counts.losses);
    atomic_store(&layer->longest_win, counts.longest_win);
    state_find_longest_loss(layer);
    return PAUA_OK;
}

paua_status paua_solve_load(const paua_table *table, int threads, paua_solve **out)
{
    assert(threads >= 1 && threads <= PAUA_SOLVE_THREADS_MAX);
    const paua_table_info *info = paua_table_about(table);
    const paua_solve_options options = {.marbles = info->marbles,
                                        .win = info->win,
                                        .stuck_loses = info->stuck_loses,
                                        .threads = threads};
    paua_board *board;
    paua_solve *solve;
    paua_status status = paua_board_new(info->sides[0], info->sides[1], info->sides[2], &board);
    if (status != PAUA_OK)
        return status;
    status = create_solve(board, &options, &solve);
    if (status != PAUA_OK) {
        paua_board_free(board);
        return status == PAUA_ERROR_NO_MEMORY ? status : PAUA_ERROR_CORRUPT;
    }
    solve->own_board = board;
    solve->pool = pool_new(threads);
    if (!solve->pool)
        status = PAUA_ERROR_NO_MEMORY;
    else if (solve->count != info->layers)
        status = PAUA_ERROR_CORRUPT;
    for (int i = 0; i < solve->count && status == PAUA_OK; i++)
        status = load_layer(table, i, solve);
    solve->solved = solve->count;
    if (status == PAUA_OK)
        *out = solve;
    else
        paua_solve_free(solve);
    return status;
}

paua_status paua_solve_write(paua_solve *solve, const char *path)
{
    const struct layer *layers[LAYERS_MAX * LAYERS_MAX];
    if (solve->solved < solve->count)
        return PAUA_ERROR_BAD_ARGUMENT;
    for (int i = 0; i < solve->count; i++)
        layers[i] = state_layer(solve, solve->count - 1 - i);
    const struct write_plan plan = {
        .board = solve->board,
        .marbles = solve->options.marbles,
        .win = solve->options.win,
        .stuck_loses = solve->options.stuck_loses,
        .pool = solve->pool,
        .count = solve->count,
        .layers = layers,
    };
    return state_end_call(solve, write_table(&plan, path, &solve->stop));
}
