/* method.h - the option --method: the search method. */
#ifndef PAUA_CLI_METHOD_H
#define PAUA_CLI_METHOD_H

#include <paua/search.h>

#define ROW_METHOD(text)                                                                           \
    {                                                                                              \
        "method", 0, OPTION_TEXT, &(text), 0, 0, "NAME",                                           \
            "full-width, plain or random; for three and more best-reply, paranoid or max-n"        \
    }

/* Reads the name of a paua_method; NULL means the default. Returns 0, or an exit code after an
 * error line. */
int method_read(const char *name, int *method);

#endif
