/* live_game.c - makes and frees the part of a game that exists only in the cache. */
#include "service/games/play/live_game.h"

#include <stdlib.h>

bool live_game_attach(struct game *game)
{
    struct live_game *live = calloc(1, sizeof *live);

    if (!live)
        return false;
    live->game = game;
    live->last_action = &live->first_action;
    presence_init(&live->presence);
    game->live = live;
    return true;
}

void live_game_free(struct game *game)
{
    if (game)
        free(game->live);
    game_free(game);
}

const struct presence *game_presence(const struct game *game)
{
    return game->live ? &game->live->presence : NULL;
}
