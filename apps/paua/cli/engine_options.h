/* engine_options.h - the options that say who thinks and how: --engine, a named opponent instead of
 * Paua itself; --method, how Paua searches; --eval and --net, how it evaluates. */
#ifndef PAUA_CLI_ENGINE_OPTIONS_H
#define PAUA_CLI_ENGINE_OPTIONS_H

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
            "full-width, plain, mcts or random; for three and more best-reply, paranoid or max-n"  \
    }

/* Reads the name of a paua_method; NULL means the default. Returns 0, or an exit code after an
 * error line. */
int method_read(const char *name, int *method);

#define ROW_NET(path)                                                                              \
    {                                                                                              \
        "net", 0, OPTION_TEXT, &(path), 0, 0, "FILE", "evaluate positions with the net in FILE"    \
    }

/* complain_with() for an unknown name of --eval. */
int complain_eval(const char *name);

/* Opens the network at a path; NULL sets *out to NULL. Returns 0, or an exit code after an error
 * line. */
int net_read(const char *path, paua_net **out);

/* Makes an engine use a network; NULL: does nothing. Returns 0, or an exit code after an error line
 * if the board is not 5x5x5. */
int net_attach(const paua_net *net, paua_engine *engine);

#endif
