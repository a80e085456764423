/* account_name.h - names and ids of accounts. */
#ifndef SERVICE_ACCOUNT_NAME_H
#define SERVICE_ACCOUNT_NAME_H

#include <jansson.h>
#include <stdbool.h>

#include "service/core/api_error.h"

#define ACCOUNT_ID_SIZE   8 /* characters: an id of keys.h */
#define ACCOUNT_NAME_MIN  2 /* characters: letters, digits, - and _, the first one a letter */
#define ACCOUNT_NAME_MAX  20
#define ACCOUNT_NAME_SIZE (ACCOUNT_NAME_MAX + 1)

/* Prefix of the names of the server's own computers (computer_account.h). The name of a person has
 * never had a dot. */
#define ACCOUNT_COMPUTER_PREFIX "paua."

/* Whether a text is a valid name of a person or of a computer. */
bool account_name_valid(const char *name);

/* Whether a valid name is that of a computer of the server. */
bool account_name_is_computer(const char *name);

/* Whether a name is reserved: it is the server's own or looks like it. */
bool account_name_reserved(const char *name);

/* The key of a valid name, in lower case: names that differ only in case are the same. */
void account_name_key(const char *name, char key[ACCOUNT_NAME_SIZE]);

/* Reads a valid name. `what` names the member in the message. */
bool account_name_read(json_t *json, const char *what, char name[ACCOUNT_NAME_SIZE],
                       struct api_error *error);

#endif
