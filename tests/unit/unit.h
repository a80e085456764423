/* unit.h - what every test of the lower rooms begins with. */
#ifndef UNIT_H
#define UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <paua/paua.h>

/* A board that exists; free it with paua_board_free(). */
static inline paua_board *board_of(int a, int b, int c)
{
    paua_board *board = NULL;

    assert_int_equal(paua_board_new(a, b, c, &board), PAUA_OK);
    assert_non_null(board);
    return board;
}

/* A position that can be read. */
static inline paua_position position_of(const paua_board *board, const char *text)
{
    paua_position position;
    paua_error error;

    if (paua_position_parse(board, text, &position, &error) != PAUA_OK)
        fail_msg("%s: byte %zu: %s", text, error.at, error.message);
    return position;
}

/* A legal move. */
static inline paua_move move_of(const paua_board *board, const paua_position *position,
                                const char *text)
{
    paua_move move;
    paua_error error;

    if (paua_move_parse(board, position, text, &move, &error) != PAUA_OK)
        fail_msg("%s: byte %zu: %s", text, error.at, error.message);
    return move;
}

/* A cell by its usual name, "e5". */
static inline int cell_of(const paua_board *board, const char *name)
{
    int cell = paua_board_cell(board, name[0] - 'a', atoi(name + 1));

    assert_int_not_equal(cell, PAUA_NO_CELL);
    return cell;
}

static inline int count_of(paua_set set)
{
    int count = 0;

    for (; set; set &= set - 1)
        count++;
    return count;
}

#define LENGTH(array) (sizeof(array) / sizeof *(array))

#endif
