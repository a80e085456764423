#define _DEFAULT_SOURCE
#include "solve/state.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/clock.h"
#include "board/shape.h"
#include "solve/checkpoint.h"
#include "solve/sweep.h"
#include "solve/work.h"
#include "solve/write.h"
#include "table/read.h"

enum { SWEEP_CELLS_MAX = 14, LARGE_PAGE = 1 << 21, LARGE = 8 * LARGE_PAGE };

static const atomic_bool never = false;

static bool options_fit(const paua_board *board, const paua_solve_options *options)
{
    return options->marbles >= 1 && options->marbles <= PAUA_SOLVE_MARBLES_MAX &&
           options->win >= 1 && options->win <= options->marbles && options->threads >= 1 &&
           options->threads <= PAUA_SOLVE_THREADS_MAX &&
           (options->method == PAUA_SOLVE_RETROGRADE ||
            (options->method == PAUA_SOLVE_SWEEP && paua_board_cells(board) <= SWEEP_CELLS_MAX)) &&
           2 * options->marbles <= paua_board_cells(board);
}

/* Fewest marbles first; a layer and its mirror follow each other. */
static void plan(struct paua_solve *solve)
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

/* Numbers a layer's positions and finds out what it is joined to; nothing large is allocated. */
static paua_status prepare(struct paua_solve *solve, int own, int opp)
{
    struct layer *layer = &solve->layers[own][opp];
    int least = solve->options.marbles - solve->options.win + 1;
    layer->mirror = &solve->layers[opp][own];
    layer->below = opp - 1 < least ? NULL : &solve->layers[opp - 1][own];
    layer->stuck_loses = solve->options.stuck_loses;
    return layer->index.base ? PAUA_OK : index_layer_init(&layer->index, &solve->base, own, opp);
}

static paua_status prepare_all(struct paua_solve *solve)
{
    for (int i = 0; i < solve->count; i++) {
        paua_status status = prepare(solve, solve->order[i][0], solve->order[i][1]);
        if (status != PAUA_OK)
            return status;
    }
    return PAUA_OK;
}

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
    }
    paua_board_free(solve->own_board);
    free(solve);
}

static paua_status create(const paua_board *board, const paua_solve_options *options,
                          paua_solve **out)
{
    if (!options_fit(board, options))
        return PAUA_BAD_ARGUMENT;
    struct paua_solve *solve = calloc(1, sizeof *solve);
    if (!solve)
        return PAUA_NO_MEMORY;
    solve->board = board;
    solve->options = *options;
    solve->kernel = layer_kernel_for(board);
    atomic_init(&solve->stop, false);
    plan(solve);
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
    paua_status status = create(board, options, &solve);
    if (status != PAUA_OK)
        return status;
    if (options->memory_bytes && bytes_of(solve, NULL) > options->memory_bytes) {
        paua_solve_free(solve);
        return PAUA_NO_MEMORY;
    }
    *out = solve;
    return PAUA_OK;
}

uint64_t paua_solve_bytes(const paua_board *board, const paua_solve_options *options,
                          uint64_t *positions)
{
    paua_solve *solve;
    if (create(board, options, &solve) != PAUA_OK)
        return 0;
    uint64_t bytes = bytes_of(solve, positions);
    paua_solve_free(solve);
    return bytes;
}

/* One phase of one layer, shared out among threads. */
struct phase {
    struct paua_solve *solve;
    struct layer *layer;
    paua_solve_progress progress;
    paua_solve_callback callback;
    void *context;
    atomic_ullong found; /* positions told */
    struct layer_faults faults;
};

static void report(double done, void *context)
{
    struct phase *phase = context;
    phase->progress.done = done;
    if (phase->callback)
        phase->callback(&phase->progress, phase->context);
}

static bool begin_part(uint32_t from, uint32_t to, void *context)
{
    struct phase *phase = context;
    return phase->solve->kernel->begin(phase->layer, from, to);
}

static bool spread_part(uint32_t from, uint32_t to, void *context)
{
    struct phase *phase = context;
    atomic_fetch_add(&phase->found, phase->solve->kernel->spread(phase->layer, from, to,
                                                                 phase->progress.distance));
    return true;
}

static bool verify_part(uint32_t from, uint32_t to, void *context)
{
    struct phase *phase = context;
    phase->solve->kernel->verify(phase->layer, from, to, &phase->faults);
    return true;
}

