/* game_proposals.c - who must agree to a proposal, and what each event does to the open ones. */
#include "service/games/model/game_proposals.h"

unsigned game_consent_needed(const struct game *game, proposal_kind kind, int side)
{
    unsigned needed = 0;

    for (int other = 0; other < game->setup.start.players; other++) {
        bool asked = kind == PROPOSE_DRAW || !seat_is_computer(&game->setup.seats[other]);

        if (other != side && asked && (kind == PROPOSE_REMATCH || !game_side_has_left(game, other)))
            needed |= 1u << other;
    }
    return needed;
}

bool game_takeback_revives(const struct game *game, int ply)
{
    for (int i = paua_game_departures(game->play); i-- > 0;) {
        paua_reason reason;
        int moves;

        paua_game_departure(game->play, i, &moves, &reason);
        if (moves > ply - game->setup.start.ply)
            return true;
    }
    return false;
}

/* The sides that still have to accept an open proposal. */
static unsigned consent_missing(const struct game *game, proposal_kind kind)
{
    const struct proposal *proposal = &game->proposals[kind];

    return game_consent_needed(game, kind, proposal->by) & ~proposal->accepted;
}

proposal_kind game_proposal_settled(const struct game *game)
{
    static const proposal_kind kinds[] = {PROPOSE_DRAW, PROPOSE_PAUSE}; /* a draw ends the game */

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (game->proposals[kinds[i]].by != NOBODY && !consent_missing(game, kinds[i]))
            return kinds[i];
    }
    return PROPOSALS;
}

struct refusal game_offer_refusal(const struct game *game, proposal_kind kind, int side)
{
    const bool over = game_is_over(game);

    if (!game_is_full(game))
        return (struct refusal){"not_started", "the game begins when every seat is taken"};
    if (kind == PROPOSE_REMATCH && (!over || game->closed || game->next[0]))
        return (struct refusal){"not_over", "a rematch follows a finished game"};
    if (kind == PROPOSE_REMATCH)
        return (struct refusal){NULL, NULL};
    if (over)
        return (struct refusal){"game_over", GAME_OVER};
    if (!game_side_plays(game, side))
        return (struct refusal){"out_of_game", "this seat has left the game"};
    if (game->paused && kind != PROPOSE_TAKEBACK)
        return (struct refusal){"paused", "the game is paused"};
    return (struct refusal){NULL, NULL};
}

bool game_can_take_back(const struct game *game, int ply)
{
    return ply >= game->setup.start.ply && ply < game_ply(game);
}

/* Whether a proposal may be made now. */
static bool may_offer(const struct game *game, const struct event *event)
{
    return game->proposals[event->proposal].by == NOBODY &&
           !game_offer_refusal(game, event->proposal, event->side).code &&
           (event->proposal != PROPOSE_TAKEBACK || game_can_take_back(game, event->ply));
}

/* Whether the side's consent to an open proposal is still missing, or the side completes one to
 * which nobody's is. */
static bool may_answer(const struct game *game, const struct event *event)
{
    if (game->proposals[event->proposal].by == NOBODY)
        return false;
    if (event->type == EVENT_ACCEPT && event->proposal == game_proposal_settled(game))
        return game_side_plays(game, event->side);
    return consent_missing(game, event->proposal) >> event->side & 1;
}

bool game_proposal_allows(const struct game *game, const struct event *event)
{
    switch (event->type) {
    case EVENT_OFFER:
        return may_offer(game, event);
    case EVENT_ACCEPT:
    case EVENT_DECLINE:
        return may_answer(game, event);
    case EVENT_WITHDRAW:
        return game->proposals[event->proposal].by == event->side;
    default:
        return false;
    }
}

void game_proposal_complete(const struct game *game, struct event *event)
{
    const struct proposal *proposal = &game->proposals[event->proposal];

    event->done = false;
    if (event->type == EVENT_ACCEPT) {
        event->done = !(consent_missing(game, event->proposal) & ~(1u << event->side));
        event->ply = proposal->ply;
    } else if (event->type == EVENT_OFFER) {
        event->done = !game_consent_needed(game, event->proposal, event->side);
    }
}

int game_rematch_offers(const struct game *game, int side)
{
    int count = 0;

    for (int i = game->end_event; i < game->event_count; i++) {
        const struct event *event = &game->events[i];

        count +=
            event->type == EVENT_OFFER && event->proposal == PROPOSE_REMATCH && event->side == side;
    }
    return count;
}

void game_proposals_update(struct game *game, const struct event *event)
{
    struct proposal *proposal = &game->proposals[event->proposal];

    switch (event->type) {
    case EVENT_OFFER:
        *proposal = (struct proposal){.by = event->done ? NOBODY : event->side, .ply = event->ply};
        game->offer_ended_by[event->proposal][event->side] = NOBODY;
        break;
    case EVENT_ACCEPT:
        proposal->accepted |= 1u << event->side;
        if (event->done)
            proposal->by = NOBODY;
        break;
    case EVENT_DECLINE:
    case EVENT_WITHDRAW:
        game->offer_ended_by[event->proposal][proposal->by] = (int8_t)event->side;
        proposal->by = NOBODY;
        break;
    case EVENT_MOVE:
        /* A draw offer stands until another side moves, a takeback until anybody does. */
        if (game->proposals[PROPOSE_DRAW].by != event->side)
            game->proposals[PROPOSE_DRAW].by = NOBODY;
        game->proposals[PROPOSE_TAKEBACK].by = NOBODY;
        for (int kind = 0; kind < PROPOSALS; kind++)
            game->offer_ended_by[kind][event->side] = NOBODY;
        break;
    default:
        break;
    }

    /* The end of a game ends all proposals but a rematch. */
    for (int kind = 0; kind < PROPOSE_REMATCH && game_is_over(game); kind++)
        game->proposals[kind].by = NOBODY;
}
