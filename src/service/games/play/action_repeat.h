/* action_repeat.h - recognises an action whose response was lost and that the client sends again:
 * it is done once. Calls need the game's lock. */
#ifndef SERVICE_ACTION_REPEAT_H
#define SERVICE_ACTION_REPEAT_H

#include "service/games/play/action.h"

/* Whether the same seat has made the same move at the same ply: PAUA_OK with its index,
 * PAUA_ERROR_NOT_FOUND or PAUA_ERROR_NO_MEMORY. */
paua_status action_find_move(const struct action *action, int *index);

/* The stored message of the same seat with the same key; NULL: there is none, or no key. */
const struct event *action_find_chat(const struct action *action);

#endif /* SERVICE_ACTION_REPEAT_H */
