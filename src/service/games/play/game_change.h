/* game_change.h - what follows a change of a game in memory, however it has come: by a creation, by
 * an event that was stored here, or by one that another server has stored. The ratings, bots, timers
 * and streams of the game are updated here; other rooms listen (listeners.h). Under the game's lock.
 */
#ifndef SERVICE_GAME_CHANGE_H
#define SERVICE_GAME_CHANGE_H

#include <stdbool.h>

struct game;
struct games;
struct seat;

/* The game was created here, and stored. */
void game_change_create(struct games *games, struct game *game);

/* The game's newest event has just become part of it. `computer_before`: the computer that was to
 * move before it, or NULL. */
void game_change_add_event(struct games *games, struct game *game, bool stored_here,
                           const struct seat *computer_before);
/* The events that came together are all part of the game: tells everybody who follows it. */
void game_change_announce(struct games *games, struct game *game);

#endif
