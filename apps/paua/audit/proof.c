/* proof.c - decides the steps of the paper's proofs about 2x2x3: forks, how the triangle is made
 * and kept, what is forced after bad moves, and when to leave the middle line.
 *
 * Steps are played on the board as it stands, not on canonical forms, so that the drawings of a
 * sequence follow from each other. One ejection wins here: a side that can eject has won. */
#include <stdio.h>
#include <string.h>

#include "audit/parts.h"
#include "base/bits.h"

enum { EXAMPLES = 3, FORCED_MOVES = 3, WORDS_MAX = 4, MANY = 99 };

/* Whether three of the cells touch each other. */
static bool has_corner(const paua_board *board, paua_set cells)
{
    for (paua_set rest = cells; rest;) {
        int cell = bits_take(&rest);
        for (int d = 0; d < PAUA_DIRECTION_COUNT; d++) {
            int one = paua_board_neighbour(board, cell, (paua_direction)d);
            int two =
                paua_board_neighbour(board, cell, (paua_direction)((d + 1) % PAUA_DIRECTION_COUNT));
            if (one != PAUA_NO_CELL && two != PAUA_NO_CELL && cells & PAUA_SET(one) &&
                cells & PAUA_SET(two))
                return true;
        }
    }
    return false;
}

/* Figure 3: three marbles of the side that touch each other fork `number` marbles, one of which is
 * lost. */
void audit_judge_fork(struct judging *judging)
{
    const struct audit_game *game = judging->game;
    paua_side side = judging->claim->side;
    int forks = 0, triangles = 0, lost = 0;
    for (int i = 0; i < game->count; i++) {
        paua_constellation at = game->list[i];
        paua_verdict verdict;
        if (bits_count(audit_fork(judging, at, PAUA_OTHER(side))) < judging->claim->number)
            continue;
        if (!audit_verdict(judging, at, &verdict))
            return;
        forks++;
        lost += verdict.value[PAUA_OTHER(side)] == PAUA_VALUE_LOSS &&
                verdict.remoteness[PAUA_OTHER(side)] == 2;
        if (!has_corner(game->board, audit_own(at, side)))
            continue;
        if (triangles++ < EXAMPLES)
            audit_show(judging, at, "%s to move: loses in %d", audit_player(PAUA_OTHER(side)),
                       verdict.remoteness[PAUA_OTHER(side)]);
    }
    judging->holds = triangles > 0 && lost == forks;
    audit_say(judging, "%d boards on which %s forks %d marbles, %d of them with a triangle", forks,
              audit_player(side), judging->claim->number, triangles);
}

/* The cells with these letters: row by row from the top, from a (figure 6). */
static paua_set cells_of(const paua_board *board, const char *letters)
{
    paua_set cells = 0;
    char letter = 'a';
    for (int row = paua_board_rows(board) - 1; row >= 0; row--) {
        int cell = paua_board_cell(board, row, paua_board_row_first(board, row));
        for (; cell != PAUA_NO_CELL; cell = paua_board_neighbour(board, cell, PAUA_EAST), letter++)
            if (strchr(letters, letter))
                cells |= PAUA_SET(cell);
    }
    return cells;
}

/* The neighbours of a cell. */
static paua_set neighbours_of(const paua_board *board, int cell)
{
    paua_set cells = 0;
    for (int d = 0; d < PAUA_DIRECTION_COUNT; d++) {
        int next = paua_board_neighbour(board, cell, (paua_direction)d);
        if (next != PAUA_NO_CELL)
            cells |= PAUA_SET(next);
    }
    return cells;
}

/* The moves in which the side, to begin, makes the triangle or ejects, whatever is replied; MANY if
 * they are more than `most`. *first becomes what the first of them leads to. */
static int triangle_moves(struct judging *judging, paua_constellation at, paua_side side, int most,
                          paua_constellation *first)
{
    const paua_board *board = judging->game->board;
    struct audit_steps steps, replies;
    int best = MANY;
    if (audit_is_triangle(board, at, side))
        return 0;
    if (audit_ejects(judging, at, side))
        return 1;
    audit_list_steps(judging, at, side, &steps);
    for (int i = 0; i < steps.count && best > 1; i++) {
        paua_constellation to = steps.to[i], next;
        int worst = 0;
        if (!audit_is_triangle(board, to, side)) {
            if (most <= 1 || audit_ejects(judging, to, PAUA_OTHER(side)))
                continue;
            audit_list_steps(judging, to, PAUA_OTHER(side), &replies);
            for (int k = 0; k < replies.count && worst < MANY; k++) {
                int moves = triangle_moves(judging, replies.to[k], side, most - 1, &next);
                worst = moves > worst ? moves : worst;
            }
        }
        if (worst + 1 < best) {
            best = worst + 1;
            *first = to;
        }
    }
    return best;
}

/* Whether the claim is about this board: the middle is held, the third marble is on one of its
 * cells, and the cells beside that are as `through` says. */
