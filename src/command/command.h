/* command.h - the command language: turns a line such as "move GkysjnDL c5,d5" into calls of the
 * HTTP API (docs/http-api.md), and their answers into text for people.
 *
 * The interpreter makes no calls itself. Its owner gets the next call, makes it on behalf of the
 * account that gave the command, and passes the answer back, until the command is done:
 *
 *     struct command *command = command_new(line, "Ann");
 *     while (command_next(command, &call))
 *         command_answer(command, status, body, size);   // the answer to the call
 *     puts(command_text(command));
 *     command_free(command);
 *
 * So a command can do what the API allows its account. Different commands are independent; a single
 * one is for one thread at a time. docs/commands.md is the manual of the language.
 */
#ifndef COMMAND_COMMAND_H
#define COMMAND_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#define COMMAND_LINE_MAX 1000 /* bytes */

struct command;

/* A call of the API. */
struct command_call {
    const char *method; /* "GET", "POST", ... */
    const char *target; /* path and query, nothing percent-encoded */
    const char *body;   /* JSON, or NULL: none */
};

/* Makes a command from a line in UTF-8. `name` is the account that gives it; "": none. NULL: out of
 * memory. */
struct command *command_new(const char *line, const char *name);
void command_free(struct command *command); /* NULL is allowed */

/* Gets the next call to make, valid until command_answer(). False: the command is done. */
bool command_next(struct command *command, struct command_call *out);

/* Passes on the answer to the call: an HTTP status (0: out of memory) and a JSON body. */
void command_answer(struct command *command, int status, const char *body, size_t size);

/* The result of a command that is done: lines of at most 79 characters, except texts written by
 * people. If it has failed: the reason, without a newline. */
const char *command_text(const struct command *command);

/* The HTTP status and the code (docs/http-api.md) of a failed command; 0: it has not failed. */
int command_failure(const struct command *command, const char **code);

/* The i-th verb in alphabetical order, from 0; NULL after the last one. */
const char *command_verb(int i);

#endif /* COMMAND_COMMAND_H */
