/* password_input.c - reads passwords without showing them at a terminal. */
#define _GNU_SOURCE
#include "cli/password_input.h"

#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include <sodium.h>

#include "cli/common.h"
#include "record/internal.h"

/* Reads a line of standard input, byte by byte, so that no buffer keeps a copy. Returns 0, or an
 * exit code after an error line. */
static int read_line(char line[PASSWORD_MAX_BYTES + 1])
{
    for (size_t length = 0;; length++) {
        char byte = '\0';

        if (input_wait(-1) != INPUT_READY) {
            if (isatty(STDIN_FILENO))
                fputc('\n', stderr); /* after the prompt */
            return complain_with(EXIT_ENVIRONMENT, "interrupted; nothing has changed");
        }
        ssize_t size = read(STDIN_FILENO, &byte, 1);
        if (size < 0)
            return complain_file("standard input");
        if (size == 0 && length == 0)
            return complain_with(EXIT_USAGE, "expected a password as a line of standard input");
        if (size == 0 || byte == '\n') {
            line[length] = '\0';
            return EXIT_DONE;
        }
        if (byte == '\0' || length == PASSWORD_MAX_BYTES)
            return complain_with(EXIT_USAGE, "expected a password of at most %d bytes, no NUL",
                                 PASSWORD_MAX_BYTES);
        line[length] = byte;
    }
}

int password_ask(const char *prompt, char line[PASSWORD_MAX_BYTES + 1])
{
    struct termios before, silent;

    if (tcgetattr(STDIN_FILENO, &before) != 0)
        return read_line(line);
    silent = before;
    silent.c_lflag &= ~(tcflag_t)ECHO;
    silent.c_lflag |= ECHONL;
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent);
    fprintf(stderr, "%s: ", prompt);
    int code = read_line(line);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
    return code;
}

/* Checks that a line can be a password. Returns 0, or an exit code after an error line. */
static int check_password(const char *line)
{
    if (password_valid(line) && record_text_good(line, strlen(line), ""))
        return EXIT_DONE;
    return complain_with(EXIT_USAGE,
                         "expected a password of at least %d characters, in UTF-8 and without "
                         "control characters",
                         PASSWORD_MIN);
}

int password_ask_new(char line[PASSWORD_MAX_BYTES + 1])
{
    char again[PASSWORD_MAX_BYTES + 1];
    int code = password_ask("New password", line);

    if (code == EXIT_DONE && isatty(STDIN_FILENO)) {
        code = password_ask("The same again", again);
        if (code == EXIT_DONE && strcmp(line, again) != 0)
            code = complain_with(EXIT_USAGE, "the two passwords differ; nothing has changed");
        sodium_memzero(again, sizeof again);
    }
    return code == EXIT_DONE ? check_password(line) : code;
}
