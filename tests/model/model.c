/* model.c - see model.h. R1, R2, ... are the numbers of the rules. */
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIRECTIONS 6

/* R2: what a step adds to (row, column). */
static const int row_step[DIRECTIONS] = {0, 0, +1, +1, -1, -1};
static const int column_step[DIRECTIONS] = {+1, -1, +1, 0, 0, -1};

const struct model_laws model_laws_right = {MODEL_LAWS_RIGHT};

bool model_board_make(struct model_board *board, int a, int b, int c)
{
    if (a < 1 || b < 1 || c < 1 || a > MODEL_CELLS || b > MODEL_CELLS || c > MODEL_CELLS)
        return false;
    memset(board, 0, sizeof *board);
    memset(board->at, -1, sizeof board->at);
    board->sides[0] = a;
    board->sides[1] = b;
    board->sides[2] = c;
    board->rows = b + c - 1;
    for (int row = 0; row < board->rows; row++) {
        int first = 1 + (row > b - 1 ? row - (b - 1) : 0);
        int last = a + (row < c - 1 ? row : c - 1);
        for (int column = first; column <= last; column++) {
            if (board->cells == MODEL_CELLS)
                return false;
            board->row[board->cells] = row;
            board->column[board->cells] = column;
            board->at[row][column] = (signed char)board->cells++;
        }
    }
    return true;
}

int model_board_at(const struct model_board *board, int row, int column)
{
    if (row < 0 || row >= board->rows || column < 1 || column > MODEL_CELLS)
        return -1;
    return board->at[row][column];
}

static int next_to(const struct model_board *board, int cell, int direction)
{
    return model_board_at(board, board->row[cell] + row_step[direction],
                          board->column[cell] + column_step[direction]);
}

void model_position_clear(const struct model_board *board, struct model_position *position)
{
    memset(position, 0, sizeof *position);
    memset(position->cell, '.', (size_t)board->cells);
    position->side = MODEL_BLACK;
    position->ply = 1;
}

bool model_position_rows(const struct model_board *board, const char *rows,
                         struct model_position *position)
{
    model_position_clear(board, position);
    for (int row = board->rows - 1; row >= 0; row--) {
        int column = 1;
        while (model_board_at(board, row, column) < 0)
            column++;
        for (; *rows != '\0' && *rows != '/'; rows++) {
            if (*rows >= '1' && *rows <= '9') {
                column += *rows - '0';
                continue;
            }
            int cell = model_board_at(board, row, column++);
            if (cell < 0 || (*rows != 'b' && *rows != 'w'))
                return false;
            position->cell[cell] = *rows;
        }
        bool full =
            model_board_at(board, row, column) < 0 && model_board_at(board, row, column - 1) >= 0;
        if (!full || *rows != (row > 0 ? '/' : '\0'))
            return false;
        rows++;
    }
    return true;
}

/* One row of the native form; returns the end of what it wrote. */
static char *row_text(const struct model_board *board, const struct model_position *position,
                      int row, char *text)
{
    int empty = 0;

    for (int cell = 0; cell < board->cells; cell++) {
        if (board->row[cell] != row)
            continue;
        bool last = cell + 1 == board->cells || board->row[cell + 1] != row;
        bool marble = position->cell[cell] != '.';
        empty += !marble;
        while (empty > 0 && (marble || last)) {
            int run = empty > 9 ? 9 : empty;
            *text++ = (char)('0' + run);
            empty -= run;
        }
        if (marble)
            *text++ = position->cell[cell];
    }
    return text;
}

void model_position_text(const struct model_board *board, const struct model_position *position,
                         char *text)
{
    char *end = text;

    if (board->sides[1] > board->sides[2] || board->rows == 1)
        end += sprintf(end, "%dx%dx%d:", board->sides[0], board->sides[1], board->sides[2]);
    for (int row = board->rows - 1; row >= 0; row--) {
        end = row_text(board, position, row, end);
        *end++ = row > 0 ? '/' : ' ';
    }
    sprintf(end, "%c %d-%d %d %d", position->side == MODEL_BLACK ? 'b' : 'w', position->ejected[0],
            position->ejected[1], position->quiet, position->ply);
}

