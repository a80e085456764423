/* necessary.c - decides whether the middle is necessary to win: by the game in which the winner may
 * never occupy it, and by who is there on won boards.
 *
 * The restricted game is solved by value iteration. Only positions that the winner wins in the full
 * game can be won in it; their moves are listed once, then positions are marked as won until
 * nothing changes. */
#include <stdlib.h>
#include <string.h>

#include "audit/parts.h"
#include "base/array.h"

enum { UNDECIDED, WON, NOT_WON };

enum { REPORT_MASK = (1 << 14) - 1 }; /* boards between two reports, less 1 */

/* A constellation with the winner to move, and with the other side to move. */
struct restricted_node {
    int first[2], edges[2];
    uint8_t state[2];
    bool at_once; /* the winner ejects the last marble with the first move */
};

struct restricted_game {
    struct judging *judging;
    paua_side winner;
    paua_constellation *list; /* owned, as all here; rising */
    int count, list_room;
    struct restricted_node *nodes;
    int *to; /* constellations */
    int edges, room;
    bool full; /* out of memory */
};

/* Callback of paua_constellations_each(). */
static bool add_constellation(paua_constellation at, void *context)
{
    struct restricted_game *game = context;
    if (!ARRAY_RESERVE(game->list, game->list_room, game->count + 1)) {
        game->full = true;
        return false;
    }
    game->list[game->count++] = at;
    return true;
}

/* By Black's cells, then by White's. */
static int compare_boards(const void *a, const void *b)
{
    const paua_constellation *left = a, *right = b;
    if (left->black != right->black)
        return left->black < right->black ? -1 : 1;
    return left->white == right->white ? 0 : left->white < right->white ? -1 : 1;
}

/* Lists the constellations with every material of an undecided game. */
static bool list_materials(struct restricted_game *game)
{
    const paua_oracle *oracle = &game->judging->game->oracle;
    for (int black = oracle->marbles - oracle->win + 1; black <= oracle->marbles; black++)
        for (int white = oracle->marbles - oracle->win + 1; white <= oracle->marbles; white++)
            if (!audit_worked(game->judging, paua_constellations_each(oracle->board, black, white,
                                                                      add_constellation, game)))
                return false;
    if (game->full || !game->list)
        return audit_worked(game->judging, PAUA_NO_MEMORY);
    qsort(game->list, (size_t)game->count, sizeof *game->list, compare_boards);
    game->nodes = calloc((size_t)game->count, sizeof *game->nodes);
    return game->nodes || audit_worked(game->judging, PAUA_NO_MEMORY);
}

/* The number of a constellation. */
static int find_board(const struct restricted_game *game, paua_constellation at)
{
    at = paua_constellation_canonical(game->judging->game->board, at);
    const paua_constellation *found =
        bsearch(&at, game->list, (size_t)game->count, sizeof at, compare_boards);
    return (int)(found - game->list);
}

/* Adds an edge of a node. */
static bool add_edge(struct restricted_game *game, struct restricted_node *node, bool reply, int to)
{
    if (!ARRAY_RESERVE(game->to, game->room, game->edges + 1))
        return audit_worked(game->judging, PAUA_NO_MEMORY);
    if (!node->edges[reply])
        node->first[reply] = game->edges;
    game->to[game->edges++] = to;
    node->edges[reply]++;
    return true;
}

/* Lists the moves of a side from a board, where the winner wins in the full game. The winner's that
 * end on a middle cell are left out; a reply that saves the other side decides the node. */
static bool list_moves(struct restricted_game *game, int number, bool reply)
{
    struct judging *judging = game->judging;
    const paua_oracle *oracle = &judging->game->oracle;
    paua_side side = reply ? PAUA_OTHER(game->winner) : game->winner;
    paua_set middle = audit_middle(oracle->board);
    struct restricted_node *node = &game->nodes[number];
    paua_position position;
    paua_move_list list;
    if (!audit_worked(judging, paua_study_position(oracle, game->list[number], side, &position)))
        return false;
    paua_moves_generate(oracle->board, &position, &list);
    for (int i = 0; i < list.count && node->state[reply] == UNDECIDED; i++) {
        paua_position after = position;
        paua_undo undo;
        paua_position_make(oracle->board, &after, list.moves[i], &undo);
        bool ends = after.ejected[side] >= oracle->win;
        if (!reply)
            node->at_once = node->at_once || ends;
        if (!reply && after.marbles[side] & middle)
            continue;
        if (ends) {
            node->state[reply] = reply ? NOT_WON : WON;
            break;
        }
        const paua_constellation to = {after.marbles[PAUA_BLACK], after.marbles[PAUA_WHITE]};
        int next = find_board(game, to);
        if (game->nodes[next].state[!reply] != NOT_WON) {
            if (!add_edge(game, node, reply, next))
                return false;
        } else if (reply) {
            node->state[reply] = NOT_WON;
        }
    }
    return true;
}

/* Marks what the winner does not win in the full game, then lists the moves of the rest. */
static bool list_edges(struct restricted_game *game)
{
    for (int i = 0; i < game->count; i++) {
        paua_verdict verdict;
        if (!audit_verdict(game->judging, game->list[i], &verdict))
            return false;
        if (verdict.value[game->winner] != PAUA_VALUE_WIN)
            game->nodes[i].state[false] = NOT_WON;
        if (verdict.value[PAUA_OTHER(game->winner)] != PAUA_VALUE_LOSS)
            game->nodes[i].state[true] = NOT_WON;
    }
    for (int i = 0; i < game->count; i++) {
        if ((i & REPORT_MASK) == 0 &&
            !audit_continues(game->judging, "moves", (double)i / game->count))
            return false;
        for (int reply = 0; reply < 2; reply++)
            if (game->nodes[i].state[reply] == UNDECIDED && !list_moves(game, i, reply != 0))
                return false;
    }
    return true;
}

