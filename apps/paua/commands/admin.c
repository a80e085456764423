/* admin.c - `paua admin`: lists the accounts of a server, sets passwords, ends sessions, closes
 * accounts. Other subjects: apps/paua/admin/. */
#define _GNU_SOURCE
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <sodium.h>

#include "admin/admin_command.h"
#include "base/unicode.h"
#include "cli/common.h"
#include "cli/options.h"
#include "cli/password_input.h"
#include "cli/store.h"
#include "commands/commands.h"
#include "service/accounts/account_json.h"
#include "service/accounts/accounts.h"
#include "service/accounts/password.h"
#include "service/core/account_name.h"
#include "service/core/date.h"
#include "store/core/batch.h"

enum { ACCOUNTS_AT_ONCE = 256 }; /* read before they are printed */

/* Notes the name of the account that was found, and adds the change to the batch. */
static void on_account(const store_account *account, void *context)
{
    struct admin *admin = context;

    snprintf(admin->shown, sizeof admin->shown, "%s", account->name);
    admin->closed = account->closed_ms != 0;
    if (admin->batch && !admin->closed)
        admin->action->change(admin, account);
}

/* Checks that the account exists, before a password is typed. */
static int check_account(struct admin *admin)
{
    int code = admin_open_reading(admin);

    if (code == EXIT_DONE)
        code = admin_find_account(admin, on_account, admin);
    admin_close_store(admin);
    return code;
}

/* Writes the changes of the action, all or none. Returns an exit code. */
static int write_change(struct admin *admin)
{
    admin->batch = store_batch_new();
    admin->written = PAUA_ERROR_NO_MEMORY;
    int code = admin_find_account(admin, on_account, admin);
    if (code != EXIT_DONE) {
        store_batch_free(admin->batch);
        return code;
    }
    store_commit(admin->store, admin->batch, admin_on_written, admin);
    admin_close_store(admin); /* completes the write */
    if (admin->written == PAUA_ERROR_CONFLICT)
        return complain_with(EXIT_NO, "the account %s has just changed; nothing was written",
                             admin->shown);
    if (admin->written != PAUA_OK)
        return admin_complain_store(admin->written, admin->message);
    printf("%s: %s\n", admin->shown, admin->action->done);
    return EXIT_DONE;
}

/* Runs an action that changes an account, or requests it from the server. Returns an exit code. */
static int run_change(struct admin *admin)
{
    bool server_runs = false;
    int code = check_account(admin);

    interrupt_catch(); /* an interrupt does not cut the write off */
    if (code == EXIT_DONE)
        code = admin_open_writing(admin, &server_runs);
    if (code == EXIT_DONE && server_runs) {
        code = admin_ask_server(admin,
                                json_pack("{s:s, s:s, s:b}", "name", admin->name, "hash",
                                          admin->hash, "tokens", admin->tokens),
                                NULL);
        if (code == EXIT_DONE)
            printf("%s: %s\n", admin->shown, admin->action->done);
    } else if (code == EXIT_DONE) {
        code = write_change(admin);
    }
    admin_close_store(admin);
    return code;
}

static void change_signout(struct admin *admin, const store_account *account)
{
    batch_sign_out_account(admin->batch, account->id,
                           admin->tokens ? SIGN_OUT_SESSIONS_AND_TOKENS : SIGN_OUT_SESSIONS);
}

static void change_password(struct admin *admin, const store_account *account)
{
    batch_change_password(admin->batch, account->id, account->password, admin->hash, NULL);
    change_signout(admin, account);
}

static void change_close(struct admin *admin, const store_account *account)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    batch_close_account(admin->batch, account, (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000);
}

/* `paua admin password NAME` */
static int run_password(struct admin *admin)
{
    char line[PASSWORD_MAX_BYTES + 1];
    int code = check_account(admin);

    interrupt_catch();
    if (code == EXIT_DONE)
        code = password_ask_new(line);
    if (code == EXIT_DONE && !password_hash(line, admin->hash))
        code = complain_memory();
    sodium_memzero(line, sizeof line);
    return code == EXIT_DONE ? run_change(admin) : code;
}