int model_position_compare(const struct model_position *a, const struct model_position *b)
{
    int order = memcmp(a->cell, b->cell, sizeof a->cell);

    if (order == 0)
        order = a->side - b->side;
    if (order == 0)
        order = a->ejected[0] - b->ejected[0];
    if (order == 0)
        order = a->ejected[1] - b->ejected[1];
    if (order == 0)
        order = a->quiet - b->quiet;
    if (order == 0)
        order = a->ply - b->ply;
    return order;
}

static bool among(int cell, const int *cells, int count)
{
    for (int i = 0; i < count; i++)
        if (cells[i] == cell)
            return true;
    return false;
}

/* The direction that leads from each cell to the following one (R4), -1 if there is none such. */
static int line_direction(const struct model_board *board, const int *cells, int count)
{
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int i = 1;
        while (i < count && next_to(board, cells[i - 1], direction) == cells[i])
            i++;
        if (i == count)
            return direction;
    }
    return -1;
}

static bool opposite(int one, int other)
{
    return row_step[one] == -row_step[other] && column_step[one] == -column_step[other];
}

/* Takes the marbles off their cells and puts them one step further; what leaves the board is gone. */
static void shift(const struct model_board *board, struct model_position *position,
                  const int *cells, int count, int direction)
{
    char marble[MODEL_CELLS];

    for (int i = 0; i < count; i++) {
        marble[i] = position->cell[cells[i]];
        position->cell[cells[i]] = '.';
    }
    for (int i = 0; i < count; i++) {
        int target = next_to(board, cells[i], direction);
        if (target >= 0)
            position->cell[target] = marble[i];
    }
}

/* R6 */
static bool try_broadside(const struct model_board *board, const struct model_laws *laws,
                          const struct model_position *position, struct model_move *move)
{
    for (int i = 0; i < move->count; i++) {
        int target = next_to(board, move->cell[i], move->direction);
        bool end = i == 0 || i == move->count - 1;
        if (target < 0)
            return false;
        if (position->cell[target] != '.' && (laws->every_target || end))
            return false;
    }
    move->broadside = true;
    shift(board, &move->after, move->cell, move->count, move->direction);
    return true;
}

/* R5, R7, R8 */
static bool try_in_line(const struct model_board *board, const struct model_laws *laws,
                        const struct model_position *position, struct model_move *move)
{
    char enemy = position->side == MODEL_BLACK ? 'w' : 'b';
    int moved[MODEL_CELLS];
    int count = move->count;
    int front = -1;

    memcpy(moved, move->cell, (size_t)count * sizeof *moved);
    for (int i = 0; i < count; i++) {
        front = next_to(board, moved[i], move->direction);
        if (!among(front, moved, count))
            break;
    }
    if (front < 0 && !laws->suicide)
        return false;
    while (front >= 0 && position->cell[front] == enemy) {
        moved[count++] = front;
        front = next_to(board, front, move->direction);
    }
    move->pushed = count - move->count;
    if (move->pushed > laws->pushed[move->count])
        return false;
    if (front >= 0 && position->cell[front] != '.' && (laws->backed || move->pushed == 0))
        return false;
    move->ejects = move->pushed > 0 && front < 0;
    if (move->ejects && !laws->eject)
        return false;
    shift(board, &move->after, moved, count, move->direction);
    return true;
}

/* Whether the marbles of `move` may go in its direction; if so fills in the rest of it. */
static bool try_move(const struct model_board *board, const struct model_laws *laws,
                     const struct model_position *position, int along, struct model_move *move)
{
    int side = position->side;
    bool in_line = move->count == 1 || move->direction == along || opposite(move->direction, along);

    move->after = *position;
    move->pushed = 0;
    move->ejects = false;
    move->broadside = false;
    if (!(in_line ? try_in_line(board, laws, position, move)
                  : try_broadside(board, laws, position, move)))
        return false;
    if (laws->alternate)
        move->after.side = 1 - side;
    if (move->ejects && laws->score)
        move->after.ejected[side]++;
    if (move->ejects && laws->reset_quiet)
        move->after.quiet = 0;
    else if (position->quiet < 65535)
        move->after.quiet++;
    if (position->ply < 65535)
        move->after.ply++;
    return true;
}

/* Everything that the search through the sets of marbles needs. */
struct hunt {
    const struct model_board *board;
    const struct model_laws *laws;
    const struct model_position *position;
    struct model_move *moves;
    int found;
};

