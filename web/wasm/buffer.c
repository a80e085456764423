/* buffer.c - text between the page and a module: reads positions and rules, writes JSON. */
#include "buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A buffer for calls one after the other; NULL without memory. */
EXPORT(buffer_new) struct web_buffer *buffer_new(void)
{
    return calloc(1, sizeof(struct web_buffer));
}

EXPORT(buffer_free) void buffer_free(struct web_buffer *buffer)
{
    free(buffer);
}

/* Where arguments are written and answers read. */
EXPORT(buffer_text) char *buffer_text(struct web_buffer *buffer)
{
    return buffer->text;
}

/* The longest argument in bytes, without its NUL. */
EXPORT(argument_max) int argument_max(void)
{
    return ARGUMENT_MAX;
}

void write_format(struct web_buffer *out, const char *format, ...)
{
    size_t space = sizeof out->text - out->length;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(out->text + out->length, space, format, arguments);
    va_end(arguments);
    if (length > 0)
        out->length += (size_t)length < space ? (size_t)length : space - 1;
}

void begin_answer(struct web_buffer *buffer)
{
    memcpy(buffer->argument, buffer->text, ARGUMENT_MAX);
    buffer->argument[ARGUMENT_MAX] = '\0';
    buffer->length = 0;
    buffer->text[0] = '\0';
}

void write_string(struct web_buffer *out, const char *text)
{
    write_format(out, "\"");
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            write_format(out, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            write_format(out, "\\u%04x", (unsigned)*text);
        else
            write_format(out, "%c", *text);
    }
    write_format(out, "\"");
}

void write_error(struct web_buffer *out, const paua_error *error)
{
    out->length = 0;
    write_format(out, "{\"error\":{\"code\":\"%s\",\"at\":%zu,\"message\":",
                 paua_status_name(error->code), error->at);
    write_string(out, error->message);
    write_format(out, "}}");
}

void write_status(struct web_buffer *out, paua_status status)
{
    paua_error error = {.code = status};
    snprintf(error.message, sizeof error.message, "%s", paua_status_text(status));
    write_error(out, &error);
}

void write_cell(struct web_buffer *out, const paua_board *board, int cell)
{
    char name[8];
    if (cell == PAUA_NO_CELL)
        write_format(out, "null");
    else
        write_format(out, "\"%s\"", paua_cell_format(board, cell, name));
}

void write_set(struct web_buffer *out, const paua_board *board, paua_set set)
{
    const char *comma = "";
    write_format(out, "[");
    for (int cell = 0; cell < 64; cell++) {
        if (!(set & PAUA_SET(cell)))
            continue;
        write_format(out, "%s", comma);
        write_cell(out, board, cell);
        comma = ",";
    }
    write_format(out, "]");
}

paua_board *parse_position(struct web_buffer *buffer, paua_position *position)
{
    paua_board *board = NULL;
    paua_error error;
    int sides[3];
    if (paua_position_shape(buffer->argument, sides, &error) != PAUA_OK)
        goto fail;
    paua_status status = paua_board_new(sides[0], sides[1], sides[2], &board);
    if (status != PAUA_OK) {
        write_status(buffer, status);
        return NULL;
    }
    if (paua_position_parse(board, buffer->argument, position, &error) == PAUA_OK)
        return board;
fail:
    write_error(buffer, &error);
    paua_board_free(board);
    return NULL;
}

char *split_last_line(struct web_buffer *buffer)
{
    char *line_break = strrchr(buffer->argument, '\n');
    if (!line_break)
        return buffer->argument + strlen(buffer->argument);
    *line_break = '\0';
    return line_break + 1;
}

bool parse_rules(struct web_buffer *buffer, const paua_board *board, const char *text,
                 paua_rules *rules)
{
    paua_error error;
    *rules = paua_rules_default(board);
    if (!*text || paua_rules_parse(board, text, rules, &error) == PAUA_OK)
        return true;
    write_error(buffer, &error);
    return false;
}
