/* options.c - parses command lines by getopt_long() and prints the help, both from one table per
 * command. */
#define _GNU_SOURCE

#include "cli/options.h"

#include <assert.h>
#include <errno.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"

#include "cli/common.h"

enum { CODE_OPERAND = 1, CODE_HELP = 1000, CODE_ROW };
enum { SCREEN = 80, HELP_COLUMN = 28, EXAMPLES = 2 };

void options_print_filled(const char *text, int column, int indent)
{
    const char *blank = "";

    while (*(text += strspn(text, " "))) {
        int length = (int)strcspn(text, " ");
        if (*blank && column + 1 + length >= SCREEN) {
            printf("\n%*s", indent, "");
            column = indent;
            blank = "";
        }
        column += printf("%s%.*s", blank, length, text);
        blank = " ";
        text += length;
    }
    putchar('\n');
}

/* Prints the help of an option: its names, then the text from HELP_COLUMN on. */
static void print_row(char letter, const char *name, const char *argument, const char *help)
{
    char left[64];

    snprintf(left, sizeof left, "  %c%c%s --%s%s%s", letter ? '-' : ' ', letter ? letter : ' ',
             letter ? "," : " ", name, argument ? "=" : "", argument ? argument : "");
    options_print_filled(help, printf("%-27s ", left), HELP_COLUMN);
}

/* Prints the text of --help; options without help are hidden. */
static void print_help(const struct usage *usage, const struct option_row *rows, int count)
{
    printf("Usage: paua %s [OPTION]...%s%s\n", usage->command, *usage->operands ? " " : "",
           usage->operands);
    options_print_filled(usage->purpose, 0, 0);
    putchar('\n');
    for (int i = 0; i < count; i++)
        if (rows[i].help)
            print_row(rows[i].letter, rows[i].name, rows[i].argument, rows[i].help);
    print_row('h', "help", NULL, "print this help");
    if (usage->notes) {
        putchar('\n');
        options_print_filled(usage->notes, 0, 0);
    }
    puts("\nExamples:");
    for (int i = 0; i < EXAMPLES; i++)
        printf("  %s\n", usage->examples[i]);
}

int number_read(const char *what, const char *text, long long least, long long most, long long *out)
{
    char *end;

    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (end == text || *end || errno || value < least || value > most || strchr(" +", *text))
        return complain_with(EXIT_USAGE, "%s: '%s' is not a whole number from %lld to %lld", what,
                             text, least, most);
    *out = value;
    return EXIT_DONE;
}

/* Reads a time or a size for an option (units.h). Returns an exit code. */
static int read_measured(const struct option_row *row, const char *argument)
{
    const size_t length = strlen(argument);
    const uint64_t megabyte = row->kind == OPTION_MEGABYTES ? 1 << 20 : 1;
    long long *out = row->value;
    uint64_t bytes;
    int64_t ms;

    if (row->kind == OPTION_TIME || row->kind == OPTION_SECONDS) {
        const bool seconds = row->kind == OPTION_SECONDS;
        if (!units_read_time(argument, length, seconds ? 1000 : 1, &ms))
            return complain_with(EXIT_USAGE, "--%s: '%s' is not a time such as %s", row->name,
                                 argument,
                                 seconds ? "60, 500ms, 1.5s or 3m" : "100, 100ms, 1.5s or 3m");
        if (ms < row->least || ms > row->most)
            return complain_with(EXIT_USAGE, "--%s: '%s' is not from %lld to %lld ms", row->name,
                                 argument, row->least, row->most);
        *out = ms;
        return EXIT_DONE;
    }
    if (!units_read_size(argument, length, megabyte, &bytes) || bytes % megabyte)
        return complain_with(EXIT_USAGE, "--%s: '%s' is not a size such as %s", row->name, argument,
                             row->kind == OPTION_MEGABYTES ? "64, 64MB or 1G" : "500M or 8G");
    if (bytes / megabyte < (uint64_t)row->least || bytes / megabyte > (uint64_t)row->most)
        return complain_with(EXIT_USAGE, "--%s: '%s' is not from %lld to %lld %s", row->name,
                             argument, row->least, row->most,
                             row->kind == OPTION_MEGABYTES ? "MB" : "bytes");
    *out = (long long)(bytes / megabyte);
    return EXIT_DONE;
}

/* The tables for getopt_long(), made from option rows. */
struct getopt_tables {
    struct option longs[OPTIONS_MAX + 2];
    char letters[2 * OPTIONS_MAX + 4];
};

/* Makes the tables for getopt_long(). They borrow the names of the rows. `in_order`: it returns
 * CODE_OPERAND for an operand instead of moving it. */
static void make_tables(const struct option_row *rows, int count, bool in_order,
                        struct getopt_tables *tables)
{
    char *letter = tables->letters;

    memset(tables, 0, sizeof *tables);
    if (in_order)
        *letter++ = '-';
    *letter++ = ':'; /* getopt then distinguishes a missing argument from an unknown option */
    *letter++ = 'h';
    for (int i = 0; i < count; i++) {
        bool flag = rows[i].kind == OPTION_FLAG;
        tables->longs[i].name = rows[i].name;
        tables->longs[i].has_arg = flag ? no_argument : required_argument;
        tables->longs[i].val = CODE_ROW + i;
        if (rows[i].letter) {
            *letter++ = rows[i].letter;
            if (!flag)
                *letter++ = ':';
        }
    }
    tables->longs[count].name = "help";
    tables->longs[count].val = CODE_HELP;
}

