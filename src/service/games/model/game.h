/* game.h - one game in memory: its setup, its stored events, and the state that follows from them.
 *
 * A game lives in the cache (cache.h); whoever uses it holds it there. The setup and the id never
 * change and may be read by every holder. Calls need the game's lock, `mutex`, unless stated
 * otherwise. Nobody waits under it, except that the ratings of the players are read when a rated
 * game begins and ends (game_players.h).
 */
#ifndef SERVICE_GAME_H
#define SERVICE_GAME_H

#include <pthread.h>
#include <stdint.h>

#include <paua/game.h>

#include "service/core/keys.h"
#include "service/games/model/event.h"
#include "service/games/model/game_clock.h"
#include "service/games/model/setup.h"
#include "service/ratings/uncounted.h"
#include "store/core/store.h"

/* A seat may send at most this many chat messages within this time. */
#define CHAT_BURST    5
#define CHAT_BURST_MS 10000

/* A side may offer a rematch this many times, where it has withdrawn the others. */
#define REMATCH_OFFERS_MAX 5

/* The rating of the player of a rated game. */
struct seat_rating {
    bool is_known;
    double rating; /* before the game: now, at its beginning, or as its end found it */
    bool is_provisional;
    bool is_changed; /* the game is over and counts: `change` is set */
    double change;
};

/* Who sits on a seat. */
struct seated_player {
    bool seated; /* the seat is taken, or was never free */
    char name[SEAT_NAME_SIZE];
    unsigned char key_hash[SEAT_KEY_HASH_SIZE]; /* of a seated person with a key, else zero */
    char account[ACCOUNT_ID_SIZE + 1];          /* of a seated account, else "" */
    bool bot;                                   /* set by game_players.h, as is the rating */
    struct seat_rating rating;
    int64_t vacation_until_ms; /* since 1970; 0: not on vacation. game_vacation.h */
};

/* An open proposal. */
struct proposal {
    int by;            /* the side that made it, or NOBODY: there is none */
    unsigned accepted; /* sides that have accepted, as bits */
    int ply;           /* of a takeback: the number of the next move after it */
};

struct conditional;
struct live_game;

struct game {
    char id[ID_SIZE + 1];
    struct setup setup;
    int64_t number; /* the short one for people; 0: not stored yet */
    int64_t created_ms;
    int64_t clock_ms;       /* the running time then; 0: of a game older than the running time */
    struct live_game *live; /* of a game in the cache, else NULL: games/play/cache.h */

    pthread_mutex_t mutex; /* guards what follows */
    paua_game *play;       /* the stored moves, without those taken back */
    struct event *events;  /* the stored events */
    int event_count, event_capacity;
    int loaded_events; /* how many it had when it was read from the store */
    struct seated_player players[PAUA_PLAYERS_MAX];
    struct proposal proposals[PROPOSALS];
    /* Who has ended the side's last offer of a kind, until its next move: the side that declined
     * it, or the side itself, which withdrew it. NOBODY: it may offer this. */
    int8_t offer_ended_by[PROPOSALS][PAUA_PLAYERS_MAX];
    int64_t began_ms;           /* when the last seat was taken, since 1970; 0: not yet */
    int64_t moved_ms;           /* of the newest move, since 1970; 0: none yet */
    int end_event;              /* the number of the event that ended the game; 0: none yet */
    enum uncounted uncounted;   /* a rated game that is over: why no rating has changed */
    int64_t stored_deadline_ms; /* of the row when it was read: as game_deadline(), but 0 where an
                                 * older version knew of none */
    int64_t closes_ms;          /* when it closes, if nothing happens; 0: never */
    struct game_clock clock;    /* without a time limit no flag falls */
    struct game_clock *clocks;  /* of a timed game: after each event */
    int clock_capacity;
    const char *closed;     /* why the game ended without a result, or NULL */
    int closed_by;          /* who declined to play, or NOBODY */
    char next[ID_SIZE + 1]; /* the game that follows this one, or "" */
    bool paused;
    bool loaded_elsewhere;             /* another server had its computers move when it was read */
    char *views[1 + PAUA_PLAYERS_MAX]; /* cached JSON for NOBODY and each seat; NULL: not made */
    struct conditional *conditionals[PAUA_PLAYERS_MAX]; /* owned; NULL: the seat has none */
};

