/* action_join.c - finds the seat that an action may take, and refuses an account that blocks a
 * player of the game or is blocked by one. */
#define _GNU_SOURCE
#include <math.h>
#include <string.h>

#include "service/core/response.h"
#include "service/games/model/game_seats.h"
#include "service/games/play/action_check.h"
#include "service/games/play/games.h"
#include "store/tables/accounts.h"
#include "store/tables/messages.h"

/* Whether the seat is free and its range of ratings fits. *out_of_range: the range does not fit. */
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

static void on_account(const store_account *account, void *context)
{
    *(bool *)context = account->closed_ms == 0;
}

/* After a conflict: refuses an account that was closed since the request came, as one that is not
 * signed in. False: it has its response. */
static bool check_open(struct action *action)
{
    bool is_open = false;

    if (action->attempts == 0 || !action->event.account[0])
        return true;
    paua_status status =
        store_account_by_id(action->games->env->store, action->event.account, on_account, &is_open);
    if (status != PAUA_OK && status != PAUA_ERROR_NOT_FOUND)
        respond_read_error(action_take_request(action), status);
    else if (!is_open && action->kind == ACTION_JOIN)
        respond_error(action_take_request(action), 403, "no_key", "this account is closed");
    else if (!is_open)
        respond_error(action_take_request(action), 401, "not_signed_in", "this account is closed");
    return is_open;
}

/* Refuses an account that has blocked a player of the game. *is_blocked: a player has blocked it;
 * then it gets the same answer as for a game without a free seat. False: it has its response. */
static bool check_blocks(struct action *action, bool *is_blocked)
{
    const struct game *game = action->game;
    const char *account = action->event.account;

    *is_blocked = false;
    for (int side = 0; account[0] && side < game->setup.start.players; side++) {
        const struct seated_player *other = &game->players[side];
        bool blocks, blocked;

        if (!other->account[0])
            continue;
        paua_status status = store_block_between(action->games->env->store, account, other->account,
                                                 &blocks, &blocked);
        if (status != PAUA_OK) {
            respond_read_error(action_take_request(action), status);
            return false;
        }
        if (blocks) {
            respond_error(action_take_request(action), 409, "blocked", "you have blocked %.20s",
                          other->name);
            return false;
        }
        *is_blocked |= blocked;
    }
    return true;
}

void action_expect_account(const struct action *action, store_batch *batch)
{
    const struct game *game = action->game;
    const char *account = action->event.account;

    if (!account[0])
        return;
    batch_expect_account(batch, account);
    for (int side = 0; side < game->setup.start.players; side++) {
        if (game->players[side].account[0])
            batch_expect_no_block(batch, account, game->players[side].account);
    }
}

/* The free seat that the action may take: that of its invitation, else the one reserved for its
 * account, else a listed one. */
static int find_free_seat(const struct action *action, bool *out_of_range)
{
    const struct game *game = action->game;

    if (action->invited) {
        int side = game_seat_of_invitation(game, action->invitation);

        return side != NOBODY && is_free_for(action, side, out_of_range) ? side : NOBODY;
    }
    int found = game_seat_reserved_for(game, action->event.account);
    for (int side = 0; found == NOBODY && side < game->setup.start.players; side++) {
        if (game->setup.seats[side].listed && is_free_for(action, side, out_of_range))
            found = side;
    }
    return found;
}

/* Responds why no seat was found. Returns false. */
static bool refuse_seat(struct action *action, bool out_of_range)
{
    if (out_of_range && action->event.account[0])
        return action_refuse(action, "rating_range", "this seat is for players of other ratings");
    if (out_of_range) {
        respond_error(action_take_request(action), 403, "needs_account",
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
    bool out_of_range = false, is_blocked;

    event->type = EVENT_JOIN;
    action->side = game_seat_of(game, &action->identity);
    if (action->side != NOBODY) {
        action_respond_game(action);
        return false;
    }
    if (action->invited && game_seat_of_invitation(game, action->invitation) == NOBODY) {
        respond_error(action_take_request(action), 403, "bad_invitation",
                      "this is not an invitation to this game");
        return false;
    }
    if (game_is_over(game))
        return action_refuse(action, "game_over", GAME_OVER);
    if (game->setup.rated && !event->account[0]) {
        respond_error(action_take_request(action), 403, "needs_account",
                      "this game is rated: sign in");
        return false;
    }
    if (!check_open(action) || !check_blocks(action, &is_blocked))
        return false;
    action->side = event->side = is_blocked ? NOBODY : find_free_seat(action, &out_of_range);
    return event->side != NOBODY || refuse_seat(action, out_of_range);
}

bool action_check_link_account(struct action *action)
{
    const struct game *game = action->game;
    const struct seated_player *player;
    bool is_blocked;

    action->event.type = EVENT_ACCOUNT;
    action->side = action->event.side = game_seat_of_key(game, action->invitation);
    if (action->side == NOBODY) {
        respond_error(action_take_request(action), 403, "not_your_seat",
                      "this is not the key of a seat of this game");
        return false;
    }
    player = &game->players[action->side];
    if (strcmp(player->account, action->event.account) == 0) {
        action_respond_game(action);
        return false;
    }
    if (!check_open(action) || !check_blocks(action, &is_blocked))
        return false;
    return (!player->account[0] && !is_blocked) ||
           action_refuse(action, "seat_taken", "this is the seat of another account");
}
