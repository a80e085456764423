/* families_search.c - finds the minimal winning shapes and near-misses: all sets of cells, by
 * rising size.
 *
 * A set that contains a shape found before is skipped, and so is one that is not the least of
 * its images. */
#include <stdlib.h>

#include "base/array.h"
#include "base/bits.h"
#include "study/families.h"

/* All images of the shapes found. */
struct found_shapes {
    paua_set *cells; /* owned */
    size_t count, room;
};

/* Whether the set contains a shape found before, in any of its images. */
static bool contains_any(const struct found_shapes *found, paua_set set)
{
    for (size_t i = 0; i < found->count; i++)
        if ((found->cells[i] & ~set) == 0)
            return true;
    return false;
}

/* Adds all images of a set; equal ones may be there twice. */
static bool add_images(struct found_shapes *found, const paua_board *board, paua_set set)
{
    size_t more = (size_t)paua_board_symmetries(board);
    if (!ARRAY_RESERVE(found->cells, found->room, found->count + more))
        return false;
    for (int symmetry = 0; symmetry < paua_board_symmetries(board); symmetry++)
        found->cells[found->count++] = paua_board_map(board, symmetry, set);
    return true;
}

/* Whether the set is the canonical one: the least of its images under the symmetries. */
static bool is_least(const paua_board *board, paua_set set)
{
    for (int symmetry = 1; symmetry < paua_board_symmetries(board); symmetry++)
        if (paua_board_map(board, symmetry, set) < set)
            return false;
    return true;
}

/* Whether the shape is a near-miss: few exceptions, in number or in hundredths of a percent. */
static bool few_exceptions(const paua_families_options *options, const paua_shape *shape)
{
    return shape->exceptions <= options->exceptions ||
           shape->exceptions * 10000 <= shape->family * (uint64_t)options->share;
}

/* The next larger number with as many bits (Gosper, HAKMEM 175). */
static paua_set next_subset(paua_set set)
{
    paua_set low = set & -set, carry = set + low;
    return carry | (set ^ carry) >> (bits_first(set) + 2);
}

struct searching {
    const paua_families *families;
    const paua_families_options *options;
    struct found_shapes winning, near;
    paua_shape_callback callback;
    void *context;
};

/* Reports a set if it is a winning shape or a near-miss. PAUA_ERROR_CONFLICT: the callback ends the
 * search. */
static paua_status try_shape(struct searching *searching, paua_set set)
{
    const paua_board *board = searching->families->oracle.board;
    struct found_shapes *found = &searching->winning;
    paua_shape shape;
    if (!is_least(board, set) || contains_any(found, set))
        return PAUA_OK;
    paua_status status = paua_families_shape(searching->families, set, &shape);
    if (status != PAUA_OK)
        return status;
    if (shape.exceptions) {
        found = &searching->near;
        if (!few_exceptions(searching->options, &shape) || contains_any(found, set))
            return PAUA_OK;
    }
    if (!add_images(found, board, set))
        return PAUA_ERROR_NO_MEMORY;
    return searching->callback(&shape, searching->context) ? PAUA_OK : PAUA_ERROR_CONFLICT;
}

paua_status paua_families_search(const paua_families *families,
                                 const paua_families_options *options, paua_shape_callback callback,
                                 void *context)
{
    struct searching searching = {
        .families = families, .options = options, .callback = callback, .context = context};
    paua_set all = paua_board_all(families->oracle.board);
    paua_status status = PAUA_OK;
    if (options->cells < 1 || options->cells > families->oracle.marbles || options->share < 0 ||
        options->share > 10000)
        return PAUA_ERROR_BAD_ARGUMENT;
    for (int size = 1; size <= options->cells && status == PAUA_OK; size++)
        for (paua_set set = PAUA_SET(size) - 1; set <= all && status == PAUA_OK;
             set = next_subset(set))
            status = try_shape(&searching, set);
    free(searching.winning.cells);
    free(searching.near.cells);
    return status == PAUA_ERROR_CONFLICT ? PAUA_OK : status;
}

/* One pass over the constellations that lists exceptions. */
struct exception_listing {
    const paua_families *families;
    const paua_shape *shapes;
    int count;
    int black;      /* the current entry of families->blacks */
    bool concerned; /* it has exceptions of some of the shapes */
    paua_exception_callback callback;
    void *context;
    paua_status status;
};

/* The first symmetry that maps the set onto all cells of the shape, or -1. */
static int turn_of(const paua_board *board, paua_set shape, paua_set set)
{
    for (int symmetry = 0; symmetry < paua_board_symmetries(board); symmetry++)
        if ((shape & ~paua_board_map(board, symmetry, set)) == 0)
            return symmetry;
    return -1;
}

/* Moves to the black set of this constellation: the current one or the next. */
static void find_black(struct exception_listing *listing, paua_set cells)
{
    const paua_families *families = listing->families;
    if (listing->black >= 0 && families->blacks[listing->black].cells == cells)
        return;
    const struct family_black *black = &families->blacks[++listing->black];
    listing->concerned = false;
    for (int i = 0; black->placed_exceptions && i < listing->count && !listing->concerned; i++)
        listing->concerned = turn_of(families->oracle.board, listing->shapes[i].cells, cells) >= 0;
}

/* Reports a constellation that is not of class L once for each shape its black set contains,
 * turned so that Black stands on the shape's cells. */
static bool list_exception(paua_constellation constellation, void *context)
{
    struct exception_listing *listing = context;
    const paua_oracle *oracle = &listing->families->oracle;
    paua_verdict verdict;
    find_black(listing, constellation.black);
    if (!listing->concerned)
        return true;
    listing->status = paua_study_verdict(oracle, constellation, &verdict);
    if (listing->status != PAUA_OK)
        return false;
    for (int i = 0; verdict.class_ != PAUA_CLASS_L && i < listing->count; i++) {
        int turn = turn_of(oracle->board, listing->shapes[i].cells, constellation.black);
        if (turn < 0)
            continue;
        const paua_constellation turned = {
            paua_board_map(oracle->board, turn, constellation.black),
            paua_board_map(oracle->board, turn, constellation.white)};
        if (!listing->callback(i, turned, &verdict, listing->context))
            return false;
    }
    return true;
}

paua_status paua_families_exceptions(const paua_families *families, const paua_shape *shapes,
                                     int count, paua_exception_callback callback, void *context)
{
    const paua_oracle *oracle = &families->oracle;
    struct exception_listing listing = {families, shapes,   count,   -1,
                                        false,    callback, context, PAUA_OK};
    if (count < 1)
        return PAUA_OK;
    paua_status status = paua_constellations_each(oracle->board, oracle->marbles, oracle->marbles,
                                                  list_exception, &listing);
    return status == PAUA_OK ? listing.status : status;
}
