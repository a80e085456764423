/* action.h - what changes a game: a move, a resignation, a draw offered or agreed to. The actions
 * on one game are done one after the other, each stored before it is announced; action.c describes
 * the whole life of a move. */
#ifndef SERVICE_ACTION_H
#define SERVICE_ACTION_H

#include "http/http.h"
#include "service/game.h"

typedef enum action_kind {
    ACTION_MOVE,
    ACTION_RESIGN,
    ACTION_DRAW,
    ACTION_COMPUTER_MOVE
} action_kind;

struct action {
    struct action *next; /* in the queue of the game */
    action_kind kind;
    struct service *service;
    struct game *game;                 /* held */
    http_request *request;             /* deferred; NULL for the computer */
    int who;                           /* the side that acts */
    int ply;                           /* of a move: its number */
    char text[2 * PAUA_MOVE_TEXT_MAX]; /* of a person's move */
    paua_move move;                    /* the computer's; a person's once `text` is parsed */
    event_type event;                  /* what it is stored as */
};

/* Queues an action (malloc) and takes it over, with its hold on the game and its request, which
 * gets its response once the action is stored or turned down. From any thread, without any lock. */
void action_submit(struct action *action);

#endif /* SERVICE_ACTION_H */
