/* api_settings.c - reads and changes the settings of the own account. */
#include <stdlib.h>

#include "service/accounts/settings.h"
#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/core/request.h"
#include "service/core/response.h"
#include "store/core/batch.h"
#include "store/core/store.h"
#include "store/tables/accounts.h"
#include "json/json_text.h"

/* Logins in memory say who is a bot, as the settings do. */
static void forget_logins(paua_status status, void *data, void *context)
{
    (void)status, (void)data;
    accounts_forget_logins(context);
}

/* Commits new settings and responds with them. */
static void commit_settings(struct service *service, http_request *request, const char *account,
                            const struct settings *settings)
{
    char *text = json_write_text(settings_json(settings), JSON_COMPACT);

    if (!text) {
        respond_no_memory(request);
        return;
    }
    store_batch *batch = store_batch_new();
    batch_save_settings(batch, account, text);
    respond_committed(&service->env, request, batch,
                      &(struct committed_response){.status = 200,
                                                   .json = text,
                                                   .on_committed = forget_logins,
                                                   .context = service->accounts});
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

/* Reads the members that are given. */
static bool read_settings(json_t *body, struct settings *out, struct api_error *error)
{
    const json_t *mail = json_object_get(body, "mail");

    if (!json_read_int(body, "games_max", 0, SETTINGS_GAMES_MAX, &out->games_max, error) ||
        !json_read_bool(body, "bot", &out->bot, error))
        return false;
    return !mail || settings_mail_parse(json_string_value(mail), &out->mail) ||
           api_error_set(error, 400, "bad_request", "mail: expected off, daily or turns");
}

static void api_change_settings(http_request *request, void *context)
{
    static const char *const members[] = {"games_max", "bot", "mail", NULL};
    struct service *service = context;
    struct settings settings;
    struct api_error error;
    struct login login;

    if (!accounts_require(service->accounts, request, 0, &login))
        return;
    paua_status status = settings_read(service->env.store, login.account, &settings);
    if (status != PAUA_OK) {
        respond_read_error(request, status);
        return;
    }
    json_t *body = request_body_object(request, members, &error);
    bool valid = body && read_settings(body, &settings, &error);
    json_decref(body);
    if (valid)
        commit_settings(service, request, login.account, &settings);
    else
        respond_api_error(request, &error);
}

static const http_route routes[] = {
    {"GET", "/api/1/account/settings", api_read_settings, 1},
    {"PATCH", "/api/1/account/settings", api_change_settings, 1},
};

const struct route_table settings_routes = ROUTE_TABLE(routes);
