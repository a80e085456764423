/* settings.h - the settings of an account: the limit of games, the amount of mail, whether it is a
 * bot. */
#ifndef SERVICE_SETTINGS_H
#define SERVICE_SETTINGS_H

#include <stdbool.h>

#include <jansson.h>

#include <paua/status.h>

#include "store/tables/accounts.h"

#define SETTINGS_GAMES_MAX 1000

/* Mails about games in which it is the account's turn: none, one a day, or one for each turn. */
enum settings_mail { SETTINGS_MAIL_OFF, SETTINGS_MAIL_DAILY, SETTINGS_MAIL_TURNS };

struct settings {
    int games_max; /* games at once, 1 .. SETTINGS_GAMES_MAX; 0: no limit */
    bool bot;      /* a program plays */
    enum settings_mail mail;
};

/* Parses "off", "daily" or "turns". False: another text, or NULL. */
bool settings_mail_parse(const char *text, enum settings_mail *out);

/* Reads the settings of an account. PAUA_OK, PAUA_ERROR_NOT_FOUND, PAUA_ERROR_NO_MEMORY, or why the
 * store cannot be read. */
paua_status settings_read(store *db, const char *account, struct settings *out);

/* Parses stored settings; a damaged one counts as not set. PAUA_OK or PAUA_ERROR_NO_MEMORY, with
 * none set. */
paua_status settings_parse(const char *text, struct settings *out);

/* Whether the stored settings declare the account a bot: a program plays. Everybody sees that, and
 * the requests of bots have their own budget for each address. */
bool account_is_bot(const store_account *account);

/* The settings for clients and for the store. NULL: out of memory. */
json_t *settings_json(const struct settings *settings);

#endif /* SERVICE_SETTINGS_H */
