/* action_check.h - checks whether the game as it is now allows an action. Calls need its lock. */
#ifndef SERVICE_ACTION_CHECK_H
#define SERVICE_ACTION_CHECK_H

#include "service/games/play/action.h"
#include "store/core/batch.h"

/* Completes action->event for the store. False: the action changes nothing, and its request, if
 * any, has its response. */
bool action_check(struct action *action);

/* The parts of action_check() in action_join.c: takes a seat for a key or an account, which gets
 * the seat it has if it has one; links the seat of a key to an account, while the key remains
 * valid. */
bool action_check_join(struct action *action);
bool action_check_link_account(struct action *action);

/* The part in admission.c. Whoever offers or accepts a rematch must be allowed to play it. The last
 * consent creates a game, which counts against the limits of its sender as a new game does. */
bool action_admit_rematch(struct action *action);

/* Makes the batch fail with a conflict where the account of the action was closed since the check,
 * or a player has blocked it, also at another server. */
void action_expect_account(const struct action *action, store_batch *batch);

/* Refuses the action with 409. Returns false. */
bool action_refuse(struct action *action, const char *code, const char *reason);

/* Responds with the whole game, for the side that acts. */
void action_respond_game(struct action *action);
/* Responds with the i-th move of the game, from 0. */
void action_respond_move(struct action *action, int i);

#endif /* SERVICE_ACTION_CHECK_H */
