/* netfile.h - what an engine judges by: --eval and --net. */
#ifndef PAUA_CLI_NETFILE_H
#define PAUA_CLI_NETFILE_H

#include <paua/search.h>

#define ROW_NET(path)                                                                              \
    {                                                                                              \
        "net", 0, OPTION_TEXT, &(path), 0, 0, "FILE", "evaluate positions with the net in FILE"    \
    }

/* complain_with() for an evaluation that nobody knows. */
int netfile_complain_eval(const char *name);

/* Opens the net of a path; *out is NULL for NULL. Returns 0, or an exit code after an error
 * line. */
int netfile_read(const char *path, paua_net **out);

/* Gives a net to an engine; NULL does nothing. Returns 0, or an exit code after an error line
 * when the board is not 5x5x5. */
int netfile_give(const paua_net *net, paua_engine *engine);

#endif
