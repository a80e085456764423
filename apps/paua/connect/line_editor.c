/* line_editor.c - reads lines with libedit, completes words, and prints answers in colour. */
#define _GNU_SOURCE
#include "connect/line_editor.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include <editline/readline.h>

#include "command/command.h"
#include "notation/server_board.h"

enum { WORDS_KNOWN = 64, WORD_SIZE = 32 };

/* The only state of the process, like that of libedit. */
static struct {
    char words[WORDS_KNOWN][WORD_SIZE]; /* ring buffer */
    int learned;
} editor;

void line_editor_learn(const char *word)
{
    for (int i = 0; i < WORDS_KNOWN; i++) {
        if (strcmp(editor.words[i], word) == 0)
            return;
    }
    snprintf(editor.words[editor.learned++ % WORDS_KNOWN], WORD_SIZE, "%s", word);
}

/* The i-th word for completion, from 0: a verb or a learned word; NULL after the last one. */
static const char *completion_word(int i, bool verbs)
{
    if (verbs)
        return command_verb(i);
    return i < WORDS_KNOWN && editor.words[i][0] ? editor.words[i] : NULL;
}

/* Callback of libedit: the next match, or NULL; `state` is 0 for the first. At the beginning of the
 * line and after `help` verbs match, elsewhere learned words. */
static char *next_match(const char *begin, int state)
{
    static int at;
    const char *before = rl_line_buffer;
    const char *word;

    before += strspn(before, " ");
    bool verbs = !strchr(before, ' ') || strncasecmp(before, "help ", 5) == 0;
    if (state == 0)
        at = 0;
    while ((word = completion_word(at, verbs)) != NULL) {
        at++;
        if (strncasecmp(word, begin, strlen(begin)) == 0)
            return strdup(word);
    }
    return NULL;
}
/* Callback of libedit: the matches for a word. */
static char **complete_word(const char *text, int from, int to)
{
    (void)from;
    (void)to;
    rl_attempted_completion_over = 1; /* no file names */
    return rl_completion_matches(text, next_match);
}

char *line_editor_read(const char *prompt)
{
    char *line = NULL;
    size_t capacity = 0;

    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
        ssize_t size = getline(&line, &capacity, stdin);

        if (size > 0) {
            line[strcspn(line, "\r\n")] = '\0';
            return line;
        }
        free(line);
        return NULL;
    }
    rl_readline_name = "paua";
    rl_attempted_completion_function = complete_word;
    line = readline(prompt);
    if (line && line[strspn(line, " ")])
        add_history(line);
    return line;
}

void line_editor_end(void)
{
    clear_history();
}

/* Whether a line of an answer is a row of a board, as in "    C- . . x x . . . / 9". */
static bool is_board_row(const char *line)
{
    line += strspn(line, " ");
    return isupper((unsigned char)line[0]) && line[1] == '-' && line[2] == ' ';
}

/* Prints a row with the marbles in the colours of their players. */
static void print_board_row(const char *line, int length)
{
    static const char marks[] = SERVER_MARKS_OF_TWO SERVER_MARKS_OF_MORE;
    static const int colours[] = {36, 33, 36, 33, 31, 32, 35, 34};
    int from = (int)strcspn(line, "-") + 1;

    fwrite(line, 1, (size_t)from, stdout);
    for (int i = from; i < length && line[i] != '/'; i++, from = i) {
        const char *mark = line[i] == ' ' ? NULL : strchr(marks, line[i]);

        if (mark)
            printf("\033[1;%dm%c\033[0m", colours[mark - marks], line[i]);
        else
            putchar(line[i]);
    }
    printf("%.*s", length - from, line + from);
}

void answer_print(const char *text, bool colour)
{
    while (*text) {
        int length = (int)strcspn(text, "\n");

        if (colour && is_board_row(text))
            print_board_row(text, length);
        else
            printf("%.*s", length, text);
        putchar('\n');
        text += length + (text[length] == '\n');
    }
}
