/* index.h - the slot of a position in its layer: indexing by symmetry and the combinatorial
 * number system (Lehmer; Knuth, TAOCP 4A, 7.2.1.3).
 *
 * A layer is all positions of a board in which the side to move (own) and the other side (opp)
 * have given numbers of marbles; which colour moves does not matter. The slot of a position:
 *
 *   1. The sets of own marbles fall into classes under the board's symmetries. The least set of
 *      a class, as a number, is its representative. A symmetry maps the position to one with the
 *      representative.
 *   2. The opp marbles are then a subset of the cells that are left, which are numbered without
 *      gaps. Its rank among all such subsets is that of the combinatorial number system
 *      (colexicographic, the order of the subsets as binary numbers).
 *   3. slot = class * (number of such subsets) + rank. Where several symmetries keep the
 *      representative, the least rank counts: the canonical position. The other slots of such a
 *      class are unused and hold 0.
 */
#ifndef TABLE_INDEX_H
#define TABLE_INDEX_H

#include <paua/board.h>

#include "base/bits.h"

#define INDEX_CELLS_MAX  32
#define INDEX_SYMMETRIES 12
#define INDEX_BYTES      4 /* of a set of cells */
#define INDEX_HALVES     (1 << INDEX_CELLS_MAX / 2)

/* What all layers of a board share. Plain data; a set of cells fits 32 bits. */
struct index_board {
    const paua_board *board; /* borrowed */
    int cells;
    int symmetries;
    uint32_t all;
    uint32_t binomial[INDEX_CELLS_MAX + 1][INDEX_CELLS_MAX + 1]; /* 0 where it does not fit */
    uint32_t image[INDEX_SYMMETRIES][INDEX_BYTES][256];          /* of the cells in one byte */
    int half; /* ranks are looked up in two halves, this many cells in the low one */
    uint16_t low[INDEX_HALVES]; /* rank of a low half among those with as many cells */
};

/* The class of a set of own marbles. */
struct index_place {
    /* class << 5 | kept << 4 | a symmetry that maps the set to the representative;
     * kept: symmetries other than the identity map the representative to itself */
    uint32_t found;
    uint32_t free; /* cells that the representative leaves */
};

struct index_layer {
    const struct index_board *base; /* borrowed */
    int own, opp;
    uint32_t own_sets; /* before symmetry */
    uint32_t opp_sets; /* for one own set */
    uint32_t classes;
    uint64_t slots;
    uint64_t positions;         /* before symmetry */
    struct index_place *places; /* owned; by rank of an own set */
    uint32_t *own_high;         /* owned; by high half: how many own sets have a lesser one */
    uint32_t *opp_high;         /* owned; the same for subsets */
    uint32_t *representative;   /* owned; by class */
    uint16_t *stabiliser;       /* owned; by class: bit s: symmetry s keeps the representative */
    uint32_t *subsets; /* owned; by rank: subsets of the cells left, numbered without gaps */
};

/* PAUA_OK, or PAUA_ERROR_UNSUPPORTED for a board of more than 32 cells. */
paua_status index_board_init(struct index_board *base, const paua_board *board);

/* PAUA_OK, PAUA_ERROR_BAD_ARGUMENT (more marbles than cells), PAUA_ERROR_UNSUPPORTED (too many sets
 * for 32 bits) or PAUA_ERROR_NO_MEMORY. */
paua_status index_layer_init(struct index_layer *layer, const struct index_board *base, int own,
                             int opp);

/* Bytes that index_layer_init() allocates. */
uint64_t index_layer_bytes(const struct index_layer *layer);

void index_layer_free(struct index_layer *layer); /* zeroed memory is allowed */

/* The subset on the free cells of the board: bits are deposited there (pdep). */
static inline uint32_t index_expand(uint32_t subset, uint32_t free)
{
#if defined(__BMI2__)
    return __builtin_ia32_pdep_si(subset, free);
#else
    uint32_t set = 0;
    for (; subset; subset >>= 1, free &= free - 1)
        if (subset & 1)
            set |= free & -free;
    return set;
#endif
}

/* The image of a set under a symmetry, byte by byte. */
static inline uint32_t index_image(const struct index_board *base, int symmetry, uint32_t set)
{
    const uint32_t(*image)[256] = base->image[symmetry];
    return image[0][set & 255] | image[1][set >> 8 & 255] | image[2][set >> 16 & 255] |
           image[3][set >> 24];
}

/* Rank of a set among all sets of as many cells: how many have a lesser high half, plus how many
 * of those with the same high half have a lesser low half. */
static inline uint32_t index_rank(const struct index_board *base, const uint32_t *high,
                                  uint32_t set)
{
    return high[set >> base->half] + base->low[set & ((1u << base->half) - 1)];
}

/* Rank of opp among the subsets of the free cells. */
static inline uint32_t index_rank_among(const struct index_layer *layer, uint32_t opp,
                                        uint32_t free)
{
#if defined(__BMI2__)
    return index_rank(layer->base, layer->opp_high, __builtin_ia32_pext_si(opp, free));
#else
    uint32_t rank = 0;
    for (int i = 1; opp; i++, opp &= opp - 1)
        rank += layer->base->binomial[bits_count(free & ((opp & -opp) - 1))][i];
    return rank;
#endif
}

/* The class of a set of own marbles. */
static inline struct index_place index_place_of(const struct index_layer *layer, uint32_t own)
{
    return layer->places[index_rank(layer->base, layer->own_high, own)];
}

/* The slot of a position, from the class of its own marbles and the image of its opp marbles
 * under the symmetry named there. *order is the order of its symmetry group: how many of the
 * board's symmetries keep it. */
static inline uint64_t index_slot_at(const struct index_layer *layer, struct index_place place,
                                     uint32_t image, int *order)
{
    const struct index_board *base = layer->base;
    uint32_t class = place.found >> 5;
    uint32_t least = index_rank_among(layer, image, place.free);
    *order = 1;
    if (place.found & 16) {
        uint32_t keep = layer->stabiliser[class];
        for (keep &= keep - 1; keep; keep &= keep - 1) { /* the first one is the identity */
            uint32_t other = index_image(base, bits_first(keep), image);
            uint32_t rank = index_rank_among(layer, other, place.free);
            if (rank < least) {
                least = rank;
                *order = 1;
            } else {
                *order += rank == least;
            }
        }
    }
    return (uint64_t) class * layer->opp_sets + least;
}

/* The slot of a position, and the order of its symmetry group. */
static inline uint64_t index_slot(const struct index_layer *layer, uint32_t own, uint32_t opp,
                                  int *order)
{
    struct index_place place = index_place_of(layer, own);
    uint32_t image = index_image(layer->base, (int)(place.found & 15), opp);
    return index_slot_at(layer, place, image, order);
}

#endif
