/* netfile.h - the evaluation of an engine: --eval and --net. */
#ifndef PAUA_CLI_NETFILE_H
#define PAUA_CLI_NETFILE_H

#include <paua/search.h>

#define ROW_NET(path)                                                                              \
    {                                                                                              \
        "net", 0, OPTION_TEXT, &(path), 0, 0, "FILE", "evaluate positions with the net in FILE"    \
    }

/* complain_with() for an unknown name of --eval. */
int netfile_complain_eval(const char *name);

/* Opens the network at a path; NULL sets *out to NULL. Returns 0, or an exit code after an error
 * line. */
int netfile_read(const char *path, paua_net **out);

/* Makes an engine use a network; NULL: does nothing. Returns 0, or an exit code after an error line
 * if the board is not 5x5x5. */
int netfile_attach(const paua_net *net, paua_engine *engine);

#endif
