/* guest_name.h - the nicknames of people without accounts: none is the name of somebody else. */
#ifndef SERVICE_GUEST_NAME_H
#define SERVICE_GUEST_NAME_H

#include <stdbool.h>

#include "service/core/api_error.h"
#include "store/core/store.h"

/* Whether a nickname neither is nor looks like (lookalike.h) the name of an account, a computer of
 * the server or a word of its own, such as Admin. `what` names the member in the message. False:
 * *error says why not, or that the store cannot be read. */
bool guest_name_check(store *db, const char *name, const char *what, struct api_error *error);

#endif /* SERVICE_GUEST_NAME_H */
