/* settings.c - reads and writes the settings of accounts, which are stored as JSON. */
#include "service/accounts/settings.h"

#include <string.h>

#include "json/json_text.h"

const struct mail_kind_info mail_kinds[MAIL_KINDS] = {
    [MAIL_CHALLENGE] = {"challenge", "somebody challenges you", MAIL_NOW},
    [MAIL_SEAT] = {"seat", "a seat is taken, a game begins", MAIL_DIGEST},
    [MAIL_TURN] = {"turn", "it is your turn", MAIL_DIGEST},
    [MAIL_PROPOSAL] = {"proposal", "a draw, takeback or pause is proposed", MAIL_NOW},
    [MAIL_MESSAGE] = {"message", "somebody writes to you", MAIL_NOW},
    [MAIL_CHAT] = {"chat", "somebody writes in a game", MAIL_DIGEST},
    [MAIL_END] = {"end", "a game is over", MAIL_NOW},
    [MAIL_REMINDER] = {"reminder", "a game waits for long, or is lost on time soon", MAIL_NOW},
    [MAIL_TOURNAMENT] = {"tournament", "you are paired in a tournament", MAIL_NOW},
    [MAIL_FOLLOW] = {"follow", "moves in a game that you follow", MAIL_DIGEST},
};

const char *const mail_whens[MAIL_WHENS] = {"off", "digest", "now"};

int mail_kind_find(const char *name)
{
    for (int kind = 0; name && kind < MAIL_KINDS; kind++) {
        if (strcmp(name, mail_kinds[kind].name) == 0)
            return kind;
    }
    return -1;
}

int mail_when_find(const char *name)
{
    for (int when = 0; name && when < MAIL_WHENS; when++) {
        if (strcmp(name, mail_whens[when]) == 0)
            return when;
    }
    return -1;
}

/* Sets what is usual. */
static void set_usual(enum mail_when mails[MAIL_KINDS])
{
    for (int kind = 0; kind < MAIL_KINDS; kind++)
        mails[kind] = mail_kinds[kind].usual;
}

bool settings_mail_parse(const char *text, enum mail_when mails[MAIL_KINDS])
{
    const bool off = text && strcmp(text, "off") == 0, turns = text && strcmp(text, "turns") == 0;

    if (!off && !turns && (!text || strcmp(text, "daily") != 0))
        return false;
    set_usual(mails);
    for (int kind = 0; off && kind < MAIL_KINDS; kind++)
        mails[kind] = MAIL_OFF;
    if (turns)
        mails[MAIL_TURN] = MAIL_NOW;
    return true;
}

const char *settings_mail_name(const enum mail_when mails[MAIL_KINDS])
{
    bool off = true;

    for (int kind = 0; kind < MAIL_KINDS; kind++)
        off = off && mails[kind] == MAIL_OFF;
    return off ? "off" : mails[MAIL_TURN] == MAIL_NOW ? "turns" : "daily";
}

/* Reads the kinds that an object has; others of it are left out. */
static void parse_mails(const json_t *json, enum mail_when mails[MAIL_KINDS])
{
    for (int kind = 0; kind < MAIL_KINDS; kind++) {
        const int when =
            mail_when_find(json_string_value(json_object_get(json, mail_kinds[kind].name)));

        if (when >= 0)
            mails[kind] = (enum mail_when)when;
    }
}

paua_status settings_parse(const char *text, struct settings *out)
{
    json_t *json = NULL;

    *out = (struct settings){.games_max = 0};
    set_usual(out->mails);
    paua_status status = json_parse_text(text, strlen(text), 0, &json, NULL);
    json_int_t games_max = json_integer_value(json_object_get(json, "games_max"));
    if (games_max > 0 && games_max <= SETTINGS_GAMES_MAX)
        out->games_max = (int)games_max;
    out->bot = json_is_true(json_object_get(json, "bot"));
    settings_mail_parse(json_string_value(json_object_get(json, "mail")), out->mails);
    parse_mails(json_object_get(json, "mails"), out->mails);
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
    *out = (struct settings){.games_max = 0};
    set_usual(out->mails);
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
    json_t *mails = json_object();

    for (int kind = 0; kind < MAIL_KINDS; kind++)
        json_object_set_new(mails, mail_kinds[kind].name,
                            json_string(mail_whens[settings->mails[kind]]));
    return json_pack("{s:i,s:b,s:s,s:o}", "games_max", settings->games_max, "bot",
                     (int)settings->bot, "mail", settings_mail_name(settings->mails), "mails",
                     mails);
}
