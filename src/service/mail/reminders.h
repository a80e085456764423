/* reminders.h - the slow games that wait for somebody: since when, when to remind him, when he
 * loses them, and whether he was reminded of this turn. One digest an account.
 */
#ifndef SERVICE_REMINDERS_H
#define SERVICE_REMINDERS_H

#include <jansson.h>

#include <paua/status.h>

struct games;

/* The digest, {"games": [...], "due": N}: all games that wait for the account, and how many of them
 * it is to be reminded of now. Returns PAUA_OK with a new reference in *out, PAUA_NO_MEMORY, or why
 * the store cannot be read. Needs to be called without any lock. */
paua_status reminders_json(struct games *games, const char *account, json_t **out);

#endif /* SERVICE_REMINDERS_H */
