/* action_check.h - whether an action is possible in the game as it is. */
#ifndef SERVICE_ACTION_CHECK_H
#define SERVICE_ACTION_CHECK_H

#include "service/games/play/action.h"
#include "store/core/batch.h"

/* Completes action->event for the store. False: the action changes nothing, and its request, if
 * any, has its response. Under the game's lock. */
bool action_check(struct action *action);

/* Takes a seat for a key or an account. Who has one already gets that. */
bool action_check_join(struct action *action);
/* An account takes a seat along that its owner has played with a key. The key remains good. */
bool action_check_link_account(struct action *action);

/* Adds what of that check could have changed until the batch is stored: a block meanwhile, also at
 * another server, is a conflict. */
void action_expect_company(const struct action *action, store_batch *batch);

/* Refuses the action with 409. Returns false. */
bool action_refuse(struct action *action, const char *code, const char *reason);

/* Respond to the action's request with the whole game, for the side that acts; with the i-th move
 * of the game, from 0. Under the game's lock. */
void action_respond_game(struct action *action);
void action_respond_move(struct action *action, int i);

#endif /* SERVICE_ACTION_CHECK_H */
