/* tournament_players.c - who plays in a tournament, and in which order. */
#include "service/tournament_players.h"

#include <string.h>

#include "service/instance.h"
#include "service/ratings.h"

bool tournament_join(struct tournament *after, const struct login *who, struct api_error *error)
{
    if (tournament_player(after, who->account) != PAIRING_NOBODY)
        return true;
    if (after->status != TOURNAMENT_OPEN)
        return api_error_set(error, 409, "too_late", "the tournament has begun");
    if (who->bot && !after->bots)
        return api_error_set(error, 403, "no_bots", "this tournament is for people");
    if (after->player_count == after->players_max)
        return api_error_set(error, 409, "tournament_full", "the tournament is full");
    struct contestant *player = &after->players[after->player_count++];
    *player = (struct contestant){.bot = who->bot};
    memcpy(player->account, who->account, sizeof player->account);
    memcpy(player->name, who->name, sizeof player->name);
    return true;
}

bool tournament_leave(struct tournament *after, const struct login *who, struct api_error *error)
{
    int player = tournament_player(after, who->account);

    if (after->status == TOURNAMENT_OVER)
        return api_error_set(error, 409, "too_late", "the tournament is over");
    if (player == PAIRING_NOBODY)
        return true;
    if (after->status == TOURNAMENT_RUNNING) {
        after->players[player].left = true;
        return true;
    }
    after->player_count--;
    memmove(&after->players[player], &after->players[player + 1],
            (size_t)(after->player_count - player) * sizeof after->players[0]);
    return true;
}

void tournament_seed(struct service *service, struct tournament *after)
{
    const int64_t now_ms = service_now_ms();
    double ratings[PAIRING_PLAYERS_MAX];
    char category[RATING_CATEGORY_SIZE];
    struct rating rating;

    if (!rating_category_of(PAUA_SIDES, &after->setup.rules, category))
        return;
    for (int i = 0; i < after->player_count; i++) {
        const struct contestant player = after->players[i];
        int at = i;

        bool known = rating_read(service->config.store, player.account, category, now_ms,
                                 &rating) == PAUA_OK;
        double own = known ? rating.glicko.rating : GLICKO_RATING;
        for (; at > 0 && ratings[at - 1] < own; at--) {
            ratings[at] = ratings[at - 1];
            after->players[at] = after->players[at - 1];
        }
        ratings[at] = own;
        after->players[at] = player;
    }
}
