/* action.h - a request to change a game: a move, a resignation, a proposal, a seat taken, a
 * message. The actions on one game are done one after the other, each stored before it is
 * announced. action.c describes the whole life of a move.
 */
#ifndef SERVICE_ACTION_H
#define SERVICE_ACTION_H

#include "http/http.h"
#include "service/games/play/identity.h"

typedef enum action_kind {
    ACTION_MOVE,
    ACTION_COMPUTER_MOVE,
    ACTION_CONDITIONAL, /* the answer of a conditional move: conditional_play.h */
    ACTION_RESIGN,
    ACTION_DECLINE,    /* a player does not want to play */
    ACTION_CLOSE_IDLE, /* by the server itself */
    ACTION_PROPOSAL,   /* offers, accepts, declines or withdraws one */
    ACTION_SETTLE,     /* by the server itself: the last one whose consent was missing has left */
    ACTION_RESUME,
    ACTION_JOIN,         /* takes a free seat */
    ACTION_LINK_ACCOUNT, /* the player of a seat with a key links it to his account */
    ACTION_CHAT,
    ACTION_TIME,           /* the flag of the side to move falls */
    ACTION_CLAIM,          /* claims the game: the side to move is disconnected */
    ACTION_BEGIN_VACATION, /* by the server itself, as the next one: vacation.h */
    ACTION_END_VACATION
} action_kind;

/* What to do with a proposal. ANSWER accepts an open one, else offers it. */
typedef enum proposal_wish {
    WISH_ANSWER,
    WISH_OFFER,
    WISH_ACCEPT,
    WISH_DECLINE,
    WISH_WITHDRAW
} proposal_wish;

struct game_creation;
struct games;
struct rating_update;

struct action {
    struct action *next; /* in the queue of the game */
    action_kind kind;
    struct games *games;
    /* Called once when the action is over, under the game's lock, or NULL. `failed`: it was valid,
     * but could not be stored. */
    void (*done)(struct game *game, bool failed, void *context);
    void *done_context;
    struct game *game;        /* held */
    http_request *request;    /* deferred; NULL for the computer and the server itself */
    int side;                 /* the side that acts, or NOBODY */
    struct identity identity; /* the sender of the request */
    int64_t at_ms;            /* the running time when it arrived; set by action_submit() */

    /* Set by the caller, completed by the check. */
    struct event event; /* how it is stored; it owns its text and key_hash */
    proposal_wish wish; /* of PROPOSAL */
    int ply; /* of a move: its number; of a takeback: that of the next move, 0: default */
    char text[2 * PAUA_MOVE_TEXT_MAX]; /* of a person's move */
    bool has_after;                    /* the client names the last event that it knows: */
    int after;                         /* its number */
    int lag_ms;                        /* of a person's move: its round trip on the network */
    int64_t thought_ms;                /* of a computer's move: the time of its search */
    uint64_t position_key;             /* of a computer's move: the position that was searched */
    int64_t closes_ms;                 /* of the game, after the event */
    struct rating_update *ratings;     /* owned: of the event that ends a rated game, or NULL */
    struct game_creation *creation;    /* owned: of the game that is stored with it, or NULL */
    int attempts;                      /* that failed because other servers were faster */
    double rating;                     /* of the account of a JOIN, in the category of the game */
    bool invited;                      /* of JOIN: `invitation` was given */
    unsigned char invitation[SEAT_KEY_HASH_SIZE]; /* its hash; of LINK_ACCOUNT that of the key */
    /* Whose game slots are claimed (game_slots.h), else "": of JOIN the first one, of a rematch one
     * for each seat. */
    char slot_accounts[PAUA_PLAYERS_MAX][ACCOUNT_ID_SIZE + 1];
};

/* Releases the game slots, once. */
void action_release_slots(struct action *action);

/* The request, to be responded to now; NULL: there is none. Releases the game slots first: whoever
 * has the response may begin his next game. */
http_request *action_take_request(struct action *action);

/* Queues an action (malloc) and takes it over, with its hold on the game and its request. The
 * request gets its response once the action is stored or refused. From any thread, without any
 * lock. */
void action_submit(struct action *action);

/* The store hangs: refuses the actions on a game that wait for an event which is being stored. From
 * any thread, without any lock. */
void actions_refuse_waiting(struct games *games, const char *id);

#endif /* SERVICE_ACTION_H */
