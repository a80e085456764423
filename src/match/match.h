/* match.h - inside a match: its games, their pairings and results. */
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

#include <pthread.h>
#include <stdatomic.h>

#include <paua/lab/match.h>

#include "match/player.h"

/* The result of one game, kept for every game of the match. */
struct result {
    uint8_t state;  /* GAME_... */
    uint8_t points; /* half points of the engine with the lower number: 0 .. 2 */
    uint8_t fault;  /* a paua_fault, the loser's */
};

enum { GAME_OPEN, GAME_TAKEN, GAME_PLAYED };

struct paua_match {
    paua_match_setup setup;
    uint64_t setup_hash; /* FNV-1a, in the tag Event: another setup has another one */
    paua_net *nets[PAUA_ENGINE_CONFIGS_MAX]; /* the engines' own or NULL; owned */

    /* guarded by the lock while the match runs */
    pthread_mutex_t lock;
    struct result *results; /* one for each game; owned */
    int64_t next;           /* all games before it are taken */
    int64_t settled;        /* all games before it are played; even */
    paua_tally sequence;    /* of the settled games, for the SPRT */
    paua_sprt_state decision;
    int64_t counted; /* all games, or those up to the decision */
    paua_status status;
    char problem[200]; /* on the status */

    int log_fd; /* while a match runs; -1: none */
    atomic_bool stop;
};

/* Who plays game `number`, from 0, and from which opening. */
struct pairing {
    int black, white;
    int64_t opening;
    bool lower_black; /* the engine with the lower number has black */
};

struct pairing match_pairing(const paua_match *match, int64_t number);

/* The half points of a result for the engine with the lower number. */
uint8_t match_points(const struct pairing *pairing, paua_result result);

/* Records a result. The caller holds the lock, or the match does not run. */
void match_settle(paua_match *match, int64_t number, struct result result);

/* Plays game `number`, from 0. Returns PAUA_OK with *out filled, its game the caller's;
 * PAUA_ERROR_NOT_FOUND when the match is stopped first; PAUA_ERROR_UNSUPPORTED with out->note when
 * an external engine cannot be started; or PAUA_ERROR_NO_MEMORY. */
paua_status match_play(const paua_match *match, int64_t number, struct player *black,
                       struct player *white, paua_match_game *out);

/* The tag Event of every game of this match: APGN_EVENT and the setup's hash. Returns `event`. */
#define APGN_EVENT     "Match "
#define APGN_EVENT_MAX 32
char *apgn_event(const paua_match *match, char event[APGN_EVENT_MAX]);

#endif
