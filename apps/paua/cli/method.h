/* method.h - the option --method: how a game is searched. */
#ifndef PAUA_CLI_METHOD_H
#define PAUA_CLI_METHOD_H

#include <paua/search.h>

#define ROW_METHOD(text)                                                                           \
    {                                                                                              \
        "method", 0, OPTION_TEXT, &(text), 0, 0, "NAME",                                           \
            "search full-width, plain or random; for many, best-reply (default) or max-n"          \
    }

/* Reads a paua_method's name; NULL stands for the default. Returns 0, or an exit code after an error line. */
int method_read(const char *name, int *method);

#endif
