/* line.c - decides when marbles may leave the middle line of 2x2x3: the principle in the proof of
 * Theorem 3.5, and figure 17. */
#include <string.h>

#include "audit/parts.h"
#include "base/bits.h"

enum { NODES_MAX = 100000 };

/* The cells on the line through the middle cells. */
static paua_set middle_line(const paua_board *board)
{
    paua_set middle = audit_middle(board), line = middle, rest = middle;
    int cell = bits_take(&rest);
    for (int d = 0; d < PAUA_DIRECTION_COUNT; d++) {
        int next = paua_board_neighbour(board, cell, (paua_direction)d);
        if (next == PAUA_NO_CELL || !(middle & PAUA_SET(next)))
            continue;
        for (int i = 0; i < paua_board_cells(board); i++) {
            line |= paua_board_step(board, line, (paua_direction)d);
            line |= paua_board_step(board, line, (paua_direction)((d + 3) % PAUA_DIRECTION_COUNT));
        }
        return line;
    }
    return line;
}

/* A move out of the line in safe play. */
struct leaving {
    paua_constellation from, to;
    paua_side side;
    bool threatens, safe;
    int remoteness; /* for the other side, to move next */
};

/* Called for each; false to end the walk. */
typedef bool (*leaving_callback)(struct judging *judging, const struct leaving *leaving,
                                 void *context);

/* The other side's result. */
static paua_value other_value(paua_value value)
{
    return value == PAUA_VALUE_DRAW  ? PAUA_VALUE_DRAW
           : value == PAUA_VALUE_WIN ? PAUA_VALUE_LOSS
                                     : PAUA_VALUE_WIN;
}

/* Calls back for every move out of the line from a position of safe play. */
static void each_leaving(struct judging *judging, leaving_callback callback, void *context)
{
    const paua_board *board = judging->game->board;
    paua_set line = middle_line(board);
    paua_constellation at;
    paua_graph *graph;
    bool go_on = true;
    if (!audit_named(judging, judging->claim->subject, &at) ||
        !audit_worked(judging, paua_graph_new(&judging->game->oracle, at, judging->claim->side,
                                              PAUA_PLAY_SAFE, NODES_MAX, &graph)))
        return;
    for (int i = 0; i < paua_graph_nodes(graph) && go_on; i++) {
        const paua_node *node = paua_graph_node(graph, i);
        struct leaving leaving = {.from = node->at, .side = node->side};
        struct audit_steps steps;
        int before = bits_count(audit_own(node->at, node->side) & line);
        audit_list_steps(judging, node->at, node->side, &steps);
        for (int k = 0; k < steps.count && go_on; k++) {
            paua_verdict verdict;
            leaving.to = steps.to[k];
            if (bits_count(audit_own(leaving.to, node->side) & line) >= before)
                continue;
            go_on = audit_verdict(judging, leaving.to, &verdict);
            if (!go_on)
                break;
            paua_side other = PAUA_OTHER(node->side);
            leaving.remoteness = verdict.remoteness[other];
            leaving.threatens = audit_ejects(judging, leaving.to, node->side);
            leaving.safe = verdict.value[other] == other_value(node->value);
            go_on = callback(judging, &leaving, context);
        }
    }
    paua_graph_free(graph);
}

/* How many leave, by [threatens][safe]. */
struct leaving_counts {
    int count[2][2];
};

/* Counts a move; shows what is safe. */
static bool count_leaving(struct judging *judging, const struct leaving *leaving, void *context)
{
    struct leaving_counts *counts = context;
    counts->count[leaving->threatens][leaving->safe]++;
    if (leaving->safe) {
        char name[AUDIT_WORD_MAX];
        paua_constellation canonical =
            paua_constellation_canonical(judging->game->board, leaving->from);
        audit_show(judging, leaving->to, "%s's move from %s, %s", audit_player(leaving->side),
                   audit_name_of(judging, canonical, name),
                   leaving->threatens ? "a threat" : "no threat");
    }
    return true;
}

/* Theorem 3.5: no safe move takes a marble out of the middle line, unless it threatens one. */
void audit_judge_line(struct judging *judging)
{
    const char *unless = judging->claim->through;
    struct leaving_counts counts = {{{0}}};
    each_leaving(judging, count_leaving, &counts);
    int with = counts.count[true][true] + counts.count[true][false],
        without = counts.count[false][true] + counts.count[false][false];
    judging->holds = with + without > 0 && counts.count[false][true] == 0 &&
                     (counts.count[true][true] == 0 || (unless && strcmp(unless, "threat") == 0));
    audit_say(judging,
              "moves out of the line: %d with a threat, %d of them safe; %d without, %d safe", with,
              counts.count[true][true], without, counts.count[false][true]);
}

/* Whether every answer of the side to this board returns to the line and is followed by a fork;
 * shows the first. */
static bool is_forked(struct judging *judging, paua_constellation parried, paua_side side)
{
    paua_set line = middle_line(judging->game->board);
    int before = bits_count(audit_own(parried, side) & line);
    struct audit_steps answers, steps;
    bool forked = true;
    paua_constellation back = {0, 0}, end = {0, 0};
    audit_list_answers(judging, parried, side, &answers);
    for (int i = 0; i < answers.count && forked; i++) {
        forked = false;
        if (bits_count(audit_own(answers.to[i], side) & line) <= before)
            break;
        audit_list_steps(judging, answers.to[i], PAUA_OTHER(side), &steps);
        for (int k = 0; k < steps.count && !forked; k++) {
            forked = audit_fork(judging, steps.to[k], side) != 0;
            back = answers.to[i];
            end = steps.to[k];
        }
    }
    if (!answers.count || !forked)
        return false;
    audit_show(judging, parried, "%s parries", audit_player(PAUA_OTHER(side)));
    audit_show(judging, back, "one of %d ways back", answers.count);
    audit_show(judging, end, "a fork");
    return true;
}

/* Whether a move out of the line is that of figure 17; ends the walk then. */
static bool find_figure(struct judging *judging, const struct leaving *leaving, void *context)
{
    bool *found = context;
    struct audit_steps parries;
    if (leaving->side != judging->claim->side || !leaving->threatens || leaving->safe ||
        leaving->remoteness != judging->claim->number)
        return true;
    audit_list_answers(judging, leaving->to, PAUA_OTHER(leaving->side), &parries);
    for (int i = 0; i < parries.count && !*found; i++) {
        struct judging quiet = *judging; /* what comes before is shown first */
        quiet.evidence = NULL;
        *found = is_forked(&quiet, parries.to[i], leaving->side);
        if (!*found)
            continue;
        audit_show(judging, leaving->from, "%s to move", audit_player(leaving->side));
        audit_show(judging, leaving->to, "out of the line, a threat");
        is_forked(judging, parries.to[i], leaving->side);
    }
    return !*found;
}

/* Figure 17: leaving the line with a threat can lose in `number` plies: the threat is parried, the
 * side has to return and is forked. */
void audit_judge_line_loses(struct judging *judging)
{
    bool found = false;
    each_leaving(judging, find_figure, &found);
    judging->holds = found;
    if (!found)
        audit_say(judging, "no such move in safe play from %s", judging->claim->subject);
}
