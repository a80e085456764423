#include "successors/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <paua/notation.h>

static paua_status fail(paua_error *error, paua_status status, size_t at, const char *message)
{
    *error = (paua_error){.code = status, .at = at};
    snprintf(error->message, sizeof error->message, "%s", message);
    return status;
}

static paua_status read_position(const char *text, paua_board **board, paua_position *position,
                                 paua_error *error)
{
    int sides[3];
    paua_status status = paua_position_shape(text, sides, error);

    if (status != PAUA_OK)
        return status;
    status = paua_board_new(sides[0], sides[1], sides[2], board);
    if (status != PAUA_OK)
        return fail(error, status, 0, paua_status_text(status));
    status = paua_position_parse(*board, text, position, error);
    if (status != PAUA_OK)
        paua_board_free(*board);
    return status;
}

struct named_move {
    char text[PAUA_MOVE_TEXT_MAX];
    paua_move move;
};

static int compare_named(const void *a, const void *b)
{
    return strcmp(((const struct named_move *)a)->text, ((const struct named_move *)b)->text);
}

static int list_moves(const paua_board *board, const paua_position *position,
                      struct named_move *named)
{
    paua_move_list list;

    paua_moves_generate(board, position, &list);
    for (int i = 0; i < list.count; i++) {
        named[i].move = list.moves[i];
        paua_move_format(board, named[i].move, named[i].text, sizeof named[i].text);
    }
    qsort(named, (size_t)list.count, sizeof *named, compare_named);
    return list.count;
}

/* The marbles of the position that a move leads to, and a newline. Returns their end. */
static char *put_board(const paua_board *board, const paua_position *before, paua_move move,
                       char *text)
{
    char whole[PAUA_FORM_TEXT_MAX];
    paua_position position = *before;
    paua_undo undo;

    paua_position_make(board, &position, move, &undo);
    paua_position_write(board, &position, PAUA_FORM_LIST, whole, sizeof whole);
    const char *marbles = strchr(whole, '\n') + 1; /* behind the side to move */
    while (*marbles)
        *text++ = *marbles++;
    *text++ = '\n';
    return text;
}

static paua_status write_texts(const paua_board *board, const paua_position *position,
                               struct successors *out, paua_error *error)
{
    enum { BOARD_BYTES = 7 * PAUA_CELLS_MAX, MOVE_BYTES = PAUA_MOVE_TEXT_MAX };
    struct named_move named[PAUA_MOVES_MAX];
    size_t count = (size_t)list_moves(board, position, named);
    char *boards = malloc(count * BOARD_BYTES + 1), *moves = malloc(count * MOVE_BYTES + 1);

    if (!boards || !moves) {
        free(boards);
        free(moves);
        return fail(error, PAUA_NO_MEMORY, 0, paua_status_text(PAUA_NO_MEMORY));
    }
    *out = (struct successors){boards, moves};
    for (size_t i = 0; i < count; i++) {
        boards = put_board(board, position, named[i].move, boards);
        moves += paua_move_write(board, position, PAUA_TRIPLE, named[i].move, moves, MOVE_BYTES);
        *moves++ = '\n';
    }
    *boards = *moves = '\0';
    return PAUA_OK;
}

paua_status successors_read(const char *bytes, size_t length, struct successors *out,
                            paua_error *error)
{
    size_t mark = length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; /* of UTF-8 */
    const char *zero = memchr(bytes, '\0', length);
    paua_board *board;
    paua_position position;

    if (length > PAUA_FORM_TEXT_MAX)
        return fail(error, PAUA_BAD_SYNTAX, PAUA_FORM_TEXT_MAX, "too long for a position");
    if (zero)
        return fail(error, PAUA_BAD_SYNTAX, (size_t)(zero - bytes), "this is not text");
    char *text = malloc(length - mark + 1);
    if (!text)
        return fail(error, PAUA_NO_MEMORY, 0, paua_status_text(PAUA_NO_MEMORY));
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
