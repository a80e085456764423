/* account_json.c - writes accounts, sessions and tokens as docs/http-api.md describes them. */
#include "service/account_json.h"

#include <string.h>

#include "service/date.h"

/* An account whose parts are being read. */
struct account_reading {
    const struct login *login;
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

static void set_account(const store_account *account, void *context)
{
    struct account_reading *reading = context;

    reading->json =
        json_pack("{s:s,s:o}", "name", account->name, "created", date_json(account->created_ms));
}

json_t *account_json(store *people, const struct login *login)
{
    struct account_reading reading = {
        .login = login, .sessions = json_array(), .tokens = json_array()};
    paua_status status = store_account_by_id(people, login->account, set_account, &reading);

    if (status == PAUA_OK)
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
