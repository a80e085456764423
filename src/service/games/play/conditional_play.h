/* conditional_play.h - plays conditional moves: prunes the trees of a game after each of its
 * events, and submits the answer that is due as an action. Calls need the game's lock.
 */
#ifndef SERVICE_CONDITIONAL_PLAY_H
#define SERVICE_CONDITIONAL_PLAY_H

#include "service/games/play/action.h"

struct conditional;
struct games;

/* Prunes the trees of the game after an event and frees those that have ended. `stored_here`:
 * removes these from the store as well; else the server that has stored the event does. Where
 * memory is out, the game is behind with its trees (live_game). */
void conditional_prune(struct games *games, struct game *game, const struct event *event,
                       bool stored_here);

/* Puts a tree that is stored, NULL for none, in the place of that of a side, and prunes it to the
 * events of the game; removes it if it has ended. Where it follows an event that is not applied
 * here yet, or memory is out, the game has no tree and is behind with it. False: memory is out. */
bool conditional_replace(struct games *games, struct game *game, int side,
                         struct conditional *made);

/* Removes the tree of a side, from the store as well. */
void conditional_remove(struct games *games, struct game *game, int side);

/* The answer that is due, as an action that holds the game. NULL: none; or memory is out, then it
 * is retried soon. */
struct action *conditional_action(struct games *games, struct game *game);

/* Checks such an action and sets its event. False: no answer is due; or it is illegal, then the
 * tree is removed. */
bool conditional_check(struct action *action);

#endif /* SERVICE_CONDITIONAL_PLAY_H */