/* Accounts that were read, but not printed yet: printing may block, and the store must not be held
 * open for reading meanwhile. */
struct account_page {
    struct account_row {
        char id[ACCOUNT_ID_SIZE + 1], name[ACCOUNT_NAME_SIZE], key[ACCOUNT_NAME_SIZE];
        int64_t created_ms, closed_ms;
    } rows[ACCOUNTS_AT_ONCE];
    int count;
};

static bool add_row(const store_account *account, void *context)
{
    struct account_page *page = context;
    struct account_row *row = &page->rows[page->count++];

    snprintf(row->id, sizeof row->id, "%s", account->id);
    snprintf(row->name, sizeof row->name, "%s", account->name);
    snprintf(row->key, sizeof row->key, "%s", account->key);
    row->created_ms = account->created_ms;
    row->closed_ms = account->closed_ms;
    return page->count < ACCOUNTS_AT_ONCE;
}

static json_t *row_json(const struct account_row *row)
{
    return json_pack("{s:s, s:s, s:o, s:o, s:b}", "name", row->name, "id", row->id, "created",
                     date_json(row->created_ms), "closed", date_json(row->closed_ms), "computer",
                     (int)account_name_is_computer(row->name));
}

/* Prints an account as a line. False: out of memory. */
static bool print_row(const struct account_row *row)
{
    json_t *json = row_json(row);
    const char *created = json_string_value(json_object_get(json, "created")),
               *closed = json_string_value(json_object_get(json, "closed"));

    if (created)
        printf("%-*s  %s  %s%s\n", ACCOUNT_NAME_MAX, row->name, created,
               closed                                ? "closed "
               : account_name_is_computer(row->name) ? "computer"
                                                     : "open",
               closed ? closed : "");
    json_decref(json);
    return created != NULL;
}

/* Prints the rows, or adds them to the list. False: out of memory. */
static bool print_page(const struct account_page *page, json_t *list)
{
    bool good = true;

    for (int i = 0; good && i < page->count; i++)
        good = list ? json_array_append_new(list, row_json(&page->rows[i])) == 0
                    : print_row(&page->rows[i]);
    return good;
}

/* `paua admin list` */
static int run_list(struct admin *admin)
{
    struct account_page page = {.count = 0};
    char after[ACCOUNT_NAME_SIZE] = "";
    json_t *list = admin->json ? json_array() : NULL;
    int code = admin_open_reading(admin);

    do {
        page.count = 0;
        if (code != EXIT_DONE)
            break;
        paua_status status = store_accounts(admin->store, after, ACCOUNTS_AT_ONCE, add_row, &page);
        if (status != PAUA_OK)
            code = admin_complain_store(status, "the accounts cannot be read");
        else if ((admin->json && !list) || !print_page(&page, list))
            code = complain_memory();
        if (page.count > 0)
            snprintf(after, sizeof after, "%s", page.rows[page.count - 1].key);
    } while (page.count == ACCOUNTS_AT_ONCE);
    admin_close_store(admin);
    if (code == EXIT_DONE && admin->json)
        return output_json(json_pack("{s:o}", "accounts", list));
    json_decref(list);
    return code;
}

/* An account as its owner sees it, with details for the administrator. */
struct account_view {
    struct login login;
    int64_t closed_ms;
    bool has_mail;
    json_int_t open, ended; /* games */
};

static void view_account(const store_account *account, void *context)
{
    struct account_view *view = context;

    snprintf(view->login.account, sizeof view->login.account, "%s", account->id);
    view->closed_ms = account->closed_ms;
    view->has_mail = account->mail[0] != '\0';
}

static bool count_game(const char *id, void *context)
{
    (void)id;
    ++*(json_int_t *)context;
    return true;
}

/* Reads the account. PAUA_OK with new JSON, PAUA_ERROR_NO_MEMORY, or why the store cannot be read,
 * with NULL. */
