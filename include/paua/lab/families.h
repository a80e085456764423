/* lab/families.h - winning shapes: marbles that win wherever all others are.
 *
 * A shape is a set of cells for black marbles, and one with all its images under the board's
 * symmetries. Its family is the constellations of a board's material, both players with all
 * their marbles, in which Black stands on every cell of the shape or of an image ("Solving
 * Abalone on Small Boards", section 4, names two such families). A shape wins when its whole
 * family is in class L: Black wins, whoever begins and wherever the other marbles are. A shape
 * that contains a winning shape wins too, so only the minimal ones are listed.
 *
 * A near-miss has a few exceptions. One call at a time for each paua_families.
 *
 * Research: no promise about its functions and structs from one version to the next.
 */
#ifndef PAUA_LAB_FAMILIES_H
#define PAUA_LAB_FAMILIES_H

#include <paua/lab/study.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct paua_families paua_families;

/* Called from time to time with the number of constellations counted; returns false to end the
 * work. */
typedef bool (*paua_families_progress)(uint64_t constellations, void *context);

/* Asks for the class of every constellation of the oracle's material and keeps, for each set of
 * black marbles, how many there are of each class. The oracle's board and context are borrowed
 * for as long as the families live. progress may be NULL. Returns PAUA_OK, PAUA_ERROR_CONFLICT
 * (ended by progress), PAUA_ERROR_UNSUPPORTED (more than 32 cells), PAUA_ERROR_NO_MEMORY or the
 * oracle's status. */
PAUA_API paua_status paua_families_new(const paua_oracle *oracle, paua_families_progress progress,
                                       void *context, paua_families **out);
PAUA_API void paua_families_free(paua_families *families); /* NULL is allowed */

/* All constellations, by class: counted once for all that a symmetry makes equal. */
PAUA_API uint64_t paua_families_constellations(const paua_families *families);
PAUA_API const uint64_t *
paua_families_classes(const paua_families *families); /* PAUA_CLASS_COUNT */

/* A shape and what its family is like. */
typedef struct paua_shape {
    paua_set cells;                     /* the least of its images, as a number */
    int size, images;                   /* cells; images that differ */
    uint64_t family;                    /* constellations, isomorphic ones counted once */
    uint64_t classes[PAUA_CLASS_COUNT]; /* of them */
    uint64_t exceptions;                /* of them, those that are not in class L */
    uint64_t placed; /* before symmetry: Black on these very cells, all others anywhere */
    uint64_t placed_exceptions;
} paua_shape;

/* PAUA_OK, or PAUA_ERROR_BAD_ARGUMENT (no cells, more than there are marbles, cells that the board
 * has not). */
PAUA_API paua_status paua_families_shape(const paua_families *families, paua_set cells,
                                         paua_shape *out);

/* What to search for. A near-miss has at most `exceptions` of them, or at most this share of its
 * family if that is more. */
typedef struct paua_families_options {
    int cells;           /* the most cells of a shape, 1 .. marbles */
    uint64_t exceptions; /* 0 and 0: no near-misses */
    int share;           /* in hundredths of a percent, 0 .. 10000 */
} paua_families_options;

/* Calls back for each winning shape that contains no smaller winning one, and for each near-miss
 * (exceptions > 0) that contains no other near-miss: small ones first, each once for all its
 * images, in rising order. The callback returns false to end it. Returns PAUA_OK,
 * PAUA_ERROR_BAD_ARGUMENT (options out of range) or PAUA_ERROR_NO_MEMORY. */
typedef bool (*paua_shape_callback)(const paua_shape *shape, void *context);
PAUA_API paua_status paua_families_search(const paua_families *families,
                                          const paua_families_options *options,
                                          paua_shape_callback callback, void *context);

/* An exception of shapes[shape], turned so that Black stands on the shape's very cells. */
typedef bool (*paua_exception_callback)(int shape, paua_constellation constellation,
                                        const paua_verdict *verdict, void *context);

/* Every exception of each of these shapes, in one pass over the constellations: those of one
 * shape come in rising order of their canonical form. The callback returns false to end it.
 * Returns PAUA_OK, PAUA_ERROR_NO_MEMORY or the oracle's status. */
PAUA_API paua_status paua_families_exceptions(const paua_families *families,
                                              const paua_shape *shapes, int count,
                                              paua_exception_callback callback, void *context);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_LAB_FAMILIES_H */
