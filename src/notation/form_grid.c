/* form_grid.c - reads the board that CodinGame's referee writes to a bot: nine lines of 0 (empty),
 * 1 (white) and 2 (black) from the top, and where it is there, the rest of a turn. Before the
 * board: the bot's colour, its score and the opponent's; behind it: the opponent's last move, the
 * number of legal moves, and these, each as five numbers (cell and row of both ends, counted from 0
 * at the top left, and the direction). */
#include <string.h>

#include "base/error.h"
#include "notation/form.h"

enum { GRID_ROWS = 9, GRID_MARBLES = 14, LEGAL_MOVES_MAX = 1000, MOVE_NUMBERS = 5 };

static const size_t row_lengths[GRID_ROWS] = {5, 6, 7, 8, 9, 8, 7, 6, 5};
/* The marks of the digits; white is 1. */
static const char marks[] = ".wb";

/* Reads the end of a line and the empty lines behind it; true at the end of the text, too. */
static bool read_line_end(struct text_in *in)
{
    in->at += strspn(in->at, " \t\r");
    if (*in->at && *in->at != '\n')
        return false;
    text_skip_blanks(in);
    return true;
}

/* Reads this many numbers, -1 among them, and the end of their line. */
static bool read_numbers(struct text_in *in, int numbers[], int count)
{
    struct text_in ahead = *in;
    for (int i = 0; i < count; i++) {
        ahead.at += strspn(ahead.at, " \t");
        int sign = text_read_char(&ahead, '-') ? -1 : 1;
        if (!text_read_number(&ahead, LEGAL_MOVES_MAX, &numbers[i]))
            return false;
        numbers[i] *= sign;
    }
    if (!read_line_end(&ahead))
        return false;
    *in = ahead;
    return true;
}

/* Skips the nine rows; false if the text has others. One empty cell at least is among them: without
 * any the network server's boards look alike. */
static bool skip_rows(struct text_in *in)
{
    bool empty = false;
    for (int i = 0; i < GRID_ROWS; i++) {
        size_t length = strspn(in->at, "012");
        empty = empty || memchr(in->at, '0', length);
        in->at += length;
        if (length != row_lengths[i] || !read_line_end(in))
            return false;
    }
    return empty;
}

/* What stands before the board. */
struct grid_head {
    int colour;    /* the digit of the bot's marbles, or 0 */
    int scores[2]; /* marbles ejected by the bot and by its opponent */
    bool scored;
};

/* Reads what stands before the board, and stops there. */
static void read_head(struct text_in *in, struct grid_head *head)
{
    *head = (struct grid_head){0};
    struct text_in ahead = *in;
    if (read_numbers(&ahead, &head->colour, 1) && head->colour >= 1 && head->colour <= 2)
        *in = ahead;
    else
        head->colour = 0;
    head->scored = read_numbers(in, head->scores, 2);
}

bool grid_recognised(const char *text)
{
    struct text_in in = {text, text};
    struct grid_head head;
    read_head(&in, &head);
    return skip_rows(&in);
}

/* Finds the digit of the marble on a cell of the rows; 0 if there is none. */
static int digit_at(const struct position_sketch *sketch, int row, int cell)
{
    if (row < 0 || row >= GRID_ROWS || cell < 0 || cell >= (int)row_lengths[row])
        return 0;
    return sketch->text[sketch->at[row] + (size_t)cell] - '0';
}

/* Reads what stands behind the board, and takes the colour from the first legal move. */
static paua_status read_tail(struct text_in *in, const struct position_sketch *sketch, int *colour,
                             paua_error *error)
{
    int move[MOVE_NUMBERS], count = 0;
    if (text_at_end(in))
        return PAUA_OK;
    if (!read_numbers(in, move, MOVE_NUMBERS))
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(in),
                          "expected the opponent's last move, five numbers");
    if (!text_at_end(in) && (!read_numbers(in, &count, 1) || count < 0))
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(in),
                          "expected the number of legal moves");
    for (int i = 0; i < count && !text_at_end(in); i++) {
        size_t at = text_offset(in);
        if (!read_numbers(in, move, MOVE_NUMBERS) || !digit_at(sketch, move[1], move[0]) ||
            (*colour && digit_at(sketch, move[1], move[0]) != *colour))
            return error_fill(error, PAUA_ERROR_BAD_SYNTAX, at,
                              "expected a legal move of one side, five numbers");
        *colour = digit_at(sketch, move[1], move[0]);
    }
    return text_at_end(in) ? PAUA_OK
                           : error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(in),
                                        "expected the end of the position");
}

/* Sets who is to move, the bot, and the scores. Without the bot's colour the marbles that are
 * missing of 14 tell whose score is whose. */
static paua_status set_sides(struct position_sketch *sketch, const struct grid_head *head,
                             int colour, paua_error *error)
{
    int missing[PAUA_SIDES] = {GRID_MARBLES, GRID_MARBLES};
    for (int i = 0; i < sketch->cells; i++)
        if (sketch->marks[i] != '.')
            missing[sketch->marks[i] == marks[1] ? PAUA_WHITE : PAUA_BLACK]--;
    int bot = colour == 1 ? PAUA_WHITE : PAUA_BLACK;
    for (int i = 0; i < PAUA_SIDES && !colour; i++)
        if (head->scores[0] != head->scores[1] && head->scores[0] == missing[1 - i] &&
            head->scores[1] == missing[i])
            bot = i;
    sketch->position.to_move = (uint8_t)bot;
    if (!head->scored)
        return PAUA_OK;
    if (head->scores[0] != missing[1 - bot] || head->scores[1] != missing[bot])
        return error_fill(error, PAUA_ERROR_BAD_POSITION, 0,
                          "the scores are not what is missing of 14 marbles of each side");
    sketch->position.ejected[bot] = (uint8_t)head->scores[0];
    sketch->position.ejected[1 - bot] = (uint8_t)head->scores[1];
    return PAUA_OK;
}

paua_status grid_read(struct text_in *in, struct position_sketch *sketch, paua_error *error)
{
    static const int full[3] = {5, 5, 5};
    struct grid_head head;
    read_head(in, &head);
    sketch->form = PAUA_FORM_PBM;
    sketch->has_sides = true;
    memcpy(sketch->sides, full, sizeof full);
    for (int i = 0; i < GRID_ROWS; i++) {
        if (!sketch_row(sketch, text_offset(in), error))
            return PAUA_ERROR_BAD_SYNTAX;
        for (; *in->at >= '0' && *in->at <= '2'; in->at++)
            sketch_add(sketch, marks[*in->at - '0'], 1);
        read_line_end(in);
    }
    int colour = head.colour;
    paua_status status = read_tail(in, sketch, &colour, error);
    return status == PAUA_OK ? set_sides(sketch, &head, colour, error) : status;
}
