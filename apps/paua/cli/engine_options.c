/* engine_options.c - reads the names of opponents, search methods and evaluations, and opens
 * network files. */
#include "cli/engine_options.h"

#include <stdio.h>
#include <string.h>

#include "cli/common.h"

int opponent_read(const char *text, const char *excluded, paua_opponent *out)
{
    *out = (paua_opponent){0};
    if (!text)
        return EXIT_DONE;
    if (excluded)
        return complain_with(EXIT_USAGE, "expected either %s or --engine", excluded);
    paua_error error;
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
        EXIT_USAGE, "--method: '%.40s' is unknown, expected %s, %s, %s, %s, %s, %s or %s", name,
        paua_method_name(PAUA_METHOD_FULL), paua_method_name(PAUA_METHOD_BEST_REPLY),
        paua_method_name(PAUA_METHOD_MAX_N), paua_method_name(PAUA_METHOD_PARANOID),
        paua_method_name(PAUA_METHOD_PLAIN), paua_method_name(PAUA_METHOD_MCTS),
        paua_method_name(PAUA_METHOD_RANDOM));
}

int complain_eval(const char *name)
{
    char what[64];
    paua_error error = {.code = PAUA_OK};

    if (paua_eval_check(name, &error) == PAUA_ERROR_NOT_FOUND)
        return complain_with(EXIT_USAGE, "--eval: '%.40s' is unknown, %s", name, error.message);
    snprintf(what, sizeof what, "--eval: '%.40s'", name);
    return complain_text(what, name, &error);
}

int net_read(const char *path, paua_net **out)
{
    paua_error error;
    paua_status status = path ? paua_net_open(path, out, &error) : PAUA_OK;

    if (!path)
        *out = NULL;
    if (status == PAUA_OK)
        return EXIT_DONE;
    return complain_with(
        status == PAUA_ERROR_IO || status == PAUA_ERROR_NO_MEMORY ? EXIT_ENVIRONMENT : EXIT_USAGE,
        "--net: %s: %s", path, error.message);
}

int net_attach(const paua_net *net, paua_engine *engine)
{
    if (!net || paua_engine_use_net(engine, net) == PAUA_OK)
        return EXIT_DONE;
    return complain_with(EXIT_USAGE, "--net: a network needs the 5x5x5 board");
}
