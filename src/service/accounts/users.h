/* users.h - accounts as others see them: names and ratings. */
#ifndef SERVICE_USERS_H
#define SERVICE_USERS_H

#include <jansson.h>

#include "http/http.h"
#include "service/core/account_name.h"
#include "store/tables/accounts.h"

struct user {
    char id[ACCOUNT_ID_SIZE + 1];
    char name[ACCOUNT_NAME_SIZE];
    int64_t created_ms, closed_ms; /* as in store_account */
    bool bot;
    bool computer; /* one of the server: computer_account.h */
};

/* Finds the account that the path of the request names. False: the request has its response. */
bool user_find(store *db, http_request *request, struct user *out);
/* Finds an open account: a closed one is not found. */
bool user_find_open(store *db, http_request *request, struct user *out);

/* Finds an open account that can read messages: not a computer of the server. */
bool user_find_reader(store *db, http_request *request, struct user *out);

/* These return PAUA_OK with a new array, or why the store cannot be read, with NULL. */

/* The ratings of an account, one a category. */
paua_status user_ratings_json(store *db, const char *account, json_t **out);

/* The rated games of an account in a category, newest first: at most `most`, before number `before`
 * (0: all). */
paua_status user_curve_json(store *db, const char *account, const char *category, int before,
                            int most, json_t **out);

/* The ratings of an account, each with its games. */
paua_status user_rating_history_json(store *db, const char *account, json_t **out);

/* Responds with figures, or, if `status` is not PAUA_OK, with why the store cannot be read.
 * Takes over the JSON. */
void respond_ratings(http_request *request, paua_status status, json_t *json);

#endif /* SERVICE_USERS_H */
