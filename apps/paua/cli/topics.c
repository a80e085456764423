/* topics.c - the texts of `paua help TOPIC`. `strategy` is a short form of docs/strategy.md. */
#include "cli/topics.h"

#include <string.h>

#include "command/advice.h"

const char *topics_names(void)
{
    return "strategy";
}

const char *topics_find(const char *name)
{
    return strcmp(name, "strategy")
               ? NULL
               : "How to play well, in short (docs/strategy.md has a position for each):\n"
                 "\n" STRATEGY_ADVICE "\n"
                 "Examples:\n"
                 "  paua analyze --position 'solid-group b 2-0' --explain\n"
                 "  paua analyze --position 'race b 3-4' --depth 8\n";
}
