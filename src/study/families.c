/* families.c - counts, for each set of black marbles up to symmetry, the constellations of each
 * outcome class.
 *
 * The family of a shape is the sum over the sets that contain one of its images, so that the
 * board is asked only once for each constellation. */
#include "study/families.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/bits.h"

enum { PROGRESS_EVERY = 1 << 14 };

struct counting {
    paua_families *families;
    paua_families_progress progress;
    void *context;
    paua_status status;
};

/* Symmetries that keep these cells; white may be empty. */
static int symmetries_of(const paua_board *board, paua_set black, paua_set white)
{
    int count = 1; /* the identity */
    for (int symmetry = 1; symmetry < paua_board_symmetries(board); symmetry++)
        count += paua_board_map(board, symmetry, black) == black &&
                 paua_board_map(board, symmetry, white) == white;
    return count;
}

/* The entry of a black set. Constellations come in rising order, so those with the same black
 * set are adjacent. */
static struct family_black *black_of(paua_families *families, paua_set cells)
{
    if (families->count && families->blacks[families->count - 1].cells == cells)
        return &families->blacks[families->count - 1];
    if (!ARRAY_RESERVE(families->blacks, families->room, families->count + 1))
        return NULL;
    struct family_black *black = &families->blacks[families->count++];
    *black = (struct family_black){.cells = cells,
                                   .keep = symmetries_of(families->oracle.board, cells, 0)};
    return black;
}

/* The number of images of a constellation that have the same black set. */
static int images_with(const paua_families *families, const struct family_black *black,
                       paua_set white)
{
    if (black->keep == 1)
        return 1;
    return black->keep / symmetries_of(families->oracle.board, black->cells, white);
}

/* Adds one constellation to the outcome classes of its black set. False ends the pass: out of
 * memory, a failing oracle, or stopped by the progress callback. */
static bool count_constellation(paua_constellation constellation, void *context)
{
    struct counting *counting = context;
    paua_families *families = counting->families;
    struct family_black *black = black_of(families, constellation.black);
    paua_verdict verdict;
    if (!black) {
        counting->status = PAUA_ERROR_NO_MEMORY;
        return false;
    }
    counting->status = paua_study_verdict(&families->oracle, constellation, &verdict);
    if (counting->status != PAUA_OK)
        return false;
    black->classes[verdict.class_]++;
    families->classes[verdict.class_]++;
    if (verdict.class_ != PAUA_CLASS_L)
        black->placed_exceptions += (uint32_t)images_with(families, black, constellation.white);
    families->constellations++;
    if (families->constellations % PROGRESS_EVERY == 0 && counting->progress &&
        !counting->progress(families->constellations, counting->context)) {
        counting->status = PAUA_ERROR_CONFLICT;
        return false;
    }
    return true;
}

/* The binomial coefficient; every step divides exactly. */
static uint64_t binomial_of(int of, int count)
{
    assert(count >= 0 && count <= of);
    uint64_t ways = 1;
    for (int i = 1; i <= count; i++)
        ways = ways * (uint64_t)(of - count + i) / (uint64_t)i;
    return ways;
}

paua_status paua_families_new(const paua_oracle *oracle, paua_families_progress progress,
                              void *context, paua_families **out)
{
    paua_families *families = calloc(1, sizeof *families);
    if (!families)
        return PAUA_ERROR_NO_MEMORY;
    families->oracle = *oracle;
    families->whites =
        binomial_of(paua_board_cells(oracle->board) - oracle->marbles, oracle->marbles);
    struct counting counting = {families, progress, context, PAUA_OK};
    paua_status status = paua_constellations_each(oracle->board, oracle->marbles, oracle->marbles,
                                                  count_constellation, &counting);
    if (status == PAUA_OK)
        status = counting.status;
    if (status == PAUA_OK)
        *out = families;
    else
        paua_families_free(families);
    return status;
}

void paua_families_free(paua_families *families)
{
    if (!families)
        return;
    free(families->blacks);
    free(families);
}

uint64_t paua_families_constellations(const paua_families *families)
{
    return families->constellations;
}

const uint64_t *paua_families_classes(const paua_families *families)
{
    return families->classes;
}

/* Distinct images of a set; returns how many. */
static int images_of(const paua_board *board, paua_set cells, paua_set images[12])
{
    int count = 1;
    images[0] = cells;
    for (int symmetry = 1; symmetry < paua_board_symmetries(board); symmetry++) {
        paua_set image = paua_board_map(board, symmetry, cells);
        bool known = false;
        for (int i = 0; i < count && !known; i++)
            known = images[i] == image;
        if (!known)
            images[count++] = image;
    }
    return count;
}

paua_status paua_families_shape(const paua_families *families, paua_set cells, paua_shape *out)
{
    const paua_board *board = families->oracle.board;
    paua_set images[12] = {0};
    if (!cells || cells & ~paua_board_all(board) || bits_count(cells) > families->oracle.marbles)
        return PAUA_ERROR_BAD_ARGUMENT;
    *out = (paua_shape){
        .cells = cells, .size = bits_count(cells), .images = images_of(board, cells, images)};
    for (int i = 1; i < out->images; i++)
        if (images[i] < out->cells)
            out->cells = images[i];
    for (int i = 0; i < families->count; i++) {
        const struct family_black *black = &families->blacks[i];
        uint64_t fits = 0;
        for (int k = 0; k < out->images; k++)
            fits += (images[k] & ~black->cells) == 0;
        if (!fits)
            continue;
        for (int class = 0; class < PAUA_CLASS_COUNT; class ++)
            out->classes[class] += black->classes[class];
        /* Pairs of an image of the shape and an image of the black set that contains it, seen
         * from either: as many per image of the shape as there are images of the black set that
         * contain this one. */
        uint64_t blacks = (uint64_t)(paua_board_symmetries(board) / black->keep);
        fits = fits * blacks / (uint64_t)out->images;
        out->placed += fits * families->whites;
        out->placed_exceptions += fits * black->placed_exceptions;
    }
    for (int class = 0; class < PAUA_CLASS_COUNT; class ++)
        out->family += out->classes[class];
    out->exceptions = out->family - out->classes[PAUA_CLASS_L];
    return PAUA_OK;
}
