/* access.c - opens the store of `paua admin`, and finds an account in it. */
#include "admin/admin_command.h"
#include "cli/common.h"
#include "service/core/account_name.h"
#include "store/open.h"

int admin_complain_store(paua_status status, const char *message)
{
    if (status == PAUA_ERROR_NO_MEMORY)
        return complain_memory();
    return complain_with(status == PAUA_ERROR_BAD_ARGUMENT || status == PAUA_ERROR_UNSUPPORTED
                             ? EXIT_USAGE
                             : EXIT_ENVIRONMENT,
                         "store: %s", message);
}

int admin_open_reading(struct admin *admin)
{
    paua_status status = store_open_reading(admin->place, &admin->store, admin->message);

    return status == PAUA_OK ? EXIT_DONE : admin_complain_store(status, admin->message);
}

int admin_open_writing(struct admin *admin, bool *server_runs)
{
    paua_status status = store_open(admin->place, &admin->store, admin->message);

    *server_runs = status == PAUA_ERROR_CONFLICT;
    return status == PAUA_OK || *server_runs ? EXIT_DONE
                                             : admin_complain_store(status, admin->message);
}

void admin_close_store(struct admin *admin)
{
    store_close(admin->store);
    admin->store = NULL;
}

int admin_find_account(struct admin *admin, void (*found)(const store_account *, void *),
                       void *context)
{
    char key[ACCOUNT_NAME_SIZE];
    paua_status status = PAUA_ERROR_NOT_FOUND;

    if (account_name_valid(admin->name)) {
        account_name_key(admin->name, key);
        status = store_account_by_key(admin->store, key, found, context);
    }
    if (status == PAUA_ERROR_NOT_FOUND)
        return complain_with(EXIT_NO, "there is no account '%.40s'", admin->name);
    if (status != PAUA_OK)
        return admin_complain_store(status, "the accounts cannot be read");
    if (admin->action->change && account_name_is_computer(admin->name))
        return complain_with(EXIT_NO, "%s is a computer of the server: nobody signs in there",
                             admin->shown);
    if (admin->action->change && admin->closed)
        return complain_with(EXIT_NO, "the account %s is closed", admin->shown);
    return EXIT_DONE;
}

/* Called on the store's thread. */
void admin_on_written(paua_status status, void *context)
{
    struct admin *admin = context;

    admin->written = status;
    if (status == PAUA_ERROR_IO)
        store_failure(admin->store, admin->message);
}