/* Returns the first class that is not done. */
static uint32_t run_phase(struct phase *phase, struct layer *layer, uint32_t from, const char *name,
                          work_part *part)
{
    const struct work work = {
        .from = from,
        .items = layer->index.classes,
        .threads = phase->solve->options.threads,
        .part = part,
        .progress = report,
        .context = phase,
        .stop = &phase->solve->stop,
    };
    phase->layer = layer;
    phase->progress.own = layer->index.own;
    phase->progress.opp = layer->index.opp;
    phase->progress.phase = name;
    return work_run(&work);
}

static bool stopped(const struct paua_solve *solve)
{
    return atomic_load(&solve->stop);
}

int state_together(const struct paua_solve *solve, int first)
{
    return solve->order[first][0] == solve->order[first][1] ? 1 : 2;
}

/* Positions are met in no order: with large pages the processor finds their addresses sooner. */
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
            return PAUA_NO_MEMORY;
    }
    return PAUA_OK;
}

/* The numbers to begin with: how many moves each position has, and what its ejections lead to. */
static paua_status begin_layers(struct phase *phase, int first, int layers)
{
    struct paua_solve *solve = phase->solve;
    for (int i = 0; i < layers; i++) {
        struct layer *layer = state_layer(solve, first + i);
        if (run_phase(phase, layer, 0, "moves", begin_part) < layer->index.classes)
            return stopped(solve) ? PAUA_CONFLICT : PAUA_UNSUPPORTED;
    }
    solve->begun = true;
    solve->distance = solve->layer = 0;
    solve->class = 0;
    solve->told = 0;
    return PAUA_OK;
}

/* The next distance after `distance` at which a position of the layers waits to be told; -1: none does. */
static int next_distance(struct paua_solve *solve, int first, int layers, int distance)
{
    int next = LAYER_OPEN;
    for (int i = 0; i < layers; i++) {
        const struct layer *layer = state_layer(solve, first + i);
        for (uint64_t slot = 0; slot < layer->index.slots; slot++) {
            int value = atomic_load_explicit(&layer->values[slot], memory_order_relaxed);
            if (value > distance + 1 && value < next)
                next = value;
        }
    }
    return next == LAYER_OPEN ? -1 : next - 1;
}

/* Writes a checkpoint when it is time, or now. What cannot be written now may be later. */
static void keep_checkpoint(struct paua_solve *solve, bool now)
{
    const paua_solve_options *options = &solve->options;
    if (!options->checkpoint || (!now && clock_now_ms() - solve->saved_ms < options->checkpoint_ms))
        return;
    checkpoint_write(solve, options->checkpoint);
    solve->saved_ms = clock_now_ms();
}

/* Distance by distance, each decided position tells those that could have moved to it. */
static paua_status spread_layers(struct phase *phase, int first, int layers)
{
    struct paua_solve *solve = phase->solve;
    while (solve->distance >= 0) {
        if (solve->distance > LAYER_DISTANCE_MAX - 2)
            return PAUA_UNSUPPORTED;
        phase->progress.distance = solve->distance;
        for (; solve->layer < layers; solve->layer++, solve->class = 0) {
            struct layer *layer = state_layer(solve, first + solve->layer);
            atomic_store(&phase->found, 0);
            solve->class = run_phase(phase, layer, solve->class, "distance", spread_part);
            solve->told += atomic_load(&phase->found);
            if (solve->class < layer->index.classes)
                return PAUA_CONFLICT;
            keep_checkpoint(solve, false);
        }
        solve->distance = solve->told ? solve->distance + 1
                                      : next_distance(solve, first, layers, solve->distance);
        solve->layer = 0;
        solve->told = 0;
    }
    return PAUA_OK;
}

static bool finish_part(uint32_t from, uint32_t to, void *context)
{
    struct phase *phase = context;
    phase->solve->kernel->finish(phase->layer, from, to);
    return true;
}

/* What is still open is a draw. */
static void finish_layers(struct phase *phase, int first, int layers)
{
    struct paua_solve *solve = phase->solve;
    for (int i = 0; i < layers; i++) {
        struct layer *layer = state_layer(solve, first + i);
        const struct work work = {.items = layer->index.classes,
                                  .threads = solve->options.threads,
                                  .part = finish_part,
                                  .context = phase,
                                  .stop = &never};
        phase->layer = layer;
        work_run(&work);
    }
    solve->begun = false;
    solve->solved += layers;
}

