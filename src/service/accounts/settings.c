/* settings.c - reads and writes the settings of accounts, which are stored as JSON. */
#include "service/accounts/settings.h"

#include <string.h>

#include "json/json_text.h"

static const char *const mail_names[] = {"off", "daily", "turns"};

bool settings_mail_parse(const char *text, enum settings_mail *out)
{
    for (size_t i = 0; text && i < sizeof mail_names / sizeof *mail_names; i++) {
        if (strcmp(text, mail_names[i]) == 0) {
            *out = (enum settings_mail)i;
            return true;
        }
    }
    return false;
}

paua_status settings_parse(const char *text, struct settings *out)
{
    json_t *json = NULL;

    *out = (struct settings){.games_max = 0, .mail = SETTINGS_MAIL_DAILY};
    paua_status status = json_parse_text(text, strlen(text), 0, &json, NULL);
    json_int_t games_max = json_integer_value(json_object_get(json, "games_max"));
    if (games_max > 0 && games_max <= SETTINGS_GAMES_MAX)
        out->games_max = (int)games_max;
    out->bot = json_is_true(json_object_get(json, "bot"));
    settings_mail_parse(json_string_value(json_object_get(json, "mail")), &out->mail);
    json_decref(json);
    return status == PAUA_ERROR_NO_MEMORY ? status : PAUA_OK;
}

struct settings_reading {
    struct settings *out;
    paua_status status;
};

static void on_account(const store_account *account, void *context)
{
    struct settings_reading *reading = context;

    reading->status = settings_parse(account->settings, reading->out);
}

paua_status settings_read(store *db, const char *account, struct settings *out)
{
    *out = (struct settings){.games_max = 0, .mail = SETTINGS_MAIL_DAILY};
    struct settings_reading reading = {.out = out, .status = PAUA_OK};
    paua_status status = store_account_by_id(db, account, on_account, &reading);
    return status == PAUA_OK ? reading.status : status;
}

bool account_is_bot(const store_account *account)
{
    struct settings settings;

    settings_parse(account->settings, &settings);
    return settings.bot;
}

json_t *settings_json(const struct settings *settings)
{
    return json_pack("{s:i,s:b,s:s}", "games_max", settings->games_max, "bot", (int)settings->bot,
                     "mail", mail_names[settings->mail]);
}
