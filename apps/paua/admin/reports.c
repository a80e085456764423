/* reports.c - `paua admin reports`, `close-report`, `messages` and `remove-message`: the reports of
 * people, and their messages. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <jansson.h>

#include "admin/admin_command.h"
#include "base/unicode.h"
#include "cli/common.h"
#include "service/core/date.h"
#include "store/tables/messages.h"

enum { ROWS_AT_ONCE = 256 }; /* read before they are printed */

/* Rows that were read, but not printed yet. */
struct admin_page {
    json_t *rows;
    int64_t last; /* the number of the last one */
    int count;
};

static bool add_report(const store_report *report, void *context)
{
    struct admin_page *page = context;
    json_t *row = json_pack("{s:I, s:o, s:o, s:s, s:s, s:s, s:s}", "number",
                            (json_int_t)report->number, "at", date_json(report->at_ms), "closed",
                            date_json(report->closed_ms), "reporter", report->reporter, "accused",
                            report->name, "quote", report->quote, "text", report->text);

    if (report->message) {
        json_object_set_new(row, "message", json_integer((json_int_t)report->message));
    } else {
        json_object_set_new(row, "game", json_string(report->game));
        json_object_set_new(row, "event", json_integer((json_int_t)report->event));
    }
    json_array_append_new(page->rows, row);
    page->last = report->number;
    page->count++;
    return true;
}

static bool add_message(const store_message *message, void *context)
{
    struct admin_page *page = context;
    json_t *row = json_pack("{s:I, s:o, s:s, s:s}", "number", (json_int_t)message->number, "at",
                            date_json(message->at_ms), "to", message->owner, "text", message->text);

    json_array_append_new(page->rows, row);
    page->last = message->number;
    page->count++;
    return true;
}

static void copy_account_name(const store_account *account, void *context)
{
    snprintf(context, ACCOUNT_NAME_SIZE, "%s", account->name);
}

/* Replaces account ids in the rows by names; after reading them, because reads cannot be nested. */
static void replace_ids_by_names(store *people, json_t *rows, const char *member)
{
    json_t *row;
    size_t i;

    json_array_foreach(rows, i, row)
    {
        const char *id = json_string_value(json_object_get(row, member));
        char name[ACCOUNT_NAME_SIZE] = "";

        if (id && store_account_by_id(people, id, copy_account_name, name) == PAUA_OK)
            json_object_set_new(row, member, json_string(name));
    }
}

/* Prints a label and a text written by a user, on one line. */
static void print_text(const char *word, const json_t *row, const char *member)
{
    const char *text = json_string_value(json_object_get(row, member));
    char *copy = text ? strdup(text) : NULL;

    if (!copy)
        return;
    unicode_make_line(copy);
    printf("  %s \"%s\"\n", word, copy);
    free(copy);
}

static const char *report_text(const json_t *row, const char *member)
{
    const char *text = json_string_value(json_object_get(row, member));

    return text ? text : "";
}

static void print_report(const json_t *row)
{
    const json_t *message = json_object_get(row, "message");
    const char *closed = report_text(row, "closed");

    printf("report %" JSON_INTEGER_FORMAT "  %s  %s%s\n  %s reports ",
           json_integer_value(json_object_get(row, "number")), report_text(row, "at"),
           *closed ? "closed " : "open", closed, report_text(row, "reporter"));
    if (message)
        printf("message %" JSON_INTEGER_FORMAT, json_integer_value(message));
    else
        printf("game %s event %" JSON_INTEGER_FORMAT, report_text(row, "game"),
               json_integer_value(json_object_get(row, "event")));
    putchar('\n');
    print_text("of", row, "accused");
    print_text("said", row, "quote");
    print_text("because", row, "text");
}

static void print_message(const json_t *row)
{
    printf("message %" JSON_INTEGER_FORMAT "  %s  to %s\n",
           json_integer_value(json_object_get(row, "number")), report_text(row, "at"),
           report_text(row, "to"));
    print_text("said", row, "text");
}

/* Prints a page, or adds it to the list. Takes over its rows. */
static void output_page(struct admin_page *page, json_t *list, void (*print)(const json_t *row))
{
    json_t *row;
    size_t i;

    if (list)
        json_array_extend(list, page->rows);
    json_array_foreach(page->rows, i, row)
    {
        if (!list)
            print(row);
    }
    json_decref(page->rows);
}

