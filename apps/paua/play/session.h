/* session.h - a game between people and computers in any combination: moves, clocks, hints,
 * takebacks. The user interfaces (play.h) draw it. */
#ifndef PAUA_PLAY_SESSION_H
#define PAUA_PLAY_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include <paua/opponent.h>

#include "cli/game_setup.h"
#include "cli/search_thread.h"

/* The state before a move, for taking it back. */
struct session_turn {
    int side;                          /* the player who made the move */
    int64_t left_ms[PAUA_PLAYERS_MAX]; /* the clocks */
};

struct session {
    struct game_setup setup;
    paua_engine *engine;
    unsigned people; /* bit p: player p is a person, else the computer */
    int level, method;
    paua_opponent opponent; /* if it has a name, it plays instead of the engine's level */
    uint64_t seed;
    bool quit;
    char message[512]; /* the result of the last action, for the player; perhaps several lines */

    /* Clocks (R15): each player's time left for the game, at the beginning of this turn. */
    int64_t left_ms[PAUA_PLAYERS_MAX];
    int64_t turn_began_ms;
    struct session_turn *turns; /* owned; one for each move played, and a spare one */
    int turns_room;

    int pace_ms; /* minimum time of a computer's move, if its clock allows */

    /* Called repeatedly while the computer thinks; returns false to stop it. */
    bool (*idle)(struct session *session);
    void *idle_context; /* for `idle` alone */
};

/* Starts the clocks. Setup, engine, people, level and `idle` must be set. False: out of memory. */
bool session_begin(struct session *session);

/* Frees what session_begin() allocated; setup and engine belong to the caller. */
void session_end(struct session *session);

const paua_position *session_position(const struct session *session);
const paua_rules *session_rules(const struct session *session);
paua_outcome session_outcome(const struct session *session);
bool session_is_over(const struct session *session);
paua_move session_last_move(const struct session *session); /* or PAUA_NO_MOVE */
int session_mover(const struct session *session);           /* a paua_side */
const char *session_colour_name(int side);                  /* "Black" */

/* Whether this player is a person. */
bool session_is_person(const struct session *session, int side);

/* Whether one person plays alone against computers. */
bool session_is_solo(const struct session *session);

/* Whether one person plays against one computer. */
bool session_is_duel(const struct session *session);

/* The people who have not left the game, as bits. */
unsigned session_remaining_people(const struct session *session);

/* Whether the board is drawn with White's side at the bottom: only White is a person. */
bool session_is_turned(const struct session *session);

/* Whether the game is not over and the computer is to move. */
bool session_is_computers_turn(const struct session *session);

/* Lets the computer move. False: it was stopped or failed, and the game is unchanged. */
bool session_computer_move(struct session *session);

/* Milliseconds on the clock of the player to move, at least 0; -1: no limit. The clock does not run
 * during the delay. */
int64_t session_clock_time(const struct session *session);

/* Milliseconds until session_clock_time() is 0, with the delay; -1: no limit. */
int64_t session_time_to_forfeit(const struct session *session);

/* Forfeits the game for the person to move if his time is up (R15). True: it was, and a message is
 * set. */
bool session_check_time(struct session *session);

/* Actions of the person to move. Each sets a message. */
void session_move(struct session *session, paua_move move);
void session_undo(struct session *session); /* back to the last move of a person */
void session_hint(struct session *session);
void session_resign(struct session *session);
void session_agree_draw(struct session *session); /* by agreement; only if no computer is playing */

/* Executes a typed line: a move, or a command of session_help(). */
void session_execute(struct session *session, const char *line);

/* The commands, one per line. */
const char *session_help(void);

/* Texts for the player. Each function writes at most `cap` bytes to `text` and returns it. */

/* The players and the rules: "You play Black, the computer level 3." */
char *session_format_seats(const struct session *session, char *text, size_t cap);

/* The score: "Out: 1 white, 0 black", or with more players "Ejected by Black 1, White 0, Red 2". */
char *session_format_scores(const struct session *session, char *text, size_t cap);

/* The result and its reason: "1-0 by ejections". */
char *session_format_ending(const struct session *session, char *text, size_t cap);

/* The computer's strength: "level 3", "as abla-combined:4". */
char *session_format_computer(const struct session *session, char *text, size_t cap);

/* A time as 0:07 or 1:02:03, rounded up to seconds. */
char *session_format_clock(int64_t ms, char *text, size_t cap);

#endif
