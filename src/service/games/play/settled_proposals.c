/* settled_proposals.c - completes proposals that wait for nobody any more. The completion is an
 * event of its own behind the departure, an acceptance: games that were stored without it stay as
 * they were played. */
#include "service/games/play/settled_proposals.h"

#include <stdlib.h>

#include "service/games/model/game_proposals.h"
#include "service/games/play/cache.h"
#include "service/games/play/games.h"

struct action *settled_action(struct games *games, struct game *game)
{
    const bool due = game_proposal_settled(game) != PROPOSALS;
    struct action *action = due ? calloc(1, sizeof *action) : NULL;

    if (!action)
        return NULL;
    *action = (struct action){.kind = ACTION_SETTLE, .games = games, .game = game, .side = NOBODY};
    cache_hold(games->cache, game);
    return action;
}

/* The event is that of a player who has accepted the proposal, or has made it, and still plays. */
bool settled_check(struct action *action)
{
    const struct game *game = action->game;
    const proposal_kind kind = game_proposal_settled(game);

    if (kind == PROPOSALS)
        return false;
    const struct proposal *proposal = &game->proposals[kind];
    for (int side = 0; side < game->setup.start.players; side++) {
        if (game_side_plays(game, side) && (proposal->accepted >> side & 1 || proposal->by == side))
            action->side = action->event.side = side;
    }
    action->event.type = EVENT_ACCEPT;
    action->event.proposal = kind;
    return action->side != NOBODY;
}
