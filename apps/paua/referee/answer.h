/* answer.h - what a program of a course has answered, as text: its move, and the board after it.
 * Reads memory only; exchange.h has the files. */
#ifndef PAUA_REFEREE_ANSWER_H
#define PAUA_REFEREE_ANSWER_H

#include <stddef.h>

#include <paua/game.h>

enum {
    ANSWER_NOTE_MAX = 200,
    ANSWER_BYTES_MAX = 4096 /* of a file; a board of 61 marbles takes 4 bytes each */
};

/* Why a program loses a game otherwise than on the board: code, name, what it means. */
#define REFEREE_FAULT_MAP(X)                                                                       \
    X(NONE, "none", "no fault")                                                                    \
    X(TIME, "time", "no end of the program within the time for a turn")                            \
    X(CRASH, "crash", "an exit code other than 0, or a signal")                                    \
    X(MISSING, "missing", "no file with a move")                                                   \
    X(LINK, "link", "a link in place of a file")                                                   \
    X(KIND, "kind", "a folder, a pipe or the like in place of a file")                             \
    X(SIZE, "size", "more bytes than a move or a board can have")                                  \
    X(SEVERAL, "several", "several moves, or files with moves")                                    \
    X(SYNTAX, "syntax", "half a move, or something else than a move or a board")                   \
    X(ILLEGAL, "illegal", "a move that the rules do not allow")                                    \
    X(BOARD, "board", "another board than the move leads to")

enum referee_fault {
#define X(code, name, text) REFEREE_FAULT_##code,
    REFEREE_FAULT_MAP(X)
#undef X
        REFEREE_FAULTS
};

/* "time", "crash", ... */
const char *referee_fault_name(enum referee_fault fault);

/* Reads a move in any notation: one line, which may end with a newline, with CRLF, or not at all.
 * On a fault (SEVERAL, SYNTAX, ILLEGAL) fills `note` with a sentence; else fills *move, which may
 * be played. `bytes` need not end with a NUL. */
enum referee_fault answer_read_move(const paua_game *game, const char *bytes, size_t length,
                                    paua_move *move, char note[ANSWER_NOTE_MAX]);

/* Reads marbles as in "C5b,D5b,E4w", or a position in any other form, and compares them with those
 * of a position. SEVERAL, SYNTAX or BOARD likewise. */
enum referee_fault answer_check_board(const paua_board *board, const paua_position *expected,
                                      const char *bytes, size_t length, char note[ANSWER_NOTE_MAX]);

#endif
