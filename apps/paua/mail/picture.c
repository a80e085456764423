/* picture.c - draws the picture of a board for a mail. */
#include "mail/picture.h"

#include <paua/draw.h>

#include "notation/move.h"

/* The move of a text that names all its marbles, such as "[a1, c3, b2]", or PAUA_NO_MOVE. The
 * position before it, in which the move was legal, is not known. */
static paua_move read_move(const paua_board *board, const char *text)
{
    struct move_readings readings = {.count = 0};

    if (move_text_read(board, move_text_notation(text), text, &readings, NULL) != PAUA_OK ||
        readings.count != 1 || readings.lines[0].count == 0)
        return PAUA_NO_MOVE;
    const struct move_line *line = &readings.lines[0];
    const int beside = line->axis == (line->direction + 1) % 3 ? 0 : 1;
    const int shape = line->broadside ? 2 * line->count + beside : line->count;
    return (paua_move)(line->cell | line->direction << 6 | shape << 9);
}

unsigned char *mail_picture_draw(const char *position, const char *move, size_t *size)
{
    paua_board *board = NULL;
    paua_position read;
    unsigned char *png = NULL;
    int sides[3];

    if (paua_position_shape(position, sides, NULL) == PAUA_OK &&
        paua_board_new(sides[0], sides[1], sides[2], &board) == PAUA_OK &&
        paua_position_parse(board, position, &read, NULL) == PAUA_OK) {
        const paua_drawing drawing = {
            .size = sizeof drawing, .last = read_move(board, move), .coordinates = true};

        paua_draw_png(board, &read, &drawing, MAIL_PICTURE_PIXELS, &png, size);
    }
    paua_board_free(board);
    return png;
}
