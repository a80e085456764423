/* archive.c - opens the archive of imported games for a command, and says what is wrong with it. */
#include "cli/archive.h"

#include "cli/common.h"
#include "cli/store_path.h"

/* The address of the store: the one that was asked for, or the usual one in `usual`. Returns 0, or
 * an exit code after an error line. */
static int find_place(const char **place, bool make, char usual[STORE_PATH_BYTES])
{
    if (*place)
        return EXIT_DONE;
    *place = usual;
    return store_path_default(usual, make);
}

/* The exit code for the status of opening a store, after an error line if it is one. */
static int complain_open(paua_status status, const char *message)
{
    if (status == PAUA_OK)
        return EXIT_DONE;
    return complain_with(status == PAUA_BAD_ARGUMENT ? EXIT_USAGE : EXIT_ENVIRONMENT, "store: %s",
                         message);
}

int archive_start(const char *place, enum archive_mode mode, archive **out)
{
    char usual[STORE_PATH_BYTES], message[STORE_MESSAGE_MAX];
    int code = find_place(&place, mode == ARCHIVE_WRITE, usual);

    if (code != EXIT_DONE)
        return code;
    paua_status status = archive_open(place, mode, out, message);
    if (mode == ARCHIVE_WRITE && status == PAUA_CONFLICT)
        status = archive_open(place, ARCHIVE_JOIN, out, message);
    return complain_open(status, message);
}

int games_start(const char *place, store **out)
{
    char usual[STORE_PATH_BYTES], message[STORE_MESSAGE_MAX];
    int code = find_place(&place, false, usual);

    if (code != EXIT_DONE)
        return code;
    paua_status status = store_open_reading(place, out, message);
    if (status != PAUA_NOT_FOUND)
        return complain_open(status, message);
    *out = NULL;
    return EXIT_DONE;
}

int complain_archive(const archive *games)
{
    return complain_with(EXIT_ENVIRONMENT, "store: %s", archive_failure(games));
}

int archive_renew(archive *games)
{
    bool stale = false;
    paua_status status = index_check(games, &stale);

    if (status == PAUA_OK && stale)
        status = index_renew(games, interrupt_seen);
    switch (status) {
    case PAUA_OK:
        return EXIT_DONE;
    case PAUA_NO_MEMORY:
        return complain_memory();
    case PAUA_CONFLICT:
        return complain_with(EXIT_ENVIRONMENT, "interrupted; another call begins again");
    default:
        return complain_archive(games);
    }
}
