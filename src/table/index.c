#include "table/index.h"

#include <stdlib.h>
#include <string.h>

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

static void fill_ranks(struct index_board *base)
{
    for (int byte = 0; byte < INDEX_BYTES; byte++)
        for (int below = 0; below <= 8 * byte; below++)
            for (int value = 0; value < 256; value++) {
                uint32_t rank = 0;
                int place = below;
                for (int bit = 0; bit < 8; bit++)
                    if (value >> bit & 1)
                        rank += base->binomial[8 * byte + bit][++place];
                base->rank[byte][below][value] = rank;
            }
}

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
        return PAUA_UNSUPPORTED;
    memset(base, 0, sizeof *base);
    base->board = board;
    base->cells = paua_board_cells(board);
    base->symmetries = paua_board_symmetries(board);
    base->all = (uint32_t)paua_board_all(board);
    fill_binomials(base);
    fill_ranks(base);
    fill_images(base);
    return PAUA_OK;
}

/* The next larger number with as many bits (Gosper, HAKMEM 175); set is not 0 and not the largest. */
static uint32_t next_subset(uint32_t set)
{
    uint64_t low = set & -(uint64_t)set, carry = set + low;
    return (uint32_t)(carry | (set ^ carry) >> (bits_first(set) + 2));
}

/* Every set of `count` among `cells` cells, in order. */
static void list_subsets(uint32_t *list, uint32_t sets, int count)
{
    uint32_t set = count ? UINT32_MAX >> (32 - count) : 0;
    for (uint32_t i = 0; i < sets; i++) {
        list[i] = set;
        if (i + 1 < sets)
            set = next_subset(set);
    }
}

/* Sets go through in order, so the first of a class that is met is its least. */
static void classify(struct index_layer *layer, const uint32_t *own_sets)
{
    const struct index_board *base = layer->base;
    for (uint32_t i = 0; i < layer->own_sets; i++)
        layer->class_of[i] = UINT32_MAX;
    for (uint32_t i = 0; i < layer->own_sets; i++) {
        if (layer->class_of[i] != UINT32_MAX)
            continue;
        uint32_t class = layer->classes++;
        layer->representative[class] = own_sets[i];
        for (int symmetry = 0; symmetry < base->symmetries; symmetry++) {
            uint32_t image = index_image(base, symmetry, own_sets[i]);
            if (image == own_sets[i])
                layer->stabiliser[class] |= (uint16_t)(1u << symmetry);
        }
        /* of each other set of the class: a symmetry that leads from it to the representative */
        for (int symmetry = 0; symmetry < base->symmetries; symmetry++) {
            uint32_t image = index_image(base, symmetry, own_sets[i]);
            uint32_t rank = index_rank(base, image);
            for (int back = 0; layer->class_of[rank] == UINT32_MAX; back++)
                if (index_image(base, back, image) == own_sets[i])
                    layer->class_of[rank] = class << 4 | (uint32_t)back;
        }
    }
}

paua_status index_layer_init(struct index_layer *layer, const struct index_board *base, int own,
                             int opp)
{
    memset(layer, 0, sizeof *layer);
    if (own < 0 || opp < 0 || own + opp > base->cells)
        return PAUA_BAD_ARGUMENT;
    layer->base = base;
    layer->own = own;
    layer->opp = opp;
    layer->own_sets = base->binomial[base->cells][own];
    layer->opp_sets = base->binomial[base->cells - own][opp];
    layer->positions = (uint64_t)layer->own_sets * layer->opp_sets;
    if (layer->own_sets >= 1u << 28)
        return PAUA_UNSUPPORTED;
    uint32_t *own_list = malloc(layer->own_sets * sizeof *own_list);
    layer->class_of = malloc(layer->own_sets * sizeof *layer->class_of);
    layer->representative = malloc(layer->own_sets * sizeof *layer->representative);
    layer->stabiliser = calloc(layer->own_sets, sizeof *layer->stabiliser);
    layer->subsets = malloc(layer->opp_sets * sizeof *layer->subsets);
    if (!own_list || !layer->class_of || !layer->representative || !layer->stabiliser ||
        !layer->subsets) {
        free(own_list);
        index_layer_free(layer);
        return PAUA_NO_MEMORY;
    }
    list_subsets(own_list, layer->own_sets, own);
    list_subsets(layer->subsets, layer->opp_sets, opp);
    classify(layer, own_list);
    layer->slots = (uint64_t)layer->classes * layer->opp_sets;
    free(own_list);
    return PAUA_OK;
}

uint64_t index_layer_bytes(const struct index_layer *layer)
{
    return (uint64_t)layer->own_sets * (sizeof *layer->class_of + sizeof *layer->representative +
                                        sizeof *layer->stabiliser) +
           (uint64_t)layer->opp_sets * sizeof *layer->subsets;
}

void index_layer_free(struct index_layer *layer)
{
    free(layer->class_of);
    free(layer->representative);
    free(layer->stabiliser);
    free(layer->subsets);
    memset(layer, 0, sizeof *layer);
}
