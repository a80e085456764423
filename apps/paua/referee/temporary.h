/* temporary.h - the folder that the programs of a game work in. It is removed at the end; what a
 * killed referee has left is removed by the next one, which knows by a lock that nobody uses it. */
#ifndef PAUA_REFEREE_TEMPORARY_H
#define PAUA_REFEREE_TEMPORARY_H

#include <stdbool.h>

struct temporary {
    char *path; /* owned; NULL: there is none */
    int lock;
};

/* Makes a folder that only this user may enter, in $TMPDIR or /tmp, and removes those that killed
 * referees of this user have left there. False, with errno: it cannot be made. */
bool temporary_open(struct temporary *folder);

/* Removes the folder with all that is in it; links in it are removed, never followed. False, with
 * errno: something is left. A folder that is all zeros may be given. */
bool temporary_close(struct temporary *folder);

#endif
