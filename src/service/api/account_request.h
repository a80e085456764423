/* account_request.h - a request about an account, with a password in it: from its body to what is
 * stored (api_account.c). */
#ifndef SERVICE_ACCOUNT_REQUEST_H
#define SERVICE_ACCOUNT_REQUEST_H

#include "mail/address.h"
#include "service/api/instance.h"
#include "store/tables/accounts.h"

enum account_call { SIGN_UP, SIGN_IN, CHANGE_PASSWORD, CLOSE_ACCOUNT, SET_ADDRESS, RESET_PASSWORD };

/* A request that waits for a hash, then for the store. */
struct account_request {
    struct service *service;
    http_request *request;
    enum account_call call;
    struct login login;                /* who asks, or the session to be */
    char secret[SEAT_KEY_SIZE + 1];    /* of the new session, or "" */
    char key[ACCOUNT_NAME_SIZE];       /* of the name */
    char *password, *new_password;     /* owned */
    struct attempts *tries;            /* where this one is counted, NULL: nowhere */
    uint64_t name_tries, client_tries; /* its keys there; 0: none */
    char hash[PASSWORD_HASH_SIZE];     /* of the account's password */
    store_account account;             /* to be stored; its texts are those above and those below */
    char id[ACCOUNT_ID_SIZE + 1], name[ACCOUNT_NAME_SIZE];
    char *mail, *settings;           /* owned */
    char address[MAIL_ADDRESS_SIZE]; /* of SET_ADDRESS */
    char code[MAIL_TOKEN_SIZE + 1];  /* of RESET_PASSWORD */
};

/* Reads the body. NULL: the request has its response. */
struct account_request *account_request_read(struct service *service, http_request *request,
                                             enum account_call call);
/* NULL is allowed. Secrets do not stay in freed memory. */
void account_request_free(struct account_request *self);

/* Whether the try counts is known, before the client knows: nobody is locked out by right
 * passwords, or by names that were taken. */
void account_request_settle(struct account_request *self, bool counts);

#endif /* SERVICE_ACCOUNT_REQUEST_H */
