/* options.h - command-line options: one table per command has their names, checks and help. */
#ifndef PAUA_CLI_OPTIONS_H
#define PAUA_CLI_OPTIONS_H

#include <stdbool.h>

enum option_kind {
    /* value is a bool * */
    OPTION_FLAG,
    /* value is a const char **, which then points into argv */
    OPTION_TEXT,
    /* value is a long long *, from least to most */
    OPTION_NUMBER,
    /* value is a long long * in milliseconds, from least to most: 100, 100ms, 1.5s, 3m, 1h */
    OPTION_TIME,
    /* the same, but a number without a unit means seconds */
    OPTION_SECONDS,
    /* value is a long long * in bytes, from least to most: 4096, 500M, 8GB */
    OPTION_BYTES,
    /* value is a long long * in megabytes (2^20), from least to most: 64, 64MB, 1G */
    OPTION_MEGABYTES,
    /* value is a struct option_list *; the option may be repeated */
    OPTION_LIST,
};

enum { OPTION_LIST_MAX = 64 };

struct option_list {
    const char *texts[OPTION_LIST_MAX]; /* point into argv */
    int count;
};

struct option_row {
    const char *name; /* without its dashes */
    char letter;      /* the short form, the same in all commands, or 0 */
    enum option_kind kind;
    void *value;
    long long least, most;
    const char *argument; /* its name in the help; NULL for a flag */
    const char *help;     /* NULL: an alternative spelling, not shown */
};

#define OPTIONS_MAX 64

struct usage {
    const char *command;
    const char *operands; /* as the usage line shows them, "" for none */
    int operands_least, operands_most;
    bool words_follow;   /* what follows the second operand is given on as it is, -x as well */
    const char *purpose; /* one paragraph, without line ends */
    const char *notes;   /* another, after the options; may be NULL */
    const char *examples[2];
};

#define OPTIONS_GO (-1)

/* Reads the options and moves the operands to the end of argv, the first to argv[*operand]. Options
 * stand anywhere, but for those that `words_follow` and -- turn into operands. Every
 * command also has -h and --help. Returns OPTIONS_GO, or the exit code to end with: help was
 * printed, or an error line. */
int options_read(const struct usage *usage, const struct option_row *rows, int count, int argc,
                 char **argv, int *operand);

/* The first given option that is not in `others`, a list that ends with NULL; NULL: there is none.
 * argv was accepted by options_read(). */
const char *options_given_but(const struct option_row *rows, int count, int argc, char **argv,
                              const char *const *others);

/* Prints the words of a text in lines of less than 80 columns. The first line begins in `column`,
 * the others are indented. */
void options_print_filled(const char *text, int column, int indent);

/* Reads a whole number from least to most; `text` must contain nothing else. Returns 0, or an exit
 * code after an error line that begins with `what`. */
int number_read(const char *what, const char *text, long long least, long long most,
                long long *out);

#define ROWS(rows) ((int)(sizeof(rows) / sizeof *(rows)))

#define ROW_JSON(value)                                                                            \
    {                                                                                              \
        "json", 0, OPTION_FLAG, &(value), 0, 0, NULL, "print JSON"                                 \
    }
#define ROW_QUIET(value)                                                                           \
    {                                                                                              \
        "quiet", 'q', OPTION_FLAG, &(value), 0, 0, NULL, "show no progress"                        \
    }

#endif