static paua_status view_json(struct admin *admin, struct account_view *view, json_t **out)
{
    const char *account = view->login.account;
    json_t *json;
    paua_status status = account_json(admin->store, &view->login, ADDRESS_MASKED, &json);

    if (status == PAUA_OK)
        status = store_account_games(admin->store, account, true, NULL, INT_MAX, count_game,
                                     &view->open);
    if (status == PAUA_OK)
        status = store_account_games(admin->store, account, false, NULL, INT_MAX, count_game,
                                     &view->ended);
    if (status == PAUA_OK &&
        (json_object_set_new(json, "id", json_string(account)) != 0 ||
         json_object_set_new(json, "closed", date_json(view->closed_ms)) != 0 ||
         json_object_set_new(json, "mail", json_boolean(view->has_mail)) != 0 ||
         json_object_set_new(json, "games",
                             json_pack("{s:I, s:I}", "open", view->open, "ended", view->ended)) !=
             0))
        status = PAUA_ERROR_NO_MEMORY;
    *out = status == PAUA_OK ? json : NULL;
    if (status != PAUA_OK)
        json_decref(json);
    return status;
}

/* Prints a line for each session or token. */
static void print_logins(const char *what, const json_t *logins)
{
    const json_t *login, *scope;
    size_t i, j;

    json_array_foreach(logins, i, login)
    {
        printf("%-8s %s  created %s  used %s ", what,
               json_string_value(json_object_get(login, "id")),
               json_string_value(json_object_get(login, "created")),
               json_string_value(json_object_get(login, "used")));
        json_array_foreach(json_object_get(login, "scopes"), j, scope)
            printf(" %s", json_string_value(scope));
        char *label = strdup(json_string_value(json_object_get(login, "label")));
        if (label) {
            unicode_make_line(label);
            printf("  \"%s\"\n", label);
        }
        free(label);
    }
}

static void print_view(const struct account_view *view, const json_t *json)
{
    const char *closed = json_string_value(json_object_get(json, "closed"));

    printf("name     %s\nid       %s\ncreated  %s\n",
           json_string_value(json_object_get(json, "name")), view->login.account,
           json_string_value(json_object_get(json, "created")));
    if (closed)
        printf("closed   %s\n", closed);
    printf("mail     %s\ngames    %lld open, %lld ended\n", view->has_mail ? "yes" : "no",
           (long long)view->open, (long long)view->ended);
    print_logins("session", json_object_get(json, "sessions"));
    print_logins("token", json_object_get(json, "tokens"));
}

/* `paua admin show NAME` */
static int run_show(struct admin *admin)
{
    struct account_view view = {.has_mail = false};
    int code = admin_open_reading(admin);

    if (code == EXIT_DONE)
        code = admin_find_account(admin, view_account, &view);
    if (code == EXIT_DONE) {
        json_t *json;
        paua_status status = view_json(admin, &view, &json);

        if (status != PAUA_OK)
            code = admin_complain_store(status, "the account cannot be read");
        else if (admin->json)
            code = output_json(json_incref(json));
        else
            print_view(&view, json);
        json_decref(json);
    }
    admin_close_store(admin);
    return code;
}

/* Checks that the action allows the given options and operands. Returns 0, or an exit code after an
 * error line. */
static int check_usage(const struct admin *admin, const struct admin_action *action, int count)
{
    const bool prints = !action->change && action->run != admin_run_close_report &&
                        action->run != admin_run_remove_message && action->run != admin_run_cancel;

    if ((action->operand != NULL) != (count == 2))
        return complain_with(EXIT_USAGE, "%s: expected %s", action->name,
                             action->operand ? action->operand : "no name");
    if (admin->json && !prints)
        return complain_with(EXIT_USAGE,
                             "--json: expected list, show, reports, messages, pairs or log");
    if (admin->tokens && action->change != change_password && action->change != change_signout)
        return complain_with(EXIT_USAGE, "--tokens: expected password or signout");
    if (admin->all && action->run != admin_run_reports)
        return complain_with(EXIT_USAGE, "--all: expected reports");
    return EXIT_DONE;
}

