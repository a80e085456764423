/* account_name.h - names and ids of accounts. */
#ifndef SERVICE_ACCOUNT_NAME_H
#define SERVICE_ACCOUNT_NAME_H

#include <jansson.h>
#include <stdbool.h>

#include "service/api_error.h"

#define ACCOUNT_ID_SIZE   8 /* characters, those of the ids of games */
#define ACCOUNT_NAME_MIN  2 /* characters: letters, digits, - and _, the first one a letter */
#define ACCOUNT_NAME_MAX  20
#define ACCOUNT_NAME_SIZE (ACCOUNT_NAME_MAX + 1)

/* Whether a text may be the name of an account. */
bool account_name_valid(const char *name);

/* Whether nobody may sign up with this name: it could be taken for the server's own. */
bool account_name_reserved(const char *name);

/* What a valid name is found by: names that differ in case alone are the same. */
void account_name_key(const char *name, char key[ACCOUNT_NAME_SIZE]);

/* Reads a name that is valid. `what` names the member in the message. */
bool account_name_read(json_t *json, const char *what, char name[ACCOUNT_NAME_SIZE],
                       struct api_error *error);

#endif
