/* rooms.h - how many games an account plays at once, and whether its settings allow one more. A
 * place is held from when it is found until the seat is stored, so that games that begin at the
 * same moment do not both get the last one.
 */
#ifndef SERVICE_ROOMS_H
#define SERVICE_ROOMS_H

#include <stdbool.h>

#include <paua/status.h>

struct rooms;
struct service;

/* NULL: out of memory. */
struct rooms *rooms_new(void);
void rooms_free(struct rooms *self); /* NULL is allowed */

/* Takes a place for one more game of an account, beside those in which it has taken a seat and that
 * are not over; the game `except` does not count. *out: there was one; it is to be given back when
 * the seat is stored, or not. Returns PAUA_OK, or why the store cannot be read. Needs to be called
 * without any lock. */
paua_status rooms_take(struct service *service, const char *account, const char *except, bool *out);
/* Gives a place back; "": there was none. */
void rooms_give_back(struct service *service, const char *account);

#endif /* SERVICE_ROOMS_H */
