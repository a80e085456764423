/* archive.c - opens the stores of games for a command, with error lines, and keeps the opening
 * index up to date. */
#include "cli/archive.h"

#include "cli/common.h"
#include "cli/store_path.h"
#include "store/open.h"

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
