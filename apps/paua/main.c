/* main.c - `paua COMMAND ...`: finds the command and runs it with the other arguments; the help of
 * the whole. */
#define _POSIX_C_SOURCE 200809L

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <paua/paua.h>

#include "base/cpu.h"
#include "base/distance.h"

#include "cli/common.h"
#include "cli/options.h"
#include "command/guide.h"
#include "commands/commands.h"

static const struct subcommand {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *purpose;
} commands[] = {
#define ROW(name, purpose) {#name, command_##name, purpose},
    COMMANDS_TABLE(ROW)
#undef ROW
};

enum {
    COMMANDS = sizeof commands / sizeof *commands,
    NAME_MAX_BYTES = 32,
    TOPICS_NAMES_MAX = 96,
    HELP_WORDS_MAX = 2 + GUIDE_MOVES_MAX
};

static int print_help(void)
{
    puts("Usage: paua COMMAND [OPTION]...\n"
         "The board game Abalone: rules, engine, server.\n\nCommands:");
    for (int i = 0; i < COMMANDS; i++)
        printf("  %-10s %s\n", commands[i].name, commands[i].purpose);
    puts("\n'paua help COMMAND' explains a command, 'paua help rules' the game, 'paua help\n"
         "tips' how to play well, 'paua --version' names the version.\n"
         "Exit codes: 0 done, 1 the answer is no, 2 wrong usage or bad input, 3 a file,\n"
         "memory or the network failed, or it was interrupted.\n\n"
         "Examples:\n"
         "  paua play --level 3\n"
         "  paua show --layout belgian-daisy");
    return EXIT_DONE;
}

/* Prints the version, the embedded network and the instruction set in use. */
static int print_version(void)
{
    char name[PAUA_NET_NAME_MAX];
    const paua_net *net = paua_net_embedded();

    printf("paua %s\nnet %s\ncpu %s\n", paua_version(), net ? paua_net_name(net, name) : "none",
           cpu_has_v3() ? "x86-64-v3" : "baseline");
    return EXIT_DONE;
}

/* Suggests the nearest command, at an edit distance of at most 2. Returns EXIT_USAGE. */
static int complain_unknown(const char *name)
{
    int nearest = 0, least = 3;

    for (int i = 0; i < COMMANDS && strlen(name) < NAME_MAX_BYTES; i++) {
        int distance = edit_distance(name, commands[i].name);
        if (distance < least) {
            least = distance;
            nearest = i + 1;
        }
    }
    if (nearest)
        return complain_with(EXIT_USAGE, "unknown command '%s', did you mean '%s'?", name,
                             commands[nearest - 1].name);
    return complain_with(EXIT_USAGE, "unknown command '%s', see 'paua --help'", name);
}

/* The topics of `paua help`: the pages of the guide, a short form of docs/strategy.md, and tables
 * of the library as people read them. */

