/* lookalike.h - folds texts that look alike to the same text. */
#ifndef SERVICE_LOOKALIKE_H
#define SERVICE_LOOKALIKE_H

#include <stddef.h>

enum lookalike_fold {
    LOOKALIKE_LETTERS, /* each letter for itself */
    LOOKALIKE_SHAPES,  /* capital I, 1 and | are l, 0 is o */
    LOOKALIKE_FOLDS
};

/* Writes what a UTF-8 text looks like in ASCII of lower case: capitals, full-width and mathematical
 * forms, and Cyrillic, Greek and other letters of the shape of Latin ones become these; any other
 * character becomes '?'. Without blanks around it, and cut to `cap` - 1 characters. */
void lookalike_fold(const char *text, enum lookalike_fold fold, char *out, size_t cap);

#endif /* SERVICE_LOOKALIKE_H */
