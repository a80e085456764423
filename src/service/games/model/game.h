/* game.h - one game in memory: its setup, the events that are stored, what they have made of it,
 * and what is being done to it.
 *
 * A game lives in the cache (cache.h); whoever uses it holds it there. The setup and the id never
 * change and may be read by anybody who holds the game. Calls need the game's lock, `mutex`, unless
 * stated otherwise; nothing is waited for while it is held, but for the ratings of players when a
 * rated game begins and ends (game_rating.h).
 */
#ifndef SERVICE_GAME_H
#define SERVICE_GAME_H

#include <pthread.h>

#include <paua/game.h>

#include "service/core/keys.h"
#include "service/games/model/event.h"
#include "service/games/model/game_clock.h"
#include "service/games/model/setup.h"
#include "store/core/store.h"

#define CHAT_BURST    5     /* messages of one seat */
#define CHAT_BURST_MS 10000 /* in this time */

/* The rating of the player of a rated game. */
struct seat_rating {
    bool is_known;
    double rating; /* when the game began, or now where it has not; at its end before it */
    bool is_provisional;
    bool is_changed; /* the game has ended, and counts */
    double change;
};

/* Who sits on a seat. */
struct seated_player {
    bool seated; /* a computer, a person, or who has taken an open seat */
    char name[SEAT_NAME_SIZE];
    unsigned char key_hash[SEAT_KEY_HASH_SIZE]; /* of a seated person with a key, else zero */
    char account[ACCOUNT_ID_SIZE + 1];          /* of a seated account, else "" */
    bool bot;                                   /* it was one when this was read: bots.h */
    struct seat_rating rating;                  /* game_rating.h */
    int64_t vacation_until_ms;                  /* on vacation, since 1970; 0: not. game_away.h */
    int64_t chats_ms[CHAT_BURST]; /* the last messages, oldest first; clock_now_ms() */
};

/* A proposal that stands. */
struct proposal {
    int by;            /* the side that made it, or NOBODY: there is none */
    unsigned accepted; /* sides that have accepted, as bits */
    int ply;           /* of a takeback: the number of the next move after it */
};

struct conditional;
struct live_game;

struct game {
    char id[GAME_ID_SIZE + 1];
    struct setup setup;
    int64_t number; /* by which people call it; 0: it is not stored yet */
    int64_t created_ms;
    int64_t clock_ms;       /* the running time then; 0: stored before it was kept */
    struct live_game *live; /* of a game in the cache, else NULL: games/play/live_game.h */

    pthread_mutex_t mutex; /* guards what follows */
    paua_game *play;       /* the moves that are stored, without those taken back */
    struct event *events;  /* the events that are stored */
    int event_count, event_capacity;
    int loaded_events; /* with which it was read from the store */
    struct seated_player players[PAUA_PLAYERS_MAX];
    struct proposal proposals[PROPOSALS];
    int64_t began_ms;          /* when the last seat was taken, since 1970; 0: not yet */
    int64_t moved_ms;          /* of the newest move, since 1970; 0: none yet */
    int end_event;             /* the number of the event that ended the game; 0: none yet */
    int64_t closes_ms;         /* when it will, if nothing happens; 0: never */
    struct game_clock clock;   /* also without a limit of time: then no flag falls */
    struct game_clock *clocks; /* of a timed game: after each event */
    int clock_capacity;
    const char *closed;          /* why the game ended without a result, or NULL */
    int closed_by;               /* who declined to play, or NOBODY */
    char next[GAME_ID_SIZE + 1]; /* the game that follows this one, or "" */
    bool paused;
    bool loaded_elsewhere;             /* when it was read, another server had its computers move */
    char *views[1 + PAUA_PLAYERS_MAX]; /* as JSON, for NOBODY and each seat; NULL: to be made */
    struct conditional *conditionals[PAUA_PLAYERS_MAX]; /* owned; NULL: the seat has none */
};

/* A game without events. NULL: out of memory. Needs no lock. */
struct game *game_new(const char *id, int64_t created_ms, int64_t clock_ms,
                      const struct setup *setup);
/* A game that nobody uses. NULL is allowed. */
void game_free(struct game *game);

/* Makes room for one more event and move, so that game_apply() cannot fail for lack of memory. */
bool game_reserve(struct game *game);

/* Adds an event and takes over its text, and sets event->done. Else nothing has changed: the game
 * does not allow the event now (PAUA_CONFLICT and others of game.h), or PAUA_NO_MEMORY. */
paua_status game_apply(struct game *game, struct event *event);

/* What the game will be once an event is applied. */
struct game_outcome {
    paua_outcome outcome;
    bool over;          /* also without a result */
    bool computer_next; /* a computer will be to move */
    bool rematch;       /* everybody wants a rematch: event->text is to name it */
    const char *closed; /* why it ended without a result, or NULL */
    unsigned best;      /* a rated game ends and counts: who came out best, as bits; else 0 */
    bool unplayed;      /* it ended so, and nobody made a move */
    store_listing listing;
    int64_t idle_ms;     /* after this time without an event it closes; 0: never */
    int64_t deadline_ms; /* as game_deadline() */
};
/* As game_apply(), without applying it. */
paua_status game_dry_run(struct game *game, const struct event *event, struct game_outcome *out);

/* Where the lobby shows the game. */
store_listing game_listing(const struct game *game);
/* After how long without an event the game closes; 0: never. A game that has not begun has a week,
 * one that a person does not go on with two; clocks and computers do not let games lie. */
int64_t game_idle_ms(const struct game *game);

/* Whether nothing can be played any more, with or without a result. */
bool game_is_over(const struct game *game);
/* Whether every seat is taken. */
bool game_is_full(const struct game *game);
/* Whether the game has a clock that is kept. */
bool game_is_timed(const struct game *game);
/* The running time at which the flag of the side to move falls; 0: no clock runs, or a computer's,
 * whose flag does not fall. */
int64_t game_deadline(const struct game *game);
/* The number of the next move. */
int game_ply(const struct game *game);
/* The seat of the computer if it is to move, else NULL. */
const struct seat *game_computer_to_move(const struct game *game);
/* The number of the event that played the i-th move, from 0. */
int game_move_event(const struct game *game, int i);

/* Whether this side has neither lost its seat by resigning or by time, nor is the game over. */
bool game_side_plays(const struct game *game, int side);
/* The sides that must accept what `side` proposes, as bits: all others who are still in the game;
 * computers are asked for a draw alone. After the game everybody counts as in the game. */
unsigned game_consent_needed(const struct game *game, proposal_kind kind, int side);

/* The side whose key has this hash, or NOBODY. */
int game_seat_of_key(const struct game *game, const unsigned char hash[SEAT_KEY_HASH_SIZE]);
/* The open seat whose invitation has this hash, taken or not, or NOBODY. Needs no lock. */
int game_seat_of_invitation(const struct game *game, const unsigned char hash[SEAT_KEY_HASH_SIZE]);

/* A copy for a search: the rules' view of the game. NULL: out of memory. */
paua_game *game_copy(const struct game *game);
/* The same as it was after the first `events` events. */
paua_game *game_copy_at(const struct game *game, int events);
/* Applies what an event of the game did in the rules' view: a move, a departure, a takeback, an
 * agreement. As game_apply(). */
paua_status game_replay_event(paua_game *play, const struct event *event);

#endif /* SERVICE_GAME_H */
