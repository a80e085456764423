/* account_request.h - a request with a password, from its body to its commit (api_account.c). */
#ifndef SERVICE_ACCOUNT_REQUEST_H
#define SERVICE_ACCOUNT_REQUEST_H

#include "mail/address.h"
#include "service/api/instance.h"
#include "store/tables/accounts.h"

enum account_call { SIGN_UP, SIGN_IN, CHANGE_PASSWORD, CLOSE_ACCOUNT, SET_ADDRESS, RESET_PASSWORD };

/* A request while it waits for a hash, then for the store. */
struct account_request {
    struct service *service;
    http_request *request;
    enum account_call call;
    struct login login;                       /* of the request, or the new session */
    char secret[SEAT_KEY_SIZE + 1];           /* of the new session, or "" */
    char key[ACCOUNT_NAME_SIZE];              /* of the name */
    char *password, *new_password;            /* owned */
    struct attempts *attempts;                /* where this attempt is counted; NULL: nowhere */
    struct client_attempt of_name, of_client; /* how it is counted there */
    struct client_attempt sign_in;            /* counted, though it may fail */
    char hash[PASSWORD_HASH_SIZE];            /* of the account's password */
    store_account account;                    /* to be stored; borrows texts of this struct */
    char id[ACCOUNT_ID_SIZE + 1], name[ACCOUNT_NAME_SIZE];
    char *mail, *settings;           /* owned */
    char address[MAIL_ADDRESS_SIZE]; /* of SET_ADDRESS */
    char token[MAIL_TOKEN_SIZE + 1]; /* of RESET_PASSWORD */
    /* The other accounts whose sessions in this browser a new session ends; "": no more. */
    char ended[SESSION_COOKIES][ACCOUNT_ID_SIZE + 1];
};

/* Reads the body. NULL: the request has its response. */
struct account_request *account_request_read(struct service *service, http_request *request,
                                             enum account_call call);
/* Wipes the secrets. NULL is allowed. */
void account_request_free(struct account_request *self);

/* Ends the attempt; uncounts it unless it counts, and a sign-in that has not succeeded. Before the
 * response: right passwords and taken names lock nobody out. */
void account_request_settle(struct account_request *self, bool counts);

#endif /* SERVICE_ACCOUNT_REQUEST_H */
