/* identity.c - finds the seat that a request acts for. */
#include "service/games/play/identity.h"

#include "service/games/model/game_seats.h"
#include "service/games/play/games.h"

paua_status request_identify(struct games *games, const http_request *request, struct identity *out)
{
    *out = (struct identity){0};
    out->has_key = request_key_hash(request, out->key_hash);
    return out->has_key ? PAUA_OK : accounts_identify(games->accounts, request, &out->login);
}

int game_seat_of(const struct game *game, const struct identity *identity)
{
    if (identity->has_key)
        return game_seat_of_key(game, identity->key_hash);
    return game_seat_of_account(game, identity->login.account);
}

int request_seat(struct games *games, const http_request *request, struct game *game)
{
    struct identity identity;

    if (request_identify(games, request, &identity) != PAUA_OK)
        return NOBODY;
    pthread_mutex_lock(&game->mutex);
    int side = game_seat_of(game, &identity);
    pthread_mutex_unlock(&game->mutex);
    return side;
}
