/* housekeeping.h - a thread for what no request asks for: it announces presence a second after it
 * has changed, closes idle games, and clears the lobby of games that nobody plays any more. */
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
