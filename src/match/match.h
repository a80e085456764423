/* match.h - the inside of a match. */
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

#include <pthread.h>
#include <stdatomic.h>

#include <paua/match.h>

#include "match/player.h"

/* How one game went: kept for every game of the match. */
struct result {
    uint8_t state;  /* GAME_... */
    uint8_t points; /* half points of the engine whose number is lower: 0 .. 2 */
    uint8_t fault;  /* of whom has lost */
};

enum { GAME_OPEN, GAME_TAKEN, GAME_PLAYED };

struct paua_match {
    paua_match_setup setup;
    uint64_t setup_hash;                     /* tells setups apart */
    paua_net *nets[PAUA_ENGINE_CONFIGS_MAX]; /* the engines' own, or NULL; owned */

    /* guarded by the lock while a match runs */
    pthread_mutex_t lock;
    struct result *results; /* one for each game; owned */
    int64_t next;           /* before it all games are taken */
    int64_t settled;        /* before it all games are played, whole pairs of them */
    paua_tally sequence;    /* of those, for the SPRT */
    paua_sprt_state decision;
    int64_t counted; /* games that count: all, or those up to the decision */
    paua_status status;

    atomic_bool stop;
};

/* Game `number` from 0: who plays, and from which opening. */
struct pairing {
    int black, white;
    int64_t opening;
    bool lower_black; /* the engine with the lower number has black */
};

struct pairing match_pairing(const paua_match *match, int64_t number);

/* The half points of a result for the engine with the lower number. */
uint8_t match_points(const struct pairing *pairing, paua_result result);

/* Notes a result; the lock is held, or nobody else is there yet. */
void match_settle(paua_match *match, int64_t number, struct result result);

/* Plays game `number` from 0. Returns PAUA_OK with *out filled, its game the caller's; PAUA_NOT_FOUND when the match is
 * stopped before its end; or PAUA_NO_MEMORY. */
paua_status match_play(const paua_match *match, int64_t number, struct player *black,
                       struct player *white, paua_match_game *out);

/* What the tag Event says in every game of this match: how it begins in all, and a number. Returns `event`. */
#define APGN_EVENT     "Match "
#define APGN_EVENT_MAX 32
char *apgn_event(const paua_match *match, char event[APGN_EVENT_MAX]);

/* A source for a reader of games (record.h) whose context is a pointer to the rest of a text. */
long apgn_read_text(char *bytes, size_t cap, void *context);

#endif
