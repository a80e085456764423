/* store.h - the store of games of a command: its option and default address, and opening it for
 * imported or for played games. */
#ifndef PAUA_CLI_STORE_H
#define PAUA_CLI_STORE_H

#include <stdbool.h>

#include "service/computer/opening_index.h"

enum { STORE_PATH_BYTES = 4096 };

#define ROW_STORE(place)                                                                           \
    {                                                                                              \
        "store", 0, OPTION_TEXT, &(place), 0, 0, "STORE",                                          \
            "where games are kept: sqlite:FILE or postgresql://..."                                \
    }

/* Writes the default address, sqlite:$XDG_DATA_HOME/paua/paua.db. `make`: creates the folder.
 * Returns 0, or an exit code after an error line. */
int store_path_default(char place[STORE_PATH_BYTES], bool make);

/* Opens the archive of imported games at an address (NULL: the default). A file that another
 * process has locked for writing is joined. Returns 0, or an exit code after an error line. */
int cli_archive_open(const char *place, enum archive_mode mode, archive **out);

/* Opens the games of the server at an address (NULL: the default) for reading. *out is NULL if
 * there are none. Returns 0, or an exit code after an error line. */
int cli_games_open(const char *place, store **out);

/* complain_with() with the archive's last error. */
int cli_archive_complain(const archive *games);

/* Rebuilds the opening index if a version with other keys made it. Returns 0, or an exit code after
 * an error line. */
int cli_archive_reindex(archive *games);

#endif
