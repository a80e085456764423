/* timers.h - lets flags fall: one thread knows when the time of each game's turn is up, whether or
 * not the game is in memory, and submits ACTION_TIME then. While it knows of any game it has the
 * store save the running time every few seconds. Of several servers with one store the one that
 * leads lets flags fall (store/watch.h); all know of them.
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

/* The clock of the game may have changed. Under the game's lock. */
void timers_watch(struct timers *timers, const struct game *game);
/* The same for a game that is not in memory; 0: it has no deadline. */
void timers_note(struct timers *timers, const char *id, int64_t deadline_ms);
/* The flag of this game could not fall: try again in a second. */
void timers_retry(struct timers *timers, const char *id);

#endif /* SERVICE_TIMERS_H */