/* Whether a node is won by what is known: one move of the winner, or all replies, lead to such. */
static bool is_won(const struct restricted_game *game, const struct restricted_node *node,
                   bool reply)
{
    int won = 0;
    for (int i = 0; i < node->edges[reply]; i++)
        won += game->nodes[game->to[node->first[reply] + i]].state[!reply] == WON;
    return reply ? won > 0 && won == node->edges[reply] : won > 0;
}

/* Marks positions as won until nothing changes. False when the audit is ended. */
static bool mark_won(struct restricted_game *game)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < game->count; i++) {
            if ((i & REPORT_MASK) == 0 &&
                !audit_continues(game->judging, "won without the middle", (double)i / game->count))
                return false;
            for (int reply = 0; reply < 2; reply++) {
                struct restricted_node *node = &game->nodes[i];
                if (node->state[reply] == UNDECIDED && is_won(game, node, reply != 0)) {
                    node->state[reply] = WON;
                    changed = true;
                }
            }
        }
    }
    return true;
}

/* Whether all marbles are on the board. */
static bool is_complete(const struct restricted_game *game, paua_constellation at)
{
    paua_position position;
    return paua_study_position(&game->judging->game->oracle, at, PAUA_BLACK, &position) ==
               PAUA_OK &&
           !position.ejected[PAUA_BLACK] && !position.ejected[PAUA_WHITE];
}

/* Counts the won boards, and those that need the middle. */
static void count_won(struct restricted_game *game)
{
    struct judging *judging = game->judging;
    int won = 0, without = 0, at_once = 0, at_once_without = 0, shown = 0;
    for (int i = 0; i < game->count; i++) {
        const struct restricted_node *node = &game->nodes[i];
        if (node->state[false] == NOT_WON || !is_complete(game, game->list[i]))
            continue;
        bool free = node->state[false] == WON;
        won++;
        without += free;
        at_once += node->at_once;
        at_once_without += free && node->at_once;
        if (free && !node->at_once && !shown++)
            audit_show(judging, game->list[i], "won without the middle");
    }
    int longer = won - at_once, longer_without = without - at_once_without;
    judging->holds = 100 * (won - without) > judging->claim->number * won;
    audit_say(judging,
              "%s begins and wins on %d boards; on %d of them (%.1f %%) only with a marble in the "
              "middle after a move",
              audit_player(game->winner), won, won - without,
              won ? 100.0 * (won - without) / won : 0.0);
    if (at_once)
        audit_say(judging, "without those won by the first move: %d, on %d of them (%.1f %%)",
                  longer, longer - longer_without,
                  longer ? 100.0 * (longer - longer_without) / longer : 0.0);
}

/* Section 1.1: the middle is necessary in more than `number` per cent of the won positions. */
void audit_judge_necessary(struct judging *judging)
{
    struct restricted_game game = {.judging = judging, .winner = judging->claim->side};
    if (list_materials(&game) && list_edges(&game) && mark_won(&game))
        count_won(&game);
    free(game.list);
    free(game.nodes);
    free(game.to);
}

/* The boards of a class, and of all, on which a side is in the middle. */
struct occupied {
    struct judging *judging;
    paua_class wanted;
    paua_set middle;
    uint64_t all, all_there, in_class, there;
};

/* Callback of paua_constellations_each(). */
static bool count_occupied(paua_constellation at, void *context)
{
    struct occupied *counts = context;
    bool there = (audit_own(at, counts->judging->claim->side) & counts->middle) != 0;
    paua_verdict verdict;
    if (!audit_verdict(counts->judging, at, &verdict))
        return false;
    counts->all++;
    counts->all_there += there;
    counts->in_class += verdict.class_ == counts->wanted;
    counts->there += verdict.class_ == counts->wanted && there;
    return true;
}

/* Section 1.1: on more than `number` per cent of a class's boards the side is in the middle. */
void audit_judge_occupied(struct judging *judging)
{
    const paua_oracle *oracle = &judging->game->oracle;
    const char *list = judging->claim->list;
    char word[AUDIT_WORD_MAX] = "";
    struct occupied counts = {.judging = judging, .middle = audit_middle(oracle->board)};
    audit_word(&list, word);
    counts.wanted = audit_class(judging, word);
    if (!audit_worked(judging, paua_constellations_each(oracle->board, oracle->marbles,
                                                        oracle->marbles, count_occupied, &counts)))
        return;
    judging->holds = 100 * counts.there > (uint64_t)judging->claim->number * counts.in_class;
    audit_say(judging, "%s has a marble in the middle on %llu of %llu boards in %s (%.1f %%)",
              audit_player(judging->claim->side), (unsigned long long)counts.there,
              (unsigned long long)counts.in_class, word,
              counts.in_class ? 100.0 * (double)counts.there / (double)counts.in_class : 0.0);
    audit_say(judging, "and on %llu of all %llu boards (%.1f %%)",
              (unsigned long long)counts.all_there, (unsigned long long)counts.all,
              100.0 * (double)counts.all_there / (double)counts.all);
}
