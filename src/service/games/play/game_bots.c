/* game_bots.c - finds out which players of a game are bots. */
#include "service/games/play/game_bots.h"

#include "service/accounts/settings.h"

static void on_account(const store_account *account, void *context)
{
    *(bool *)context = account_is_bot(account);
}

void game_bots_refresh(store *disk, struct game *game)
{
    for (int side = 0; side < game->setup.start.players; side++) {
        struct seated_player *player = &game->players[side];

        player->bot = player->account[0] && seat_is_computer(&game->setup.seats[side]);
        if (player->account[0] && !player->bot)
            store_account_by_id(disk, player->account, on_account, &player->bot);
    }
}
