/* tournament_players.h - who plays in a tournament: joins it, leaves it, is ordered at its start.
 */
#ifndef SERVICE_TOURNAMENT_PLAYERS_H
#define SERVICE_TOURNAMENT_PLAYERS_H

#include "service/accounts/accounts.h"
#include "service/core/api_error.h"
#include "service/tournaments/tournament.h"

/* A player takes part, or no more; who does already, or does not, changes nothing. `who` asks: for
 * a computer the owner of the tournament, else the player. False: the error says why not. */
bool tournament_join(struct tournament *after, const struct login *who,
                     const struct contestant *player, struct api_error *error);
bool tournament_leave(struct tournament *after, const struct login *who,
                      const struct contestant *player, struct api_error *error);

/* The seat of a player in a game. */
void tournament_seat(const struct contestant *player, struct seat *out);

/* Orders the players by their ratings in the category of the games, else as they have joined. */
void tournament_seed(store *people, struct tournament *after);

#endif
