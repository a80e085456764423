/* netfile.c - the options --net and --eval: opens a network file and makes an engine use it. */
#include "cli/netfile.h"

#include <stdio.h>

#include "cli/common.h"

int netfile_complain_eval(const char *name)
{
    char what[64];
    paua_error error = {.code = PAUA_OK};

    if (paua_eval_check(name, &error) == PAUA_NOT_FOUND)
        return complain_with(EXIT_USAGE, "--eval: '%.40s' is unknown, %s", name, error.message);
    snprintf(what, sizeof what, "--eval: '%.40s'", name);
    return complain_text(what, name, &error);
}

int netfile_read(const char *path, paua_net **out)
{
    paua_error error;
    paua_status status = path ? paua_net_open(path, out, &error) : PAUA_OK;

    if (!path)
        *out = NULL;
    if (status == PAUA_OK)
        return EXIT_DONE;
    return complain_with(status == PAUA_IO || status == PAUA_NO_MEMORY ? EXIT_ENVIRONMENT
                                                                       : EXIT_USAGE,
                         "--net: %s: %s", path, error.message);
}

int netfile_attach(const paua_net *net, paua_engine *engine)
{
    if (!net || paua_engine_use_net(engine, net) == PAUA_OK)
        return EXIT_DONE;
    return complain_with(EXIT_USAGE, "--net: a network needs the 5x5x5 board");
}
