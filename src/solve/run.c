/* run.c - the phases of a solve, each a parallel loop over a layer: solving, verifying, counting
 * classes.
 *
 * Which layers come when is in solve.c, the loops themselves in layer_source.h. Between two
 * loops of a phase the calling thread alone decides what comes next, writes checkpoints and
 * stops.
 */
#include <errno.h>
#include <limits.h>

#include "base/clock.h"
#include "base/pool.h"
#include "solve/checkpoint.h"
#include "solve/state.h"
#include "solve/sweep.h"

/* One phase of one layer, shared by the threads of the pool. */
struct solve_phase {
    struct paua_solve *solve;
    struct layer *layer;
    paua_solve_progress progress;
    paua_solve_callback callback;
    void *context;
    atomic_ullong found;        /* positions propagated */
    struct layer_faults faults; /* of a verification */
    double from, share;         /* for the progress, in slots: done before this loop, and of it */
};

/* For the progress: the part of the work that step 1 takes. */
static const double begin_share = 0.2;

/* Slots of the layers first .. end-1 in solving order, the measure of work for the progress. */
static uint64_t slots_of(struct paua_solve *solve, int first, int end)
{
    uint64_t slots = 0;
    for (int i = first; i < end; i++)
        slots += state_layer(solve, i)->index.slots;
    return slots;
}

/* Called by the parallel loop with the part of it that is done, 0 .. 1. */
static void report_progress(double done, void *context)
{
    struct solve_phase *phase = context;
    phase->progress.done = done;
    phase->progress.all = (phase->from + done * phase->share) /
                          (double)slots_of(phase->solve, 0, phase->solve->count);
    if (phase->callback)
        phase->callback(&phase->progress, phase->context);
}

/* Step 1 for classes from .. to-1, on a thread of the pool. */
static bool begin_part(uint32_t from, uint32_t to, void *context)
{
    struct solve_phase *phase = context;
    return phase->solve->kernel->begin(phase->layer, from, to);
}

/* Step 2 for classes from .. to-1, on a thread of the pool: updates the predecessors of the
 * positions of the current remoteness. */
static bool propagate_part(uint32_t from, uint32_t to, void *context)
{
    struct solve_phase *phase = context;
    atomic_fetch_add(&phase->found, phase->solve->kernel->propagate(phase->layer, from, to,
                                                                    phase->progress.remoteness));
    return true;
}

/* Checks the records of classes from .. to-1 by the definition, on a thread of the pool. */
static bool verify_part(uint32_t from, uint32_t to, void *context)
{
    struct solve_phase *phase = context;
    phase->solve->kernel->verify(phase->layer, from, to, &phase->faults);
    return true;
}

/* Selects the layer of the next loop, and what the progress says about it. */
static void set_phase(struct solve_phase *phase, struct layer *layer, const char *name)
{
    phase->layer = layer;
    phase->progress.own = layer->index.own;
    phase->progress.opp = layer->index.opp;
    phase->progress.phase = name;
}

/* Runs a parallel loop over the classes of a layer. Returns the first class that is not done. */
static uint32_t run_phase(struct solve_phase *phase, struct layer *layer, uint32_t from,
                          const char *name, pool_part *part)
{
    const struct pool_loop loop = {
        .from = from,
        .end = layer->index.classes,
        .part = part,
        .progress = report_progress,
        .context = phase,
        .stop = &phase->solve->stop,
    };
    set_phase(phase, layer, name);
    return pool_for(phase->solve->pool, &loop);
}

static bool is_stopped(const struct paua_solve *solve)
{
    return atomic_load(&solve->stop);
}

/* Step 1 of each layer. */
static paua_status begin_layers(struct solve_phase *phase, int first, int layers)
{
    struct paua_solve *solve = phase->solve;
    for (int i = 0; i < layers; i++) {
        struct layer *layer = state_layer(solve, first + i);
        phase->from = (double)slots_of(solve, 0, first) +
                      begin_share * (double)slots_of(solve, first, first + i);
        phase->share = begin_share * (double)layer->index.slots;
        if (run_phase(phase, layer, 0, "moves", begin_part) < layer->index.classes)
            return is_stopped(solve) ? PAUA_ERROR_CONFLICT : PAUA_ERROR_UNSUPPORTED;
    }
    solve->initialized = true;
    solve->remoteness = solve->layer = 0;
    solve->class = 0;
    solve->propagated = solve->propagated_before = 0;
    return PAUA_OK;
}

/* The least value greater than `after` in the layer; INT_MAX: none. */
static int next_value(const struct layer *layer, int after)
{
    int next = INT_MAX;
    for (uint64_t slot = 0; slot < layer->index.slots; slot++) {
        int value = atomic_load_explicit(&layer->values[slot], memory_order_relaxed);
        if (value > after && value < next && value <= layer->value_max)
            next = value;
    }
    if (next < INT_MAX)
        return next;
    for (size_t i = 0; i < layer->overflow.room; i++) {
        const struct overflow_entry *entry = &layer->overflow.entries[i];
        if (entry->value > after && entry->value < next &&
            layer->values[entry->slot] == layer_byte(layer, entry->value))
            next = entry->value;
    }
    return next;
}

