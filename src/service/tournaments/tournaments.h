/* tournaments.h - the open and running tournaments in memory, and their changes: one after the
 * other, each stored before anybody sees it. A thread of their own makes them: it reads ratings
 * and what other servers have changed, while the tournaments here can be read.
 *
 * A change and its consequences (a result, the pairings of the next round and its games) are one
 * batch. A result is stored after the end of its game. If the server is killed in between, the next
 * start finds the game over and enters the result.
 *
 * Of several servers with one store, the one whose change is stored first wins. The others read the
 * tournament again and repeat their change.
 */
#ifndef SERVICE_TOURNAMENTS_H
#define SERVICE_TOURNAMENTS_H

#include "http/http.h"
#include "service/accounts/accounts.h"
#include "service/tournaments/tournament.h"

/* How many may be open or running: in all, and of one owner. */
#define TOURNAMENTS_MAX       200
#define TOURNAMENTS_OWNER_MAX 5
/* After this time an open one without a time of start is called off, so that those that their
 * owners have forgotten do not count for ever. */
#define TOURNAMENT_OPEN_MS ((int64_t)7 * 24 * 60 * 60 * 1000)

struct game;
struct games;
struct notices;
struct tournaments;

enum tournament_change {
    TOURNAMENT_CREATE,
    TOURNAMENT_JOIN,
    TOURNAMENT_LEAVE,
    TOURNAMENT_START,  /* by its owner, or by the server at its time */
    TOURNAMENT_CANCEL, /* by its owner or the server before it has begun, by administrators */
    TOURNAMENT_RESULT  /* by the server itself */
};

/* NULL: out of memory. */
struct tournaments *tournaments_new(struct games *games, struct notices *notices);
void tournaments_free(struct tournaments *self); /* NULL is allowed */

/* Reads the open and running tournaments, and enters the results of games that have ended. Once,
 * when games can be loaded. Returns PAUA_OK, PAUA_ERROR_NO_MEMORY, or why the store cannot be
 * read. */
paua_status tournaments_load(struct tournaments *self);
/* Makes the changes that wait, then no others: results that come later are entered by the next
 * start. NULL is allowed. */
void tournaments_halt(struct tournaments *self);

/* Every minute: begins the tournaments that are due, calls off those that nobody has begun, and
 * retries what could not be read or stored. Without any lock. */
void tournaments_tick(struct tournaments *self);

/* The next calls follow changes of other servers with the same store. Without any lock but the
 * store's. */

/* Reads a tournament that another server has changed. If it cannot be read now, the next tick reads
 * all again. */
void tournaments_refresh(struct tournaments *self, const char *id);
/* The same of all tournaments, after cluster changes may have been missed. */
void tournaments_reload(struct tournaments *self);
/* Makes the next tick enter missing results, because a server has gone, perhaps between the end of
 * a game and its result. */
void tournaments_recheck_games(struct tournaments *self);

/* The store hangs: refuses the changes that wait for one which is being stored. */
void tournaments_refuse_waiting(struct tournaments *self);

/* Enters the result of a game of a tournament that has ended. Under the game's lock. */
void tournaments_game_over(struct tournaments *self, const struct game *game);

/* Makes a change that `who` requests, and responds with the tournament or the error. `player`: who
 * joins or leaves, else NULL. `created`: the new tournament of CREATE, taken over; else NULL,
 * and `id` names the tournament. */
void tournaments_change(struct tournaments *self, http_request *request,
                        enum tournament_change change, const struct login *who,
                        const struct contestant *player, struct tournament *created,
                        const char *id);

/* Calls off a tournament that is not over, for an administrator. `answer` is taken over: it is the
 * response once that is stored; NULL: out of memory. */
void tournaments_call_off(struct tournaments *self, http_request *request, const char *id,
                          char *answer);

/* The response to GET /tournaments/ID. PAUA_OK, PAUA_ERROR_NOT_FOUND, or why the store cannot be
 * read. *json: free() it. */
paua_status tournaments_read(struct tournaments *self, const char *id, char **json);

/* The same of a tournament that the request with this hash has created (idempotency_key.h).
 * PAUA_ERROR_CONFLICT: another request has. */
paua_status tournaments_read_repeat(struct tournaments *self, const char *id, int64_t content,
                                    char **json);

/* How many pairings a tournament has that is not over; 0 of others. */
int tournaments_count_games(struct tournaments *self, const char *id);

/* A page of the tournaments that are over, as a JSON array: tournament_rows_list(). *json:
 * free() it. */
paua_status tournaments_finished(struct tournaments *self, int64_t before_ms, int most,
                                 int64_t *next_ms, char **json);

/* The open or the running tournaments, newest first, as an array. NULL: out of memory. */
json_t *tournaments_list(struct tournaments *self, enum tournament_status status);

#endif
