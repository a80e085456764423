/* bots.h - accounts that are played by programs, and say so: a setting of the account (settings.h).
 * Everybody sees it, and what a bot asks counts for the share of bots of its address, not for that
 * of the people there. */
#ifndef SERVICE_BOTS_H
#define SERVICE_BOTS_H

#include <stdbool.h>

#include "http/http.h"
#include "store/tables/accounts.h"

struct game;

/* Whether the settings of an account, as stored, say that it is a bot. */
bool account_is_bot(const store_account *account);

/* Sets which players of a game are bots; where an account cannot be read its player is none. Under
 * the game's lock, or before others know of the game. */
void game_bots_refresh(store *disk, struct game *game);

#endif
