/* admin_command.h - what the parts of `paua admin` share. */
#ifndef PAUA_ADMIN_COMMAND_H
#define PAUA_ADMIN_COMMAND_H

#include <jansson.h>

#include "cli/store_path.h"
#include "service/accounts/password.h"
#include "service/core/account_name.h"
#include "store/core/batch.h"

struct admin {
    const char *place;                 /* --store, or `usual` */
    const char *server;                /* --server */
    bool tokens, all, json;            /* --tokens, --all, --json */
    const char *name;                  /* the second operand: the name of an account, or a number */
    store *store;                      /* while it is open */
    const struct admin_action *action; /* what to do */
    char hash[PASSWORD_HASH_SIZE];     /* of the new password */
    store_batch *batch;                /* what is to be written */
    char shown[ACCOUNT_NAME_SIZE];     /* the account's name, as its owner writes it */
    bool closed;                       /* the account */
    paua_status written;               /* how the write ended */
    char message[STORE_MESSAGE_MAX];   /* why it failed */
    char usual[STORE_PATH_BYTES];
};

/* What the first operand says. */
struct admin_action {
    const char *name;
    const char *operand; /* what the second operand is; NULL: there is none */
    int (*run)(struct admin *admin);
    /* Adds what changes of an account to admin->batch; NULL: nothing does. */
    void (*change)(struct admin *admin, const store_account *account);
    const char *done; /* printed behind the name when it is written */
};

/* The exit code for a store that cannot be used, after an error line. */
int admin_complain_store(paua_status status, const char *message);

/* Opens the store for reading. Returns 0, or an exit code after an error line. */
int admin_open_reading(struct admin *admin);
/* Opens the store, which is there, for writing. Where a server runs on it *served becomes true, and
 * it stays closed. Returns 0, or an exit code after an error line. */
int admin_open_writing(struct admin *admin, bool *served);
void admin_close_store(struct admin *admin);

/* Finds the account in the open store; a closed one is refused where it is to be changed. Returns
 * 0, or an exit code after an error line. */
int admin_find_account(struct admin *admin, void (*found)(const store_account *, void *),
                       void *context);

/* The write has ended: notes how. For store_commit(), with the admin as its context. */
void admin_on_written(paua_status status, void *context);

/* reports.c: each does an action and returns an exit code. */
int admin_run_reports(struct admin *admin);
int admin_run_close_report(struct admin *admin);
int admin_run_messages(struct admin *admin);
int admin_run_remove_message(struct admin *admin);

/* remote.c */

/* Asks the server that runs on the store for the action; `more` are further members of the request,
 * which are taken over. *answer (NULL: of no interest) is to be freed. Returns 0, or an exit code
 * after an error line. */
int admin_ask_server(struct admin *admin, json_t *more, json_t **answer);
int admin_run_log(struct admin *admin);

#endif /* PAUA_ADMIN_COMMAND_H */
