/* game_slots.h - limits how many games an account plays at once, as its settings say. A slot is
 * claimed before the seat is stored and released after, so that two games that begin at the same
 * moment cannot both get the last one.
 */
#ifndef SERVICE_GAME_SLOTS_H
#define SERVICE_GAME_SLOTS_H

#include <stdbool.h>

#include <paua/status.h>

/* Why somebody's game cannot begin: a format for his name. */
#define GAME_SLOTS_TAKEN "%.20s plays as many games at once as allowed"

struct game_slots;
struct games;

/* NULL: out of memory. */
struct game_slots *game_slots_new(void);
void game_slots_free(struct game_slots *self); /* NULL is allowed */

/* Claims a slot for one more game of an account. Its open games in which it has taken a seat count,
 * except the game `except`. *out: the slot is claimed; release it when the seat is stored or
 * refused. Returns PAUA_OK, or why the store cannot be read. Call it without any lock. */
paua_status game_slots_claim(struct games *games, const char *account, const char *except,
                             bool *out);
/* Releases a slot of an account; "": none was claimed. */
void game_slots_release(struct games *games, const char *account);

#endif /* SERVICE_GAME_SLOTS_H */
