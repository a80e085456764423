/* families.c - `paua families`: the winning shapes of a solved board. */
#include "base/array.h"
#include "families/families_output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/text.h"

#include "cli/common.h"
#include "cli/options.h"
#include "cli/tables.h"
#include "commands/commands.h"

struct families_options {
    const char *shape, *exceptions, *format;
    long long cells, show;
    bool json, quiet;
};

static const struct format {
    const char *name;
    int (*print)(const struct family_report *report);
} formats[] = {
    {"text", family_print_text},
    {"csv", family_print_csv},
    {"json", family_print_json},
    {"svg", family_print_svg},
};

/* NULL if the name is unknown. */
static const struct format *find_format(const char *name)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (!strcmp(name, formats[i].name))
            return &formats[i];
    return NULL;
}

/* "12", or "0.5%" with at most two digits after the point. */
static int read_exceptions(const char *text, paua_families_options *out)
{
    const char *at = text;
    uint64_t number = 0;
    int digits = 0, decimals = 0;
    bool point = false;

    for (; (*at >= '0' && *at <= '9') || (*at == '.' && !point); at++) {
        if (*at == '.') {
            point = true;
            continue;
        }
        number = number * 10 + (uint64_t)(*at - '0');
        digits++;
        decimals += point;
    }
    bool share = *at == '%' && at[1] == '\0';
    for (int i = decimals; share && i < 2; i++)
        number *= 10;
    if (digits == 0 || digits > 12 || decimals > 2 || (point && !decimals) ||
        (share ? number > 10000 : *at || point))
        return complain_with(EXIT_USAGE,
                             "--exceptions: '%s' is neither a number such as 12 nor a share "
                             "such as 0.5%%",
                             text);
    if (share)
        out->share = (int)number;
    else
        out->exceptions = number;
    return EXIT_DONE;
}

/* Reads the cells of --shape, separated by spaces or commas. Returns an exit code. */
static int read_shape(const paua_board *board, const char *text, paua_set *out)
{
    struct text_in in = {text, text};

    *out = 0;
    while (*(in.at += strspn(in.at, " ,\t\n"))) {
        int cell = text_read_cell(&in, board);
        if (cell == PAUA_NO_CELL) {
            const paua_error error = {.code = PAUA_ERROR_BAD_SYNTAX,
                                      .at = text_offset(&in),
                                      .message = "expected a cell of the board such as b2"};
            return complain_text("--shape", text, &error);
        }
        *out |= PAUA_SET(cell);
    }
    return EXIT_DONE;
}

/* The exit code of a status, after an error line unless it is PAUA_OK. */
static int complain_status(const char *path, paua_status status)
{
    switch (status) {
    case PAUA_OK:
        return EXIT_DONE;
    case PAUA_ERROR_CONFLICT:
        return complain_with(EXIT_ENVIRONMENT, "interrupted; another call begins again");
    default:
        return tables_complain_read(path, status, EXIT_USAGE);
    }
}

/* False after Ctrl-C, which ends the pass. */
static bool show_progress(uint64_t constellations, void *context)
{
    progress_show(context, "%llu constellations", (unsigned long long)constellations);
    return !interrupt_seen();
}

/* Appends a copy of the shape; `kind` is borrowed. False without memory. */
static bool add_entry(struct family_report *report, const paua_shape *shape, const char *kind)
{
    if (!ARRAY_RESERVE(report->entries, report->room, report->count + 1))
        return false;
    report->winning += shape->exceptions == 0;
    report->entries[report->count++] = (struct family_entry){.shape = *shape, .kind = kind};
    return true;
}

struct gathering {
    struct family_report *report;
    bool winning; /* these, or the others */
    bool failed;
};

/* Adds the shapes of the current pass: the winning ones, or the near misses. */
static bool gather_shape(const paua_shape *shape, void *context)
{
    struct gathering *gathering = context;

    if ((shape->exceptions == 0) == gathering->winning)
        gathering->failed =
            !add_entry(gathering->report, shape, gathering->winning ? "winning" : "near-miss");
    return !gathering->failed && !interrupt_seen();
}

/* Winning shapes first. */
static paua_status search_shapes(struct family_report *report, const paua_families_options *how)
{
    struct gathering gathering = {.report = report};
    paua_status status = PAUA_OK;

    for (int pass = 0; pass < 2 && status == PAUA_OK; pass++) {
        gathering.winning = pass == 0;
        status = paua_families_search(report->families, how, gather_shape, &gathering);
        if (gathering.failed)
            status = PAUA_ERROR_NO_MEMORY;
        else if (interrupt_seen())
            status = PAUA_ERROR_CONFLICT;
    }
    return status;
}

struct exception_list {
    struct family_report *report;
    int most;
};

/* Keeps the first exceptions of a shape, and skips all after `most`. `shape` counts from the first
 * entry behind the winning ones. */
static bool list_exception(int shape, paua_constellation at, const paua_verdict *verdict,
                           void *context)
{
    struct exception_list *listing = context;
    struct family_entry *entry = &listing->report->entries[listing->report->winning + shape];

    if (entry->listed < listing->most)
        entry->exceptions[entry->listed++] = (struct family_exception){at, *verdict};
    return !interrupt_seen();
}

