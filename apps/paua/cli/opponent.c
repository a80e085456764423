/* opponent.c - the options --engine and --method: an opponent, or a search method, by name. */
#include "cli/opponent.h"

#include <string.h>

#include "cli/common.h"

int opponent_read(const char *text, const char *excluded, paua_opponent *out)
{
    paua_error error;

    *out = (paua_opponent){0};
    if (!text)
        return EXIT_DONE;
    if (excluded)
        return complain_with(EXIT_USAGE, "expected either %s or --engine", excluded);
    if (paua_opponent_parse(text, out, &error) != PAUA_OK)
        return complain_with(EXIT_USAGE, "--engine: '%.40s': %s", text, error.message);
    return EXIT_DONE;
}

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
