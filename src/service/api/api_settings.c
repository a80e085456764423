/* api_settings.c - reads and changes the settings of the own account. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "service/accounts/settings.h"
#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/core/request.h"
#include "service/core/response.h"
#include "store/core/batch.h"
#include "store/core/store.h"
#include "store/tables/accounts.h"
#include "json/json_text.h"

/* What is stored of an account. */
struct stored_settings {
    struct settings settings;
    char *text; /* owned; NULL: out of memory */
};

static void on_account(const store_account *account, void *context)
{
    struct stored_settings *stored = context;

    if (settings_parse(account->settings, &stored->settings) == PAUA_OK)
        stored->text = strdup(account->settings);
}

/* Logins in memory say who is a bot, as the settings do. After a conflict they may also be of an
 * account that was closed. */
static void forget_logins(paua_status status, void *data, void *context)
{
    struct service *service = context;

    (void)status, (void)data;
    accounts_forget_logins(service->accounts);
}

static void change_settings(struct service *service, http_request *request, const char *tried);

/* Another change came first: makes this one of its settings. */
static bool on_conflict(http_request *request, void *data, void *context)
{
    change_settings(context, request, data);
    return true;
}

/* Commits new settings, which were made of the text `was`, and responds with them. Takes over
 * `was`. */
static void commit_settings(struct service *service, http_request *request, const char *account,
                            char *was, const struct settings *settings)
{
    char *text = json_write_text(settings_json(settings), JSON_COMPACT);

    if (!text) {
        free(was);
        respond_no_memory(request);
        return;
    }
    store_batch *batch = store_batch_new();
    batch_save_settings(batch, account, was, text);
    respond_committed(&service->env, request, batch,
                      &(struct committed_response){.status = 200,
                                                   .json = text,
                                                   .respond_conflict = on_conflict,
                                                   .on_committed = forget_logins,
                                                   .data = was,
                                                   .context = service});
}

static void api_read_settings(http_request *request, void *context)
{
    struct service *service = context;
    struct settings settings;
    struct login login;

    if (!accounts_require(service->accounts, request, SCOPE_READ, &login))
        return;
    paua_status status = settings_read(service->env.store, login.account, &settings);
    if (status == PAUA_OK)
        respond_json(request, 200, settings_json(&settings));
    else
        respond_read_error(request, status);
}

/* Reads when the kinds of mail that are given are sent. */
static bool read_mails(json_t *mails, enum mail_when out[MAIL_KINDS], struct api_error *error)
{
    const char *name;
    json_t *value;

    if (mails && !json_is_object(mails))
        return api_error_set(error, 400, "bad_request", "mails: expected an object");
    json_object_foreach(mails, name, value)
    {
        const int kind = mail_kind_find(name), when = mail_when_find(json_string_value(value));

        if (kind < 0)
            return api_error_set(error, 400, "bad_request", "mails: there is no kind '%.32s'",
                                 name);
        if (when < 0)
            return api_error_set(error, 400, "bad_request", "mails.%s: expected off, digest or now",
                                 name);
        out[kind] = (enum mail_when)when;
    }
    return true;
}

/* Reads the members that are given. */
static bool read_settings(json_t *body, struct settings *out, struct api_error *error)
{
    const json_t *mail = json_object_get(body, "mail");

    if (!json_read_int(body, "games_max", 0, SETTINGS_GAMES_MAX, &out->games_max, error) ||
        !json_read_bool(body, "bot", &out->bot, error))
        return false;
    if (mail && !settings_mail_parse(json_string_value(mail), out->mails))
        return api_error_set(error, 400, "bad_request", "mail: expected off, daily or turns");
    return read_mails(json_object_get(body, "mails"), out->mails, error);
}

/* Makes the new settings of the stored ones. `tried`: the stored ones of an attempt that has
 * conflicted, or NULL. */
static void change_settings(struct service *service, http_request *request, const char *tried)
{
    static const char *const members[] = {"games_max", "bot", "mail", "mails", NULL};
    struct stored_settings stored = {.text = NULL};
    struct api_error error;
    struct login login;

    if (!accounts_require(service->accounts, request, 0, &login))
        return;
    paua_status status =
        store_account_by_id(service->env.store, login.account, on_account, &stored);
    if (status == PAUA_OK && !stored.text)
        status = PAUA_ERROR_NO_MEMORY;
    if (status != PAUA_OK) {
        respond_read_error(request, status);
        return;
    }
    json_t *body = request_body_object(request, members, &error);
    const bool valid = body && read_settings(body, &stored.settings, &error);
    const bool stuck = tried && strcmp(tried, stored.text) == 0; /* damaged: nothing has changed */
    json_decref(body);
    if (valid && !stuck) {
        commit_settings(service, request, login.account, stored.text, &stored.settings);
        return;
    }
    if (valid)
        respond_unwritable(&service->env, request);
    else
        respond_api_error(request, &error);
    free(stored.text);
}

static void api_change_settings(http_request *request, void *context)
{
    change_settings(context, request, NULL);
}

static const http_route routes[] = {
    {"GET", "/api/1/account/settings", api_read_settings, 1},
    {"PATCH", "/api/1/account/settings", api_change_settings, 1},
};

const struct route_table settings_routes = ROUTE_TABLE(routes);