/* The first exceptions of every shape that has some; they stand behind the winning ones. */
static paua_status list_exceptions(struct family_report *report, int most)
{
    int count = report->count - report->winning;
    struct exception_list listing = {report, most};
    paua_shape *shapes = calloc((size_t)count + 1, sizeof *shapes);
    paua_status status = shapes ? PAUA_OK : PAUA_ERROR_NO_MEMORY;

    for (int i = 0; i < count && status == PAUA_OK; i++) {
        struct family_entry *entry = &report->entries[report->winning + i];
        uint64_t exceptions = entry->shape.exceptions;
        size_t room = exceptions < (uint64_t)most ? (size_t)exceptions : (size_t)most;
        shapes[i] = entry->shape;
        entry->exceptions = calloc(room + 1, sizeof *entry->exceptions);
        if (!entry->exceptions)
            status = PAUA_ERROR_NO_MEMORY;
    }
    if (status == PAUA_OK && most > 0)
        status =
            paua_families_exceptions(report->families, shapes, count, list_exception, &listing);
    if (status == PAUA_OK && interrupt_seen())
        status = PAUA_ERROR_CONFLICT;
    free(shapes);
    return status;
}

/* The shape that was asked for, or all that are found. */
static paua_status fill_report(struct family_report *report, const paua_families_options *how,
                               paua_set asked, int show)
{
    paua_shape shape;
    paua_status status;

    if (!asked) {
        status = search_shapes(report, how);
    } else {
        status = paua_families_shape(report->families, asked, &shape);
        if (status == PAUA_OK && !add_entry(report, &shape, shape.exceptions ? "shape" : "winning"))
            status = PAUA_ERROR_NO_MEMORY;
    }
    return status == PAUA_OK ? list_exceptions(report, show) : status;
}

/* Checks the options, finds the shapes and prints them. Returns an exit code. */
static int print_families(const struct families_options *options, const char *path,
                          const paua_oracle *oracle)
{
    paua_families_options how = {.cells = (int)options->cells};
    struct family_report report = {.oracle = oracle, .search = !options->shape};
    struct progress progress;
    paua_families *families = NULL;
    paua_set asked = 0;
    int code = read_exceptions(options->exceptions, &how);

    if (how.cells > oracle->marbles)
        return complain_with(EXIT_USAGE,
                             "--cells: expected at most %d, as many as there are marbles",
                             oracle->marbles);
    if (how.cells == 0)
        how.cells = oracle->marbles;
    report.cells = how.cells;
    if (code == EXIT_DONE && options->shape)
        code = read_shape(oracle->board, options->shape, &asked);
    if (code != EXIT_DONE)
        return code;
    if (options->shape && (!asked || __builtin_popcountll(asked) > oracle->marbles))
        return complain_with(EXIT_USAGE,
                             "--shape: expected 1 to %d cells, as many as there are marbles",
                             oracle->marbles);
    progress_begin(&progress, options->quiet);
    paua_status status = paua_families_new(oracle, show_progress, &progress, &families);
    report.families = families;
    if (status == PAUA_OK)
        status = fill_report(&report, &how, asked, (int)options->show);
    progress_clear(&progress);
    code = status == PAUA_OK ? find_format(options->json ? "json" : options->format)->print(&report)
                             : complain_status(path, status);
    for (int i = 0; i < report.count; i++)
        free(report.entries[i].exceptions);
    free(report.entries);
    paua_families_free(families);
    return code;
}

/* Loads the table completely, since every constellation is read. Returns an exit code. */
static int open_table(const struct families_options *options, const char *path)
{
    paua_table *table;
    paua_solve *solve = NULL;
    int code = tables_open_one(path, &table);

    if (code != EXIT_DONE)
        return code;
    paua_status status = paua_solve_load(table, 1, &solve);
    paua_table_close(table);
    if (status != PAUA_OK)
        return complain_status(path, status);
    interrupt_catch();
    const paua_oracle oracle = paua_solve_oracle(solve);
    code = print_families(options, path, &oracle);
    paua_solve_free(solve);
    return code;
}

int command_families(int argc, char **argv)
{
    struct families_options options = {.exceptions = "1%", .format = "text", .show = 12};
    const struct option_row rows[] = {
        {"cells", 'k', OPTION_NUMBER, &options.cells, 1, PAUA_SOLVE_MARBLES_MAX, "K",
         "shapes of at most K cells (as many as there are marbles)"},
        {"exceptions", 0, OPTION_TEXT, &options.exceptions, 0, 0, "N|P%",
         "near-misses have at most N, or P percent (1%)"},
        {"show", 0, OPTION_NUMBER, &options.show, 0, 1000000, "N",
         "show the first N exceptions of each (12)"},
        {"shape", 0, OPTION_TEXT, &options.shape, 0, 0, "CELLS",
         "this shape only, as in b2,c2,c3,d3"},
        {"format", 'f', OPTION_TEXT, &options.format, 0, 0, "NAME", "text, csv, json or svg"},
        ROW_JSON(options.json),
        ROW_QUIET(options.quiet),
    };
    static const struct usage usage = {
        .command = "families",
        .operands = "FILE",
        .operands_least = 1,
        .operands_most = 1,
        .purpose = "Find the shapes that win: cells such that Black wins, whoever begins, wherever "
                   "all other marbles are.",
        .notes =
            "FILE is a table that 'paua solve' has written. Prints the shapes that contain no "
            "smaller one, each once for all its images, then those with few exceptions and the "
            "exceptions themselves. family: constellations with black marbles on the shape, "
            "isomorphic ones counted once; placed: on these very cells, before symmetry.",
        .examples = {"paua families 2x3x3.paua", "paua families 2x3x3.paua --shape b2,c2,c3,d3"},
    };
    int operand;
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, &operand);

    if (code != OPTIONS_GO)
        return code;
    if (!find_format(options.format))
        return complain_with(EXIT_USAGE,
                             "--format: '%s' is unknown, expected text, csv, json or svg",
                             options.format);
    return open_table(&options, argv[operand]);
}
