/* store_path.h - the default address of the store. */
#ifndef PAUA_CLI_STORE_PATH_H
#define PAUA_CLI_STORE_PATH_H

#include <stdbool.h>

enum { STORE_PATH_BYTES = 4096 };

#define ROW_STORE(place)                                                                           \
    {                                                                                              \
        "store", 0, OPTION_TEXT, &(place), 0, 0, "STORE",                                          \
            "where games are kept: sqlite:FILE or postgresql://..."                                \
    }

/* Writes the default address, sqlite:$XDG_DATA_HOME/paua/paua.db. `make`: creates the folder.
 * Returns 0, or an exit code after an error line. */
int store_path_default(char place[STORE_PATH_BYTES], bool make);

#endif
