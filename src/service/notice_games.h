/* notice_games.h - what notices.c and notice_games.c know of each other: the boxes of accounts, and
 * what a game tells them. All but the last take the lock of notices. */
#ifndef SERVICE_NOTICE_GAMES_H
#define SERVICE_NOTICE_GAMES_H

#include <jansson.h>

#include "service/game.h"
#include "service/notices.h"

/* Whether notices are kept for anybody. */
bool notices_any(struct notices *self);

/* Tells an account. Takes over the JSON. */
void notices_tell(struct notices *self, const char *account, const char *type, json_t *json);

/* Whether anybody follows a game. */
bool notices_is_followed(struct notices *self, const char *game);
/* Tells those who follow a game. Takes over the JSON. `players`: also those who play it. */
void notices_tell_followers(struct notices *self, const struct game *game, const char *type,
                            bool players, json_t *json);

/* The account that plays a side, or is asked to; "": none. Under the game's lock. */
const char *notices_account_of(const struct game *game, int side);

#endif /* SERVICE_NOTICE_GAMES_H */
