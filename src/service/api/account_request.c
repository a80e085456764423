/* account_request.c - reads the requests that have a password. */
#define _GNU_SOURCE
#include "service/api/account_request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "service/core/request.h"
#include "service/core/response.h"

/* Overwrites and frees a secret. */
static void wipe_text(char *text)
{
    if (text)
        sodium_memzero(text, strlen(text));
    free(text);
}

void account_request_settle(struct account_request *self, bool counts)
{
    if (self->attempts && !counts) {
        client_attempt_withdraw(self->attempts, &self->of_name);
        client_attempt_withdraw(self->attempts, &self->of_client);
    }
    self->attempts = NULL;
    client_attempt_withdraw(self->service->sign_ins, &self->sign_in);
    self->sign_in = (struct client_attempt){{0}};
}

void account_request_free(struct account_request *self)
{
    if (!self)
        return;
    account_request_settle(self, false);
    wipe_text(self->password);
    wipe_text(self->new_password);
    free(self->mail);
    free(self->settings);
    sodium_memzero(self, sizeof *self);
    free(self);
}

/* Reads a password: a new one (`chosen`), which must be valid, or one to verify. Returns a copy, or
 * NULL and the error. */
static char *read_password(json_t *body, const char *name, bool chosen, struct api_error *error)
{
    const char *text = json_string_value(json_object_get(body, name));

    if (!text || (chosen ? !password_valid(text) : strlen(text) > PASSWORD_MAX_BYTES)) {
        api_error_set(error, 400, "bad_request",
                      "%s: expected at least %d characters, and at most "
                      "%d bytes",
                      name, chosen ? PASSWORD_MIN : 1, PASSWORD_MAX_BYTES);
        return NULL;
    }
    char *copy = strdup(text);
    if (!copy)
        api_error_no_memory(error);
    return copy;
}

/* Reads an address to which the server will write: on the internet, and not its own. */
static bool read_address(struct service *service, json_t *body, char address[MAIL_ADDRESS_SIZE],
                         struct api_error *error)
{
    const char *text = json_string_value(json_object_get(body, "address"));

    if (!text || !mail_address_valid(text) || !mail_address_is_public(text) ||
        mail_address_same(text, mailer_address(service->mailer)))
        return api_error_set(error, 400, "bad_request",
                             "address: expected a mail address, as ann@example.org");
    snprintf(address, MAIL_ADDRESS_SIZE, "%s", text);
    return true;
}

/* Reads the token "code"; one of the wrong length stays "", which is as wrong as any. */
static bool read_token(json_t *body, char token[MAIL_TOKEN_SIZE + 1], struct api_error *error)
{
    const char *text;

    if (!json_require_text(body, "code", &text, error))
        return false;
    if (strlen(text) == MAIL_TOKEN_SIZE)
        memcpy(token, text, MAIL_TOKEN_SIZE + 1);
    return true;
}

/* Reads the members of the call. */
static bool read_members(struct account_request *self, json_t *body, struct api_error *error)
{
    const char *name = NULL;

    if (self->call == SIGN_UP &&
        !account_name_read(json_object_get(body, "name"), "name", self->name, error))
        return false;
    if (self->call == SIGN_UP && account_name_reserved(self->name))
        return api_error_set(error, 409, "name_taken", "this name is taken");
    if (self->call == SIGN_IN && !json_require_text(body, "name", &name, error))
        return false;
    if (self->call == SIGN_IN && account_name_valid(name)) /* else nobody has it */
        snprintf(self->name, sizeof self->name, "%s", name);
    if (self->call == SIGN_UP || self->call == SIGN_IN)
        account_name_key(self->name, self->key);

    if (self->call == SET_ADDRESS && !read_address(self->service, body, self->address, error))
        return false;
    if (self->call == RESET_PASSWORD && !read_token(body, self->token, error))
        return false;

    self->password = read_password(body, "password",
                                   self->call == SIGN_UP || self->call == RESET_PASSWORD, error);
    if (self->password && self->call == CHANGE_PASSWORD)
        self->new_password = read_password(body, "new_password", true, error);
    return self->password && (self->call != CHANGE_PASSWORD || self->new_password);
}

struct account_request *account_request_read(struct service *service, http_request *request,
                                             enum account_call call)
{
    static const char *const members[][3] = {
        [SIGN_UP] = {"name", "password", NULL},
        [SIGN_IN] = {"name", "password", NULL},
        [CHANGE_PASSWORD] = {"password", "new_password", NULL},
        [CLOSE_ACCOUNT] = {"password", NULL},
        [SET_ADDRESS] = {"address", "password", NULL},
        [RESET_PASSWORD] = {"code", "password", NULL},
    };
    struct account_request *self = calloc(1, sizeof *self);
    struct api_error error;

    if (!self) {
        respond_no_memory(request);
        return NULL;
    }

    self->service = service;
    self->request = request;
    self->call = call;
    json_t *body = request_body_object(request, members[call], &error);
    bool valid = body && read_members(self, body, &error);
    json_decref(body);
    if (valid)
        return self;
    respond_api_error(request, &error);
    account_request_free(self);
    return NULL;
}
