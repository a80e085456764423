/* turn.h - one turn of a program of a course: it is started in its own folder with the name of an
 * input as its last argument, has a time to end in, and leaves its move there. */
#ifndef PAUA_REFEREE_TURN_H
#define PAUA_REFEREE_TURN_H

#include <stdatomic.h>
#include <stdint.h>

#include "match/process.h"
#include "referee/answer.h"

/* A program of the game. */
struct course_program {
    const char *command;                /* as given; borrowed */
    char *words[PROCESS_WORDS_MAX + 1]; /* owned; room for the input's name behind them */
    int count;
    char *folder; /* its working folder; owned */
    int files;    /* the same, open */
};

/* Splits the command and makes a folder NAME for it in `root`. Words that name a file of the
 * current folder become absolute, as the program runs in another one. Returns 0, or an exit code
 * after an error line. Close it in both cases. */
int course_program_open(struct course_program *program, const char *command, const char *root,
                        const char *name);
void course_program_close(struct course_program *program);

/* What a turn came to. */
struct program_turn {
    paua_move move;
    enum referee_fault fault;
    char note[ANSWER_NOTE_MAX + 80]; /* on the fault */
    int64_t spent_us;                /* by the program, from its start to its end */
    int64_t referee_us;              /* by the referee, before, between and after */
    bool stopped;                    /* *stop was set: nothing else counts */
    int start_error;                 /* errno of a program that could not be started, or 0 */
};

/* Asks a program for the move of the side to move, in at most limit_ms. Its standard error is that
 * of the referee. */
void turn_play(struct course_program *program, const paua_game *game, int64_t limit_ms,
               const atomic_bool *stop, struct program_turn *out);

#endif