/* A game without events. NULL: out of memory. Needs no lock. */
struct game *game_new(const char *id, int64_t created_ms, int64_t clock_ms,
                      const struct setup *setup);
/* Nobody may use the game any more. NULL is allowed. */
void game_free(struct game *game);

/* Reserves memory for one more event and move, so that game_apply() cannot run out of it. */
bool game_reserve(struct game *game);

/* Adds an event, takes over its text and sets event->done. On failure nothing has changed: the game
 * does not allow the event now (PAUA_ERROR_CONFLICT and others of paua/game.h), or
 * PAUA_ERROR_NO_MEMORY. */
paua_status game_apply(struct game *game, struct event *event);

/* The state of a game once an event is applied. */
struct game_outcome {
    paua_outcome outcome;
    bool over;          /* also without a result */
    bool computer_next; /* a computer will be to move */
    bool rematch;       /* everybody wants a rematch: event->text is to name it */
    const char *closed; /* why it ended without a result, or NULL */
    unsigned best;      /* a rated game ends and counts: who finished best, as bits; else 0 */
    bool unplayed;      /* it ended without a result, before the first move */
    store_listing listing;
    int64_t idle_ms;     /* after this time without an event it closes; 0: never */
    int64_t deadline_ms; /* as game_deadline() */
};
/* As game_apply(), but leaves the game unchanged. */
paua_status game_dry_run(struct game *game, const struct event *event, struct game_outcome *out);

/* Where the lobby shows the game. */
store_listing game_listing(const struct game *game);
/* After how long without an event the game closes: a week before it begins, two weeks while a
 * person without a clock is to move. 0: never, because a clock runs or the computer is to move. */
int64_t game_idle_ms(const struct game *game);

/* Whether nothing can be played any more, with or without a result. */
bool game_is_over(const struct game *game);
/* The message of the error "game_over". */
#define GAME_OVER "the game is over"
/* Whether every seat is taken. */
bool game_is_full(const struct game *game);
/* Whether the game has a clock, of which each event keeps the state. */
bool game_is_timed(const struct game *game);
/* The running time at which the flag of the side to move falls, or its first move must have come;
 * 0: no clock runs, or a computer is to move, whose flag never falls. */
int64_t game_deadline(const struct game *game);
/* Sets the deadline of a game that has one, and from when on the clock runs or the move is awaited.
 */
void game_set_deadline(struct game *game, int64_t deadline_ms);
/* The number of the next move. */
int game_ply(const struct game *game);
/* The seat of the computer if it is to move, else NULL. */
const struct seat *game_computer_to_move(const struct game *game);
/* The number of the event that played the i-th move, from 0. */
int game_move_event(const struct game *game, int i);

/* Whether the side has left a game of three or more, by resigning or by time. */
bool game_side_has_left(const struct game *game, int side);
/* Whether the event of this number, from 1, is the departure of the side that was to move. */
bool game_departure_passes_turn(const struct game *game, int number);
/* Whether the side is played under a nickname, without an account. */
bool game_side_is_guest(const struct game *game, int side);
/* Whether the game is not over and the side has not left it. */
bool game_side_plays(const struct game *game, int side);

/* A copy for a search: the rules' view of the game. NULL: out of memory. */
paua_game *game_copy(const struct game *game);
/* The same as it was after the first `events` events. */
paua_game *game_copy_at(const struct game *game, int events);
/* Applies what an event of the game did in the rules' view: a move, a departure, a takeback, an
 * agreement. As game_apply(). */
paua_status game_replay_event(paua_game *play, const struct event *event);

#endif /* SERVICE_GAME_H */
