/* vacation.h - vacations of accounts: from when until when, and how many days of the year are left.
 * While a player is on vacation, his clocks in correspondence games stand in his turns
 * (game_vacation.h). A thread begins and ends vacations by the date, and submits events to the
 * games of the account. Of several servers with one store, only the one that leads does so
 * (store/core/change_feed.h).
 *
 * While the date is in doubt (env.h), a vacation begins by the later one and ends by the earlier
 * one, so that a wrong date takes nobody's game.
 */
#ifndef SERVICE_VACATION_H
#define SERVICE_VACATION_H

#include <stdbool.h>

#include <jansson.h>

#include "store/tables/correspondence.h"

struct env_dates;
struct game;
struct games;
struct vacations;

enum vacation_phase { VACATION_NONE, VACATION_PLANNED, VACATION_RUNNING, VACATION_OVER };

/* The end of a vacation that its account has ended: over by any date. With the date of that moment
 * it would run again once the server's date is set back. */
#define VACATION_ENDED_MS 1

/* The one answer to whether somebody is on vacation. */
enum vacation_phase vacation_phase(const store_vacation *vacation, const struct env_dates *dates);

/* NULL: out of memory. */
struct vacations *vacations_new(struct games *games, int days_a_year);
/* Reads the vacations from the store. Once, before the first flag falls. PAUA_OK,
 * PAUA_ERROR_NO_MEMORY, or why the store cannot be read. */
paua_status vacations_load(struct vacations *self);
/* Starts the thread. Once. */
paua_status vacations_start(struct vacations *self);
void vacations_halt(struct vacations *self); /* also where it was not started; NULL is allowed */
void vacations_free(struct vacations *self); /* halted; NULL is allowed */

/* Whether both are alike in all but the account. */
bool vacation_is_same(const store_vacation *one, const store_vacation *other);
/* Sets the year to that of a date, and the days to those that were taken in it: 0 if none were. */
void vacation_set_year(store_vacation *vacation, const struct env_dates *dates);
/* The calls with `vacations_` from here on are thread-safe. */

/* The vacation of an account on a date, with the days of that year. out->account stays NULL. */
void vacations_read(struct vacations *self, const char *account, const struct env_dates *dates,
                    store_vacation *out);

/* The vacation of an account was changed in the store, perhaps by another server: reads it. What
 * cannot be read now is read later. From any thread that may read from the store. */
void vacations_refresh(struct vacations *self, const char *account);
/* The same for all accounts, later. */
void vacations_reload(struct vacations *self);

/* The account has got another game, which may lack the event of its vacation. Also under a game's
 * lock. */
void vacations_touch(struct vacations *self, const char *account);

/* Whether a vacation saves the side to move, whose flag has fallen: it is on one, or wants days to
 * be taken for it and has one left, which this call takes. While the date is in doubt, and until
 * all games have the end of the last vacation, that flag only waits. Under the game's lock. */
bool vacations_cover(struct vacations *self, const struct game *game);

/* A vacation as clients see it. NULL: out of memory. */
json_t *vacation_json(const store_vacation *vacation, const struct env_dates *dates,
                      int days_a_year);

#endif /* SERVICE_VACATION_H */
