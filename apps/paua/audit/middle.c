/* middle.c - decides claims about a side with marbles on both middle cells of 2x2x3: Lemma 3.1
 * and Corollary 3.2. */
#include "audit/parts.h"
#include "base/bits.h"

enum { EXCEPTIONS_MAX = 64 };

/* Whether the whole contains an image of the part. */
static bool has_part(const paua_board *board, paua_constellation whole, paua_constellation part)
{
    for (int symmetry = 0; symmetry < paua_board_symmetries(board); symmetry++) {
        paua_set black = paua_board_map(board, symmetry, part.black);
        paua_set white = paua_board_map(board, symmetry, part.white);
        if ((whole.black & black) == black && (whole.white & white) == white)
            return true;
    }
    return false;
}

/* The boards on which the side holds the middle. */
struct held_boards {
    int total, regular, exceptions;
    paua_constellation exception[EXCEPTIONS_MAX];
    bool others; /* some are in neither class, or there are too many exceptions */
};

/* Sorts the boards on which the side holds both middle cells: those in the first class are regular,
 * the rest are exceptions. */
static bool sort_boards(struct judging *judging, const paua_class classes[2],
                        struct held_boards *held)
{
    const struct audit_game *game = judging->game;
    paua_set middle = audit_middle(game->board);
    for (int i = 0; i < game->count; i++) {
        paua_constellation at = game->list[i];
        paua_verdict verdict;
        if ((audit_own(at, judging->claim->side) & middle) != middle)
            continue;
        if (!audit_verdict(judging, at, &verdict))
            return false;
        held->total++;
        if (verdict.class_ == classes[0]) {
            held->regular++;
            continue;
        }
        held->others = held->others || verdict.class_ != classes[1];
        if (held->exceptions < EXCEPTIONS_MAX)
            held->exception[held->exceptions++] = at;
        else
            held->others = true;
    }
    return true;
}

/* Whether of all boards on which the side holds the middle exactly the exceptions contain this
 * part. */
static bool selects_exceptions(const struct judging *judging, const struct held_boards *held,
                               paua_constellation part)
{
    const struct audit_game *game = judging->game;
    paua_set middle = audit_middle(game->board);
    int with = 0;
    for (int i = 0; i < held->exceptions; i++)
        if (!has_part(game->board, held->exception[i], part))
            return false;
    for (int i = 0; i < game->count; i++) {
        paua_constellation at = game->list[i];
        with += (audit_own(at, judging->claim->side) & middle) == middle &&
                has_part(game->board, at, part);
    }
    return with == held->exceptions;
}

/* Finds the smallest part that distinguishes the exceptions; false if there is none. */
static bool find_part(const struct judging *judging, const struct held_boards *held,
                      paua_constellation *part)
{
    paua_side side = judging->claim->side;
    paua_constellation first = held->exception[0];
    paua_set own = audit_own(first, side), other = audit_own(first, PAUA_OTHER(side));
    paua_set middle = audit_middle(judging->game->board);
    int least = 2 * judging->game->oracle.marbles + 1;
    for (paua_set a = own;; a = (a - 1) & own) {
        for (paua_set b = other;; b = (b - 1) & other) {
            paua_constellation tried = audit_coloured(a, b, side);
            int size = bits_count(a) + bits_count(b);
            if ((a & middle) == middle && size < least &&
                selects_exceptions(judging, held, tried)) {
                *part = tried;
                least = size;
            }
            if (b == 0)
                break;
        }
        if (a == 0)
            break;
    }
    return least <= 2 * judging->game->oracle.marbles;
}

/* Lemma 3.1 and Corollary 3.2: with both middle cells held the board is in the first class, unless
 * it has the neutral subconfiguration (figure 6), which is derived here as the smallest part that
 * the exceptions alone have. */
