/* start.c - decides claims about starts: names of positions, daisies, the more balanced start; and
 * whether a board is beyond an exhaustive analysis. */
#include <string.h>

#include "audit/parts.h"
#include "base/bits.h"

enum { CANDIDATES_MAX = 64 };

/* The boards of the named positions are those that the options of the paper's lists determine. */
void audit_judge_positions(struct judging *judging)
{
    const char *list = judging->claim->list, *positions = judging->claim->through;
    char word[AUDIT_WORD_MAX], position[AUDIT_WORD_MAX];
    int same = 0, all = 0;
    while (audit_word(&list, word)) {
        paua_constellation at, named;
        if (!audit_named(judging, word, &at))
            return;
        if (!audit_word(&positions, position) ||
            !audit_layout(judging->game->board, position, &named)) {
            judging->unreadable = true;
            return;
        }
        all++;
        same += audit_same(at, named);
        if (!audit_same(at, named))
            audit_show(judging, named, "%s is not %s", position, word);
    }
    judging->holds = same == all;
    audit_say(judging, "%d of %d named positions are the boards that the lists determine", same,
              all);
}

/* Where the half-turn of the board takes a set. */
static paua_set half_turn(const paua_board *board, paua_set set)
{
    for (int symmetry = 0; symmetry < paua_board_symmetries(board); symmetry++) {
        bool turns = true;
        for (int cell = 0; cell < paua_board_cells(board) && turns; cell++)
            for (int d = 0; d < PAUA_DIRECTION_COUNT; d++) {
                int next = paua_board_neighbour(board, cell, (paua_direction)d);
                int to = paua_board_neighbour(board, paua_board_map_cell(board, symmetry, cell),
                                              (paua_direction)((d + 3) % PAUA_DIRECTION_COUNT));
                turns = turns &&
                        to == (next == PAUA_NO_CELL ? PAUA_NO_CELL
                                                    : paua_board_map_cell(board, symmetry, next));
            }
        if (turns)
            return paua_board_map(board, symmetry, set);
    }
    return 0;
}

/* Whether the marbles are two connected groups that the half-turn exchanges. */
static bool is_petals(const paua_board *board, paua_set marbles)
{
    paua_set group = marbles & -marbles, before = 0;
    while (group != before) {
        before = group;
        for (int d = 0; d < PAUA_DIRECTION_COUNT; d++)
            group |= marbles & paua_board_step(board, before, (paua_direction)d);
    }
    return marbles && group != marbles && half_turn(board, group) == (marbles & ~group);
}

/* Whether a constellation is of the type of the daisies. */
static bool is_daisy(const paua_board *board, paua_constellation at)
{
    return is_petals(board, at.black) && is_petals(board, at.white) &&
           paua_constellation_self_negative(board, at);
}

/* Whether the claim's list has this board. */
static bool is_claimed(struct judging *judging, paua_constellation at)
{
    const char *list = judging->claim->list;
    char word[AUDIT_WORD_MAX];
    paua_constellation named;
    while (audit_word(&list, word))
        if (audit_named(judging, word, &named) && audit_same(named, at))
            return true;
    return false;
}

/* Sections 2 and 3: the daisies of the board are those listed. */
void audit_judge_daisies(struct judging *judging)
{
    const struct audit_game *game = judging->game;
    const char *list = judging->claim->list;
    char word[AUDIT_WORD_MAX];
    int daisies = 0, listed = 0;
    while (audit_word(&list, word))
        listed++;
    judging->holds = true;
    for (int i = 0; i < game->count; i++) {
        paua_constellation at = game->list[i];
        if (!is_daisy(game->board, at))
            continue;
        char name[AUDIT_WORD_MAX];
        audit_show(judging, at, "%s", audit_name_of(judging, at, name));
        daisies++;
        judging->holds = judging->holds && is_claimed(judging, at);
    }
    judging->holds = judging->holds && daisies == listed;
    audit_say(judging,
              "%d of %d constellations: each player has two equal groups that the half-turn of the "
              "board exchanges, and the negative is isomorphic",
              daisies, game->count);
}

/* A drawn self-negative start. */
struct candidate {
    paua_constellation at;
    int safe, options; /* first moves, isomorphic results once */
};

struct candidates {
    int count;
    struct candidate list[CANDIDATES_MAX];
};

/* Adds a self-negative constellation if it is drawn whoever begins and not there yet. */
static void add_candidate(struct judging *judging, struct candidates *candidates,
                          paua_constellation at)
{
    struct candidate new = {.at = paua_constellation_canonical(judging->game->board, at)};
    paua_choice choices[PAUA_MOVES_MAX];
    paua_verdict verdict;
    if (!audit_verdict(judging, at, &verdict) || verdict.class_ != PAUA_CLASS_D)
        return;
    for (int i = 0; i < candidates->count; i++)
        if (audit_same(candidates->list[i].at, new.at))
            return;
    new.options = audit_choices(judging, new.at, PAUA_BLACK, choices);
    for (int i = 0; i < new.options; i++)
        new.safe += choices[i].safe;
    if (candidates->count < CANDIDATES_MAX)
        candidates->list[candidates->count++] = new;
}

/* Finds all: Black's marbles, and the images of these that are disjoint and lead back. */
static void find_candidates(struct judging *judging, struct candidates *candidates)
{
    const paua_board *board = judging->game->board;
    int cells = paua_board_cells(board);
    paua_set black = ((paua_set)1 << judging->game->oracle.marbles) - 1;
    while (!(black >> cells) && judging->status == PAUA_OK) {
        for (int symmetry = 1; symmetry < paua_board_symmetries(board); symmetry++) {
            paua_set white = paua_board_map(board, symmetry, black);
            if (!(white & black) && paua_board_map(board, symmetry, white) == black)
                add_candidate(judging, candidates, (paua_constellation){black, white});
        }
        paua_set low = black & -black, carry = black + low; /* the next set of this size */
        black = carry | (((black ^ carry) >> 2) / low);
    }
}

/* Section 4: the subject is the most balanced start by the measure in claims.h. */
void audit_judge_balanced(struct judging *judging)
{
    struct candidates candidates = {.count = 0};
    const struct candidate *chosen = NULL;
    paua_constellation at;
    if (!audit_named(judging, judging->claim->subject, &at))
        return;
    find_candidates(judging, &candidates);
    for (int i = 0; i < candidates.count; i++)
        if (audit_same(candidates.list[i].at, at))
            chosen = &candidates.list[i];
    judging->holds = chosen != NULL;
    audit_say(judging, "%d self-negative boards are drawn whoever begins; of their first moves",
              candidates.count);
    for (int i = 0; i < candidates.count; i++) {
        const struct candidate *one = &candidates.list[i];
        bool better = chosen && one->safe * chosen->options > chosen->safe * one->options;
        judging->holds = judging->holds && !better;
        audit_show(judging, one->at, "%d of %d draw%s%s", one->safe, one->options,
                   one == chosen ? ": " : "", one == chosen ? judging->claim->subject : "");
    }
}

/* Section 4: some constellation of the board is beyond an exhaustive analysis. */
void audit_judge_beyond(struct judging *judging)
{
    const paua_class_counts *classes = &judging->game->classes;
    uint64_t decided = 0;
    for (int i = 0; i < PAUA_CLASS_COUNT; i++)
        decided += classes->count[i];
    judging->holds = decided < classes->constellations;
    audit_say(judging, "%llu constellations, %llu of them decided here and verified",
              (unsigned long long)classes->constellations, (unsigned long long)decided);
}
