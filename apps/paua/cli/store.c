/* store.c - finds the default address of the store, in the user's data folder; opens the stores of
 * games for a command, with error lines, and keeps the opening index up to date. */
#define _GNU_SOURCE
#include "cli/store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/common.h"
#include "store/open.h"

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

/* Completes the address of the store: writes the default one to `usual` if there is none. Returns
 * 0, or an exit code after an error line. */
static int complete_store_address(const char **place, bool make, char usual[STORE_PATH_BYTES])
{
    if (*place)
        return EXIT_DONE;
    *place = usual;
    return store_path_default(usual, make);
}

/* The exit code for the status of opening a store, after an error line if it has failed. */
static int complain_store_open(paua_status status, const char *message)
{
    if (status == PAUA_OK)
        return EXIT_DONE;
    return complain_with(status == PAUA_ERROR_BAD_ARGUMENT ? EXIT_USAGE : EXIT_ENVIRONMENT,
                         "store: %s", message);
}

int cli_archive_open(const char *place, enum archive_mode mode, archive **out)
{
    char usual[STORE_PATH_BYTES], message[STORE_MESSAGE_MAX];
    int code = complete_store_address(&place, mode == ARCHIVE_WRITE, usual);

    if (code != EXIT_DONE)
        return code;
    paua_status status = archive_open(place, mode, out, message);
    if (mode == ARCHIVE_WRITE && status == PAUA_ERROR_CONFLICT)
        status = archive_open(place, ARCHIVE_JOIN, out, message);
    return complain_store_open(status, message);
}

int cli_games_open(const char *place, store **out)
{
    char usual[STORE_PATH_BYTES], message[STORE_MESSAGE_MAX];
    int code = complete_store_address(&place, false, usual);

    if (code != EXIT_DONE)
        return code;
    paua_status status = store_open_reading(place, out, message);
    if (status != PAUA_ERROR_NOT_FOUND)
        return complain_store_open(status, message);
    *out = NULL;
    return EXIT_DONE;
}

int cli_archive_complain(const archive *games)
{
    return complain_with(EXIT_ENVIRONMENT, "store: %s", archive_failure(games));
}

int cli_archive_reindex(archive *games)
{
    bool stale = false;
    paua_status status = index_check(games, &stale);

    if (status == PAUA_OK && stale)
        status = index_renew(games, interrupt_seen);
    switch (status) {
    case PAUA_OK:
        return EXIT_DONE;
    case PAUA_ERROR_NO_MEMORY:
        return complain_memory();
    case PAUA_ERROR_CONFLICT:
        return complain_with(EXIT_ENVIRONMENT, "interrupted; another call begins again");
    default:
        return cli_archive_complain(games);
    }
}