/* Adds the legal moves of every set that begins with the `count` marbles chosen so far. */
static void hunt_sets(struct hunt *hunt, int *chosen, int count, int from)
{
    char own = hunt->position->side == MODEL_BLACK ? 'b' : 'w';

    for (int cell = from; cell < hunt->board->cells; cell++) {
        if (hunt->position->cell[cell] != own)
            continue;
        chosen[count] = cell;
        int along = line_direction(hunt->board, chosen, count + 1);
        for (int direction = 0; along >= 0 && direction < DIRECTIONS; direction++) {
            struct model_move *move = &hunt->moves[hunt->found];
            move->count = count + 1;
            memcpy(move->cell, chosen, (size_t)move->count * sizeof *chosen);
            move->direction = direction;
            hunt->found += try_move(hunt->board, hunt->laws, hunt->position, along, move);
        }
        if (count + 1 < hunt->laws->longest)
            hunt_sets(hunt, chosen, count + 1, cell + 1);
    }
}

int model_moves(const struct model_board *board, const struct model_laws *laws,
                const struct model_position *position, struct model_move *moves)
{
    struct hunt hunt = {board, laws, position, moves, 0};
    int chosen[MODEL_LINE];

    hunt_sets(&hunt, chosen, 0, 0);
    return hunt.found;
}

/* Rows are a to z, then aa, ab, and so on. */
static char *cell_text(const struct model_board *board, int cell, char *text)
{
    if (board->row[cell] >= 26)
        return text + sprintf(text, "%c%c%d", 'a' + board->row[cell] / 26 - 1,
                              'a' + board->row[cell] % 26, board->column[cell]);
    return text + sprintf(text, "%c%d", 'a' + board->row[cell], board->column[cell]);
}

void model_move_text(const struct model_board *board, const struct model_move *move, char *text)
{
    int first = move->cell[0]; /* the smaller end, for marbles are kept in order */
    int last = move->cell[move->count - 1];

    if (move->broadside) {
        text = cell_text(board, first, text);
        text = cell_text(board, last, text);
    } else {
        /* the trailing marble is the one that no other one moves onto */
        if (move->count > 1 && next_to(board, move->cell[1], move->direction) == first)
            first = last;
        text = cell_text(board, first, text);
    }
    cell_text(board, next_to(board, first, move->direction), text);
}

struct model_outcome model_position_outcome(const struct model_board *board,
                                            const struct model_ends *ends,
                                            const struct model_position *position)
{
    static struct model_move moves[MODEL_MOVES];
    struct model_outcome outcome = {MODEL_GOES_ON, MODEL_NO_REASON};

    if (position->ejected[MODEL_BLACK] >= ends->win) {
        outcome = (struct model_outcome){MODEL_BLACK_WINS, MODEL_EJECTIONS};
    } else if (position->ejected[MODEL_WHITE] >= ends->win) {
        outcome = (struct model_outcome){MODEL_WHITE_WINS, MODEL_EJECTIONS};
    } else if (model_moves(board, &model_laws_right, position, moves) == 0) {
        outcome.reason = MODEL_STUCK;
        outcome.result = !ends->stuck_loses              ? MODEL_DRAWN
                         : position->side == MODEL_BLACK ? MODEL_WHITE_WINS
                                                         : MODEL_BLACK_WINS;
    } else if (ends->quiet > 0 && position->quiet >= ends->quiet) {
        outcome = (struct model_outcome){MODEL_DRAWN, MODEL_QUIET};
    } else if (ends->plies > 0 && position->ply - 1 >= ends->plies) {
        outcome = (struct model_outcome){MODEL_DRAWN, MODEL_PLIES};
    }
    return outcome;
}

uint64_t model_perft(const struct model_board *board, const struct model_position *position,
                     int win, int depth)
{
    uint64_t sum = 0;

    if (depth == 0)
        return 1;
    if (win > 0 && (position->ejected[0] >= win || position->ejected[1] >= win))
        return 0;
    struct model_move *moves = malloc(MODEL_MOVES * sizeof *moves);
    if (moves == NULL)
        abort();
    int count = model_moves(board, &model_laws_right, position, moves);
    for (int i = 0; i < count; i++)
        sum += model_perft(board, &moves[i].after, win, depth - 1);
    free(moves);
    return sum;
}
