/* admin_command.h - the state of `paua admin`, shared by its files. */
#ifndef PAUA_ADMIN_COMMAND_H
#define PAUA_ADMIN_COMMAND_H

#include <jansson.h>

#include "cli/store.h"
#include "service/accounts/password.h"
#include "service/core/account_name.h"
#include "store/core/batch.h"
#include "store/tables/accounts.h"

struct admin {
    const char *place;                 /* --store, or `usual` */
    const char *server;                /* --server */
    bool tokens, all, json;            /* --tokens, --all, --json */
    const char *name;                  /* the second operand: an account name, a number or an id */
    store *store;                      /* while it is open */
    const struct admin_action *action; /* the first operand */
    char hash[PASSWORD_HASH_SIZE];     /* of the new password */
    store_batch *batch;                /* the changes to write */
    char shown[ACCOUNT_NAME_SIZE];     /* the account's name, as its owner spells it */
    bool closed;                       /* the account is closed */
    paua_status written;               /* the result of the write */
    char message[STORE_MESSAGE_MAX];   /* the reason of a failure */
    char usual[STORE_PATH_BYTES];
};

/* An action, chosen by the first operand. */
struct admin_action {
    const char *name;
    const char *operand; /* describes the second operand; NULL: there is none */
    int (*run)(struct admin *admin);
    /* Adds the change of an account to admin->batch; NULL: the action changes none. */
    void (*change)(struct admin *admin, const store_account *account);
    const char *done; /* printed after the name on success */
};

/* access.c */

/* Prints the error line for a store that cannot be used. Returns the exit code. */
int admin_complain_store(paua_status status, const char *message);

/* Opens the store for reading. Returns 0, or an exit code after an error line. */
int admin_open_reading(struct admin *admin);
/* Opens the existing store for writing. If a server runs on it, *server_runs becomes true and the
 * store stays closed. Returns 0, or an exit code after an error line. */
int admin_open_writing(struct admin *admin, bool *server_runs);
void admin_close_store(struct admin *admin);

/* Finds the account in the open store. A closed account cannot be changed. Returns 0, or an exit
 * code after an error line. */
int admin_find_account(struct admin *admin, void (*found)(const store_account *, void *),
                       void *context);

/* Callback of store_commit(), with the admin as its context: notes the result of the write. */
void admin_on_written(paua_status status, void *context);

/* reports.c: the actions; each returns an exit code. */
int admin_run_reports(struct admin *admin);
int admin_run_close_report(struct admin *admin);
int admin_run_messages(struct admin *admin);
int admin_run_remove_message(struct admin *admin);

/* tournaments.c */
int admin_run_cancel(struct admin *admin);

/* pairs.c */
int admin_run_pairs(struct admin *admin);

/* remote.c */

/* Requests the action from the server that runs on the store. `more` are further members of the
 * request and are taken over. *answer is a new reference (NULL: not wanted). Returns 0, or an exit
 * code after an error line. */
int admin_ask_server(struct admin *admin, json_t *more, json_t **answer);
int admin_run_log(struct admin *admin);

#endif /* PAUA_ADMIN_COMMAND_H */