/* The next remoteness after `remoteness` at which a position of the layers waits to be
 * propagated; -1: none does. */
static int next_remoteness(struct paua_solve *solve, int first, int layers, int remoteness)
{
    int next = INT_MAX;
    for (int i = 0; i < layers; i++) {
        int value = next_value(state_layer(solve, first + i), remoteness + 1);
        next = value < next ? value : next;
    }
    return next == INT_MAX ? -1 : next - 1;
}

/* Writes a checkpoint if it is due. A failure is only reported: the next one may succeed. */
static void keep_checkpoint(struct solve_phase *phase)
{
    struct paua_solve *solve = phase->solve;
    const paua_solve_options *options = &solve->options;
    if (!options->checkpoint || clock_now_ms() - solve->saved_ms < options->checkpoint_ms)
        return;
    errno = 0;
    paua_status status = checkpoint_write(solve, options->checkpoint);
    phase->progress.checkpoint_error = status == PAUA_OK ? 0 : errno ? errno : EIO;
    if (status != PAUA_OK && phase->callback)
        phase->callback(&phase->progress, phase->context);
    solve->saved_ms = clock_now_ms();
}

paua_status state_end_call(struct paua_solve *solve, paua_status status)
{
    if (status == PAUA_ERROR_CONFLICT && solve->options.checkpoint)
        checkpoint_write(solve, solve->options.checkpoint);
    atomic_store(&solve->stop, false);
    return status;
}

/* Step 2 of one layer at solve->remoteness, from class solve->class on. */
static paua_status propagate_layer(struct solve_phase *phase, struct layer *layer)
{
    struct paua_solve *solve = phase->solve;
    if (solve->remoteness + 2 <= layer->value_max) {
        atomic_store(&phase->found, 0);
        solve->class = run_phase(phase, layer, solve->class, "remoteness", propagate_part);
        solve->propagated += atomic_load(&phase->found);
    } else if (solve->class < layer->index.classes) { /* else it was done before a stop */
        set_phase(phase, layer, "remoteness");
        solve->propagated += solve->kernel->propagate_overflow(layer, solve->remoteness);
        solve->class = layer->index.classes;
        report_progress(1, phase);
    }
    if (layer->overflow.failed || layer->mirror->overflow.failed)
        return PAUA_ERROR_NO_MEMORY;
    return is_stopped(solve) || solve->class < layer->index.classes ? PAUA_ERROR_CONFLICT : PAUA_OK;
}

/* Step 2: remoteness by remoteness, until no position is left. Where a remoteness has no
 * position, later ones may: an ejection can lead to a long win below. */
static paua_status propagate_layers(struct solve_phase *phase, int first, int layers)
{
    struct paua_solve *solve = phase->solve;
    phase->share = 0;
    while (solve->remoteness >= 0) {
        phase->progress.remoteness = solve->remoteness;
        phase->from = (double)slots_of(solve, 0, first) +
                      begin_share * (double)slots_of(solve, first, first + layers) +
                      (1 - begin_share) * (double)(solve->propagated_before + solve->propagated);
        for (; solve->layer < layers; solve->layer++, solve->class = 0) {
            paua_status status = propagate_layer(phase, state_layer(solve, first + solve->layer));
            if (status != PAUA_OK)
                return status;
            keep_checkpoint(phase);
        }
        solve->propagated_before += solve->propagated;
        solve->remoteness = solve->propagated
                                ? solve->remoteness + 1
                                : next_remoteness(solve, first, layers, solve->remoteness);
        solve->layer = 0;
        solve->propagated = 0;
    }
    return PAUA_OK;
}

/* Step 3 for classes from .. to-1, on a thread of the pool. */
static bool finish_part(uint32_t from, uint32_t to, void *context)
{
    struct solve_phase *phase = context;
    phase->solve->kernel->finish(phase->layer, from, to);
    return true;
}

/* What is still open is a draw. What is stopped is initialized again: draws that were made
 * before stay so. */
static paua_status finish_layers(struct solve_phase *phase, int first, int layers)
{
    struct paua_solve *solve = phase->solve;
    phase->from = (double)slots_of(solve, 0, first + layers);
    phase->share = 0;
    for (int i = 0; i < layers; i++) {
        struct layer *layer = state_layer(solve, first + i);
        layer_forget_counts(layer);
        if (run_phase(phase, layer, 0, "draws", finish_part) < layer->index.classes)
            return PAUA_ERROR_CONFLICT;
        if (!overflow_prune(&layer->overflow, (const uint8_t *)layer->values))
            return PAUA_ERROR_NO_MEMORY;
        state_find_longest_loss(layer);
    }
    solve->initialized = false;
    solve->solved += layers;
    return PAUA_OK;
}

