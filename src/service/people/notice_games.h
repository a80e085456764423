/* notice_games.h - what notices.c (the boxes of accounts) and notice_games.c (the notices of a
 * game) share. All calls but the last take the lock of notices.
 */
#ifndef SERVICE_NOTICE_GAMES_H
#define SERVICE_NOTICE_GAMES_H

#include <jansson.h>

#include "service/games/model/game.h"
#include "service/people/notices.h"

/* Whether notices are kept for any account. */
bool notices_any(struct notices *self);

/* Queues a notice for an account. Takes over the JSON. */
void notices_notify(struct notices *self, const char *account, const char *type, json_t *json);

/* Whether any account follows a game. */
bool notices_is_followed(struct notices *self, const char *game);
/* Queues a notice for the accounts that follow a game; its players only if `players`. Takes over
 * the JSON. */
void notices_notify_followers(struct notices *self, const struct game *game, const char *type,
                              bool players, json_t *json);

/* The account that plays a side or is invited to; "": none. Under the game's lock. */
const char *notices_account_of(const struct game *game, int side);

#endif /* SERVICE_NOTICE_GAMES_H */