int admin_run_reports(struct admin *admin)
{
    json_t *list = admin->json ? json_array() : NULL;
    struct admin_page page = {.last = INT64_MIN};
    int code = admin_open_reading(admin);

    do {
        if (code != EXIT_DONE)
            break;
        page = (struct admin_page){.rows = json_array(), .last = page.last};
        paua_status status = store_reports(admin->store, "", !admin->all, page.last, ROWS_AT_ONCE,
                                           add_report, &page);
        if (status != PAUA_OK)
            code = admin_complain_store(status, "the reports cannot be read");
        replace_ids_by_names(admin->store, page.rows, "reporter");
        output_page(&page, list, print_report);
    } while (page.count > 0);
    admin_close_store(admin);
    if (code == EXIT_DONE && admin->json)
        return output_json(json_pack("{s:o}", "reports", list));
    json_decref(list);
    return code;
}

/* Notes the id of an account. */
static void copy_account_id(const store_account *account, void *context)
{
    snprintf(context, ACCOUNT_ID_SIZE + 1, "%s", account->id);
}

int admin_run_messages(struct admin *admin)
{
    json_t *list = admin->json ? json_array() : NULL;
    char id[ACCOUNT_ID_SIZE + 1] = "";
    struct admin_page page = {.last = 0};
    int code = admin_open_reading(admin);

    if (code == EXIT_DONE)
        code = admin_find_account(admin, copy_account_id, id);
    do {
        if (code != EXIT_DONE)
            break;
        page = (struct admin_page){.rows = json_array(), .last = page.last};
        paua_status status =
            store_messages_from(admin->store, id, page.last, ROWS_AT_ONCE, add_message, &page);
        if (status != PAUA_OK)
            code = admin_complain_store(status, "the messages cannot be read");
        replace_ids_by_names(admin->store, page.rows, "to");
        output_page(&page, list, print_message);
    } while (page.count > 0);
    admin_close_store(admin);
    if (code == EXIT_DONE && admin->json)
        return output_json(json_pack("{s:o}", "messages", list));
    json_decref(list);
    return code;
}

/* Writes a batch with one change, which may find nothing. Returns an exit code. */
static int write_batch(struct admin *admin, const char *what, const char *done)
{
    admin->written = PAUA_ERROR_NO_MEMORY;
    store_commit(admin->store, admin->batch, admin_on_written, admin);
    admin_close_store(admin); /* completes the write */
    if (admin->written == PAUA_ERROR_CONFLICT)
        return complain_with(EXIT_NO, "there is no %s %.20s", what, admin->name);
    if (admin->written != PAUA_OK)
        return admin_complain_store(admin->written, admin->message);
    printf("%s %s: %s\n", what, admin->name, done);
    return EXIT_DONE;
}

/* Changes the report or message whose number is the operand, or requests that from the server.
 * Returns an exit code. */
static int change_number(struct admin *admin, const char *what, const char *done,
                         void (*add)(store_batch *batch, int64_t number))
{
    const size_t digits = strspn(admin->name, "0123456789");
    bool server_runs = false;

    if (admin->name[digits] != '\0' || digits == 0 || digits > 18)
        return complain_with(EXIT_USAGE, "'%.40s': expected a number", admin->name);
    const int64_t number = strtoll(admin->name, NULL, 10);
    int code = admin_open_reading(admin); /* so that no new store is made */
    admin_close_store(admin);
    interrupt_catch();
    if (code == EXIT_DONE)
        code = admin_open_writing(admin, &server_runs);
    if (code != EXIT_DONE)
        return code;
    if (server_runs) {
        code = admin_ask_server(admin, json_pack("{s:I}", "number", (json_int_t)number), NULL);
        if (code == EXIT_DONE)
            printf("%s %s: %s\n", what, admin->name, done);
        return code;
    }
    admin->batch = store_batch_new();
    add(admin->batch, number);
    return write_batch(admin, what, done);
}

static void add_close_report(store_batch *batch, int64_t number)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    batch_close_report(batch, number, (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000);
}

int admin_run_close_report(struct admin *admin)
{
    return change_number(admin, "report", "is closed", add_close_report);
}

static void add_remove_message(store_batch *batch, int64_t number)
{
    batch_erase_message(batch, number);
}

int admin_run_remove_message(struct admin *admin)
{
    return change_number(admin, "message", "is removed", add_remove_message);
}
