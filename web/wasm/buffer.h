/* buffer.h - a buffer carries text both ways between the page and a module. The page writes an
 * argument to it (UTF-8, ended by a NUL), calls a function, and reads a JSON object from the same
 * place. A call that fails answers {"error": {"code", "at", "message"}} and changes nothing. */
#ifndef WEB_BUFFER_H
#define WEB_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

#include <paua/notation.h>
#include <paua/rules_setting.h>

#define EXPORT(name) __attribute__((export_name(#name)))

enum { ARGUMENT_MAX = 4095, TEXT_SIZE = 1 << 18 };

/* The players in the order of their turns. */
#define SIDE_LETTERS "bwrgyp"

struct web_buffer {
    char text[TEXT_SIZE];
    size_t length;
    char argument[ARGUMENT_MAX + 1];
};

/* Starts a call: what the page wrote becomes the argument, the answer is empty. */
void begin_answer(struct web_buffer *buffer);

/* Appends to the answer; what does not fit is cut off. There are no floating-point numbers. */
__attribute__((format(printf, 2, 3))) void write_format(struct web_buffer *out, const char *format,
                                                        ...);

/* A JSON string; bytes of UTF-8 pass unchanged. */
void write_string(struct web_buffer *out, const char *text);

/* The name of a cell, or null off the board; an array of such names. */
void write_cell(struct web_buffer *out, const paua_board *board, int cell);
void write_set(struct web_buffer *out, const paua_board *board, paua_set set);

/* Replaces the answer by an error; by one that concerns no place in the argument. */
void write_error(struct web_buffer *out, const paua_error *error);
void write_status(struct web_buffer *out, paua_status status);

/* Cuts the last line off the argument and returns it; "": there is only one. */
char *split_last_line(struct web_buffer *buffer);

/* Parses the argument as a position on a new board; NULL after an answer with the error. */
paua_board *parse_position(struct web_buffer *buffer, paua_position *position);

/* Parses rules, without any the usual ones; false after an answer with the error. */
bool parse_rules(struct web_buffer *buffer, const paua_board *board, const char *text,
                 paua_rules *rules);

#endif
