/* opponent.h - the option --engine: a named opponent instead of Paua itself. */
#ifndef PAUA_CLI_OPPONENT_H
#define PAUA_CLI_OPPONENT_H

#include <paua/opponent.h>

#define ROW_ENGINE(text)                                                                           \
    {                                                                                              \
        "engine", 0, OPTION_TEXT, &(text), 0, 0, "NAME",                                           \
            "play like abla-combined:4, abapro, ...; a wrong NAME lists them"                      \
    }

/* Reads an opponent's name; NULL leaves out->name NULL. `excluded` is a given option that cannot be
 * combined with it, or NULL. Returns 0, or an exit code after an error line. */
int opponent_read(const char *text, const char *excluded, paua_opponent *out);

#endif
