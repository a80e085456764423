/* opponent.c - the option --engine: an opponent by name. */
#include "cli/opponent.h"

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
