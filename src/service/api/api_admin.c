/* api_admin.c - POST /admin: makes the changes of `paua admin` while the server runs, and returns
 * the last lines of its log. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/accounts/accounts.h"
#include "service/accounts/admin_request.h"
#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/core/env.h"
#include "service/core/request.h"
#include "service/core/response.h"
#include "json/json_text.h"

/* A change, until it is committed. */
struct admin_change {
    const struct admin_operation *operation;
    char id[ACCOUNT_ID_SIZE + 1];  /* of the account; "": another subject */
    char shown[ACCOUNT_NAME_SIZE]; /* its name, or a number */
};

/* A request while it is read. */
struct admin_call {
    struct admin_change change;
    char *sealed;   /* owned: the request as it came */
    json_t *opened; /* owned: what was sealed */
    const char *name, *hash;
    json_int_t number;
    int tokens;
    store_batch *batch;
    bool closed;
};

struct admin_operation {
    const char *name;
    const char *subject; /* "account", ...; NULL: nothing changes */
    void (*add)(struct admin_call *call, const store_account *account); /* to the batch */
    const char *outcome;                                                /* for the log */
};

static void add_signout(struct admin_call *call, const store_account *account)
{
    batch_sign_out_account(call->batch, account->id,
                           call->tokens ? SIGN_OUT_SESSIONS_AND_TOKENS : SIGN_OUT_SESSIONS);
}

static void add_password(struct admin_call *call, const store_account *account)
{
    batch_change_password(call->batch, account->id, account->password, call->hash, NULL);
    if (call->tokens)
        batch_sign_out_account(call->batch, account->id, SIGN_OUT_SESSIONS_AND_TOKENS);
}

static void add_close(struct admin_call *call, const store_account *account)
{
    batch_close_account(call->batch, account, env_now_ms());
}

static void add_close_report(struct admin_call *call, const store_account *account)
{
    (void)account;
    batch_close_report(call->batch, call->number, env_now_ms());
}

static void add_remove_message(struct admin_call *call, const store_account *account)
{
    (void)account;
    batch_erase_message(call->batch, call->number);
}

static const char an_account[] = "account", a_tournament[] = "tournament";

static const struct admin_operation operations[] = {
    {"log", NULL, NULL, NULL},
    {"signout", an_account, add_signout, "is signed out"},
    {"password", an_account, add_password, "has a new password"},
    {"close", an_account, add_close, "is closed"},
    {"close-report", "report", add_close_report, "is closed"},
    {"remove-message", "message", add_remove_message, "is removed"},
    {"cancel", a_tournament, NULL, NULL},
};

/* Reads the text that was sealed, which is valid for a minute. */
static bool read_opened(struct admin_call *call, const char *text, struct api_error *error)
{
    static const char *const members[] = {"at", "action", "name", "hash", "number", "tokens", NULL};
    const char *action = "";
    json_int_t at_ms = 0;

    call->opened = json_loads(text, 0, NULL);
    call->name = call->hash = "";
    if (!call->opened || !json_check_members(call->opened, "request", members, error) ||
        json_unpack(call->opened, "{s:I, s:s, s?s, s?s, s?I, s?b}", "at", &at_ms, "action", &action,
                    "name", &call->name, "hash", &call->hash, "number", &call->number, "tokens",
                    &call->tokens) != 0)
        return api_error_set(error, 400, "bad_request", "request: expected an action");

    const int64_t age_ms = env_now_ms() - at_ms;
    if (age_ms > ADMIN_REQUEST_MS || age_ms < -ADMIN_REQUEST_MS)
        return api_error_set(error, 403, "bad_signature", "the request is of another time");

    const struct admin_operation *found = NULL;
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        if (strcmp(action, operations[i].name) == 0)
            found = &operations[i];
    }
    struct password_hash hash;
    if (!found || (found->add == add_password && !password_decode(call->hash, &hash)))
        return api_error_set(error, 400, "bad_request", "request: expected an action");
    call->change.operation = found;
    return true;
}

/* Checks the sender, and reads the request. */
static bool read_call(struct service *service, http_request *request, struct admin_call *call,
                      struct api_error *error)
{
    static const char *const members[] = {"sealed", NULL};

    if (!http_is_local(request))
        return api_error_set(error, 403, "not_local", "administrators ask on this machine");
    json_t *body = request_body_object(request, members, error);
    const char *sealed = json_string_value(json_object_get(body, "sealed"));
    char *text = sealed ? admin_unseal(service->admin_secret, ADMIN_SEALED_REQUEST, sealed) : NULL;
    bool good = body != NULL;
    if (good && !sealed)
        good = api_error_set(error, 400, "bad_request", "expected a text, \"sealed\"");
    else if (good && !text)
        good = api_error_set(error, 403, "bad_signature",
                             "the request is not sealed by the secret of this server's store");
    else if (good && !(call->sealed = strdup(sealed)))
        good = api_error_no_memory(error);
    else if (good)
        good = read_opened(call, text, error);
    free(text);
    json_decref(body);
    return good;
}

