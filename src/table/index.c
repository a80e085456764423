/* index.c - the tables behind index.h: binomials, ranks of half sets, images, classes of own
 * sets. */
#include "table/index.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Pascal's triangle. */
static void fill_binomials(struct index_board *base)
{
    for (int n = 0; n <= INDEX_CELLS_MAX; n++) {
        base->binomial[n][0] = 1;
        for (int k = 1; k <= n; k++) {
            uint64_t sum = (uint64_t)base->binomial[n - 1][k - 1] + base->binomial[n - 1][k];
            base->binomial[n][k] = (uint32_t)sum; /* the largest is 601,080,390 */
        }
    }
}

/* Ranks of low halves among those with as many cells. */
static void fill_low_halves(struct index_board *base)
{
    uint16_t counts[INDEX_CELLS_MAX + 1] = {0}; /* by number of cells */
    base->half = (base->cells + 1) / 2;
    for (uint32_t low = 0; low < 1u << base->half; low++)
        base->low[low] = counts[bits_count(low)]++;
}

static uint64_t high_halves_bytes(const struct index_board *base, int cells)
{
    return (cells > base->half ? UINT64_C(1) << (cells - base->half) : 1) * sizeof(uint32_t);
}

/* For sets of `count` among `cells` cells: by high half, how many sets have a lesser one. NULL:
 * out of memory. */
static uint32_t *count_high_halves(const struct index_board *base, int cells, int count)
{
    uint32_t halves = (uint32_t)(high_halves_bytes(base, cells) / sizeof(uint32_t)), sum = 0;
    uint32_t *list = malloc(halves * sizeof *list);
    for (uint32_t high = 0; list && high < halves; high++) {
        int left = count - bits_count(high);
        list[high] = sum;
        sum += left >= 0 && left <= base->half ? base->binomial[base->half][left] : 0;
    }
    return list;
}

/* Images of every byte of a set under every symmetry. */
static void fill_images(struct index_board *base)
{
    for (int symmetry = 0; symmetry < base->symmetries; symmetry++)
        for (int byte = 0; byte < INDEX_BYTES; byte++)
            for (int value = 0; value < 256; value++) {
                paua_set set = ((paua_set)value << 8 * byte) & base->all;
                base->image[symmetry][byte][value] =
                    (uint32_t)paua_board_map(base->board, symmetry, set);
            }
}

paua_status index_board_init(struct index_board *base, const paua_board *board)
{
    if (paua_board_cells(board) > INDEX_CELLS_MAX)
        return PAUA_ERROR_UNSUPPORTED;
    memset(base, 0, sizeof *base);
    base->board = board;
    base->cells = paua_board_cells(board);
    base->symmetries = paua_board_symmetries(board);
    base->all = (uint32_t)paua_board_all(board);
    fill_binomials(base);
    fill_low_halves(base);
    fill_images(base);
    return PAUA_OK;
}

/* The next larger number with as many bits (Gosper, HAKMEM 175); set is not the largest one. */
static uint32_t next_subset(uint32_t set)
{
    assert(set != 0);
    uint64_t low = set & -(uint64_t)set, carry = set + low;
    return (uint32_t)(carry | (set ^ carry) >> (bits_first(set) + 2));
}

/* The first `sets` sets of `count` cells, in order. */
static void list_subsets(uint32_t *list, uint32_t sets, int count)
{
    uint32_t set = count ? UINT32_MAX >> (32 - count) : 0;
    for (uint32_t i = 0; i < sets; i++) {
        list[i] = set;
        if (i + 1 < sets)
            set = next_subset(set);
    }
}

