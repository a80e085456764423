/* options.h - one table per command gives its options, their checks and its help. */
#ifndef PAUA_CLI_OPTIONS_H
#define PAUA_CLI_OPTIONS_H

enum option_kind {
    OPTION_FLAG,   /* value is a bool * */
    OPTION_TEXT,   /* value is a const char **; points into argv */
    OPTION_NUMBER, /* value is a long long *, from least to most */
    OPTION_LIST,   /* value is a struct option_list *; may be given again and again */
};

enum { OPTION_LIST_MAX = 64 };

struct option_list {
    const char *texts[OPTION_LIST_MAX]; /* point into argv */
    int count;
};

struct option_row {
    const char *name; /* without its dashes */
    char letter;      /* the short form, or 0 */
    enum option_kind kind;
    void *value;
    long long least, most;
    const char *argument; /* its name in the help; NULL for a flag */
    const char *help; /* NULL: another spelling of the option before, which the help passes over */
};

#define OPTIONS_MAX 32

struct usage {
    const char *command;
    const char *operands; /* as the usage line shows them, "" for none */
    int operands_least, operands_most;
    const char *purpose; /* one paragraph, without line ends */
    const char *notes;   /* another, after the options; may be NULL */
};

#define OPTIONS_GO (-1)

/* Reads the options and moves the operands to the end of argv, the first at argv[*operand].
 * Returns OPTIONS_GO, or the exit code to end with (help was printed, or an error line). */
int options_read(const struct usage *usage, const struct option_row *rows, int count, int argc,
                 char **argv, int *operand);

/* Reads a whole number that is all of `text`, from least to most. Returns 0, or an exit code after
 * an error line that begins with `what`. */
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
