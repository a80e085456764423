/* figure_layers.c - a layered drawing of a graph (Sugiyama, Tagawa and Toda, "Methods for Visual
 * Understanding of Hierarchical System Structures", 1981).
 *
 * 1. Layers by breadth-first search from the first panel. No link leads more than one layer down.
 * 2. Order in each layer by the barycentre heuristic, in sweeps down and up; the order with the
 *    fewest crossings is kept.
 * 3. Places as near to the mean of the neighbours as the order allows.
 * 4. Routes (figure_routes.c): a curve to a neighbouring layer; other links go around, in lanes of
 *    their own, to the left or the right of all panels. */
#include "draw/figure_layers.h"

#include <stdlib.h>
#include <string.h>

enum { SWEEPS = 12 };

/* The caller calls layers_free() on failure, too. */
static bool layers_allocate(struct layers *layers)
{
    size_t panels = (size_t)layers->panels;
    layers->rank = calloc(panels, sizeof(int));
    layers->order = calloc(panels, sizeof(int));
    layers->start = calloc(panels + 1, sizeof(int));
    layers->place = calloc(panels, sizeof(int));
    layers->best = calloc(panels, sizeof(int));
    layers->sum = calloc(panels, sizeof(double));
    layers->number = calloc(panels, sizeof(double));
    layers->middle = calloc(panels, sizeof(double));
    return layers->rank && layers->order && layers->start && layers->place && layers->best &&
           layers->sum && layers->number && layers->middle;
}

static void layers_free(struct layers *layers)
{
    void *const owned[] = {layers->rank, layers->order, layers->start,  layers->place,
                           layers->best, layers->sum,   layers->number, layers->middle};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
}

/* Sets the place of each panel from the order. */
static void note_places(struct layers *layers)
{
    for (int rank = 0; rank < layers->ranks; rank++)
        for (int i = layers->start[rank]; i < layers->start[rank + 1]; i++)
            layers->place[layers->order[i]] = i - layers->start[rank];
}

/* Step 1. A panel that cannot be reached from the first one is in the first layer as well. All
 * links are scanned once for each layer. */
static void rank_panels(struct layers *layers)
{
    int found = 0, from = 0;
    for (int i = 0; i < layers->panels; i++)
        layers->rank[i] = -1;
    for (int root = 0; root < layers->panels; root++) {
        int rank = 0;
        if (layers->rank[root] >= 0)
            continue;
        layers->rank[root] = 0;
        for (bool more = true; more; rank++) {
            more = false;
            for (int i = 0; i < layers->link_count; i++) {
                const paua_link *link = &layers->links[i];
                if (layers->rank[link->from] == rank && layers->rank[link->to] < 0) {
                    layers->rank[link->to] = rank + 1;
                    more = true;
                }
            }
        }
    }
    for (layers->ranks = 0; found < layers->panels; layers->ranks++) {
        layers->start[layers->ranks] = from;
        for (int i = 0; i < layers->panels; i++)
            if (layers->rank[i] == layers->ranks)
                layers->order[from++] = i;
        found = from;
    }
    layers->start[layers->ranks] = from;
    note_places(layers);
}

/* Sums up, for each panel of one layer, the places of its neighbours in another. */
static void sum_neighbours(struct layers *layers, int rank, int beside, const double *middle)
{
    memset(layers->sum, 0, (size_t)layers->panels * sizeof *layers->sum);
    memset(layers->number, 0, (size_t)layers->panels * sizeof *layers->number);
    for (int i = 0; i < layers->link_count; i++) {
        const int ends[] = {layers->links[i].from, layers->links[i].to};
        for (int end = 0; end < 2; end++) {
            int panel = ends[end], other = ends[1 - end];
            if (layers->rank[panel] != rank || layers->rank[other] != beside)
                continue;
            layers->sum[panel] += middle ? middle[other] : layers->place[other];
            layers->number[panel]++;
        }
    }
}

struct layer_weight {
    double mean;
    int place, panel;
};

/* For qsort(): by barycentre; equal ones keep their order, as in a stable sort. */
static int compare_weights(const void *a, const void *b)
{
    const struct layer_weight *one = a, *other = b;
    if (one->mean != other->mean)
        return one->mean < other->mean ? -1 : 1;
    return one->place - other->place;
}

/* Sorts one layer by the barycentres of its panels' neighbours in another. */
static bool sort_layer(struct layers *layers, int rank, int beside)
{
    int first = layers->start[rank], count = layers->start[rank + 1] - first;
    struct layer_weight *weights = calloc((size_t)count, sizeof *weights);
    if (!weights)
        return false;
    sum_neighbours(layers, rank, beside, NULL);
    for (int i = 0; i < count; i++) {
        int panel = layers->order[first + i];
        double mean = layers->number[panel] > 0 ? layers->sum[panel] / layers->number[panel] : i;
        weights[i] = (struct layer_weight){mean, i, panel};
    }
    qsort(weights, (size_t)count, sizeof *weights, compare_weights);
    for (int i = 0; i < count; i++) {
        layers->order[first + i] = weights[i].panel;
        layers->place[weights[i].panel] = i;
    }
    free(weights);
    return true;
}

/* A link between neighbouring layers: the places of its ends. */
struct layer_span {
    int rank, upper, lower;
};

/* For qsort(): by layer, then by the upper end, then by the lower end. */
static int compare_spans(const void *a, const void *b)
{
    const struct layer_span *one = a, *other = b;
    if (one->rank != other->rank)
        return one->rank - other->rank;
    return one->upper != other->upper ? one->upper - other->upper : one->lower - other->lower;
}

