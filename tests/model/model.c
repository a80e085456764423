/* model.c - see model.h. R1, R2, ... are the numbers of the rules. */
#include "model.h"

#include <stdio.h>
#include <string.h>

#define DIRECTIONS 6

/* R2: what a step adds to (row, column). */
static const int row_step[DIRECTIONS] = {0, 0, +1, +1, -1, -1};
static const int column_step[DIRECTIONS] = {+1, -1, +1, 0, 0, -1};

const char model_letters[] = "bwrgyp";

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

int model_board_next(const struct model_board *board, int cell, int direction)
{
    return model_board_at(board, board->row[cell] + row_step[direction],
                          board->column[cell] + column_step[direction]);
}

void model_position_clear(const struct model_board *board, int players,
                          struct model_position *position)
{
    memset(position, 0, sizeof *position);
    memset(position->cell, '.', (size_t)board->cells);
    position->players = players;
    position->crowned = -1;
    position->ply = 1;
}

bool model_position_rows(const struct model_board *board, const char *rows, int players,
                         struct model_position *position)
{
    model_position_clear(board, players, position);
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
            if (cell < 0 || strchr("bwrgypncx", *rows) == NULL)
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
    end += sprintf(end, "%c ", model_letters[position->side]);
    for (int player = 0; player < position->players; player++)
        end += sprintf(end, "%s%d%s%s", player > 0 ? "-" : "", position->ejected[player],
                       position->gone[player] ? "x" : "", position->crowned == player ? "c" : "");
    end += sprintf(end, " %d %d", position->quiet, position->ply);
    if (position->teams[0] != '\0')
        sprintf(end, " %s", position->teams);
}

/* Everything but ply and quiet. */
static int compare_lasting(const struct model_position *a, const struct model_position *b)
{
    int order = memcmp(a->cell, b->cell, sizeof a->cell);

    if (order == 0)
        order = memcmp(a->teams, b->teams, sizeof a->teams);
    if (order == 0)
        order = a->players - b->players;
    if (order == 0)
        order = a->side - b->side;
    if (order == 0)
        order = memcmp(a->ejected, b->ejected, sizeof a->ejected);
    if (order == 0)
        order = memcmp(a->gone, b->gone, sizeof a->gone);
    return order == 0 ? a->crowned - b->crowned : order;
}

int model_position_compare(const struct model_position *a, const struct model_position *b)
{
    int order = compare_lasting(a, b);

    if (order == 0)
        order = a->quiet - b->quiet;
    return order == 0 ? a->ply - b->ply : order;
}

bool model_position_same(const struct model_position *a, const struct model_position *b)
{
    return compare_lasting(a, b) == 0;
}

bool model_partners(const struct model_position *position, int one, int other)
{
    const char *first = strchr(position->teams, model_letters[one]);
    const char *second = strchr(position->teams, model_letters[other]);

    if (one == other)
        return true;
    if (first == NULL || second == NULL)
        return false;
    /* no dash between the two */
    return first < second ? memchr(first, '-', (size_t)(second - first)) == NULL
                          : memchr(second, '-', (size_t)(first - second)) == NULL;
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
        if (move->count > 1 && model_board_next(board, move->cell[1], move->direction) == first)
            first = last;
        text = cell_text(board, first, text);
    }
    cell_text(board, model_board_next(board, first, move->direction), text);
}
