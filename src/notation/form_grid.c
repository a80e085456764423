/* form_grid.c - reads the board that CodinGame's referee writes to a bot: nine lines of 0 (empty),
 * 1 (white) and 2 (black) from the top, and where it is there, the rest of a turn. Before the
 * board: the bot's colour, its score and the opponent's; behind it: the opponent's last move, the
 * number of legal moves, and these, each as five numbers (cell and row of both ends, counted from 0
 * at the top left, and the direction). */
#include <string.h>

#include "base/error.h"
#include "notation/form.h"

enum { GRID_ROWS = 9, GRID_LONGEST = 9, GRID_MARBLES = 14, MOVE_NUMBERS = 5 };

/* The marks of the digits; white is 1. */
static const char marks[] = ".wb";

/* The end of a line, the empty lines behind it, and the end of the text. */
static bool read_line_end(struct text_in *in)
{
    in->at += strspn(in->at, " \t\r");
    bool found = !*in->at || *in->at == '\n';
    text_skip_blanks(in);
    return found;
}

/* Reads a line of exactly `count` numbers, without their signs: CodinGame writes -1 for "none".
 * False: it is no such line, and *in is unchanged. */
static bool read_numbers(struct text_in *in, int numbers[], int count)
{
    struct text_in ahead = *in;
    for (int i = 0; i < count; i++) {
        ahead.at += strspn(ahead.at, " -");
        if (!text_read_number(&ahead, UINT16_MAX, &numbers[i]))
            return false;
    }
    if (!read_line_end(&ahead))
        return false;
    *in = ahead;
    return true;
}

/* Reads the nine rows. One empty cell at least is among them: without any, boards of the network
 * server look alike. */
static bool read_rows(struct text_in *in, const char *rows[GRID_ROWS])
{
    bool empty = false;
    for (int i = 0; i < GRID_ROWS; i++) {
        int length = (int)strspn(in->at, "012"), from_middle = i < 4 ? 4 - i : i - 4;
        rows[i] = in->at;
        empty = empty || memchr(in->at, '0', (size_t)length);
        in->at += length;
        if (length != GRID_LONGEST - from_middle || !read_line_end(in))
            return false;
    }
    return empty;
}

/* A board as CodinGame writes it. */
struct grid {
    const char *rows[GRID_ROWS];
    int colour;    /* the digit of the bot's marbles; 0: not known */
    int scores[2]; /* marbles ejected by the bot and by its opponent */
};

/* Reads the board and what comes before it. False: it is no board of CodinGame. */
static bool read_grid(struct text_in *in, struct grid *grid)
{
    memset(grid, 0, sizeof *grid);
    struct text_in ahead = *in;
    int colour;
    if (read_numbers(&ahead, &colour, 1) && (colour == 1 || colour == 2)) {
        *in = ahead;
        grid->colour = colour;
    }
    if (!read_numbers(in, grid->scores, 2))
        memset(grid->scores, 0, sizeof grid->scores);
    return read_rows(in, grid->rows);
}

bool grid_recognised(const char *text)
{
    struct text_in in = {text, text};
    struct grid grid;
    return read_grid(&in, &grid);
}

/* The digit of the marble that makes the first legal move behind the board; 0: there is none. */
static int moving_digit(struct text_in *in, const struct grid *grid)
{
    int move[MOVE_NUMBERS];
    bool found = read_numbers(in, move, MOVE_NUMBERS) && read_numbers(in, move, 1) &&
                 read_numbers(in, move, MOVE_NUMBERS);
    in->at += strspn(in->at, "0123456789- \t\r\n");
    if (!found || move[1] >= GRID_ROWS || move[0] >= (int)strspn(grid->rows[move[1]], "012"))
        return 0;
    return grid->rows[move[1]][move[0]] - '0';
}

paua_status grid_read(struct text_in *in, struct position_sketch *sketch, paua_error *error)
{
    struct grid grid;
    int missing[] = {0, GRID_MARBLES, GRID_MARBLES}; /* by digit */
    read_grid(in, &grid);
    sketch->form = PAUA_FORM_PBM;
    sketch->has_sides = true;
    for (int i = 0; i < 3; i++)
        sketch->sides[i] = 5;
    for (int i = 0; i < GRID_ROWS; i++) {
        if (!sketch_row(sketch, (size_t)(grid.rows[i] - sketch->text), error))
            return PAUA_ERROR_BAD_SYNTAX;
        for (const char *cell = grid.rows[i]; *cell >= '0' && *cell <= '2'; cell++) {
            sketch_add(sketch, marks[*cell - '0'], 1);
            missing[*cell - '0']--;
        }
    }
    int moving = moving_digit(in, &grid);
    if (!text_at_end(in))
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(in), "expected a move");
    /* Without a colour the bot's score may show it: it counts what the opponent lost of 14. */
    int colour = grid.colour ? grid.colour : moving ? moving : 2;
    if (!grid.colour && !moving && grid.scores[0] == missing[2] && grid.scores[1] == missing[1] &&
        missing[1] != missing[2])
        colour = 1;
    int bot = colour == 1 ? PAUA_WHITE : PAUA_BLACK;
    sketch->position.to_move = (uint8_t)bot;
    for (int i = 0; i < PAUA_SIDES; i++)
        sketch->position.ejected[i ^ bot] =
            (uint8_t)(grid.scores[i] < PAUA_CELLS_MAX ? grid.scores[i] : PAUA_CELLS_MAX);
    return PAUA_OK;
}
