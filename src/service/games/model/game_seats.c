/* game_seats.c - finds seats of a game. Hashes of keys and invitations are compared in
 * constant time, and with every seat, so that the response time reveals nothing about them. */
#include "service/games/model/game_seats.h"

#include <string.h>

#include <sodium.h>

int game_seat_of_key(const struct game *game, const unsigned char hash[SEAT_KEY_HASH_SIZE])
{
    int found = NOBODY;

    for (int side = 0; side < game->setup.start.players; side++) {
        const struct seated_player *player = &game->players[side];
        bool same = sodium_memcmp(hash, player->key_hash, SEAT_KEY_HASH_SIZE) == 0;

        if (same && player->seated && !seat_is_computer(&game->setup.seats[side]))
            found = side;
    }
    return found;
}

int game_seat_of_invitation(const struct game *game, const unsigned char hash[SEAT_KEY_HASH_SIZE])
{
    int found = NOBODY;

    for (int side = 0; side < game->setup.start.players; side++) {
        const struct seat *seat = &game->setup.seats[side];

        if (sodium_memcmp(hash, seat->key_hash, SEAT_KEY_HASH_SIZE) == 0 && seat->kind == SEAT_OPEN)
            found = side;
    }
    return found;
}

int game_seat_of_account(const struct game *game, const char *account)
{
    const int turn = paua_game_position(game->play)->to_move;
    int found = NOBODY;

    if (!account[0])
        return NOBODY; /* not the seat of a player without an account */
    for (int side = game->setup.start.players; side-- > 0;) {
        const struct seated_player *player = &game->players[side];

        if (player->seated && strcmp(player->account, account) == 0 &&
            (found == NOBODY || found != turn))
            found = side;
    }
    return found;
}

int game_seat_reserved_for(const struct game *game, const char *account)
{
    if (!account[0])
        return NOBODY;
    for (int side = 0; side < game->setup.start.players; side++) {
        const struct seat *seat = &game->setup.seats[side];

        if (seat->kind == SEAT_USER && !game->players[side].seated &&
            strcmp(seat->account, account) == 0)
            return side;
    }
    return NOBODY;
}
