/* session.h - a game of one person against the computer, whatever it is shown on. */
#ifndef PAUA_APP_SESSION_H
#define PAUA_APP_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "job.h"
#include "start.h"

struct session {
    struct scene scene;
    const char *layout; /* for the title; NULL: a position of one's own */
    paua_engine *engine;
    paua_side person;
    int level;
    uint64_t seed;
    bool quit;
    char message[256]; /* what there is to say about the last thing done; may have several lines */

    bool (*idle)(struct session *session); /* called while the computer thinks; false: stop that */
    void *face;                            /* for whoever set `idle` */
};

const paua_position *session_position(const struct session *session);
paua_outcome session_outcome(const struct session *session);
bool session_over(const struct session *session);
paua_move session_last(const struct session *session); /* or PAUA_NO_MOVE */
const char *session_name(paua_side side);              /* "Black" */

/* Whether the game goes on and the computer is to move. */
bool session_waits(const struct session *session);

/* Lets the computer move. False when it was stopped or failed: nothing has changed then. */
bool session_reply(struct session *session);

/* What a person may do; each leaves a message. */
void session_move(struct session *session, paua_move move);
void session_undo(struct session *session);
void session_hint(struct session *session);
void session_resign(struct session *session);

/* Does what a typed line says: a move or one of the words that session_help() explains. */
void session_obey(struct session *session, const char *line);
const char *session_help(void);

#endif
