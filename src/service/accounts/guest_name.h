/* guest_name.h - the nicknames of people without accounts: none is the name of somebody else, or
 * looks like it. */
#ifndef SERVICE_GUEST_NAME_H
#define SERVICE_GUEST_NAME_H

#include <stdbool.h>
#include <stddef.h>

#include "service/core/api_error.h"
#include "store/core/store.h"

enum lookalike_fold {
    LOOKALIKE_LETTERS, /* each letter for itself */
    LOOKALIKE_SHAPES,  /* capital I, 1 and | are l, 0 is o */
    LOOKALIKE_FOLDS
};

/* Writes what a UTF-8 text looks like in ASCII of lower case: capitals, full-width and mathematical
 * forms, and Cyrillic, Greek and other letters of the shape of Latin ones become these; any other
 * character becomes '?'. Without blanks around it, and cut to `cap` - 1 characters. */
void lookalike_fold(const char *text, enum lookalike_fold fold, char *out, size_t cap);

/* Whether a nickname neither is nor looks like the name of an account, a computer of
 * the server or a word of its own, such as Admin. `what` names the member in the message. False:
 * *error says why not, or that the store cannot be read. */
bool guest_name_check(store *db, const char *name, const char *what, struct api_error *error);

#endif /* SERVICE_GUEST_NAME_H */