static paua_status solve_layers(struct phase *phase, int first, int layers)
{
    struct paua_solve *solve = phase->solve;
    paua_status status = state_allocate(solve, first, layers);
    if (status != PAUA_OK)
        return status;
    if (solve->options.method == PAUA_SOLVE_SWEEP) {
        struct layer *const both[] = {state_layer(solve, first),
                                      state_layer(solve, first + layers - 1)};
        return sweep_solve(both, layers) ? PAUA_OK : PAUA_UNSUPPORTED;
    }
    status = solve->begun ? PAUA_OK : begin_layers(phase, first, layers);
    return status == PAUA_OK ? spread_layers(phase, first, layers) : status;
}

paua_status paua_solve_run(paua_solve *solve, paua_solve_callback callback, void *context)
{
    struct phase phase = {.solve = solve, .callback = callback, .context = context};
    solve->saved_ms = clock_now_ms();
    while (solve->solved < solve->count) {
        int first = solve->solved, layers = state_together(solve, first);
        paua_status status = solve_layers(&phase, first, layers);
        if (status == PAUA_CONFLICT)
            keep_checkpoint(solve, true);
        if (status != PAUA_OK) {
            atomic_store(&solve->stop, false);
            return status;
        }
        finish_layers(&phase, first, layers);
        keep_checkpoint(solve, false);
    }
    atomic_store(&solve->stop, false);
    return PAUA_OK;
}

void paua_solve_stop(paua_solve *solve)
{
    atomic_store(&solve->stop, true);
}

/* Turns the wrong slots of a layer into positions, as many as there is room for. */
static void keep_faults(struct paua_solve *solve, const struct layer *layer,
                        const struct layer_faults *faults)
{
    const struct index_layer *index = &layer->index;
    uint64_t count = atomic_load(&faults->count);
    for (uint64_t i = 0; i < count && i < LAYER_FAULTS_MAX; i++) {
        uint64_t slot = faults->slots[i];
        uint32_t class = (uint32_t)(slot / index->opp_sets);
        uint32_t own = index->representative[class];
        uint32_t opp = index_expand(index->subsets[slot % index->opp_sets], index->base->all ^ own);
        if (solve->fault_count == LAYER_FAULTS_MAX)
            return;
        paua_solve_fault *fault = &solve->faults[solve->fault_count];
        int value = layer->values[slot];
        if (paua_position_setup(solve->board, own, opp, PAUA_BLACK, &fault->position) != PAUA_OK)
            continue;
        fault->value = value == 0 ? PAUA_VALUE_DRAW : value % 2 ? PAUA_VALUE_LOSS : PAUA_VALUE_WIN;
        fault->distance = value ? value - 1 : 0;
        solve->fault_count++;
    }
}

paua_status paua_solve_verify(paua_solve *solve, paua_solve_callback callback, void *context,
                              uint64_t *bad)
{
    struct phase phase = {.solve = solve, .callback = callback, .context = context};
    bool ended = false;
    if (solve->solved < solve->count)
        return PAUA_BAD_ARGUMENT;
    *bad = 0;
    solve->fault_count = 0;
    for (int i = 0; i < solve->count && !ended; i++) {
        struct layer *layer = state_layer(solve, i);
        atomic_store(&phase.faults.count, 0);
        ended = run_phase(&phase, layer, 0, "verify", verify_part) < layer->index.classes;
        *bad += atomic_load(&phase.faults.count);
        keep_faults(solve, layer, &phase.faults);
    }
    atomic_store(&solve->stop, false);
    return ended ? PAUA_CONFLICT : PAUA_OK;
}

int paua_solve_faults(const paua_solve *solve)
{
    return solve->fault_count;
}

const paua_solve_fault *paua_solve_fault_at(const paua_solve *solve, int i)
{
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
    const int *which = solve->order[solve->count - 1 - i];
    const struct layer *layer = &solve->layers[which[0]][which[1]];
    return (paua_layer_counts){
        .own = layer->index.own,
        .opp = layer->index.opp,
        .positions = layer->index.positions,
        .wins = atomic_load(&layer->wins),
        .losses = atomic_load(&layer->losses),
        .draws = layer->index.positions - atomic_load(&layer->wins) - atomic_load(&layer->losses),
        .longest = atomic_load(&layer->longest),
    };
}

