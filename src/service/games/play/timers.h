/* timers.h - lets flags fall. A thread keeps the deadline of every running clock, whether or not
 * the game is in memory, and submits ACTION_TIME when it is due. While there is any, it makes the
 * store save the running time every few seconds. Of several servers with one store, all keep the
 * deadlines, but only the one that leads lets flags fall (store/core/change_feed.h).
 */
#ifndef SERVICE_TIMERS_H
#define SERVICE_TIMERS_H

#include <stdint.h>

#include <paua/status.h>

struct game;
struct games;
struct timers;

struct timers *timers_new(struct games *games); /* NULL: out of memory */
/* Reads the deadlines of all games from the store and starts the thread. Once. */
paua_status timers_start(struct timers *timers);
/* Ends the thread. Also where it was not started; NULL is allowed. */
void timers_halt(struct timers *timers);
void timers_free(struct timers *timers); /* halted; NULL is allowed */

/* Sets the deadline of a game whose clock may have changed. Under its lock. */
void timers_watch(struct timers *timers, const struct game *game);
/* Begins the wait for a move anew in a game of an older version, which knew of no deadline. When
 * the game is read again before its next event, the wait goes on. No other thread may use the
 * game yet. */
void timers_begin(struct timers *timers, struct game *game);
/* Sets the deadline of a game that is not in memory; 0: none. */
void timers_note(struct timers *timers, const char *id, int64_t deadline_ms);
/* Submits the action of this game again in a second, because it could not be done now. */
void timers_retry(struct timers *timers, const char *id);

#endif /* SERVICE_TIMERS_H */
