/* line_editor.h - reads command lines, at a terminal with history and completion. */
#ifndef PAUA_CONNECT_LINE_EDITOR_H
#define PAUA_CONNECT_LINE_EDITOR_H

#include <stdbool.h>

/* Reads the next line, without its newline; free() it. NULL: end of input, or out of memory. */
char *line_editor_read(const char *prompt);

/* Adds a word for completion, such as the id of a game. */
void line_editor_learn(const char *word);

/* Frees the history. */
void line_editor_end(void);

/* Prints the answer of a command. `colour`: with the marbles of a board in colours. */
void answer_print(const char *text, bool colour);

#endif
