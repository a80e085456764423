/* tournament_players.c - adds, removes and seeds the players of a tournament. */
#include "service/tournaments/tournament_players.h"

#include <stdio.h>
#include <string.h>

#include "service/core/env.h"
#include "service/games/model/computer_account.h"
#include "service/ratings/ratings.h"

/* Whether the sender of the request may decide about the player. */
static bool check_sender(const struct tournament *after, const struct login *who,
                         const struct contestant *player, struct api_error *error)
{
    return strcmp(who->account, player->account) == 0 || strcmp(who->account, after->owner) == 0 ||
           api_error_set(error, 403, "not_owner", "this is the tournament of somebody else");
}

bool tournament_join(struct tournament *after, const struct login *who,
                     const struct contestant *player, struct api_error *error)
{
    if (!check_sender(after, who, player, error))
        return false;
    const int known = tournament_player(after, player->account);
    if (known != PAIRING_NOBODY && !after->players[known].left)
        return true;
    if (after->status != TOURNAMENT_OPEN)
        return api_error_set(error, 409, "too_late", "the tournament has begun");
    if (player->bot && !after->bots)
        return api_error_set(error, 403, "no_bots", "this tournament is for people");
    if (after->player_count == after->players_max)
        return api_error_set(error, 409, "tournament_full", "the tournament is full");
    after->players[after->player_count++] = *player;
    return true;
}

bool tournament_leave(struct tournament *after, const struct login *who,
                      const struct contestant *leaving, struct api_error *error)
{
    int player = tournament_player(after, leaving->account);

    if (!check_sender(after, who, leaving, error))
        return false;
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

void tournament_seat(const struct contestant *player, struct seat *out)
{
    if (computer_account_find(player->name, out))
        return;
    *out = (struct seat){.kind = SEAT_USER};
    snprintf(out->name, sizeof out->name, "%s", player->name);
    memcpy(out->account, player->account, sizeof out->account);
}

void tournament_seed(store *db, struct tournament *after)
{
    const int64_t now_ms = env_now_ms();
    double ratings[PAIRING_PLAYERS_MAX];
    char category[RATING_CATEGORY_SIZE];
    struct rating rating;

    if (!rating_category_of(PAUA_SIDES, &after->setup.rules, category))
        return;
    for (int i = 0; i < after->player_count; i++) {
        const struct contestant player = after->players[i];
        int at = i;

        bool known = rating_read(db, player.account, category, now_ms, &rating) == PAUA_OK;
        double own = known ? rating.glicko.rating : GLICKO_RATING;
        for (; at > 0 && ratings[at - 1] < own; at--) {
            ratings[at] = ratings[at - 1];
            after->players[at] = after->players[at - 1];
        }
        ratings[at] = own;
        after->players[at] = player;
    }
}
