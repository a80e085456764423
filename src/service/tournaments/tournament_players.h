/* tournament_players.h - the players of a tournament: joining, leaving, seeding, and their
 * seats. */
#ifndef SERVICE_TOURNAMENT_PLAYERS_H
#define SERVICE_TOURNAMENT_PLAYERS_H

#include "service/accounts/accounts.h"
#include "service/core/api_error.h"
#include "service/tournaments/tournament.h"

/* Add and remove a player; no change if he takes part already, or does not. Who has left a running
 * tournament is not paired again. `who` sends the
 * request: the owner of the tournament or the player. False: *error says why not. */
bool tournament_join(struct tournament *after, const struct login *who,
                     const struct contestant *player, struct api_error *error);
bool tournament_leave(struct tournament *after, const struct login *who,
                      const struct contestant *player, struct api_error *error);

/* The seat of a player in a game. */
void tournament_seat(const struct contestant *player, struct seat *out);

/* Orders the players by their ratings in the category of the games; without a category they stay in
 * the order of joining. */
void tournament_seed(store *db, struct tournament *after);

#endif
