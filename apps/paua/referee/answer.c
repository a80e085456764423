/* answer.c - reads the texts that a program of a course writes: one move, and one board. */
#include "referee/answer.h"

#include <stdio.h>
#include <string.h>

#include <paua/notation.h>

#include "base/bits.h"

const char *referee_fault_name(enum referee_fault fault)
{
    static const char *const names[] = {
#define X(code, name, text) name,
        REFEREE_FAULT_MAP(X)
#undef X
    };
    return names[fault];
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Copies the only line of a text, without its blanks at both ends and without a byte order mark. */
static enum referee_fault take_line(const char *bytes, size_t length, char line[ANSWER_BYTES_MAX],
                                    char note[ANSWER_NOTE_MAX])
{
    if (length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) {
        bytes += 3;
        length -= 3;
    }
    while (length > 0 && is_blank(bytes[length - 1]))
        length--;
    for (; length > 0 && is_blank(*bytes); length--)
        bytes++;
    if (length == 0) {
        snprintf(note, ANSWER_NOTE_MAX, "it is empty");
        return REFEREE_FAULT_SYNTAX;
    }
    if (length >= ANSWER_BYTES_MAX) {
        snprintf(note, ANSWER_NOTE_MAX, "it is too long");
        return REFEREE_FAULT_SIZE;
    }
    if (memchr(bytes, '\0', length)) {
        snprintf(note, ANSWER_NOTE_MAX, "it is not text");
        return REFEREE_FAULT_SYNTAX;
    }
    if (memchr(bytes, '\n', length)) {
        snprintf(note, ANSWER_NOTE_MAX, "it has several lines, expected one");
        return REFEREE_FAULT_SEVERAL;
    }
    memcpy(line, bytes, length);
    line[length] = '\0';
    return REFEREE_FAULT_NONE;
}

enum referee_fault answer_read_move(const paua_game *game, const char *bytes, size_t length,
                                    paua_move *move, char note[ANSWER_NOTE_MAX])
{
    char line[ANSWER_BYTES_MAX];
    paua_error error;
    enum referee_fault fault = take_line(bytes, length, line, note);
    if (fault)
        return fault;
    paua_status status =
        paua_move_parse(paua_game_board(game), paua_game_position(game), line, move, &error);
    if (status != PAUA_OK) {
        snprintf(note, ANSWER_NOTE_MAX, "'%.40s': %.140s", line, error.message);
        return status == PAUA_ERROR_ILLEGAL_MOVE ? REFEREE_FAULT_ILLEGAL : REFEREE_FAULT_SYNTAX;
    }
    if (!paua_game_legal(game, *move)) {
        snprintf(note, ANSWER_NOTE_MAX, "'%.40s': forbidden by ko", line);
        return REFEREE_FAULT_ILLEGAL;
    }
    return REFEREE_FAULT_NONE;
}

/* Whether the same marbles stand in both; else *cell is one that differs. */
static bool same_marbles(const paua_position *found, const paua_position *expected, int *cell)
{
    paua_set differs = (found->neutral ^ expected->neutral) | (found->fixed ^ expected->fixed);
    for (int side = 0; side < PAUA_SIDES; side++)
        differs |= found->marbles[side] ^ expected->marbles[side];
    *cell = differs ? bits_first(differs) : PAUA_NO_CELL;
    return !differs;
}

enum referee_fault answer_check_board(const paua_board *board, const paua_position *expected,
                                      const char *bytes, size_t length, char note[ANSWER_NOTE_MAX])
{
    char line[ANSWER_BYTES_MAX], text[ANSWER_BYTES_MAX + 2], name[8];
    paua_position found;
    paua_error error;
    enum referee_fault fault = take_line(bytes, length, line, note);
    if (fault)
        return fault;
    /* a list of marbles has no side, which the form begins with */
    snprintf(text, sizeof text, "%c\n%s", "bw"[expected->to_move], line);
    paua_status status = paua_position_parse(board, text, &found, &error);
    if (status != PAUA_OK && paua_position_parse(board, line, &found, NULL) != PAUA_OK) {
        snprintf(note, ANSWER_NOTE_MAX, "%.190s", error.message);
        return REFEREE_FAULT_SYNTAX;
    }
    int cell;
    if (same_marbles(&found, expected, &cell))
        return REFEREE_FAULT_NONE;
    snprintf(note, ANSWER_NOTE_MAX, "it is not the board after the move, see %s",
             paua_cell_format(board, cell, name));
    return REFEREE_FAULT_BOARD;
}
