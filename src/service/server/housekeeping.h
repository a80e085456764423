/* housekeeping.h - a background thread that announces presence a second after a change, closes idle
 * games, removes unplayed ones, and purges the lobby. */
#ifndef SERVICE_HOUSEKEEPING_H
#define SERVICE_HOUSEKEEPING_H

#include <stdbool.h>

struct housekeeping;
struct service;

/* NULL: out of memory. */
struct housekeeping *housekeeping_new(struct service *service);

/* Ends the thread. Before the store is closed. */
void housekeeping_stop(struct housekeeping *housekeeping);
void housekeeping_free(struct housekeeping *housekeeping); /* NULL is allowed */

#endif /* SERVICE_HOUSEKEEPING_H */
