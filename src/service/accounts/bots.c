/* bots.c - which accounts are bots. */
#include "service/accounts/bots.h"

#include <string.h>

#include "service/accounts/settings.h"
#include "service/server/instance.h"

bool account_is_bot(const store_account *account)
{
    struct settings settings;

    settings_parse(account->settings, &settings);
    return settings.bot;
}

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

bool service_asks_bot(const http_request *request, void *context)
{
    const struct service *service = context;

    return accounts_knows_bot(service->accounts, request);
}
