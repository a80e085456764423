/* account_json.h - accounts as JSON, for their owners. */
#ifndef SERVICE_ACCOUNT_JSON_H
#define SERVICE_ACCOUNT_JSON_H

#include <jansson.h>

#include "service/accounts/accounts.h"

/* The account for its owner: name, addresses (`whole` or masked), sessions, tokens. NULL: out of
 * memory, or the store cannot be read. */
json_t *account_json(store *db, const struct login *login, bool whole);

/* A session or token; "current" if it is that of the request, `login`. */
json_t *login_json(const store_login *row, const struct login *login);

#endif