/* Appends a borrowed argument. Returns an exit code. */
static int add_to_list(const struct option_row *row, const char *argument)
{
    struct option_list *list = row->value;

    if (list->count == OPTION_LIST_MAX)
        return complain_with(EXIT_USAGE, "--%s: '%s' is one too many, expected at most %d",
                             row->name, argument, OPTION_LIST_MAX);
    list->texts[list->count++] = argument;
    return EXIT_DONE;
}

/* Stores the argument in the variable of its row. Returns an exit code. */
static int set_value(const struct option_row *row, const char *argument)
{
    switch (row->kind) {
    case OPTION_FLAG:
        *(bool *)row->value = true;
        return EXIT_DONE;
    case OPTION_TEXT:
        *(const char **)row->value = argument;
        return EXIT_DONE;
    case OPTION_LIST:
        return add_to_list(row, argument);
    case OPTION_TIME:
    case OPTION_SECONDS:
    case OPTION_BYTES:
    case OPTION_MEGABYTES:
        return read_measured(row, argument);
    case OPTION_NUMBER:
        break;
    }
    char what[64];
    snprintf(what, sizeof what, "--%s", row->name);
    return number_read(what, argument, row->least, row->most, row->value);
}

/* Prints the error line for an option that getopt_long() has refused. It leaves the option in
 * optopt (a letter, or the val of a long option) or in argv. Returns EXIT_USAGE. */
static int complain_option(const struct usage *usage, const struct option_row *rows, int code,
                           char **argv)
{
    char name[64];

    if (optopt >= CODE_ROW)
        snprintf(name, sizeof name, "--%s", rows[optopt - CODE_ROW].name);
    else if (optopt && optopt < CODE_HELP)
        snprintf(name, sizeof name, "-%c", optopt);
    else
        snprintf(name, sizeof name, "%.60s", argv[optind - 1]);
    if (code == ':')
        return complain_with(EXIT_USAGE, "option '%s' needs an argument", name);
    if (optopt >= CODE_HELP)
        return complain_with(EXIT_USAGE, "option '%s' takes no argument",
                             optopt == CODE_HELP ? "--help" : name);
    return complain_with(EXIT_USAGE, "unknown option '%s', see 'paua %s --help'", name,
                         usage->command);
}

/* Checks the number of operands. Returns OPTIONS_GO or an exit code. */
static int check_operands(const struct usage *usage, int count, char **operands)
{
    if (count < usage->operands_least)
        return complain_with(EXIT_USAGE, "an operand is missing, expected %s", usage->operands);
    if (count > usage->operands_most)
        return complain_with(EXIT_USAGE, "'%s' is one operand too many, expected %s",
                             operands[usage->operands_most],
                             *usage->operands ? usage->operands : "none");
    return OPTIONS_GO;
}

/* The index of the row for a result of getopt_long(): a long option, or a letter. */
static int find_row(const struct option_row *rows, int count, int code)
{
    int row = code - CODE_ROW;

    for (int i = 0; code < CODE_HELP && i < count; i++)
        if (rows[i].letter == code)
            row = i;
    return row;
}

/* Moves the operand that was read at `from`, behind the options that end before `to`. Returns where
 * it is then. */
static int move_operand(char **argv, int from, int to)
{
    char *operand = argv[from];

    memmove(argv + from, argv + from + 1, (size_t)(to - 1 - from) * sizeof *argv);
    argv[to - 1] = operand;
    return to - 1;
}

int options_read(const struct usage *usage, const struct option_row *rows, int count, int argc,
                 char **argv, int *operand)
{
    struct getopt_tables tables;
    int code, first = 0;

    assert(count <= OPTIONS_MAX && usage->examples[0] && usage->examples[1]);
    make_tables(rows, count, usage->words_follow, &tables);
    opterr = 0;
    while ((code = getopt_long(argc, argv, tables.letters, tables.longs, NULL)) != -1) {
        if (code == CODE_HELP || code == 'h') {
            print_help(usage, rows, count);
            return EXIT_DONE;
        }
        if (code == '?' || code == ':')
            return complain_option(usage, rows, code, argv);
        if (code == CODE_OPERAND && first > 0) {
            optind--; /* the second one is the first of the words */
            break;
        }
        if (code == CODE_OPERAND) {
            first = optind - 1;
            continue;
        }
        code = set_value(&rows[find_row(rows, count, code)], optarg);
        if (code != EXIT_DONE)
            return code;
    }
    if (first > 0)
        optind = move_operand(argv, first, optind);
    if (operand)
        *operand = optind;
    return check_operands(usage, argc - optind, argv + optind);
}

const char *options_given_but(const struct option_row *rows, int count, int argc, char **argv,
                              const char *const *others)
{
    struct getopt_tables tables;
    int code;

    make_tables(rows, count, false, &tables);
    optind = 0; /* GNU getopt: begin again */
    while ((code = getopt_long(argc, argv, tables.letters, tables.longs, NULL)) != -1) {
        const char *name = rows[find_row(rows, count, code)].name;
        const char *const *other = others;
        while (*other && strcmp(*other, name) != 0)
            other++;
        if (!*other)
            return name;
    }
    return NULL;
}
