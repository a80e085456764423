/* form_list.c - reads and writes positions as a list of marbles with coordinates (seed 002). */
#include <string.h>

#include "base/error.h"
#include "notation/form.h"

/* Reads a marble such as "C5b": coordinates and a letter, in either case. */
static bool read_placed(struct text_in *in, struct placed_marble *placed)
{
    struct text_in ahead = *in;
    if (!text_read_coordinates(&ahead, &placed->row, &placed->column))
        return false;
    placed->mark = *ahead.at | 32;
    if (!*ahead.at || !strchr(form_letters, placed->mark))
        return false;
    placed->at = text_offset(in);
    in->at = ahead.at + 1;
    return true;
}

/* A player's letter, blanks, and coordinates. */
bool list_recognised(const char *text)
{
    struct text_in in = {text, text};
    int row, column;
    text_skip_blanks(&in);
    if (!*in.at || !strchr("bwrgypBWRGYP", *in.at))
        return false;
    in.at++;
    if (!text_at_blank(&in))
        return false;
    text_skip_blanks(&in);
    return text_read_coordinates(&in, &row, &column);
}

paua_status list_read(struct text_in *in, struct position_sketch *sketch, paua_error *error)
{
    text_skip_blanks(in);
    sketch->position.to_move = (uint8_t)(strchr(form_letters, *in->at | 32) - form_letters);
    in->at++;
    do {
        text_skip_blanks(in);
        struct placed_marble *placed = &sketch->placed[sketch->placed_count];
        if (sketch->placed_count == PAUA_CELLS_MAX)
            return error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(in),
                              "a board has at most %d marbles", PAUA_CELLS_MAX);
        if (!read_placed(in, placed))
            return error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(in),
                              "expected a marble and its colour, as in C5b");
        sketch->placed_count++;
        text_skip_blanks(in);
    } while (text_read_char(in, ','));
    return text_at_end(in) ? PAUA_OK
                           : error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(in),
                                        "expected a comma or the end of the position");
}

/* The marbles of one kind, by row and column. */
static void put_marbles(struct text_out *out, const paua_board *board,
                        const paua_position *position, char letter, bool *first)
{
    for (int row = 0; row < paua_board_rows(board); row++)
        for (int n = paua_board_row_first(board, row); n <= paua_board_row_last(board, row); n++) {
            if (form_letter_at(position, paua_board_cell(board, row, n)) != letter)
                continue;
            if (!*first)
                text_put(out, ",");
            *first = false;
            text_put_row(out, row);
            text_put(out, "%d%c", n, letter);
        }
}

/* Writes nothing for an empty board: a list needs a marble to be recognised. */
void list_write(struct text_out *out, const paua_board *board, const paua_position *position)
{
    bool first = true;
    const int a = paua_board_side(board, 0), b = paua_board_side(board, 1),
              c = paua_board_side(board, 2);
    paua_set all = position->neutral | position->fixed;
    for (int side = 0; side < PAUA_PLAYERS_MAX; side++)
        all |= position->marbles[side];
    if (!all)
        return;
    if (a != 5 || b != 5 || c != 5)
        text_put(out, "%dx%dx%d:", a, b, c);
    text_put(out, "%c\n", form_letters[position->to_move]);
    for (int i = 0; i < LETTERS; i++)
        put_marbles(out, board, position, form_letters[i], &first);
}
