/* interpreter.h - the state of a running command, private to this room.
 *
 * A verb is a function that is called once for each step: step 0 first, then the next one after
 * each answer. It makes a call, or writes text, which ends the command, or fails.
 */
#ifndef COMMAND_INTERPRETER_H
#define COMMAND_INTERPRETER_H

#include <jansson.h>

#include <paua/notation.h>

#include "base/file.h"
#include "command/command.h"

#define WORDS_MAX          32
#define NAME_SIZE          112 /* bytes: 24 characters, marked as a guest's */
#define GAME_LABEL_SIZE    24
#define GAME_ID_SIZE       8 /* of GAME_ID_CHARACTERS */
#define GAME_NUMBER_DIGITS 3 /* a game number has at least these */
#define GAME_ID_CHARACTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

/* A command word and how it is executed. */
struct verb {
    const char *name;
    const char *usage; /* its arguments, for the help */
    const char *about; /* one line for the help */
    void (*run)(struct command *command);
    /* Whether the first argument names a game; or "tip", with a number behind it. */
    enum { WITHOUT_GAME, WITH_GAME, WITH_GAME_OR_TIP } target;
    int words_min, words_max; /* number of arguments, the game included; max 0: unlimited */
};

struct command {
    /* The command line. */
    char *line;                   /* owned */
    char *split;                  /* owned: a copy, cut into words */
    const struct verb *verb;      /* NULL: not parsed yet */
    const char *words[WORDS_MAX]; /* the arguments */
    int word_at[WORDS_MAX];       /* where each begins in `line` */
    int word_count;
    int step;
    char name[NAME_SIZE]; /* the account that gives the command; "": none */

    json_t *game; /* owned: the game that the command is about, or NULL */

    /* The pending call, and the answer to the previous one. */
    const char *method;
    char *body;     /* owned, or NULL */
    json_t *answer; /* owned; NULL: not JSON */
    char target[160];
    int status;

    struct memory_file out; /* the text so far */
    char *text;             /* owned: the final text, or the reason of the failure */
    char code[32];
    int failure; /* an HTTP status, or 0 */
    bool begun, done, calling;
    bool requested_games, requested_game; /* to find `game` */
    bool asks_next;                       /* the answer is for game_say_next() */
    bool tolerant;                        /* the verb handles a refusal of its call itself */
    bool is_open;                         /* `out` is open */
};

/* Calls of the API; the verb gets the answer at its next step. A refusal ends the command, unless
 * the verb has set `tolerant` before. */

/* GET. */
void command_get(struct command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Any method with a body, which is taken over; NULL: an empty object. */
void command_send(struct command *command, const char *method, json_t *body, const char *format,
                  ...) __attribute__((format(printf, 4, 5)));
/* POST to the game that the command is about: `what` is "moves", "draw", ... */
void command_post_game(struct command *command, const char *what, json_t *body);

/* Lets another verb execute the command from its first step. */
void command_hand_over(struct command *command, const char *verb);

/* Adds to the text. */
void command_say(struct command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Ends the command with a failure; the first one counts. */
void command_fail(struct command *command, int status, const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Fails with the error of the newest answer. */
void command_fail_with_answer(struct command *command);

/* help_verbs.c: writes the board of the tip named by the second argument after the moves behind it.
 * False: the command has failed. */
bool command_say_tip(struct command *command);
/* Whether the arguments are those of a tip: tip N [MOVE...]. */
bool command_names_tip(const struct command *command);

/* Whether a word, up to a '#', is the number of a game. */
bool game_word_is_number(const char *word);

/* The error code of the newest answer, or "". */
const char *command_answer_code(const struct command *command);

/* Checks that a word consists of letters, digits, - and _, like names and categories. False: the
 * command has failed. */
bool command_check_name(struct command *command, const char *word);

/* The rest of the line from the i-th argument on. */
const char *command_line_from(const struct command *command, int i);

/* Members of JSON objects; "" or 0: there is none of this name. */
const char *json_text_of(const json_t *object, const char *name);
long long json_number_of(const json_t *object, const char *name);

/* game_text.c: game objects as text. */

/* The player at the i-th seat: a name, "level 3", "abla-combined:4", "nobody yet" or
 * "somebody". */
const char *game_player_name(const json_t *game, size_t i, char name[NAME_SIZE]);
/* The seat with this member set to true, such as "you", or -1. */
int game_seat_with(const json_t *game, const char *member);
/* The seat whose colour is this letter, or -1. */
int game_seat_of_colour(const json_t *game, const char *colour);
/* The word for the game in further commands: its number if the account may use that, else its
 * id. */
const char *game_label(const json_t *game, char text[GAME_LABEL_SIZE]);
/* Whether the account that gives the command is to move. */
bool game_is_my_turn(const json_t *game);
/* Writes the game as a row of a list. */
void game_say_row(struct command *command, const json_t *row);
/* Writes the board, the players and the state. With `ply` (0: the newest) the position before that
 * move, with `line` (NULL: none) the position after these further moves, in any notation. False:
 * the command has failed. */
bool game_say(struct command *command, int ply, const char *line);
/* Writes the game after a change, which has succeeded whether or not the game can be shown. */
void game_say_changed(struct command *command);
/* Asks for the game that continues another one, or its rematch, if there is one; the interpreter
 * then ends the command by game_say_next(), which names it. */
void game_ask_next(struct command *command);
void game_say_next(struct command *command);
/* Copies a message that names players by the colours of the API, "it is Black's turn", with the
 * marks of the drawn board in their place. Returns `out`, or the message itself where the game
 * cannot be shown. */
const char *game_name_by_marks(const json_t *game, const char *message, char *out, size_t cap);

/* The tables of verbs, each with a last row without a name. */
extern const struct verb game_verbs[], people_verbs[], club_verbs[], tournament_verbs[],
    help_verbs[];
const struct verb *verb_find(const char *name);

#endif /* COMMAND_INTERPRETER_H */
