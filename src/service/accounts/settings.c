/* settings.c - the settings of accounts, stored as JSON. */
#include "service/accounts/settings.h"

#include <string.h>

#include "service/api/api.h"
#include "service/core/request_body.h"
#include "service/core/response.h"
#include "service/server/instance.h"
#include "store/core/batch.h"
#include "json/json_text.h"

static const char *const mail_names[] = {"off", "daily", "turns"};

/* Reads how much mail somebody wants. False: the text is none of these. */
static bool read_mail(const char *text, enum settings_mail *out)
{
    for (size_t i = 0; text && i < sizeof mail_names / sizeof *mail_names; i++) {
        if (strcmp(text, mail_names[i]) == 0) {
            *out = (enum settings_mail)i;
            return true;
        }
    }
    return false;
}

void settings_parse(const char *text, struct settings *out)
{
    json_t *json = NULL;

    *out = (struct settings){.games_max = 0, .mail = SETTINGS_MAIL_DAILY};
    json_parse_text(text, strlen(text), 0, &json, NULL);
    json_int_t games_max = json_integer_value(json_object_get(json, "games_max"));
    if (games_max > 0 && games_max <= SETTINGS_GAMES_MAX)
        out->games_max = (int)games_max;
    out->bot = json_is_true(json_object_get(json, "bot"));
    read_mail(json_string_value(json_object_get(json, "mail")), &out->mail);
    json_decref(json);
}

static void on_account(const store_account *account, void *context)
{
    settings_parse(account->settings, context);
}

paua_status settings_read(struct service *service, const char *account, struct settings *out)
{
    *out = (struct settings){.games_max = 0, .mail = SETTINGS_MAIL_DAILY};
    return store_account_by_id(service->config.store, account, on_account, out);
}

json_t *settings_json(const struct settings *settings)
{
    return json_pack("{s:i,s:b,s:s}", "games_max", settings->games_max, "bot", (int)settings->bot,
                     "mail", mail_names[settings->mail]);
}

/* A change of settings, until it is stored. */
struct settings_request {
    http_request *request;
    struct service *service;
    struct settings settings;
};

/* On the store's thread. */
static void on_stored(paua_status status, void *context)
{
    struct settings_request *self = context;

    if (status == PAUA_OK) {
        accounts_forget_logins(self->service->accounts); /* they say who is a bot */
        respond_stored(self->request, 200,
                       json_write_text(settings_json(&self->settings), JSON_COMPACT));
    } else {
        service_log_store_failure(self->service);
        respond_error(self->request, 503, "storage", "the store could not write this");
    }
    free(self);
}

/* Queues new settings for the store. */
static void store_settings(struct service *service, http_request *request, const char *account,
                           const struct settings *settings)
{
    struct settings_request *self = malloc(sizeof *self);
    char *text = json_write_text(settings_json(settings), JSON_COMPACT);
    store_batch *batch = text && self ? store_batch_new() : NULL;

    if (batch) {
        *self = (struct settings_request){request, service, *settings};
        batch_save_settings(batch, account, text);
        http_defer(request);
        if (store_commit(service->config.store, batch, on_stored, self) == PAUA_OK) {
            free(text);
            return;
        }
    }
    free(text);
    free(self);
    respond_no_memory(request);
}

void api_settings(http_request *request, void *context)
{
    struct service *service = context;
    struct settings settings;
    struct login login;

    if (!accounts_require(service->accounts, request, SCOPE_READ, &login))
        return;
    if (settings_read(service, login.account, &settings) == PAUA_OK)
        respond_json(request, 200, settings_json(&settings));
    else
        respond_error(request, 503, "storage", "the store cannot be read");
}

/* Reads the members that are there. */
static bool read_settings(json_t *body, struct settings *out, struct api_error *error)
{
    const json_t *mail = json_object_get(body, "mail");

    if (!json_read_int(body, "games_max", 0, SETTINGS_GAMES_MAX, &out->games_max, error) ||
        !json_read_bool(body, "bot", &out->bot, error))
        return false;
    return !mail || read_mail(json_string_value(mail), &out->mail) ||
           api_error_set(error, 400, "bad_request", "mail: expected off, daily or turns");
}

void api_change_settings(http_request *request, void *context)
{
    static const char *const members[] = {"games_max", "bot", "mail", NULL};
    struct service *service = context;
    struct settings settings;
    struct api_error error;
    struct login login;

    if (!accounts_require(service->accounts, request, 0, &login))
        return;
    if (settings_read(service, login.account, &settings) != PAUA_OK) {
        respond_error(request, 503, "storage", "the store cannot be read");
        return;
    }
    json_t *body = request_body_object(request, members, &error);
    bool valid = body && read_settings(body, &settings, &error);
    json_decref(body);
    if (valid)
        store_settings(service, request, login.account, &settings);
    else
        respond_api_error(request, &error);
}
