/* command.h - the command language: a line of text such as "move GkysjnDL c5,d5" becomes calls of
 * the HTTP API (docs/http-api.md), and their answers become text for people.
 *
 * An interpreter makes no call itself. Its owner asks for the next call, makes it in the name of
 * whoever gave the command, and hands the answer back, until the text is there:
 *
 *     struct command *command = command_new(line, "Ann");
 *     while (command_next(command, &call))
 *         command_answer(command, status, body, size);   // what the call has brought
 *     puts(command_text(command));
 *     command_free(command);
 *
 * So what a command may do is what the API allows. Different commands are independent; one is for
 * one thread at a time. docs/commands.md is the manual of the language.
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

/* A command in UTF-8, given by the account of this name, "" for somebody without one. NULL: out of
 * memory. */
struct command *command_new(const char *line, const char *name);
void command_free(struct command *command); /* NULL is allowed */

/* The next call to make, valid until the answer to it is given. False: the command is done. */
bool command_next(struct command *command, struct command_call *out);

/* The answer to the call: an HTTP status, 0 where there was no memory, and a JSON body. */
void command_answer(struct command *command, int status, const char *body, size_t size);

/* What the command has to say once it is done: lines of at most 79 characters, but for what people
 * have written. If it has failed, why, without a newline. */
const char *command_text(const struct command *command);

/* Whether it has failed: an HTTP status and a code as in docs/http-api.md. 0: it has not. */
int command_failure(const struct command *command, const char **code);

/* The i-th verb, from 0, in alphabetical order; NULL behind the last one. */
const char *command_verb(int i);

#endif /* COMMAND_COMMAND_H */
