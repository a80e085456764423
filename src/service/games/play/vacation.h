/* vacation.h - vacations of accounts: from when until when, and how many days of the year are left.
 * While somebody is on vacation the clocks of his slow games stand in his turns (game_away.h). One
 * thread begins and ends vacations by the date, and tells the games: of several servers with one
 * store that of the one that leads (store/watch.h).
 */
#ifndef SERVICE_VACATION_H
#define SERVICE_VACATION_H

#include <stdbool.h>

#include <jansson.h>

#include "store/tables/correspondence.h"

struct game;
struct games;
struct vacations;

/* NULL: out of memory. */
struct vacations *vacations_new(struct games *games, int days_a_year);
/* Reads the vacations from the store: before any flag falls. Once. */
paua_status vacations_load(struct vacations *self);
/* Starts the thread. Once. */
paua_status vacations_start(struct vacations *self);
void vacations_halt(struct vacations *self); /* also where it was not started; NULL is allowed */
void vacations_free(struct vacations *self); /* halted; NULL is allowed */

/* That of an account as it is now; with the days of this year. out->account stays NULL. */
void vacations_read(struct vacations *self, const char *account, store_vacation *out);
/* It was stored: it holds from now on. Out of memory it does from the next start on. */
void vacations_set(struct vacations *self, const store_vacation *vacation);

/* The account is closed: no vacation saves it any more. */
void vacations_close(struct vacations *self, const char *account);

/* The account has one more game. */
void vacations_touch(struct vacations *self, const char *account);

/* The side to move is out of time: whether it is on vacation, or takes a day now, so that it does
 * not lose. Under the game's lock. */
bool vacations_cover(struct vacations *self, const struct game *game);

/* For clients. NULL: out of memory. */
json_t *vacation_json(const store_vacation *vacation, int allowance);

#endif /* SERVICE_VACATION_H */
