/* steps.c - what the judges of proofs look at: the middle and the triangle, and what single moves
 * lead to. */
#include <paua/explain.h>
#include <stdio.h>

#include "audit/parts.h"
#include "base/bits.h"

paua_set audit_middle(const paua_board *board)
{
    paua_set middle = 0;
    int least = INT8_MAX;
    for (int cell = 0; cell < paua_board_cells(board); cell++) {
        int distance = paua_board_eccentricity(board, cell);
        if (distance < least)
            middle = 0;
        if (distance <= least) {
            middle |= PAUA_SET(cell);
            least = distance;
        }
    }
    return middle;
}

paua_set audit_triangle(const paua_board *board)
{
    paua_set middle = audit_middle(board), all = paua_board_all(board) & ~middle;
    while (all) {
        int cell = bits_take(&all);
        bool near = true;
        for (paua_set rest = middle; rest;)
            near = near && paua_board_distance(board, cell, bits_take(&rest)) == 1;
        if (near)
            return middle | PAUA_SET(cell);
    }
    return middle;
}

bool audit_is_triangle(const paua_board *board, paua_constellation at, paua_side side)
{
    paua_set triangle = audit_triangle(board);
    for (int symmetry = 0; symmetry < paua_board_symmetries(board); symmetry++)
        if (paua_board_map(board, symmetry, triangle) == audit_own(at, side))
            return true;
    return false;
}

paua_set audit_safe_cells(struct judging *judging, paua_set triangle, paua_side side)
{
    paua_set safe = 0;
    for (paua_set left = paua_board_all(judging->game->board) & ~triangle; left;) {
        paua_set cell = PAUA_SET(bits_take(&left));
        if (!audit_ejects(judging, audit_coloured(triangle, cell, side), side))
            safe |= cell;
    }
    return safe;
}

paua_set audit_own(paua_constellation at, paua_side side)
{
    return side == PAUA_BLACK ? at.black : at.white;
}

paua_constellation audit_coloured(paua_set own, paua_set other, paua_side side)
{
    return side == PAUA_BLACK ? (paua_constellation){own, other} : (paua_constellation){other, own};
}

/* The position of any two sets of marbles; false keeps the status. */
static bool set_up(struct judging *judging, paua_constellation at, paua_side side,
                   paua_position *position)
{
    return audit_worked(
        judging, paua_position_setup(judging->game->board, at.black, at.white, side, position));
}

bool audit_ejects(struct judging *judging, paua_constellation at, paua_side side)
{
    paua_position position;
    paua_move_list list;
    if (!set_up(judging, at, side, &position))
        return false;
    paua_moves_generate(judging->game->board, &position, &list);
    return list.count > 0 && paua_move_ejects(list.moves[0]); /* those come first */
}

/* Whether an isomorphic board is listed. */
static bool is_listed(const paua_board *board, const struct audit_steps *steps,
                      paua_constellation at)
{
    for (int i = 0; i < steps->count; i++)
        if (paua_constellation_isomorphic(board, steps->to[i], at))
            return true;
    return false;
}

void audit_list_steps(struct judging *judging, paua_constellation at, paua_side side,
                      struct audit_steps *steps)
{
    const paua_board *board = judging->game->board;
    paua_position position;
    paua_move_list list;
    steps->count = 0;
    if (!set_up(judging, at, side, &position))
        return;
    paua_moves_generate(board, &position, &list);
    for (int i = 0; i < list.count; i++) {
        paua_position after = position;
        paua_undo undo;
        if (paua_move_ejects(list.moves[i]))
            continue;
        paua_position_make(board, &after, list.moves[i], &undo);
        const paua_constellation to = {after.marbles[PAUA_BLACK], after.marbles[PAUA_WHITE]};
        if (is_listed(board, steps, to))
            continue;
        steps->to[steps->count] = to;
        steps->move[steps->count++] = list.moves[i];
    }
}

void audit_list_answers(struct judging *judging, paua_constellation at, paua_side side,
                        struct audit_steps *steps)
{
    struct audit_steps all;
    audit_list_steps(judging, at, side, &all);
    steps->count = 0;
    for (int i = 0; i < all.count; i++)
        if (!audit_ejects(judging, all.to[i], PAUA_OTHER(side))) {
            steps->to[steps->count] = all.to[i];
            steps->move[steps->count++] = all.move[i];
        }
}

paua_set audit_fork(struct judging *judging, paua_constellation at, paua_side side)
{
    paua_position position;
    return set_up(judging, at, side, &position)
               ? paua_fork_find(judging->game->board, &position, side, judging->game->oracle.win)
               : 0;
}

void audit_result(paua_value value, int remoteness, char text[32])
{
    if (value == PAUA_VALUE_DRAW)
        snprintf(text, 32, "draws");
    else
        snprintf(text, 32, "%s in %d", value == PAUA_VALUE_WIN ? "wins" : "loses", remoteness);
}
