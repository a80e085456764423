/* distance.h - how far a misspelt word is from one that exists. */
#ifndef BASE_DISTANCE_H
#define BASE_DISTANCE_H

enum { EDIT_DISTANCE_MAX_BYTES = 64 };

/* The Levenshtein distance: the least number of insertions, deletions and replacements of a byte
 * that turn a into b. A text longer than EDIT_DISTANCE_MAX_BYTES is that far from every other. */
int edit_distance(const char *a, const char *b);

#endif
