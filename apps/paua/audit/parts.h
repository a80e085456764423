/* parts.h - the judges of the kinds of claims, and the steps of play that they look at. */
#ifndef PAUA_AUDIT_PARTS_H
#define PAUA_AUDIT_PARTS_H

#include "audit/evidence.h"

/* The cells nearest to the centre. */
paua_set audit_middle(const paua_board *board);

/* The middle cells and a common neighbour of theirs. */
paua_set audit_triangle(const paua_board *board);

/* The cells on which the triangle of this side cannot eject a marble. */
paua_set audit_safe_cells(struct judging *judging, paua_set triangle, paua_side side);

/* A side's marbles; and the constellation in which it has the first set. */
paua_set audit_own(paua_constellation at, paua_side side);
paua_constellation audit_coloured(paua_set own, paua_set other, paua_side side);

/* Whether the side can eject a marble, by the rules; any numbers of marbles. */
bool audit_ejects(struct judging *judging, paua_constellation at, paua_side side);

/* What the moves of a side lead to, without ejections: not canonical, of isomorphic ones the
 * first. */
struct audit_steps {
    int count;
    paua_constellation to[PAUA_MOVES_MAX];
    paua_move move[PAUA_MOVES_MAX];
};

void audit_list_steps(struct judging *judging, paua_constellation at, paua_side side,
                      struct audit_steps *steps);

/* Those of them after which the other side can eject nothing at once. */
void audit_list_answers(struct judging *judging, paua_constellation at, paua_side side,
                        struct audit_steps *steps);

/* Whether the marbles of this side are a triangle on the middle cells. */
bool audit_is_triangle(const paua_board *board, paua_constellation at, paua_side side);

/* The marbles of `side` of which it loses one, whatever it moves (paua_fork_find()); 0: none. */
paua_set audit_fork(struct judging *judging, paua_constellation at, paua_side side);

/* "wins in 3" */
void audit_result(paua_value value, int remoteness, char text[32]);

void audit_judge_middle(struct judging *judging);
void audit_judge_held(struct judging *judging);
void audit_judge_triangle(struct judging *judging);
void audit_judge_two_ways(struct judging *judging);
void audit_judge_triangle_moves(struct judging *judging);
void audit_judge_triangle_breaks(struct judging *judging);
void audit_judge_forced(struct judging *judging);
void audit_judge_line(struct judging *judging);
void audit_judge_line_loses(struct judging *judging);
void audit_judge_fork(struct judging *judging);
void audit_judge_necessary(struct judging *judging);
void audit_judge_occupied(struct judging *judging);
void audit_judge_family(struct judging *judging);
void audit_judge_clusters(struct judging *judging);
void audit_judge_fork_shapes(struct judging *judging);
void audit_judge_broadside(struct judging *judging);
void audit_judge_positions(struct judging *judging);
void audit_judge_daisies(struct judging *judging);
void audit_judge_balanced(struct judging *judging);
void audit_judge_beyond(struct judging *judging);

#endif
