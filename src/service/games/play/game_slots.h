/* rooms.h - how many games an account plays at once, and whether its settings allow one more. A
 * place is held from when it is found until the seat is stored, so that games that begin at the
 * same moment do not both get the last one.
 */
#ifndef SERVICE_GAME_SLOTS_H
#define SERVICE_GAME_SLOTS_H

#include <stdbool.h>

#include <paua/status.h>

struct game_slots;
struct games;

/* NULL: out of memory. */
struct game_slots *game_slots_new(void);
void game_slots_free(struct game_slots *self); /* NULL is allowed */

/* Takes a place for one more game of an account, beside those in which it has taken a seat and that
 * are not over; the game `except` does not count. *out: there was one; it is to be given back when
 * the seat is stored, or not. Returns PAUA_OK, or why the store cannot be read. Needs to be called
 * without any lock. */
paua_status game_slots_claim(struct games *games, const char *account, const char *except,
                             bool *out);
/* Gives a place back; "": there was none. */
void game_slots_release(struct games *games, const char *account);

#endif /* SERVICE_GAME_SLOTS_H */
