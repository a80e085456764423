/* account_json.c - writes accounts, sessions and tokens as JSON (docs/http-api.md). */
#include "service/accounts/account_json.h"

#include <string.h>

#include "mail/address.h"
#include "service/core/date.h"
#include "store/tables/mail.h"

/* An account whose parts are being read. */
struct account_reading {
    const struct login *login;
    enum address_form addresses;
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

/* An address for its owner; null for "". */
static json_t *address_json(const char *address, enum address_form form)
{
    if (!*address)
        return json_null();
    if (form == ADDRESS_UNMASKED)
        return json_string(address);
    char masked[MAIL_MASKED_SIZE];
    mail_address_mask(address, masked);
    return json_string(masked);
}

/* Begins the JSON with what the row of the account has; set_pending() may replace "pending". */
static void set_account(const store_account *account, void *context)
{
    struct account_reading *reading = context;

    reading->json = json_pack("{s:s,s:o,s:o,s:n}", "name", account->name, "created",
                              date_json(account->created_ms), "address",
                              address_json(account->mail, reading->addresses), "pending");
}

/* Sets "pending", the address that is to be confirmed. */
static void set_pending(const char *address, int64_t requested_ms, void *context)
{
    struct account_reading *reading = context;

    (void)requested_ms;
    json_object_set_new(reading->json, "pending", address_json(address, reading->addresses));
}

/* Reads all parts of the account. */
static paua_status read_account(store *db, const char *account, struct account_reading *reading)
{
    paua_status status = store_account_by_id(db, account, set_account, reading);

    if (status != PAUA_OK)
        return status;
    status = store_pending_address(db, account, set_pending, reading);
    if (status != PAUA_OK && status != PAUA_ERROR_NOT_FOUND)
        return status;
    return store_logins(db, account, add_login, reading);
}

paua_status account_json(store *db, const struct login *login, enum address_form addresses,
                         json_t **out)
{
    struct account_reading reading = {
        .login = login, .addresses = addresses, .sessions = json_array(), .tokens = json_array()};
    paua_status status = read_account(db, login->account, &reading);

    json_object_set_new(reading.json, "sessions", reading.sessions);
    json_object_set_new(reading.json, "tokens", reading.tokens);
    if (status != PAUA_OK) {
        json_decref(reading.json);
        reading.json = NULL;
    }
    *out = reading.json;
    return status;
}
