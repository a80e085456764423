/* mail_concerns.c - which event is worth a mail to whom. Who has acted knows of it; who follows the
 * game on the page sees it. */
#include "service/mail/mail_concerns.h"

#include <stdio.h>
#include <string.h>

#include "service/core/time_control.h"
#include "service/games/model/game_proposals.h"
#include "service/games/model/presence.h"
#include "service/games/play/cache.h"
#include "service/mail/game_draft.h"

#define NONE (-1) /* in place of a kind */

const char *mail_concerns_account(const struct game *game, int side)
{
    const struct seat *seat = &game->setup.seats[side];

    if (seat_is_computer(seat))
        return "";
    return game->players[side].seated ? game->players[side].account
           : seat->kind == SEAT_USER  ? seat->account
                                      : "";
}

/* How many different accounts of people play, or are to play. */
static int count_accounts(const struct game *game)
{
    int count = 0;

    for (int side = 0; side < game->setup.start.players; side++) {
        const char *account = mail_concerns_account(game, side);
        bool is_new = *account != '\0';

        for (int other = 0; other < side; other++)
            is_new = is_new && strcmp(mail_concerns_account(game, other), account) != 0;
        count += is_new;
    }
    return count;
}

bool mail_concerns_any(const struct game *game, const struct event *event, bool ends)
{
    const bool lives = game_is_timed(game) && !rules_are_correspondence(&game->setup.rules);

    if (!event)
        return count_accounts(game) > 1;
    switch (event->type) {
    case EVENT_JOIN:
        return true;
    case EVENT_MOVE:
    case EVENT_RESIGN:
    case EVENT_TIME:
    case EVENT_GONE:
    case EVENT_OFFER:
    case EVENT_ACCEPT:
    case EVENT_DECLINE:
    case EVENT_WITHDRAW:
    case EVENT_RESUME:
    case EVENT_CHAT:
        return ends || !lives;
    case EVENT_CLOSE:
        return count_accounts(game) > 0;
    default:
        return false;
    }
}

/* Whether the event gives a side the turn, and nobody has moved since. */
static bool gives_turn(const struct game *game, int number, int side)
{
    for (int later = number; later < game->event_count; later++) {
        if (game->events[later].type == EVENT_MOVE)
            return false;
    }
    return game_draft_is_turn(game, side);
}

/* What a mail to a side about the beginning of the game is. */
static int kind_of_beginning(const struct game *game, int side)
{
    if (!game->players[side].seated)
        return game->setup.seats[side].kind == SEAT_USER && !game_is_over(game) ? MAIL_CHALLENGE
                                                                                : NONE;
    if (game->setup.tournament[0])
        return MAIL_TOURNAMENT;
    for (int other = 0; other < game->setup.start.players; other++) {
        if (game->setup.seats[other].kind == SEAT_OPEN || game->setup.seats[other].is_challenge)
            return NONE; /* the game has begun with whoever took the last seat */
    }
    return gives_turn(game, 0, side) ? MAIL_TURN : MAIL_SEAT;
}

/* The same of an answer to a proposal, to one who has not given it. */
static int kind_of_answer(const struct game *game, const struct event *event, int number, int side)
{
    if (event->type == EVENT_OFFER && !event->done)
        return game_consent_needed(game, event->proposal, event->side) >> side & 1 ? MAIL_PROPOSAL
                                                                                   : NONE;
    if (event->type == EVENT_ACCEPT && !event->done)
        return NONE;
    if (event->done && event->proposal == PROPOSE_REMATCH)
        return MAIL_SEAT;
    return event->done && gives_turn(game, number, side) ? MAIL_TURN : MAIL_PROPOSAL;
}

/* What a mail about an event to a side is. */
static int kind_of_event(const struct game *game, int number, int side)
{
    const struct event *event = &game->events[number - 1];
    const bool acted =
        event->side != NOBODY && event->type != EVENT_TIME && event->type != EVENT_GONE &&
        strcmp(mail_concerns_account(game, event->side), mail_concerns_account(game, side)) == 0;

    if (acted || !game->players[side].seated)
        return NONE;
    if (game->end_event == number)
        return MAIL_END;
    switch (event->type) {
    case EVENT_MOVE:
    case EVENT_RESUME:
        return gives_turn(game, number, side) ? MAIL_TURN : NONE;
    case EVENT_RESIGN:
    case EVENT_TIME:
    case EVENT_GONE:
    case EVENT_JOIN:
        return gives_turn(game, number, side) ? MAIL_TURN : MAIL_SEAT;
    case EVENT_CHAT:
        return MAIL_CHAT;
    default:
        return event_is_about_proposal(event->type) ? kind_of_answer(game, event, number, side)
                                                    : NONE;
    }
}

int mail_concerns_players(const struct game *game, int number,
                          struct mail_concern out[PAUA_PLAYERS_MAX])
{
    const unsigned here = presence_seats(game_presence(game));
    int count = 0;

    for (int side = 0; side < game->setup.start.players; side++) {
        const char *account = mail_concerns_account(game, side);
        int known = 0;

        if (!*account || here >> side & 1)
            continue;
        const int kind =
            number > 0 ? kind_of_event(game, number, side) : kind_of_beginning(game, side);
        while (known < count && strcmp(out[known].account, account) != 0)
            known++;
        /* Who plays several sides gets one mail: of the side whose turn it is. */
        if (kind == NONE || (known < count && kind != MAIL_TURN))
            continue;
        out[known] = (struct mail_concern){.side = side, .kind = (enum mail_kind)kind};
        snprintf(out[known].account, sizeof out[known].account, "%s", account);
        count += known == count;
    }
    return count;
}

int mail_concerns_followers(const struct game *game, int number)
{
    if (number > 0 && game->end_event == number)
        return MAIL_END;
    return number > 0 && game->events[number - 1].type == EVENT_MOVE ? MAIL_FOLLOW : NONE;
}
