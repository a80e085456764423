/* session.h - a game in which people and computers sit on any seats, whatever it is shown on. */
#ifndef PAUA_PLAY_SESSION_H
#define PAUA_PLAY_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include <paua/opponent.h>

#include "cli/job.h"
#include "cli/start.h"

/* What there was before a move. */
struct session_turn {
    int side; /* who made it */
    int64_t left_ms[PAUA_PLAYERS_MAX];
};

struct session {
    struct scene scene;
    paua_engine *engine;
    unsigned people; /* bit p: a person plays for player p; for all others the computer does */
    int level, method;
    paua_opponent opponent; /* whom the computer plays as, if it has a name; then without a level */
    uint64_t seed;
    bool quit;
    char message[512]; /* what there is to say about the last thing done; may have several lines */

    /* Time (R15): what each player has left of the time for the game, as of when this turn began. */
    int64_t left_ms[PAUA_PLAYERS_MAX];
    int64_t turn_began_ms;
    struct session_turn *turns; /* owned; one for each move played */
    int turns_room;

    int pace_ms; /* a computer takes at least so long, if its time allows */
    bool (*idle)(struct session *session); /* called while the computer thinks; false: stop that */
    void *face;                            /* for whoever set `idle` */
};

/* Starts the clocks once scene, engine, people and so on are set. False without memory. */
bool session_begin(struct session *session);
void session_end(struct session *session); /* frees what session_begin() made */

const paua_position *session_position(const struct session *session);
const paua_rules *session_rules(const struct session *session);
paua_outcome session_outcome(const struct session *session);
bool session_over(const struct session *session);
paua_move session_last(const struct session *session); /* or PAUA_NO_MOVE */
int session_mover(const struct session *session);      /* a paua_side */
const char *session_name(int side);                    /* "Black" */

/* Whether this player is a person's, and whether one person plays alone against computers. */
bool session_person(const struct session *session, int side);
bool session_alone(const struct session *session);

/* One person against one computer. */
bool session_duel(const struct session *session);

/* The people who have not left, as bits. */
unsigned session_present(const struct session *session);

/* Whether a person should see White's side below. */
bool session_turned(const struct session *session);

/* Whether the game goes on and the computer is to move. */
bool session_waits(const struct session *session);

/* Lets the computer move. False when it was stopped or failed: nothing has changed then. */
bool session_reply(struct session *session);

/* Milliseconds that the player to move has left for this turn, at least 0; -1: as many as he likes. */
int64_t session_time(const struct session *session);

/* Takes a person whose time is over out of the game (R15). True when that happened; leaves a message. */
bool session_tick(struct session *session);

/* What the person to move may do; each leaves a message. */
void session_move(struct session *session, paua_move move);
void session_undo(struct session *session);
void session_hint(struct session *session);
void session_resign(struct session *session);
void session_draw(struct session *session); /* by agreement: people among themselves only */

/* Does what a typed line says: a move or one of the words that session_help() explains. */
void session_obey(struct session *session, const char *line);
const char *session_help(void);

/* Texts; each returns `text`. Who sits where and by which rules is played: "You play Black, ..."; the marbles that
 * are out; the end: "1-0 by ejections"; a time as 0:07 or 1:02:03. */
char *session_seats(const struct session *session, char *text, size_t cap);
char *session_scores(const struct session *session, char *text, size_t cap);
char *session_ending(const struct session *session, char *text, size_t cap);
char *session_computer(const struct session *session, char *text, size_t cap); /* "level 3" */
char *session_clock(int64_t ms, char *text, size_t cap);

#endif
