/* method.c - the option --method: finds a search method by its name. */
#include "cli/method.h"

#include <string.h>

#include "cli/common.h"

int method_read(const char *name, int *method)
{
    *method = PAUA_METHOD_DEFAULT;
    for (int i = 0; name && i < PAUA_METHOD_COUNT; i++) {
        if (!strcmp(name, paua_method_name(i))) {
            *method = i;
            return EXIT_DONE;
        }
    }
    if (!name)
        return EXIT_DONE;
    return complain_with(
        EXIT_USAGE, "--method: '%.40s' is unknown, expected %s, %s, %s, %s, %s or %s", name,
        paua_method_name(PAUA_METHOD_FULL), paua_method_name(PAUA_METHOD_BEST_REPLY),
        paua_method_name(PAUA_METHOD_MAX_N), paua_method_name(PAUA_METHOD_PARANOID),
        paua_method_name(PAUA_METHOD_PLAIN), paua_method_name(PAUA_METHOD_RANDOM));
}
