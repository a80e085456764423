/* api_logins.c - ends sessions and tokens, and makes tokens. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "base/unicode.h"
#include "service/accounts/account_json.h"
#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/core/request.h"
#include "service/core/response.h"
#include "store/core/batch.h"
#include "json/json_text.h"

/* A change of sessions or tokens, until it is committed. */
struct login_request {
    http_request *request;
    char accounts[SESSION_COOKIES][ACCOUNT_ID_SIZE + 1]; /* whose they are; "": no more */
    bool signs_out;
};

static void on_changed(paua_status status, void *data, void *context)
{
    struct service *service = context;
    const struct login_request *change = data;

    accounts_forget_logins(service->accounts);
    for (int i = 0; i < SESSION_COOKIES && change->accounts[i][0]; i++)
        notices_check_logins(service->notices, change->accounts[i]);
    if (status == PAUA_OK && change->signs_out)
        session_set_cookie(change->request, NULL);
}

/* Commits a change: 201 with `json`, or 204 without. Takes over the change, NULL where memory is
 * out, the batch and `json`. */
static void commit_change(struct service *service, http_request *request,
                          struct login_request *change, store_batch *batch, char *json)
{
    if (!change) {
        store_batch_free(batch);
        free(json);
        respond_no_memory(request);
        return;
    }
    change->request = request;
    respond_committed(&service->env, request, batch,
                      &(struct committed_response){.status = json ? 201 : 204,
                                                   .json = json,
                                                   .on_committed = on_changed,
                                                   .data = change,
                                                   .context = service});
}

/* commit_change() of one account. */
static void commit_logins(struct service *service, http_request *request, const char *account,
                          store_batch *batch, bool signs_out, char *json)
{
    struct login_request *change = calloc(1, sizeof *change);

    if (change) {
        change->signs_out = signs_out;
        snprintf(change->accounts[0], sizeof change->accounts[0], "%s", account);
    }
    commit_change(service, request, change, batch, json);
}

/* Ends the session of the cookie, if there is one; with several cookies all of their sessions, so
 * that none that another host has set stays. */
static void api_sign_out(http_request *request, void *context)
{
    struct service *service = context;
    struct login sessions[SESSION_COOKIES];
    int count = 0;

    if (http_header(request, "Authorization") ||
        accounts_sessions(service->accounts, request, sessions, &count) != PAUA_OK || count == 0) {
        session_set_cookie(request, NULL);
        http_respond_static(request, 204, NULL, "", 0);
        return;
    }
    store_batch *batch = store_batch_new();
    struct login_request *change = calloc(1, sizeof *change);
    for (int i = 0; i < count && change; i++) {
        change->signs_out = true;
        memcpy(change->accounts[i], sessions[i].account, sizeof change->accounts[i]);
        batch_remove_login(batch, sessions[i].account, STORE_SESSION, sessions[i].id);
    }
    commit_change(service, request, change, batch, NULL);
}

static void api_remove_sessions(http_request *request, void *context)
{
    struct service *service = context;
    struct login login;

    if (!accounts_require(service->accounts, request, 0, &login))
        return;
    store_batch *batch = store_batch_new();
    batch_remove_logins(batch, login.account, STORE_SESSION, login.hash);
    commit_logins(service, request, login.account, batch, false, NULL);
}

/* Ends the session or token that the path names, if it belongs to this account. */
static void end_login(http_request *request, struct service *service, store_login_kind kind)
{
    const char *id = http_path_parameter(request, 0);
    struct login login;

    if (!accounts_require(service->accounts, request, 0, &login))
        return;
    store_batch *batch = store_batch_new();
    batch_remove_login(batch, login.account, kind, id);
    commit_logins(service, request, login.account, batch,
                  login.kind == kind && strcmp(id, login.id) == 0, NULL);
}

static void api_remove_session(http_request *request, void *context)
{
    end_login(request, context, STORE_SESSION);
}

static void api_remove_token(http_request *request, void *context)
{
    end_login(request, context, STORE_TOKEN);
}

