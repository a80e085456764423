/* pairing.c - pairs the rounds of a tournament: Swiss by weighted matching, round robin by the
 * tables of Berger. */
#include "service/tournaments/pairing.h"

#include <stdint.h>
#include <stdlib.h>

#include "service/tournaments/matching.h"

/* What a pair costs of its weight. A unit is larger than all that comes after it can add up to in a
 * whole round of 100 pairs. */
#define FOLD_MAX      80000              /* 2 * (200 ranks)^2; in a round < 2^23 */
#define COLOUR_UNIT   (INT64_C(1) << 23) /* at most 2 a pair, in a round < 2^8 */
#define SCORE_UNIT    (INT64_C(1) << 31) /* at most SCORE_DIFFERENCE^2 a pair */
#define ABSOLUTE_UNIT (INT64_C(1) << 50) /* at most 1 a pair, in a round < 2^7 */
#define PAIR_WEIGHT   (INT64_C(1) << 58)
enum { SCORE_DIFFERENCE = 60 }; /* halves; 100 * 60^2 < 2^19 */

/* A player of the round. */
struct entrant {
    int player;
    int points;
    int black, white;       /* games that were played with each colour */
    int last, before_last;  /* colours: +1 Black, -1 White, 0 none */
    bool has_bye, won_free; /* had a bye; has won a game that was not played */
    int group, place, size; /* of the score group: its first rank, the place in it, its players */
};

/* The wish for a colour: +1 Black, -1 White, 0 none; its strength 0 to 3. */
static int colour_wish(const struct entrant *one, int *strength)
{
    int more = one->black - one->white;

    *strength = 0;
    if (more > 1 || more < -1 || (one->last && one->last == one->before_last))
        *strength = 3;
    else if (more)
        *strength = 2;
    else if (one->last)
        *strength = 1;
    if (more > 1 || more < -1)
        return more > 0 ? -1 : 1;
    if (*strength == 3)
        return -one->last;
    return more > 0 ? -1 : more < 0 ? 1 : -one->last;
}

/* Whether two have met. */
static bool have_met(int one, int other, const struct paired_game *before, int count)
{
    for (int i = 0; i < count; i++) {
        if ((before[i].black == one && before[i].white == other) ||
            (before[i].black == other && before[i].white == one))
            return true;
    }
    return false;
}

/* Adds a past pairing to what is known of its player on one side. */
static void entrant_add(struct entrant *one, const struct paired_game *game, bool is_black)
{
    one->points += is_black ? game->black_points : game->white_points;
    if (game->white == PAIRING_NOBODY) {
        one->has_bye = true;
        return;
    }
    if (!game->played) {
        one->won_free |= (is_black ? game->black_points : game->white_points) == 2;
        return;
    }
    one->before_last = one->last;
    one->last = is_black ? 1 : -1;
    one->black += is_black;
    one->white += !is_black;
}

static int compare_entrants(const void *a, const void *b)
{
    const struct entrant *one = a, *other = b;

    if (one->points != other->points)
        return other->points - one->points;
    return one->player - other->player;
}

/* Lists who plays, best first, in their score groups. */
static int entrants_list(int players, const bool *is_in, const struct paired_game *before,
                         int count, struct entrant *out)
{
    int found = 0;

    for (int player = 0; player < players; player++) {
        struct entrant *one = &out[found];

        if (!is_in[player])
            continue;
        *one = (struct entrant){.player = player};
        found++;
        for (int i = 0; i < count; i++) {
            if (before[i].black == player)
                entrant_add(one, &before[i], true);
            else if (before[i].white == player)
                entrant_add(one, &before[i], false);
        }
    }
    qsort(out, (size_t)found, sizeof *out, compare_entrants);
    for (int first = 0, next; first < found; first = next) {
        for (next = first; next < found && out[next].points == out[first].points; next++)
            continue;
        for (int i = first; i < next; i++) {
            out[i].group = first;
            out[i].place = i - first;
            out[i].size = next - first;
        }
    }
    return found;
}

static int64_t square_of(int64_t number)
{
    return number * number;
}

/* What a difference of points costs. */
static int64_t score_cost(int one, int other)
{
    int difference = one > other ? one - other : other - one;

    return SCORE_UNIT * square_of(difference < SCORE_DIFFERENCE ? difference : SCORE_DIFFERENCE);
}

