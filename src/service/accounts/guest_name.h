/* guest_name.h - nicknames of people without an account: they must not look like somebody else's
 * name. */
#ifndef SERVICE_GUEST_NAME_H
#define SERVICE_GUEST_NAME_H

#include <stdbool.h>
#include <stddef.h>

#include "service/core/api_error.h"
#include "store/core/store.h"

/* Whether a nickname is free: neither an account nor a computer has it or a name that looks like
 * it, and it is not a word that the server uses itself, such as Admin. Reads the store. False:
 * *error says which, or that the store cannot be read; its message calls the name `what`, the
 * member of the request. */
bool guest_name_check(store *db, const char *name, const char *what, struct api_error *error);

/* What guest_name_check() compares. */
enum lookalike_fold {
    LOOKALIKE_LETTERS, /* each letter stands for itself */
    LOOKALIKE_SHAPES,  /* I, 1 and | look like l, and 0 like o */
    LOOKALIKE_FOLDS    /* how many there are */
};

/* Writes in lower-case ASCII what a UTF-8 text looks like. Capitals, full-width and mathematical
 * forms, and letters of other scripts that look Latin (Cyrillic, Greek and so on) become the Latin
 * letter; spaces at the ends go; other characters outside ASCII become '?'. Cut to `cap` - 1
 * bytes. */
void lookalike_fold(const char *text, enum lookalike_fold fold, char *out, size_t cap);

#endif /* SERVICE_GUEST_NAME_H */