/* Reads "scopes", an array of names. */
static bool read_scopes(json_t *json, unsigned *out, struct api_error *error)
{
    json_t *name;
    size_t i;

    *out = 0;
    json_array_foreach(json, i, name)
    {
        const char *text = json_string_value(name);

        if (text && strcmp(text, "read") == 0)
            *out |= SCOPE_READ;
        else if (text && strcmp(text, "play") == 0)
            *out |= SCOPE_PLAY | SCOPE_READ;
        else
            *out = 0;
        if (!*out)
            break;
    }
    return *out ||
           api_error_set(error, 400, "bad_request", "scopes: expected an array of read and play");
}

/* Reads the body of a new token. */
static bool read_token(http_request *request, char label[4 * TOKEN_LABEL_MAX + 1], unsigned *scopes,
                       struct api_error *error)
{
    static const char *const members[] = {"label", "scopes", NULL};
    json_t *body = request_body_object(request, members, error);
    const char *text = json_string_value(json_object_get(body, "label"));
    bool valid = body != NULL;

    if (valid && (!text || !text_is_plain(text, TOKEN_LABEL_MAX, TEXT_NAME)))
        valid = api_error_set(error, 400, "bad_request",
                              "label: expected 1 to %d characters, none of them invisible",
                              TOKEN_LABEL_MAX);
    if (valid)
        snprintf(label, 4 * TOKEN_LABEL_MAX + 1, "%s", text);
    valid = valid && read_scopes(json_object_get(body, "scopes"), scopes, error);
    json_decref(body);
    return valid;
}

static bool count_token(const store_login *login, void *context)
{
    *(int *)context += login->kind == STORE_TOKEN;
    return true;
}

/* Whether the account may have one more token. False: the request has its response. */
static bool admit_token(struct service *service, http_request *request, const char *account)
{
    int tokens = 0;

    paua_status status = store_logins(service->env.store, account, count_token, &tokens);
    if (status != PAUA_OK) {
        respond_read_error(request, status);
        return false;
    }
    if (tokens < TOKENS_MAX)
        return true;
    respond_error(request, 409, "too_many_tokens", "an account has at most %d tokens", TOKENS_MAX);
    return false;
}

/* The response with a new token; the only place that has its secret. NULL: out of memory. */
static char *token_text(const store_login *token, const struct login *login, const char *secret)
{
    char text[TOKEN_SIZE + 1];
    json_t *json = login_json(token, login);

    snprintf(text, sizeof text, TOKEN_PREFIX "%s", secret);
    json_object_set_new(json, "token", json_string(text));
    sodium_memzero(text, sizeof text);
    return json_write_text(json, JSON_COMPACT);
}

static void api_create_token(http_request *request, void *context)
{
    struct service *service = context;
    char label[4 * TOKEN_LABEL_MAX + 1], secret[SEAT_KEY_SIZE + 1];
    struct login login, made;
    struct api_error error;
    unsigned scopes;

    if (!accounts_require(service->accounts, request, 0, &login))
        return;
    if (!read_token(request, label, &scopes, &error)) {
        respond_api_error(request, &error);
        return;
    }
    if (!admit_token(service, request, login.account))
        return;

    login_make(&made, secret);
    store_login token = {.id = made.id,
                         .account = login.account,
                         .kind = STORE_TOKEN,
                         .label = label,
                         .scopes = scopes,
                         .created_ms = env_now_ms(),
                         .used_ms = env_now_ms()};
    memcpy(token.hash, made.hash, sizeof token.hash);
    char *json = token_text(&token, &login, secret);
    sodium_memzero(secret, sizeof secret);
    if (!json) {
        respond_no_memory(request);
        return;
    }

    store_batch *batch = store_batch_new();
    batch_add_login(batch, &token);
    /* Tokens made at the same moment may exceed the limit: the least recently used ends. */
    batch_trim_logins(batch, login.account, STORE_TOKEN, TOKENS_MAX);
    commit_logins(service, request, login.account, batch, false, json);
}

static const http_route routes[] = {
    {"POST", "/api/1/account/tokens", api_create_token, 1},
    {"DELETE", "/api/1/account/tokens/*", api_remove_token, SIGN_OUT_COST},
    {"DELETE", "/api/1/account/sessions", api_remove_sessions, 1},
    {"DELETE", "/api/1/account/sessions/*", api_remove_session, SIGN_OUT_COST},
    {"DELETE", "/api/1/session", api_sign_out, 1},
};

const struct route_table logins_routes = ROUTE_TABLE(routes);