/* The weight of a legal pair; `one` is ranked above `other`. */
static int64_t pair_weight(const struct entrant *one, const struct entrant *other)
{
    int strength, other_strength, wish = colour_wish(one, &strength),
                                  other_wish = colour_wish(other, &other_strength);
    int64_t weight = PAIR_WEIGHT - score_cost(one->points, other->points), fold;

    if (wish && wish == other_wish) {
        if (strength == 3 && other_strength == 3)
            weight -= ABSOLUTE_UNIT;
        else
            weight -= COLOUR_UNIT * (strength > 1 && other_strength > 1 ? 2 : 1);
    }
    /* In a group the first of the upper half meets the first of the lower half; who floats down
     * meets the highest, and the lowest floats. */
    const int half = one->size / 2;
    if (one->group == other->group)
        fold = square_of(other->place - one->place - half) +
               (one->place >= half || other->place < half ? square_of(one->size) : 0);
    else
        fold = square_of(other->place) + square_of(one->size - 1 - one->place);
    return weight - (fold < FOLD_MAX ? fold : FOLD_MAX);
}

/* The weight of a bye for the i-th of `count`. */
static int64_t bye_weight(const struct entrant *entrants, int count, int i)
{
    int64_t above = square_of(count - 1 - i);

    return PAIR_WEIGHT - score_cost(entrants[i].points, entrants[count - 1].points) -
           (entrants[i].won_free ? ABSOLUTE_UNIT : 0) - (above < FOLD_MAX ? above : FOLD_MAX);
}

/* Whether the first of two players, who is ranked above the other, gets Black. */
static bool gets_black(const struct entrant *one, const struct entrant *other, int board)
{
    int strength, other_strength, wish = colour_wish(one, &strength),
                                  other_wish = colour_wish(other, &other_strength);

    if (!wish && !other_wish)
        return board % 2 == 0;
    if (wish != other_wish)
        return wish ? wish > 0 : other_wish < 0;
    if (strength != other_strength)
        return strength > other_strength ? wish > 0 : other_wish < 0;
    return wish > 0;
}

/* Turns mates into pairings, those of the best players first. */
static paua_status write_pairs(const struct entrant *entrants, int count, const int *mates,
                               int round, struct paired_game *out, int *out_count)
{
    int bye = PAIRING_NOBODY, pairs = 0;

    for (int i = 0; i < count; i++) {
        const struct entrant *one = &entrants[i];

        if (mates[i] < 0)
            return PAUA_ERROR_NOT_FOUND;
        if (mates[i] < i)
            continue;
        if (mates[i] >= count) {
            bye = one->player;
            continue;
        }
        const struct entrant *other = &entrants[mates[i]];
        bool black = gets_black(one, other, pairs);
        out[pairs++] = (struct paired_game){round,
                                            black ? one->player : other->player,
                                            black ? other->player : one->player,
                                            PAIRING_PENDING,
                                            PAIRING_PENDING,
                                            true};
    }
    if (bye != PAIRING_NOBODY)
        out[pairs++] = (struct paired_game){round, bye, PAIRING_NOBODY, 2, 0, false};
    *out_count = pairs;
    return PAUA_OK;
}

paua_status pairing_swiss(int players, const bool *is_in, const struct paired_game *before,
                          int count, int round, struct paired_game *out, int *out_count)
{
    struct entrant entrants[PAIRING_PLAYERS_MAX];
    int found = entrants_list(players, is_in, before, count, entrants);
    struct matching *graph = matching_new(found + found % 2);

    if (!graph)
        return PAUA_ERROR_NO_MEMORY;
    for (int i = 0; i < found; i++) {
        for (int j = i + 1; j < found; j++) {
            if (!have_met(entrants[i].player, entrants[j].player, before, count))
                matching_join(graph, i, j, pair_weight(&entrants[i], &entrants[j]));
        }
        if (found % 2 && !entrants[i].has_bye)
            matching_join(graph, i, found, bye_weight(entrants, found, i));
    }
    int mates[PAIRING_PLAYERS_MAX + 1];
    matching_find(graph, mates);
    matching_free(graph);
    return write_pairs(entrants, found, mates, round, out, out_count);
}

int pairing_cycle_rounds(int players, bool is_double)
{
    int rounds = players % 2 ? players : players - 1;

    return is_double ? 2 * rounds : rounds;
}

void pairing_cycle(int players, int round, struct paired_game *out, int *out_count)
{
    int even = players + players % 2, rounds = even - 1, turn = (round - 1) % rounds, bye = -1;
    bool second = round > rounds;

    *out_count = 0;
    for (int board = 0; board < even / 2; board++) {
        /* The last player stays; the others move on by half of a round. */
        int at = turn * (even / 2) % rounds;
        int one = (at + board) % rounds, other = (at + rounds - board) % rounds;
        bool swap = second;

        if (board == 0) {
            other = even - 1;
            swap ^= turn % 2 != 0;
        }
        if (one >= players || other >= players) {
            bye = one >= players ? other : one;
            continue;
        }
        out[(*out_count)++] = (struct paired_game){
            round, swap ? other : one, swap ? one : other, PAIRING_PENDING, PAIRING_PENDING, true};
    }
    if (bye >= 0) /* it is worth nothing where everybody has one */
        out[(*out_count)++] = (struct paired_game){round, bye, PAIRING_NOBODY, 0, 0, false};
}
