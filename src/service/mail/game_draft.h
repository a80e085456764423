/* game_draft.h - the text of a mail about an event of a game: what has happened, the board, the
 * players, the last move, the clock, and commands that are legal for the reader.
 */
#ifndef SERVICE_GAME_DRAFT_H
#define SERVICE_GAME_DRAFT_H

#include <stdio.h>

#include <paua/notation.h>

#include "service/accounts/settings.h"
#include "service/core/env.h"
#include "service/games/model/game.h"

/* What a mail is about, and who reads it. */
struct game_draft_about {
    enum mail_kind kind;
    int event;          /* its number; 0: the beginning of the game, or of no event */
    int side;           /* of the reader; NOBODY: he follows the game */
    int64_t next;       /* the number of the game that follows this one; 0: none */
    int64_t forfeit_ms; /* of a reminder: when the game is lost on time, since 1970; 0: never */
};

struct game_draft {
    char subject[200];
    char *body;               /* free() */
    char thread[ID_SIZE + 8]; /* as that of mail/draft.h, like `position` and `move` */
    char position[PAUA_POSITION_TEXT_MAX];
    char move[PAUA_MOVE_TEXT_MAX];
};

/* Writes the mail of the game as it is now. False: out of memory. Under the lock of the game. */
bool game_draft_write(const struct game *game, const struct game_draft_about *about,
                      struct env *env, struct game_draft *out);

/* Writes what has happened in a few words, as "Bob moved G5,F5". Under the lock of the game. */
void game_draft_say_event(const struct game *game, const struct game_draft_about *about, FILE *to);
/* Writes the board, the players with their ratings, the last move, the clock and commands. Under
 * the lock of the game. */
void game_draft_say_game(const struct game *game, const struct game_draft_about *about,
                         struct env *env, FILE *to);

/* Whether the game waits for a move of this side. Under the lock of the game. */
bool game_draft_is_turn(const struct game *game, int side);

#endif /* SERVICE_GAME_DRAFT_H */
