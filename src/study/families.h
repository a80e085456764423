/* families.h - the counts behind paua_families. */
#ifndef STUDY_FAMILIES_H
#define STUDY_FAMILIES_H

#include <paua/lab/families.h>

/* One set of black marbles, the least of its images, and the constellations that have it. */
struct family_black {
    paua_set cells;
    int keep;                           /* symmetries that keep it */
    uint32_t classes[PAUA_CLASS_COUNT]; /* isomorphic ones counted once */
    uint32_t placed_exceptions;         /* before symmetry, with Black on these very cells */
};

struct paua_families {
    paua_oracle oracle;
    struct family_black *blacks; /* owned; in rising order */
    int count, room;
    uint64_t whites; /* white sets for one black set, before symmetry */
    uint64_t constellations;
    uint64_t classes[PAUA_CLASS_COUNT];
};

#endif
