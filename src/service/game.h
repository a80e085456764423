/* game.h - one game in memory: its setup, the events that are stored, and what is being done to it.
 *
 * A game lives in the cache (cache.h); whoever uses it holds it there. The setup and the id never
 * change and may be read by anybody who holds the game. Calls need the game's lock, `mutex`, unless
 * stated otherwise; nothing is waited for while it is held.
 */
#ifndef SERVICE_GAME_H
#define SERVICE_GAME_H

#include <pthread.h>

#include "service/computer.h"
#include "service/keys.h"
#include "service/setup.h"

typedef enum event_type { EVENT_MOVE, EVENT_OFFER, EVENT_RESIGN, EVENT_AGREE } event_type;

/* Events are numbered from 1; a move's text is that of the move with the same count. */
struct event {
    unsigned char type; /* an event_type */
    unsigned char side; /* that did it */
};

struct action;
struct subscriber;

struct game {
    char id[GAME_ID_SIZE + 1];
    struct setup setup;
    int64_t created_ms;

    /* Under the cache's lock. */
    struct game *hash_next, *older, *newer;
    int holders;

    pthread_mutex_t mutex; /* guards what follows */
    paua_game *play;       /* the moves that are stored */
    struct event *events;  /* the events that are stored */
    int event_count, event_capacity;
    int offer;                   /* the side whose draw offer stands, or NOBODY */
    char *views[1 + PAUA_SIDES]; /* as JSON, for NOBODY and each seat; NULL: to be made */
    struct action *first_action, **last_action; /* waiting to be done */
    bool storing;                               /* the store writes an event of this game */
    char *review;                               /* once it was made: lines of JSON; else NULL */
    struct subscriber *subscribers;
    struct computer_turn turn;
};

/* A game without events. NULL: out of memory. Needs no lock. */
struct game *game_new(const char *id, int64_t created_ms, const struct setup *setup);
/* A game that nobody uses. NULL is allowed. */
void game_free(struct game *game);

/* Makes room for one more event and move, so that game_apply() cannot fail for lack of memory. */
bool game_reserve(struct game *game);

/* Adds an event; false if the game does not allow it now. `move` is for EVENT_MOVE. */
bool game_apply(struct game *game, event_type type, paua_side side, paua_move move);

/* What the outcome will be once this event is applied. */
paua_outcome game_outcome_after(struct game *game, event_type type, paua_side side, paua_move move);

bool game_is_over(const struct game *game);
/* The number of the next move. */
int game_ply(const struct game *game);
/* The seat of the computer if it is to move, else NULL. */
const struct seat *game_computer_to_move(const struct game *game);
/* The number of the event that played the i-th move, from 0. */
int game_move_event(const struct game *game, int i);

/* A copy for a search: the rules' view of the game. NULL: out of memory. */
paua_game *game_copy(const struct game *game);

#endif /* SERVICE_GAME_H */
