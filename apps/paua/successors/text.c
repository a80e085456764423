/* text.c - lists the successors of one position in the text forms of seed 002. It reads and writes
 * memory only; commands/successors.c has the files. */
#include "successors/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <paua/notation.h>

#include "base/error.h"
#include "cli/legal_moves.h"

/* Reads a position of any form, and makes the board that its text implies. */
static paua_status read_position(const char *text, paua_board **board, paua_position *position,
                                 paua_error *error)
{
    int sides[3];
    paua_status status = paua_position_shape(text, sides, error);

    if (status != PAUA_OK)
        return status;
    status = paua_board_new(sides[0], sides[1], sides[2], board);
    if (status != PAUA_OK)
        return error_fill(error, status, 0, "%s", paua_status_text(status));
    status = paua_position_parse(*board, text, position, error);
    if (status != PAUA_OK)
        paua_board_free(*board);
    return status;
}

/* Writes the marbles after a move, and a newline. Returns the end of what was written. */
static char *write_board(const paua_board *board, const paua_position *before, paua_move move,
                         char *text)
{
    char whole[PAUA_FORM_TEXT_MAX];
    paua_position position = *before;
    paua_undo undo;

    paua_position_make(board, &position, move, &undo);
    paua_position_write(board, &position, PAUA_FORM_LIST, whole, sizeof whole);

    /* The list form begins with a line for the side to move. */
    const char *marbles = strchr(whole, '\n') + 1;
    while (*marbles)
        *text++ = *marbles++;
    *text++ = '\n';
    return text;
}

/* Allocates and writes both texts. */
static paua_status write_texts(const paua_board *board, const paua_position *position,
                               struct successors *out, paua_error *error)
{
    enum { BOARD_BYTES = 7 * PAUA_CELLS_MAX, MOVE_BYTES = PAUA_MOVE_TEXT_MAX };
    paua_move_list list;

    paua_moves_generate(board, position, &list);
    legal_moves_sort(board, &list);
    size_t count = (size_t)list.count;
    char *boards = malloc(count * BOARD_BYTES + 1), *moves = malloc(count * MOVE_BYTES + 1);
    if (!boards || !moves) {
        free(boards);
        free(moves);
        return error_fill(error, PAUA_ERROR_NO_MEMORY, 0, "%s",
                          paua_status_text(PAUA_ERROR_NO_MEMORY));
    }
    *out = (struct successors){boards, moves};
    for (size_t i = 0; i < count; i++) {
        boards = write_board(board, position, list.moves[i], boards);
        moves += paua_move_write(board, position, PAUA_NOTATION_TRIPLE, list.moves[i], moves,
                                 MOVE_BYTES);
        *moves++ = '\n';
    }
    *boards = *moves = '\0';
    return PAUA_OK;
}

paua_status successors_read(const char *bytes, size_t length, struct successors *out,
                            paua_error *error)
{
    /* Skip a UTF-8 byte order mark. */
    size_t mark = length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    const char *zero = memchr(bytes, '\0', length);
    paua_board *board;
    paua_position position;

    if (length > PAUA_FORM_TEXT_MAX)
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, PAUA_FORM_TEXT_MAX,
                          "too long for a position");
    if (zero)
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, (size_t)(zero - bytes), "this is not text");
    char *text = malloc(length - mark + 1);
    if (!text)
        return error_fill(error, PAUA_ERROR_NO_MEMORY, 0, "%s",
                          paua_status_text(PAUA_ERROR_NO_MEMORY));
    memcpy(text, bytes + mark, length - mark);
    text[length - mark] = '\0';
    paua_status status = read_position(text, &board, &position, error);
    free(text);
    if (status != PAUA_OK) {
        error->at += mark;
        return status;
    }
    status = write_texts(board, &position, out, error);
    paua_board_free(board);
    return status;
}

void successors_free(struct successors *successors)
{
    free(successors->boards);
    free(successors->moves);
}
