/* store_lines.c - writes rows as lines of JSON, and reads them back. */
#define _GNU_SOURCE
#include "service/core/store_lines.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "json/json_text.h"

#define FORMAT 1

/* The names of the columns, as an array. */
static json_t *columns_json(const store_table *table)
{
    json_t *list = json_array();
    const char *name = table->columns;

    while (*name) {
        const size_t size = strcspn(name, ",");

        json_array_append_new(list, json_stringn(name, size));
        name += size + strspn(name + size, ", ");
    }
    return list;
}

/* The first line. */
static json_t *head_json(void)
{
    json_t *named = json_object();

    for (int i = 0; i < STORE_TABLES; i++)
        json_object_set_new(named, store_tables[i].name, columns_json(&store_tables[i]));
    return json_pack("{s:i, s:o}", "paua_store", FORMAT, "tables", named);
}

/* The checksum includes the line feeds. */
static void add_line(struct store_lines *lines, const char *line, size_t size)
{
    sha256_add(&lines->sum, line, size);
    sha256_add(&lines->sum, "\n", 1);
}

static char *finish_line(struct store_lines *lines, json_t *json)
{
    char *line = json ? json_write_text(json, JSON_COMPACT) : NULL;

    if (line)
        add_line(lines, line, strlen(line));
    return line;
}

char *store_lines_begin(struct store_lines *lines)
{
    *lines = (struct store_lines){.begun = true};
    sha256_begin(&lines->sum);
    return finish_line(lines, head_json());
}

/* Bytes as hexadecimal digits. */
static json_t *bytes_json(const sql_value *value)
{
    char *digits = malloc(2 * value->size + 1);

    if (!digits)
        return NULL;
    sodium_bin2hex(digits, 2 * value->size + 1, value->data, value->size);
    json_t *json = json_string(digits);
    free(digits);
    return json;
}

static json_t *value_json(const sql_value *value)
{
    switch (value->type) {
    case SQL_INTEGER:
        return json_integer((json_int_t)value->integer);
    case SQL_REAL:
        return json_real(value->real);
    case SQL_TEXT:
        return json_stringn(value->data, value->size);
    default:
        return bytes_json(value);
    }
}

char *store_lines_row(struct store_lines *lines, const store_table *table, const sql_value *values)
{
    json_t *row = json_array();
    bool good = json_array_append_new(row, json_string(table->name)) == 0;

    for (int i = 0; good && table->types[i]; i++)
        good = json_array_append_new(row, value_json(&values[i])) == 0;
    if (!good) {
        json_decref(row);
        return NULL;
    }
    lines->rows++;
    return finish_line(lines, row);
}

static void end_sum(struct store_lines *lines, char digits[2 * SHA256_BYTES + 1])
{
    uint8_t hash[SHA256_BYTES];

    sha256_end(&lines->sum, hash);
    sodium_bin2hex(digits, 2 * SHA256_BYTES + 1, hash, sizeof hash);
}

char *store_lines_end(struct store_lines *lines)
{
    char digits[2 * SHA256_BYTES + 1];

    end_sum(lines, digits);
    return json_write_text(
        json_pack("{s:I, s:s}", "rows", (json_int_t)lines->rows, "sha256", digits), JSON_COMPACT);
}

/* ---- reading ---- */

static bool lines_refuse(char why[STORE_MESSAGE_MAX], const char *text)
{
    snprintf(why, STORE_MESSAGE_MAX, "%s", text);
    return false;
}

static bool read_head(struct store_lines *lines, const json_t *json, char why[STORE_MESSAGE_MAX])
{
    json_t *expected = head_json();
    const bool format = json_is_integer(json_object_get(json, "paua_store"));
    const bool same = expected && json_equal(json, expected);

    json_decref(expected);
    if (!format)
        return lines_refuse(why, "this is not a store that 'paua export --everything' has written");
    lines->begun = true;
    return same || lines_refuse(why, "it was written by another version of paua");
}

static bool read_end(struct store_lines *lines, const json_t *json, char why[STORE_MESSAGE_MAX])
{
    const char *sum = json_string_value(json_object_get(json, "sha256"));
    const json_t *rows = json_object_get(json, "rows");
    char digits[2 * SHA256_BYTES + 1];

    end_sum(lines, digits);
    if (!sum || !json_is_integer(rows))
        return lines_refuse(why, "expected a row, or the last line");
    lines->ended = true;
    return (json_integer_value(rows) == lines->rows && strcmp(sum, digits) == 0) ||
           lines_refuse(why, "the text was altered: its rows are not those of the last line");
}

static const store_table *find_table(const char *name)
{
    for (int i = 0; name && i < STORE_TABLES; i++)
        if (strcmp(name, store_tables[i].name) == 0)
            return &store_tables[i];
    return NULL;
}

/* Reads a blob behind the *used bytes that are there. */
static bool read_bytes(const json_t *json, char *to, size_t *used, sql_value *out)
{
    const char *digits = json_string_value(json);
    size_t size = 0;

    if (!digits || sodium_hex2bin((unsigned char *)to + *used, json_string_length(json) / 2, digits,
                                  json_string_length(json), NULL, &size, NULL) != 0)
        return false;
    *out = sql_blob(to + *used, size);
    *used += size;
    return true;
}

static bool read_value(const json_t *json, char type, struct store_row *row, size_t *used,
                       sql_value *out)
{
    switch (type) {
    case 'i':
        *out = sql_integer(json_integer_value(json));
        return json_is_integer(json);
    case 'r':
        *out = sql_real(json_real_value(json));
        return json_is_real(json);
    case 't':
        if (!json_is_string(json))
            return false;
        *out = sql_text_size(json_string_value(json), json_string_length(json));
        return true;
    default:
        return read_bytes(json, row->bytes, used, out);
    }
}

static bool read_row(const json_t *json, size_t size, struct store_row *out,
                     char why[STORE_MESSAGE_MAX])
{
    const store_table *table = find_table(json_string_value(json_array_get(json, 0)));
    size_t used = 0;
    bool good = table && json_array_size(json) == strlen(table->types) + 1;

    if (good && !(out->bytes = malloc(size)))
        return lines_refuse(why, "out of memory");
    for (size_t i = 0; good && table->types[i]; i++)
        good =
            read_value(json_array_get(json, i + 1), table->types[i], out, &used, &out->values[i]);
    out->table = good ? table : NULL;
    return good || lines_refuse(why, "expected a row of one of the tables");
}

bool store_lines_read(struct store_lines *lines, const char *line, size_t size,
                      struct store_row *out, char why[STORE_MESSAGE_MAX])
{
    out->table = NULL;
    out->bytes = NULL;
    if (!lines->begun)
        sha256_begin(&lines->sum);
    json_error_t error;
    if (json_parse_text(line, size, 0, &out->json, &error) != PAUA_OK)
        return lines_refuse(why, lines->begun
                                     ? "expected a line of JSON"
                                     : "this is not a store that 'paua export --everything' has "
                                       "written");
    if (lines->ended)
        return lines_refuse(why, "followed by another line after the last one");
    if (lines->begun && json_is_object(out->json))
        return read_end(lines, out->json, why);
    add_line(lines, line, size);
    if (!lines->begun)
        return read_head(lines, out->json, why);
    lines->rows++;
    return read_row(out->json, size, out, why);
}
