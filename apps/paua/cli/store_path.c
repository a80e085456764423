/* store_path.c - finds the default address of the store, in the user's data folder. */
#define _GNU_SOURCE
#include "cli/store_path.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/common.h"

/* Creates the folder and those above it. */
static bool make_folder(char *path)
{
    for (char *at = path + 1;; at++) {
        char kept = *at;

        if (kept != '/' && kept != '\0')
            continue;
        *at = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST)
            return false;
        *at = kept;
        if (kept == '\0')
            return true;
    }
}

int store_path_default(char place[STORE_PATH_BYTES], bool make)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    char folder[STORE_PATH_BYTES - 32];
    int size;

    if (data && data[0] == '/')
        size = snprintf(folder, sizeof folder, "%s/paua", data);
    else if (home && home[0] == '/')
        size = snprintf(folder, sizeof folder, "%s/.local/share/paua", home);
    else
        return complain_with(
            EXIT_ENVIRONMENT,
            "store: HOME is not set, expected --store sqlite:FILE or postgresql://...");
    if (size < 0 || (size_t)size >= sizeof folder)
        return complain_with(EXIT_ENVIRONMENT, "store: the path of HOME is too long");
    if (make && !make_folder(folder))
        return complain_with(EXIT_ENVIRONMENT, "store: %s: %s, expected a writable folder", folder,
                             strerror(errno));
    snprintf(place, STORE_PATH_BYTES, "sqlite:%s/paua.db", folder);
    return EXIT_DONE;
}