static void on_account(const store_account *account, void *context)
{
    struct admin_call *call = context;

    snprintf(call->change.id, sizeof call->change.id, "%s", account->id);
    snprintf(call->change.shown, sizeof call->change.shown, "%s", account->name);
    call->closed = account->closed_ms != 0;
    if (!call->closed)
        call->change.operation->add(call, account);
}

/* Adds the change to the batch. */
static bool add_change(struct service *service, struct admin_call *call, struct api_error *error)
{
    char key[ACCOUNT_NAME_SIZE];
    paua_status status = PAUA_ERROR_NOT_FOUND;

    if (call->change.operation->subject != an_account) {
        snprintf(call->change.shown, sizeof call->change.shown, "%" JSON_INTEGER_FORMAT,
                 call->number);
        call->change.operation->add(call, NULL);
        return true;
    }
    /* The account of a computer has no sessions and stays open. */
    if (account_name_valid(call->name) && !account_name_is_computer(call->name)) {
        account_name_key(call->name, key);
        status = store_account_by_key(service->env.store, key, on_account, call);
    }
    if (status == PAUA_ERROR_NOT_FOUND || call->closed)
        return api_error_set(error, 404, "not_found", "there is no account '%.40s'", call->name);
    return status == PAUA_OK || api_error_from_status(error, status);
}

/* Forgets the sessions that have ended; logs the change if it is stored. */
static void on_changed(paua_status status, void *data, void *context)
{
    struct service *service = context;
    const struct admin_change *change = data;

    if (change->id[0]) {
        accounts_forget_logins(service->accounts);
        notices_check_logins(service->notices, change->id);
    }
    if (status != PAUA_OK)
        return;
    if (change->operation->add == add_close)
        closings_add(service->games.closings, change->id);
    env_log(&service->env, SERVICE_INFO, "admin", "%s %s %s", change->operation->subject,
            change->shown, change->operation->outcome);
}

/* The answer, sealed for the request. Takes over the JSON. NULL: out of memory. */
static char *seal_answer(struct service *service, const struct admin_call *call, json_t *json)
{
    char *text = json_write_text(json, JSON_COMPACT);
    char *sealed = text ? admin_seal(service->admin_secret, call->sealed, text) : NULL;
    char *answer =
        sealed ? json_write_text(json_pack("{s:s}", "sealed", sealed), JSON_COMPACT) : NULL;

    free(text);
    free(sealed);
    return answer;
}

/* Commits the change, and responds with its subject. Takes over the batch. */
static void commit_change(struct service *service, http_request *request, struct admin_call *call)
{
    struct admin_change *change = malloc(sizeof *change);

    if (!change) {
        store_batch_free(call->batch);
        respond_no_memory(request);
        return;
    }
    *change = call->change;
    respond_committed(
        &service->env, request, call->batch,
        &(struct committed_response){
            .status = 200,
            .json = seal_answer(service, call,
                                json_pack("{s:s}", change->operation->subject, change->shown)),
            .conflict_code = "conflict",
            .conflict = "it is not there, or has just changed",
            .on_committed = on_changed,
            .data = change,
            .context = service,
        });
}

/* Calls off a tournament; its other changes come before or after that. */
static void call_off(struct service *service, http_request *request, const struct admin_call *call)
{
    if (id_valid(call->name))
        tournaments_call_off(
            service->tournaments, request, call->name,
            seal_answer(service, call, json_pack("{s:s}", a_tournament, call->name)));
    else
        respond_error(request, 404, "not_found", "there is no tournament '%.40s'", call->name);
}

static void api_administer(http_request *request, void *context)
{
    struct service *service = context;
    struct admin_call call = {.change.operation = operations};
    struct api_error error;

    if (!read_call(service, request, &call, &error)) {
        respond_api_error(request, &error);
    } else if (!call.change.operation->subject) {
        respond_text(request, 200,
                     seal_answer(service, &call,
                                 json_pack("{s:o}", "log", env_recent_log_json(&service->env))));
    } else if (call.change.operation->subject == a_tournament) {
        call_off(service, request, &call);
    } else {
        call.batch = store_batch_new();
        if (add_change(service, &call, &error)) {
            commit_change(service, request, &call);
        } else {
            store_batch_free(call.batch);
            respond_api_error(request, &error);
        }
    }
    json_decref(call.opened);
    free(call.sealed);
}

static const http_route routes[] = {
    {"POST", "/api/1/admin", api_administer, 1},
};

const struct route_table admin_routes = ROUTE_TABLE(routes);