/* Solves a layer, or two that are each other's mirror. */
static paua_status solve_layers(struct solve_phase *phase, int first, int layers)
{
    struct paua_solve *solve = phase->solve;
    paua_status status = state_allocate(solve, first, layers);
    if (status != PAUA_OK)
        return status;
    if (solve->options.method == PAUA_SOLVE_SWEEP) {
        struct layer *const both[] = {state_layer(solve, first),
                                      state_layer(solve, first + layers - 1)};
        sweep_solve(both, layers);
        return PAUA_OK;
    }
    status = solve->initialized ? PAUA_OK : begin_layers(phase, first, layers);
    return status == PAUA_OK ? propagate_layers(phase, first, layers) : status;
}

paua_status paua_solve_run(paua_solve *solve, paua_solve_callback callback, void *context)
{
    struct solve_phase phase = {.solve = solve, .callback = callback, .context = context};
    solve->saved_ms = clock_now_ms();
    while (solve->solved < solve->count) {
        int first = solve->solved, layers = state_group_size(solve, first);
        paua_status status = solve_layers(&phase, first, layers);
        if (status == PAUA_OK)
            status = finish_layers(&phase, first, layers);
        if (status != PAUA_OK)
            return state_end_call(solve, status);
        keep_checkpoint(&phase);
    }
    return state_end_call(solve, PAUA_OK);
}

void paua_solve_stop(paua_solve *solve)
{
    atomic_store(&solve->stop, true);
}

void state_add_fault(struct paua_solve *solve, const struct layer *layer, uint64_t slot, int value)
{
    const struct index_layer *index = &layer->index;
    uint32_t own = index->representative[slot / index->opp_sets];
    uint32_t opp = index_expand(index->subsets[slot % index->opp_sets], index->base->all ^ own);
    if (solve->fault_count == LAYER_FAULTS_MAX)
        return;
    paua_solve_fault *fault = &solve->faults[solve->fault_count];
    if (paua_position_setup(solve->board, own, opp, PAUA_BLACK, &fault->position) != PAUA_OK)
        return;
    fault->value = value == 0 ? PAUA_VALUE_DRAW : value % 2 ? PAUA_VALUE_LOSS : PAUA_VALUE_WIN;
    fault->remoteness = value ? value - 1 : 0;
    solve->fault_count++;
}

/* Keeps the first wrong records of a layer for the caller. */
static void keep_faults(struct paua_solve *solve, const struct layer *layer,
                        const struct layer_faults *faults)
{
    uint64_t count = atomic_load(&faults->count);
    for (uint64_t i = 0; i < count && i < LAYER_FAULTS_MAX; i++)
        state_add_fault(solve, layer, faults->slots[i], layer_value(layer, faults->slots[i]));
}

paua_status paua_solve_verify(paua_solve *solve, paua_solve_callback callback, void *context,
                              uint64_t *bad)
{
    struct solve_phase phase = {.solve = solve, .callback = callback, .context = context};
    bool ended = false;
    if (solve->solved < solve->count)
        return PAUA_ERROR_BAD_ARGUMENT;
    *bad = 0;
    solve->fault_count = 0;
    for (int i = 0; i < solve->count && !ended; i++) {
        struct layer *layer = state_layer(solve, i);
        atomic_store(&phase.faults.count, 0);
        phase.from = (double)slots_of(solve, 0, i);
        phase.share = (double)layer->index.slots;
        ended = run_phase(&phase, layer, 0, "verify", verify_part) < layer->index.classes;
        *bad += atomic_load(&phase.faults.count);
        keep_faults(solve, layer, &phase.faults);
    }
    return state_end_call(solve, ended ? PAUA_ERROR_CONFLICT : PAUA_OK);
}

struct classes_phase {
    struct solve_phase phase;
    struct layer_classes classes;
};

/* Counts the outcome classes of constellations, on a thread of the pool. */
static bool classify_part(uint32_t from, uint32_t to, void *context)
{
    struct classes_phase *counting = context;
    const struct solve_phase *phase = &counting->phase;
    phase->solve->kernel->classify(phase->layer, from, to, &counting->classes);
    return true;
}

paua_status paua_solve_classes(paua_solve *solve, paua_class_counts *out)
{
    struct classes_phase counting = {.phase = {.solve = solve}};
    if (solve->solved < solve->count)
        return PAUA_ERROR_BAD_ARGUMENT;
    struct layer *top = state_layer(solve, solve->count - 1);
    const struct pool_loop loop = {.end = top->index.classes,
                                   .part = classify_part,
                                   .context = &counting,
                                   .stop = &solve->stop};
    counting.phase.layer = top;
    paua_status status = pool_for(solve->pool, &loop) < loop.end ? PAUA_ERROR_CONFLICT : PAUA_OK;
    if (state_end_call(solve, status) != PAUA_OK)
        return status;
    *out = (paua_class_counts){0};
    for (int black = 0; black < 3; black++)
        for (int white = 0; white < 3; white++) {
            uint64_t count = atomic_load(&counting.classes.count[black][white]);
            out->count[paua_class_of((paua_value)black, (paua_value)white)] += count;
            out->constellations += count;
        }
    out->up_to_negation = (out->constellations + atomic_load(&counting.classes.self_negative)) / 2;
    return PAUA_OK;
}
