/* settings.h - the settings of an account: the limit of games, what is mailed and when, whether it
 * is a bot. */
#ifndef SERVICE_SETTINGS_H
#define SERVICE_SETTINGS_H

#include <stdbool.h>

#include <jansson.h>

#include <paua/status.h>

#include "store/tables/accounts.h"

#define SETTINGS_GAMES_MAX 1000

/* What a mail may be about. The store has these numbers, so they stay. */
enum mail_kind {
    MAIL_CHALLENGE,
    MAIL_SEAT,
    MAIL_TURN,
    MAIL_PROPOSAL,
    MAIL_MESSAGE,
    MAIL_CHAT,
    MAIL_END,
    MAIL_REMINDER,
    MAIL_TOURNAMENT,
    MAIL_FOLLOW,
    MAIL_KINDS
};

/* When it is mailed: never, with all else in one mail a day, or at once. The store has these
 * numbers, too. */
enum mail_when { MAIL_OFF, MAIL_DIGEST, MAIL_NOW, MAIL_WHENS };

/* The one table of the kinds. */
struct mail_kind_info {
    const char *name;  /* in settings and commands */
    const char *about; /* in a few words */
    enum mail_when usual;
};
extern const struct mail_kind_info mail_kinds[MAIL_KINDS];
/* "off", "digest", "now". */
extern const char *const mail_whens[MAIL_WHENS];

struct settings {
    int games_max; /* games at once, 1 .. SETTINGS_GAMES_MAX; 0: no limit */
    bool bot;      /* a program plays */
    enum mail_when mails[MAIL_KINDS];
};

/* Sets all kinds: "off" to off, "daily" to what is usual, "turns" to that with turns at once.
 * False: another text, or NULL. */
bool settings_mail_parse(const char *text, enum mail_when mails[MAIL_KINDS]);
/* The text of settings_mail_parse() that is nearest: "off" if all are off, "turns" if turns are
 * mailed at once, else "daily". */
const char *settings_mail_name(const enum mail_when mails[MAIL_KINDS]);

/* The kind, and when to mail, of this name; -1: none, or NULL. */
int mail_kind_find(const char *name);
int mail_when_find(const char *name);

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
