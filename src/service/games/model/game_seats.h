/* game_seats.h - finds the side of a game by a key, an invitation or an account. Calls need the
 * game's lock unless stated otherwise, and return NOBODY if there is no such seat.
 */
#ifndef SERVICE_GAME_SEATS_H
#define SERVICE_GAME_SEATS_H

#include "service/games/model/game.h"

/* The side whose key has this hash. */
int game_seat_of_key(const struct game *game, const unsigned char hash[SEAT_KEY_HASH_SIZE]);

/* The open seat whose invitation has this hash, taken or not. Needs no lock. */
int game_seat_of_invitation(const struct game *game, const unsigned char hash[SEAT_KEY_HASH_SIZE]);

/* The side that an account plays. Of several it is the one to move, else the first. NOBODY for "",
 * the account of whoever has none. */
int game_seat_of_account(const struct game *game, const char *account);

/* The seat for which this account is challenged and which it has not taken yet. NOBODY for "". */
int game_seat_reserved_for(const struct game *game, const char *account);

#endif /* SERVICE_GAME_SEATS_H */
