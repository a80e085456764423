/* tournaments.h - the tournaments that are not over, in memory; what changes them, one change after
 * the other, each stored before anybody sees it.
 *
 * A change and all that follows from it - a result, the pairings of the next round and its games -
 * are one batch. A result is stored after the game that has it: where the server was killed in
 * between, the next start finds the game over and gives its tournament the result.
 *
 * Of several servers with one store the one whose change is stored first wins: the others read what
 * it has stored, and make their change again.
 */
#ifndef SERVICE_TOURNAMENTS_H
#define SERVICE_TOURNAMENTS_H

#include "http/http.h"
#include "service/accounts/accounts.h"
#include "service/tournaments/tournament.h"

#define TOURNAMENTS_MAX       200 /* that are not over, in all */
#define TOURNAMENTS_OWNER_MAX 5   /* of one owner */

struct game;
struct games;
struct notices;
struct tournaments;

enum tournament_change {
    TOURNAMENT_CREATE,
    TOURNAMENT_JOIN,
    TOURNAMENT_LEAVE,
    TOURNAMENT_START,  /* also by the server itself, where its time has come */
    TOURNAMENT_CANCEL, /* by its owner, before it has begun */
    TOURNAMENT_RESULT  /* by the server itself */
};

/* NULL: out of memory. */
struct tournaments *tournaments_new(struct games *games, struct notices *notices);
void tournaments_free(struct tournaments *self); /* NULL is allowed */

/* Reads the tournaments that are not over, and the results of their games that have ended. Once,
 * when games can be loaded. Returns PAUA_OK, or why the store cannot be read. */
paua_status tournaments_load(struct tournaments *self);

/* What is done every minute: tournaments whose time has come begin, and what could not be stored is
 * tried again. Without any lock. */
void tournaments_tick(struct tournaments *self, int64_t now_ms);

/* Another server with the same store has changed a tournament, or, after news were missed, any of
 * them; or has gone, and may have left a game whose tournament has no result of it: the next tick
 * looks. Without any lock but the store's. */
void tournaments_refresh(struct tournaments *self, const char *id);
void tournaments_reload(struct tournaments *self);
void tournaments_look_again(struct tournaments *self);

/* A game that belongs to a tournament is over. Under the game's lock. */
void tournaments_game_over(struct tournaments *self, const struct game *game);

/* Makes a change that somebody asks for, and responds with the tournament, or why not. `player`:
 * who joins or leaves; else NULL. `made`: a new tournament (of CREATE, taken over). `id`: of which
 * one else. */
void tournaments_change(struct tournaments *self, http_request *request,
                        enum tournament_change change, const struct login *who,
                        const struct contestant *player, struct tournament *made, const char *id);

/* The tournament of this id, over or not, as in GET /tournaments/ID. PAUA_OK; PAUA_NOT_FOUND; or
 * why the store cannot be read. */
paua_status tournaments_read(struct tournaments *self, const char *id, char **json);

/* Those that are open or running, newest first, as an array. NULL: out of memory. */
json_t *tournaments_list(struct tournaments *self, enum tournament_status status);

#endif
