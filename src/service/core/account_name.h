/* account_name.h - names and ids of accounts. */
#ifndef SERVICE_ACCOUNT_NAME_H
#define SERVICE_ACCOUNT_NAME_H

#include <jansson.h>
#include <stdbool.h>

#include "service/core/api_error.h"

#define ACCOUNT_ID_SIZE   8 /* characters, those of the ids of games */
#define ACCOUNT_NAME_MIN  2 /* characters: letters, digits, - and _, the first one a letter */
#define ACCOUNT_NAME_MAX  20
#define ACCOUNT_NAME_SIZE (ACCOUNT_NAME_MAX + 1)

/* What the names of the server's own computers begin with: computer_account.h. No name of a person
 * has a dot, also in stores that are older than those accounts. */
#define ACCOUNT_COMPUTER_PREFIX "paua."

/* Whether a text may be the name of an account, a person's or a computer's. */
bool account_name_valid(const char *name);

/* Whether a valid name can only be that of a computer of the server. */
bool account_name_is_computer(const char *name);

/* Whether nobody may sign up with this name: it is the server's own, or could be taken for it. */
bool account_name_reserved(const char *name);

/* What a valid name is found by: names that differ in case alone are the same. */
void account_name_key(const char *name, char key[ACCOUNT_NAME_SIZE]);

/* Reads a name that is valid. `what` names the member in the message. */
bool account_name_read(json_t *json, const char *what, char name[ACCOUNT_NAME_SIZE],
                       struct api_error *error);

#endif
