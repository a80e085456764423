/* event.h - what happens in a game: moves, what players do besides, what they propose to one
 * another. Events are numbered from 1 and stored before anybody sees them; a game is what its setup
 * and its events make of it (game_apply() in game.h).
 */
#ifndef SERVICE_EVENT_H
#define SERVICE_EVENT_H

#include <stdbool.h>

#include <paua/notation.h>

#include "service/games/model/seats.h"

#define NOBODY          (-1) /* in place of a side */
#define EVENT_TEXT_SIZE 640  /* bytes of the longest event as text, with its NUL */
#define CHAT_MAX        140  /* characters of a message */

typedef enum event_type {
    EVENT_MOVE,
    EVENT_RESIGN,
    EVENT_TIME,     /* a side has exceeded its time */
    EVENT_GONE,     /* another side, the text's letter, has claimed the game of one that has gone */
    EVENT_OFFER,    /* of a proposal, */
    EVENT_ACCEPT,   /* by one of those whom it needs, */
    EVENT_DECLINE,  /* which ends it, */
    EVENT_WITHDRAW, /* as does this, by the side that made it */
    EVENT_RESUME,   /* a paused game continues */
    EVENT_JOIN,     /* a free seat is taken */
    EVENT_ACCOUNT,  /* a seat that is played with a key is an account's, too, from now on */
    EVENT_CHAT,
    EVENT_VACATION_BEGIN, /* a player is on vacation: game_away.h */
    EVENT_VACATION_END,   /* and not any more */
    EVENT_CLOSE,          /* the game ends without a result */
    EVENT_TYPES
} event_type;

/* What players can propose. All others who are still in the game must accept. */
typedef enum proposal_kind {
    PROPOSE_DRAW,
    PROPOSE_TAKEBACK, /* of all moves from one of the proposer's own on */
    PROPOSE_PAUSE,
    PROPOSE_REMATCH,
    PROPOSALS
} proposal_kind;

struct event {
    event_type type;
    int side;               /* that did it, or NOBODY */
    proposal_kind proposal; /* of OFFER, ACCEPT, DECLINE and WITHDRAW */
    bool done;              /* of OFFER and ACCEPT: nobody's consent is missing any more */
    int ply;                /* of MOVE: its number; of a takeback: the number of the next move */
    paua_move move;         /* of MOVE */
    int64_t at_ms;          /* when it was stored, since 1970 */
    int64_t clock_ms;       /* the running time when it came */
    int64_t spent_ms;       /* of MOVE: what was charged for it */
    char *text; /* owned: a message, a name, the id of the next game, a reason; or NULL */
    unsigned char *key_hash; /* owned: SEAT_KEY_HASH_SIZE bytes, of JOIN with a key; else NULL */
    char account[ACCOUNT_ID_SIZE + 1]; /* of JOIN by an account, and of ACCOUNT; else "" */
};

/* "move", "resign", ...: as stored, and as named in streams. */
const char *event_type_name(event_type type);
/* "draw", "takeback", "pause", "rematch". */
const char *proposal_name(proposal_kind kind);
/* The proposal of this name, or -1. */
int proposal_find(const char *name);

/* b w r g y p; '-' for NOBODY. */
char side_letter(int side);

/* Writes the text that is stored of an event: a move in standard notation, else the letter of the
 * side and what belongs to the type. */
void event_format(const struct event *event, const paua_board *board, char text[EVENT_TEXT_SIZE]);

/* Reads a stored event. `now` is the position before it. The caller owns what *out points to, also
 * after a failure: PAUA_BAD_SYNTAX, the event is malformed, or a move that is not legal; or
 * PAUA_NO_MEMORY. */
paua_status event_parse(const char *type, const char *text, const paua_board *board,
                        const paua_position *now, struct event *out);

/* Frees what the event owns. */
void event_clear(struct event *event);

#endif /* SERVICE_EVENT_H */
