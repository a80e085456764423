/* action.h - what changes a game: a move, a resignation, a proposal, a seat taken, a message. The
 * actions on one game are done one after the other, each stored before it is announced; action.c
 * describes the whole life of a move. */
#ifndef SERVICE_ACTION_H
#define SERVICE_ACTION_H

#include "http/http.h"
#include "service/games/play/identity.h"

typedef enum action_kind {
    ACTION_MOVE,
    ACTION_COMPUTER_MOVE,
    ACTION_CONDITIONAL, /* a move that was prepared: conditional_play.h */
    ACTION_RESIGN,
    ACTION_DECLINE,
    ACTION_CLOSE_IDLE, /* by the server itself */
    ACTION_PROPOSAL,
    ACTION_RESUME,
    ACTION_JOIN,
    ACTION_LINK_ACCOUNT, /* an account takes the seat of a key along */
    ACTION_CHAT,
    ACTION_TIME,           /* the flag of the side to move falls */
    ACTION_CLAIM,          /* the side to move has gone */
    ACTION_BEGIN_VACATION, /* a player goes on vacation, */
    ACTION_END_VACATION    /* and comes back: vacation.h */
} action_kind;

/* What is to be done with a proposal. ANSWER offers it, or accepts one that stands. */
typedef enum proposal_wish {
    WISH_ANSWER,
    WISH_OFFER,
    WISH_ACCEPT,
    WISH_DECLINE,
    WISH_WITHDRAW
} proposal_wish;

struct games;
struct rating_update;

struct action {
    struct action *next; /* in the queue of the game */
    action_kind kind;
    struct games *games;
    /* Called once when the action is over, under the game's lock, or NULL. `again`: it was valid,
     * but could not be stored. */
    void (*done)(struct game *game, bool again, void *context);
    void *done_context;
    struct game *game;        /* held */
    http_request *request;    /* deferred; NULL for the computer and the server itself */
    int who;                  /* the side that acts, or NOBODY */
    struct identity identity; /* who asks; of a request */
    int64_t at_ms;            /* the running time when it came; set by action_submit() */

    /* Set by the caller, completed by the check. */
    struct event event; /* what it is stored as; it owns its text and key_hash */
    proposal_wish wish; /* of PROPOSAL */
    int ply; /* of a move: its number; of a takeback: that of the next move, 0: default */
    char text[2 * PAUA_MOVE_TEXT_MAX]; /* of a person's move */
    int lag_ms;                        /* of a person's move: its way there and back */
    int64_t thought_ms;                /* of a computer's move: what its search took */
    uint64_t position_key;             /* of a computer's move: of the position that was searched */
    int64_t closes_ms;                 /* of the game, after the event */
    struct rating_update *ratings;     /* owned: of the event that ends a rated game, or NULL */
    char made[GAME_ID_SIZE + 1];       /* the game that was created for it, or "" */
    int tries;                         /* so far, where other servers were faster */
    char room[ACCOUNT_ID_SIZE + 1];    /* of a JOIN: for whom a place is held (rooms.h), or "" */
    double rating;                     /* of the account of a JOIN, in the category of the game */
    bool invited;                      /* of JOIN: `invitation` was given */
    unsigned char invitation[SEAT_KEY_HASH_SIZE]; /* its hash; of TAKE_ALONG that of the key */
};

/* Queues an action (malloc) and takes it over, with its hold on the game and its request, which
 * gets its response once the action is stored or turned down. From any thread, without any lock. */
void action_submit(struct action *action);

#endif /* SERVICE_ACTION_H */
