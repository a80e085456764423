/* place.h - where the store is. */
#ifndef PAUA_CLI_PLACE_H
#define PAUA_CLI_PLACE_H

#include <stdbool.h>

enum { PLACE_BYTES = 4096 };

#define ROW_STORE(place)                                                                           \
    {                                                                                              \
        "store", 0, OPTION_TEXT, &(place), 0, 0, "sqlite:FILE", "where games are kept"             \
    }

/* Writes the place that is used when nobody names one: sqlite:$XDG_DATA_HOME/paua/paua.db; `make` makes the
 * folder. Returns 0, or an exit code after an error line. */
int place_default(char place[PLACE_BYTES], bool make);

#endif
