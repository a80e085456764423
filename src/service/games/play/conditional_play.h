/* conditional_play.h - plays conditional moves: prunes the trees of a game after each of its events
 * and makes the answer that is due an action. All of these need the game's lock. */
#ifndef SERVICE_CONDITIONAL_PLAY_H
#define SERVICE_CONDITIONAL_PLAY_H

#include "service/games/play/action.h"

struct games;

/* The game has had this event: prunes the trees; those of which nothing is left are removed, from
 * the store, too. */
void conditional_follow(struct games *games, struct game *game, const struct event *event);

/* The same of an event that another server has stored, which removes them from the store. */
void conditional_see(struct game *game, const struct event *event);

/* The answer that is due as an action, which holds the game; NULL: none, or memory is out, which is
 * tried again soon. */
struct action *conditional_action(struct games *games, struct game *game);

/* Checks that action: sets its event. False: nothing is due, or the answer has turned out to be no
 * legal move, and the tree is removed. */
bool conditional_check(struct action *action);

#endif /* SERVICE_CONDITIONAL_PLAY_H */
