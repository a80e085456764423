/* notice_games.c - notifies the accounts that play or follow a game of its events. */
#define _GNU_SOURCE
#include "service/people/notice_games.h"

#include <stdio.h>
#include <string.h>

#include "service/games/model/game_json.h"
#include "service/games/play/cache.h"
#include "service/games/play/identity.h"

const char *notices_account_of(const struct game *game, int side)
{
    const struct seat *seat = &game->setup.seats[side];

    return game->players[side].seated ? game->players[side].account
           : seat->kind == SEAT_USER  ? seat->account
                                      : "";
}

/* As notices_account_of(), but "" where the account has an earlier side, too. */
static const char *account_of_first_side(const struct game *game, int side)
{
    const char *account = notices_account_of(game, side);

    for (int other = 0; other < side; other++) {
        if (strcmp(notices_account_of(game, other), account) == 0)
            return "";
    }
    return account;
}

/* The game as an account sees it, and the name of who acted, or NULL. */
static json_t *game_notice(const struct game *game, const char *account, const char *by)
{
    struct identity identity = {.has_key = false};

    snprintf(identity.login.account, sizeof identity.login.account, "%s", account);
    json_t *json = json_pack(
        "{s:o}", "game", game_row_json(game, game_presence(game), game_seat_of(game, &identity)));
    if (by)
        json_object_set_new(json, "by", json_string(by));
    return json;
}

/* Notifies the account of a side, if there is one. */
static void notify_account(struct notices *self, const struct game *game, int side,
                           const char *type, const char *by)
{
    const char *account = notices_account_of(game, side);

    if (account[0] && notices_want(self, account))
        notices_notify(self, account, type, game_notice(game, account, by));
}

/* Notifies all accounts of a game except that of side `except`. */
static void notify_players(struct notices *self, const struct game *game, const char *type,
                           int except, const char *by)
{
    const char *left_out = except == NOBODY ? "" : notices_account_of(game, except);

    for (int side = 0; side < game->setup.start.players; side++) {
        const char *account = account_of_first_side(game, side);

        if (account[0] && strcmp(account, left_out) != 0)
            notify_account(self, game, side, type, by);
    }
}

/* Notifies the account whose turn it is. */
static void notify_turn(struct notices *self, const struct game *game)
{
    const int turn = paua_game_position(game->play)->to_move;
    const char *account = notices_account_of(game, turn);

    if (account[0] && !game->paused && game_is_full(game) && !game_is_over(game) &&
        notices_want(self, account))
        notices_notify(self, account, "turn",
                       json_pack("{s:s,s:i}", "game", game->id, "ply", game_ply(game)));
}

/* Notifies the followers of a move. */
static void notify_move(struct notices *self, const struct game *game, const struct event *event)
{
    char move[PAUA_MOVE_TEXT_MAX], colour[2] = {side_letter(event->side), '\0'};

    if (!notices_is_followed(self, game->id))
        return;
    paua_move_format(game->setup.board, event->move, move, sizeof move);
    notices_notify_followers(self, game, "move", true,
                             json_pack("{s:s,s:i,s:s,s:s}", "game", game->id, "ply", event->ply,
                                       "move", move, "colour", colour));
}

/* Notifies of a seat that was taken, and of the beginning of the game. */
static void notify_join(struct notices *self, const struct game *game, const struct event *event)
{
    if (game->setup.seats[event->side].kind == SEAT_USER)
        notify_players(self, game, "challengeAccepted", event->side, event->text);
    if (!game_is_full(game))
        return;
    notify_players(self, game, "gameStart", NOBODY, event->text);
    notify_turn(self, game);
}

/* Notifies of the end of the game, which may be that somebody declines to play. Whoever had a seat
 * then may not know, because his first move did not come in time. */
static void notify_end(struct notices *self, const struct game *game, const struct event *event)
{
    const bool declined = event->type == EVENT_CLOSE && event->side != NOBODY;
    const char *by = declined ? game->setup.seats[event->side].name : NULL;

    if (declined && game->players[event->side].seated)
        by = game->players[event->side].name;
    notify_players(self, game, declined ? "challengeDeclined" : "gameEnd",
                   declined ? event->side : NOBODY, by);
    if (declined && game->players[event->side].seated)
        notify_account(self, game, event->side, "gameEnd", NULL);
    if (notices_is_followed(self, game->id))
        notices_notify_followers(self, game, "gameEnd", false, game_notice(game, "", NULL));
}

void notices_game_created(struct notices *self, const struct game *game)
{
    if (!notices_any(self))
        return;
    for (int side = 0; side < game->setup.start.players; side++) {
        const char *account = notices_account_of(game, side);

        if (account[0] && !game->players[side].seated && notices_want(self, account))
            notices_notify(self, account, "challenge", game_notice(game, account, NULL));
    }
    if (!game_is_full(game))
        return;
    notify_players(self, game, "gameStart", NOBODY, NULL);
    notify_turn(self, game);
}

void notices_game_event(struct notices *self, const struct game *game)
{
    const struct event *event = &game->events[game->event_count - 1];

    if (!notices_any(self))
        return;
    if (event->type == EVENT_MOVE)
        notify_move(self, game, event);
    if (game->end_event == game->event_count)
        notify_end(self, game, event);
    else if (event->type == EVENT_JOIN)
        notify_join(self, game, event);
    else if (event->type == EVENT_MOVE || event->type == EVENT_RESUME ||
             event->type == EVENT_TIME || event->type == EVENT_GONE ||
             event->type == EVENT_RESIGN || (event->done && event->proposal == PROPOSE_TAKEBACK))
        notify_turn(self, game);
}
