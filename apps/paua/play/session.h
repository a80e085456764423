/* session.h - a game between people and computers in any combination: moves, clocks, hints,
 * takebacks. It does not draw: that is the user interface's part (play.h). */
#ifndef PAUA_PLAY_SESSION_H
#define PAUA_PLAY_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include <paua/opponent.h>

#include "cli/game_setup.h"
#include "cli/search_thread.h"

/* The state before a move, for taking it back. */
struct session_turn {
    int side;                          /* who made the move */
    int64_t left_ms[PAUA_PLAYERS_MAX]; /* the clocks */
};

struct session {
    struct game_setup scene;
    paua_engine *engine;
    unsigned people; /* bit p: a person plays for player p, else the computer does */
    int level, method;
    paua_opponent opponent; /* with a name: plays instead of the engine's level */
    uint64_t seed;
    bool quit;
    char message[512]; /* the result of the last action, for the player; may have several lines */

    /* Clocks (R15): each player's time left for the game, as of the beginning of this turn. */
    int64_t left_ms[PAUA_PLAYERS_MAX];
    int64_t turn_began_ms;
    struct session_turn *turns; /* owned; one for each move played, and one to spare */
    int turns_room;

    int pace_ms; /* the least time of a computer's move, if its clock allows */

    /* Called again and again while the computer thinks; returns false to stop it. */
    bool (*idle)(struct session *session);
    void *idle_context; /* for `idle` alone */
};

/* Starts the clocks. Scene, engine, people, level and `idle` must be set. False: out of memory. */
bool session_begin(struct session *session);

/* Frees what session_begin() allocated; scene and engine belong to the caller. */
void session_end(struct session *session);

const paua_position *session_position(const struct session *session);
const paua_rules *session_rules(const struct session *session);
paua_outcome session_outcome(const struct session *session);
bool session_over(const struct session *session);
paua_move session_last(const struct session *session); /* or PAUA_NO_MOVE */
int session_mover(const struct session *session);      /* a paua_side */
const char *session_name(int side);                    /* "Black" */

/* Whether a person plays for this player. */
bool session_person(const struct session *session, int side);

/* Whether one person plays alone against computers. */
bool session_alone(const struct session *session);

/* Whether one person plays against one computer. */
bool session_duel(const struct session *session);

/* The people who have not left, as bits. */
unsigned session_present(const struct session *session);

/* Whether the board should be drawn with White's side at the bottom: only White is a person. */
bool session_turned(const struct session *session);

/* Whether the game is still running and the computer is to move. */
bool session_waits(const struct session *session);

/* Lets the computer move. False when it was stopped or failed; then the game is unchanged. */
bool session_reply(struct session *session);

/* Milliseconds that the clock of the player to move shows for this turn, at least 0; -1: no limit.
 * It stands still during the delay. */
int64_t session_time(const struct session *session);

/* Milliseconds until session_time() is 0; -1: never. */
int64_t session_patience(const struct session *session);

/* Forfeits the game for a person whose time is up (R15). True, with a message, if that happened. */
bool session_tick(struct session *session);

/* Actions of the person to move. Each sets a message. */
void session_move(struct session *session, paua_move move);
void session_undo(struct session *session); /* back to where a person was to move last */
void session_hint(struct session *session);
void session_resign(struct session *session);
void session_draw(struct session *session); /* by agreement; only if no computer is playing */

/* Executes a typed line: a move, or one of the commands that session_help() explains. */
void session_obey(struct session *session, const char *line);

/* The commands, a line each. */
const char *session_help(void);

/* Texts for the player, written to `text` (at most `cap` bytes), which each function returns. */

/* Who plays which colour, and by which rules: "You play Black, the computer level 3." */
char *session_seats(const struct session *session, char *text, size_t cap);

/* The score: "Out: 1 white, 0 black", or with more players "Ejected by Black 1, White 0, Red 2". */
char *session_scores(const struct session *session, char *text, size_t cap);

/* The result and its reason: "1-0 by ejections". */
char *session_ending(const struct session *session, char *text, size_t cap);

/* What the computer plays as: "level 3", "as abla-combined:4". */
char *session_computer(const struct session *session, char *text, size_t cap);

/* A time as 0:07 or 1:02:03, rounded up to seconds. */
char *session_clock(int64_t ms, char *text, size_t cap);

#endif
