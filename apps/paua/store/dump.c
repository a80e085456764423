/* dump.c - `paua export --everything` and `paua import --everything`: a whole store as a text
 * (store_lines.h), and a new store from it, which is checked before it counts as made. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/output_file.h"
#include "service/core/store_lines.h"
#include "store/dump.h"
#include "store/store_command.h"

/* ---- export ---- */

struct dump_export {
    FILE *to;
    struct store_lines lines;
    bool failed; /* out of memory, or a text that is not UTF-8 */
};

/* Writes a line and frees it. False: there is none, or it cannot be written. */
static bool put_line(struct dump_export *export, char *line)
{
    const bool good = line && fputs(line, export->to) != EOF && putc('\n', export->to) != EOF;

    export->failed = export->failed || !line;
    free(line);
    return good;
}

static bool export_row(const store_table *table, const sql_value *values, void *context)
{
    struct dump_export *export = context;

    return put_line(export, store_lines_row(&export->lines, table, values)) && !interrupt_seen();
}

/* Writes all lines. Returns 0, or an exit code after an error line. */
static int export_lines(struct dump_export *export, const char *place)
{
    char message[STORE_MESSAGE_MAX];

    if (!put_line(export, store_lines_begin(&export->lines)))
        return export->failed ? complain_memory() : EXIT_DONE; /* whoever closes it complains */
    paua_status status = store_dump_rows(place, export_row, export, message);
    if (status != PAUA_OK)
        return store_complain(status, message);
    if (interrupt_seen())
        return complain_with(EXIT_ENVIRONMENT, "interrupted");
    if (export->failed)
        return complain_with(EXIT_ENVIRONMENT, "a row cannot be written as text: see 'paua store "
                                               "check'");
    if (!ferror(export->to) && !put_line(export, store_lines_end(&export->lines)) && export->failed)
        return complain_memory();
    return EXIT_DONE;
}

int store_export_dump(const char *place, const char *path)
{
    struct dump_export export = {.failed = false};
    struct output_stream stream;
    int code = output_stream_open(path, &stream);

    if (code != EXIT_DONE)
        return code;
    if (stream.file.part && fchmod(stream.file.file, 0600) != 0) /* it has secrets */
        return output_stream_close(&stream, complain_file(path));
    export.to = stream.to;
    return output_stream_close(&stream, export_lines(&export, place));
}

/* ---- import ---- */

struct import_text {
    const char *name;
    FILE *from;
    char *line;       /* owned: STORE_LINE_MAX bytes */
    long long number; /* of the line */
    struct store_lines lines;
    store_restore *to;
};

/* Reads the next line without its end. Returns its size, 0 at the end of the file, or -1 after an
 * error line. */
static ssize_t next_line(struct import_text *text)
{
    size_t size = 0;
    int c;

    text->number++;
    while ((c = getc_unlocked(text->from)) != EOF && c != '\n') {
        if (size == STORE_LINE_MAX) {
            complain_with(EXIT_USAGE, "%s: line %lld: too long", text->name, text->number);
            return -1;
        }
        text->line[size++] = (char)c;
    }
    if (ferror(text->from)) {
        complain_file(text->name);
        return -1;
    }
    return (ssize_t)size;
}

/* Adds a row to the new store. Returns 0, or an exit code after an error line. */
static int add_row(struct import_text *text, const struct store_row *row)
{
    paua_status status = store_restore_add(text->to, row->table, row->values);

    if (status == PAUA_OK)
        return EXIT_DONE;
    return complain_with(status == PAUA_ERROR_CONFLICT ? EXIT_USAGE : EXIT_ENVIRONMENT,
                         "%s: line %lld: %s", text->name, text->number,
                         status == PAUA_ERROR_CONFLICT ? "there is such a row already"
                                                       : paua_status_text(status));
}

/* Reads all lines. Returns 0, or an exit code after an error line. */
static int read_lines(struct import_text *text)
{
    char why[STORE_MESSAGE_MAX];
    ssize_t size;
    int code = EXIT_DONE;

    while (code == EXIT_DONE && (size = next_line(text)) > 0) {
        struct store_row row;

        if (!store_lines_read(&text->lines, text->line, (size_t)size, &row, why))
            code = complain_with(EXIT_USAGE, "%s: line %lld: %s", text->name, text->number, why);
        else if (row.table)
            code = add_row(text, &row);
        if (code == EXIT_DONE && interrupt_seen())
            code = complain_with(EXIT_ENVIRONMENT, "interrupted; nothing was written");
        json_decref(row.json);
        free(row.bytes);
    }
    if (code != EXIT_DONE || size < 0)
        return code != EXIT_DONE ? code : EXIT_USAGE;
    return text->lines.ended
               ? EXIT_DONE
               : complain_with(EXIT_USAGE, "%s: truncated: its last line is missing", text->name);
}

/* Makes the store of the text. Returns 0, or an exit code after an error line. */
static int fill_store(struct import_text *text, const char *place)
{
    char message[STORE_MESSAGE_MAX];
    paua_status status = store_restore_new(place, &text->to, message);

    if (status != PAUA_OK)
        return store_complain(status, message);
    int code = read_lines(text);
    status = store_restore_end(text->to, code == EXIT_DONE, message);
    return code == EXIT_DONE && status != PAUA_OK ? store_complain(status, message) : code;
}

/* Reads the new store as a server would. Returns 0, or an exit code after an error line. */
static int check_store(const char *place)
{
    struct check_report report = {.to = stderr};
    struct store_games games;
    int code = store_games_open(place, &games);

    progress_begin(&report.progress, true);
    if (code == EXIT_DONE)
        code = store_examine(&games, &report);
    store_games_close(&games);
    if (code == EXIT_DONE && report.damaged + report.problems > 0)
        code = complain_with(EXIT_NO, "the text is of a damaged store");
    if (code == EXIT_DONE)
        printf("imported %lld games\n", report.games);
    return code;
}

int store_import_dump(const char *name, const char *place)
{
    struct import_text text = {.name = name};
    const bool file = store_place_is_file(place);
    int code = store_check_new(place);

    if (code != EXIT_DONE)
        return code;
    text.from = strcmp(name, "-") == 0 ? stdin : fopen(name, "re");
    if (!text.from)
        return complain_file(name);
    text.line = malloc(STORE_LINE_MAX);
    code = text.line ? fill_store(&text, place) : complain_memory();
    if (code == EXIT_DONE) {
        code = check_store(place);
        if (code != EXIT_DONE && file)
            store_remove_files(store_place_path(place));
    }
    if (text.from != stdin)
        fclose(text.from);
    free(text.line);
    return code;
}