paua_status paua_solve_probe(const paua_solve *solve, const paua_position *position,
                             paua_value *value, int *distance)
{
    uint32_t own = (uint32_t)position->marbles[position->to_move];
    uint32_t opp = (uint32_t)position->marbles[PAUA_OTHER(position->to_move)];
    int most = solve->options.marbles, least = most - solve->options.win + 1, order;
    int owns = bits_count(own), opps = bits_count(opp);
    if (solve->solved < solve->count)
        return PAUA_BAD_ARGUMENT;
    if (owns < least || owns > most || opps < least || opps > most)
        return PAUA_NOT_FOUND;
    const struct layer *layer = &solve->layers[owns][opps];
    int found = layer->values[index_slot(&layer->index, own, opp, &order)];
    *value = found == 0 ? PAUA_VALUE_DRAW : found % 2 ? PAUA_VALUE_LOSS : PAUA_VALUE_WIN;
    *distance = found ? found - 1 : 0;
    return PAUA_OK;
}

const char *paua_class_name(int class_number)
{
    static const char *const names[] = {
#define X(code, name) name,
        PAUA_CLASS_MAP(X)
#undef X
    };
    return class_number >= 0 && class_number < PAUA_CLASSES ? names[class_number] : NULL;
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

struct classing {
    struct phase phase;
    struct layer_classes classes;
};

static bool classify_part(uint32_t from, uint32_t to, void *context)
{
    struct classing *classing = context;
    const struct phase *phase = &classing->phase;
    phase->solve->kernel->classify(phase->layer, from, to, &classing->classes);
    return true;
}

paua_status paua_solve_classes(paua_solve *solve, paua_class_counts *out)
{
    struct classing classing = {.phase = {.solve = solve}};
    if (solve->solved < solve->count)
        return PAUA_BAD_ARGUMENT;
    struct layer *top = state_layer(solve, solve->count - 1);
    const struct work work = {.items = top->index.classes,
                              .threads = solve->options.threads,
                              .part = classify_part,
                              .context = &classing,
                              .stop = &solve->stop};
    classing.phase.layer = top;
    bool ended = work_run(&work) < work.items;
    atomic_store(&solve->stop, false);
    if (ended)
        return PAUA_CONFLICT;
    *out = (paua_class_counts){0};
    for (int black = 0; black < 3; black++)
        for (int white = 0; white < 3; white++) {
            uint64_t count = atomic_load(&classing.classes.count[black][white]);
            out->count[paua_class_of((paua_value)black, (paua_value)white)] += count;
            out->constellations += count;
        }
    out->up_to_negation = (out->constellations + atomic_load(&classing.classes.self_negative)) / 2;
    return PAUA_OK;
}

paua_status paua_solve_load(const paua_table *table, int threads, paua_solve **out)
{
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
    status = create(board, &options, &solve);
    if (status != PAUA_OK) {
        paua_board_free(board);
        return status == PAUA_NO_MEMORY ? status : PAUA_CORRUPT;
    }
    solve->own_board = board;
    if (solve->count != info->layers)
        status = PAUA_CORRUPT;
    for (int i = 0; i < solve->count && status == PAUA_OK; i++) {
        struct layer *layer = state_layer(solve, solve->count - 1 - i);
        paua_layer_counts counts = paua_table_layer(table, i);
        status = state_allocate(solve, solve->count - 1 - i, 1);
        if (status == PAUA_OK && (counts.own != layer->index.own || counts.opp != layer->index.opp))
            status = PAUA_CORRUPT;
        if (status == PAUA_OK)
            status = table_read_layer(table, i, (uint8_t *)layer->values, layer->index.slots);
        atomic_store(&layer->wins, counts.wins);
        atomic_store(&layer->losses, counts.losses);
        atomic_store(&layer->longest, counts.longest);
    }
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
        return PAUA_BAD_ARGUMENT;
    for (int i = 0; i < solve->count; i++)
        layers[i] = state_layer(solve, solve->count - 1 - i);
    const struct write_plan plan = {
        .board = solve->board,
        .marbles = solve->options.marbles,
        .win = solve->options.win,
        .stuck_loses = solve->options.stuck_loses,
        .threads = solve->options.threads,
        .count = solve->count,
        .layers = layers,
    };
    paua_status status = write_table(&plan, path, &solve->stop);
    atomic_store(&solve->stop, false);
    return status;
}
