/* mail_concerns.h - whom an event of a game concerns, and what a mail about it is.
 */
#ifndef SERVICE_MAIL_CONCERNS_H
#define SERVICE_MAIL_CONCERNS_H

#include "service/accounts/settings.h"
#include "service/games/model/game.h"

/* A player whom an event concerns. */
struct mail_concern {
    char account[ACCOUNT_ID_SIZE + 1];
    int side; /* NOBODY: he follows the game */
    enum mail_kind kind;
};

/* Whether mails can be about an event, or with NULL about a new game; `ends`: the game ends. Under
 * the lock of the game. */
bool mail_concerns_any(const struct game *game, const struct event *event, bool ends);

/* The players whom event number `number` concerns, 0: the beginning of the game; one for each
 * account. Returns how many. Under the lock of the game. */
int mail_concerns_players(const struct game *game, int number,
                          struct mail_concern out[PAUA_PLAYERS_MAX]);

/* What a mail about this event to those who follow the game is: MAIL_FOLLOW or MAIL_END; -1: they
 * get none. Under the lock of the game. */
int mail_concerns_followers(const struct game *game, int number);

/* The account that plays a side, or is to play it; "": none. Under the lock of the game. */
const char *mail_concerns_account(const struct game *game, int side);

#endif /* SERVICE_MAIL_CONCERNS_H */
