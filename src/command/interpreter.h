/* interpreter.h - a command while it runs, for the files of this room.
 *
 * A verb is a function that is called at each step: first with `step` 0, then after each answer
 * with the step one higher. It makes a call, or writes text and so ends the command, or fails.
 */
#ifndef COMMAND_INTERPRETER_H
#define COMMAND_INTERPRETER_H

#include <jansson.h>

#include <paua/notation.h>

#include "base/memory_file.h"
#include "command/command.h"

#define WORDS_MAX          32
#define NAME_SIZE          80
#define GAME_CALLED_SIZE   24
#define GAME_ID_SIZE       8 /* characters, out of these: */
#define GAME_NUMBER_DIGITS 3 /* of the number of a game, at least */
#define GAME_ID_CHARACTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

/* What is known of a verb. */
struct verb {
    const char *name;
    const char *usage; /* its arguments */
    const char *about; /* a line of help */
    void (*run)(struct command *command);
    enum { WITHOUT_GAME, WITH_GAME } target; /* whether the first argument names a game */
    int words_min, words_max;                /* arguments, the game included; max 0: any number */
};

struct command {
    /* What was given. */
    char *line;                   /* owned */
    char *split;                  /* owned: the same, cut into words */
    const struct verb *verb;      /* NULL: not known yet */
    const char *words[WORDS_MAX]; /* the arguments */
    int word_at[WORDS_MAX];       /* where each begins in `line` */
    int word_count;
    int step;
    char name[NAME_SIZE]; /* who gives it; "": nobody */

    json_t *game; /* owned: the game object that the command is about, or NULL */

    /* The call that is made, and the answer to the one before. */
    const char *method;
    char *body;     /* owned, or NULL */
    json_t *answer; /* owned, or NULL: it had no JSON */
    char target[160];
    int status;

    struct memory_file out;
    char *text; /* owned: what `out` was, or why the command has failed */
    char code[32];
    int failure; /* an HTTP status, or 0 */
    bool begun, done, calling;
    bool asked_games, asked_game; /* to find `game` */
    bool tolerant;                /* the verb looks at a refusal itself */
    bool is_open;                 /* `out` is being written */
};

/* Make a call: the answer is there at the next step. A refusal ends the command, unless the call
 * after which it comes was made by a verb that is `tolerant`. */
void command_get(struct command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Takes over the body; NULL: an empty object. */
void command_send(struct command *command, const char *method, json_t *body, const char *format,
                  ...) __attribute__((format(printf, 4, 5)));
/* The same as POST, for the game that the command is about: `what` is "moves", "draw", ... */
void command_act(struct command *command, const char *what, json_t *body);

/* Another verb takes over, from its beginning. */
void command_hand_over(struct command *command, const char *verb);

/* Adds to the text. */
void command_say(struct command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Ends the command without success. */
void command_fail(struct command *command, int status, const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* With what the newest answer says; of a tolerant verb. */
void command_fail_as_answered(struct command *command);

/* Whether a word, or what is before its '#', is the number of a game. */
bool game_word_is_number(const char *word);

/* The code of the refusal that was answered, or "". */
const char *command_answer_code(const struct command *command);

/* Whether a word is made of letters, digits, - and _, as names and categories are; else the command
 * has failed. */
bool command_check_name(struct command *command, const char *word);

/* The line from the i-th argument on. */
const char *command_rest(const struct command *command, int i);

/* Members of JSON objects: "" and 0 where there is none. */
const char *json_text_of(const json_t *object, const char *name);
long long json_number_of(const json_t *object, const char *name);

/* game_text.c: what people are told of a game object. */

/* Who sits at the i-th seat: a name, "level 3", "abla-combined:4", or "nobody". */
const char *game_player(const json_t *game, size_t i, char name[NAME_SIZE]);
/* The seat with this member set to true, such as "you", or -1. */
int game_seat_with(const json_t *game, const char *member);
/* The seat whose colour is this letter, or -1. */
int game_seat_of_colour(const json_t *game, const char *colour);
/* What commands call the game: its number where that is good for whoever gives the command, else
 * its id. */
const char *game_called(const json_t *game, char text[GAME_CALLED_SIZE]);
/* Whether it is the turn of whoever gives the command. */
bool game_is_my_turn(const json_t *game);
/* Writes a line of a list of games. */
void game_say_row(struct command *command, const json_t *row);
/* Writes the whole game, or the position with the number `ply` (0: the newest), after the moves in
 * `line` (NULL: none), each in any notation. False: the command has failed. */
bool game_say(struct command *command, int ply, const char *line);

/* The tables of verbs, each ended by a row without a name. */
extern const struct verb game_verbs[], people_verbs[], club_verbs[], tournament_verbs[],
    help_verbs[];
const struct verb *verb_find(const char *name);

#endif /* COMMAND_INTERPRETER_H */
