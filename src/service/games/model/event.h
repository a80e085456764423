/* event.h - events of a game: moves, proposals, seats taken, messages, the end. Events are numbered
 * from 1 and stored before anybody sees them. The state of a game follows from its setup and its
 * events (game_apply() in game.h).
 */
#ifndef SERVICE_EVENT_H
#define SERVICE_EVENT_H

#include <stdbool.h>

#include <paua/notation.h>

#include "service/games/model/seats.h"

#define NOBODY          (-1) /* in place of a side */
#define EVENT_TEXT_SIZE 640  /* bytes of the longest event as text, with its NUL */
#define CHAT_MAX        140  /* characters of a message */

/* The largest numbers of a move and of an event that a request may name; no stored event names a
 * larger one of a move. */
#define PLY_NUMBER_MAX   1000000
#define EVENT_NUMBER_MAX 999999999

typedef enum event_type {
    EVENT_MOVE,
    EVENT_RESIGN,
    EVENT_TIME, /* the flag of the side has fallen */
    EVENT_GONE, /* the side is disconnected, and another one has claimed the game */

    /* Proposals (event_is_about_proposal()): all sides that are asked must accept; one that
     * declines ends the proposal. */
    EVENT_OFFER,
    EVENT_ACCEPT,
    EVENT_DECLINE,
    EVENT_WITHDRAW,

    EVENT_RESUME,         /* a paused game continues */
    EVENT_JOIN,           /* a free seat is taken */
    EVENT_ACCOUNT,        /* the player of a seat with a key has linked it to an account */
    EVENT_CHAT,           /* a message to the other players */
    EVENT_VACATION_BEGIN, /* a player is on vacation (game_vacation.h) */
    EVENT_VACATION_END,   /* the player has returned */
    EVENT_CLOSE,          /* the game ends without a result */
    EVENT_TYPES
} event_type;

/* What players can propose. game_consent_needed() says who must accept: the others who are still in
 * the game, for a rematch also those who have left; computers are asked about draws only. */
typedef enum proposal_kind {
    PROPOSE_DRAW,
    PROPOSE_TAKEBACK, /* of all moves since one of the proposer's own, and of that one */
    PROPOSE_PAUSE,
    PROPOSE_REMATCH,
    PROPOSALS
} proposal_kind;

struct event {
    event_type type;
    int side;               /* the one that acts, or NOBODY */
    proposal_kind proposal; /* of OFFER, ACCEPT, DECLINE and WITHDRAW */
    bool done;              /* of OFFER and ACCEPT, set by game_apply(): everybody agrees */
    int ply;                /* of MOVE: its number; of a takeback: that of the next move after it */
    paua_move move;         /* of MOVE */
    int64_t at_ms;          /* when it was handed to the store, since 1970 */
    int64_t clock_ms;       /* the running time when it was requested */
    int64_t spent_ms;       /* of MOVE: the time charged for it */
    int64_t key;            /* of CHAT: the hash of its Idempotency-Key, 0: it has none */
    char *text;             /* owned; may be NULL:
                              * CHAT: the message; JOIN and ACCOUNT: the name of the player;
                              * TIME, in a tournament: the letter of the other side if it was there;
                              * GONE: the letter of the side that has claimed the game;
                              * VACATION_BEGIN: when it ends, in ms since 1970;
                              * VACATION_END: "spent", if the server took the day by itself;
                              * CLOSE: the reason, then perhaps a blank and the id of the next game;
                              * OFFER and ACCEPT of a rematch that is done: the id of that game */
    unsigned char *key_hash; /* owned: SEAT_KEY_HASH_SIZE bytes, of JOIN with a key; else NULL */
    char account[ACCOUNT_ID_SIZE + 1]; /* of JOIN by an account, and of ACCOUNT; else "" */
};

/* The name of a type in the store and in streams: "move", "resign", ... */
const char *event_type_name(event_type type);
/* "draw", "takeback", "pause", "rematch". */
const char *proposal_name(proposal_kind kind);
/* The proposal of this name, or -1. */
int proposal_find(const char *name);

/* OFFER, ACCEPT, DECLINE, WITHDRAW. */
bool event_is_about_proposal(event_type type);

/* RESIGN, TIME, GONE. */
bool event_is_departure(event_type type);

/* b w r g y p; '-' for NOBODY. */
char side_letter(int side);

/* Writes the text of an event for the store: a move in standard notation, else the letter of the
 * side and the values that belong to the type. */
void event_format(const struct event *event, const paua_board *board, char text[EVENT_TEXT_SIZE]);

/* Reads a stored event. `now` is the position before it. at_ms, clock_ms, spent_ms, key and done
 * stay 0: game_apply_row() and game_apply() set them. The caller owns what *out points to, also
 * after a failure: PAUA_ERROR_BAD_SYNTAX, the event is malformed, or a move that is not legal; or
 * PAUA_ERROR_NO_MEMORY. */
paua_status event_parse(const char *type, const char *text, const paua_board *board,
                        const paua_position *now, struct event *out);

/* Frees what the event owns. */
void event_clear(struct event *event);

#endif /* SERVICE_EVENT_H */
