/* account_json.c - writes accounts, sessions and tokens as docs/http-api.md describes them. */
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

json_t *login_json(const store_login *one, const struct login *login)
{
    json_t *json = json_pack("{s:s,s:s,s:o,s:o}", "id", one->id, "label", one->label, "created",
                             date_json(one->created_ms), "used", date_json(one->used_ms));

    if (one->kind == STORE_TOKEN)
        json_object_set_new(json, "scopes", scopes_json(one->scopes));
    if (strcmp(one->id, login->id) == 0)
        json_object_set_new(json, "current", json_true());
    return json;
}

static bool add_login(const store_login *one, void *context)
{
    struct account_reading *reading = context;

    json_array_append_new(one->kind == STORE_TOKEN ? reading->tokens : reading->sessions,
                          login_json(one, reading->login));
    return true;
}

/* An address as its owner is shown it: masked, because somebody may look on. */
static json_t *address_json(const char *address, bool whole)
{
    char masked[MAIL_ADDRESS_SIZE + 4];

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

/* The address that is to be confirmed. */
static void set_pending(const char *address, int64_t asked_ms, void *context)
{
    struct account_reading *reading = context;

    (void)asked_ms;
    json_object_set_new(reading->json, "pending", address_json(address, reading->whole));
}

json_t *account_json(store *people, const struct login *login, bool whole)
{
    struct account_reading reading = {
        .login = login, .whole = whole, .sessions = json_array(), .tokens = json_array()};
    paua_status status = store_account_by_id(people, login->account, set_account, &reading);

    if (status == PAUA_OK)
        status = store_address(people, login->account, set_pending, &reading);
    if (status == PAUA_OK || (status == PAUA_NOT_FOUND && reading.json))
        status = store_logins(people, login->account, add_login, &reading);
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
