/* action_join.c - checks who takes which seat of a game. */
#define _GNU_SOURCE
#include <math.h>
#include <string.h>

#include "service/action_check.h"
#include "service/response.h"

/* Whether the seat is free, and not for other ratings. */
static bool is_free_for(const struct action *action, int side, bool *out_of_range)
{
    const struct seat *seat = &action->game->setup.seats[side];
    const long rating = lround(action->rating);

    if (action->game->players[side].seated)
        return false;
    if (!seat_has_range(seat) ||
        (action->event.account[0] && rating >= seat->rating_min && rating <= seat->rating_max))
        return true;
    *out_of_range = true;
    return false;
}

/* The free seat that the action may take: the one of its invitation, or that of its account, or a
 * listed one. For who is blocked there is none. */
static int find_free_seat(const struct action *action, bool *out_of_range)
{
    const struct game *game = action->game;

    if (action->shut_out)
        return NOBODY;
    if (action->invited) {
        int side = game_seat_of_invitation(game, action->invitation);

        return side != NOBODY && is_free_for(action, side, out_of_range) ? side : NOBODY;
    }
    int waiting = game_seat_for_account(game, action->event.account);
    for (int side = 0; waiting == NOBODY && side < game->setup.start.players; side++) {
        if (game->setup.seats[side].listed && is_free_for(action, side, out_of_range))
            waiting = side;
    }
    return waiting;
}

/* Says why no seat was found. Returns false. */
static bool refuse_seat(struct action *action, bool out_of_range)
{
    if (out_of_range && action->event.account[0])
        return action_refuse(action, "rating_range", "this seat is for players of other ratings");
    if (out_of_range) {
        respond_error(action->request, 403, "needs_account",
                      "this seat is for accounts with a rating: sign in");
        return false;
    }
    return action_refuse(action, "seat_taken",
                         action->invited ? "somebody has taken this seat already; you can watch"
                                         : "no open seat is left; you can watch");
}

bool action_check_join(struct action *action)
{
    struct game *game = action->game;
    struct event *event = &action->event;
    bool out_of_range = false;

    event->type = EVENT_JOIN;
    action->who = game_seat_of(game, &action->identity);
    if (action->who != NOBODY) {
        action_respond_game(action);
        return false;
    }
    if (action->invited && game_seat_of_invitation(game, action->invitation) == NOBODY) {
        respond_error(action->request, 403, "bad_invitation",
                      "this is not an invitation to this game");
        return false;
    }
    if (game_is_over(game))
        return action_refuse(action, "game_over", "the game is over");
    if (game->setup.rated && !event->account[0]) {
        respond_error(action->request, 403, "needs_account", "this game is rated: sign in");
        return false;
    }
    action->who = event->side = find_free_seat(action, &out_of_range);
    return event->side != NOBODY || refuse_seat(action, out_of_range);
}

bool action_check_take_along(struct action *action)
{
    const struct game *game = action->game;
    const struct seated_player *player;

    action->event.type = EVENT_ACCOUNT;
    action->who = action->event.side = game_seat_of_key(game, action->invitation);
    if (action->who == NOBODY) {
        respond_error(action->request, 403, "not_your_seat",
                      "this is not the key of a seat of this game");
        return false;
    }
    player = &game->players[action->who];
    if (!player->account[0])
        return true;
    if (strcmp(player->account, action->event.account) != 0)
        return action_refuse(action, "seat_taken", "this is the seat of another account");
    action_respond_game(action);
    return false;
}