static bool is_about(const struct judging *judging, paua_constellation at, paua_set cells)
{
    const paua_board *board = judging->game->board;
    const char *beside = judging->claim->through;
    paua_side side = judging->claim->side;
    paua_set middle = audit_middle(board), third = audit_own(at, side) & ~middle;
    if ((audit_own(at, side) & middle) != middle || bits_count(third) != 1 || !(third & cells))
        return false;
    paua_set near = neighbours_of(board, bits_first(third)) & ~middle;
    bool blocked = (near & ~audit_own(at, PAUA_OTHER(side))) == 0;
    return !beside || blocked == (strcmp(beside, "blocked") == 0);
}

/* Lemma 3.1, figures 7 and 8: the triangle is made in at most `number` moves. */
void audit_judge_triangle_moves(struct judging *judging)
{
    const struct audit_game *game = judging->game;
    paua_side side = judging->claim->side;
    paua_set cells = cells_of(game->board, judging->claim->list);
    int boards = 0, most = -1;
    paua_constellation example = {0, 0}, after = {0, 0};
    for (int i = 0; i < game->count; i++) {
        paua_constellation first = game->list[i];
        if (!is_about(judging, game->list[i], cells))
            continue;
        int moves = triangle_moves(judging, game->list[i], side, FORCED_MOVES, &first);
        boards++;
        if (moves > most) {
            most = moves;
            example = game->list[i];
            after = first;
        }
    }
    judging->holds = boards > 0 && most <= judging->claim->number;
    audit_say(judging, "%d boards; at most %d %s needed, whatever %s replies", boards, most,
              most == 1 ? "move is" : "moves are", audit_player(PAUA_OTHER(side)));
    if (boards)
        audit_show(judging, example, "%s to move", audit_player(side));
    if (most > 0)
        audit_show(judging, after, "the first move");
}

/* Whether no two of the cells touch. */
static bool is_scattered(const paua_board *board, paua_set cells)
{
    for (paua_set rest = cells; rest;)
        if (neighbours_of(board, bits_take(&rest)) & cells)
            return false;
    return true;
}

/* After the move in line: all answers that lose nothing at once, `number` of them, vacate a tip
 * of a triangle, and the side's triangle with this tip forks two marbles that do not touch. */
static bool break_holds(struct judging *judging, paua_constellation broken)
{
    const paua_board *board = judging->game->board;
    paua_side side = judging->claim->side, other = PAUA_OTHER(side);
    struct audit_steps answers, steps;
    audit_list_answers(judging, broken, other, &answers);
    bool holds = answers.count == judging->claim->number;
    for (int i = 0; i < answers.count && holds; i++) {
        paua_set left = audit_own(broken, other) & ~audit_own(answers.to[i], other);
        paua_set wanted = audit_middle(board) | left;
        bool forks = false;
        audit_list_steps(judging, answers.to[i], side, &steps);
        for (int k = 0; k < steps.count && !forks; k++) {
            paua_set lost = audit_fork(judging, steps.to[k], other);
            forks = audit_own(steps.to[k], side) == wanted &&
                    audit_is_triangle(board, steps.to[k], side) && bits_count(lost) == 2 &&
                    is_scattered(board, lost);
            if (forks) {
                audit_show(judging, broken, "figure 9");
                audit_show(judging, answers.to[i], "%s's only safe reply", audit_player(other));
                audit_show(judging, steps.to[k], "a fork of two");
            }
        }
        holds = forks;
    }
    return holds;
}

/* Lemma 3.1, figure 9: how the side keeps the middle when the other side is on the safe cells. */
void audit_judge_triangle_breaks(struct judging *judging)
{
    const paua_board *board = judging->game->board;
    paua_side side = judging->claim->side;
    paua_set triangle = audit_triangle(board), middle = audit_middle(board);
    paua_constellation at =
        audit_coloured(triangle, audit_safe_cells(judging, triangle, side), side);
    struct audit_steps steps;
    audit_show(judging, at, "%s to move", audit_player(side));
    audit_list_steps(judging, at, side, &steps);
    for (int i = 0; i < steps.count; i++)
        if ((audit_own(steps.to[i], side) & middle) == middle &&
            !paua_move_broadside(steps.move[i]) && paua_move_count(steps.move[i]) > 1 &&
            break_holds(judging, steps.to[i]))
            judging->holds = true;
}

/* Whether the side, which has just moved, is sure of the triangle: it is on the middle, the other
 * side has lost, and after each of its moves the triangle can be made or a marble ejected. */
