/* account_json.h - accounts as JSON, for their owners. */
#ifndef SERVICE_ACCOUNT_JSON_H
#define SERVICE_ACCOUNT_JSON_H

#include <jansson.h>

#include "service/accounts/accounts.h"

/* How the addresses of an account are written: masked, where somebody may look over the shoulder of
 * its owner, or in full, in an export. */
enum address_form { ADDRESS_MASKED, ADDRESS_UNMASKED };

/* The account of `login` for its owner: name, addresses, sessions, tokens. PAUA_OK with new JSON,
 * or why the store cannot be read, with NULL. */
paua_status account_json(store *db, const struct login *login, enum address_form addresses,
                         json_t **out);

/* A session or token; "current" if it is that of the request, `login`. */
json_t *login_json(const store_login *row, const struct login *login);

#endif
