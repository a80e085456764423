/* turn.c - runs a program for one turn, under a supervisor that kills what it has started, and
 * reads what it has left. */
#define _GNU_SOURCE /* asprintf */

#include "referee/turn.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <paua/notation.h>

#include "base/clock.h"
#include "cli/common.h"
#include "referee/exchange.h"

enum { COMMAND_BYTES = 1024, NAME_BYTES = 16, US_PER_MS = 1000, NS_PER_US = 1000 };

/* A copy of a word; an absolute path if it names a file here. The program itself is looked up in
 * PATH unless it has a slash. */
static char *absolute_word(const char *word, bool program)
{
    bool path = *word && *word != '/' && *word != '-' && (!program || strchr(word, '/'));
    if (path && access(word, F_OK) == 0) {
        char *here = getcwd(NULL, 0), *whole = NULL;
        if (here && asprintf(&whole, "%s/%s", here, word) < 0)
            whole = NULL;
        free(here);
        return whole;
    }
    return strdup(word);
}

int course_program_open(struct course_program *program, const char *command, const char *root,
                        const char *name)
{
    *program = (struct course_program){.command = command, .files = -1};
    char *words[PROCESS_WORDS_MAX], text[COMMAND_BYTES];
    int used = snprintf(text, sizeof text, "%s", command);
    int count = used < (int)sizeof text ? process_split_command(text, words, PROCESS_WORDS_MAX) : 0;
    if (count == 0)
        return complain_with(EXIT_USAGE,
                             "'%.60s' is not a command: it is empty or too long, or has an open "
                             "quote",
                             command);
    for (; program->count < count; program->count++) {
        char *word = absolute_word(words[program->count], program->count == 0);
        if (!word)
            return complain_memory();
        program->words[program->count] = word;
    }
    if (asprintf(&program->folder, "%s/%s", root, name) < 0) {
        program->folder = NULL;
        return complain_memory();
    }
    if (mkdir(program->folder, S_IRWXU) != 0)
        return complain_file(program->folder);
    program->files = open(program->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return program->files < 0 ? complain_file(program->folder) : EXIT_DONE;
}

void course_program_close(struct course_program *program)
{
    for (int i = 0; i < program->count; i++)
        free(program->words[i]);
    free(program->folder);
    if (program->files >= 0)
        close(program->files);
}

/* Puts the name of what is wrong before the note. */
static void set_fault(struct program_turn *turn, enum referee_fault fault, const char *note)
{
    turn->fault = fault;
    snprintf(turn->note, sizeof turn->note, "%s", note);
}

/* Runs the program to its end. */
static void run_program(struct course_program *program, char *input, int64_t limit_ms,
                        const atomic_bool *stop, struct program_turn *turn)
{
    struct process process;
    char how[PROCESS_HOW_MAX] = "", note[ANSWER_NOTE_MAX];
    /* the name is borrowed for this turn alone */
    program->words[program->count] = input;
    bool started = process_start(&process, program->words, program->folder,
                                 (struct process_limits){0}, STDERR_FILENO, stop);
    turn->start_error = started ? 0 : errno;
    program->words[program->count] = NULL;
    if (!started)
        return;

    int64_t began = clock_now_ns();
    process_close_input(&process);
    enum process_event event = process_await_exit(&process, clock_now_ms() + limit_ms);
    turn->spent_us = (clock_now_ns() - began) / NS_PER_US;
    process_end(&process, 0, how);
    turn->stopped = event == PROCESS_STOPPED;
    if (event == PROCESS_TIMEOUT || turn->spent_us > limit_ms * US_PER_MS) {
        snprintf(note, sizeof note, "did not end within %lld ms", (long long)limit_ms);
        set_fault(turn, REFEREE_FAULT_TIME, note);
    } else if (event == PROCESS_OK && strcmp(how, "exit code 0") != 0) {
        snprintf(note, sizeof note, "ended by %s", how);
        set_fault(turn, REFEREE_FAULT_CRASH, note);
    }
}

/* Reads the board, which a program may leave out. */
static enum referee_fault read_board(const struct course_program *program, const paua_game *game,
                                     const char *name, paua_move move, char note[ANSWER_NOTE_MAX])
{
    struct exchange_file file;
    paua_position after = *paua_game_position(game);
    paua_undo undo;
    enum referee_fault fault = exchange_read(program->files, name, ".board", &file, note);
    if (fault == REFEREE_FAULT_MISSING)
        return REFEREE_FAULT_NONE;
    if (fault)
        return fault;
    paua_position_make(paua_game_board(game), &after, move, &undo);
    return answer_check_board(paua_game_board(game), &after, file.bytes, file.length, note);
}

/* Reads the move and the board, and removes the files of the turn. */
static void read_answer(const struct course_program *program, const paua_game *game,
                        const char *name, struct program_turn *turn)
{
    struct exchange_file file;
    char note[ANSWER_NOTE_MAX], whole[ANSWER_NOTE_MAX + 80];
    const char *ending = ".move";
    enum referee_fault fault = exchange_read(program->files, name, ".move", &file, note);
    bool texts = !fault;
    if (!fault)
        fault = answer_read_move(game, file.bytes, file.length, &turn->move, note);
    if (!fault) {
        ending = ".board";
        fault = read_board(program, game, name, turn->move, note);
        texts = fault == REFEREE_FAULT_BOARD || fault == REFEREE_FAULT_SYNTAX ||
                fault == REFEREE_FAULT_SEVERAL;
    }
    if (fault && texts)
        snprintf(whole, sizeof whole, "%s%s: %s", name, ending, note);
    else if (fault)
        snprintf(whole, sizeof whole, "%s", note);
    enum referee_fault several = exchange_clear(program->files, name, note);
    if (fault)
        set_fault(turn, fault, whole);
    else if (several)
        set_fault(turn, several, note);
}

void turn_play(struct course_program *program, const paua_game *game, int64_t limit_ms,
               const atomic_bool *stop, struct program_turn *out)
{
    int64_t began = clock_now_ns();
    char name[NAME_BYTES], input[NAME_BYTES + 8], text[PAUA_FORM_TEXT_MAX + 2];
    char note[ANSWER_NOTE_MAX];
    const paua_position *position = paua_game_position(game);

    *out = (struct program_turn){.move = PAUA_NO_MOVE};
    snprintf(name, sizeof name, "turn%d", (int)position->ply);
    snprintf(input, sizeof input, "%s.input", name);
    size_t length =
        paua_position_write(paua_game_board(game), position, PAUA_FORM_LIST, text, sizeof text - 1);
    snprintf(text + length, 2, "\n");
    enum referee_fault fault = exchange_write(program->files, name, text, note);
    if (fault)
        set_fault(out, fault, note);
    else
        run_program(program, input, limit_ms, stop, out);
    if (!out->fault && !out->stopped && !out->start_error)
        read_answer(program, game, name, out);
    out->referee_us = (clock_now_ns() - began) / NS_PER_US - out->spent_us;
}
