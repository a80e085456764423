/* settings.h - what the owner of an account has set: how many games at once, and how much mail. */
#ifndef SERVICE_SETTINGS_H
#define SERVICE_SETTINGS_H

#include <stdbool.h>

#include <jansson.h>

#include <paua/status.h>

#include "store/tables/accounts.h"

#define SETTINGS_GAMES_MAX 1000

/* Mails about games that wait: none, one a day, or whenever a turn has begun. */
enum settings_mail { SETTINGS_MAIL_OFF, SETTINGS_MAIL_DAILY, SETTINGS_MAIL_TURNS };

struct settings {
    int games_max; /* games that are played at once, 1 .. SETTINGS_GAMES_MAX; 0: any number */
    bool bot;      /* a program plays */
    enum settings_mail mail;
};

/* How much mail somebody wants: "off", "daily" or "turns". False: the text is none of these, or
 * NULL. */
bool settings_mail_parse(const char *text, enum settings_mail *out);

/* Reads the settings of an account; what is damaged counts as not set. Returns PAUA_OK,
 * PAUA_NOT_FOUND, or why the store cannot be read. */
paua_status settings_read(store *people, const char *account, struct settings *out);

/* The settings as stored; what is damaged counts as not set. */
void settings_parse(const char *text, struct settings *out);

/* Whether the settings of an account, as stored, say that it is a bot: a program plays. Everybody
 * sees it, and what a bot asks counts for the share of bots of its address, not for that of the
 * people there. */
bool account_is_bot(const store_account *account);

/* For clients, and as stored. NULL: out of memory. */
json_t *settings_json(const struct settings *settings);

#endif /* SERVICE_SETTINGS_H */