/* The number of pairs of links that cross between neighbouring layers: sorted by their upper ends,
 * these are inversions of the lower ends, counted with a Fenwick tree. -1 without memory. */
static long long count_crossings(const struct layers *layers)
{
    struct layer_span *spans = calloc((size_t)layers->link_count + 1, sizeof *spans);
    int *tree = calloc((size_t)layers->panels + 1, sizeof *tree), count = 0, before = 0;
    long long crossed = spans && tree ? 0 : -1;
    for (int i = 0; i < layers->link_count && crossed == 0; i++) {
        int from = layers->links[i].from, to = layers->links[i].to;
        int upper = layers->rank[from] < layers->rank[to] ? from : to, lower = from + to - upper;
        if (layers->rank[lower] == layers->rank[upper] + 1)
            spans[count++] = (struct layer_span){layers->rank[upper], layers->place[upper],
                                                 layers->place[lower]};
    }
    if (crossed == 0)
        qsort(spans, (size_t)count, sizeof *spans, compare_spans);
    for (int i = 0; i < count; i++, before++) {
        if (i && spans[i].rank != spans[i - 1].rank) {
            memset(tree, 0, ((size_t)layers->panels + 1) * sizeof *tree);
            before = 0;
        }
        crossed += before;
        for (int at = spans[i].lower + 1; at > 0; at &= at - 1)
            crossed -= tree[at];
        for (int at = spans[i].lower + 1; at <= layers->panels; at += at & -at)
            tree[at]++;
    }
    free(spans);
    free(tree);
    return crossed;
}

/* Step 2: sweeps until there are no crossings or SWEEPS are done. */
static bool order_layers(struct layers *layers)
{
    const size_t bytes = (size_t)layers->panels * sizeof *layers->order;
    long long least = count_crossings(layers);
    memcpy(layers->best, layers->order, bytes);
    for (int sweep = 0; sweep < SWEEPS && least > 0; sweep++) {
        for (int i = 1; i < layers->ranks; i++) {
            int rank = sweep % 2 ? layers->ranks - 1 - i : i;
            if (!sort_layer(layers, rank, sweep % 2 ? rank + 1 : rank - 1))
                return false;
        }
        long long now = count_crossings(layers);
        if (now < 0)
            return false;
        if (now < least) {
            least = now;
            memcpy(layers->best, layers->order, bytes);
        }
    }
    memcpy(layers->order, layers->best, bytes);
    note_places(layers);
    return least >= 0;
}

/* A group of panels that touch each other, placed at the mean of their wishes. */
struct layer_block {
    double mean;
    int count;
};

/* Step 3 for one layer: the places nearest to the wished centres, in the least-squares sense, by
 * pooling adjacent violators (isotonic regression). */
static bool place_layer(struct layers *layers, int rank, const double *wish)
{
    int first = layers->start[rank], count = layers->start[rank + 1] - first, blocks = 0;
    struct layer_block *block = calloc((size_t)count, sizeof *block);
    double apart = 0;
    if (!block)
        return false;
    for (int i = 0; i < count; i++) {
        int panel = layers->order[first + i];
        if (i)
            apart += (layers->figure->frames[layers->order[first + i - 1]].width +
                      layers->figure->frames[panel].width) /
                         2.0 +
                     FIGURE_GAP;
        block[blocks++] = (struct layer_block){wish[panel] - apart, 1};
        for (; blocks > 1 && block[blocks - 2].mean > block[blocks - 1].mean; blocks--) {
            struct layer_block *left = &block[blocks - 2], *right = &block[blocks - 1];
            left->mean = (left->mean * left->count + right->mean * right->count) /
                         (left->count + right->count);
            left->count += right->count;
        }
    }
    apart = 0;
    for (int i = 0, at = 0, left = block[0].count; i < count; i++, left--) {
        int panel = layers->order[first + i];
        if (left == 0)
            left = block[++at].count;
        if (i)
            apart += (layers->figure->frames[layers->order[first + i - 1]].width +
                      layers->figure->frames[panel].width) /
                         2.0 +
                     FIGURE_GAP;
        layers->middle[panel] = block[at].mean + apart;
    }
    free(block);
    return true;
}

/* Step 3 for all layers, in sweeps down and up. */
static bool place_panels(struct layers *layers)
{
    double *wish = calloc((size_t)layers->panels, sizeof *wish);
    bool settled = wish != NULL;
    for (int rank = 0; rank < layers->ranks && settled; rank++)
        settled = place_layer(layers, rank, wish);
    for (int sweep = 0; sweep < SWEEPS && settled; sweep++) {
        for (int i = 1; i < layers->ranks && settled; i++) {
            int rank = sweep % 2 ? layers->ranks - 1 - i : i;
            sum_neighbours(layers, rank, sweep % 2 ? rank + 1 : rank - 1, layers->middle);
            for (int at = layers->start[rank]; at < layers->start[rank + 1]; at++) {
                int panel = layers->order[at];
                wish[panel] = layers->number[panel] > 0 ? layers->sum[panel] / layers->number[panel]
                                                        : layers->middle[panel];
            }
            settled = place_layer(layers, rank, wish);
        }
    }
    free(wish);
    return settled;
}

bool figure_layers(struct paua_figure *figure)
{
    struct layers layers = {.figure = figure,
                            .links = figure->plan.links,
                            .panels = figure->plan.panel_count,
                            .link_count = figure->plan.link_count};
    bool done = layers_allocate(&layers);
    if (done) {
        rank_panels(&layers);
        done = order_layers(&layers) && place_panels(&layers) && figure_route_links(&layers);
    }
    layers_free(&layers);
    return done;
}
