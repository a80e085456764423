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

/* With sanitizers the longest tests do a part; the release build does all of them. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

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

/* Played by text; the result has to be exactly the position `after`, and taken back the one
 * before. */
static inline void check_plays(const paua_board *board, const char *before, const char *text,
                               const char *after)
{
    paua_position position = position_of(board, before), old = position;
    paua_position wanted = position_of(board, after);
    paua_move move = move_of(board, &position, text);
    char got[PAUA_POSITION_TEXT_MAX];
    paua_undo undo;

    assert_true(paua_move_legal(board, &position, move));
    paua_position_make(board, &position, move, &undo);
    paua_position_format(board, &position, got, sizeof got);
    if (!paua_position_same(&position, &wanted) || position.key != wanted.key ||
        position.quiet != wanted.quiet || position.ply != wanted.ply)
        fail_msg("%s in %s leads to %s", text, before, got);
    assert_int_equal(paua_position_check(board, &position), PAUA_OK);
    paua_position_unmake(board, &position, move, &undo);
    assert_memory_equal(&position, &old, sizeof old);
}

static inline void check_no_move(const paua_board *board, const char *before, const char *text)
{
    paua_position position = position_of(board, before);
    paua_move move = PAUA_NO_MOVE;

    if (paua_move_parse(board, &position, text, &move, NULL) != PAUA_ERROR_ILLEGAL_MOVE)
        fail_msg("%s in %s is not refused", text, before);
}

static inline void check_ends(const paua_board *board, const paua_rules *rules, const char *text,
                              paua_result result, paua_reason reason)
{
    paua_position position = position_of(board, text);
    paua_outcome outcome = paua_position_outcome(board, rules, &position);

    if (outcome.result != result || outcome.reason != reason)
        fail_msg("%s: %s %s", text, paua_result_text(outcome.result),
                 paua_reason_name(outcome.reason));
}

static inline void check_game_ends(const paua_game *game, paua_result result, paua_reason reason)
{
    paua_outcome outcome = paua_game_outcome(game);

    if (outcome.result != result || outcome.reason != reason)
        fail_msg("%s %s after %d moves", paua_result_text(outcome.result),
                 paua_reason_name(outcome.reason), paua_game_moves(game));
}

#define LENGTH(array) (sizeof(array) / sizeof *(array))

#endif