/* Runs the action named by the first operand. Returns an exit code. */
static int run_action(struct admin *admin, int count, char **operands)
{
    static const char an_account[] = "the name of an account", a_number[] = "a number",
                      an_id[] = "the id of a tournament";
    static const struct admin_action actions[] = {
        {"list", NULL, run_list, NULL, NULL},
        {"show", an_account, run_show, NULL, NULL},
        {"password", an_account, run_password, change_password,
         "has a new password, and no session"},
        {"signout", an_account, run_change, change_signout, "is signed out"},
        {"close", an_account, run_change, change_close, "is closed"},
        {"reports", NULL, admin_run_reports, NULL, NULL},
        {"close-report", a_number, admin_run_close_report, NULL, NULL},
        {"messages", an_account, admin_run_messages, NULL, NULL},
        {"remove-message", a_number, admin_run_remove_message, NULL, NULL},
        {"cancel", an_id, admin_run_cancel, NULL, NULL},
        {"pairs", NULL, admin_run_pairs, NULL, NULL},
        {"log", NULL, admin_run_log, NULL, NULL},
    };
    const struct admin_action *action = NULL;

    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (strcmp(operands[0], actions[i].name) == 0)
            action = &actions[i];
    if (!action)
        return complain_with(
            EXIT_USAGE,
            "'%.40s' is unknown, expected list, show, password, signout, close, "
            "reports, close-report, messages, remove-message, cancel, pairs or log",
            operands[0]);
    int code = check_usage(admin, action, count);
    if (code != EXIT_DONE)
        return code;
    admin->action = action;
    admin->name = operands[1];
    if (!admin->place) {
        code = store_path_default(admin->usual, false);
        if (code != EXIT_DONE)
            return code;
        admin->place = admin->usual;
    }
    return action->run(admin);
}

int command_admin(int argc, char **argv)
{
    static const struct usage usage = {
        .command = "admin",
        .operands = "ACTION [NAME|NUMBER|ID]",
        .operands_least = 1,
        .operands_most = 2,
        .purpose =
            "Look after the accounts of a server. 'list' prints all accounts, 'show' one of "
            "them with its sessions and tokens. 'password' sets "
            "a new password and ends all sessions, 'signout' ends them. 'close' closes an "
            "account for ever: its name stays taken, its games stay with their players. "
            "'reports' prints what people have reported, 'close-report' puts the report of "
            "a number aside. 'messages' prints what an account has written to others, and "
            "'remove-message' removes the message of a number from the boxes of both. "
            "'cancel' calls off the tournament of an id that is not over: no more games are "
            "paired, and those that are being played do not count in it. "
            "'pairs' prints who has played the most rated games with whom in 30 days, how "
            "they ended, and the points that both have won by them; games that did not "
            "count, short ones, games from one address, pauses, and the time on the network "
            "that was given back. 'log' prints the last lines that the running server has logged.",
        .notes = "A new password is one line of standard input; a terminal does not show it, and "
                 "is asked twice. It is never an argument: others on the machine could see it. "
                 "While a server runs on the store it is asked to do what changes something; it "
                 "believes whoever may read the store. Exit codes: 0 done, 1 there is no such "
                 "account or it is closed, or no such tournament that is not over, 2 wrong usage "
                 "or not a store, 3 the store cannot be "
                 "read or written, or its server cannot be reached.",
        .examples = {"paua admin list --store sqlite:games.db",
                     "paua admin close Bob --server 127.0.0.1:8081"},
    };
    struct admin admin = {.server = "127.0.0.1:8080"};
    const struct option_row rows[] = {
        {"store", 0, OPTION_TEXT, &admin.place, 0, 0, "STORE",
         "the store of the server: sqlite:FILE or postgresql://..."},
        {"server", 0, OPTION_TEXT, &admin.server, 0, 0, "HOST",
         "where a server of this store listens, on this machine: a port or a socket "
         "(127.0.0.1:8080)"},
        {"tokens", 0, OPTION_FLAG, &admin.tokens, 0, 0, NULL,
         "end tokens, too (password, signout)"},
        {"all", 0, OPTION_FLAG, &admin.all, 0, 0, NULL, "print closed reports, too (reports)"},
        ROW_JSON(admin.json),
    };
    int operand;
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, &operand);

    if (code != OPTIONS_GO)
        return code;
    if (sodium_init() < 0)
        return complain_with(EXIT_ENVIRONMENT, "libsodium cannot start");
    code = run_action(&admin, argc - operand, argv + operand);
    sodium_memzero(admin.hash, sizeof admin.hash);
    return code;
}
