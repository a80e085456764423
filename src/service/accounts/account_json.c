/* account_json.c - writes accounts, sessions and tokens as JSON (docs/http-api.md). */
#include "service/accounts/account_json.h"

#include <string.h>

#include "mail/address.h"
#include "service/core/date.h"
#include "store/tables/mail.h"

/* An account whose parts are being read. */
struct account_reading {
    const struct login *login;
    bool whole; /* addresses are not masked */
    json_t *json, *sessions, *tokens;
};

/* The names of scopes. */
static json_t *scopes_json(unsigned scopes)
{
    json_t *json = json_array();

    if (scopes & SCOPE_READ)
        json_array_append_new(json, json_string("read"));
    if (scopes & SCOPE_PLAY)
        json_array_append_new(json, json_string("play"));
    return json;
}

json_t *login_json(const store_login *row, const struct login *login)
{
    json_t *json = json_pack("{s:s,s:s,s:o,s:o}", "id", row->id, "label", row->label, "created",
                             date_json(row->created_ms), "used", date_json(row->used_ms));

    if (row->kind == STORE_TOKEN)
        json_object_set_new(json, "scopes", scopes_json(row->scopes));
    if (strcmp(row->id, login->id) == 0)
        json_object_set_new(json, "current", json_true());
    return json;
}

static bool add_login(const store_login *row, void *context)
{
    struct account_reading *reading = context;

    json_array_append_new(row->kind == STORE_TOKEN ? reading->tokens : reading->sessions,
                          login_json(row, reading->login));
    return true;
}

/* An address for its owner: masked, because somebody may look over the shoulder. */
static json_t *address_json(const char *address, bool whole)
{
    char masked[MAIL_MASKED_SIZE];

    if (!*address)
        return json_null();
    mail_address_mask(address, masked);
    return json_string(whole ? address : masked);
}

static void set_account(const store_account *account, void *context)
{
    struct account_reading *reading = context;

    reading->json = json_pack("{s:s,s:o,s:o,s:n}", "name", account->name, "created",
                              date_json(account->created_ms), "address",
                              address_json(account->mail, reading->whole), "pending");
}

/* The address that waits for its confirmation. */
static void set_pending(const char *address, int64_t requested_ms, void *context)
{
    struct account_reading *reading = context;

    (void)requested_ms;
    json_object_set_new(reading->json, "pending", address_json(address, reading->whole));
}

json_t *account_json(store *db, const struct login *login, bool whole)
{
    struct account_reading reading = {
        .login = login, .whole = whole, .sessions = json_array(), .tokens = json_array()};
    paua_status status = store_account_by_id(db, login->account, set_account, &reading);

    if (status == PAUA_OK)
        status = store_pending_address(db, login->account, set_pending, &reading);
    if (status == PAUA_OK || (status == PAUA_ERROR_NOT_FOUND && reading.json))
        status = store_logins(db, login->account, add_login, &reading);
    if (status == PAUA_OK) {
        json_object_set_new(reading.json, "sessions", reading.sessions);
        json_object_set_new(reading.json, "tokens", reading.tokens);
        return reading.json;
    }
    json_decref(reading.json);
    json_decref(reading.sessions);
    json_decref(reading.tokens);
    return NULL;
}
