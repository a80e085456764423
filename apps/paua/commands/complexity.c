/* complexity.c - `paua complexity`: how large the game is. Positions are counted; branching factor,
 * length of games and what searches visit are stored, or measured again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <paua/search.h>

#include "cli/common.h"
#include "cli/load.h"
#include "cli/options.h"
#include "commands/commands.h"
#include "complexity/figures.h"
#include "complexity/print.h"

struct complexity_command {
    const char *layout_name;
    const paua_layout *layout; /* NULL: all */
    struct complexity_options options;
    bool measure, json, quiet;
    char **paths; /* games to read */
    int path_count;
    struct complexity_figures *figures; /* measured now, by the number of the layout */
    json_t *rows;
};

/* Measures one layout anew. Returns an exit code. */
static int measure_layout(struct complexity_command *command, struct progress *progress, int i)
{
    const paua_layout *layout = paua_layout_at(i);
    struct complexity_options options = command->options;
    if (options.games == 0)
        options.games = layout->players == PAUA_SIDES ? COMPLEXITY_STORED_GAMES
                                                      : COMPLEXITY_STORED_GAMES_OF_MANY;
    progress_show(progress, "%s", layout->name);
    return complexity_measure(layout, &options, &command->figures[i]);
}

/* Fills in the figures of a layout: stored, measured or read. */
static void choose_figures(const struct complexity_command *command, int i,
                           struct complexity_row *row)
{
    const struct complexity_figures *now = &command->figures[i];
    const char *name = row->layout->name;
    row->of_files = command->path_count > 0;
    if (row->of_files)
        row->people = now;
    else {
        row->played = command->measure ? now : complexity_stored(name);
        row->people = complexity_people(name);
    }
}

/* Prints a layout, or adds it to the JSON. */
static int report_layout(struct complexity_command *command, int i)
{
    struct complexity_row row = {0};
    if (complexity_row_fill(paua_layout_at(i), &row) != PAUA_OK)
        return complain_memory();
    choose_figures(command, i, &row);
    if (command->json)
        json_array_append_new(command->rows, complexity_row_json(&row));
    else if (command->layout || command->path_count)
        complexity_print_layout(&row);
    else
        complexity_print_line(&row);
    return output_flush() ? EXIT_DONE : EXIT_ENVIRONMENT;
}

/* Whether a layout is one of those that were asked for. */
static bool is_wanted(const struct complexity_command *command, int i)
{
    if (command->path_count && !command->figures[i].games.games)
        return false;
    return !command->layout || paua_layout_at(i) == command->layout;
}

/* Reads all files. What has no layout or no result is left out and counted. */
static int read_files(struct complexity_command *command)
{
    long long other = 0;
    int code = EXIT_DONE;
    for (int i = 0; i < command->path_count && code == EXIT_DONE; i++) {
        char *text;
        size_t length;
        code = load_file(command->paths[i], &text, &length);
        if (code == EXIT_DONE && !text)
            return complain_with(EXIT_ENVIRONMENT, "%s: No such file or directory",
                                 command->paths[i]);
        if (code == EXIT_DONE)
            code = complexity_read_games(command->paths[i], text, length, command->figures, &other);
        free(text);
    }
    if (code == EXIT_DONE && other && !command->quiet)
        fprintf(stderr, "left out: %lld games, without a result, a layout or legal moves\n", other);
    return code;
}

/* Every wanted layout. Returns an exit code. */
static int report_layouts(struct complexity_command *command)
{
    struct progress progress;
    int code = EXIT_DONE;
    bool any = false;
    progress_begin(&progress, command->quiet);
    if (!command->json && !command->layout && !command->path_count)
        complexity_print_head();
    for (int i = 0; i < paua_layout_count() && code == EXIT_DONE; i++) {
        if (!is_wanted(command, i))
            continue;
        if (command->measure)
            code = measure_layout(command, &progress, i);
        progress_clear(&progress);
        if (any && code == EXIT_DONE && command->path_count && !command->json)
            putchar('\n');
        if (code == EXIT_DONE)
            code = report_layout(command, i);
        any = true;
    }
    if (code == EXIT_NO)
        return complain_with(EXIT_ENVIRONMENT, "interrupted");
    if (code == EXIT_DONE && !any)
        return complain_with(EXIT_USAGE, "no game with a result from %s",
                             command->layout ? command->layout->name : "a known layout");
    return code == EXIT_DONE && command->json ? output_json(json_incref(command->rows)) : code;
}

/* Whether figures are stored by this layout's name: named positions have none. */
static bool is_listed(const paua_layout *layout)
{
    for (int i = 0; i < paua_layout_count(); i++)
        if (paua_layout_at(i) == layout)
            return true;
    return false;
}

/* Checks the options and does the work. Returns an exit code. */
static int run_complexity(struct complexity_command *command)
{
    if (command->layout_name) {
        command->layout = paua_layout_find(command->layout_name);
        if (!command->layout)
            return complain_layout(command->layout_name);
        if (!is_listed(command->layout))
            return complain_with(EXIT_USAGE,
                                 "--layout: '%s' is a named position, expected one that 'paua show "
                                 "--layouts' lists",
                                 command->layout->name);
    }
    if (command->measure && command->path_count)
        return complain_with(EXIT_USAGE, "expected either --measure or files of games");
    command->figures = calloc((size_t)paua_layout_count(), sizeof *command->figures);
    command->rows = json_array();
    if (!command->figures || !command->rows)
        return complain_memory();
    if (command->measure)
        interrupt_catch();
    int code = read_files(command);
    return code == EXIT_DONE ? report_layouts(command) : code;
}

int command_complexity(int argc, char **argv)
{
    struct complexity_command command = {
        .options = {0, COMPLEXITY_STORED_LEVEL, COMPLEXITY_STORED_SEED}};
    const struct option_row rows[] = {
        {"layout", 'l', OPTION_TEXT, &command.layout_name, 0, 0, "NAME",
         "this layout, in full; without it a line for each"},
        {"measure", 0, OPTION_FLAG, &command.measure, 0, 0, NULL,
         "play and search again instead of showing stored figures"},
        {"games", 0, OPTION_NUMBER, &command.options.games, 1, 1000000, "N",
         "games from each layout (20, or 4 for many players)"},
        {"level", 'L', OPTION_NUMBER, &command.options.level, 1, PAUA_LEVELS, "N",
         "level that plays itself, 1 to 10 (5)"},
        {"seed", 0, OPTION_NUMBER, &command.options.seed, 0, 4294967295, "N",
         "of what the level overlooks (1)"},
        ROW_JSON(command.json),
        ROW_QUIET(command.quiet),
    };
    static const struct usage usage = {
        .command = "complexity",
        .operands = "[FILE...]",
        .operands_most = 1 << 20,
        .purpose = "Show how large the game is: how many positions there are, how many moves a "
                   "position has, how long games are, how large the game tree is, and what "
                   "alpha-beta visits of it. Files of games are measured instead.",
        .notes = "docs/complexity.md says how everything was counted and measured.",
        .examples = {"paua complexity --layout standard", "paua complexity games.apgn"},
    };
    int operand;
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, &operand);
    if (code != OPTIONS_GO)
        return code;
    static const char *const plain[] = {"layout", "measure", "json", "quiet", NULL};
    const char *other = options_given_but(rows, ROWS(rows), argc, argv, plain);
    if (other && !command.measure)
        return complain_with(EXIT_USAGE, "--%s goes with --measure alone", other);
    command.paths = argv + operand;
    command.path_count = argc - operand;
    code = run_complexity(&command);
    json_decref(command.rows);
    free(command.figures);
    return code;
}