static bool print_levels(void)
{
    puts("The levels of the computer (docs/opponents.md has what each overlooks):\n");
    for (int level = 1; level <= PAUA_LEVELS; level++)
        printf("  %2d  %s\n", level, paua_level_info(level)->text);
    puts("\nExamples:\n"
         "  paua play --level 5\n"
         "  paua match -e paua:level=3 -e paua:level=2,name=b --games 20");
    return true;
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

static bool print_rules(void)
{
    const paua_rules_setting *list[PAUA_RULES_SETTINGS_MAX];
    const int count = paua_rules_settings_list(list);
    char values[32];

    if (!guide_write_page(stdout, guide_page_find("rules")))
        return false;
    puts("\nRules as a text are a preset, settings, or both with commas between. Presets:\n");
    for (int i = 0; i < paua_preset_count(); i++)
        options_print_filled(paua_preset_text(i), printf("  %-17s ", paua_preset_name(i)), 20);
    puts("\nSettings (a TIME is seconds, or has a unit as 3m has; 0 switches one off):\n");
    for (int i = 0; i < count; i++)
        options_print_filled(list[i]->text, printf("  %-17s ", setting_values(list[i], values)),
                             20);
    puts("\nExamples:\n"
         "  paua play --rules course\n"
         "  paua play --rules arena,plies=100,turn=30");
    return true;
}

static bool print_strategy(void)
{
    puts("How to play well, in short; 'paua help tips' has a board for each,\n"
         "docs/strategy.md what the engine says:\n");
    guide_write_titles(stdout);
    puts("\nExamples:\n"
         "  paua analyze --position 'solid-group b 2-0' --explain\n"
         "  paua analyze --position 'race b 3-4' --depth 8");
    return true;
}

/* The topics, each with what prints it; NULL: it is the page of the guide. Rows of two examples for
 * those whose text has none. */
static const struct help_topic {
    const char *name;
    bool (*print)(void); /* false: out of memory */
    const char *examples[2];
} help_topics[] = {
    {"boards", NULL, {"paua show --layout bowl-4", "paua play --layout belgian-daisy"}},
    {"levels", print_levels, {NULL}},
    {"move", NULL, {"paua show -l standard-2 -m c5,d5", "paua connect HOST move 105 c5,d5"}},
    {"notation",
     NULL,
     {"paua moves -l standard-2 --notation pbm", "paua show -l standard-2 -m a1-c3,d4"}},
    {"rules", print_rules, {NULL}},
    {"strategy", print_strategy, {NULL}},
    {"tips", NULL, {"paua help tip 3", "paua help tip 3 d5-f5,e5"}},
};

enum { TOPICS = sizeof help_topics / sizeof *help_topics };

/* Writes the names of all topics, separated by commas. Returns the text. */
static const char *topics_names(char text[TOPICS_NAMES_MAX])
{
    size_t used = 0;
    for (int i = 0; i < TOPICS; i++)
        used += (size_t)snprintf(text + used, TOPICS_NAMES_MAX - used, "%s%s", i ? ", " : "",
                                 help_topics[i].name);
    return text;
}

/* Prints a topic, in lines of less than 80 bytes. Returns an exit code. */
static int topic_print(const struct help_topic *topic)
{
    if (!(topic->print ? topic->print() : guide_write_page(stdout, guide_page_find(topic->name))))
        return complain_memory();
    if (topic->examples[0])
        printf("\nExamples:\n  %s\n  %s\n", topic->examples[0], topic->examples[1]);
    return EXIT_DONE;
}

/* The topic of this name; NULL: there is none. */
static const struct help_topic *find_topic(const char *name)
{
    for (int i = 0; i < TOPICS; i++)
        if (strcmp(name, help_topics[i].name) == 0)
            return &help_topics[i];
    return NULL;
}

/* The error of `paua help` for an unknown name, with the nearest command or topic. Returns
 * EXIT_USAGE. */
static int complain_topic(const char *name)
{
    char topics[TOPICS_NAMES_MAX];
    const char *nearest = NULL;

    for (int i = 0; i < COMMANDS && strlen(name) < NAME_MAX_BYTES; i++)
        if (edit_distance(name, commands[i].name) < 3)
            return complain_unknown(name);
    for (int i = 0; i < TOPICS && strlen(name) < NAME_MAX_BYTES && !nearest; i++)
        if (edit_distance(name, help_topics[i].name) < 3)
            nearest = help_topics[i].name;
    return complain_with(EXIT_USAGE,
                         "'%s' is no command and no topic%s%s%s; topics are %s, commands are in "
                         "'paua --help'",
                         name, nearest ? " (did you mean '" : "", nearest ? nearest : "",
                         nearest ? "'?)" : "", topics_names(topics));
}

/* `paua help tip N [MOVE...]`: a tip, or its board after these moves. Returns an exit code. */
static int help_tip(char **words, int count)
{
    char moves[256] = "";
    size_t used = 0;
    paua_error error;
    char *end = NULL;
    const long number = count > 0 ? strtol(words[0], &end, 10) : 0;

    if (!end || *end || number < 1 || number > guide_tip_count())
        return complain_with(EXIT_USAGE, "there are %d tips: paua help tip 1 to %d",
                             guide_tip_count(), guide_tip_count());
    if (count == 1)
        return guide_write_tip(stdout, (int)number) ? EXIT_DONE : complain_memory();
    for (int i = 1; i < count && used < sizeof moves; i++)
        used += (size_t)snprintf(moves + used, sizeof moves - used, "%s ", words[i]);
    if (guide_write_tip_after(stdout, (int)number, moves, &error))
        return EXIT_DONE;
    return complain_with(EXIT_USAGE, "tip %ld, %s", number, error.message);
}

/* The command of this name; NULL: there is none. */
static const struct subcommand *find_command(const char *name)
{
    for (int i = 0; i < COMMANDS; i++)
        if (!strcmp(name, commands[i].name))
            return &commands[i];
    return NULL;
}

/* Runs a command; argv[0] is its name, which error lines show from here on. Returns an exit
 * code. */
static int run_command(const struct subcommand *command, int argc, char **argv)
{
    common_begin(command->name);
    return command->run(argc, argv);
}

/* `paua help`, `paua help COMMAND` for `paua COMMAND --help`, topics, and tips. */
int command_help(int argc, char **argv)
{
    char topics[TOPICS_NAMES_MAX], purpose[TOPICS_NAMES_MAX + 64];
    snprintf(purpose, sizeof purpose, "Explain paua, one of its commands, or a topic: %s.",
             topics_names(topics));
    const struct usage usage = {
        .command = "help",
        .operands = "[COMMAND|TOPIC|tip N [MOVE...]]",
        .operands_most = HELP_WORDS_MAX,
        .purpose = purpose,
        .examples = {"paua help show", "paua help tip 3"},
    };
    int operand, code = options_read(&usage, NULL, 0, argc, argv, &operand);

    if (code != OPTIONS_GO)
        return code;
    if (operand == argc)
        return print_help();
    if (strcmp(argv[operand], "tip") == 0)
        return help_tip(argv + operand + 1, argc - operand - 1);
    if (argc - operand > 1)
        return complain_with(EXIT_USAGE, "'%s' is one operand too many, expected %s",
                             argv[operand + 1], "[COMMAND|TOPIC]");
    const struct help_topic *topic = find_topic(argv[operand]);
    if (topic)
        return topic_print(topic);
    const struct subcommand *command = find_command(argv[operand]);
    if (!command)
        return complain_topic(argv[operand]);
    char *arguments[] = {argv[operand], (char[]){"--help"}, NULL};
    return run_command(command, 2, arguments);
}

/* Runs the command of the arguments. Returns an exit code. */
static int run_arguments(int argc, char **argv)
{
    if (argc < 2)
        return complain_with(EXIT_USAGE, "a command is missing, see 'paua --help'");
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
        return print_help();
    if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-v"))
        return print_version();
    const struct subcommand *command = find_command(argv[1]);
    return command ? run_command(command, argc - 1, argv + 1) : complain_unknown(argv[1]);
}

/* Opens standard streams that are closed: otherwise the next file opened would get the number of
 * one, and output would go into it. */
static void hold_standard_streams(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) == -1 && open("/dev/null", fd ? O_RDONLY : O_WRONLY) != fd)
            _exit(EXIT_ENVIRONMENT);
}

int main(int argc, char **argv)
{
    hold_standard_streams();
    /* A closed pipe or a file size limit is a failed write like any other, so that a command can
     * clean up before it ends. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    output_pipe_begin();
    return output_close(run_arguments(argc, argv));
}
