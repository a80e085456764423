/* fuzz_service_store_lines.c - any bytes as lines of a store's text: what is taken for a row is
 * written as a row that is read as the same again. */
#include "fuzz.h"

#include "service/core/store_lines.h"

static bool same_value(const sql_value *one, const sql_value *other)
{
    return one->type == other->type && one->integer == other->integer &&
           memcmp(&one->real, &other->real, sizeof one->real) == 0 && one->size == other->size &&
           (one->size == 0 || memcmp(one->data, other->data, one->size) == 0);
}

/* Writes the row, and reads what was written. */
static void check_row(const struct store_row *row)
{
    struct store_lines to, from = {.begun = false};
    struct store_row again;
    char why[STORE_MESSAGE_MAX], *head = store_lines_begin(&to);
    char *line = store_lines_row(&to, row->table, row->values), *end = store_lines_end(&to);

    REQUIRE(head && line && end);
    REQUIRE(store_lines_read(&from, head, strlen(head), &again, why) && !again.table);
    json_decref(again.json);
    REQUIRE(store_lines_read(&from, line, strlen(line), &again, why) && again.table == row->table);
    for (int i = 0; row->table->types[i]; i++)
        REQUIRE(same_value(&row->values[i], &again.values[i]));
    json_decref(again.json);
    free(again.bytes);
    REQUIRE(store_lines_read(&from, end, strlen(end), &again, why) && from.ended);
    json_decref(again.json);
    free(head);
    free(line);
    free(end);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct store_lines to, lines = {.begun = false};
    struct store_row row;
    char *text = text_of(data, size), why[STORE_MESSAGE_MAX];
    char *head = store_lines_begin(&to);
    bool good = true;

    REQUIRE(head);
    if (size > 0 && data[0] == '[') { /* rows need not bring the first line along */
        REQUIRE(store_lines_read(&lines, head, strlen(head), &row, why));
        json_decref(row.json);
    }
    for (char *line = text, *next; good && line; line = next) {
        next = strchr(line, '\n');
        good =
            store_lines_read(&lines, line, next ? (size_t)(next - line) : strlen(line), &row, why);
        if (good && row.table)
            check_row(&row);
        REQUIRE(good || why[0]);
        json_decref(row.json);
        free(row.bytes);
        next = next ? next + 1 : NULL;
    }
    free(head);
    free(text);
    return 0;
}
