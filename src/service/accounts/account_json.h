/* account_json.h - accounts as JSON, for their owners. */
#ifndef SERVICE_ACCOUNT_JSON_H
#define SERVICE_ACCOUNT_JSON_H

#include <jansson.h>

#include "service/accounts/accounts.h"

/* What the owner of an account sees: its name, addresses (`whole`, or masked), sessions and tokens.
 * NULL: out of memory, or the store cannot be read. */
json_t *account_json(store *people, const struct login *login, bool whole);

/* A session or token; `login` is the one that asks. */
json_t *login_json(const store_login *one, const struct login *login);

#endif
