/* closings.h - accounts that are closed leave their games: they resign, and decline those that have
 * not begun. A thread does so after each closing; at its start also for accounts that were closed
 * while no server ran, or by one that was killed. Other rooms learn of a closing as listeners.
 */
#ifndef SERVICE_CLOSINGS_H
#define SERVICE_CLOSINGS_H

#include <paua/status.h>

struct closings;
struct games;

/* NULL: out of memory. */
struct closings *closings_new(struct games *games);
/* Starts the thread. Once, when games can be loaded and changed. */
paua_status closings_start(struct closings *self);
void closings_halt(struct closings *self); /* also where it was not started; NULL is allowed */
void closings_free(struct closings *self); /* halted; NULL is allowed */

/* An account was closed, and that is committed. If memory runs out, its games wait for the next
 * start. From any thread. */
void closings_add(struct closings *self, const char *account);

/* Looks in the store for closed accounts that still play: another server may have gone before it
 * was done. From any thread. */
void closings_recheck(struct closings *self);

#endif /* SERVICE_CLOSINGS_H */
