/* settled_proposals.h - completes a draw or a pause when the last player whose consent was missing
 * leaves the game. Calls need the lock of the game.
 */
#ifndef SERVICE_SETTLED_PROPOSALS_H
#define SERVICE_SETTLED_PROPOSALS_H

#include "service/games/play/action.h"

/* The action that completes such a proposal, which holds the game. NULL: none is due; or memory is
 * out, then the next event of the game brings it. */
struct action *settled_action(struct games *games, struct game *game);

/* Checks such an action and sets its event. False: none is due any more. */
bool settled_check(struct action *action);

#endif /* SERVICE_SETTLED_PROPOSALS_H */