void audit_judge_middle(struct judging *judging)
{
    const char *list = judging->claim->list;
    char first[AUDIT_WORD_MAX] = "", second[AUDIT_WORD_MAX] = "";
    struct held_boards held = {0};
    paua_constellation part = {0, 0};
    paua_side side = judging->claim->side;
    audit_word(&list, first);
    audit_word(&list, second);
    const paua_class classes[] = {audit_class(judging, first), audit_class(judging, second)};
    if (!sort_boards(judging, classes, &held))
        return;
    bool found = held.exceptions > 0 && !held.others && find_part(judging, &held, &part);
    bool threatens = found && audit_ejects(judging, part, PAUA_OTHER(side));
    judging->holds = held.exceptions == 0 || threatens;
    audit_say(judging, "%d constellations with %s on both middle cells: %d in %s, %d not",
              held.total, audit_player(side), held.regular, first, held.exceptions);
    if (found)
        audit_show(judging, part, "what these %d alone have; %s %s a marble", held.exceptions,
                   audit_player(PAUA_OTHER(side)), threatens ? "threatens" : "does not threaten");
    else if (held.exceptions)
        audit_say(judging, "they are not all in %s with a part that no other has", second);
    for (int i = 0; i < held.exceptions && i < 8; i++) {
        paua_verdict verdict;
        if (!audit_verdict(judging, held.exception[i], &verdict))
            return;
        audit_show(judging, held.exception[i], "%s", paua_class_name((int)verdict.class_));
    }
}

/* Lemma 3.1: no option of the opponent pushes a marble off the middle cells while both are held. */
void audit_judge_held(struct judging *judging)
{
    const struct audit_game *game = judging->game;
    paua_set middle = audit_middle(game->board);
    paua_side side = judging->claim->side;
    int boards = 0, moves = 0;
    judging->holds = true;
    for (int i = 0; i < game->count; i++) {
        paua_constellation at = game->list[i];
        paua_choice choices[PAUA_MOVES_MAX];
        if ((audit_own(at, side) & middle) != middle)
            continue;
        int count = audit_choices(judging, at, PAUA_OTHER(side), choices);
        boards++;
        for (int k = 0; k < count; k++, moves++)
            if ((audit_own(choices[k].to, side) & middle) != middle) {
                if (judging->holds)
                    audit_show(judging, at, "pushed away");
                judging->holds = false;
            }
    }
    audit_say(judging, "%d constellations, %d options of %s looked at", boards, moves,
              audit_player(PAUA_OTHER(side)));
}

/* Lemma 3.1: a triangle on the middle cells threatens a marble on all cells but `number`, and
 * ejects at once unless all marbles of the opponent are on these. */
void audit_judge_triangle(struct judging *judging)
{
    const paua_board *board = judging->game->board;
    paua_side side = judging->claim->side;
    paua_set triangle = audit_triangle(board), rest = paua_board_all(board) & ~triangle;
    paua_set safe = audit_safe_cells(judging, triangle, side);
    int boards = 0, quiet = 0;
    judging->holds = bits_count(safe) == judging->claim->number;
    for (paua_set other = rest;; other = (other - 1) & rest) {
        if (bits_count(other) == judging->game->oracle.marbles) {
            bool ejects = audit_ejects(judging, audit_coloured(triangle, other, side), side);
            boards++;
            quiet += !ejects;
            if (!ejects && (other & ~safe))
                judging->holds = false;
        }
        if (other == 0)
            break;
    }
    audit_show(judging, audit_coloured(triangle, safe, side),
               "the %d cells that are not threatened", bits_count(safe));
    audit_say(judging, "%s to move with the triangle: pushes off at once on %d of %d boards",
              audit_player(side), boards - quiet, boards);
}

/* Lemma 3.1: on the boards with the neutral subconfiguration the holder of the middle, to begin,
 * ejects or makes the triangle, and the other side, to begin, ejects. */
void audit_judge_two_ways(struct judging *judging)
{
    const char *list = judging->claim->list;
    char word[AUDIT_WORD_MAX] = "";
    struct held_boards held = {0};
    paua_side side = judging->claim->side;
    audit_word(&list, word);
    const paua_class classes[] = {audit_class(judging, word), PAUA_CLASS_COUNT};
    if (!sort_boards(judging, classes, &held))
        return;
    judging->holds = held.exceptions == judging->claim->number;
    for (int i = 0; i < held.exceptions; i++) {
        paua_constellation at = held.exception[i];
        bool pushes = audit_ejects(judging, at, side), makes = false;
        bool other = audit_ejects(judging, at, PAUA_OTHER(side));
        struct audit_steps steps;
        audit_list_steps(judging, at, side, &steps);
        for (int k = 0; k < steps.count; k++)
            makes = makes || audit_is_triangle(judging->game->board, steps.to[k], side);
        judging->holds = judging->holds && (pushes || makes) && other;
        audit_show(judging, at, "%s first: %s; %s first: %s", audit_player(side),
                   pushes  ? "pushes off"
                   : makes ? "triangle"
                           : "neither",
                   audit_player(PAUA_OTHER(side)), other ? "pushes off" : "does not");
    }
    audit_say(judging, "%d boards with the neutral subconfiguration", held.exceptions);
}