/* Finds the classes of own sets. Sets come in order, so the first one of a class is its least. */
static void classify_sets(struct index_layer *layer, const uint32_t *own_sets)
{
    const struct index_board *base = layer->base;
    for (uint32_t i = 0; i < layer->own_sets; i++)
        layer->places[i].found = UINT32_MAX;
    for (uint32_t i = 0; i < layer->own_sets; i++) {
        if (layer->places[i].found != UINT32_MAX)
            continue;
        uint32_t class = layer->classes++, free = base->all ^ own_sets[i];
        layer->representative[class] = own_sets[i];
        for (int symmetry = 0; symmetry < base->symmetries; symmetry++) {
            uint32_t image = index_image(base, symmetry, own_sets[i]);
            if (image == own_sets[i])
                layer->stabiliser[class] |= (uint16_t)(1u << symmetry);
        }
        uint32_t kept = layer->stabiliser[class] > 1;
        /* for each set of the class, a symmetry that maps it to the representative */
        for (int symmetry = 0; symmetry < base->symmetries; symmetry++) {
            uint32_t image = index_image(base, symmetry, own_sets[i]);
            struct index_place *place = &layer->places[index_rank(base, layer->own_high, image)];
            place->free = free;
            for (int back = 0; place->found == UINT32_MAX; back++)
                if (index_image(base, back, image) == own_sets[i])
                    place->found = class << 5 | kept << 4 | (uint32_t)back;
        }
    }
}

/* Shrinks the lists to the number of classes; where that fails the longer ones stay. */
static void shrink_lists(struct index_layer *layer)
{
    void *list = realloc(layer->representative, layer->classes * sizeof *layer->representative);
    if (list)
        layer->representative = list;
    list = realloc(layer->stabiliser, layer->classes * sizeof *layer->stabiliser);
    if (list)
        layer->stabiliser = list;
}

paua_status index_layer_init(struct index_layer *layer, const struct index_board *base, int own,
                             int opp)
{
    memset(layer, 0, sizeof *layer);
    if (own < 0 || opp < 0 || own + opp > base->cells)
        return PAUA_ERROR_BAD_ARGUMENT;
    layer->base = base;
    layer->own = own;
    layer->opp = opp;
    layer->own_sets = base->binomial[base->cells][own];
    layer->opp_sets = base->binomial[base->cells - own][opp];
    layer->positions = (uint64_t)layer->own_sets * layer->opp_sets;
    if (layer->own_sets >= 1u << 27)
        return PAUA_ERROR_UNSUPPORTED;
    uint32_t *own_list = malloc(layer->own_sets * sizeof *own_list);
    layer->places = malloc(layer->own_sets * sizeof *layer->places);
    layer->representative = malloc(layer->own_sets * sizeof *layer->representative);
    layer->stabiliser = calloc(layer->own_sets, sizeof *layer->stabiliser);
    layer->subsets = malloc(layer->opp_sets * sizeof *layer->subsets);
    layer->own_high = count_high_halves(base, base->cells, own);
    layer->opp_high = count_high_halves(base, base->cells - own, opp);
    if (!own_list || !layer->own_high || !layer->opp_high || !layer->places ||
        !layer->representative || !layer->stabiliser || !layer->subsets) {
        free(own_list);
        index_layer_free(layer);
        return PAUA_ERROR_NO_MEMORY;
    }
    list_subsets(own_list, layer->own_sets, own);
    list_subsets(layer->subsets, layer->opp_sets, opp);
    classify_sets(layer, own_list);
    shrink_lists(layer);
    layer->slots = (uint64_t)layer->classes * layer->opp_sets;
    free(own_list);
    return PAUA_OK;
}

uint64_t index_layer_bytes(const struct index_layer *layer)
{
    return (uint64_t)layer->own_sets * sizeof *layer->places +
           (uint64_t)layer->classes * (sizeof *layer->representative + sizeof *layer->stabiliser) +
           (uint64_t)layer->opp_sets * sizeof *layer->subsets +
           high_halves_bytes(layer->base, layer->base->cells) +
           high_halves_bytes(layer->base, layer->base->cells - layer->own);
}

void index_layer_free(struct index_layer *layer)
{
    free(layer->own_high);
    free(layer->opp_high);
    free(layer->places);
    free(layer->representative);
    free(layer->stabiliser);
    free(layer->subsets);
    memset(layer, 0, sizeof *layer);
}
