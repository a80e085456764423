/* line_editor.h - lines of commands: at a terminal with history and completion, else as they come.
 */
#ifndef PAUA_CONNECT_LINE_EDITOR_H
#define PAUA_CONNECT_LINE_EDITOR_H

#include <stdbool.h>

/* The next line, without its newline; free() it. NULL: there are no more, or no memory. */
char *line_editor_read(const char *prompt);

/* A word that completion knows from now on besides commands, such as the id of a game. */
void line_editor_learn(const char *word);

void line_editor_end(void);

/* Prints what a command has to say. `colour`: the marbles of a board in colours. */
void answer_print(const char *text, bool colour);

#endif
