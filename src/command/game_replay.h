/* game_replay.h - a game object of the API replayed by the library, and its board as commands draw
 * it; private to this room. */
#ifndef COMMAND_GAME_REPLAY_H
#define COMMAND_GAME_REPLAY_H

#include <paua/game.h>

#include "command/interpreter.h"

struct replay {
    paua_board *board;
    paua_game *game;
    char last[PAUA_MOVE_TEXT_MAX]; /* the newest move, or "" */
};

/* Sets up the game and plays the moves before number `ply` (0: all). False: the object is not a
 * valid game, or out of memory. */
bool replay_open(struct replay *replay, const json_t *game, int ply);
void replay_free(struct replay *replay);

/* Plays a move. False: it cannot be played, see *error. */
bool replay_move(struct replay *replay, const char *text, paua_error *error);

/* Draws the board like the network server, or like Paua if the server has no marks for the marbles.
 * Returns whether it is the server's drawing. */
bool replay_draw(struct command *command, const struct replay *replay);

/* The character for the marbles of a seat in that drawing. */
char replay_mark(const struct replay *replay, size_t seat, bool as_server);

/* Copies a message of the library or the API, in which players have the names of colours, with
 * their marks on the board instead. */
void replay_name_by_marks(const struct replay *replay, const char *message, char *out, size_t cap);

#endif /* COMMAND_GAME_REPLAY_H */
