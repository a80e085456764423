/* opponent.h - the options --engine, a named opponent instead of Paua itself, and --method, how
 * Paua searches. */
#ifndef PAUA_CLI_OPPONENT_H
#define PAUA_CLI_OPPONENT_H

#include <paua/opponent.h>
#include <paua/search.h>

#define ROW_ENGINE(text)                                                                           \
    {                                                                                              \
        "engine", 0, OPTION_TEXT, &(text), 0, 0, "NAME",                                           \
            "play like abla-combined:4, abapro, ...; a wrong NAME lists them"                      \
    }

/* Reads an opponent's name; NULL leaves out->name NULL. `excluded` is a given option that cannot be
 * combined with it, or NULL. Returns 0, or an exit code after an error line. */
int opponent_read(const char *text, const char *excluded, paua_opponent *out);

#define ROW_METHOD(text)                                                                           \
    {                                                                                              \
        "method", 0, OPTION_TEXT, &(text), 0, 0, "NAME",                                           \
            "full-width, plain or random; for three and more best-reply, paranoid or max-n"        \
    }

/* Reads the name of a paua_method; NULL means the default. Returns 0, or an exit code after an
 * error line. */
int method_read(const char *name, int *method);

#endif
