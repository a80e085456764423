/* action_repeat.h - recognises an action whose response was lost and that the client sends again:
 * it is done once, and not after the game has gone on. Calls need the game's lock. */
#ifndef SERVICE_ACTION_REPEAT_H
#define SERVICE_ACTION_REPEAT_H

#include "service/games/play/action.h"

/* Whether the same seat has made the same move at the same ply: PAUA_OK with its index,
 * PAUA_ERROR_NOT_FOUND or PAUA_ERROR_NO_MEMORY. */
paua_status action_find_move(const struct action *action, int *index);

/* The stored message of the same seat with the same key; NULL: there is none, or no key. */
const struct event *action_find_chat(const struct action *action);

/* The message of the error "overtaken". */
#define OVERTAKEN "the game went on before this arrived"

/* Refuses the action with it. Returns false. */
bool action_refuse_overtaken(struct action *action);

/* Whether a move was made or taken back after event number `after`. */
bool game_moved_since(const struct game *game, int after);

/* Whether nothing has come since the last event that the client knows (action->after) that makes a
 * resignation, a claim, a resumption or a proposal one of the past. False: the request has its
 * response, the game where the same was done before, else 409. True without such a number. */
bool action_is_timely(struct action *action);

#endif /* SERVICE_ACTION_REPEAT_H */
