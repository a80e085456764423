/* count.c - counts arrangements of marbles: sums of products of binomial coefficients, in whole
 * numbers of 256 bits. */
#include "complexity/count.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/bits.h"

enum { CELLS = 61, GROUPS_MAX = PAUA_PLAYERS_MAX + 2 };

/* So many marbles of one kind, of which `least` to `most` are on the board. */
struct group {
    int least, most;
};

static void big_add(struct big *sum, const struct big *number)
{
    uint64_t carry = 0;
    for (int i = 0; i < BIG_LIMBS; i++) {
        carry += (uint64_t)sum->limbs[i] + number->limbs[i];
        sum->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

static void big_multiply(struct big *number, uint32_t factor)
{
    uint64_t carry = 0;
    for (int i = 0; i < BIG_LIMBS; i++) {
        carry += (uint64_t)number->limbs[i] * factor;
        number->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

/* number * factor, for a factor of 64 bits. */
static struct big big_product(const struct big *number, uint64_t factor)
{
    struct big low = *number, high = {{0}};
    memcpy(high.limbs + 1, number->limbs, (BIG_LIMBS - 1) * sizeof *high.limbs);
    big_multiply(&low, (uint32_t)factor);
    big_multiply(&high, (uint32_t)(factor >> 32));
    big_add(&low, &high);
    return low;
}

/* Divides by a small number; returns the remainder. */
static uint32_t big_divide(struct big *number, uint32_t divisor)
{
    uint64_t rest = 0;
    for (int i = BIG_LIMBS - 1; i >= 0; i--) {
        rest = rest << 32 | number->limbs[i];
        number->limbs[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    return (uint32_t)rest;
}

static bool big_is_zero(const struct big *number)
{
    for (int i = 0; i < BIG_LIMBS; i++)
        if (number->limbs[i])
            return false;
    return true;
}

char *big_text(const struct big *number, char text[80])
{
    struct big rest = *number;
    char digits[80];
    int count = 0;
    do
        digits[count++] = (char)('0' + big_divide(&rest, 10));
    while (!big_is_zero(&rest));
    for (int i = 0; i < count; i++)
        text[i] = digits[count - 1 - i];
    text[count] = '\0';
    return text;
}

double big_log10(const struct big *number)
{
    double value = 0;
    for (int i = BIG_LIMBS - 1; i >= 0; i--)
        value = value * 4294967296.0 + number->limbs[i];
    return log10(value);
}

/* The ways to choose `marbles` of `cells`; 0 if there are too few. At most 61 over 30, which is
 * below 2^58. Each step's division is exact. */
static uint64_t binomial_ways(int cells, int marbles)
{
    uint64_t ways = marbles > cells ? 0 : 1;
    if (marbles > cells - marbles)
        marbles = cells - marbles;
    for (int i = 1; i <= marbles; i++)
        ways = ways / (uint64_t)i * (uint64_t)(cells - marbles + i) +
               ways % (uint64_t)i * (uint64_t)(cells - marbles + i) / (uint64_t)i;
    return ways;
}

/* Places the groups one after the other on the cells that are left. */
static struct big count_ways(int cells, const struct group *groups, int count)
{
    struct big ways[CELLS + 1] = {{{1}}}, sum = {{0}};
    for (int i = 0; i < count; i++) {
        struct big next[CELLS + 1] = {{{0}}};
        for (int used = 0; used <= cells; used++)
            for (int n = groups[i].least; n <= groups[i].most && used + n <= cells; n++) {
                struct big product = big_product(&ways[used], binomial_ways(cells - used, n));
                big_add(&next[used + n], &product);
            }
        memcpy(ways, next, sizeof ways);
    }
    for (int used = 0; used <= cells; used++)
        big_add(&sum, &ways[used]);
    return sum;
}

/* Two sides, with other marbles behind them in `groups`: positions that go on, with either side to
 * move, and those that one side has just lost. */
static void count_two(int cells, const int marbles[PAUA_SIDES], int win, struct group *groups,
                      int count, struct position_count *out)
{
    struct group live[PAUA_SIDES];
    for (int side = 0; side < PAUA_SIDES; side++) {
        int least = marbles[side] - win + 1;
        live[side] = (struct group){least > 0 ? least : 0, marbles[side]};
        groups[side] = live[side];
    }
    out->arrangements = out->states = count_ways(cells, groups, count);
    big_add(&out->states, &out->arrangements);
    for (int loser = 0; loser < PAUA_SIDES; loser++) {
        if (marbles[loser] < win)
            continue; /* nobody can win by ejections */
        groups[0] = live[0];
        groups[1] = live[1];
        groups[loser] = (struct group){marbles[loser] - win, marbles[loser] - win};
        struct big lost = count_ways(cells, groups, count);
        big_add(&out->arrangements, &lost);
        big_add(&out->states, &lost);
    }
}

void positions_count(const paua_board *board, const paua_position *start, int win,
                     struct position_count *out)
{
    const int cells = paua_board_cells(board) - bits_count(start->fixed);
    struct group groups[GROUPS_MAX] = {{0, 0}};
    int marbles[PAUA_PLAYERS_MAX] = {0}, count = start->players;
    for (int side = 0; side < start->players; side++) {
        marbles[side] = bits_count(start->marbles[side]);
        groups[side] = (struct group){0, marbles[side]};
    }
    groups[count++] = (struct group){0, bits_count(start->neutral & ~start->central)};
    groups[count++] = (struct group){0, bits_count(start->central)};
    if (start->players == PAUA_SIDES) {
        count_two(cells, marbles, win, groups, count, out);
        return;
    }
    out->arrangements = out->states = count_ways(cells, groups, count);
    big_multiply(&out->states, start->players);
}