static bool sure_of_triangle(struct judging *judging, paua_constellation at, paua_side side)
{
    const paua_board *board = judging->game->board;
    paua_set middle = audit_middle(board);
    struct audit_steps answers;
    paua_constellation first;
    paua_verdict verdict;
    if ((audit_own(at, side) & middle) != middle || !audit_verdict(judging, at, &verdict) ||
        verdict.value[PAUA_OTHER(side)] != PAUA_VALUE_LOSS)
        return false;
    audit_list_steps(judging, at, PAUA_OTHER(side), &answers);
    for (int i = 0; i < answers.count; i++)
        if (triangle_moves(judging, answers.to[i], side, 1, &first) > 1)
            return false;
    return true;
}

/* Whether the side, to move, gets to the goal in at most `most` moves of its own by force: to a
 * fork, or to be sure of the triangle. *end becomes where the goal is reached. */
static bool reaches_goal(struct judging *judging, paua_constellation at, paua_side side, bool fork,
                         int most, paua_constellation *end)
{
    struct audit_steps steps, answers;
    audit_list_steps(judging, at, side, &steps);
    for (int i = 0; i < steps.count; i++)
        if (fork ? audit_fork(judging, steps.to[i], PAUA_OTHER(side)) != 0
                 : sure_of_triangle(judging, steps.to[i], side)) {
            *end = steps.to[i];
            return true;
        }
    for (int i = 0; i < steps.count && most > 1; i++) {
        if (audit_ejects(judging, steps.to[i], PAUA_OTHER(side)))
            continue;
        audit_list_answers(judging, steps.to[i], PAUA_OTHER(side), &answers);
        bool all = answers.count > 0;
        for (int k = 0; k < answers.count && all; k++)
            all = reaches_goal(judging, answers.to[k], side, fork, most - 1, end);
        if (all)
            return true;
    }
    return false;
}

/* The goals that a claim lists. */
struct goals {
    int triangles, forks;
};

/* Reads the goals; another word makes the claim unreadable. */
static struct goals read_goals(struct judging *judging)
{
    const char *list = judging->claim->list;
    struct goals goals = {0, 0};
    char word[AUDIT_WORD_MAX];
    while (audit_word(&list, word)) {
        bool fork = strcmp(word, "fork") == 0;
        goals.forks += fork;
        goals.triangles += !fork;
        if (!fork && strcmp(word, "triangle") != 0)
            judging->unreadable = true;
    }
    return goals;
}

/* Whether the answers to a reply lead to the goals; shows them if they do. */
static bool reply_forces(struct judging *judging, paua_constellation reply, paua_side side,
                         const struct goals *goals)
{
    struct audit_steps answers;
    paua_constellation end[2][WORDS_MAX];
    bool can[2][WORDS_MAX] = {{false}};
    int triangles = 0, forks = 0;
    audit_list_answers(judging, reply, PAUA_OTHER(side), &answers);
    if (answers.count != goals->triangles + goals->forks || answers.count > WORDS_MAX)
        return false;
    for (int i = 0; i < answers.count; i++) {
        for (int fork = 0; fork < 2; fork++)
            can[fork][i] = reaches_goal(judging, answers.to[i], side, fork != 0, FORCED_MOVES - 1,
                                        &end[fork][i]);
        if (!can[0][i] && !can[1][i])
            return false;
        triangles += can[0][i];
        forks += can[1][i];
    }
    if (triangles < goals->triangles || forks < goals->forks)
        return false;
    audit_show(judging, reply, "%s's reply", audit_player(side));
    for (int i = 0; i < answers.count; i++) {
        bool fork = !can[0][i];
        audit_show(judging, answers.to[i], "answer %d", i + 1);
        audit_show(judging, end[fork][i], "%d: %s", i + 1,
                   fork ? "a fork" : "sure of the triangle");
    }
    return true;
}

/* Lemmas 3.3 and 3.4, figures 10 to 15: `number` options of the side have a reply that forces what
 * the list says. */
void audit_judge_forced(struct judging *judging)
{
    const struct audit_claim *claim = judging->claim;
    const struct goals goals = read_goals(judging);
    bool threat = claim->through && strcmp(claim->through, "threat") == 0;
    paua_side other = PAUA_OTHER(claim->side);
    struct audit_steps options, replies;
    paua_constellation at;
    int found = 0;
    if (!audit_named(judging, claim->subject, &at))
        return;
    audit_list_answers(judging, at, claim->side, &options);
    for (int i = 0; i < options.count; i++) {
        bool forces = false;
        audit_list_answers(judging, options.to[i], other, &replies);
        for (int k = 0; k < replies.count && !forces; k++) {
            if (audit_ejects(judging, replies.to[k], other) != threat)
                continue;
            struct judging quiet = *judging; /* the option is shown before its reply */
            quiet.evidence = NULL;
            forces = reply_forces(&quiet, replies.to[k], other, &goals);
            if (!forces)
                continue;
            audit_show(judging, options.to[i], "%s's move", audit_player(claim->side));
            reply_forces(judging, replies.to[k], other, &goals);
        }
        found += forces;
    }
    judging->holds = found == claim->number;
    audit_say(judging, "%d of %s's options from %s", found, audit_player(claim->side),
              claim->subject);
}
