/* identity.c - finds the seat that a request acts for. */
#include "service/games/play/identity.h"

#include <string.h>

#include "service/games/play/games.h"

paua_status request_identify(struct games *games, const http_request *request, struct identity *out)
{
    *out = (struct identity){0};
    out->has_key = request_key_hash(request, out->key_hash);
    return out->has_key ? PAUA_OK : accounts_identify(games->accounts, request, &out->login);
}

/* The side that an account plays. */
static int seat_of_account(const struct game *game, const char *account)
{
    const int turn = paua_game_position(game->play)->to_move;
    int found = NOBODY;

    for (int side = game->setup.start.players; side-- > 0;) {
        const struct seated_player *player = &game->players[side];

        if (player->seated && strcmp(player->account, account) == 0 &&
            (found == NOBODY || found != turn))
            found = side;
    }
    return found;
}

int game_seat_of(const struct game *game, const struct identity *identity)
{
    if (identity->has_key)
        return game_seat_of_key(game, identity->key_hash);
    return identity->login.account[0] ? seat_of_account(game, identity->login.account) : NOBODY;
}

int game_seat_for_account(const struct game *game, const char *account)
{
    for (int side = 0; side < game->setup.start.players && account[0]; side++) {
        const struct seat *seat = &game->setup.seats[side];

        if (seat->kind == SEAT_USER && !game->players[side].seated &&
            strcmp(seat->account, account) == 0)
            return side;
    }
    return NOBODY;
}

int request_seat(struct games *games, const http_request *request, struct game *game)
{
    struct identity identity;

    if (request_identify(games, request, &identity) != PAUA_OK)
        return NOBODY;
    pthread_mutex_lock(&game->mutex);
    int who = game_seat_of(game, &identity);
    pthread_mutex_unlock(&game->mutex);
    return who;
}
