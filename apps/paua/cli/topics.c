/* topics.c - `paua help TOPIC`: `strategy`, a short form of docs/strategy.md, and tables of
 * the library as people read them. */
#include "cli/topics.h"

#include <stdio.h>
#include <string.h>

#include <paua/level.h>

#include "command/advice.h"

static void print_levels(void)
{
    puts("The levels of the computer (docs/opponents.md has what each overlooks):\n");
    for (int level = 1; level <= PAUA_LEVELS; level++)
        printf("  %2d  %s\n", level, paua_level_info(level)->text);
    puts("\nExamples:\n"
         "  paua play --level 5\n"
         "  paua match -e paua:level=3 -e paua:level=2,name=b --games 20");
}

static void print_strategy(void)
{
    puts("How to play well, in short (docs/strategy.md has a position for each):\n"
         "\n" STRATEGY_ADVICE "\n"
         "Examples:\n"
         "  paua analyze --position 'solid-group b 2-0' --explain\n"
         "  paua analyze --position 'race b 3-4' --depth 8");
}

static const struct {
    const char *name;
    void (*print)(void);
} topics[] = {{"levels", print_levels}, {"strategy", print_strategy}};

const char *topics_names(char text[TOPICS_NAMES_MAX])
{
    size_t used = 0;
    for (size_t i = 0; i < sizeof topics / sizeof *topics; i++)
        used += (size_t)snprintf(text + used, TOPICS_NAMES_MAX - used, "%s%s", i ? ", " : "",
                                 topics[i].name);
    return text;
}

bool topics_print(const char *name)
{
    for (size_t i = 0; i < sizeof topics / sizeof *topics; i++)
        if (strcmp(name, topics[i].name) == 0) {
            topics[i].print();
            return true;
        }
    return false;
}
