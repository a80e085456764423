/* topics.c - `paua help TOPIC`: `strategy`, a short form of docs/strategy.md, and tables of
 * the library as people read them. */
#include "cli/topics.h"

#include <stdio.h>
#include <string.h>

#include <paua/level.h>
#include <paua/rules_setting.h>

#include "cli/options.h"
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

/* Writes what a setting may be: "repetition=0..255", "limit=draw|score", "turn=TIME". */
static const char *setting_values(const paua_rules_setting *setting, char text[32])
{
    if (setting->choices[0])
        snprintf(text, 32, "%s=%s|%s", setting->name, setting->choices[0], setting->choices[1]);
    else if (setting->kind == PAUA_SETTING_TIME)
        snprintf(text, 32, "%s=TIME", setting->name);
    else
        snprintf(text, 32, "%s=%d..%d", setting->name, setting->least, setting->most);
    return text;
}

static void print_rules(void)
{
    const paua_rules_setting *list[PAUA_RULES_SETTINGS_MAX];
    const int count = paua_rules_settings_list(list);
    char values[32];
    puts("Rules are a preset, settings, or both with commas between. Presets:\n");
    for (int i = 0; i < paua_preset_count(); i++)
        options_print_filled(paua_preset_text(i), printf("  %-17s ", paua_preset_name(i)), 20);
    puts("\nSettings (a TIME is seconds, or has a unit as 3m has; 0 switches one off):\n");
    for (int i = 0; i < count; i++)
        options_print_filled(list[i]->text, printf("  %-17s ", setting_values(list[i], values)),
                             20);
    puts("\nExamples:\n"
         "  paua play --rules course\n"
         "  paua play --rules arena,plies=100,turn=30");
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
} topics[] = {{"levels", print_levels}, {"rules", print_rules}, {"strategy", print_strategy}};

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
