/* tables.h - an evaluation by tables of line patterns: its weights, and the score of a position.
 *
 * A pattern is a row of cells in order. Its content is a number of base 3: 0 empty, 1 Black, 2
 * White, the first cell being the least significant digit. Patterns that the symmetries of the
 * board map to one another, turned, mirrored or read backwards, share one table; a table has a slot
 * for each content. The score is the sum of the slots and of the weights of the marbles that each
 * side has ejected, in thousandths of a unit of log-odds.
 */
#ifndef BENCH_TABLES_H
#define BENCH_TABLES_H

#include <string.h>

#include <paua/paua.h>

#include "base/bits.h"

enum {
    PATTERNS_MAX = 128,
    LENGTH_MAX = 9,
    TABLES_MAX = 32,
    SLOTS_MAX = 1 << 15,
    THROUGH_MAX = 3 * LENGTH_MAX, /* patterns through one cell */
    PHASES_MAX = 4,
    OUT = 6, /* marbles that a side may have ejected: 0 .. 5 */
    REACH = 3
};

struct pattern {
    int length, table;
    int8_t cells[LENGTH_MAX]; /* in the order of its table */
};

struct pattern_table {
    int length, first; /* its first slot */
    bool both_ways;    /* read backwards it is itself */
    int8_t cells[LENGTH_MAX];
};

struct through {
    uint8_t pattern;
    uint16_t power; /* of 3 */
};

struct pattern_tables {
    int patterns, count, slots, phases;
    struct pattern pattern[PATTERNS_MAX];
    struct pattern_table table[TABLES_MAX];
    int first[PATTERNS_MAX]; /* of the pattern's table */
    int through_count[PAUA_CELLS_MAX];
    struct through through[PAUA_CELLS_MAX][THROUGH_MAX];
    uint64_t touched[PAUA_CELLS_MAX][2]; /* the same as bits */
    /* for Black to move, for White to move */
    int16_t value[PHASES_MAX][SLOTS_MAX][PAUA_SIDES];
    int16_t out[OUT][OUT]; /* ejected by the side to move, by the other */
};

/* What is remembered of a position. */
struct pattern_state {
    paua_set marbles[PAUA_SIDES];
    int phase;
    bool known;
    int sums[PAUA_SIDES];
    uint16_t contents[PATTERNS_MAX];
};

static inline int tables_phase(int phases, int ejected, int by_other)
{
    return (ejected + by_other) * phases / (2 * OUT);
}

/* Adds marbles of one side to the contents, or takes them away. */
static inline void tables_put(const struct pattern_tables *tables, uint16_t *contents,
                              paua_set cells, int digit)
{
    while (cells) {
        const int cell = bits_take(&cells);
        for (int i = 0; i < tables->through_count[cell]; i++) {
            const struct through *through = &tables->through[cell][i];
            contents[through->pattern] =
                (uint16_t)(contents[through->pattern] + digit * through->power);
        }
    }
}

static inline void tables_contents(const struct pattern_tables *tables, paua_set first,
                                   paua_set second, uint16_t *contents)
{
    memset(contents, 0, (size_t)tables->patterns * sizeof *contents);
    tables_put(tables, contents, first, 1);
    tables_put(tables, contents, second, 2);
}

static int tables_result(const struct pattern_tables *tables, const struct pattern_state *scene,
                         const paua_position *position)
{
    const int side = position->to_move;
    return scene->sums[side] + tables->out[position->ejected[side]][position->ejected[1 - side]];
}

static void tables_fill(const struct pattern_tables *tables, struct pattern_state *scene,
                        const paua_position *position)
{
    scene->known = true;
    scene->phase = tables_phase(tables->phases, position->ejected[0], position->ejected[1]);
    scene->marbles[0] = position->marbles[0];
    scene->marbles[1] = position->marbles[1];
    scene->sums[0] = scene->sums[1] = 0;
    tables_contents(tables, scene->marbles[0], scene->marbles[1], scene->contents);
    for (int i = 0; i < tables->patterns; i++) {
        const int16_t *value = tables->value[scene->phase][tables->first[i] + scene->contents[i]];
        scene->sums[0] += value[0];
        scene->sums[1] += value[1];
    }
}

/* As if there had been no other position. */
static int tables_score(const struct pattern_tables *tables, const paua_position *position)
{
    struct pattern_state scene;
    tables_fill(tables, &scene, position);
    return tables_result(tables, &scene, position);
}

/* Adds, or takes away, the values of some of a scene's patterns. */
static inline void tables_sum(const struct pattern_tables *tables, struct pattern_state *scene,
                              const uint64_t touched[2], int sign)
{
    for (int half = 0; half < 2; half++)
        for (uint64_t left = touched[half]; left;) {
            const int i = 64 * half + bits_take(&left);
            const int16_t *value =
                tables->value[scene->phase][tables->first[i] + scene->contents[i]];
            scene->sums[0] += sign * value[0];
            scene->sums[1] += sign * value[1];
        }
}

static void tables_change(const struct pattern_tables *tables, struct pattern_state *scene,
                          const paua_position *position)
{
    uint64_t touched[2] = {0};
    for (paua_set left = (scene->marbles[0] ^ position->marbles[0]) |
                         (scene->marbles[1] ^ position->marbles[1]);
         left;) {
        const int cell = bits_take(&left);
        touched[0] |= tables->touched[cell][0];
        touched[1] |= tables->touched[cell][1];
    }
    tables_sum(tables, scene, touched, -1);
    for (int side = 0; side < PAUA_SIDES; side++) {
        const paua_set old = scene->marbles[side], new = position->marbles[side];
        tables_put(tables, scene->contents, new & ~old, 1 + side);
        tables_put(tables, scene->contents, old & ~new, -1 - side);
        scene->marbles[side] = new;
    }
    tables_sum(tables, scene, touched, 1);
}

/* The same number, from the scene of this ply or of one just before it: only the patterns through
 * cells that differ are looked up. scenes[0 .. ply] are those of a search's way. */
static int tables_score_at(const struct pattern_tables *tables, struct pattern_state *scenes,
                           int ply, const paua_position *position)
{
    struct pattern_state *scene = &scenes[ply];
    const struct pattern_state *nearest = NULL;
    const int phase = tables_phase(tables->phases, position->ejected[0], position->ejected[1]);
    int least = PAUA_CELLS_MAX;
    for (int back = 0; back <= REACH && back <= ply; back++) {
        const struct pattern_state *known = scene - back;
        const int changes = bits_count((known->marbles[0] ^ position->marbles[0]) |
                                       (known->marbles[1] ^ position->marbles[1]));
        if (known->known && known->phase == phase && changes < least) {
            least = changes;
            nearest = known;
        }
    }
    if (!nearest) {
        tables_fill(tables, scene, position);
        return tables_result(tables, scene, position);
    }
    if (nearest != scene)
        memcpy(scene, nearest,
               offsetof(struct pattern_state, contents) +
                   (size_t)tables->patterns * sizeof(uint16_t));
    tables_change(tables, scene, position);
    return tables_result(tables, scene, position);
}

#endif
