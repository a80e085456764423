/* reminders.h - the correspondence games in which it is the turn of an account: since when, when to
 * remind, when the game is lost on time, and whether the account was reminded of this turn.
 */
#ifndef SERVICE_REMINDERS_H
#define SERVICE_REMINDERS_H

#include <jansson.h>

#include <paua/status.h>

struct games;

/* The digest, {"games": [...], "due": N}: the games in which it is the turn of the account, and the
 * number of reminders that are due. PAUA_OK with a new reference in *out, PAUA_ERROR_NO_MEMORY, or
 * why the store cannot be read. Call it without any lock. */
paua_status reminders_json(struct games *games, const char *account, json_t **out);

#endif /* SERVICE_REMINDERS_H */
