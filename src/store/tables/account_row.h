/* account_row.h - an account among the columns of a row, for the tables that refer to accounts. */
#ifndef STORE_ACCOUNT_ROW_H
#define STORE_ACCOUNT_ROW_H

#include "store/core/sql.h"
#include "store/tables/accounts.h"

#define ACCOUNT_COLUMNS                                                                            \
    "account.id, account.name, account.lookup, account.password, account.mail,"                    \
    " account.settings, account.created, account.closed"
enum { ACCOUNT_COLUMN_COUNT = 8 };

/* The account in ACCOUNT_COLUMNS from column `i` on. */
store_account account_of_row(const struct sql_row *row, int i);

#endif /* STORE_ACCOUNT_ROW_H */
