/* computer_accounts.h - adds the accounts of the server's own computers to the store.
 * games/model/computer_account.h has their names and ids. */
#ifndef SERVICE_COMPUTER_ACCOUNTS_H
#define SERVICE_COMPUTER_ACCOUNTS_H

#include "store/core/store.h"

/* Adds the accounts that the store lacks. Several servers may do so at once. PAUA_ERROR_CONFLICT:
 * an id belongs to another account. */
paua_status computer_accounts_add(store *db);

#endif
