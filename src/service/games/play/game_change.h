/* game_change.h - the follow-up of every change of a game in memory: its creation, an event stored
 * here, an event stored by another server. Updates the ratings, bots, timers and streams of the
 * game, and calls the listeners of other rooms (listeners.h). Calls need the game's lock.
 */
#ifndef SERVICE_GAME_CHANGE_H
#define SERVICE_GAME_CHANGE_H

#include <stdbool.h>

struct game;
struct games;
struct seat;

/* After the game was created and stored by this server. */
void game_change_create(struct games *games, struct game *game);

/* After an event was applied, the game's newest. `computer_before`: the computer that was to move
 * before it, or NULL. */
void game_change_add_event(struct games *games, struct game *game, bool stored_here,
                           const struct seat *computer_before);
/* After all events that arrived together: wakes the streams, sets the timer, calls listeners. */
void game_change_announce(struct games *games, struct game *game);

#endif
